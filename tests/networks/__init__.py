"""The two small networks, and the making of their training pictures."""
