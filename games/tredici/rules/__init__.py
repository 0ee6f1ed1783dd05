"""The rules of Tredici."""
