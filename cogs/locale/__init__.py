"""The catalogues: every sentence that people read, in other languages than the English of the code.

`<language>/LC_MESSAGES/shijo.po` is what translators edit. The `.mo` beside it is made of it and is
kept in the repository: so starting needs no build step and no further library, and reading it takes
about a millisecond. `python -m cogs.locale.extract` brings both up to date; it needs Babel, which
is one of the development tools.
"""
