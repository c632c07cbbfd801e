"""Readers of the creature files of other tools.

========================  =====================================================
``files``                 :func:`read_creatures`: any file, recognised by its content
``json_files``            parsing and bounds of JSON, the search for creatures in it
``xml_files``             the same for XML
``five_e_bits``           5e-bits
``five_e_tools``          5etools
``foundry``, ``foundry_items``  Foundry's dnd5e, 1.x to 5.x
``improved_initiative``   Improved Initiative
``open5e_v1``, ``open5e_v2``  Open5e, API and fixtures
``tetra_cube``            tetra-cube's statblock generator
``fight_club``            Fight Club 5e (XML)
``own``                   massbattle's own JSON
``draft``                 a creature while it is being read, and what comes out
``values``                numbers, challenge ratings, sizes and speeds of every wording
========================  =====================================================
"""

from massbattle_core.creatures.readers.draft import ImportedCreature
from massbattle_core.creatures.readers.files import MOST_BYTES, read_creatures

__all__ = ["MOST_BYTES", "ImportedCreature", "read_creatures"]
