"""Errors that refuse a command or an action. Each error has a sentence for a person. When an error
is raised, nothing has changed."""

from __future__ import annotations

from games.errors import ReadableError
from games.sentences import marked


class Refusal(ReadableError):
    """Raised when a command of the command line (`shijo verify`, say) can't do what was asked for.
    The command prints only the sentence."""


class CannotStart(ReadableError):
    """Raised when the process can't start, for example because the database can't be used or a port
    is taken. The sentence says why."""


class CannotConnect(ReadableError):
    """Raised when Discord can't be reached, or refuses this bot. The sentence says which of these
    happened."""


class TableError(ReadableError):
    """The base class of errors with which the session manager (bot.tables) or another subject (a
    package of the bot) refuses a command."""


class NoSuchTable(TableError):
    """Raised when no table with this id exists, or it no longer exists."""

    template = marked("This table is gone.")


class CannotTakeBack(TableError):
    """Raised when no move can be taken back now. Also raised when a member agrees that another
    player takes back a move, but that player has not asked for it."""

    template = marked("That move can't be taken back.")


class NotAhead(TableError):
    """Raised when a member can't choose these moves before their turn. Either the game doesn't
    offer this choice now, or a bot player is playing for the member. On the member's own turn, the
    game offers no choice."""

    template = marked("It's too late to plan that move.")


class StaleTable(TableError):
    """Raised when a press came from an older state of the table, and can't be carried out any
    more."""

    template = marked("The game has moved on. Here's your hand now.")


class NotSeated(TableError):
    """Raised when somebody without a seat at the table wants to do what only its members may do."""

    template = marked("You're not at this table.")


class NoLearningTable(TableError):
    """Raised when somebody asks for advice at a table that was not opened as a learning table."""

    template = marked("You can only get hints at learning tables.")


class PlaysOn(TableError):
    """Raised when a member with a seat asks to see all hands, but somebody in their team is still
    in the game or has resigned."""

    template = marked("No peeking! You'll see everyone's cards when the game is over.")


class HandsClosed(TableError):
    """Raised when a member without a seat wants to see the hands of all players, but the table's
    host doesn't allow this."""

    template = marked("The host isn't letting spectators see hands at this table.")


class TooEarly(TableError):
    """Raised when a member wants to see the hands of all players in a rated game, but the deal is
    less than a minute old. The hands of a rated game are shown a minute late."""

    template = marked("Hands are shown with a minute's delay. Try again in a moment.")


class NoEmotes(TableError):
    """Raised when the host or the server allows no emotes."""

    template = marked("Emotes are off here.")


class TooManyEmotes(TableError):
    """Raised when a member showed an emote only a moment ago, or has shown too many emotes in this
    part of the game."""

    template = marked("Easy! Give it a moment before your next emote.")


class NoAdvice(TableError):
    """Raised when no advice can be given, because the member has no move to make or the computation
    failed."""

    template = marked("There's no hint right now.")


class AlreadySeated(TableError):
    """Raised when a member who already has a seat at this table wants a second one."""

    template = marked("You're already at this table.")


class TableFull(TableError):
    """Raised when the game takes no more players."""

    template = marked("This table is full ({most} players).")


class TooFewPlayers(TableError):
    """Raised when the game needs more players before it can start."""

    template = marked("The game needs at least {least} players.")


class HostOnly(TableError):
    """Raised when another member wants to do what only the host may do."""

    template = marked("Only the host, {host}, can do that.")


class WrongPhase(TableError):
    """Raised when an action is not possible in the present phase of the table, or of the member's
    game. For example, the game has not begun or is over, or the member has left it."""

    template = marked("You can't do that at this table right now.")


class BadChoice(TableError):
    """Raised when a choice is not possible. For example, two options contradict each other, or a
    preset or handicap is unknown. The sentence says which choice it is, and why it is not
    possible."""


class WrongChannel(TableError):
    """Raised when the server's settings allow no tables in this channel. `channels` in the params
    are the ids of the allowed channels."""

    template = marked("You can't open tables in this channel. Try another one.")

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels=channels)


class TooManyTables(TableError):
    """Raised when the server has as many open tables as its settings allow."""

    template = marked(
        "This server has reached its limit for open tables ({most}). Finish or close one first."
    )


class TooManyHosted(TableError):
    """Raised when a member hosts so many open tables that the limit for one member is reached."""

    template = marked(
        "You're already hosting as many tables as you can here ({most}). Finish or close one first."
    )


class OpenedElsewhere(TableError):
    """Raised when another process has handled the same interaction, and has opened the table for
    it."""

    template = marked("That table is already open.")


class NotDeserted(TableError):
    """Raised when a player wants to close a game that is not deserted. A game is deserted if no
    clock is running and nobody has moved for a day."""

    template = marked(
        "Players can close the table after a day without a move. Moderators can close it at any "
        "time."
    )


class NotDesertedByPost(NotDeserted):
    """Raised when a player wants to close a correspondence game that is not deserted. A
    correspondence game is deserted only after 31 days without a move, because a single move can
    take days."""

    template = marked(
        "Players can close a correspondence game after a month without a move. Moderators can "
        "close it at any time."
    )


