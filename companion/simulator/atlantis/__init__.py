"""A *Survive: Escape from Atlantis!* box on the simulated table."""
