"""A chess set on the simulated table: board and men, how people choose, what they do wrong."""

from .kit import ChessKit

KIT = ChessKit
