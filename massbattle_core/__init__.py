"""massbattle_core: rules and odds of tabletop battles, one package a rulebook.

A battle is a document; people change it by edits; everything else is derived from it.

========================  ==========================================================
``errors``                the errors, as a tree
``dice``, ``distribution``  dice of every kind and exact laws
``hexgrid``               hexes of 100 ft
``creatures``             the catalogue of creatures and readers of other tools' files
``document``, ``battlefile``  the battle document, its edits and its file
``armies``, ``maps``      army lists, libraries and maps, in and out
``mass_combat``           S0, the heart
``skirmish``              S1, fights of single characters
``strategic``             S2, strategic orders
``results_table``         S3, army results table
``full_attack``           S4, one-roll full attacks
``bridges``               RB, the only package that knows two rulebooks
``sources``               rule id -> title
========================  ==========================================================

The package knows nothing of Param, Panel or Bokeh. Lengths are feet, 5 ft = 1.5 m.
"""
