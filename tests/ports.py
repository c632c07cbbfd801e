"""Ports for servers of tests that are killed and come back."""

from __future__ import annotations

import os
from itertools import count

__all__ = ["PORTS"]

PORTS = count(20_000 + os.getpid() % 500 * 20)
"""Ports to begin to look for a free one at, below those that the system gives to outgoing connections.

While a server is away, its page calls it again and again: on a port of that range the call itself, or that of any other
program, could take the port from the server that comes back.
"""
