"""The box of the game with the totem on the simulated table, and players who grab at a simulated base."""

from companion.games.jungle.simulator.kit import JungleKit
from companion.games.jungle.simulator.players import SimulatedPlayers

KIT = JungleKit
PLAYERS = SimulatedPlayers
