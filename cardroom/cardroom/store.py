"""The SQLite database in which a card room keeps its state. A change is committed before anybody
receives its event.

A commit takes about ten microseconds because it does not wait for the disk. Committed data survives
SIGKILL. A power cut can lose the last seconds, but does not damage the file."""

from __future__ import annotations

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

Json = dict[str, Any]
"""One of Discord's objects."""

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS things (
    kind TEXT, id TEXT, data TEXT NOT NULL, PRIMARY KEY (kind, id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL, reader INTEGER, data TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS messages_of_channel ON messages (channel_id, id);
CREATE TABLE IF NOT EXISTS files (
    id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
    content BLOB NOT NULL
);
CREATE INDEX IF NOT EXISTS files_of_message ON files (message_id);
CREATE TABLE IF NOT EXISTS interactions (
    token TEXT PRIMARY KEY, expires REAL NOT NULL, data TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS reads (
    user_id INTEGER, channel_id INTEGER, message_id INTEGER NOT NULL,
    PRIMARY KEY (user_id, channel_id)
) WITHOUT ROWID;
"""


DIGITS: Final = 19
"""The number of digits of the greatest id that SQLite holds."""


LATEST: Final = (
    "SELECT data FROM messages WHERE channel_id = ? AND (reader IS NULL OR reader = ?) "
    "AND id < ? AND id > ? ORDER BY id DESC LIMIT ?"
)
FIRST: Final = LATEST.replace("DESC", "ASC")


MOST_LATE: Final = 100
"""The number of deleted files that can still be fetched."""


class StoreError(Exception):
    """Raised when the card room's file can't be used. The text of the error says which file and
    why."""


class Store:
    """The open database of a card room. Every change must be made within `transaction`.

    `path` is the file (None: everything is kept in memory). Raises StoreError when the file can't
    be opened."""

    def __init__(self, path: Path | None) -> None:
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.touch(mode=0o600)
            self._connection = sqlite3.connect(
                path or ":memory:", isolation_level=None, check_same_thread=False
            )
            self._connection.execute("PRAGMA journal_mode=WAL")
            self._connection.execute("PRAGMA synchronous=NORMAL")
            self._connection.execute("PRAGMA busy_timeout=2000")
            self._connection.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise StoreError(f"{path} can't be used: {reason}") from error
        self._depth = 0
        self._late: OrderedDict[int, tuple[str, str, bytes]] = OrderedDict()
        """The last files that were deleted. A page that was told of a message just before the
        message changed might still fetch them."""

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Return a context whose changes form one transaction. At the end of the context all
        changes are committed, or all are undone if it ends with an error."""
        if self._depth:
            yield
            return
        self._connection.execute("BEGIN IMMEDIATE")
        self._depth = 1
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK")
            raise
        else:
            self._connection.execute("COMMIT")
        finally:
            self._depth = 0

    # Guilds, users, roles, channels, members, commands, emoji, settings

    def things(self, kind: str) -> dict[str, Json]:
        """Return all stored objects of a kind, such as channels. The keys are the objects' ids."""
        rows = self._connection.execute("SELECT id, data FROM things WHERE kind = ?", (kind,))
        return {key: json.loads(data) for key, data in rows}

    def put_thing(self, kind: str, key: str, data: Json) -> None:
        """Stores an object. It replaces the one with the same kind and id."""
        self._connection.execute(
            "INSERT OR REPLACE INTO things VALUES (?, ?, ?)", (kind, key, json.dumps(data))
        )

    def drop_thing(self, kind: str, key: str) -> None:
        """Deletes an object."""
        self._connection.execute("DELETE FROM things WHERE kind = ? AND id = ?", (kind, key))

    # Messages

    def message(self, message_id: str) -> Json | None:
        """Return the stored message with the id `message_id`, or None if there is no such
        message."""
        row = self._connection.execute(
            "SELECT data FROM messages WHERE id = ?", (_number(message_id),)
        ).fetchone()
        return json.loads(row[0]) if row else None

    def put_message(self, message: Json, reader: str | None) -> None:
        """Store a message. Only `reader` may see it (None: everyone who sees its channel)."""
        self._connection.execute(
            "INSERT OR REPLACE INTO messages VALUES (?, ?, ?, ?)",
            (
                int(message["id"]),
                int(message["channel_id"]),
                reader and int(reader),
                json.dumps(message),
            ),
        )

    def drop_message(self, message_id: str) -> None:
        """Deletes a message and its files."""
        self._connection.execute("DELETE FROM messages WHERE id = ?", (int(message_id),))
        self._forget_files("message_id = ?", message_id)

    def drop_channel(self, channel_id: str) -> None:
        """Deletes all messages of a channel, with their files."""
        self._forget_files(
            "message_id IN (SELECT id FROM messages WHERE channel_id = ?)", channel_id
        )
        self._connection.execute("DELETE FROM messages WHERE channel_id = ?", (int(channel_id),))

    def messages(
        self,
        channel_id: str,
        viewer: str,
        limit: int,
        *,
        before: str | None = None,
        after: str | None = None,
    ) -> list[Json]:
        """Return up to `limit` messages of a channel that `viewer` may see, from the oldest to the
        newest. With `after`, they are the first messages after this id. With `before`, they are the
        last messages before this id. With neither, they are the latest messages."""
        rows = self._connection.execute(
            FIRST if after else LATEST,
            (
                int(channel_id),
                int(viewer),
                int(before or (1 << 63) - 1),
                int(after or 0),
                limit,
            ),
        ).fetchall()
        found = [json.loads(row[0]) for row in rows]
        return found if after else found[::-1]

    def latest(self) -> dict[str, str]:
        """Return, for each channel, the id of the last message that everyone sees. The keys are the
        channels' ids."""
        rows = self._connection.execute(
            "SELECT channel_id, max(id) FROM messages WHERE reader IS NULL GROUP BY channel_id"
        )
        return {str(channel): str(message) for channel, message in rows}

    def latest_of(self, channel_id: str) -> str | None:
        """Return the id of a channel's last message that everyone sees. Returns None if there is no
        such message."""
        row = self._connection.execute(
            "SELECT max(id) FROM messages WHERE channel_id = ? AND reader IS NULL",
            (int(channel_id),),
        ).fetchone()
        return str(row[0]) if row[0] is not None else None

    def greatest(self) -> int:
        """Return the greatest id of all messages and files, or 0 if there are none. New ids must be
        greater."""
        row = self._connection.execute(
            "SELECT max((SELECT coalesce(max(id), 0) FROM messages), "
            "(SELECT coalesce(max(id), 0) FROM files))"
        ).fetchone()
        return int(row[0])

    def aside(self, channel_id: str, reader: str) -> list[str]:
        """Return the ids of one user's ephemeral messages in a channel, from the oldest to the
        newest."""
        rows = self._connection.execute(
            "SELECT id FROM messages WHERE channel_id = ? AND reader = ? ORDER BY id",
            (int(channel_id), int(reader)),
        )
        return [str(row[0]) for row in rows]

    def unread(self, channel_id: str, user_id: str, most: int) -> int:
        """Return the number of messages of other users in a channel after the last message that
        this user has read. A number above `most` is returned as `most`."""
        rows = self._connection.execute(
            "SELECT 1 FROM messages WHERE channel_id = ?1 AND (reader IS NULL OR reader = ?2) AND "
            "id > coalesce((SELECT message_id FROM reads WHERE user_id = ?2 AND channel_id = ?1), "
            "0) AND json_extract(data, '$.author_id') <> ?4 LIMIT ?3",
            (int(channel_id), int(user_id), most, user_id),
        )
        return len(rows.fetchall())

    def put_read(self, user_id: str, channel_id: str, message_id: str) -> None:
        """Store that a user has read a channel up to the message `message_id`. If a later message
        of the channel is already stored as read, nothing changes."""
        self._connection.execute(
            "INSERT INTO reads VALUES (?1, ?2, ?3) ON CONFLICT DO UPDATE SET "
            "message_id = max(message_id, ?3)",
            (int(user_id), int(channel_id), int(message_id)),
        )

    # Files of messages

    def put_file(self, file_id: str, message_id: str, name: str, kind: str, content: bytes) -> None:
        """Stores a file of a message. `kind` is its media type."""
        self._connection.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?)",
            (int(file_id), int(message_id), name, kind, content),
        )

    def file(self, file_id: str) -> tuple[str, str, bytes] | None:
        """Return the name, the media type and the content of a file, or None if there is no such
        file. A file that was deleted a moment ago can still be read."""
        number = _number(file_id)
        row: tuple[str, str, bytes] | None = self._connection.execute(
            "SELECT name, type, content FROM files WHERE id = ?", (number,)
        ).fetchone()
        return row or self._late.get(number)

    def drop_file(self, file_id: str) -> None:
        """Deletes a file."""
        self._forget_files("id = ?", file_id)

    def _forget_files(self, which: str, number: str) -> None:
        found = f"FROM files WHERE {which}"
        for file_id, *file in self._connection.execute(
            f"SELECT id, name, type, content {found}", (int(number),)
        ):
            self._late[file_id] = (file[0], file[1], file[2])
        while len(self._late) > MOST_LATE:
            self._late.popitem(last=False)
        self._connection.execute(f"DELETE {found}", (int(number),))

    # Interactions

    def put_interaction(self, token: str, expires: float, data: Json) -> None:
        """Store the data of an interaction under its token. It replaces data stored before."""
        self._connection.execute(
            "INSERT OR REPLACE INTO interactions VALUES (?, ?, ?)",
            (token, expires, json.dumps(data)),
        )

    def interaction(self, token: str) -> tuple[float, Json] | None:
        """Return the time when an interaction expires (seconds since 1970), and its data. Returns
        None if the token is unknown."""
        row = self._connection.execute(
            "SELECT expires, data FROM interactions WHERE token = ?", (token,)
        ).fetchone()
        return (row[0], json.loads(row[1])) if row else None

    def drop_interactions(self, before: float) -> None:
        """Delete the interactions that expired before the time `before` (seconds since 1970)."""
        self._connection.execute("DELETE FROM interactions WHERE expires < ?", (before,))


def _number(snowflake: str) -> int:
    """Return an id as a number, or -1 for a text that isn't an id. No object has the id -1."""
    return int(snowflake) if snowflake.isdecimal() and len(snowflake) <= DIGITS else -1
