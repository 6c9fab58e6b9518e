"""The pages of the touchscreen, and the window that shows them."""
