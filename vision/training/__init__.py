"""Makes the pictures that the two networks are trained with, trains them, and writes them into
``vision/networks``.

Nothing of this is installed with the program: ``make train`` sets up what it needs. Start at
``__main__.py``."""
