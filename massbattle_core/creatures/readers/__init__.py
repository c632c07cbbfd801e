"""Readers of the creature files of other tools, one pure module a format.

``draft`` collects what a reader finds, ``values`` reads numbers, sizes and speeds of every wording.
"""
