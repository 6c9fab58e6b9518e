"""The box of *Марсо лови!* on the simulated table: art, hidden cards, mistakes."""

from companion.games.marso.simulator.kit import MarsoKit

KIT = MarsoKit
