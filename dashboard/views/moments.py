"""When something happened, in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from dashboard.i18n import Words
from dashboard.markup import Markup, tag

__all__ = ["moment", "time_markup"]


def moment(iso: str, _: Words, now: datetime | None = None) -> str:
    """A time that is kept in UTC as people of this place say it: ``5 minutes ago``, ``yesterday, 14:02``."""
    then = datetime.fromisoformat(iso)
    now = now or datetime.now(UTC)
    minutes = int((now - then).total_seconds() // 60)
    if minutes < 1:
        return _("just now")
    if minutes < 60:
        return _.plural("{count} minute ago", "{count} minutes ago", minutes)
    here, today = then.astimezone(), now.astimezone().date()
    clock = f"{here:%H:%M}"
    if here.date() == today:
        return _("today, {time}").format(time=clock)
    if here.date() == today - timedelta(days=1):
        return _("yesterday, {time}").format(time=clock)
    return f"{here:%Y-%m-%d %H:%M}"


def time_markup(iso: str, _: Words) -> Markup:
    """A time in words, the exact one on hover."""
    return tag(
        "time", moment(iso, _), datetime=iso, title=f"{datetime.fromisoformat(iso).astimezone():%Y-%m-%d %H:%M:%S}"
    )
