"""What every engine shares: records, dice, odds, grids."""
