"""The program as a process: its end, its shell, its memory, its machine."""
