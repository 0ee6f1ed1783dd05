"""The evenings of a server: the games played in one evening, and the weekly game night."""
