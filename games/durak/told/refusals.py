"""The reasons for refused moves: the rule, and a sentence for the player. Nothing here tells about
others' hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Final

from games.cards import NUMBER
from games.core import GameError, IllegalMove, InvalidMove
from games.durak.rules import defence, throw_ins
from games.durak.rules.cheating import accusable
from games.durak.rules.deal import asked
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import (
    JOKERS,
    NO_CARD,
    RANK_MASKS,
    SUIT_MASKS,
    TEXT,
    both_copies,
    folded,
    names_in,
)
from games.moves import Move
from games.sentences import marked

Reason = tuple[bool, str, str]
"""Whether it applies, the rule, and the sentence; `{card}` and the like are filled in."""

CARDS_NAMED: Final[Mapping[str, tuple[int, int]]] = {
    "attack": (1, 8),
    "throw": (1, 1),
    "beat": (2, 2),
    "pass": (1, 1),
    "show": (1, 1),
    "take": (0, 0),
    "done": (0, 0),
    "redeal": (0, 0),
    "keep": (0, 0),
    "accuse": (1, 1),
}
"""The verbs of Durak, with the fewest and the most cards that they name."""


def refusal(state: State, seat: int, move: Move) -> GameError:
    """The error for a move that isn't legal: InvalidMove if Durak has no such move, else
    IllegalMove."""
    if move.verb not in CARDS_NAMED:
        return InvalidMove(marked("Durak has no move “{verb}”."), verb=move.verb)
    fewest, most = CARDS_NAMED[move.verb]
    if (
        move.other
        or not fewest <= len(move.cards) <= most
        or max(Counter(move.cards).values(), default=0) > state.rules.decks
    ):
        return InvalidMove(
            marked("“{move}” is no move: {verb} names other cards."), move=str(move), verb=move.verb
        )
    error = gone(state, seat) if move.verb == "accuse" else not_in(state, seat)
    if error is not None:
        return error
    params = {"cards": " ".join(move.cards), "card": move.cards[-1] if move.cards else ""}
    if move.verb == "beat":
        params["attack"] = move.cards[0]
    for applies, rule, sentence in chain(
        _phase(state, move), REASONS[move.verb](state, seat, move)
    ):
        if applies:
            return IllegalMove(sentence, rule=rule, **params)
    raise AssertionError(f"{move} of seat {seat} is refused without a reason")


def gone(state: State, seat: int) -> GameError | None:
    """Why a seat can do nothing at all, not even accuse (DUR-71), or None."""
    if not 0 <= seat < state.seats:
        return InvalidMove(marked("This table has no seat {seat}."), seat=seat)
    if state.outcome is not None:
        return IllegalMove("The game is over.", rule="DUR-42")
    if state.resigned >> seat & 1:
        return IllegalMove("You've left this game.", rule="DUR-45")
    return None


def not_in(state: State, seat: int) -> GameError | None:
    """Why a seat can't play and can't resign, or None."""
    error = gone(state, seat)
    if error is None and not state.standing >> seat & 1:
        return IllegalMove(
            marked("You are out: you have got rid of all your cards."), rule="DUR-41"
        )
    return error


def _phase(state: State, move: Move) -> Iterator[Reason]:
    answers = move.verb in ("redeal", "keep")
    yield (
        state.redeal is not None and not answers,
        "DUR-04",
        marked("First it has to be settled whether the cards are dealt again."),
    )


def _holds(state: State, seat: int, *cards: str) -> bool:
    """Whether the seat holds these cards, as often as they are named."""
    held = Counter(names_in(state.hands[seat]))
    return Counter(cards) <= held


def _attack(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        bool(state.attacks),
        "DUR-10",
        marked("The attack is already open; from now on cards are thrown in."),
    )
    yield seat != state.attacker, "DUR-10", marked("It is not for you to open this attack.")
    yield (
        not _holds(state, seat, *move.cards),
        "DUR-10",
        marked("You don't hold {cards}.")
        if len(move.cards) == 1
        else marked("You don't hold all of {cards}."),
    )
    yield (
        state.rules.single and len(move.cards) > 1,
        "DUR-10",
        marked("An attack is opened with one card."),
    )
    first = RANK_MASKS[NUMBER[move.cards[0]]]
    same = all(first >> NUMBER[card] & 1 for card in move.cards)
    yield not same, "DUR-10", marked("An attack is opened with cards of one rank.")
    yield (
        True,
        "DUR-11",
        marked("That is more than the defender can answer, or than an attack may have."),
    )


def _throw(state: State, seat: int, move: Move) -> Iterator[Reason]:
    card = NUMBER[move.cards[0]]
    yield not state.attacks, "DUR-12", marked("There is no attack yet to throw a card into.")
    yield seat == state.defender, "DUR-12", marked("You are being attacked: you throw nothing in.")
    yield (
        not state.rules.opponents[state.defender] >> seat & 1,
        "DUR-51",
        marked("Nobody throws in against a teammate."),
    )
    yield (
        not state.rules.cheating and not state.throwers >> seat & 1,
        "DUR-12",
        marked("Only the defender's neighbours throw in."),
    )
    yield not _holds(state, seat, move.cards[0]), "DUR-12", marked("You don't hold {card}.")
    yield (
        bool(state.said >> seat & 1),
        "DUR-15",
        marked("You said that you add nothing, and nothing has changed since."),
    )
    if state.rules.cheating:
        yield (
            bool(state.cheats.barred[seat] >> card & 1),
            "DUR-71",
            marked("You were caught with {card}: in this bout it may only be played rightfully."),
        )
        yield True, "DUR-70", marked("The defender has no card left to answer that with.")
    yield not state.ranks >> card & 1, "DUR-12", marked("No card of that rank lies on the table.")
    yield (
        not throw_ins.in_time(state),
        "DUR-13",
        marked("Cards are thrown in only after the defender has beaten one."),
    )
    yield (
        not throw_ins.within_limit(state),
        "DUR-11",
        marked("The attack has as many cards as it may have."),
    )
    yield True, "DUR-14", marked("It is another's turn to throw in first.")


def _done(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        not state.attacks,
        "DUR-10",
        marked("The attack has to be opened first; the opening can't be declined."),
    )
    yield (
        seat == state.defender,
        "DUR-15",
        marked("You are being attacked: it is for the others to say done."),
    )
    yield bool(state.said >> seat & 1), "DUR-15", marked("You have said so already.")
    could = throw_ins.adders(state) >> seat & 1
    yield not could, "DUR-15", marked("You couldn't throw anything in now, so you count as done.")
    yield True, "DUR-14", marked("It is another's turn to throw in or be done first.")


def _defends(state: State, seat: int, rule: str) -> Iterator[Reason]:
    yield seat != state.defender, rule, marked("You are not the one who is attacked.")
    yield not state.attacks, rule, marked("There is no attack yet.")
    yield state.taking, "DUR-24", marked("You have given up already: you take the cards.")


def _beat(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _defends(state, seat, "DUR-22")
    target, card = (NUMBER[name] for name in move.cards)
    attacks = {TEXT[number] for number in state.attacks}
    yield move.cards[0] not in attacks, "DUR-22", marked("{attack} is no card of this attack.")
    yield (
        not folded(state.open) >> target & 1,
        "DUR-20",
        marked("{attack} is beaten already; each attack card takes one card."),
    )
    yield not _holds(state, seat, move.cards[1]), "DUR-20", marked("You don't hold {card}.")
    if state.rules.cheating:
        yield (
            True,
            "DUR-71",
            marked("You were caught with {card}: in this bout it may only be played rightfully."),
        )
    yield bool(JOKERS >> target & 1), "DUR-21", marked("A joker that attacks can't be beaten.")
    yield (
        bool(JOKERS >> card & 1),
        "DUR-21",
        marked("{card} does not beat {attack}: a joker beats its own colour."),
    )
    yield True, "DUR-20", marked("{card} does not beat {attack}.")


def _take(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _defends(state, seat, "DUR-22")
    yield True, "DUR-22", marked("Nothing lies unbeaten, so there is nothing to take.")


def _passing_at_all(state: State, seat: int, rule: str) -> Iterator[Reason]:
    yield not state.rules.passing, "DUR-30", marked("At this table attacks are not passed on.")
    yield from _defends(state, seat, rule)
    first = not state.bout_over and not state.rules.options.first_bout_passing
    yield first, "DUR-30", marked("The first attack of a game can't be passed on.")
    yield (
        state.open.bit_count() < len(state.attacks),
        "DUR-30",
        marked("You have beaten a card already: it is too late to pass the attack on."),
    )


def _room(state: State, more: int) -> Iterator[Reason]:
    yield (
        defence.heir(state) == NOBODY,
        "DUR-31",
        marked("There is nobody whom you could pass the attack on to."),
    )
    yield (
        len(state.attacks) + more > state.most,
        "DUR-11",
        marked("The attack has as many cards as it may have."),
    )
    yield True, "DUR-31", marked("The next defender holds too few cards for this attack.")


def _pass(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _passing_at_all(state, seat, "DUR-30")
    card = NUMBER[move.cards[0]]
    yield not _holds(state, seat, move.cards[0]), "DUR-30", marked("You don't hold {card}.")
    yield (
        not defence.attack_rank(state) >> card & 1,
        "DUR-30",
        marked("An attack is passed on with a card of its own rank."),
    )
    shown = state.rules.travel_once_per_attack and not _unshown(state, seat, card)
    yield shown, "DUR-33", marked("You have shown {card} in this attack; it passes no more.")
    yield from _room(state, 1)


def _show(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        not state.rules.travel,
        "DUR-33",
        marked("At this table no trump is shown to pass an attack on."),
    )
    yield from _passing_at_all(state, seat, "DUR-33")
    card = NUMBER[move.cards[0]]
    yield not _holds(state, seat, move.cards[0]), "DUR-33", marked("You don't hold {card}.")
    fitting = defence.attack_rank(state) & SUIT_MASKS[state.trump]
    yield not fitting >> card & 1, "DUR-33", marked("Only the trump of the attack's rank is shown.")
    yield not _unshown(state, seat, card), "DUR-33", marked("{card} has been shown already.")
    yield from _room(state, 0)


def _unshown(state: State, seat: int, card: int) -> int:
    """The copies of a card in the seat's hand that have not travelled."""
    return state.hands[seat] & both_copies(1 << card) & ~state.travelled


