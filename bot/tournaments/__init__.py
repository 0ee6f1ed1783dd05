"""Tournaments of servers: entry, rounds, tables that open by themselves, and how they end. No
Discord, no SQL; who meets whom is computed in bot.tournaments."""
