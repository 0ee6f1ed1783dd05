"""Test how members learn a game by `/learn` and then play their first bout."""

from __future__ import annotations

import re

import pytest
from simcord.actors import MemberActor
from simcord.results import ResponseMessage

import games
from bot.core.model import Speed
from bot.core.scope import pocket_of
from games.cards import NUMBER, rank_of, suit_of
from games.core import Move, View
from tests.journeys import ways
from tests.journeys.conftest import Action, Evening, actions, whole_moves
from tests.limits import text_of, walk
from tests.present import present

DURAK = games.load("durak")


async def learn(evening: Evening, member: MemberActor, game: str = "") -> ResponseMessage:
    """Use `/learn`, with the option `game` if it isn't empty. Check that only this member sees the
    answer, and return it."""
    chosen = {"game": game} if game else {}
    shown = present((await member.slash(evening.channel, "learn", **chosen)).response)
    assert shown.ephemeral
    return shown


def said(message: ResponseMessage) -> str:
    return text_of(message.components)


async def press(member: MemberActor, shown: ResponseMessage, label: str) -> None:
    """Press the button whose label begins with `label`."""
    wanted = next(each for each in actions(shown) if each.label.startswith(label))
    await member.click(shown, custom_id=wanted.custom_id)


async def finish(
    evening: Evening, member: MemberActor, shown: ResponseMessage, lesson: str
) -> None:
    """Play a lesson of Durak to its end. The lesson has begun in the message `shown`. The moves are
    those for which the lesson's steps ask."""
    for step in next(each for each in DURAK.lessons if each.name == lesson).steps:
        words = step.move.replace(" ", ":")
        wanted = next(each for each in actions(shown) if each.custom_id.endswith(f":{words}"))
        await member.click(shown, custom_id=wanted.custom_id)
        assert "✅" in said(shown)


async def test_a_lesson_is_played_with_a_wrong_press_in_it(evening: Evening) -> None:
    shown = await learn(evening, evening.nora)
    assert "**Durak** ▫️▫️▫️▫️▫️" in said(shown)
    await press(evening.nora, shown, "Durak")
    await press(evening.nora, shown, "1. Attacking and defending")
    assert "Which one goes first?" in said(shown)
    assert "Step 1 of 3" in said(shown)
    assert {"hand.png"} == {each.filename for each in shown.attachments}

    await press(evening.nora, shown, "K♠")
    assert "❌" in said(shown), "what it would have meant"
    assert "That card could beat others later" in said(shown)
    assert "Step 1 of 3" in said(shown), "and nothing has happened"
    await press(evening.nora, shown, "6♠")
    assert "✅ Good. As a rule, dump low cards first" in said(shown)
    assert "Step 2 of 3" in said(shown)
    await press(evening.nora, shown, "10")
    await press(evening.nora, shown, "J♥")
    assert "🎓 **Remember:**" in said(shown)
    await press(evening.nora, shown, "Next: Throwing in")
    assert "Step 1 of 3" in said(shown)
    await press(evening.nora, shown, "All lessons")
    assert "✅ 1. Attacking and defending\n2. Throwing in" in said(shown)
    # Nobody else has learned anything.
    assert "**Durak** ▫️▫️▫️▫️▫️" in said(await learn(evening, evening.pavel))


async def test_who_has_never_heard_of_the_games_sees_what_each_is(evening: Evening) -> None:
    shown = await learn(evening, evening.nora)
    assert shown.ephemeral
    told = said(shown)
    for kind in (DURAK, games.load("dritzak"), games.load("tredici")):
        assert kind.gist in told
        assert kind.kin in told
    assert len(re.findall(r"About \d+ minutes", told)) == 3
    pictures = [item for part in walk(shown.components) for item in part.get("items", ())]
    assert [each["description"] for each in pictures if not each["description"]] == []
    assert len(pictures) == 3
    settings = present((await evening.nora.slash(evening.channel, "me")).response)
    await evening.nora.click(settings, custom_id="m:text_only")
    in_words = await learn(evening, evening.nora)
    assert not [part for part in walk(in_words.components) if part.get("items")]


async def test_the_game_after_the_lessons_is_ones_own_and_has_no_clock(evening: Evening) -> None:
    shown = await learn(evening, evening.nora, "durak")
    before = len(evening.channel.history())
    opened = present((await evening.nora.click(shown, label="Play against a beginner")).response)
    assert opened.ephemeral
    assert len(evening.channel.history()) == before
    (table,) = await evening.bot.tables.where.seated(pocket_of(evening.nora.id), evening.nora.id)
    assert table.speed is Speed.NONE
    # It is found again, and a second one isn't opened beside it.
    assert "Your hand" in said(
        present((await evening.nora.slash(evening.channel, "hand")).response)
    )
    await evening.nora.click(shown, label="Play against a beginner")
    seated = await evening.bot.tables.where.seated(pocket_of(evening.nora.id), evening.nora.id)
    assert [each.id for each in seated] == [table.id]
    hand = present((await evening.nora.slash(evening.channel, "hand")).response)
    menu = present((await evening.nora.click(hand, label="More…")).response)
    question = present((await evening.nora.click(menu, label="Resign")).response)
    await evening.nora.click(question, label="Yes, resign")
    (last,) = await evening.bot.tables.where.open_in(table.channel_id)
    assert last.outcome is not None
    await evening.pavel.slash(evening.channel, "hand")


async def test_a_lesson_goes_on_after_a_restart(evening: Evening) -> None:
    shown = await learn(evening, evening.nora, "durak")
    await press(evening.nora, shown, "3. Picking up")
    await press(evening.nora, shown, "Pick up")
    assert "Step 2 of 3" in said(shown)
    await evening.restart()
    await press(evening.nora, shown, "10")
    assert "Step 3 of 3" in said(shown)
    await press(evening.nora, shown, "K♠")
    assert "✅ 3. Picking up" in said(await learn(evening, evening.nora, "durak"))


