"""The contract suite refuses a game that breaks a promise, with the error sentence about this
promise. Here are the promises about moves, positions, ends, leaving, refusals and moves that are
chosen ahead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest

import games
from games.contract import (
    Case,
    ContractBroken,
    check_case,
    check_case_whole,
    check_determinism,
    check_game,
    check_lessons,
    check_players,
)
from games.contract.endings import check_ending, check_everyone_leaves, check_sequel
from games.contract.playing import Sitting, random_player
from games.contract.refusals import check_options_refused, check_refusals
from games.contract.state import check_copy
from games.core import (
    Amount,
    Deed,
    Event,
    Game,
    IllegalMove,
    InvalidMove,
    Move,
    OptionsError,
    Outcome,
    Stream,
    View,
)
from games.durak import Durak
from games.lessons import Lesson
from tests.games.mutants import Mutant, changed
from tests.games.plugins import PLUGINS, installed


@pytest.fixture(scope="module")
def stakes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[type[Game]]:
    with installed(PLUGINS / "stakes", tmp_path_factory.mktemp("site")):
        yield games.load("stakes")


def played(case: Case) -> None:
    check_case(case, every=2)


def ended(case: Case) -> None:
    check_ending(case, random_player)


def left(case: Case) -> None:
    check_everyone_leaves(case, Stream(b""))


def followed(case: Case) -> None:
    check_sequel(case, Outcome((1, 2, 3)))


def copied(case: Case) -> None:
    check_copy(Sitting(case))


def refused(case: Case) -> None:
    check_refusals(Sitting(case), Stream(b""))


def seen(**parts: Callable[[View], Any]) -> Mutant:
    """Return a mutant whose views are changed. Each of `parts` computes one attribute of the view
    from the honest view."""

    def view(original: Any, self: Any, seat: int | None) -> View:
        shown: View = original(self, seat)
        return replace(shown, **{name: part(shown) for name, part in parts.items()})

    return changed(view=view)


def draw(**parts: Any) -> Mutant:
    """Return a mutant whose views show the zone `draw` with the attributes in `parts` changed."""

    def zones(view: View) -> Any:
        return tuple(replace(z, **parts) if z.name == "draw" else z for z in view.zones)

    return seen(zones=zones)


def offering(more: Callable[[Any, int, list[Move]], Any]) -> Mutant:
    """Return a mutant whose legal moves are changed. `more` gets the game, the seat and the honest
    list of moves, and returns the changed list."""
    return changed(legal_moves=lambda original, self, seat: more(self, seat, original(self, seat)))


def ending(other: Callable[[Any], Any]) -> Mutant:
    """Return a mutant whose outcome is changed when the game ends. `other` gets the honest outcome
    and returns the changed one."""

    def prepare(original: Any, self: Any) -> None:
        original(self)
        if self.outcome is not None:
            self.outcome = other(self.outcome)

    return changed(prepare=prepare)


def telling(event: Event) -> Mutant:
    """Return a mutant that adds `event` to the events of every move."""
    return changed(_apply=lambda original, self, seat, move: [*original(self, seat, move), event])


def having(**members: Any) -> Mutant:
    return lambda game: type("Mutant", (game,), members)


def leaving(do: Callable[[Any], Any]) -> Mutant:
    """Return a mutant that calls `do` when a seat resigns after the end of the game, where an
    honest game refuses."""

    def resign(original: Any, self: Any, seat: int) -> Any:
        over = self.outcome is not None
        return do(self) if over else original(self, seat)

    return changed(resign=resign)


def raising(error: Exception) -> Callable[..., Any]:
    def do(*_: Any, **_more: Any) -> Any:
        raise error

    return do


def spoils(self: Any) -> Any:
    self.state.pot += 1
    raise IllegalMove("No.", rule="STK-4")


def refusing(other: Callable[[Any, int, Any], Any]) -> Mutant:
    """Return a mutant that calls `other` with the game, the seat and the error instead of raising
    IllegalMove or InvalidMove."""

    def play(original: Any, self: Any, seat: int, move: str) -> Any:
        try:
            return original(self, seat, move)
        except (IllegalMove, InvalidMove) as error:
            return other(self, seat, error)

    return changed(play=play)


def reworded(kind: type[Exception], new: Exception) -> Mutant:
    """Return a mutant, a function that takes the class of a correct game and returns a changed
    class. If the correct game refuses a move with an error of type `kind`, the changed game raises
    `new`."""

    def other(_self: Any, _seat: int, error: Exception) -> Any:
        raise new if isinstance(error, kind) else error

    return refusing(other)


def plays_at_another_time(_self: Any, _seat: int, error: Exception) -> list[Event]:
    if isinstance(error, IllegalMove):
        return []
    raise error


def once(legal_moves: Any, self: Any, seat: int) -> list[Move]:
    return list(dict.fromkeys(legal_moves(self, seat)))


def touched(self: Any, _seat: int, error: Any) -> Any:
    self.touched = True
    raise error


def shows_touches(game: Any) -> type[Game]:
    def facts(view: Any, self: Any, seat: int | None) -> View:
        shown: View = view(self, seat)
        return replace(shown, facts={**shown.facts, "touched": hasattr(self, "touched")})

    return changed(view=facts)(refusing(touched)(game))


def shows_moves(game: Any) -> type[Game]:
    def apply(original: Any, self: Any, seat: int, move: Move) -> list[Event]:
        self.touched = True
        events: list[Event] = original(self, seat, move)
        return events

    def facts(original: Any, self: Any, seat: int | None) -> View:
        shown: View = original(self, seat)
        return replace(shown, facts={**shown.facts, "touched": hasattr(self, "touched")})

    return changed(view=facts, _apply=apply)(game)


def by_number(do: Callable[[Any, Any, int], Any]) -> Callable[..., Any]:
    """Return a method for a mutant (a game that is broken on purpose). The method calls the
    original method first. Then it calls `do` with three values: the game, the original result, and
    how often this method was called before. It returns what `do` returns."""
    numbers = count()
    return lambda original, self, *args, **more: do(
        self, original(self, *args, **more), next(numbers)
    )


def moved_pot(self: Any, made: Any, number: int) -> Any:
    """Add a chip to a game's pot if `number` is odd, and return `made`. If `made` is a list of
    events, the chip is added in the game `self`. If `made` is a game, the chip is added in this
    game. `number` is the number of earlier calls (see `by_number`)."""
    (self if isinstance(made, list) else made).state.pot += number % 2
    return made


def lost_pot(from_position: Any, cls: Any, position: Any, **more: Any) -> Any:
    return from_position(cls, {**position, "pot": position["pot"] + 1}, **more)


def own_lists(position: Any, self: Any) -> Any:
    return {**position(self), "chips": self.state.chips}


def joker_drawn(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    self.state.draw[0] = "RJ"
    events: list[Event] = apply(self, seat, move)
    return events


def richer_copy(copy: Any, self: Any) -> Any:
    other = copy(self)
    other.state.pot += 1
    return other


def richer_pot(apply: Any, self: Any, seat: int, move: Move) -> list[Event]:
    events: list[Event] = apply(self, seat, move)
    self.state.pot += 1
    return events


def always(value: Any) -> Callable[..., Any]:
    return lambda *_args, **_more: value


GO = Move.make("go")
Check = Callable[[Case], None]
BROKEN: dict[str, tuple[Mutant, Check, str]] = {
    "a view of another seat": (seen(seat=lambda _: 0), played, "says it belongs to another seat"),
    "a view with fewer moves": (
        seen(moves=lambda view: view.moves[:1]),
        played,
        "offers moves that differ from the legal ones",
    ),
    "a view that waits on nobody": (
        seen(waiting_on=lambda _: ()),
        played,
        "names other seats to wait for",
    ),
    "a view with ranks before the end": (
        seen(ranks=lambda _: (1, 2, 3)),
        played,
        "has other ranks",
    ),
    "a view with its seats the other way round": (
        seen(seats=lambda view: view.seats[::-1]),
        played,
        "lists other seats",
    ),
    "a view with a zone twice": (
        seen(zones=lambda view: (*view.zones, view.zones[0])),
        played,
        "two zones of one name and owner",
    ),
    "a cover without a card": (draw(covers=("6S",)), played, "covers that don't fit"),
    "a count that shows its cards": (
        draw(cards=("RJ",)),
        played,
        "shows cards, although it's only",
    ),
    "the same move twice": (
        offering(lambda _self, _seat, moves: moves * 2),
        played,
        "has the same legal move twice",
    ),
    "a text for a move": (
        lambda game: seen(moves=lambda view: tuple(map(Move.parse, view.moves)))(
            offering(lambda _self, _seat, moves: [*map(str.__str__, moves)])(game)
        ),
        played,
        "isn't a Move",
    ),
    "a move that is called like leaving": (
        offering(lambda _self, _seat, moves: [*moves, Move.make("resign")] if moves else []),
        played,
        "Records use “resign” for leaving",
    ),
    "a seat that is waited on and can't move": (
        offering(always([])),
        played,
        "which has no legal move",
    ),
    "moves after the end": (
        offering(lambda self, seat, moves: [GO] if self.outcome and seat == 0 else moves),
        ended,
        "has legal moves in a finished game",
    ),
    "moves of a seat that isn't there": (
        offering(lambda _self, seat, moves: [GO] if seat == -1 else moves),
        played,
        "A seat that isn't there has legal moves",
    ),
    "waiting on a seat that isn't there": (
        lambda game: having(waiting_on=property(lambda self: game.waiting_on.fget(self) | {7}))(
            game
        ),
        played,
        "waits for seats that aren't there",
    ),
    "waiting on nobody": (
        lambda game: seen(waiting_on=lambda _: ())(having(waiting_on=frozenset())(game)),
        played,
        "A game must wait for someone until",
    ),
    "what no position keeps": (
        shows_moves,
        played,
        "Views or outcome differ after the position's round trip",
    ),
    "an end told to more than sit there": (
        having(carried=lambda *_args: Outcome((1, 2, 3, 4))),
        followed,
        "What is told to .* seats ranks other seats",
    ),
    "a preset for nobody": (
        having(players=range(0)),
        lambda case: check_game(case.kind),
        "The preset .* can't be played by any number",
    ),
    "a position that comes back richer": (
        changed(from_position=lost_pot),
        played,
        "The position doesn't come back from its JSON",
    ),
    "a copy that is richer": (changed(copy=richer_copy), copied, "A copy's position differs"),
    "a position made of the game's own lists": (
        changed(position=own_lists),
        played,
        "Changing what position",
    ),
    "a card that was never dealt": (changed(_apply=joker_drawn), played, "were never dealt"),
    "two deals of one seed": (
        changed(new=by_number(moved_pot)),
        check_determinism,
        "Two deals from one seed differ",
    ),
    "other events each time": (
        changed(
            _apply=by_number(
                lambda _self, events, number: [*events, Event("beat", {"number": number})]
            )
        ),
        check_determinism,
        "the same seed report different events",
    ),
    "another state each time": (
        changed(_apply=by_number(moved_pot)),
        check_determinism,
        "from one seed lead to another position",
    ),
    "other views each time": (
        changed(
            view=by_number(lambda _self, view, number: replace(view, facts={"number": number}))
        ),
        check_determinism,
        "from one seed show other views",
    ),
    "another game than its record tells of": (
        changed(_apply=richer_pot),
        played,
        "replays to another position",
    ),
    "another end than its record tells of": (
        ending(lambda outcome: replace(outcome, honours=("luck:0",))),
        played,
        "replays to another outcome",
    ),
    "ranks in a list of an end": (
        ending(lambda outcome: replace(outcome, ranks=[*outcome.ranks])),
        ended,
        "The ranks aren't a tuple of numbers",
    ),
    "a rank too few": (
        ending(lambda outcome: replace(outcome, ranks=outcome.ranks[1:])),
        ended,
        " seats have .* ranks",
    ),
    "honours in a list": (
        ending(lambda outcome: replace(outcome, honours=["luck:0"])),
        ended,
        "The honours aren't a tuple of strings",
    ),
    "an honour without a name": (
        ending(lambda outcome: replace(outcome, honours=(":0",))),
        ended,
        "An honour has no name",
    ),
    "a tuple carried over": (
        ending(lambda outcome: replace(outcome, carry={"winners": (0,)})),
        ended,
        "The outcome doesn't come back from its JSON",
    ),
    "a deed that nobody did": (
        lambda game: changed(deeds=always((Deed(0, "luck", degree=0),)))(
            having(deed_names=("luck",))(game)
        ),
        played,
        "needs a degree and a count",
    ),
    "leaving that nobody sees": (
        seen(seats=lambda view: tuple(replace(each, resigned=False) for each in view.seats)),
        left,
        "has resigned, but the view doesn't say so",
    ),
    "leaving what is over": (leaving(always([])), ended, "with no game to leave"),
    "a crash on leaving": (
        leaving(raising(KeyError("seat"))),
        ended,
        " resigning raises .*only refusals",
    ),
    "leaving refused by another error": (
        leaving(raising(OptionsError("No."))),
        ended,
        "Resigning raises ",
    ),
    "leaving refused without a reason": (
        leaving(raising(IllegalMove(" ", rule="STK-4"))),
        ended,
        "and isn't told why",
    ),
    "a refused leave that leaves a trace": (
        leaving(spoils),
        ended,
        "The refused resignation of .* changed",
    ),
    "an illegal move refused without a reason": (
        reworded(IllegalMove, IllegalMove(" ", rule="STK-2")),
        played,
        "The illegal move .* is refused without a reason",
    ),
    "no move refused without a reason": (
        reworded(InvalidMove, InvalidMove(" ")),
        played,
        "The invalid move .* is refused without a reason",
    ),
    "a stranger told of rules": (
        reworded(InvalidMove, IllegalMove("No.", rule="STK-2")),
        played,
        "comes from a seat that isn't there",
    ),
    "a move that isn't legal and is played": (
        refusing(plays_at_another_time),
        played,
        "isn't among the legal ones, but was played",
    ),
    "a refusal that is seen": (shows_touches, refused, "Refused moves changed what the game shows"),
    "plans in a tuple": (
        changed(ahead=always(((GO,),))),
        played,
        "isn't a list of tuples of Moves",
    ),
    "a plan twice": (changed(ahead=always([(GO,), (GO,)])), played, "has something twice"),
    "a plan with a card of nobody": (
        changed(
            ahead=lambda _original, self, seat: (
                [(Move.make("play", ["RJ"]),)] if seat not in self.waiting_on else []
            )
        ),
        played,
        "names cards it doesn't have",
    ),
    "amounts in a tuple": (
        changed(amounts=always((Amount("bid", 1, 5),))),
        played,
        "aren't a list of Amounts",
    ),
    "two amounts of one verb": (
        lambda game: changed(amounts=lambda original, self, seat: original(self, seat) * 2)(
            changed(legal_moves=once)(game)
        ),
        played,
        "two amounts of one verb",
    ),
    "a pause after the end": (
        lambda game: offering(lambda self, _seat, moves: [] if self.outcome else moves)(
            having(pause=property(lambda self: self.state.shown or self.outcome is not None))(game)
        ),
        played,
        "A finished game can't have a pause",
    ),
    "a hand in a tuple": (changed(held=always(("6S",))), played, "aren't lists of cards"),
    "events in a tuple": (
        changed(_apply=lambda original, self, seat, move: tuple(original(self, seat, move))),
        played,
        "isn't a list of Events",
    ),
    "an event that JSON can't say": (
        telling(Event("sighed", {"chips": {1, 2}})),
        played,
        "is more than JSON can say",
    ),
    "an event for a seat that isn't there": (
        telling(Event("sighed", {"seat": 0}, {"chips": 1}, (7,))),
        played,
        "is for seats that aren't there",
    ),
    "a crash on options of another game": (
        changed(new=raising(KeyError("chips"))),
        check_options_refused,
        "only OptionsError is allowed",
    ),
    "options of another game": (
        changed(new=lambda original, cls, _options=None, **more: original(cls, None, **more)),
        check_options_refused,
        "accepts the options of another game",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_is_refused_with_the_sentence_that_names_it(name: str, stakes: type[Game]) -> None:
    mutant, check, sentence = BROKEN[name]
    with pytest.raises(ContractBroken, match=sentence):
        check(Case(mutant(stakes), stakes.options(), 3))


def test_whatever_a_game_raises_is_told_with_its_line(stakes: type[Game]) -> None:
    case = Case(having(carried=raising(KeyError("winner")))(stakes), stakes.options(), 3)
    with pytest.raises(ContractBroken, match=r"The checks of .* failed: ") as broken:
        check_case_whole(case)
    assert "KeyError: 'winner' (games/test_contract_promises.py, line " in str(broken.value)


FIRST = Durak.lessons[0]


@pytest.mark.parametrize(
    ("lessons", "most", "sentence"),
    [
        ((FIRST, FIRST), 12, "Two lessons of .* have the same name"),
        ((replace(FIRST, name="a b"),), 12, "needs a name of 1 to 20 letters"),
        ((FIRST,), 1, " presses. The limit is"),
    ],
)
def test_a_lesson_that_breaks_a_promise_is_refused(
    lessons: tuple[Lesson, ...], most: int, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.contract.lessons.MOST_PRESSES", most)
    with pytest.raises(ContractBroken, match=sentence):
        check_lessons(having(lessons=lessons)(Durak))


class Wild:
    """A bot player that plays the texts in `moves` in turn, whether or not they are legal. It plays
    a legal move for an empty text, and raises IndexError for `stop`."""

    moves: ClassVar[list[str]] = []

    def watch(self, name: str, fields: Any) -> None:
        """Takes note of nothing."""

    def choose(self, view: View, rng: Any) -> Move:
        self.moves.append(self.moves.pop(0))
        move = self.moves[0]
        if move == "stop":
            raise IndexError("tuple index out of range")
        return Move.parse(move) if move else view.moves[0]


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (["bid 999"], "'s player .* wants .*, which isn't legal"),
        (["", "fold"], "first and .* when asked again"),
        (["stop"], "'s player .* raises "),
    ],
)
def test_a_player_of_wild_moves_is_refused(
    moves: list[str],
    sentence: str,
    stakes: type[Game],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Wild, "moves", moves)
    monkeypatch.setattr("games.contract.players.seated", lambda *_: Wild())
    with pytest.raises(ContractBroken, match=sentence) as broken:
        check_players(Case(stakes, stakes.options(), 3), positions=1, most_moves=1)
    told = "IndexError: tuple index out of range (games/test_contract_promises.py, line "
    assert (told in str(broken.value)) == (moves == ["stop"])
