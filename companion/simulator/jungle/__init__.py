"""Simulated players of the game with the totem: they open cards and grab, at a simulated base with pads."""

from companion.simulator.jungle.players import NOT_WRITTEN, SimulatedPlayers, Temper

__all__ = ["NOT_WRITTEN", "SimulatedPlayers", "Temper"]
