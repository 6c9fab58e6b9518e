"""The box of the *Northwest Passage* on the simulated table: art, hidden tokens, mistakes."""

from companion.games.northwest.simulator.kit import NorthwestKit

KIT = NorthwestKit
