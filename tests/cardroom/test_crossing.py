"""A press that crosses an edit of its message reaches the bot, for a few seconds."""

from __future__ import annotations

from cardroom.crossing import GRACE, MOST, Crossing
from cardroom.events import Event


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def edited(crossing: Crossing, message_id: str, *custom_ids: str) -> None:
    row = {"type": 1, "components": [{"type": 2, "custom_id": each} for each in custom_ids]}
    crossing.tell(Event("MESSAGE_UPDATE", {"id": message_id, "components": [row]}))


def test_what_an_edit_took_away_can_be_pressed_for_a_few_seconds() -> None:
    clock = Clock()
    crossing = Crossing(clock)
    edited(crossing, "1", "take:1", "done:1")
    assert crossing.part("1", "take:1") is None, "it is on the message itself"
    edited(crossing, "1", "take:2")
    clock.now += GRACE - 1
    edited(crossing, "1", "take:3")
    assert (crossing.part("1", "take:1") or {})["custom_id"] == "take:1"
    clock.now += 2
    assert crossing.part("1", "take:1") is None
    assert crossing.part("1", "take:2") is not None
    crossing.tell(Event("MESSAGE_DELETE", {"id": "1"}))
    assert crossing.part("1", "take:2") is None


def test_what_is_remembered_is_bounded() -> None:
    crossing = Crossing(Clock())
    for number in range(MOST + 1):
        edited(crossing, str(number), "a")
        edited(crossing, str(number), "b")
    assert crossing.part("0", "a") is None
    assert crossing.part("1", "a") is not None
