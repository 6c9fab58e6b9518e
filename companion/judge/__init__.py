"""The judge: one belief about what has happened at the table, carried from settled view to settled view. It
knows no game."""
