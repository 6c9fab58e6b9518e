"""The box of *Survive: Escape from Atlantis!* on the simulated table: art, hidden tiles, mistakes."""

from companion.rules.atlantis.simulator.kit import AtlantisKit

KIT = AtlantisKit
