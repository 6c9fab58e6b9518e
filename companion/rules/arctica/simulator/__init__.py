"""The box of *Arctica* on the simulated table: art, hidden cards, mistakes."""

from companion.rules.arctica.simulator.kit import ArcticaKit

KIT = ArcticaKit
