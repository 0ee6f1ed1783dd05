"""Commands that run without Discord, grouped by what they need instead; each module imports only
what its own commands need."""
