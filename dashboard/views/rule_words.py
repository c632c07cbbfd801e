"""The house rules of mass combat in words: what each is about, and what each of its values means."""

from __future__ import annotations

from dataclasses import dataclass, fields

from dashboard.i18n import N_
from massbattle_core.mass_combat.house_rules import HouseRules

__all__ = ["CHAPTERS", "RULES", "RuleWords", "changed_rules"]


@dataclass(frozen=True, slots=True)
class RuleWords:
    """A house rule: its title, the rule of the book it reads, one sentence, and its values in words."""

    title: str
    rule: str
    sentence: str
    values: dict[str, str]


RULES: dict[str, RuleWords] = {
    "br_cr0": RuleWords(
        N_("Creatures of CR 0"),
        "R0.3",
        N_("The table of battle ratings begins at CR 1/8: creatures of CR 0 add nothing, or count like CR 1/8."),
        {"none": N_("add nothing"), "like_1_8": N_("like CR 1/8")},
    ),
    "br_over_20": RuleWords(
        N_("Creatures above CR 20"),
        "R0.3",
        N_("The table ends at CR 20 with +50: stronger creatures stay at +50, add 4 for each CR more, or are refused."),
        {"cap": N_("stay at +50"), "extrapolate4": N_("+4 for each CR"), "reject": N_("refused")},
    ),
    "br_grouping": RuleWords(
        N_("Weak creatures in groups"),
        "R0.4",
        N_("Several weak creatures make +1 together: counted by CR, by kind, or with fractions added up."),
        {"per_cr": N_("all of one CR"), "per_kind": N_("each kind apart"), "mixed_fraction": N_("fractions added up")},
    ),
    "counts_to_limit": RuleWords(
        N_("Who counts against 400 spaces"),
        "R0.6",
        N_("Only creatures that have a battle rating, CR 1/8 and up, take up the space of a unit, or everyone does."),
        {"cr_in_table": N_("CR 1/8 and up"), "everyone": N_("everyone")},
    ),
    "pc_commander": RuleWords(
        N_("Player characters in command"),
        "R0.8",
        N_("A character who joins a unit may command it and lend it their Charisma, or only its own creatures may."),
        {"allowed": N_("may command"), "forbidden": N_("may not")},
    ),
    "mount_space": RuleWords(
        N_("Space of riders"),
        "R0.9",
        N_("Rider and mount both take space (a knight on a warhorse 5), or only the mount does (4)."),
        {"both_count": N_("rider and mount"), "mount_only": N_("mount only")},
    ),
    "mounts_must_shoot": RuleWords(
        N_("Mounts of shooters"),
        "R0.12",
        N_("A unit shoots if its soldiers can, or only if their mounts have a ranged attack as well."),
        {"no": N_("need not shoot"), "yes": N_("must shoot too")},
    ),
    "commander_exempt_ranged": RuleWords(
        N_("Commander of shooters"),
        "R0.12",
        N_("A unit shoots even if its commander has no ranged attack, or the commander must have one too."),
        {"yes": N_("need not shoot"), "no": N_("must shoot too")},
    ),
    "morale_clamp": RuleWords(
        N_("Limits of morale"),
        "R0.16",
        N_("Morale is kept between −10 and +10 after Charisma is added, before it is added, or never."),
        {"after_cha": N_("after Charisma"), "base_only": N_("before Charisma"), "none": N_("no limit")},
    ),
    "initiative_cha": RuleWords(
        N_("Charisma in initiative"),
        "R0.19",
        N_("Initiative is 10 + morale + Charisma, and morale holds Charisma already: so it counts twice, or once."),
        {"twice": N_("twice, as written"), "once": N_("once")},
    ),
    "pass_friends": RuleWords(
        N_("Passing through friends"),
        "R0.24",
        N_("A unit may cross a friend’s space as difficult ground without stopping there, or not at all."),
        {"difficult": N_("as difficult ground"), "forbidden": N_("not at all")},
    ),
    "move_after_breakthrough": RuleWords(
        N_("Moving on after a breakthrough"),
        "R0.25",
        N_("A unit whose attack eliminates the last enemy next to it may use the rest of its movement, or stays."),
        {"yes": N_("moves on"), "no": N_("stays")},
    ),
    "disengage_free": RuleWords(
        N_("Disengaging without an enemy near"),
        "R0.29",
        N_("Disengage is only for units next to an enemy, or also lets others slip past enemies."),
        {"no": N_("only in contact"), "yes": N_("always")},
    ),
    "guard_duration": RuleWords(
        N_("How long a guard lasts"),
        "R0.30",
        N_(
            "A guard lasts until it strikes or the unit takes another action, until it strikes, or until its next turn."
        ),
        {
            "until_triggered_or_own_other_action": N_("until another action"),
            "until_triggered": N_("until it strikes"),
            "until_next_turn": N_("until its next turn"),
        },
    ),
    "range_measure": RuleWords(
        N_("How range is measured"),
        "R0.32",
        N_("Distance is counted in spaces, 100 ft (30 m) each, or from edge to edge, which is one space less."),
        {"space_count": N_("in spaces"), "edge_to_edge": N_("edge to edge")},
    ),
    "line_of_sight": RuleWords(
        N_("Line of sight"),
        "R0.32",
        N_("Shots see everything within range, or are stopped by a wall between the two spaces."),
        {"clear": N_("always clear"), "walls_block": N_("walls block")},
    ),
    "shoot_while_engaged": RuleWords(
        N_("Shooting while engaged"),
        "R0.32",
        N_("Shooters with an enemy next to them may still shoot at another, or must fight that enemy."),
        {"yes": N_("may shoot"), "no": N_("must fight")},
    ),
    "adv_cancel": RuleWords(
        N_("Advantage against disadvantage"),
        "R0.38",
        N_("One reason for each cancels all others, or the reasons are counted and the greater number wins."),
        {"any_cancels": N_("any cancels"), "net_count": N_("reasons counted")},
    ),
    "two_friends_of": RuleWords(
        N_("Two friends beside the target"),
        "R0.40",
        N_(
            "An attack has disadvantage if two friends of the target, or two friends of the attacker, stand next to it."
        ),
        {"target": N_("the target’s friends"), "attacker": N_("the attacker’s friends")},
    ),
    "casualties_test": RuleWords(
        N_("Test at half strength"),
        "R0.42",
        N_("A unit tests DC 15 once when it falls to half its battle rating, or at every loss from there on."),
        {"on_crossing": N_("once"), "every_loss_at_or_below_half": N_("at every loss")},
    ),
    "lost_turns_stack": RuleWords(
        N_("Several friends lost"),
        "R0.43",
        N_("A unit that fails several tests for fallen friends loses one turn, or one turn for each."),
        {"no": N_("one turn"), "yes": N_("one for each")},
    ),
    "commander_lost": RuleWords(
        N_("A fallen commander"),
        "R0.8",
        N_(
            "When kills take the commander, a successor leads: only morale follows, initiative too, or nothing changes."
        ),
        {
            "successor": N_("morale follows"),
            "recompute_all": N_("initiative too"),
            "no_effect": N_("nothing changes"),
        },
    ),
    "character_turns_per_round": RuleWords(
        N_("Characters in a round"),
        "R0.50",
        N_("A round of mass combat holds ten of a character’s: attached characters have one turn in it, or ten."),
        {"1": N_("one turn"), "10": N_("ten turns")},
    ),
    "characters_act_without_attack": RuleWords(
        N_("Characters of a unit that does not attack"),
        "R0.50",
        N_("Attached characters act on the turn of their unit whatever it does, or only when it attacks."),
        {"yes": N_("always act"), "no": N_("only with an attack")},
    ),
    "end_condition": RuleWords(
        N_("What ends the battle"),
        "R0.59",
        N_("A side wins when no enemy unit is left, or also by its objectives: at once, or when the rounds are over."),
        {
            "one_alliance_left": N_("no enemy left"),
            "objective": N_("objectives, at once"),
            "round_limit": N_("objectives, at the last round"),
        },
    ),
}
"""Every house rule, by its name in :class:`HouseRules`."""

CHAPTERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (N_("End of the battle"), ("end_condition",)),
    (
        N_("Building units"),
        (
            "br_cr0",
            "br_over_20",
            "br_grouping",
            "counts_to_limit",
            "pc_commander",
            "mount_space",
            "mounts_must_shoot",
            "commander_exempt_ranged",
        ),
    ),
    (N_("Morale and initiative"), ("morale_clamp", "initiative_cha")),
    (N_("Movement and actions"), ("pass_friends", "move_after_breakthrough", "disengage_free", "guard_duration")),
    (
        N_("Attacks"),
        ("range_measure", "line_of_sight", "shoot_while_engaged", "adv_cancel", "two_friends_of"),
    ),
    (N_("Losses"), ("casualties_test", "lost_turns_stack")),
    (
        N_("Characters, at the table only"),
        ("commander_lost", "character_turns_per_round", "characters_act_without_attack"),
    ),
)
"""The house rules in the order of the page."""


def changed_rules(rules: HouseRules) -> tuple[str, ...]:
    """The house rules that differ from the text, in their order."""
    return tuple(field.name for field in fields(HouseRules) if getattr(rules, field.name) != field.default)
