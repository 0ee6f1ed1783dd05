"""The evenings of a server: what was played in one, and its weekly game night."""
