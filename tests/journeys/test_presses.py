"""Test late presses, double presses, presses by the wrong members, and presses in the same
instant."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, cast

from discord.app_commands import Command
from simcord.results import ResponseMessage

import games
from bot.core.model import Table
from bot.core.people import of_level
from tests.journeys.conftest import (
    Action,
    Click,
    Evening,
    action,
    actions,
    at_once,
    custom_id,
    whole_moves,
)
from tests.limits import STRING_SELECT, text_of, walk
from tests.present import present


def can(verb: str, *seats: int) -> Callable[[Table], bool]:
    """Return a function that tells whether each of the seats `seats` has a legal move with
    `verb`."""
    return lambda table: all(
        any(move.verb == verb for move in present(table.view(seat)).moves) for seat in seats
    )


async def older_panel(evening: Evening, seat: int) -> tuple[ResponseMessage, dict[str, Action]]:
    """Open the hand of the member at `seat` twice. Return the first hand message, which the bot no
    longer updates, and a dict from the text of each move to the press that makes it in the first
    message. With these presses, a test can act as if a press had been on its way for a long
    time."""
    member = evening.member_at(await evening.table(), seat)
    old = await evening.hand(member)
    offered = whole_moves(old)
    await evening.hand(member)
    return old, offered


async def pressed_late(evening: Evening, seat: int, old: ResponseMessage, press: Action) -> Any:
    """Make a press in the old panel `old`, and return the bot's answer. It doesn't matter whether
    the panel still shows the button."""
    member = evening.member_at(await evening.table(), seat)
    (answer,) = await at_once(evening, Click(member, old, press.custom_id))
    return answer


async def test_a_late_press_on_a_card_that_is_still_legal_plays_that_card(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    for _ in range(30):
        opened = await evening.until(rng, can("attack", 0))
        old, offered = await older_panel(evening, 0)

        def come(now: Table, opened: Table = opened, offered: dict[str, Any] = offered) -> bool:
            again = now.version > opened.version + 3 and any(
                str(move) in offered for move in present(now.view(0)).moves
            )
            return again or now.game_number != opened.game_number

        late = await evening.until(rng, come)
        if late.game_number == opened.game_number:
            break
    move = next(str(move) for move in present(late.view(0)).moves if str(move) in offered)
    press = offered[move]
    await pressed_late(evening, 0, old, press)
    after = await evening.table()
    assert after.version == late.version + 1
    assert after.recent[-1].move == move
    assert "> " not in text_of(old.components)
    assert move.split()[-1] not in present(after.view(0)).hand


async def test_a_press_on_a_panel_of_the_game_before_plays_nothing(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    opened = await evening.until(rng, can("attack", 0))
    old, offered = await older_panel(evening, 0)

    def come(now: Table) -> bool:
        return now.game_number > opened.game_number and any(
            str(move) in offered for move in present(now.view(0)).moves
        )

    late = await evening.until(rng, come)
    press = next(offered[str(move)] for move in present(late.view(0)).moves if str(move) in offered)
    await pressed_late(evening, 0, old, press)
    assert (await evening.table()).version == late.version
    assert "The game has moved on" in text_of(old.components)


async def test_a_bare_move_from_an_old_panel_plays_nothing_and_redraws_it(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel, preset="throw-in")
    await evening.until(rng, lambda table: can("take", 1)(table) and can("throw", 0)(table))
    old, offered = await older_panel(evening, 1)
    table = await evening.table()
    throw = next(move for move in present(table.view(0)).moves if move.verb == "throw")
    await evening.bot.tables.move(table.id, evening.nora.id, throw)
    await evening.env.settle()

    before = await evening.table()
    result = await pressed_late(evening, 1, old, offered["take"])
    assert (await evening.table()).version == before.version
    assert "The game has moved on" in text_of(old.components)
    assert present(result.response).id == old.id
    # The panel is current now: the same button takes.
    await evening.pavel.click(old, label="Pick up")
    assert (await evening.table()).recent[-1].move == "take"


async def test_the_same_press_twice_plays_once(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.until(rng, can("attack", 0))
    panel = await evening.hand(evening.nora)
    press = next(actions(panel))
    click = Click(evening.nora, panel, press.custom_id, press.values)
    answers = await at_once(evening, click, click)
    after = await evening.table()
    assert all(answer.acknowledged for answer in answers)
    assert after.version == table.version + 1
    assert len(present(after.view(0)).hand) == len(present(table.view(0)).hand) - 1
    assert "> " in text_of(panel.components), "the second press is answered with its reason"


async def test_the_same_bare_press_twice_plays_once(evening: Evening, rng: random.Random) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.until(rng, can("take", 1))
    panel = await evening.hand(evening.pavel)
    click = Click(evening.pavel, panel, custom_id(panel, "Pick up"))
    await at_once(evening, click, click)
    after = await evening.table()
    assert [happening.move for happening in after.recent].count("take") - [
        happening.move for happening in table.recent
    ].count("take") <= 1
    assert after.version == table.version + 1
    assert "The game has moved on" in text_of(panel.components)


async def test_who_does_not_sit_there_is_told_so(evening: Evening) -> None:
    await evening.dealt("durak", evening.pavel)
    version = (await evening.table()).version
    for label in ("My hand", "Resign"):
        answer = present((await evening.press(evening.aiko, label)).response)
        assert answer.ephemeral
        assert answer.content == "You're not at this table."
    panel = await evening.hand(evening.nora)
    press = next(actions(panel), None)
    if press is not None:
        (pressed,) = await at_once(
            evening, Click(evening.aiko, panel, press.custom_id, press.values)
        )
        answer = present(pressed.response)
        assert answer.ephemeral
        assert "someone else's hand" in answer.content
    assert (await evening.table()).version == version


async def test_a_press_on_anothers_panel_is_explained_and_plays_nothing(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.until(rng, can("attack", 0))
    panel = await evening.hand(evening.nora)
    press = next(actions(panel))
    (answer,) = await at_once(evening, Click(evening.pavel, panel, press.custom_id, press.values))
    assert present(answer.response).ephemeral
    assert "someone else's hand" in present(answer.response).content
    assert (await evening.table()).version == table.version


async def test_two_throw_ins_in_the_same_instant_both_count_or_one_is_refused(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel, evening.aiko)

    def two_may_throw(table: Table) -> bool:
        return sum(can("throw", seat)(table) for seat in range(3)) > 1

    for _ in range(5):
        table = await evening.until(rng, two_may_throw)
        seats = [seat for seat in range(3) if can("throw", seat)(table)]
        clicks, cards = [], []
        for seat in seats:
            member = evening.member_at(table, seat)
            panel = await evening.hand(member)
            press = next(each for each in actions(panel) if ":throw:" in each.custom_id)
            clicks.append(Click(member, panel, press.custom_id))
            cards.append(press.custom_id.rpartition(":")[2])
        answers = await at_once(evening, *clicks)
        after = await evening.table()
        new = after.version - table.version
        played = [happening.move for happening in after.recent[-new:]]
        for click, card, answer in zip(clicks, cards, answers, strict=True):
            assert answer.acknowledged
            refused = "\n> " in text_of(evening.panels[click.member.id].components)
            assert (f"throw {card}" in played) != refused
            assert (card in present(after.view(after.seat_of(click.member.id))).hand) == refused
        assert len(played) == len(set(played)) == new >= 1
        later = after.version + 4
        await evening.until(rng, lambda now, later=later: now.version > later)  # type: ignore[misc] # mypy #4226


async def test_two_who_join_at_once_are_both_seated(evening: Evening) -> None:
    lobby = await evening.lobby("durak")
    join = custom_id(lobby, "Join")
    await at_once(evening, Click(evening.pavel, lobby, join), Click(evening.aiko, lobby, join))
    assert "**Pavel**" in evening.text
    assert "**Aiko**" in evening.text


async def test_the_host_starts_and_chooses_and_others_are_told_who_is_host(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    answer = present((await evening.press(evening.pavel, "Start")).response)
    assert answer.ephemeral
    assert "Nora" in answer.content
    offered = (await evening.gear(evening.pavel)).components
    assert not [part for part in walk(offered) if part["type"] == STRING_SELECT], (
        "nothing to refuse"
    )
    await evening.choose(evening.nora, "preset", "paritybit")
    assert "Rules: **Paritybit**" in evening.text


async def test_leaving_hands_the_hosts_rights_on_and_the_last_one_closes_the_table(
    evening: Evening,
) -> None:
    await evening.lobby("durak", evening.pavel)
    await evening.press(evening.nora, "Leave")
    assert "**Pavel** · host" in evening.text
    assert "Nora" not in evening.text
    await evening.press(evening.pavel, "Leave")
    assert "This table is closed" in evening.text


async def test_who_starts_alone_plays_bot_players_with_the_hand_before_them(
    evening: Evening,
) -> None:
    await evening.lobby("durak")
    assert "Needs one more player. *Start* adds a bot." in evening.text
    pressed = await evening.press(evening.nora, "Start")
    table = await evening.table()
    assert [seat.is_bot for seat in table.seats] == [False, True]
    (hand,) = pressed.followups
    assert hand.ephemeral
    assert "Your hand, 6 cards" in text_of(hand.components)


async def test_too_many_players_are_told_so(evening: Evening) -> None:
    await evening.lobby("durak")
    for _ in range(7):
        await evening.add_bot(evening.nora)
    answer = present((await evening.press(evening.pavel, "Join")).response)
    assert answer.ephemeral
    assert "full" in answer.content


async def test_a_refused_move_says_in_words_which_rule_refuses_it(
    evening: Evening, rng: random.Random
) -> None:
    await evening.dealt("durak", evening.pavel)
    table = await evening.until(rng, can("attack", 0))
    old, offered = await older_panel(evening, 0)
    press = next(iter(offered.values()))
    await evening.do(evening.nora, press)
    await pressed_late(evening, 0, old, press)
    told = text_of(old.components)
    assert "(rule DUR-" in told
    assert "see `/rules`)" in told
    assert evening.panels[evening.nora.id].id != old.id
    assert (await evening.table()).version == table.version + 1


async def test_options_are_chosen_in_a_panel_and_a_clash_is_named(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    panel = present((await evening.press(evening.nora, "Options")).response)
    assert panel.ephemeral
    fields = {each.values[0]: each for each in actions(panel) if each.values}
    await evening.nora.select(panel, ["jokers"], custom_id=fields["jokers"].custom_id)
    await evening.nora.select(
        panel, [action(panel, "yes").values[0]], custom_id=action(panel, "yes").custom_id
    )
    assert "Rules: **Classic** · Jokers: yes" in evening.text

    await evening.nora.select(panel, ["deck"], custom_id=fields["deck"].custom_id)
    low = action(panel, "24 cards")
    await evening.nora.select(panel, list(low.values), custom_id=low.custom_id)
    told = text_of(panel.components) + evening.text
    await evening.press(evening.nora, "Start")
    assert "oker" in told
    assert "Trump" not in evening.text or (await evening.table()).options["deck"] != "24"


async def test_only_the_host_changes_options(evening: Evening) -> None:
    await evening.lobby("durak", evening.pavel)
    panel = present((await evening.press(evening.pavel, "Options")).response)
    assert "Only the host" in text_of(panel.components)
    assert not [each for each in actions(panel) if ":field" in each.custom_id]


async def test_bot_players_are_added_by_strength_and_removed(evening: Evening) -> None:
    await evening.lobby("durak")
    panel = present((await evening.press(evening.nora, "Options")).response)
    weak = action(panel, "Beginner")
    await evening.nora.select(panel, list(weak.values), custom_id=weak.custom_id)
    bot = (await evening.table()).seats[1].name
    assert bot in {each.name for each in of_level("beginner")}
    assert f"🤖 **{bot}** · Beginner" in evening.text
    await evening.press(evening.nora, "Remove bot")
    assert bot not in evening.text


async def test_the_games_to_play_are_offered_before_anything_is_typed(evening: Evening) -> None:
    commands = {command.name: command for command in evening.bot.tree.get_commands()}
    for name in ("play", "rules"):
        (option,) = cast("Command[Any, ..., Any]", commands[name]).parameters
        assert [(choice.name, choice.value) for choice in option.choices] == [
            (kind.title, name) for name, kind in games.available().items()
        ]


async def test_a_hand_is_never_drawn_into_a_message_that_others_see(
    evening: Evening, rng: random.Random
) -> None:
    """A forged press has the custom id of a hand's button, but comes from the public message. It
    makes no move and shows no cards in public."""
    await evening.dealt("durak", evening.pavel)
    table = await evening.until(rng, can("attack", 0))
    before = evening.text
    stored = evening.env.backend.get_message(evening.channel.id, evening.message.id)
    button = next(part for part in walk(stored.components) if part.get("label") == "My hand")
    button["custom_id"] = (
        f"h:{table.id}:{table.version}:{str(present(table.view(0)).moves[0]).replace(' ', ':')}"
    )
    (answer,) = await at_once(evening, Click(evening.nora, evening.message, button["custom_id"]))
    assert present(answer.response).ephemeral
    assert "someone else's hand" in present(answer.response).content
    assert evening.text == before
    assert (await evening.table()).version == table.version
