from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.core.fairness import HeaderError, hash_of, player_chance, printed_header, seed_of, verify
from games.core import Outcome
from games.record import Header
from games.shuffle import Stream
from tests.bot.heaps import Heaps

SECRET = bytes(range(32))
JOINED = (1187263451928374651, 1187263451928374900)


def a_header(**changes: Any) -> str:
    fields: dict[str, Any] = {
        "game": "heaps",
        "version": 1,
        "options": {"cards": 4, "passing": True},
        "seats": 3,
        "seed": seed_of(SECRET, JOINED),
        "previous": Outcome((2, 1, 1), "won", ("most:1",), {"leader": 1}),
    }
    return printed_header(Header(**{**fields, **changes}), SECRET, JOINED)


def test_a_true_header_is_accepted_as_it_is_copied_from_a_message() -> None:
    text = a_header()
    for copied in (text, f"```\n{text}```", text.replace("\n", "  \r\n"), f"\n\n{text}\n"):
        verified = verify(copied)
        assert verified.header.seed == seed_of(SECRET, JOINED)
        assert verified.secret_hash == hash_of(SECRET)
        assert hash_of(SECRET) in str(verified)


def test_anyone_can_compute_hash_and_seed_with_a_hash_function_alone() -> None:
    assert hash_of(SECRET) == sha256(SECRET).hexdigest()
    ids = b"".join(number.to_bytes(8, "big") for number in JOINED)
    assert seed_of(SECRET, JOINED) == sha256(SECRET + ids).digest()


def test_the_seed_hangs_on_the_secret_on_each_join_and_on_their_order() -> None:
    seeds = {
        seed_of(secret, joined)
        for secret in (SECRET, SECRET[::-1])
        for joined in (JOINED, JOINED[::-1], JOINED[:1], (), (JOINED[0], JOINED[1] + 1))
    }
    assert len(seeds) == 10


def meaning(text: str) -> list[str]:
    """Return the lines of `text` by which the test decides whether two texts mean the same. Code
    fences, blank lines, and spaces at the ends of lines are left out."""
    return [line for line in (raw.strip() for raw in text.replace("```", "").splitlines()) if line]


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_change_is_refused(data: st.DataObject) -> None:
    text = a_header()
    place = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(place, min(place + 3, len(text))))
    printable = st.characters(
        min_codepoint=10, max_codepoint=126, exclude_categories=["Cc"], include_characters="\n"
    )
    changed = text[:place] + data.draw(st.text(printable, max_size=3)) + text[end:]
    if meaning(changed) == meaning(text):
        verify(changed)
        return
    with pytest.raises(HeaderError) as caught:
        verify(changed)
    assert str(caught.value)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("seats 3", "seats 2"),
        ('"cards":4', '"cards":5'),
        ("joined 11", "joined 12"),
        ("secret 00", "secret 01"),
        ('"leader":1', '"leader":2'),
    ],
)
@pytest.mark.parametrize("digest_too", [False, True])
def test_a_forger_is_refused_even_with_a_new_digest(old: str, new: str, digest_too: bool) -> None:
    lines = meaning(a_header().replace(old, new))
    assert lines != meaning(a_header())
    if digest_too:
        lines[-1] = "digest " + sha256("\n".join(lines[:-1]).encode()).hexdigest()
    with pytest.raises(HeaderError):
        verify("\n".join(lines))


def test_each_reason_is_given_in_words() -> None:
    def forged(**changes: str) -> str:
        lines = [
            f"{line.partition(' ')[0]} {changes[line.partition(' ')[0].replace('-', '_')]}"
            if line.partition(" ")[0].replace("-", "_") in changes
            else line
            for line in meaning(a_header())
        ]
        lines[-1] = "digest " + sha256("\n".join(lines[:-1]).encode()).hexdigest()
        return "\n".join(lines)

    other = sha256(b"other").hexdigest()
    for text, reason in [
        ("hello", "This is no header"),
        ("", "This is no header"),
        (a_header().replace("seats 3", "seats 4"), "the lines were changed"),
        (forged(secret_hash=other), "the secret does not have the hash"),
        (forged(secret=other), "the secret does not have the hash"),
        (forged(seed=other), "the seed does not follow"),
        (forged(deal=other), "do not give this deal"),
        (forged(secret="zz"), "can't be read"),
        (forged(joined="one two"), "can't be read"),
        (forged(joined=f"-1 {JOINED[1]}"), "can't be read"),
        (forged(seats="many"), "can't be read"),
        (forged(game="heaps 7"), "can't be checked here"),
        (forged(game="chess 1"), "can't be checked here"),
        (
            forged(previous='{"carry":{},"honours":[],"kind":"won","ranks":[1,2,3]}'),
            "can't be checked here",
        ),
        (
            "\n".join(line for line in meaning(a_header()) if not line.startswith("secret ")),
            "lacks secret",
        ),
        (a_header() + "seats 3\n", "says things twice"),
    ]:
        with pytest.raises(HeaderError) as caught:
            verify(text)
        assert reason in str(caught.value), text


def test_a_header_gives_the_deal_that_was_played(heaps: type[Heaps]) -> None:
    verified = verify(a_header())
    options = Heaps.options("plain")
    seed = seed_of(SECRET, JOINED)
    dealt = Heaps.new(options, seats=3, seed=seed, previous=verified.header.previous)
    assert verified.header.deal().position() == dealt.position()


def test_what_a_bot_player_draws_is_not_the_deals_chance() -> None:
    draws = [
        [stream.randrange(1 << 32) for _ in range(4)]
        for stream in (
            Stream(seed_of(SECRET, JOINED)),
            player_chance(SECRET, 0, 0),
            player_chance(SECRET, 0, 1),
            player_chance(SECRET, 1, 0),
            player_chance(SECRET[::-1], 0, 0),
        )
    ]
    assert len({tuple(draw) for draw in draws}) == 5
    again = player_chance(SECRET, 1, 0)
    assert [again.randrange(1 << 32) for _ in range(4)] == draws[3]
