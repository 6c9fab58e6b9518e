"""The box of *Survive: Escape from Atlantis!* on the simulated table: art, hidden tiles, mistakes."""

from companion.games.atlantis.simulator.kit import AtlantisKit

KIT = AtlantisKit
