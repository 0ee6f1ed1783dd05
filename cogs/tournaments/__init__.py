"""Tournaments on Discord: `/tournament`, the message of each, its tables, and moderators' tools."""
