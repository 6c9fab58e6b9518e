"""The five games, a package each. Nothing imports them by name: they are found as entry points."""
