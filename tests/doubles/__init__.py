"""What stands in for a part of the program in the tests of several rooms: one double for each part."""
