"""How well the referee does: recorded clips, what really happened in them, and scores."""
