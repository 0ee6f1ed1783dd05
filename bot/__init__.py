"""The application: tables, saving, clocks. It knows the rules of no game, and no Discord but in its
root."""
