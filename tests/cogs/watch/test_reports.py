"""Tests of the reports about errors that go to Sentry, a service that collects errors. The reports
never contain a card, a token, a name or a seed."""

from __future__ import annotations

import asyncio
import getpass
import io
import json
import logging
import socket
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr
from sentry_sdk.transport import Transport

from bot.config import LogSettings
from bot.core.background import Background
from bot.core.errors import CannotStart
from cogs.discord.errors import logged
from cogs.watch import logs
from tests.cogs.discord.test_errors import all_errors

SECRETS = ("Q♥", "7S", "MTk4.cretToken", "Nora", "c0ffee5eed")
"""A card in both forms, a token, a name, a seed."""
ADDRESS = "https://key@sentry.example/1"
log = logging.getLogger(__name__)


class Sent(Transport):
    """Keeps the reports instead of sending them to Sentry."""

    kept: list[str]

    def capture_envelope(self, envelope: Any) -> None:
        self.kept.append(envelope.serialize().decode())


@pytest.fixture
def sent() -> Iterator[list[str]]:
    """Let errors in the log be reported during the test. Yields the list of all reports that would
    be sent."""
    from cogs.watch.reports import Reporter

    transport = Sent()
    transport.kept = []
    reporter = Reporter(ADDRESS, transport=transport)
    logging.getLogger().addHandler(reporter)
    yield transport.kept
    logging.getLogger().removeHandler(reporter)
    reporter.close()


def made(kind: type[BaseException]) -> BaseException:
    """Return an error of that class, full of secrets."""
    error = kind.__new__(kind)
    BaseException.__init__(error, *SECRETS)
    vars(error).update(secret=SECRETS)
    for secret in SECRETS:
        error.add_note(secret)
    return error


def raised(kind: type[BaseException]) -> Exception:
    """Return an error of that class that was raised in a function whose variables are secrets. It
    has a cause."""
    card, token, name, seed = SECRETS[0], SECRETS[2], SECRETS[3], SECRETS[4]
    try:
        try:
            raise KeyError(card, token, name, seed)
        except KeyError as cause:
            raise made(kind) from cause
    except Exception as error:  # noqa: BLE001
        return error


def test_every_kind_of_error_is_reported_without_a_secret(sent: list[str]) -> None:
    kinds = [*all_errors(), ValueError, RuntimeError, LookupError, OSError, asyncio.TimeoutError]
    kinds = [kind for kind in kinds if issubclass(kind, Exception)]
    for kind in kinds:
        logged(raised(kind), f"press h:k3f9:{SECRETS[1]} by {SECRETS[3]}")
        log.error("%s of %s failed", *SECRETS[:2], exc_info=raised(kind))
        log.error("a move: " + SECRETS[0])
    everything = "\n".join(sent)
    assert len(sent) >= 2 * len(kinds)
    assert not [secret for secret in SECRETS if secret in everything]
    assert not [secret for secret in SECRETS if json.dumps(secret)[1:-1] in everything]
    assert all(
        kind.__qualname__ in everything for kind in kinds if kind is not asyncio.TimeoutError
    )
    assert "test_reports.py" in everything, "where it was raised is what is wanted"


async def test_an_error_in_the_background_is_reported(sent: list[str]) -> None:
    async def failing() -> None:
        raise RuntimeError(*SECRETS)

    background = Background()
    background.start(failing())
    await background.finish()
    await asyncio.sleep(0)
    assert "RuntimeError" in sent[-1]
    assert not [secret for secret in SECRETS if secret in sent[-1]]


def test_what_the_owner_of_the_machine_is_called_is_not_told(sent: list[str]) -> None:
    logged(raised(RuntimeError), "somewhere")
    parts = json.loads(sent[-1].splitlines()[-1])
    assert "server_name" not in parts
    assert socket.gethostname() not in json.dumps(parts)
    files = [
        frame["filename"]
        for value in parts["exception"]["values"]
        for frame in value["stacktrace"]["frames"]
    ]
    assert not [file for file in files if file.startswith("/")]
    assert getpass.getuser() not in "".join(files)


def test_a_wrong_address_stops_the_start_in_one_line() -> None:
    with pytest.raises(CannotStart, match=r"log\.sentry"):
        logs.begin(LogSettings(sentry=SecretStr("sentry.example")), io.StringIO())
