"""The rules, written once, by chapter.

=============  ======================================================================
``order``      initiative, ties, surprise (R1.2–R1.4)
``movement``   distances, costs, who may pass, who leaves a reach (R1.6–R1.10, R1.17)
``d20``        advantage and disadvantage (R1.12)
``attack``     mode, cover, hit, critical, damage (R1.12–R1.14)
``checks``     ability checks, who sees whom (R1.11, R1.15–R1.19)
``dying``      at 0 hit points (R1.25–R1.34)
=============  ======================================================================

Compiled functions take whole numbers: flags 0 and 1, words as indexes, house rules as codes
(:meth:`~massbattle_core.skirmish.house_rules.Rules.code`). Play and the simulation call the same ones.
Every ``resolve_x`` rolls dice, its twin ``x_odds`` is the exact law, and both share one outcome function.
"""
