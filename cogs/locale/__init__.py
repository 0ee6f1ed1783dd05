"""The catalogues: every sentence that people read, in languages other than English.

Translators edit `<language>/LC_MESSAGES/shijo.po`. The `.mo` file beside it is compiled from it and
kept in the repository, so that the bot starts without a build step; reading it takes about a
millisecond. `python -m cogs.locale.extract` updates both; it needs Babel, a development tool.
"""
