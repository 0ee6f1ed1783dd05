"""Speed, measured on the machine at hand: `make bench`."""
