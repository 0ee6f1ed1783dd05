"""Handles servers that the bot joins and leaves. The data of a server that removed the bot is
deleted 30 days later."""
