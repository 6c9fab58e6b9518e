"""The program joined: an open table with its camera and readers, and what the screen is given."""
