"""Benchmarks, which measure speed on the machine where they run: `make bench`."""