def _redeal(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield state.redeal is None, "DUR-04", marked("There is nothing to decide about the deal.")
    yield (
        not asked(state) >> seat & 1,
        "DUR-04",
        marked("Only who holds five cards of one suit is asked, and once."),
    )


def _accuse(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield not state.rules.cheating, "DUR-70", marked("At this table nobody cheats.")
    yield (
        bool(state.cheats.accusers >> seat & 1),
        "DUR-71",
        marked("You accused wrongly in this bout, and may not accuse again."),
    )
    card = NUMBER[move.cards[0]]
    makers = [
        maker
        for number, maker in (
            *zip(state.attacks, state.by, strict=True),
            *((cover, state.defender) for cover in state.covers if cover != NO_CARD),
        )
        if TEXT[number] == move.cards[0]
    ]
    yield bool(makers) and set(makers) == {seat}, "DUR-71", marked("Nobody accuses themselves.")
    yield not makers, "DUR-71", marked("{card} does not lie on the table.")
    yield (
        not folded(accusable(state, seat)) >> card & 1,
        "DUR-71",
        marked("{card} has been accepted: it can't be accused any more."),
    )


REASONS: Final[Mapping[str, Callable[[State, int, Move], Iterator[Reason]]]] = {
    "attack": _attack,
    "throw": _throw,
    "beat": _beat,
    "pass": _pass,
    "show": _show,
    "take": _take,
    "done": _done,
    "redeal": _redeal,
    "keep": _redeal,
    "accuse": _accuse,
}
"""For each verb, the reasons in the order in which they are looked for."""
