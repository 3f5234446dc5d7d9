"""The compiled combat engines: numpy and numba only."""
