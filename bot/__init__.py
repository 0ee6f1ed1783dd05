"""The application: tables, saving, clocks. It knows the rules of no game, and of Discord only what its root plugs in."""
