"""What parts of the program need from each other: errors, choices, the first start."""
