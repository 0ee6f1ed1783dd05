"""Dumps of PostgreSQL databases, written and restored by PostgreSQL's own programs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Final, cast

from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from bot.db.engine import MIGRATION_LOCK, shown
from bot.db.errors import BackupUnusable, StoreUnusable, reason_of
from bot.db.migrate import known_revisions

IN_USE: Final = "it is in use. Stop Shijo first"
_NOBODY_ELSE: Final = f"""\
DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
             AND pid <> pg_backend_pid() AND usesysid IS NOT NULL) THEN
    RAISE EXCEPTION '{IN_USE}';
  END IF;
END $$;
"""
_BEGIN: Final = f"""\
BEGIN;
SELECT pg_advisory_xact_lock({MIGRATION_LOCK});
SET LOCAL client_min_messages = warning;
"""
_EMPTY: Final = """\
DO $$ DECLARE old record; BEGIN
  FOR old IN
    SELECT quote_ident(space.nspname) || '.' || quote_ident(one.relname) AS name,
      CASE one.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW'
        WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END AS kind
    FROM pg_class one JOIN pg_namespace space ON space.oid = one.relnamespace
    WHERE space.nspname = current_schema() AND one.relkind IN ('r', 'p', 'v', 'm', 'S')
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass
                      AND objid = one.oid AND deptype = 'e')
  LOOP
    EXECUTE 'DROP ' || old.kind || ' IF EXISTS ' || old.name || ' CASCADE';
  END LOOP;
END $$;
"""
"""SQL that drops all tables, views and sequences in Shijo's schema, whichever version of Shijo made
them. Those that belong to an extension stay."""
_KNOWN: Final = """
RESET search_path;
DO $$ BEGIN
  IF to_regclass('alembic_version') IS NULL
    OR NOT EXISTS (SELECT FROM alembic_version WHERE version_num IN ({known})) THEN
    RAISE EXCEPTION 'the backup is of no version that is known here';
  END IF;
