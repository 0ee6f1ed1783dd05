"""The rules of Dritzak."""