async def test_cards_that_go_together_and_questions_are_pressed_as_in_a_game(
    evening: Evening,
) -> None:
    shown = await learn(evening, evening.nora, "dritzak")
    await press(evening.nora, shown, "1. Face-up cards")
    for card in ("2♥", "10", "A♠"):
        await press(evening.nora, shown, card)
    assert "hardest to play later" in said(shown)
    shown = await learn(evening, evening.nora, "tredici")
    await press(evening.nora, shown, "4. Kisché")
    await press(evening.nora, shown, "Call kisché")
    assert "It can only be called once per game" in said(shown)
    await press(evening.nora, shown, "Call kisché")
    assert "Berta collects hearts" in said(shown) or "Berta was collecting hearts" in said(shown)


async def test_members_begin_anew_by_their_settings(evening: Evening) -> None:
    nora = evening.nora
    for member in (nora, evening.pavel):
        shown = await learn(evening, member, "durak")
        await press(member, shown, "5. The end")
        await finish(evening, member, shown, "end")
        assert "That was the last Durak lesson" in said(shown)
    settings = present((await nora.slash(evening.channel, "me")).response)
    await nora.click(settings, label="Reset my finished lesson")
    assert "✅" not in said(await learn(evening, nora, "durak"))
    assert "✅ 5. The end" in said(await learn(evening, evening.pavel, "durak"))


async def test_a_forgotten_members_lessons_are_forgotten(evening: Evening) -> None:
    shown = await learn(evening, evening.nora, "durak")
    await press(evening.nora, shown, "5. The end")
    await finish(evening, evening.nora, shown, "end")
    asked = await ways.to_forgetting(evening.channel, evening.nora)
    await evening.nora.click(asked, label="Yes, forget me")
    assert "✅" not in said(await learn(evening, evening.nora, "durak"))


async def test_lessons_are_told_in_the_learners_language(evening: Evening) -> None:
    settings = present((await evening.nora.slash(evening.channel, "me")).response)
    await evening.nora.select(settings, ["ru"], custom_id="m:language")
    shown = await learn(evening, evening.nora, "durak")
    await press(evening.nora, shown, "1. ")
    assert "Шаг 1 из 3" in said(shown)
    assert "Which one goes first?" not in said(shown)


def taught_verbs() -> set[str]:
    """Return the verbs of the moves that the lessons of Durak ask for."""
    return {step.move.split()[0] for lesson in DURAK.lessons for step in lesson.steps}


def by_the_lessons(view: View, offered: dict[str, Action]) -> str:
    """Return the move of somebody who knows only what the lessons of Durak teach. This player uses
    the lowest card that isn't a trump to attack, pass, beat or throw in. If no such card can attack
    or beat, the player uses the lowest trump. If no card can be used, the move is `done` or
    `take`."""
    trump = view.facts["trump"]
    moves = [Move.parse(text) for text in offered if Move.parse(text).verb in taught_verbs()]

    def cost(move: Move) -> tuple[bool, int]:
        card = move.cards[-1]
        return suit_of(card) == trump, NUMBER[card] % 13

    for verb in ("attack", "pass", "beat", "throw"):
        fitting = sorted((move for move in moves if move.verb == verb), key=cost)
        cheap = [move for move in fitting if not cost(move)[0]]
        if verb in {"pass", "throw"}:
            fitting = cheap
        if fitting:
            return str(fitting[0])
    return next(move for move in ("done", "take") if move in offered)


@pytest.mark.parametrize("level", ["Beginner", "Skilled"])
async def test_a_strangers_first_bout_after_the_lessons_has_no_refused_move(
    evening: Evening, level: str
) -> None:
    shown = await learn(evening, evening.nora, "durak")
    for number, lesson in enumerate(DURAK.lessons, 1):
        await press(evening.nora, shown, f"{number}. ")
        await finish(evening, evening.nora, shown, lesson.name)
        await press(evening.nora, shown, "All lessons")
    if level == "Beginner":
        opened = await evening.nora.click(shown, label="Play against a beginner")
        panel = evening.panels[evening.nora.id] = present(opened.response)
        assert panel.ephemeral, "nobody watches"
    else:
        await evening.lobby("durak")
        await evening.add_bot(evening.nora, level)
        await evening.press(evening.nora, "Start")
        panel = await evening.hand(evening.nora)
    place = pocket_of(evening.nora.id) if level == "Beginner" else evening.guild.id
    (begun,) = await evening.bot.tables.where.seated(place, evening.nora.id)
    assert begun.is_private == (level == "Beginner")
    assert [seat.strength for seat in begun.seats] == [None, level.lower()]
    pressed: list[str] = []
    for _press in range(30):
        table = await evening.bot.tables.get(begun.id)
        chapters = [
            event.name for done in table.recent for event in done.events if "bout-" in event.name
        ]
        if chapters or table.outcome is not None:
            break
        view = present(table.view(0))
        if 0 not in view.waiting_on:
            await evening.env.advance_time(1)
            continue
        offered = whole_moves(panel)
        choice = by_the_lessons(view, offered)
        version = table.version
        await evening.do(evening.nora, offered[choice])
        pressed.append(choice)
        assert "rule DUR-" not in said(panel), "refused"
        assert (await evening.bot.tables.get(begun.id)).version > version
    assert pressed
    assert chapters, "the bout is over"
    assert {rank_of(card) for move in pressed for card in Move.parse(move).cards}
