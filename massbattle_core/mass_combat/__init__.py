"""S0, mass combat for D&D 5e: units of up to 400 creatures, one-minute rounds, hexes of 100 ft.

================  =====================================================================================
``tables``        the constants of the rulebook
``house_rules``   what a game master may read differently
``model``         units, sides, battlefield, objectives: a battle as prepared
``building``      ratings, space, morale, initiative, speed and range of a unit, with reasons
``validation``    what is wrong or doubtful about a battle, all at once
``edits``         the changes that people make to a battle
``lining_up``     where units go that nobody has placed
``rules``         the rules that need no map
``state``         the records that the kernel works on
``battle``        the rules on the map: movement, actions, guards, morale, turns, end
``reasons``       why an action is not allowed
``doctrine``      what units do when nobody plays them (ours, not the rulebook's)
``simulate``      many battles: packing, running, counting, curves
``odds``          the odds of a battle, whoever computed them
``duel``          exact odds of two units in contact
``play``          one action at a time, with real, typed or scripted dice
``kills``         what a unit is worth without its dead
``characters``    characters who act from inside a unit
================  =====================================================================================

Judgement: R0.56, R0.58 (the opening situation is prepared by edits; villains are the GM's)
"""
