"""What lies in a cell: portraits of pieces, faces of cards, contact sheets."""
