"""The table in lines of text, for a machine without a display."""
