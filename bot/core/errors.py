"""Errors that refuse a command or an action. Each error has a sentence for a person. When an error
is raised, nothing has changed."""

from __future__ import annotations

from games.errors import ReadableError
from games.sentences import marked


class Refusal(ReadableError):
    """A command of the command line (`shijo verify`, say) can't do what was asked for. The command
    prints only the sentence."""


class CannotStart(ReadableError):
    """The database can't be used. The sentence says why, and what to do."""


class CannotConnect(ReadableError):
    """Discord can't be reached, or refuses this bot. The sentence says which of these happened, and
    what to do."""


class TableError(ReadableError):
    """The base class of errors with which the session manager (bot.tables) or another subject (a
    package of the bot) refuses a command."""


class NoSuchTable(TableError):
    """No table with this id exists, or it no longer exists."""

    template = marked("This table is gone.")


class CannotTakeBack(TableError):
    """No move can be taken back now. Or a member agreed that another player takes back a move, and
    that player has not asked for it."""

    template = marked("That move can't be taken back.")


class NotAhead(TableError):
    """A move can't be chosen before the member's turn, because it is already their turn or the game
    doesn't offer this move."""

    template = marked("It's too late to plan that move.")


class StaleTable(TableError):
    """The press came from a hand message that is out of date, and the move can't be played any
    more."""

    template = marked("The game has moved on. Here's your hand now.")


class NotSeated(TableError):
    """Only a member who sits at the table may do this."""

    template = marked("You're not at this table.")


class NoLearningTable(TableError):
    """Advice is asked for at a table that was not opened as a learning table."""

    template = marked("You can only get hints at learning tables.")


class PlaysOn(TableError):
    """A member asked to see all hands. But only watchers may see them, and this member still plays
    in the game or has resigned from it."""

    template = marked("No peeking! You'll see everyone's cards when the game is over.")


class HandsClosed(TableError):
    """The host doesn't allow members to watch with open hands."""

    template = marked("The host keeps hands hidden at this table.")


class TooEarly(TableError):
    """Watchers see a rated game a minute late, and this game was dealt less than a minute ago."""

    template = marked("Hands are shown with a minute's delay. Try again in a moment.")


class NoEmotes(TableError):
    """The host or the server wants no emotes."""

    template = marked("Emotes are off here.")


class TooManyEmotes(TableError):
    """The member showed an emote only a moment ago, or has shown too many emotes in this part of
    the game."""

    template = marked("Easy! Give it a moment before your next emote.")


class NoAdvice(TableError):
    """No advice can be given: the member has no move to make, or the computation failed."""

    template = marked("There's no hint right now.")


class AlreadySeated(TableError):
    """The member already has a seat at this table, and can't have a second seat."""

    template = marked("You're already at this table.")


class TableFull(TableError):
    """The game takes no more players."""

    template = marked("This table is full ({most} players).")


class TooFewPlayers(TableError):
    """The game needs more players."""

    template = marked("The game needs at least {least} players.")


class HostOnly(TableError):
    """Only the host may do this."""

    template = marked("Only the host, {host}, can do that.")


class WrongPhase(TableError):
    """This is not possible in the table's present phase. For example, its game is running already,
    has not begun, or is over."""

    template = marked("You can't do that at this table right now.")


class BadChoice(TableError):
    """The choice is not possible. For example, two options contradict each other, or a preset or
    handicap is unknown. The sentence says which choice it is, and why it is not possible."""


class WrongChannel(TableError):
    """The server's settings allow no tables in this channel. `channels` in the params are the ids
    of the allowed channels."""

    template = marked("You can't open tables in this channel. Try another one.")

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels=channels)


class TooManyTables(TableError):
    """The server has as many open tables as its settings allow."""

    template = marked(
        "This server has reached its limit for open tables ({most}). Finish or close one first."
    )


class TooManyHosted(TableError):
    """The member hosts so many open tables that the limit for one member is reached."""

    template = marked(
        "You're already hosting as many tables as you can here ({most}). Finish or close one first."
    )


class OpenedElsewhere(TableError):
    """Another process has handled the same interaction, and has opened the table for it."""

    template = marked("That table is already open.")


class NotDeserted(TableError):
    """Players tried to close a running game in which somebody moved not long ago."""

    template = marked(
        "Players can close the table after a day without a move. Moderators can close it at any "
        "time."
    )


