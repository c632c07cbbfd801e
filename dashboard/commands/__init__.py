"""Commands of ``massbattle``, one module a command."""
