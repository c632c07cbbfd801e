"""S1: fights of single characters (D&D 5e).

=================  ==================================================================================
``tables``         constants and words; the limits of a simulation
``house_rules``    ``Rules``: what the source leaves open
``rules``          every rule once, by chapter: order, movement, d20, attack, checks, dying
``model``          what a fight starts from: attacks, combatants, groups, the field, the encounter
``notation``       ``+6:1d8+4x2@5`` for an attack
``deployment``     where groups stand that name no squares
``validation``     what is wrong with an encounter, all at once
``state``          a fight in play
``actions``        what can be done
``verify``         whether it may be done now, and why not
``options``        everything that may be done now
``scene``          the working copy of a state; ``carry_out`` and ``walking`` change it
``play``           the game: ``setup``, ``verify``, ``legal_actions``, ``apply``, ``outcome``
``record``         a state as one record of numbers
``ground``         geometry on the record: costs, paths, cover
``kernel``         a compiled fight: attacks, moves, turns; ``doctrine``: who does what
``simulate``       whole fights by the thousand; ``replay``: one of them, in play
``odds``           chances, rounds, survivors and the law of kills by round
=================  ==================================================================================

Lengths are feet (5 ft = 1.5 m = one square); movement in play and kernel is counted in half-feet.

Judgement: R1.11, R1.12, R1.16 (the game master says which improvised actions are possible, what gives advantage,
and what a search finds)
"""

from massbattle_core.skirmish.house_rules import Rules
from massbattle_core.skirmish.model import Abilities, AttackForm, Combatant, Doctrine, Encounter, Field, Group
from massbattle_core.skirmish.notation import parse_attack, parse_damage
from massbattle_core.skirmish.odds import FightOdds, GroupOdds, Share, fight_odds, odds_of
from massbattle_core.skirmish.replay import Recording, record_fight, replay
from massbattle_core.skirmish.simulate import Tally, tally_fights
from massbattle_core.skirmish.state import Fighter, State, muster
from massbattle_core.skirmish.validation import validate, validate_combatant

__all__ = [
    "Abilities",
    "AttackForm",
    "Combatant",
    "Doctrine",
    "Encounter",
    "Field",
    "FightOdds",
    "Fighter",
    "Group",
    "GroupOdds",
    "Recording",
    "Rules",
    "Share",
    "State",
    "Tally",
    "fight_odds",
    "muster",
    "odds_of",
    "parse_attack",
    "parse_damage",
    "record_fight",
    "replay",
    "tally_fights",
    "validate",
    "validate_combatant",
]
