"""The panels at the right of the board, one file each."""

from __future__ import annotations

from companion.screen.panels.panel import Host, Panel

__all__ = ["Host", "Panel"]
