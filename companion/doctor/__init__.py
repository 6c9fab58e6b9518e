"""Looks at every part of a table and says how it is, and what to do where something is wrong."""
