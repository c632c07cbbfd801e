"""Armies in and out: lists of a spreadsheet, and a library that armies, units and creatures are kept in.

==============  ================================================================
``preview``     :func:`read_army_csv`: a list as it was read, to be mended and taken
``writing``     :func:`write_army_csv`: the same list of a battle
``table``       text of any encoding and separator as lines of cells
``lines``       each line by itself
``columns``, ``values``, ``cells``, ``names``  headings, values, cells and creatures of every wording
``placing``     how an army comes into a battle
``library``     creatures, units and armies kept for other battles
==============  ================================================================

A list has one line a group of creatures, ``side,unit,group,creature,count,mount,is_commander,morale,col,row``;
columns and rows count from 0, or ``col`` holds the name of a hex (``F7``). A line marked ``is_commander`` names
the commander, who is not counted in a group.
"""

from massbattle_core.armies.placing import army_edit, placement_problems
from massbattle_core.armies.preview import ArmyPreview, read_army_csv
from massbattle_core.armies.table import ArmyLine, LineProblem
from massbattle_core.armies.writing import write_army_csv

__all__ = [
    "ArmyLine",
    "ArmyPreview",
    "LineProblem",
    "army_edit",
    "placement_problems",
    "read_army_csv",
    "write_army_csv",
]
