"""The process in which pictures are read."""
