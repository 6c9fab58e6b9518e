"""Devices at an open table: the totem base, and buttons that say *my turn is done*."""
