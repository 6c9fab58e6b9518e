"""The box of *Arctica* on the simulated table: art, hidden cards, mistakes."""

from companion.games.arctica.simulator.kit import ArcticaKit

KIT = ArcticaKit
