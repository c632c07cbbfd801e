"""Who is here: a disc for each in their colour, in the top bar and on what they have selected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dashboard.guests import guest_number, person
from dashboard.i18n import N_, Words
from dashboard.markup import Markup, tag
from dashboard.models.room import Author, Presence, Role
from dashboard.views.places import unit_place

__all__ = ["ROLE_WORDS", "carried_by", "disc", "everybody", "letters", "name_of", "selected_by", "who"]

ROLE_WORDS: dict[Role, str] = {"owner": N_("owner"), "editor": N_("editor"), "viewer": N_("looks on")}
_MOST_DISCS = 5


def name_of(author: Author, _: Words) -> str:
    """Their name; those who gave none are guests with a number."""
    return _(person(author.name))


def letters(author: Author, _: Words) -> str:
    """Two letters that stand for somebody: ``An``, ``G2``."""
    name, number = name_of(author, _), guest_number(author.name)
    return name[:2] if number is None else f"{name[:1]}{number}"


def who(author: Author, me: Author, _: Words) -> str:
    """Their name and what they may do; oneself is told so."""
    name = name_of(author, _)
    named = _("{name} (you)").format(name=name) if author.id == me.id else name
    return f"{named} · {_(ROLE_WORDS[author.role])}"


def disc(author: Author, label: str, _: Words, class_: str = "") -> Markup:
    """A disc with the first two letters of their name."""
    return tag(
        "span",
        letters(author, _),
        class_=f"disc {class_}".strip(),
        style=f"background:{author.colour}" if author.colour else None,
        title=label,
    )


def everybody(present: Iterable[Presence], me: Author, _: Words) -> Markup | None:
    """The discs of all who are here, oneself first; nothing while one is alone."""
    people = sorted((one.author for one in present), key=lambda author: author.id != me.id)
    if len(people) < 2:
        return None
    more = len(people) - _MOST_DISCS
    label = ", ".join(who(author, me, _) for author in people)
    return tag(
        "button",
        [disc(author, who(author, me, _), _) for author in people[:_MOST_DISCS]],
        tag("span", f"+{more}", class_="disc", title=label) if more > 0 else None,
        type="button",
        class_="people",
        data_do="share",
        aria_label=_("Here: {people}").format(people=label),
    )


def selected_by(present: Iterable[Presence], me: Author) -> Mapping[str, list[Author]]:
    """Who else has selected which unit."""
    found: dict[str, list[Author]] = {}
    for one in present:
        if one.selected and one.author.id != me.id:
            found.setdefault(one.selected, []).append(one.author)
    return found


def carried_by(present: Iterable[Presence], units: Iterable[str]) -> Mapping[str, Author]:
    """Who holds which unit over another hex just now."""
    places = {unit_place(unit, "position"): unit for unit in units}
    return {places[place]: one.author for one in present if one.changing for place in one.changing if place in places}
