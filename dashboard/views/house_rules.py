"""The house rules of the battle: each reading in one sentence, with its values to choose from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dashboard.i18n import Words
from dashboard.markup import Child, Markup, join, tag
from dashboard.models.session import BattleSession
from dashboard.views.places import battle_place
from dashboard.views.rule_words import CHAPTERS, RULES, changed_rules
from massbattle_core.document import Several
from massbattle_core.mass_combat.edits import SetHouseRule, SetSimulation
from massbattle_core.mass_combat.house_rules import HouseRules, choices
from massbattle_core.mass_combat.model import MassBattle

__all__ = ["choose_rule", "follow_text", "rule_markup", "rules_count", "rules_markup", "set_number"]

_LONGEST_NUMBER = 16


def rules_markup(battle: MassBattle, _: Words) -> Markup:
    """Every house rule by chapter, and what the odds are computed with."""
    changed = changed_rules(battle.rules)
    told = rules_count(battle.rules, _) or _("Every rule is read as the text has it.")
    back = tag("button", _("back to the text"), type="button", class_="link", data_do="follow-text")
    return join(
        tag("div", tag("b", told), back if changed else None, class_="spread changed-rules", role="status"),
        tag(
            "p",
            _("Where the text can be read in several ways, your table decides. The dot marks the default reading."),
            class_="muted",
        ),
        _numbers(battle, _),
        (
            tag(
                "section",
                tag("h3", _(chapter), class_="heading"),
                (rule_markup(name, battle.rules, _) for name in names),
                class_="rule-chapter",
            )
            for chapter, names in CHAPTERS
        ),
    )


def rules_count(rules: HouseRules, _: Words) -> str:
    """How many house rules are changed; empty where none is."""
    count = len(changed_rules(rules))
    return _.plural("{count} house rule changed", "{count} house rules changed", count) if count else ""


def rule_markup(name: str, rules: HouseRules, _: Words) -> Markup:
    """One house rule: its title, its sentence and its values."""
    words, chosen = RULES[name], getattr(rules, name)
    values = choices()[name]
    chips = (
        tag(
            "button",
            tag("span", "• ", aria_hidden="true") if value == values[0] else None,
            _(words.values[value]),
            type="button",
            class_=f"chip{' on' if value == chosen else ''}",
            data_do="rule",
            data_rule=name,
            data_value=value,
            aria_pressed="true" if value == chosen else "false",
            title=_("default reading") if value == values[0] else None,
        )
        for value in values
    )
    return tag(
        "div",
        tag("div", tag("b", _(words.title)), tag("small", words.rule), class_="spread"),
        tag("p", _(words.sentence)),
        tag("div", chips, class_="chips", role="group", aria_label=_(words.title)),
        class_=f"rule{' changed' if chosen != values[0] else ''}",
        data_key=name,
        data_place=battle_place("rules", name),
    )


def _numbers(battle: MassBattle, _: Words) -> Markup:
    settings = battle.simulation

    def field(name: str, label: str, value: int, note: str, more: Child = None) -> Markup:
        entry = tag(
            "input",
            inputmode="numeric",
            class_="number-field",
            data_do="simulation",
            data_name=name,
            data_place=battle_place("simulation", name),
            value=value,
        )
        return tag("label", tag("b", label), entry, more, tag("p", note), class_="rule-number")

    another = tag(
        "button", _("another"), type="button", class_="link", data_do="simulation", data_name="seed",
        data_value=settings.seed + 1, title=_("The next seed: other dice, the same odds but for chance"),
    )  # fmt: skip
    return tag(
        "div",
        field("round_limit", _("Round limit"), settings.round_limit, _("A battle that is not over then is undecided.")),
        field("seed", _("Seed of the dice"), settings.seed, _("The same seed gives the same odds, always."), another),
        class_="rule-numbers",
    )


# ---------------------------------------------------------------- choosing


def choose_rule(session: BattleSession, message: Mapping[str, Any]) -> None:
    """Read a rule another way."""
    session.submit(SetHouseRule(str(message.get("rule", "")), str(message.get("value", ""))))


def follow_text(session: BattleSession) -> None:
    """Read every rule as the text has it, in one edit."""
    changed = changed_rules(session.document.mass_combat.rules)
    session.submit(Several(tuple(SetHouseRule(name, choices()[name][0]) for name in changed)))


def set_number(session: BattleSession, message: Mapping[str, Any]) -> bool:
    """Set the round limit or the seed; False where what was typed is no number."""
    text = str(message.get("value", "")).strip()
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        return False
    return session.submit(SetSimulation({str(message.get("name", "")): int(text)}))
