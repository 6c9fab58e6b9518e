"""What the simulated table knows of the game *Марсо лови!*: its art, its hidden cards, its mistakes."""
