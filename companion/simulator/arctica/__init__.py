"""The box of Arctica, drawn by ourselves."""