END $$;
"""

VARIABLES: Final = {
    "PGHOST": "host",
    "PGPORT": "port",
    "PGUSER": "user",
    "PGPASSWORD": "password",
    "PGDATABASE": "database",
    "PGSSLMODE": "ssl",
}
"""The environment variables of PostgreSQL's programs, and the arguments of the bot's driver that
mean the same."""
_TOO_NEW: Final = b"SET transaction_timeout = 0;\n"
"""A statement that PostgreSQL 17's programs write into a backup, and that older servers don't know.
The statement only sets a value that every session has by default, so a restore leaves it out. It
stands above the line that begins with `_HEAD_ENDS`."""
_HEAD_ENDS: Final = b"SET row_security"
"""The beginning of the line up to which a restore looks for the statement `_TOO_NEW` in a backup.
The statement stands only above this line, and the rest of the backup is copied as it is."""


def dump(address: URL, file: Path) -> None:
    """Write a dump of the database into `file`, which only its owner may read. Then read that file
    in full as a check. Raises StoreUnusable when one of these two steps fails."""
    with tempfile.TemporaryFile("w+") as said:
        _run(address, said, "pg_dump", "--format=custom", f"--file={file}")
        # A list of a dump's contents says nothing of the contents.
        _run(None, said, "pg_restore", f"--file={os.devnull}", str(file))


def restore_dump(address: URL, file: Path) -> None:
    """Replace all tables of a PostgreSQL database by the tables of the dump in `file`, in one
    transaction. Raises StoreUnusable or BackupUnusable with the reason. After an error, nothing has
    changed."""
    convert = ("pg_restore", "--clean", "--if-exists", "--no-owner", "--file=-", str(file))
    apply = ("psql", "--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-")
    with tempfile.TemporaryFile("w+") as said, tempfile.TemporaryFile("w+") as read:
        with (
            _start(
                address, said, *apply, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
            ) as server,
            _start(None, read, *convert, stdout=subprocess.PIPE) as dumped,
        ):
            whole = _pour(dumped, server)
            server.wait()
        if not whole:
            raise BackupUnusable(file=str(file), reason=_first_line(read))
        if server.returncode:
            raise StoreUnusable(place=shown(address), reason=_first_line(said))


def _pour(dumped: subprocess.Popen[bytes], server: subprocess.Popen[bytes]) -> bool:
    """Copy the SQL that `pg_restore` (the process `dumped`) puts out to the input of `psql` (the
    process `server`). Before and after this SQL, write statements that make all of it one
    transaction. The transaction also drops the old tables, and checks that nobody else uses the
    database.

    Return False only when the dump could not be read to its end. The transaction is then not
    committed. If `psql` fails, the exit status of `server` shows the failure."""
    source, sink = cast("IO[bytes]", dumped.stdout), cast("IO[bytes]", server.stdin)
    try:
        sink.write((_BEGIN + _NOBODY_ELSE + _EMPTY).encode())
        for line in source:
            if line != _TOO_NEW:
                sink.write(line)
            if line.startswith(_HEAD_ENDS):
                break
        shutil.copyfileobj(source, sink)
        whole = dumped.wait() == 0
        if whole:
            known = ", ".join(f"'{each}'" for each in sorted(known_revisions()))
            # Whatever fails before this, nothing has happened.
            sink.write((_KNOWN.format(known=known) + _NOBODY_ELSE + "COMMIT;\n").encode())
        sink.flush()
    except BrokenPipeError:
        # The server's side has ended, and says why.
        dumped.kill()
        whole = True
    finally:
        with suppress(BrokenPipeError):
            sink.close()
    return whole


def _run(address: URL | None, said: IO[str], *command: str) -> None:
    with _start(address, said, *command, stdout=subprocess.DEVNULL) as program:
        program.wait()
    if program.returncode:
        place = "PostgreSQL" if address is None else shown(address)
        raise StoreUnusable(place=place, reason=_first_line(said))


def _start(
    address: URL | None, said: IO[str], *command: str, stdout: int, stdin: int = subprocess.DEVNULL
) -> subprocess.Popen[bytes]:
    """Start one of PostgreSQL's programs for the database at `address` (None: the program needs no
    database). The program's error output goes to the file `said`. The password is passed in the
    environment, because everybody on the machine can read a process's command line."""
    variables = dict(os.environ)
    if address is not None:
        variables |= variables_of(address)
    try:
        return subprocess.Popen(  # noqa: S603 - no shell, and the programs are named here
            command, env=variables, stdin=stdin, stdout=stdout, stderr=said
        )
    except FileNotFoundError:
        place = "PostgreSQL" if address is None else shown(address)
        reason = f"{command[0]} isn't installed (Debian: postgresql-client)"
        raise StoreUnusable(place=place, reason=reason) from None


def variables_of(address: URL) -> dict[str, str]:
    """Return the environment variables by which PostgreSQL's programs find the database at
    `address`. Their values are the same values with which the bot itself connects. This is also
    true when the address names several servers, or names the servers in its query part. Raises
    StoreUnusable when the address is wrong."""
    try:
        _, named = address.get_dialect()().create_connect_args(address)
    except (ArgumentError, ValueError) as error:
        reason = f"its address is wrong: {reason_of(error)}"
        raise StoreUnusable(place=shown(address), reason=reason) from error
    values = {name: named.get(by) for name, by in VARIABLES.items()}
    return {
        name: ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        for name, value in values.items()
        if value
    }


def _first_line(said: IO[str]) -> str:
    """Return the first line of the error output in the file `said`. If the line begins with a
    position in the input of `psql`, the position is left out."""
    said.seek(0)
    line = (said.read().strip().splitlines() or ["it failed without saying why"])[0]
    return re.sub(r"^psql:<stdin>:\d+: ERROR: +", "", line)
