"""A small Discord for one machine: its REST API and gateway for a bot, a page for people.

It knows Discord's protocol, and nothing of the bot that runs in it."""
