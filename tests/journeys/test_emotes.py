"""Table talk: a sign at one's seat."""

from __future__ import annotations

from typing import Any

from simcord.results import ResponseMessage

from tests.journeys.conftest import Evening
from tests.limits import text_of, walk
from tests.present import present


def signs(message: ResponseMessage) -> dict[str, str]:
    """The custom ids of buttons by their signs."""
    parts: list[Any] = [part for part in walk(message.components) if part.get("emoji")]
    return {part["emoji"]["name"]: part["custom_id"] for part in parts if "custom_id" in part}


async def test_an_emote_is_seen_at_the_seat_by_all_who_want_it(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    hand = await evening.hand(evening.nora)
    other = await evening.hand(evening.pavel)
    asked = present((await evening.nora.click(hand, custom_id=signs(hand)["💬"])).response)
    assert asked.ephemeral
    assert list(signs(asked)) == ["😏", "👏", "😱", "🤝"]
    await evening.nora.click(asked, custom_id=signs(asked)["😱"])
    for message in (evening.message, hand, other):
        assert "gasps" in text_of(message.components)
    await evening.restart()
    bare = present((await evening.press(evening.pavel, "My hand")).response)
    assert "gasps" in text_of(bare.components)
    # Who wants none neither sees one in their hand, nor is offered any.
    panel = present((await evening.pavel.slash(evening.channel, "me")).response)
    await evening.pavel.click(panel, label="Emotes: shown")
    quiet = present((await evening.press(evening.pavel, "My hand")).response)
    assert "gasps" not in text_of(quiet.components)
    assert "💬" not in signs(quiet)
    assert "gasps" in evening.text
    # So soon after the last one, another is refused in words, and the old one stays.
    refused = present((await evening.nora.click(hand, custom_id=signs(hand)["💬"])).response)
    answer = present((await evening.nora.click(refused, custom_id=signs(refused)["👏"])).response)
    assert "moment" in str(answer.content)
    assert "gasps" in evening.text
