"""Evenings (games that follow each other in a server without a long break) as a picture, and a
server's weekly game night."""
