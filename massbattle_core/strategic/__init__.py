"""S2, the strategic phase: two armies, secret orders and difficulties, and the characters in the midst of it.

==================  ================================================================
``tables``          the author's tables; the [INVENTED] ones as editable data
``house_rules``     the switches of the house
``model``           armies, generals, characters, plans
``validation``      what is wrong with them, all at once
``armies``          time, fatigue and rest, characteristics (R2.1–R2.3, R2.17–R2.19)
``orders``          phases, orders, effectiveness, flight (R2.4–R2.16)
``resolution``      difficulty, art of war, winner (R2.18–R2.26)
``characters``      damage, events, heroic actions, lines (R2.27–R2.32)
``closing``         melee score, losses, morale, end (R2.33–R2.37)
``state``           a battle between two actions, and what each side sees of it
``actions``         what may be done in it
``phases``, ``character_phases``  how each action is carried out
``play``            the game: setup, verify, legal_actions, apply, outcome
``odds``            the exact law of a turn
``equilibrium``     the game of order and difficulty, solved
``campaign``        many turns, simulated
==================  ================================================================

Instances are immutable; what looks like a change returns a new one.

Judgement: R2.6 (who plays a general), R2.30 (enemies and single combats), R2.37 (the game master may end a battle)
"""

from massbattle_core.strategic.actions import (
    Action,
    AnswerEvent,
    ChangeOrder,
    ChooseDifficulty,
    ChooseLine,
    ChooseOrder,
    CloseTurn,
    EndBattle,
    EndHeroicPhase,
    FaceTheFight,
    MoveArmies,
    Rally,
    Refresh,
    Rest,
    RollArtOfWar,
    TryDeed,
)
from massbattle_core.strategic.armies import fatigue_penalty, muster, strategic_bonus
from massbattle_core.strategic.campaign import CampaignLaw, simulate_campaign
from massbattle_core.strategic.characters import damage_dice, damage_odds, deed_odds, event_odds
from massbattle_core.strategic.equilibrium import (
    BOTH,
    LOSSES,
    WINNING,
    Equilibrium,
    Payoff,
    PlanGame,
    Strategy,
    plan_game,
)
from massbattle_core.strategic.house_rules import HOUSE_RULES, HouseRule, Rules
from massbattle_core.strategic.model import Army, Character, General, Plan
from massbattle_core.strategic.odds import TurnLaw, legal_plans, turn_law, turn_laws
from massbattle_core.strategic.orders import legal_orders, order_meaning
from massbattle_core.strategic.play import apply, legal_actions, outcome, verify
from massbattle_core.strategic.state import Sheet, State, redacted, setup
from massbattle_core.strategic.tables import LINES, MORALE_LADDER, ORDERS, Deed, EventRow, Level, Tables

__all__ = [
    "BOTH",
    "HOUSE_RULES",
    "LINES",
    "LOSSES",
    "MORALE_LADDER",
    "ORDERS",
    "WINNING",
    "Action",
    "AnswerEvent",
    "Army",
    "CampaignLaw",
    "ChangeOrder",
    "Character",
    "ChooseDifficulty",
    "ChooseLine",
    "ChooseOrder",
    "CloseTurn",
    "Deed",
    "EndBattle",
    "EndHeroicPhase",
    "Equilibrium",
    "EventRow",
    "FaceTheFight",
    "General",
    "HouseRule",
    "Level",
    "MoveArmies",
    "Payoff",
    "Plan",
    "PlanGame",
    "Rally",
    "Refresh",
    "Rest",
    "RollArtOfWar",
    "Rules",
    "Sheet",
    "State",
    "Strategy",
    "Tables",
    "TryDeed",
    "TurnLaw",
    "apply",
    "damage_dice",
    "damage_odds",
    "deed_odds",
    "event_odds",
    "fatigue_penalty",
    "legal_actions",
    "legal_orders",
    "legal_plans",
    "muster",
    "order_meaning",
    "outcome",
    "plan_game",
    "redacted",
    "setup",
    "simulate_campaign",
    "strategic_bonus",
    "turn_law",
    "turn_laws",
    "verify",
]
