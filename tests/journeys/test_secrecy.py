"""Test random games. No message names a card that a reader of this message isn't allowed to know.
No log line names any card."""

from __future__ import annotations

import logging
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

import pytest
from simcord.types import HttpLogEntry

from bot.core.model import Table, Update
from bot.pictures.emoji import FACE_NAMES
from bot.preferences.model import Deck
from games.cards import CARDS
from games.core import View
from tests.beyond import BEYOND
from tests.cogs.plugins import own_package
from tests.journeys.conftest import Evening
from tests.limits import EPHEMERAL, UPDATE
from tests.present import present
from tests.sightings import cards_in

__all__ = ["own_package"]

EVERYONE = None
EMOJI = {name: f"<:{name}_9f3a:{10**18 + n}>" for n, name in enumerate(FACE_NAMES)}


class Knowledge:
    """The cards that each reader has been allowed to know since the last call of `start_again`.
    They are collected from views and from the events of the latest moves."""

    def __init__(self) -> None:
        self.cards: dict[int | None, set[str]] = defaultdict(set)

    def heard(self, update: Update) -> None:
        self.add(update.table)

    def add(self, table: Table) -> None:
        opened = table.opened()
        for reader in (
            EVERYONE,
            *(seat.member_id for seat in table.seats if seat.member_id is not None),
        ):
            if opened is not None:  # the game is over, and all hands lie open
                self.cards[reader] |= set(known_by(opened))
            seat = None if reader is EVERYONE else table.seat_of(reader)
            view = table.view(seat)
            if view is not None:
                self.cards[reader] |= set(known_by(view))
            for happening in table.recent:
                for event in happening.events:
                    self.cards[reader] |= cards_in(event.seen_by(seat))

    def start_again(self, table: Table) -> None:
        self.cards.clear()
        self.add(table)


def known_by(view: View) -> Iterator[str]:
    for zone in view.zones:
        yield from (card for card in (*zone.cards, *zone.covers) if card)
    for move in view.moves:
        yield from move.cards
    yield from cards_in(dict(view.facts))


def readers(evening: Evening, request: HttpLogEntry) -> int | None:
    """Return the id of the member who alone can read the message in a request. Return `EVERYONE` if
    all can read it."""
    backend = evening.env.backend
    parts = request.path.split("/")
    if parts[1] == "channels":
        return EVERYONE
    record = (
        backend.interactions[int(parts[2])]
        if parts[1] == "interactions"
        else backend.interaction_by_token(parts[3])
    )
    if parts[1] == "webhooks":
        message_id = int(parts[5])
    elif present(request.json)["type"] == UPDATE:
        message_id = present(record.source_message_id)
    else:
        return (
            record.user_id
            if int((present(request.json).get("data") or {}).get("flags") or 0) & EPHEMERAL
            else EVERYONE
        )
    flags = backend.get_message(record.channel_id, message_id).flags
    return record.user_id if flags & EPHEMERAL else EVERYONE


def told(requests: Iterable[HttpLogEntry]) -> list[HttpLogEntry]:
    return [
        request
        for request in requests
        if request.json is not None
        and any(part in request.path for part in ("/callback", "/messages", "/webhooks"))
    ]


@pytest.mark.parametrize(
    ("game", "preset"),
    [
        ("durak", "classic"),
        pytest.param("durak", "paritybit", marks=BEYOND),
        ("dritzak", "wild"),
        ("tredici", "tredici"),
        pytest.param("tredici", "teams", marks=BEYOND),
        ("cheat", "cheat"),
        pytest.param("eights", "mau-mau", marks=BEYOND),
        pytest.param("hearts", "deal", marks=BEYOND),
    ],
)
@pytest.mark.usefixtures("own_package")
async def test_nobody_is_sent_a_card_that_they_may_not_know(
    evening: Evening, caplog: pytest.LogCaptureFixture, game: str, preset: str
) -> None:
    evening.bot.card_emoji.texts = EMOJI
    caplog.set_level(logging.INFO)
    for name in ("board", "bot", "cogs", "games"):
        caplog.set_level(logging.DEBUG, logger=name)
    rng = random.Random(11)
    players = evening.members if preset == "teams" else evening.members[:2]
    knowledge = Knowledge()
    bots = {"teams": 0, "deal": 2}.get(preset, 1)
    await evening.lobby(game, *players[1:], bots=bots, preset=preset)
    evening.bot.tables.listen(knowledge.heard)
    await evening.press(evening.nora, "Start")
    named: dict[int | None, int] = defaultdict(int)
    seen = len(evening.env.http_requests)
    for turn in range(40):
        if "result" in evening.text:
            break
        knowledge.start_again(await evening.table())
        assert await evening.play_on(rng, *players)
        if turn % 8 == 0 and evening.bert not in players and "result" not in evening.text:
            await evening.press(evening.bert, "My hand")
        requests = evening.env.http_requests
        for request in told(requests[seen:]):
            reader = readers(evening, request)
            cards = cards_in(request.json)
            named[reader] += len(cards)
            assert cards <= knowledge.cards[reader], (
                reader,
                cards - knowledge.cards[reader],
                request.path,
            )
        seen = len(requests)
    # Had nothing been recognised, nothing would have been checked.
    assert any(":10_" in str(request.json) for request in told(evening.env.http_requests))
    assert named[evening.nora.id] > 0
    assert named[evening.pavel.id] > 0
    assert game == "tredici" or named[EVERYONE] > 0
    for record in caplog.records:
        assert not cards_in(record.getMessage()), record.getMessage()


def test_every_card_is_recognised_however_it_is_written() -> None:
    from cogs.discord.languages import speaking
    from cogs.words.cards import emoji, label, text, with_emoji

    for card in CARDS:
        assert cards_in(f"x {text(card)} y") == {card}
        assert cards_in({"label": label(card)}) == {card}
        assert cards_in(f"h:k3f9:41:beat:{card}") == {card}
        for deck in Deck:
            with speaking("en", deck, EMOJI):
                assert cards_in(emoji(card)) == {card}
                assert cards_in(with_emoji([f"x {text(card)} y"], 4000)) == {card}
    assert cards_in("**Ada** has 10 cards · Trump ♠ spades") == set()


async def test_an_error_is_told_by_a_number_and_logged_without_cards(
    evening: Evening,
    rng: random.Random,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await evening.dealt("durak", evening.pavel)

    def broken(*_args: object, **_more: object) -> None:
        try:
            raise KeyError("6S")
        except KeyError as error:
            raise RuntimeError("the hand is 6S 10H and **A**♦︎") from error

    monkeypatch.setattr("cogs.table.drawn.hand_panel", broken)
    answer = present((await evening.press(evening.nora, "My hand")).response)
    assert answer.ephemeral
    number = present(re.search(r"`([0-9a-f]{6})`", answer.content)).group(1)
    (record,) = [record for record in caplog.records if f"[{number}]" in record.getMessage()]
    assert "RuntimeError" in record.getMessage()
    assert "KeyError" in record.getMessage()
    assert str(evening.nora.id) in record.getMessage()
    assert not cards_in(record.getMessage().replace('"6S"', "").replace("6S 10H and **A**♦︎", "")), (
        record.getMessage()
    )
    assert record.exc_info is None
