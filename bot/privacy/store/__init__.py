"""Stored data about members and servers."""
