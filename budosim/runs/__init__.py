"""What the commands and the Python interface do alike: play, count, write result folders, repeat them."""
