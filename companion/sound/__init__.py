"""What people hear of a table: short sounds, computed here, and a voice. Both follow the referee's
rulings."""
