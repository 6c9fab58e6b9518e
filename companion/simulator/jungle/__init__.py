"""Simulated players of the game with the totem: they open cards and grab, at a simulated base with pads."""

from companion.simulator.jungle.players import SimulatedPlayers, Temper

__all__ = ["SimulatedPlayers", "Temper"]
