"""The part of Discord's REST API that the room implements."""
