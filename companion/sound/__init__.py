"""What is heard of a table: short sounds of its own making, and a voice. Both are readers of the rulings."""
