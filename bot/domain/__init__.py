"""What every part of the bot speaks of: tables, people, ratings, errors. No database."""
