"""The schema of 1.0. There is no migration from older schemas, which were never released."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "1.0"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


def upgrade() -> None:  # noqa: PLR0915 - all tables
    """Create the tables of 1.0 in an empty database."""
    op.create_table(
        "answers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("right", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "day", "member_id", name=op.f("pk_answers")),
    )
    op.create_index(op.f("ix_answers_key"), "answers", ["key"], unique=False)
    op.create_index(op.f("ix_answers_member_id"), "answers", ["member_id"], unique=False)
    op.create_table(
        "blocked_members",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_blocked_members")),
    )
    op.create_table(
        "blocked_servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_blocked_servers")),
    )
    op.create_table(
        "bulletin",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulletin")),
    )
    op.create_table(
        "challenges",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=True),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("duplicate", sa.Boolean(), nullable=False),
        sa.Column("team_size", sa.Integer(), nullable=False),
        sa.Column("pressed", sa.BigInteger(), nullable=False),
        sa.Column("standing", sa.String(length=16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_challenges")),
    )
    op.create_index(
        op.f("ix_challenges_guild_id_by_id"), "challenges", ["guild_id", "by_id"], unique=False
    )
    op.create_index(op.f("ix_challenges_member_id"), "challenges", ["member_id"], unique=False)
    op.create_index(op.f("ix_challenges_since"), "challenges", ["since"], unique=False)
    op.create_table(
        "day_games",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=True),
        sa.Column("places", sa.Integer(), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=True),
        sa.Column("squares", sa.Text(), nullable=True),
        sa.Column("accuracy", sa.Integer(), nullable=True),
        sa.Column("worst", sa.Integer(), nullable=True),
        sa.Column("loss", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("day", "member_id", name=op.f("pk_day_games")),
    )
    op.create_index(op.f("ix_day_games_member_id"), "day_games", ["member_id"], unique=False)
    op.create_index(
        op.f("ix_day_games_guild_id_day"), "day_games", ["guild_id", "day"], unique=False
    )
    op.create_table(
        "day_replies",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("day", "at", name=op.f("pk_day_replies")),
    )
    op.create_table(
        "game_nights",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("opened", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "at", name=op.f("pk_game_nights")),
    )
    op.create_table(
        "evenings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("told_until", sa.BigInteger(), nullable=False),
        sa.Column("posting_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_evenings")),
    )
    op.create_table(
        "deals",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("bots", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_deals")),
    )
    op.create_table(
        "deeds",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("strength", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("degree", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("times", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id",
            "game",
            "season",
            "member_id",
            "strength",
            "name",
            "degree",
            name=op.f("pk_deeds"),
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_deeds_guild_id_season_name"), "deeds", ["guild_id", "season", "name"], unique=False
    )
    op.create_index(op.f("ix_deeds_member_id"), "deeds", ["member_id"], unique=False)
    op.create_table(
        "duplicates",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("by_id", sa.BigInteger(), nullable=False),
        sa.Column("by_name", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("began", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("sitting", sa.String(length=15), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("broken_off", sa.Boolean(), nullable=False),
        sa.Column("by_points", sa.Integer(), nullable=True),
        sa.Column("points", sa.Integer(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_duplicates")),
        sa.UniqueConstraint("sitting", name=op.f("uq_duplicates_sitting")),
    )
    op.create_index(
        "ix_duplicates_untold",
        "duplicates",
        ["number"],
        unique=False,
        sqlite_where=sa.text("NOT told"),
        postgresql_where=sa.text("NOT told"),
    )
    op.create_index(op.f("ix_duplicates_by_id"), "duplicates", ["by_id"], unique=False)
    op.create_index(
        op.f("ix_duplicates_guild_id_game"), "duplicates", ["guild_id", "game"], unique=False
    )
    op.create_index(op.f("ix_duplicates_member_id"), "duplicates", ["member_id"], unique=False)
    op.create_table(
        "heartbeats",
        sa.Column("shard", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("shard", "shard_count", name=op.f("pk_heartbeats")),
    )
    op.create_table(
        "hidden",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_hidden")),
    )
    op.create_table(
        "identified",
        sa.Column("bucket", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("bucket", name=op.f("pk_identified")),
    )
    op.create_table(
        "ladders",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("levels", sa.BigInteger(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", name=op.f("pk_ladders")),
    )
    op.create_table(
        "learned",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("lesson", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("member_id", "game", "lesson", name=op.f("pk_learned")),
    )
    op.create_table(
        "members",
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("member_id", name=op.f("pk_members")),
    )
    op.create_table(
        "guesses",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("question", sa.String(length=16), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", "member_id", name=op.f("pk_guesses")),
    )
    op.create_index(
        op.f("ix_guesses_guild_id_member_id"), "guesses", ["guild_id", "member_id"], unique=False
    )
    op.create_index(op.f("ix_guesses_member_id"), "guesses", ["member_id"], unique=False)
    op.create_table(
        "notice_wishes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "game", "member_id", name=op.f("pk_notice_wishes")),
    )
    op.create_index(
        op.f("ix_notice_wishes_member_id"), "notice_wishes", ["member_id"], unique=False
    )
    op.create_table(
        "setting_changes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("setting", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "setting", name=op.f("pk_setting_changes")),
    )
    op.create_index(
        op.f("ix_setting_changes_member_id"), "setting_changes", ["member_id"], unique=False
    )
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(length=32), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "member_id", name=op.f("pk_notices")),
    )
    op.create_index(op.f("ix_notices_member_id_at"), "notices", ["member_id", "at"], unique=False)
    op.create_table(
        "puzzles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=16), nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=True),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "day", name=op.f("pk_puzzles")),
    )
    op.create_table(
        "removals",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", "member_id", name=op.f("pk_removals")),
    )
    op.create_index(
        op.f("ix_removals_guild_id_member_id"), "removals", ["guild_id", "member_id"], unique=False
    )
    op.create_index(op.f("ix_removals_member_id"), "removals", ["member_id"], unique=False)
    op.create_table(
        "season_settings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("podium_channel_id", sa.BigInteger(), nullable=True),
        sa.Column("podium_since", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_season_settings")),
    )
    op.create_table(
        "seasons",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=16), nullable=False),
        sa.Column("ends", sa.BigInteger(), nullable=False),
        sa.Column("claimed_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", "name", name=op.f("pk_seasons")),
    )
    op.create_index(op.f("ix_seasons_ends"), "seasons", ["ends"], unique=False)
    op.create_table(
        "servers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("guild_id", name=op.f("pk_servers")),
    )
    op.create_table(
        "sharding",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("shard_count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sharding")),
    )
    op.create_table(
        "standings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("strength", sa.String(length=64), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.BigInteger(), nullable=False),
        sa.Column("sigma", sa.BigInteger(), nullable=False),
        sa.Column("figure", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("lost", sa.Integer(), nullable=False),
        sa.Column("drawn", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "game", "season", "member_id", "strength", name=op.f("pk_standings")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_standings_guild_id_season_member_id"),
        "standings",
        ["guild_id", "season", "member_id"],
        unique=False,
    )
    op.create_index(op.f("ix_standings_member_id"), "standings", ["member_id"], unique=False)
    op.create_table(
        "tables",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("preset", sa.String(length=64), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("game_number", sa.Integer(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("seating", sa.Text(), nullable=False),
        sa.Column("idle_at", sa.BigInteger(), nullable=True),
        sa.Column("downtime", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("speed", sa.String(length=16), nullable=False),
        sa.Column("house", sa.Text(), nullable=False),
        sa.Column("awaited", sa.Text(), nullable=False),
        sa.Column("again_until", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("learning", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("reliable_only", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("remarks", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("emotes", sa.Boolean(), server_default="1", nullable=False),
        sa.Column("open_hands", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("opened_by", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(
        op.f("ix_tables_channel_id_phase"), "tables", ["channel_id", "phase"], unique=False
    )
    op.create_index(op.f("ix_tables_guild_id_phase"), "tables", ["guild_id", "phase"], unique=False)
    op.create_index(op.f("ix_tables_opened_by"), "tables", ["opened_by"], unique=True)
    op.create_index(op.f("ix_tables_phase"), "tables", ["phase"], unique=False)
    op.create_table(
        "team_games",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at_table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("winner", sa.String(length=16), nullable=True),
        sa.PrimaryKeyConstraint("number", "deal", "at_table", name=op.f("pk_team_games")),
    )
    op.create_table(
        "team_matches",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("first_points", sa.Integer(), nullable=True),
        sa.Column("second_points", sa.Integer(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", name=op.f("pk_team_matches")),
    )
    op.create_index(
        op.f("ix_team_matches_guild_id_game"), "team_matches", ["guild_id", "game"], unique=False
    )
    op.create_index(
        "ix_team_matches_untold",
        "team_matches",
        ["number"],
        unique=False,
        sqlite_where=sa.text("NOT told"),
        postgresql_where=sa.text("NOT told"),
    )
    op.create_table(
        "team_players",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("team", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("number", "team", "place", name=op.f("pk_team_players")),
    )
    op.create_index(op.f("ix_team_players_member_id"), "team_players", ["member_id"], unique=False)
    op.create_table(
        "title_roles",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("settled", sa.BigInteger(), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=False),
        sa.Column("note", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "title", name=op.f("pk_title_roles")),
    )
    op.create_table(
        "title_wearers",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("title", sa.String(length=128), nullable=False),
        sa.Column("role_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "title", "role_id", "member_id", name=op.f("pk_title_wearers")
        ),
    )
    op.create_index(op.f("ix_title_wearers_stage"), "title_wearers", ["stage"], unique=False)
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("stage", sa.String(length=16), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("starts_at", sa.BigInteger(), nullable=True),
        sa.Column("role_id", sa.BigInteger(), nullable=True),
        sa.Column("event_id", sa.BigInteger(), nullable=True),
        sa.Column("crowned", sa.Boolean(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
    )
    op.create_index(
        op.f("ix_tournaments_guild_id_stage"), "tournaments", ["guild_id", "stage"], unique=False
    )
    op.create_index(op.f("ix_tournaments_stage"), "tournaments", ["stage"], unique=False)
    op.create_table(
        "doors",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("shows", sa.String(length=8), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_doors")),
    )
    op.create_index(op.f("ix_doors_secret"), "doors", ["secret"], unique=True)
    op.create_index(op.f("ix_doors_member_id"), "doors", ["member_id"], unique=False)
    op.create_index(op.f("ix_doors_guild_id"), "doors", ["guild_id"], unique=False)
    op.create_index(op.f("ix_doors_until"), "doors", ["until"], unique=False)
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("seed", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("removed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_entrants_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entrants")),
    )
    op.create_index(op.f("ix_entrants_member_id"), "entrants", ["member_id"], unique=False)
    op.create_table(
        "fixtures",
        sa.Column("tournament_id", sa.String(length=16), nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("board", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("home", sa.Integer(), nullable=False),
        sa.Column("away", sa.Integer(), nullable=True),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("verdict", sa.String(length=16), nullable=True),
        sa.Column("manner", sa.String(length=16), nullable=True),
        sa.Column("home_score", sa.Integer(), nullable=False),
        sa.Column("away_score", sa.Integer(), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id"], ["tournaments.id"], name=op.f("fk_fixtures_tournaments")
        ),
        sa.PrimaryKeyConstraint("tournament_id", "round", "board", name=op.f("pk_fixtures")),
    )
    op.create_table(
        "games",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("header", sa.Text(), nullable=False),
        sa.Column("secret", sa.String(length=64), nullable=False),
        sa.Column("joined", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("clocks", sa.Text(), nullable=False),
        sa.Column("started_at", sa.BigInteger(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=True),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.Column("players", sa.Integer(), nullable=True),
        sa.Column("packed", sa.LargeBinary(), nullable=True),
        sa.Column("folds_at", sa.BigInteger(), nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_games_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_games")),
    )
    op.create_index(
        "ix_games_recorded",
        "games",
        ["ended_at"],
        unique=False,
        sqlite_where=sa.text("packed IS NOT NULL AND length(packed) > 0"),
        postgresql_where=sa.text("packed IS NOT NULL AND length(packed) > 0"),
    )
    op.create_index(
        "ix_games_unpacked",
        "games",
        ["ended_at"],
        unique=False,
        sqlite_where=sa.text("packed IS NULL AND ended_at IS NOT NULL"),
        postgresql_where=sa.text("packed IS NULL AND ended_at IS NOT NULL"),
    )
    op.create_index(
        "ix_games_unfolded",
        "games",
        ["folds_at"],
        unique=False,
        sqlite_where=sa.text("folds_at > 0"),
        postgresql_where=sa.text("folds_at > 0"),
    )
    op.create_table(
        "mentions",
        sa.Column("message_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_mentions_tables")),
        sa.PrimaryKeyConstraint("message_id", name=op.f("pk_mentions")),
    )
    op.create_table(
        "panels",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("member_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=16), server_default="", nullable=False),
        sa.Column("page", sa.Integer(), server_default="0", nullable=False),
        sa.Column("watching", sa.Boolean(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_panels_tables")),
        sa.PrimaryKeyConstraint("table_id", "member_id", name=op.f("pk_panels")),
    )
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=True),
        sa.Column("strength", sa.String(length=64), nullable=True),
        sa.Column("joined_by", sa.BigInteger(), nullable=True),
        sa.Column("handicaps", sa.Text(), nullable=False),
        sa.Column("back_at", sa.Integer(), nullable=False),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("spent", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("vacation", sa.BigInteger(), nullable=True),
        sa.Column("ahead", sa.Text(), nullable=True),
        sa.Column("gives_back", sa.Integer(), nullable=True),
        sa.Column("said", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_seats_tables")),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_seats")),
    )
    op.create_index(
        "ix_seats_ahead",
        "seats",
        ["table_id"],
        unique=False,
        sqlite_where=sa.text("ahead IS NOT NULL"),
        postgresql_where=sa.text("ahead IS NOT NULL"),
    )
    op.create_index(op.f("ix_seats_member_id"), "seats", ["member_id"], unique=False)
    op.create_table(
        "analyses",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("found", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"],
            ["games.table_id", "games.number"],
            name=op.f("fk_analyses_games"),
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_analyses")),
    )
    op.create_table(
        "judged",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Integer(), nullable=False),
        sa.Column("mistakes", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "number"], ["games.table_id", "games.number"], name=op.f("fk_judged_games")
        ),
        sa.PrimaryKeyConstraint("table_id", "number", "seat", name=op.f("pk_judged")),
    )
    op.create_table(
        "moves",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("game", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("stand_in", sa.Boolean(), nullable=False),
        sa.Column("made_at", sa.BigInteger(), nullable=False),
        sa.Column("clocks", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id", "game"], ["games.table_id", "games.number"], name=op.f("fk_moves_games")
        ),
        sa.PrimaryKeyConstraint("table_id", "game", "seq", name=op.f("pk_moves")),
    )
    op.create_table(
        "results",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("season", sa.String(length=16), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("member_id", sa.BigInteger(), nullable=True),
        sa.Column("strength", sa.String(length=64), nullable=True),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("last_rank", sa.Integer(), nullable=False),
        sa.Column("honours", sa.Text(), nullable=False),
        sa.Column("deeds", sa.Text(), nullable=False),
        sa.Column("resigned", sa.Boolean(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("stand_ins", sa.Integer(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.Column("practice", sa.Boolean(), server_default="0", nullable=False),
        sa.Column("annulled_by", sa.BigInteger(), nullable=True),
        sa.Column("figure", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["table_id", "number"],
            ["games.table_id", "games.number"],
            name=op.f("fk_results_games"),
        ),
        sa.PrimaryKeyConstraint("table_id", "number", "seat", name=op.f("pk_results")),
    )
    op.create_index(
        op.f("ix_results_annulled_by"),
        "results",
        ["annulled_by"],
        unique=False,
        sqlite_where=sa.text("annulled_by IS NOT NULL"),
        postgresql_where=sa.text("annulled_by IS NOT NULL"),
    )
    op.create_index(
        "ix_results_ended",
        "results",
        ["ended_at"],
        unique=False,
        sqlite_where=sa.text("seat = 0"),
        postgresql_where=sa.text("seat = 0"),
    )
    op.create_index(
        op.f("ix_results_guild_id_ended_at"), "results", ["guild_id", "ended_at"], unique=False
    )
    op.create_index(
        op.f("ix_results_guild_id_game_seq_seat"),
        "results",
        ["guild_id", "game", "seq", "seat"],
        unique=True,
    )
    op.create_index(
        op.f("ix_results_member_id_guild_id_game_seq"),
        "results",
        ["member_id", "guild_id", "game", "seq"],
        unique=False,
    )