class OwnGame(TableError):
    """Raised when a moderator wants to close a game in which they play against other members. The
    game would become void, and so the moderator could protect their own rating."""

    template = marked("You're playing in this game, so another moderator has to close the table.")


class AlreadyVoted(TableError):
    """Raised when a member has already voted to remove this player."""

    template = marked("You've already voted for that.")


class OpponentPresent(BadChoice):
    """Raised when one of the only two members in a game votes to remove the other, who is not
    absent. Otherwise anyone could win a game for two by one press."""

    template = marked(
        "With two players, you can only remove your opponent while a bot is filling in for them."
    )


class TableQuarantined(TableError):
    """Raised when the table's stored record can't be replayed. The table stays stored, but nobody
    can play at it."""

    template = marked(
        "This game can't go on. {reason} The game is saved, and the bot's owner can see "
        "what went wrong."
    )


class NoFinishedGame(TableError):
    """Raised when no finished game with this number exists in this server, or when the stored game
    can't be read."""

    template = marked("I can't find that game here.")


class RecordDropped(NoFinishedGame):
    """Raised when the game's moves have been deleted because of its age. Only its result is still
    stored."""

    template = marked("That game is too old to open. Only its result is left.")


class StillPlayed(TableError):
    """Raised when the game is still being played, so that nothing about it may be revealed."""

    template = marked("That game isn't over yet. You can analyse it afterwards.")


class NotAnalysed(TableError):
    """Raised when the analysis of a game has failed. The log has the reason."""

    template = marked("I couldn't analyse that game. Please try again in a moment.")


class NoMistake(TableError):
    """Raised when a member has no mistakes to practise, or made no mistake with the given move."""

    template = marked(
        "You have no mistakes to practise yet. Press *Analyse* under a result to find some."
    )


class PuzzleOver(TableError):
    """Raised when a puzzle can't be answered or shown now, for example because it belongs to
    another day."""

    template = marked("That puzzle is over. `/puzzle` shows today's.")


class AlreadyAnnulled(TableError):
    """Raised when the game to annul has been annulled before."""

    template = marked("That game has already been voided.")


class SetByTournament(TableError):
    """Raised when somebody wants to do at a tournament's table what only the tournament decides,
    such as changing its players or rules."""

    template = marked(
        "This is a tournament table, so its players and rules are set. The next game "
        "opens by itself."
    )


class TournamentGame(TableError):
    """Raised when a member wants to sit down at a tournament's table that is reserved for other
    players."""

    template = marked("This is a tournament game, just for {names}.")


class NoSuchTournament(TableError):
    """Raised when the tournament that was asked for doesn't exist in this server."""

    template = marked("There's no tournament here. `/tournament new` creates one.")


class EntryClosed(TableError):
    """Raised when the entry of a tournament is closed, because the tournament has started or has
    ended."""

    template = marked("Entries for this tournament have closed.")


class NotPlaying(TableError):
    """Raised when an action needs a running tournament, but this tournament has not started or is
    over."""

    template = marked("This tournament isn't running.")


class TakenOut(TableError):
    """Raised when a member wants to rejoin a tournament from which a moderator removed them."""

    template = marked("A moderator removed you from this tournament.")


class AlreadyEntered(TableError):
    """Raised when somebody enters a member who is in the tournament already."""

    template = marked("{name} is already in this tournament.")


class NotEntered(TableError):
    """Raised when the member is not in the tournament."""

    template = marked("{name} isn't in this tournament.")


class TournamentFull(TableError):
    """Raised when the tournament takes no more members."""

    template = marked("This tournament is full ({most} players).")


class TooFewEntrants(TableError):
    """Raised when the tournament has too few members to start."""

    template = marked(
        "A tournament needs at least {least} players, and you only have {number} so far."
    )


class NotForTwo(TableError):
    """Raised when the chosen rules of a tournament can't be played by two players. Each table of a
    tournament has two players."""

    template = marked(
        "Tournament games are for two players, but these rules need at least {least}. Please "
        "choose other rules."
    )


class NoClock(TableError):
    """Raised when somebody wants to open a tournament without a time limit for moves, which is not
    allowed."""

    template = marked("A tournament needs a time limit. Otherwise a game could last forever.")


class NoDuplicateArena(TableError):
    """Raised when somebody wants to open an arena that is played as duplicates. An arena is a
    tournament without rounds, and in duplicates the same deals are played at several tables. The
    two can't be combined."""

    template = marked("You can't play duplicate matches in an arena. Pick another format.")


class AlreadyDecided(TableError):
    """Raised when a moderator wants to decide a tournament's game that is decided already or
    doesn't exist."""

    template = marked("That game has already been decided.")


class NotSaved(TableError):
    """Raised when the database fails. Also raised when a change can't be stored because other
    changes were stored first at each attempt."""

    template = marked("I couldn't save that, so nothing has changed. Please try again in a moment.")
