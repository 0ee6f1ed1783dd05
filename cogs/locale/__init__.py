"""The catalogues: every sentence that people read, in languages other than English.

Translators edit `<language>/LC_MESSAGES/shijo.po`. At installation, the `.po` file is compiled into
the `.mo` file beside it (`compiled`). The bot reads a `.mo` file in about a millisecond. The
command `python -m cogs.locale` brings both files up to date with the code. The command needs Babel,
a development tool."""
