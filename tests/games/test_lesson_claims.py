"""Tests that every sentence of a lesson about winning and losing is true. Some sentences are proven
by playing or by a search of all moves. The other sentences retell a rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import pytest

import games
from games.core import Game
from games.lessons import Lesson
from games.teaching import lesson_of, stage

CLAIM: Final = re.compile(r"\b(wins?|won(?!'t)|los(?:e|es|t)|fool|best)\b", re.IGNORECASE)
"""A sentence with one of these words says how something ends."""

RULES: Final = {
    "Everyone tries to get rid of their cards": "DUR-42",
    "You'd pick up the seven and lose your attack": "DUR-24",
    "If you can't beat a card, or don't want to, you pick up everything": "DUR-24",
    "You'd pick up again and lose another attack": "DUR-24",
    "You'd pick up a card and lose your attack": "DUR-24",
    "You'd lose your attack": "DUR-24",
    "You have three face-down cards": "DRI-40",
    "The finest way to win": "DRI-41",
    "Everyone secretly picks a suit": "TRE-40",
    "Two players can end up with the same suit": "TRE-33",
    "Call kisché when you're nearly sure": "TRE-32",
    "Thirteen cards on your stacks don't win": "TRE-40",
}
"""Sentences of lessons that retell a rule. The key is the beginning of a sentence, and the value is
the id of the rule."""

WON: Final = (("durak", "end"), ("dritzak", "walk-off"), ("tredici", "tredici"))
"""Lessons at whose end the learner has won, and whose last sentence says so."""

PLAYED: Final = {
    ("durak", "end", 0, "beat 10S KS"): 1,
    ("durak", "end", 0, "beat 10S AH"): -1,
    ("durak", "end", 0, "take"): -1,
    ("durak", "end", 1, "attack AH"): 1,
    ("durak", "end", 1, "attack 8C"): 0,
    ("durak", "end", 2, "attack 8C"): 1,
}
"""Moves about which a lesson says how the game ends if both then play their best: 1 for a win, 0
for a game without a fool, and -1 for a loss."""


def value(game: Game, seat: int, path: frozenset[str] = frozenset()) -> int:
    """Return what a seat of a game of two reaches if both seats play their best: 1 for a win, 0 for
    a draw and -1 for a loss. `path` are the positions before this one; a return to one of them
    counts as a draw."""
    if game.outcome is not None:
        own, other = game.outcome.ranks[seat], game.outcome.ranks[1 - seat]
        return (other > own) - (other < own)
    here = repr(sorted(game.position().items(), key=str))
    if here in path:
        return 0
    (turn,) = game.waiting_on
    reached = []
    for move in game.legal_moves(turn):
        after = game.copy()
        after.play(turn, move)
        reached.append(value(after, seat, path | {here}))
        if reached[-1] == (1 if turn == seat else -1):
            break
    return max(reached) if turn == seat else min(reached)


@pytest.mark.parametrize(("claim", "ends"), PLAYED.items(), ids=str)
def test_the_end_of_durak_is_won_and_lost_as_its_lesson_says(
    claim: tuple[str, str, int, str], ends: int
) -> None:
    name, lesson, done, move = claim
    kind = games.load(name)
    game = stage(kind, lesson_of(kind, lesson), done).game
    game.play(0, move)
    assert value(game, 0) == ends


def test_what_the_lesson_asks_for_at_the_end_of_durak_is_the_only_move_that_wins() -> None:
    kind = games.load("durak")
    lesson = lesson_of(kind, "end")
    for done, step in enumerate(lesson.steps):
        legal = stage(kind, lesson, done).game.legal_moves(0)
        assert {move for move in legal if PLAYED["durak", "end", done, move] == 1} == {step.move}


@pytest.mark.parametrize(("name", "lesson"), WON)
def test_a_lesson_that_says_so_is_won(name: str, lesson: str) -> None:
    kind = games.load(name)
    taught = lesson_of(kind, lesson)
    outcome = stage(kind, taught, len(taught.steps)).game.outcome
    assert outcome is not None
    assert outcome.ranks == (1, 2)


KISCHES: Final = [
    (lesson, done)
    for lesson in games.load("tredici").lessons
    for done, step in enumerate(lesson.steps)
    if step.consequence("kische")
]


@pytest.mark.parametrize(("lesson", "done"), KISCHES)
def test_who_calls_kische_too_early_loses_everything(lesson: Lesson, done: int) -> None:
    game = stage(games.load("tredici"), lesson, done).game
    assert game.position()["stacks"][0]
    game.play(0, "kische")
    after = game.position()
    assert (after["stacks"][0], after["hands"][0]) == ([], [])


def test_the_right_kische_takes_everything_from_berta_and_nothing_from_others() -> None:
    kind = games.load("tredici")
    game = stage(kind, lesson_of(kind, "kische"), 0).game
    before = game.position()
    game.play(0, "kische")
    after = game.position()
    assert (after["stacks"][1], after["hands"][1]) == ([], [])
    for key in ("stacks", "hands"):
        assert [after[key][seat] for seat in (0, 2)] == [before[key][seat] for seat in (0, 2)]


PROVEN: Final = {
    *((name, lesson, done, move) for name, lesson, done, move in PLAYED),
    *(("tredici", lesson.name, done, "kische") for lesson, done in KISCHES),
    ("tredici", "kische", 0, "kische"),
    *(
        (name, lesson, len(steps) - 1, steps[-1].move)
        for name, lesson in WON
        for steps in (lesson_of(games.load(name), lesson).steps,)
    ),
}
"""What the tests above prove. Each entry names the game, the lesson, the step and the move."""


@pytest.mark.parametrize("name", ["durak", "dritzak", "tredici"])
def test_every_claim_is_proven_or_retells_a_rule(name: str) -> None:
    unproven = [
        text
        for lesson in games.load(name).lessons
        for place, text in sentences(games.load(name), lesson)
        if CLAIM.search(text)
        and (name, lesson.name, *place) not in PROVEN
        and not text.startswith(tuple(RULES))
    ]
    assert not unproven


def sentences(kind: type[Game], lesson: Lesson) -> Iterator[tuple[tuple[int, str], str]]:
    """Yield all sentences of a lesson. Each sentence comes with a pair: the number of the step, and
    the move that the sentence is about. If a sentence is about the whole lesson, the pair is (-1,
    "")."""
    for told in (lesson.about, lesson.learned):
        yield (-1, ""), str(told)
    for done, step in enumerate(lesson.steps):
        for told in (step.task, step.why):
            yield (done, step.move), str(told)
        for move in stage(kind, lesson, done).game.legal_moves(lesson.seat):
            if move != step.move:
                yield (done, str(move)), str(step.consequence(move))
