"""The creatures, units and armies that people keep, as one browser session uses them.

Imports no Panel, as all models. Actions never raise for what a user may do wrong: they set ``said`` and
``refusal`` and return False.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

import param

from dashboard.library_file import LibraryFile
from dashboard.models.creature_search import Query, srd, with_own
from dashboard.models.session import BattleSession
from massbattle_core.armies.library import (
    LONGEST_KEY,
    KeptArmy,
    KeptUnit,
    Library,
    creatures_by_key,
    free_key,
    keep_army,
    keep_unit,
)
from massbattle_core.creatures import Catalogue, Creature
from massbattle_core.creatures.model import slug
from massbattle_core.document import AddCreatures, Edit, Several
from massbattle_core.errors import BattleFileError, IllegalActionError, MassBattleError, Problem
from massbattle_core.mass_combat.model import SideId

__all__ = ["Bestiary", "Origin"]

Origin = Literal["own", "battle", "srd"]
Kind = Literal["creatures", "units", "armies"]
Entries = Mapping[tuple[Kind, str], Any]
"""What a library holds under some keys; None for nothing."""


class Bestiary(param.Parameterized):
    """The library beside the battle of one session: creatures to search and use, what is kept, what was changed."""

    library = param.ClassSelector(default=Library(), class_=Library, doc="What is kept, as last read.")
    said = param.String("", doc="One quiet line: what just happened, or why not.")
    refusal = param.Parameter((), doc="Why the last action was refused: a tuple of Problem.")
    can_undo = param.Boolean(False, doc="The last change of the library can be taken back.")

    def __init__(self, session: BattleSession, file: LibraryFile, translate: Callable[[str], str] = str) -> None:
        super().__init__()
        self.session = session
        self._file = file
        self._ = translate
        self._back: tuple[Entries, Entries] | None = None
        self.refresh()

    # ---------------------------------------------------------------- creatures to use

    def refresh(self) -> bool:
        """Read what is kept now."""
        return self._act(lambda: self._take(self._file.read()))

    def search(self, query: Query, limit: int = 20) -> list[Creature]:
        """The creatures that fit: those of this battle alone first, then one's own, then the SRD's."""
        kept = with_own(self.library.creatures)
        alone = {key: c for key, c in self.session.document.creatures.items() if kept.known.get(key) != c}
        here = Catalogue(replace(creature, id=key) for key, creature in alone.items())
        found = here.search(query.text, limit=limit, **query.filters)
        for part in (kept.own, kept.srd):
            more = part.search(query.text, limit=limit, **query.filters)
            found += [creature for creature in more if creature.id not in alone]
        return found[:limit] if not query.text else sorted(found, key=lambda c: self.origin(c.id) == "srd")[:limit]

    def get(self, creature_id: str) -> Creature | None:
        """The creature of this id: the battle's, one's own or the SRD's."""
        known = self.session.document.creatures.get(creature_id)
        return known or with_own(self.library.creatures).known.get(creature_id)

    def origin(self, creature_id: str) -> Origin:
        """Where the creature of this id comes from."""
        if creature_id in self.library.creatures:
            return "own"
        known = self.session.document.creatures.get(creature_id)
        return "battle" if known and known != srd().get(creature_id) else "srd"

    def catalogue(self) -> Catalogue:
        """One's own creatures and the SRD's as one catalogue."""
        return Catalogue(with_own(self.library.creatures).known.values())

    def with_creature(self, creature_id: str, edit: Edit) -> Edit | None:
        """An edit that needs this creature, copying it into the battle first; None if there is no such creature."""
        creature = self.get(creature_id)
        if creature is None:
            return None
        if creature_id in self.session.document.creatures:
            return edit
        return Several((AddCreatures({creature_id: creature}), edit))

    # ---------------------------------------------------------------- creatures kept

    def keep_creature(self, creature: Creature, *, instead_of: str = "", in_battle: bool = False) -> str:
        """Keep a creature, new or in place of another; returns its id, or ``""`` if it was refused.

        ``in_battle`` changes the copy of this battle likewise, as one edit.
        """
        taken = {*srd(), *self.library.creatures, *self.session.document.creatures}
        key = instead_of if instead_of in self.library.creatures else free_key(slug(creature.name), taken)
        creature = replace(creature, id=key)
        said = self._("{name} is kept.").format(name=creature.name)
        if not self._keep_entries({("creatures", key): creature}, said):
            return ""
        if in_battle:
            self._edit(AddCreatures({key: creature}))
        return key

    def keep_creatures(self, creatures: Iterable[Creature], *, in_battle: bool) -> bool:
        """Keep creatures beside those that are kept; what is there already with the same facts is not kept twice."""
        copies = creatures_by_key(creatures, self.library, self.session.document.creatures)
        coming: Entries = {("creatures", key): c for key, c in copies.items() if key not in self.library.creatures}
        said = self._("Creatures kept: {count}.").format(count=len(coming))
        if coming and not self._keep_entries(coming, said):
            return False
        return not in_battle or self._edit(AddCreatures(copies))

    # ---------------------------------------------------------------- units and armies kept

    def keep_unit(self, unit_id: str) -> bool:
        """Keep a unit of the battle under its name."""

        def keep() -> None:
            kept = keep_unit(self.session.document, unit_id)
            self._keep("units", kept.unit.name or self._("Unnamed unit"), kept)

        return self._act(keep)

    def keep_army(self, side: SideId) -> bool:
        """Keep the army of a side under its name."""

        def keep() -> None:
            kept = keep_army(self.session.document, side)
            if not kept.units:
                raise IllegalActionError(self._("this side has no units yet"))
            self._keep("armies", kept.side.name or self._("Army"), kept)

        return self._act(keep)

    def rename(self, kind: Kind, key: str, name: str) -> bool:
        """Keep a unit or an army under another name."""
        name = " ".join(name.split())[:LONGEST_KEY]
        entries = getattr(self.library, kind)
        if not name or name == key or key not in entries:
            return False
        free = free_key(name, entries, " ")
        return self._keep_entries({(kind, key): None, (kind, free): entries[key]}, self._("Renamed."))

    def forget(self, kind: Kind, key: str) -> bool:
        """Take something out of the library; battles keep their copies."""
        kept = getattr(self.library, kind).get(key)
        if kept is None:
            return False
        name = kept.name if kind == "creatures" else key
        return self._keep_entries({(kind, key): None}, self._("{name} is out of your library.").format(name=name))

    def put_unit(self, key: str, side: SideId) -> bool:
        """Add a kept unit to a side of the battle and select it."""
        kept = self.library.units.get(key)
        return kept is not None and self._put(lambda: kept.to_edit(self.session.document, side))

    def put_army(self, key: str, side: SideId, *, replacing: Collection[SideId] = ()) -> bool:
        """Add a kept army to a side of the battle, or put it in the place of the side's units."""
        kept = self.library.armies.get(key)
        return kept is not None and self._put(lambda: kept.to_edit(self.session.document, side, replacing=replacing))

    def take_library(self, other: Library) -> bool:
        """Keep everything of another library beside what is kept."""
        coming: dict[tuple[Kind, str], Any] = {}
        for kind in ("units", "armies"):
            mine = getattr(self.library, kind)
            for key, kept in getattr(other, kind).items():
                if mine.get(key) != kept:
                    coming[kind, free_key(key, mine, " ")] = kept
        for key, creature in creatures_by_key(other.creatures.values(), self.library).items():
            if key not in self.library.creatures:
                coming["creatures", key] = creature
        return self._keep_entries(coming, self._("Taken over from the library: {count}.").format(count=len(coming)))

    def undo(self) -> bool:
        """Take back the last change of the library, unless it has been changed since."""
        if self._back is None:
            return False
        before, after = self._back

        def back() -> None:
            def restored(library: Library) -> Library:
                if any(_entry(library, *place) != value for place, value in after.items()):
                    raise IllegalActionError(self._("this has been changed since"))
                return _with(library, before)

            self._take(self._file.change(restored))
            self._back = None
            self.param.update(said=self._("Undone."), can_undo=False)

        return self._act(back)

    # ---------------------------------------------------------------- within

    def _keep(self, kind: Kind, name: str, kept: KeptUnit | KeptArmy) -> None:
        key = free_key(name, getattr(self.library, kind), " ")
        self._change({(kind, key): kept}, self._("{name} is kept.").format(name=key))

    def _put(self, make: Callable[[], Edit]) -> bool:
        before = set(self.session.document.mass_combat.units)
        if not (self._act(lambda: self._submit(make()))):
            return False
        new = [unit for unit in self.session.document.mass_combat.ordered_units() if unit.id not in before]
        if new:
            self.session.select(new[0].id)
        self.said = self._("Put into the battle.")
        return True

    def _edit(self, edit: Edit) -> bool:
        return self._act(lambda: self._submit(edit))

    def _submit(self, edit: Edit) -> None:
        if not self.session.submit(edit):
            raise IllegalActionError(self.session.status)

    def _keep_entries(self, entries: Entries, said: str) -> bool:
        return self._act(lambda: self._change(entries, said))

    def _change(self, entries: Entries, said: str) -> None:
        if self.session.author.role != "owner":
            raise IllegalActionError(self._("the library belongs to the owner of the battle"))
        before: dict[tuple[Kind, str], Any] = {}

        def changed(library: Library) -> Library:
            before.update({place: _entry(library, *place) for place in entries})
            return _with(library, entries)

        self._take(self._file.change(changed))
        self._back = (before, entries)
        self.param.update(said=said, refusal=(), can_undo=True)

    def _take(self, library: Library) -> None:
        if library is not self.library:
            self.library = library

    def _act(self, action: Callable[[], None]) -> bool:
        try:
            action()
        except BattleFileError as error:
            problem = Problem(error.place, error.message, error.remedy)
            self.param.update(said=self._(problem.text), refusal=(problem,))
        except IllegalActionError as error:
            self.param.update(said=self._(error.reason), refusal=(Problem("", error.reason, rule=error.rule),))
        except MassBattleError as error:
            self.param.update(said=self._(error.text), refusal=(Problem("", error.text),))
        else:
            return True
        return False


def _entry(library: Library, kind: Kind, key: str) -> Any:
    return getattr(library, kind).get(key)


def _with(library: Library, entries: Entries) -> Library:
    parts = {kind: dict(getattr(library, kind)) for kind in ("creatures", "units", "armies")}
    for (kind, key), value in entries.items():
        if value is None:
            parts[kind].pop(key, None)
        else:
            parts[kind][key] = value
    return Library(**parts)
