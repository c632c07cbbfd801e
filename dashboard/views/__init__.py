"""What a game master sees, one module a piece of the page; each watches one session and changes in place."""
