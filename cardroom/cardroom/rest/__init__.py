"""Discord's REST API, as far as the room has it."""
