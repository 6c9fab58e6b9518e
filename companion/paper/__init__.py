"""What is printed for the table: a game's help on one or two sheets."""
