"""Translations from vectors to functions, one module a rulebook."""
