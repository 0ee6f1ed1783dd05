"""The tables of the database. Times are milliseconds since 1970 (UTC). JSON is stored as text, so
that one damaged row can't spoil the reading of others."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    text,
)

from bot.core.statistics import STATISTICS

metadata: Final = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("phase", String(16), nullable=False),
    Column("game", String(64), nullable=False),
    Column("preset", String(64), nullable=False),
    Column("options", Text, nullable=False),
    # While a game is played, the table's version is this and the number of the game's moves.
    Column("version", Integer, nullable=False),
    Column("game_number", Integer, nullable=False),
    Column("secret", String(64), nullable=False),
    # Who sat where in the last game: a JSON list of keys (see bot.tables.seating).
    Column("seating", Text, nullable=False),
    # When an idle lobby closes, less `downtime`.
    Column("idle_at", BigInteger),
    # How long the bot was down while the table was open, in milliseconds. Clocks are stored less
    # this, so that one statement postpones all of them.
    Column("downtime", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    Column("speed", String(16), nullable=False),
    # The name of the server's own preset that was chosen, or "".
    Column("house", Text, nullable=False),
    # Who may still confirm the next game: a JSON list of [member's id, name, handicaps]; and until
    # when, less `downtime`.
    Column("awaited", Text, nullable=False),
    Column("again_until", BigInteger),
    Column("created_at", BigInteger, nullable=False),
    # Whether members may ask for advice; its games don't count.
    Column("learning", Boolean, nullable=False, server_default="0"),
    # Whether the host asks for members who leave few games.
    Column("reliable_only", Boolean, nullable=False, server_default="0"),
    # Whether its bot players say something now and then.
    Column("remarks", Boolean, nullable=False, server_default="1"),
    # Whether its members may show emotes.
    Column("emotes", Boolean, nullable=False, server_default="1"),
    # Whether members who don't play may watch with open hands.
    Column("open_hands", Boolean, nullable=False, server_default="0"),
    # The interaction by which it was opened: each opens one table, whoever hears of it.
    Column("opened_by", BigInteger),
    Index(None, "opened_by", unique=True),
    Index(None, "guild_id", "phase"),
    Index(None, "channel_id", "phase"),
    Index(None, "phase"),
)

AHEAD: Final = text("ahead IS NOT NULL")
"""The condition for seats whose member has chosen moves before their turn."""

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("member_id", BigInteger),
    Column("strength", String(64)),
    Column("joined_by", BigInteger),
    Column("handicaps", Text, nullable=False),
    # How many moves the game had when the member last said that they are back.
    Column("back_at", Integer, nullable=False),
    # JSON: the ids of the members who want this one out.
    Column("votes", Text, nullable=False),
    # By post: what is used of the reserve, in milliseconds, and until when the clock stands still.
    Column("spent", BigInteger, nullable=False, server_default="0"),
    Column("vacation", BigInteger),
    # JSON: what was chosen before one's turn: whether it was dropped, and the moves that are left.
    Column("ahead", Text),
    # How many moves the game had when the member agreed to take the last one back.
    Column("gives_back", Integer),
    # JSON: the last emote, after how many chapters and moves of the game, when, and as which one of
    # its chapter.
    Column("said", Text),
    Index(None, "member_id"),
    Index("ix_seats_ahead", "table_id", sqlite_where=AHEAD, postgresql_where=AHEAD),
)

UNFOLDED: Final = text("folds_at > 0")
"""The condition for finished games whose result messages must still be folded (shortened)."""
UNPACKED: Final = text("packed IS NULL AND ended_at IS NOT NULL")
RECORDED: Final = text("packed IS NOT NULL AND length(packed) > 0")
"""The conditions for two kinds of finished games. UNPACKED: the moves are still separate rows.
RECORDED: the record is packed into one value, and has not been deleted."""

games: Final = Table(
    "games",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    # A record without moves (games.record): all that the deal follows from.
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("joined", Text, nullable=False),
    # The table's version after the deal: a press that saw an older one is about another game.
    Column("version", Integer, nullable=False),
    # The seats' clocks after the deal, as in `moves`.
    Column("clocks", Text, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("outcome", Text),
    # The version of the bot players; null in games of before they had one.
    Column("players", Integer),
    # The record of a game that is over (bot.db.packed), in place of `header`, `secret`, `joined`
    # and its rows of `moves`; empty when it is not kept any more.
    Column("packed", LargeBinary),
    # When the message of its result folds; 0 once it has, null where it stays as it is.
    Column("folds_at", BigInteger),
    # The message of its result, once the table has a newer one.
    Column("message_id", BigInteger),
    Index("ix_games_unfolded", "folds_at", sqlite_where=UNFOLDED, postgresql_where=UNFOLDED),
    Index("ix_games_unpacked", "ended_at", sqlite_where=UNPACKED, postgresql_where=UNPACKED),
    Index("ix_games_recorded", "ended_at", sqlite_where=RECORDED, postgresql_where=RECORDED),
)

moves: Final = Table(
    "moves",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("game", Integer, primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    # -1 for the mark that a game was broken off: it takes the place of a move, so that no move can
    # come after it.
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
    Column("stand_in", Boolean, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    # JSON: for each waited-on seat when its time is up, or a list of that and of half-time while
    # that is to come; all less the table's `downtime`.
    Column("clocks", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "game"], ["games.table_id", "games.number"]),
)

EACH_GAME: Final = text("seat = 0")
"""The condition that selects one row of each finished game."""

results: Final = Table(
    "results",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("game", String(64), nullable=False),
    # The place of the finished game in the order in which its server's games of this kind are
    # counted, from 1.
    Column("seq", Integer, nullable=False),
    # The season it belongs to, by its server's choice when it ended.
    Column("season", String(16)),
    Column("name", Text, nullable=False),
    # Below 0: somebody who had themselves forgotten, another number in each server. None: a bot
    # player.
    Column("member_id", BigInteger),
    Column("strength", String(64)),
    # As in the outcome; but a game that ended before anybody had moved is void, too.
    Column("kind", String(16), nullable=False),
    Column("side", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("last_rank", Integer, nullable=False),
    Column("honours", Text, nullable=False),
    # JSON: a list of [name, degree, times].
    Column("deeds", Text, nullable=False),
    Column("resigned", Boolean, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("stand_ins", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    # Whether one member sat there alone, with bot players.
    Column("practice", Boolean, nullable=False, server_default="0"),
    # The moderator who annulled the game.
    Column("annulled_by", BigInteger),
    # Derived from all results before: the all-time figure after the game; None where it was not
    # rated.
    Column("figure", Integer),
    ForeignKeyConstraint(["table_id", "number"], ["games.table_id", "games.number"]),
    Index(None, "guild_id", "game", "seq", "seat", unique=True),
    Index(None, "guild_id", "ended_at"),
    Index("ix_results_ended", "ended_at", sqlite_where=EACH_GAME, postgresql_where=EACH_GAME),
    Index(None, "member_id", "guild_id", "game", "seq"),
    Index(
        None,
        "annulled_by",
        sqlite_where=text("annulled_by IS NOT NULL"),
        postgresql_where=text("annulled_by IS NOT NULL"),
    ),
)

# Derived from a finished game's record: JSON (games.analysis). It names seats, and no member.
analyses: Final = Table(
    "analyses",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("found", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], ["games.table_id", "games.number"]),
)

# What an analysis found about a seat's own decisions, so that profiles need not read analyses.
judged: Final = Table(
    "judged",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    # That of the analysis (games.analysis.VERSION).
    Column("version", Integer, nullable=False),
    Column("decisions", Integer, nullable=False),
    Column("accuracy", Integer, nullable=False),
    # JSON: a list of [step, kind].
    Column("mistakes", Text, nullable=False),
    ForeignKeyConstraint(["table_id", "number"], ["games.table_id", "games.number"]),
)

# The puzzle of each server and day (its ordinal, UTC).
puzzles: Final = Table(
    "puzzles",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("key", String(16), nullable=False),
    # JSON (games.puzzles).
    Column("puzzle", Text, nullable=False),
    # The finished game that it came from; null: the set.
    Column("table_id", String(16)),
    Column("number", Integer),
    # 0 from when a process is about to post it.
    Column("message_id", BigInteger),
)

answers: Final = Table(
    "answers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    # The puzzle's, as other servers have it on other days.
    Column("key", String(16), nullable=False),
    # A line for each try; `right` is whether the last one was.
    Column("moves", Text, nullable=False),
    Column("right", Boolean, nullable=False),
    Index(None, "key"),
    Index(None, "member_id"),
)

# The deal of the day (its ordinal, UTC), the same in all servers.
deals: Final = Table(
    "deals",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    # The header of a record (games.record), which has the seed.
    Column("header", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    # JSON: the names of the bots at the seats after the member's.
    Column("bots", Text, nullable=False),
    Column("players", Integer, nullable=False),
)

# What members have played of it; `place` is null until the end, `squares` until it is judged.
day_games: Final = Table(
    "day_games",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    # Where the member began it.
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("step", Integer, nullable=False),
    # A line for each step: seat and move.
    Column("moves", Text, nullable=False),
    Column("place", Integer),
    Column("places", Integer),
    Column("kind", String(16)),
    Column("squares", Text),
    Column("accuracy", Integer),
    # The step that cost most, and what it gave up in thousandths.
    Column("worst", Integer),
    Column("loss", Integer),
    Index(None, "member_id"),
    Index(None, "guild_id", "day"),
)

UNTOLD: Final = text("NOT told")
"""The SQL condition for duplicates and team matches whose members have not been told the result.
Contests that have not ended yet also fulfil the condition."""

# Two members who play the same deals, those with the numbers 4,000,000 + 2 * `number` and the next;
# `points` are null until it is over, and stay so where nobody played.
duplicates: Final = Table(
    "duplicates",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("game", String(64), nullable=False),
    Column("by_id", BigInteger, nullable=False),
    Column("by_name", Text, nullable=False),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("began", BigInteger, nullable=False),
    # Until when it can be played.
    Column("until", BigInteger, nullable=False),
    # The match of a tournament that it decides.
    Column("sitting", String(15), unique=True),
    Column("over", Boolean, nullable=False),
    # Whether a tournament went on without it.
    Column("broken_off", Boolean, nullable=False),
    Column("by_points", Integer),
    Column("points", Integer),
    # Whether its members were told how it ended.
    Column("told", Boolean, nullable=False),
    Index(None, "guild_id", "game"),
    Index(None, "by_id"),
    Index(None, "member_id"),
    Index("ix_duplicates_untold", "number", sqlite_where=UNTOLD, postgresql_where=UNTOLD),
)

# Two teams that play the same deals at two tables, with the numbers as in `duplicates`, which
# share them.
team_matches: Final = Table(
    "team_matches",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("game", String(64), nullable=False),
    # The members of a team.
    Column("size", Integer, nullable=False),
    Column("stage", String(16), nullable=False),
    # When it came to be at that stage.
    Column("since", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("first_points", Integer),
    Column("second_points", Integer),
    # Whether its members were told how it ended.
    Column("told", Boolean, nullable=False),
    Index(None, "guild_id", "game"),
    Index("ix_team_matches_untold", "number", sqlite_where=UNTOLD, postgresql_where=UNTOLD),
)

# Who plays in it: in the first team (0) or the second (1), and at which place there.
team_players: Final = Table(
    "team_players",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("team", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    # Whether they have resigned.
    Column("gone", Boolean, nullable=False),
    Index(None, "member_id"),
)

# What was played of each deal (from 0) at each table, and which team won it.
team_games: Final = Table(
    "team_games",
    metadata,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("at_table", Integer, primary_key=True, autoincrement=False),
    Column("step", Integer, nullable=False),
    # A line for each step: seat and move.
    Column("moves", Text, nullable=False),
    Column("winner", String(16)),
)

# What bots answered in it, by a hash of what had been played: the same for everybody.
day_replies: Final = Table(
    "day_replies",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("at", String(32), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", Text, nullable=False),
)

# Up to the end of which evening a server has been told of its evenings; and while the last of those
# isn't known to be posted, when somebody began to post it.
evenings: Final = Table(
    "evenings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("told_until", BigInteger, nullable=False),
    Column("posting_since", BigInteger),
)

# The game nights of servers that come next: Discord's event (0: a process is about to make it), and
# whether their tables were opened.
game_nights: Final = Table(
    "game_nights",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, primary_key=True, autoincrement=False),
    Column("event_id", BigInteger),
    Column("opened", Boolean, nullable=False),
)

ladders: Final = Table(
    "ladders",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    # How many games have ended, and how many of them are counted in the standings.
    Column("seq", Integer, nullable=False),
    Column("counted", Integer, nullable=False),
    # Raised when a counted result changes.
    Column("revision", Integer, nullable=False),
    # The fixed ratings of bot players by which they are counted (bot.core.levels.edition).
    Column("levels", BigInteger, nullable=False, server_default="0"),
)

# Derived from the results, as `deeds` is. A season of "" is all time; a bot player's id is 0, a
# member's strength "", or that of the bot players whom they met alone: practice.
standings: Final = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("season", String(16), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("strength", String(64), primary_key=True),
    Column("name", Text, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    # In millionths (bot.core.ratings).
    Column("mu", BigInteger, nullable=False),
    Column("sigma", BigInteger, nullable=False),
    Column("figure", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    *(Column(statistic.name, Integer, nullable=False) for statistic in STATISTICS),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    Index(None, "guild_id", "season", "member_id"),
    Index(None, "member_id"),
    sqlite_with_rowid=False,
)

deeds: Final = Table(
    "deeds",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("season", String(16), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("strength", String(64), primary_key=True),
    Column("name", String(64), primary_key=True),
    Column("degree", Integer, primary_key=True, autoincrement=False),
    Column("times", Integer, nullable=False),
    Index(None, "guild_id", "season", "name"),
    Index(None, "member_id"),
    sqlite_with_rowid=False,
)

# The seasons in which a server has finished games.
seasons: Final = Table(
    "seasons",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(16), primary_key=True),
    Column("ends", BigInteger, nullable=False),
    # Set by the process that posts the podium; later the id of its message.
    Column("claimed_at", BigInteger),
    Column("message_id", BigInteger),
    Index(None, "ends"),
)

season_settings: Final = Table(
    "season_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("podium_channel_id", BigInteger),
    # The time from which podiums are wanted; those of earlier seasons are not posted.
    Column("podium_since", BigInteger),
)

# A server's role for a title of a season (bot.leaderboards.title_rules).
title_roles: Final = Table(
    "title_roles",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("title", String(128), primary_key=True),
    Column("role_id", BigInteger, nullable=False),
    # The end of the last season for which it was given, or when it was chosen.
    Column("settled", BigInteger, nullable=False),
    Column("season", String(16), nullable=False),
    Column("note", String(16), nullable=False),
)

# Who has such a role, shall get it or lose it.
title_wearers: Final = Table(
    "title_wearers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("title", String(128), primary_key=True),
    Column("role_id", BigInteger, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("stage", String(16), nullable=False),
    Index(None, "stage"),
)

hidden: Final = Table(
    "hidden",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
)

panels: Final = Table(
    "panels",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("token", Text, nullable=False),
    Column("message_id", BigInteger),
    Column("expires", BigInteger, nullable=False),
    Column("language", String(16), nullable=False, server_default=""),
    Column("page", Integer, nullable=False, server_default="0"),
    # Whether its owner watches, and doesn't play (any more).
    Column("watching", Boolean, nullable=False, server_default="0"),
)

mentions: Final = Table(
    "mentions",
    metadata,
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("member_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
)

servers: Final = Table(
    "servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    # JSON, as are members' (bot.preferences).
    Column("settings", Text, nullable=False),
    # When the bot was removed from the server.
    Column("left_at", BigInteger),
)

members: Final = Table(
    "members",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("settings", Text, nullable=False),
)

# The lessons that members have finished.
learned: Final = Table(
    "learned",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("lesson", String(64), primary_key=True),
)

# Who changed a server's settings last.
setting_changes: Final = Table(
    "setting_changes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("setting", String(32), primary_key=True),
    Column("member_id", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "member_id"),
)

# Who comes last or first in a game (`question`), as those think who watch it: by seat. Whether they
# are right follows from `results`.
guesses: Final = Table(
    "guesses",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("question", String(16), nullable=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "guild_id", "member_id"),
    Index(None, "member_id"),
)

# The games of whose new tables members want to hear.
notice_wishes: Final = Table(
    "notice_wishes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", String(64), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Index(None, "member_id"),
)

# The notices of the last hour, by which no member gets too many.
notices: Final = Table(
    "notices",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Index(None, "member_id", "at"),
)

# Members who were removed from a running game, and whether they appeal.
removals: Final = Table(
    "removals",
    metadata,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("state", String(16), nullable=False),
    Index(None, "guild_id", "member_id"),
    Index(None, "member_id"),
)

# Private links to boards, and the sessions of the browsers that opened them.
doors: Final = Table(
    "doors",
    metadata,
    # Public: it stands in the page's address.
    Column("id", String(16), primary_key=True),
    # The hash of a link that can be opened once; afterwards, of the secret of a browser's session.
    Column("secret", String(64), nullable=False),
    Column("table_id", String(16), nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("member_id", BigInteger, nullable=False),
    Column("language", String(8), nullable=False),
    # What is shown of the table: bot.doors.model.Shows.
    Column("shows", String(8), nullable=False),
    # Of the finished game, the deal or the team match; 0: none.
    Column("number", Integer, nullable=False),
    # At which a replay begins.
    Column("step", Integer, nullable=False),
    # When the link was opened; null: nobody has.
    Column("opened_at", BigInteger),
    Column("until", BigInteger, nullable=False),
    Index(None, "secret", unique=True),
    Index(None, "member_id"),
    Index(None, "guild_id"),
    Index(None, "until"),
)

# Challenges of one member (`by_id`) to another: being made up, asked, or answered within a day.
challenges: Final = Table(
    "challenges",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("by_id", BigInteger, nullable=False),
    Column("by_name", Text, nullable=False),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("game", String(64), nullable=False),
    # Null: the server's usual one.
    Column("preset", String(64)),
    Column("speed", String(16), nullable=False),
    # Whether both play the same deals against bots (`duplicates`).
    Column("duplicate", Boolean, nullable=False),
    # The members of each of two teams (`team_matches`), 0 without teams.
    Column("team_size", Integer, nullable=False),
    # The id of the interaction by which it was made.
    Column("pressed", BigInteger, nullable=False),
    Column("standing", String(16), nullable=False),
    # When it came to stand so.
    Column("since", BigInteger, nullable=False),
    Index(None, "guild_id", "by_id"),
    Index(None, "member_id"),
    Index(None, "since"),
)

# One row, of id 1: by how many shards the processes serve that share them.
sharding: Final = Table(
    "sharding",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, nullable=False),
)

# When a process last began a session at Discord, by the remainder of its shard.
identified: Final = Table(
    "identified",
    metadata,
    Column("bucket", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("version", Integer, nullable=False),
    Column("stage", String(16), nullable=False),
    # JSON: what is played, and how (bot.tournaments.model.Rules).
    Column("rules", Text, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger),
    # The winner's role; Discord's scheduled event, 0 while a process is about to make it.
    Column("role_id", BigInteger),
    Column("event_id", BigInteger),
    Column("crowned", Boolean, nullable=False),
    # JSON: codes of what could not be done.
    Column("notes", Text, nullable=False),
    Index(None, "guild_id", "stage"),
    Index(None, "stage"),
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("member_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    # 0 before the start.
    Column("seed", Integer, nullable=False),
    Column("gone", Boolean, nullable=False),
    # By a moderator, from an arena: they can't come back.
    Column("removed", Boolean, nullable=False),
    Index(None, "member_id"),
)

# Who meets whom, by seeds. The ids of their tables follow from the key and the number of games.
fixtures: Final = Table(
    "fixtures",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("board", Integer, primary_key=True, autoincrement=False),
    Column("home", Integer, nullable=False),
    Column("away", Integer),
    Column("games", Integer, nullable=False),
    Column("verdict", String(16)),
    Column("manner", String(16)),
    Column("home_score", Integer, nullable=False),
    Column("away_score", Integer, nullable=False),
    # The number of the game of which its players were told.
    Column("told", Integer, nullable=False),
)

# What the bot's owner orders: who may not use it, whether they know, and the notice on all open
# tables (one row, of id 1).
blocked_members: Final = Table(
    "blocked_members",
    metadata,
    Column("member_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("told", Boolean, nullable=False),
)

blocked_servers: Final = Table(
    "blocked_servers",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("reason", Text, nullable=False),
    Column("since", BigInteger, nullable=False),
)

bulletin: Final = Table(
    "bulletin",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("until", BigInteger),
)

# When some process last served a shard; what it served may since have been dealt to other numbers
# of shards.
heartbeats: Final = Table(
    "heartbeats",
    metadata,
    Column("shard", Integer, primary_key=True, autoincrement=False),
    Column("shard_count", Integer, primary_key=True, autoincrement=False),
    Column("seen_at", BigInteger, nullable=False),
)
