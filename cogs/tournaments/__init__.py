"""Tournaments on Discord: `/tournament`, the tournaments' messages and tables, and moderators'
tools."""
