"""Settings of the whole suite."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("massbattle", deadline=None)  # a loaded machine is slow, not wrong
settings.load_profile("massbattle")
