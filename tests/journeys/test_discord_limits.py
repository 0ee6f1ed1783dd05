"""What Discord refuses although its libraries let it pass, and what it does that the simulator doesn't."""

from __future__ import annotations

import pytest

import games
from cogs.words.load import words_of
from tests.limits import check_emoji


@pytest.mark.parametrize("game", sorted(games.available()))
def test_the_sign_of_every_verb_is_an_emoji_that_discord_knows(game: str) -> None:
    for name, verb in words_of(game).verbs.items():
        check_emoji({"name": verb.mark} if verb.mark else None)
        assert verb.name, name


def test_a_playing_card_s_back_is_no_emoji() -> None:
    for sign in ("🂠", "▶", "OK", "👍👍"):
        with pytest.raises(AssertionError):
            check_emoji({"name": sign})
