"""Errors of the bot. Each has a sentence for a person, and nothing has changed when one is
raised."""

from __future__ import annotations

from games.errors import ReadableError
from games.sentences import marked


class Refusal(ReadableError):
    """The command line can't do that. The sentence is all that the user is shown."""


class CannotStart(ReadableError):
    """The database can't be used. The sentence says why, and what to do."""


class CannotConnect(ReadableError):
    """Discord can't be reached, or refuses this bot. The sentence says which, and what to do."""


class TableError(ReadableError):
    """Any refusal by the session manager."""


class NoSuchTable(TableError):
    """No such table exists any more, or ever did."""

    template = marked("This table is gone.")


class StaleTable(TableError):
    """The press came from a panel with an older state, and names no card that can still be
    played."""

    template = marked("The game has moved on since then. Here is your hand as it is now.")


class NotSeated(TableError):
    """Only a member who sits at the table may do this."""

    template = marked("You don't sit at this table.")


class NoLearningTable(TableError):
    """Advice is asked for at a table that was not opened as a learning table."""

    template = marked("Advice is given at learning tables only.")


class NoAdvice(TableError):
    """The adviser has nothing to say: there is no move to make, or its thinking failed."""

    template = marked("There is no advice just now.")


class AlreadySeated(TableError):
    """The member has a seat at this table already; more than one is not allowed."""

    template = marked("You already sit at this table.")


class TableFull(TableError):
    """The game takes no more players."""

    template = marked("This table is full: the game takes {most} at most.")


class TooFewPlayers(TableError):
    """The game needs more players."""

    template = marked("The game needs at least {least} players.")


class HostOnly(TableError):
    """Only the host may do this."""

    template = marked("Only the host, {host}, can do that.")


class WrongPhase(TableError):
    """The table is in another phase: already playing, not yet, or over."""

    template = marked("That can't be done at this table now.")


class BadChoice(TableError):
    """A choice that is not possible: options that clash, an unknown preset or handicap. The
    sentence says which and why."""


class WrongChannel(TableError):
    """The server's settings allow no tables in this channel. `channels` in the params are the ids
    of those that they allow."""

    template = marked("This server wants its tables in other channels.")

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels=channels)


class TooManyTables(TableError):
    """The server has reached its limit of open tables."""

    template = marked(
        "The limit of open tables on this server ({most}) is reached. Finish or close one first."
    )


class TooManyHosted(TableError):
    """The member has reached the limit of open tables that one member may host."""

    template = marked(
        "You are the host of {most} open tables here, and may be of no more. Finish or "
        "close one first."
    )


class OpenedElsewhere(TableError):
    """Another process has heard of the same interaction, and has opened its table."""

    template = marked("That table is open already.")


class NotDeserted(TableError):
    """The players can't close a running game while it goes on."""

    template = marked(
        "While a game is being played, its players can close the table once nobody has moved for a "
        "day; a moderator can at any time."
    )


class NotDesertedByPost(NotDeserted):
    """The error above, for a game by post, where nobody hurries."""

    template = marked(
        "A game by post can be closed by its players once nobody has moved for a month; by a "
        "moderator at any time."
    )


class OwnGame(TableError):
    """A moderator who plays a rated game would close it, which saves their own rating."""

    template = marked("You play this game yourself: another moderator can close the table.")


class AlreadyVoted(TableError):
    """The member has voted for that already."""

    template = marked("You have voted for that already.")


class TableQuarantined(TableError):
    """The record of this table can't be replayed; it is kept, and can't be played on."""

    template = marked(
        "This table can't go on: {reason} It is kept, and the bot's owner has been told."
    )


class NoFinishedGame(TableError):
    """The server has no such finished game."""

    template = marked("No such game has been finished here.")


class NothingFinished(NoFinishedGame):
    """No game was finished in the channel yet."""

    template = marked(
        "No game has been finished in this channel yet. `/history` has those of other channels."
    )


class RecordDropped(NoFinishedGame):
    """The game's record is kept no longer; its result is."""

    template = marked("That game is too old: its record is kept no longer, only its result.")


class StillPlayed(TableError):
    """The game is still being played: nothing may be told of it."""

    template = marked("That game is still being played. It can be analysed when it is over.")


class NotAnalysed(TableError):
    """The analysis failed; the log has the reason."""

    template = marked("That game could not be analysed. Please try again in a moment.")


class NoMistake(TableError):
    """The member has no such mistake."""

    template = marked("There is no mistake of yours here. *Analyse* under a result looks for them.")


class PuzzleOver(TableError):
    """The puzzle is of another day."""

    template = marked("That puzzle is over. `/puzzle` shows today's.")


class AlreadyAnnulled(TableError):
    """The game has been annulled before."""

    template = marked("That game has been annulled already.")


class SetByTournament(TableError):
    """The table belongs to a tournament, which chooses its players and rules."""

    template = marked(
        "This table belongs to a tournament, which sets its players and rules. Its next game opens "
        "by itself."
    )


class TournamentGame(TableError):
    """A member wants to sit down at a tournament's table that waits for others."""

    template = marked("This is a game of a tournament, for {names} alone.")


class NoSuchTournament(TableError):
    """No such tournament exists in this server."""

    template = marked("There is no such tournament here.")


class EntryClosed(TableError):
    """The tournament has started, or has ended."""

    template = marked("The entry to this tournament is closed.")


class NotPlaying(TableError):
    """Something that is possible only while a tournament is played."""

    template = marked("This tournament is not being played.")


class AlreadyEntered(TableError):
    """The member is in the tournament already."""

    template = marked("{name} plays in this tournament already.")


class NotEntered(TableError):
    """The member is not in the tournament."""

    template = marked("{name} does not play in this tournament.")


class TournamentFull(TableError):
    """The tournament takes no more members."""

    template = marked("This tournament is full: it takes {most} members.")


class TooFewEntrants(TableError):
    """The tournament has too few members to start."""

    template = marked("A tournament needs at least {least} members; {number} have entered.")


class NotForTwo(TableError):
    """The rules can't be played by two, as a tournament's tables are."""

    template = marked(
        "At a tournament's tables two meet, and these rules need {least} players. Please choose "
        "others."
    )


class NoClock(TableError):
    """A tournament without a time limit for moves."""

    template = marked("A tournament needs a time limit: else nobody could lose by the clock.")


class AlreadyDecided(TableError):
    """The fixture has ended, or no such fixture exists."""

    template = marked("That game is decided already.")


class NotSaved(TableError):
    """The database failed. The table is unchanged."""

    template = marked(
        "That could not be saved, so it has not happened. Please try again in a moment."
    )
