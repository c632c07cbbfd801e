"""What a replay says: which battle it is, where one is in it, its player and its log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dashboard.i18n import Words
from dashboard.markup import Markup, join, tag
from dashboard.models.room import Replaying
from dashboard.views.armies import Line
from dashboard.views.bar_parts import icon_button
from dashboard.views.log_words import Sentence

__all__ = ["asked_for", "controls_markup", "ending", "heading_markup", "log_markup", "where_words"]

_TOLD_TURNS = 40
"""Turns of the log that are shown, the newest first."""


def ending(found: Replaying, _: Words) -> str:
    """How a battle that is watched ends."""
    end, sides = found.replay.end, found.document.mass_combat.sides
    if end.winner is None:
        return _("undecided after round {round}").format(round=end.round)
    return _("{side} win in round {round}").format(side=sides[end.winner].name, round=end.round)


def asked_for(found: Replaying, _: Words) -> str:
    """Which battle it is."""
    return _("battle {number} of seed {seed}").format(
        number=_.number(found.replay.battle), seed=found.replay.prepared.seed
    )


def heading_markup(found: Replaying, _: Words) -> Markup:
    """The battle that is watched, how it ends, another one, and back."""
    side = found.replay.end.winner
    return tag(
        "div",
        tag("h2", _("Watching"), " ", asked_for(found, _), class_="heading"),
        tag("b", ending(found, _), class_=f"ending side-{side}" if side else "ending"),
        tag("span", class_="gap"),
        tag(
            "button",
            _("another one"),
            type="button",
            class_="link",
            data_do="another",
            title=_("The next simulated battle that ends so"),
        ),
        icon_button("close", _("Back to the battle"), icon="remove", size=16),
        class_="replay-head",
    )


def where_words(found: Replaying, at: int, _: Words) -> str:
    """Where in the battle a step is."""
    if at == 0:
        return _("before the first turn")
    rounds = found.replay.end.round
    return _("round {round} of {rounds}").format(round=found.replay.steps[at].state.round, rounds=rounds)


def controls_markup(
    found: Replaying, at: int, lines: Mapping[str, Line], *, playing: bool, pace: int, _: Words
) -> Markup:
    """The player: its buttons, the scrubber, where one is, and what both sides have left."""
    steps, battle = found.replay.steps, found.document.mass_combat
    last = len(steps) - 1
    start, end = at == 0, at == last
    state = steps[at].state
    where = where_words(found, at, _)
    strengths = []
    for side, facts in battle.sides.items():
        left = [u for u in state.units if lines[u.id].unit.side == side and u.status != "eliminated"]
        strengths.append(
            tag(
                "span",
                facts.name,
                ": ",
                _.plural("{count} unit", "{count} units", len(left)),
                f" · {_('BR')} {_.number(sum(unit.br for unit in left))}",
                class_=f"side-{side} strength",
            )
        )
    slider = tag(
        "input",
        type="range",
        min=0,
        max=last,
        value=at,
        data_do="seek",
        data_live="seek",
        class_="scrubber",
        aria_label=_("Turn"),
        aria_valuetext=where,
    )
    label, icon = (_("Pause"), "pause") if playing else (_("Play"), "play")
    return tag(
        "div",
        tag(
            "div",
            icon_button("first", _("To the start"), start, size=16),
            icon_button("back", _("Previous turn"), start, size=16),
            icon_button("play", label, class_="play", icon=icon, size=16),
            icon_button("next", _("Next turn"), end, size=16),
            icon_button("last", _("To the end"), end, size=16),
            tag("button", f"×{pace}", type="button", class_="link pace", data_do="pace", title=_("Pace")),
            class_="player",
        ),
        tag("div", slider, _ticks(found), class_="scrub"),
        tag("span", where, class_="number where", role="status"),
        tag("div", strengths, class_="strengths number"),
        class_="controls",
    )


def log_markup(
    found: Replaying, at: int, told: Sequence[Sequence[Sentence]], lines: Mapping[str, Line], _: Words
) -> Markup:
    """What has happened up to a step, the newest turn first; ``told`` are the sentences of each step."""
    steps = found.replay.steps
    parts: list[Markup] = []
    shown_round = None
    for index in range(at, max(at - _TOLD_TURNS, 0), -1):
        sentences = told[index]
        if not sentences:
            continue
        if steps[index].state.round != shown_round:
            shown_round = steps[index].state.round
            parts.append(tag("li", _("Round {round}").format(round=shown_round), class_="round"))
        side = next((lines[e.facts["unit"]].unit.side for e in steps[index].events if e.kind == "turn"), "")
        parts.append(
            tag(
                "li",
                [tag("div", line.text, class_=line.weight, title=line.rule or None) for line in sentences],
                class_=f"turn side-{side}{' current' if index == at else ''}" if side else "turn",
            )
        )
    if not parts:
        parts.append(tag("li", _("Both sides stand as they were placed."), class_="turn"))
    return tag("ol", parts, class_="battle-log", aria_label=_("Log of the battle"))


def _ticks(found: Replaying) -> Markup:
    """The number of each round where it begins on the scrubber."""
    steps = found.replay.steps
    last = max(len(steps) - 1, 1)
    rounds: dict[int, int] = {}
    for index, step in enumerate(steps[1:], 1):
        rounds.setdefault(step.state.round, index)
    every = max(1, -(-len(rounds) // 15))
    return join(
        tag("i", number, style=f"left:{100 * index / last:.2f}%", aria_hidden="true")
        for number, index in rounds.items()
        if (number - 1) % every == 0
    )
