"""Drawings and people of the Northwest Passage: its box on the simulated table."""
