"""Data and errors that every part of the bot uses: tables, people, ratings. No database."""
