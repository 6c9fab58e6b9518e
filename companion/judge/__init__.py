"""One belief about what has happened at the table, carried from settled view to settled view. Knows no
game."""
