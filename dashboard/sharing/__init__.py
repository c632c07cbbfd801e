"""A served battle on a network: who may come in, as whom, and what the browser is told to guard.

``access`` keeps links and password, ``key`` the secret of the server, ``passport`` the cookie of a browser,
``guesses`` slows down whoever tries; ``door`` is what a browser meets before the page, ``desk`` what the page
shows its owner of all this; ``network`` names the addresses of this machine and ``headers`` what each answer says.
"""