class NotDesertedByPost(NotDeserted):
    """Players tried to close a running correspondence game in which somebody moved not long ago. It
    is the same refusal as NotDeserted, but in a correspondence game a move may take days."""

    template = marked(
        "Players can close a correspondence game after a month without a move. Moderators can "
        "close it at any time."
    )


class OwnGame(TableError):
    """A moderator tried to close a rated game in which they play, which would protect their own
    rating."""

    template = marked("You're playing in this game, so another moderator has to close the table.")


class AlreadyVoted(TableError):
    """The member has already cast this vote."""

    template = marked("You've already voted for that.")


class TableQuarantined(TableError):
    """The table's stored record can't be replayed. The table stays stored, but nobody can play at
    it."""

    template = marked(
        "This game can't go on. {reason} It's saved, and the bot's owner can see what went wrong."
    )


class NoFinishedGame(TableError):
    """No finished game with this number exists in this server."""

    template = marked("I can't find that game here.")


class RecordDropped(NoFinishedGame):
    """The game's moves have been deleted because of its age; its result is still stored."""

    template = marked("That game is too old to open. Only its result is left.")


class StillPlayed(TableError):
    """The game is still being played, so nothing about it may be revealed."""

    template = marked("That game isn't over yet. You can analyse it afterwards.")


class NotAnalysed(TableError):
    """The analysis failed; the log has the reason."""

    template = marked("I couldn't analyse that game. Please try again in a moment.")


class NoMistake(TableError):
    """The member has no mistakes to practise, or made no mistake with the given move."""

    template = marked(
        "You have no mistakes to practise yet. Press *Analyse* under a result to find some."
    )


class PuzzleOver(TableError):
    """The puzzle belongs to another day."""

    template = marked("That puzzle is over. `/puzzle` shows today's.")


class AlreadyAnnulled(TableError):
    """The game has been annulled before."""

    template = marked("That game has already been voided.")


class SetByTournament(TableError):
    """The table belongs to a tournament, which chooses its players and rules."""

    template = marked(
        "This is a tournament table, so its players and rules are set. The next game "
        "opens by itself."
    )


class TournamentGame(TableError):
    """A member wants to sit down at a tournament's table that is reserved for other players."""

    template = marked("This is a tournament game, just for {names}.")


class NoSuchTournament(TableError):
    """No such tournament exists in this server."""

    template = marked("There's no tournament here. `/tournament new` creates one.")


class EntryClosed(TableError):
    """The tournament has started, or has ended."""

    template = marked("Entries for this tournament have closed.")


class NotPlaying(TableError):
    """The action needs a running tournament, but this tournament has not started or is over."""

    template = marked("This tournament isn't running.")


class TakenOut(TableError):
    """A member wants to rejoin a tournament from which a moderator removed them."""

    template = marked("A moderator removed you from this tournament.")


class AlreadyEntered(TableError):
    """The member is in the tournament already."""

    template = marked("{name} is already in this tournament.")


class NotEntered(TableError):
    """The member is not in the tournament."""

    template = marked("{name} isn't in this tournament.")


class TournamentFull(TableError):
    """The tournament takes no more members."""

    template = marked("This tournament is full ({most} players).")


class TooFewEntrants(TableError):
    """The tournament has too few members to start."""

    template = marked(
        "A tournament needs at least {least} players, and you only have {number} so far."
    )


class NotForTwo(TableError):
    """The rules can't be played by two players. But a tournament has only games for two."""

    template = marked(
        "Tournament games are for two players, but these rules need at least {least}. Please "
        "choose other rules."
    )


class NoClock(TableError):
    """Somebody wants to open a tournament without a time limit for moves, which is not allowed."""

    template = marked("A tournament needs a time limit. Otherwise a game could last forever.")


class NoDuplicateArena(TableError):
    """Somebody wants to open an arena (a tournament without rounds) that is played as duplicates
    (the same deals at several tables), which is not possible."""

    template = marked("You can't play duplicate matches in an arena. Pick another format.")


class AlreadyDecided(TableError):
    """The tournament's game has ended, or no such game exists."""

    template = marked("That game has already been decided.")


class NotSaved(TableError):
    """The database failed. The table is unchanged."""

    template = marked("I couldn't save that, so nothing has changed. Please try again in a moment.")
