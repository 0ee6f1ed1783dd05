"""The catalogues: every sentence that people read, in languages other than English.

Translators edit `<language>/LC_MESSAGES/shijo.po`. The `.mo` file beside it is compiled from it at
installation (`compiled`); the bot reads it in about a millisecond. `python -m cogs.locale` brings
both up to date with the code; it needs Babel, a development tool."""
