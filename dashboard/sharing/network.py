"""The names and addresses by which others on the network reach this machine."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from contextlib import suppress
from urllib.parse import urlsplit

__all__ = ["address_on_network", "base_url", "names_of_this_machine", "parse_origin"]

_ELSEWHERE = "192.0.2.1"
"""An address that exists only in documentation: asking for the way there sends nothing."""


def names_of_this_machine() -> list[str]:
    """Host names and IPv4 addresses of this machine, those for others on the network first."""
    found = [_way_out()]
    name = socket.gethostname().lower()
    if name and name != "localhost":
        with suppress(OSError):  # a machine that does not know its own name has its addresses all the same
            found += [str(info[4][0]) for info in socket.getaddrinfo(name, None, socket.AF_INET)]
        found += [name, f"{name.partition('.')[0]}.local"]
    return [*dict.fromkeys(filter(None, found)), "127.0.0.1", "localhost"]


def address_on_network() -> str:
    """The address to give to others; this machine's own if it is on no network."""
    return names_of_this_machine()[0]


def parse_origin(text: str, port: int) -> tuple[str, str]:
    """What ``--origin`` names: the host and port that a browser says it comes from, and the address before the path.

    ``battles.example`` stands for http on ``port``; behind a proxy with TLS write ``https://battles.example``.
    Raises :class:`ValueError` with the reason.
    """
    address = text if "://" in text else f"http://{text}"
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme not in ("http", "https") or not host or ":" in host or parts.path.strip("/") or parts.query:
        raise ValueError(f"{text!r} is no origin: write a host such as battles.example or https://battles.example")
    at = parts.port or (None if "://" in text else port)
    netloc = f"{host}:{at}" if at else host
    return netloc, f"{parts.scheme}://{netloc}/"


def base_url(origins: Sequence[str], port: int) -> str:
    """The address to put before links: the first origin that was named, or this machine on its network."""
    return parse_origin(origins[0], port)[1] if origins else f"http://{address_on_network()}:{port}/"


def _way_out() -> str:
    """The address from which this machine would send to others; empty if it is on no network."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((_ELSEWHERE, 9))
            return str(probe.getsockname()[0])
    except OSError:
        return ""
