"""A small Discord for one machine: the REST API and the gateway for a bot, and a web page for
people. One running instance of it is called a room.

It implements Discord's protocol, and contains nothing that is specific to one bot."""
