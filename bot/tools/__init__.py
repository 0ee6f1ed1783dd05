"""Commands of `shijo` that run without Discord. Each module imports only what its own commands
need."""
