"""massbattle dashboard: the served page, its rooms and store, and the command line."""
