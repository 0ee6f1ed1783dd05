"""The reasons for refused moves. Each has the id of the rule and a sentence for the player. No
sentence reveals anything about other hands."""

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

# Translators: Why a move isn't allowed in Durak.

Reason = tuple[bool, str, str]
"""Whether this reason applies, the id of the rule, and the sentence. Blanks such as `{card}` in the
sentence are filled in later."""

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
    """Return the error for a move that isn't legal. It is an InvalidMove if Durak has no such move,
    and otherwise an IllegalMove."""
    if move.verb not in CARDS_NAMED:
        return InvalidMove(marked("There's no “{verb}” move in Durak."), verb=move.verb)
    fewest, most = CARDS_NAMED[move.verb]
    if (
        move.other
        or not fewest <= len(move.cards) <= most
        or max(Counter(move.cards).values(), default=0) > state.rules.decks
    ):
        return InvalidMove(
            marked("“{move}” isn't a move. Check the cards after “{verb}”."),
            move=str(move),
            verb=move.verb,
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
    """Return the reason why a seat can do nothing at all, not even accuse (DUR-71). Either the seat
    doesn't exist, or it has left, or the game is over. Returns None for any other seat."""
    if not 0 <= seat < state.seats:
        return InvalidMove(marked("There's no seat {seat} at this table."), seat=seat)
    if state.outcome is not None:
        return IllegalMove("The game is over.", rule="DUR-42")
    if state.resigned >> seat & 1:
        return IllegalMove("You've left this game.", rule="DUR-45")
    return None


def not_in(state: State, seat: int) -> GameError | None:
    """Return the reason why a seat can't make moves (except accuse) and can't resign. Either the
    seat doesn't exist, or it has left, or it is out, or the game is over. Returns None for any
    other seat."""
    error = gone(state, seat)
    if error is None and not state.standing >> seat & 1:
        return IllegalMove(marked("You're out. You've got rid of all your cards."), rule="DUR-41")
    return error


def _phase(state: State, move: Move) -> Iterator[Reason]:
    answers = move.verb in ("redeal", "keep")
    yield (
        state.redeal is not None and not answers,
        "DUR-04",
        marked("You can't play until the redeal is decided."),
    )


def _holds(state: State, seat: int, *cards: str) -> bool:
    """Return whether the seat holds these cards, each at least as often as it is named."""
    held = Counter(names_in(state.hands[seat]))
    return Counter(cards) <= held


def _attack(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        bool(state.attacks),
        "DUR-10",
        marked("This attack has already started. Throw cards in instead."),
    )
    yield seat != state.attacker, "DUR-10", marked("It's not your attack.")
    yield (
        not _holds(state, seat, *move.cards),
        "DUR-10",
        marked("You don't have {cards}.")
        if len(move.cards) == 1
        else marked("You don't have all these cards: {cards}."),
    )
    yield (
        state.rules.single and len(move.cards) > 1,
        "DUR-10",
        marked("You can only attack with one card at a time."),
    )
    first = RANK_MASKS[NUMBER[move.cards[0]]]
    same = all(first >> NUMBER[card] & 1 for card in move.cards)
    yield not same, "DUR-10", marked("You can only attack with cards of the same rank.")
    yield (
        True,
        "DUR-11",
        marked(
            "That's too many cards: more than the defender holds, or over the limit for an attack."
        ),
    )


def _throw(state: State, seat: int, move: Move) -> Iterator[Reason]:
    card = NUMBER[move.cards[0]]
    yield not state.attacks, "DUR-12", marked("There's no attack to throw a card into yet.")
    yield seat == state.defender, "DUR-12", marked("You're defending, so you can't throw in.")
    yield (
        not state.rules.opponents[state.defender] >> seat & 1,
        "DUR-51",
        marked("You can't throw in against a teammate."),
    )
    yield (
        not state.rules.cheating and not state.throwers >> seat & 1,
        "DUR-12",
        marked("Only the defender's neighbours can throw in."),
    )
    yield not _holds(state, seat, move.cards[0]), "DUR-12", marked("You don't have {card}.")
    yield (
        bool(state.said >> seat & 1),
        "DUR-15",
        marked("You've already said you're done, and nothing has changed since."),
    )
    if state.rules.cheating:
        yield (
            bool(state.cheats.barred[seat] >> card & 1),
            "DUR-71",
            marked(
                "You were caught with {card}, so you can only play it by the rules for the "
                "rest of this round."
            ),
        )
        yield True, "DUR-70", marked("The defender has no cards left to answer that.")
    yield (
        not state.ranks >> card & 1,
        "DUR-12",
        marked("There's no card of that rank on the table."),
    )
    yield (
        not throw_ins.in_time(state),
        "DUR-13",
        marked("You can't throw in until the defender has beaten a card."),
    )
    yield (
        not throw_ins.within_limit(state),
        "DUR-11",
        marked("This attack already has all the cards it can take."),
    )
    yield True, "DUR-14", marked("Someone else gets to throw in first.")


def _done(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        not state.attacks,
        "DUR-10",
        marked("Start the attack first. You can't skip it."),
    )
    yield (
        seat == state.defender,
        "DUR-15",
        marked("You're defending. “Done” is for everyone else."),
    )
    yield bool(state.said >> seat & 1), "DUR-15", marked("You're already done.")
    could = throw_ins.adders(state) >> seat & 1
    yield not could, "DUR-15", marked("You have nothing to throw in, so you're already done.")
    yield True, "DUR-14", marked("Someone else gets to throw in or press Done first.")


def _defends(state: State, seat: int, rule: str) -> Iterator[Reason]:
    yield seat != state.defender, rule, marked("You're not defending.")
    yield not state.attacks, rule, marked("There's no attack yet.")
    yield (
        state.taking,
        "DUR-24",
        marked("You've already chosen to pick up."),
    )


def _beat(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _defends(state, seat, "DUR-22")
    target, card = (NUMBER[name] for name in move.cards)
    attacks = {TEXT[number] for number in state.attacks}
    yield move.cards[0] not in attacks, "DUR-22", marked("{attack} isn't part of this attack.")
    yield (
        not folded(state.open) >> target & 1,
        "DUR-20",
        marked("{attack} has already been beaten."),
    )
    yield not _holds(state, seat, move.cards[1]), "DUR-20", marked("You don't have {card}.")
    if state.rules.cheating:
        yield (
            True,
            "DUR-71",
            marked(
                "You were caught with {card}, so you can only play it by the rules for the "
                "rest of this round."
            ),
        )
    yield bool(JOKERS >> target & 1), "DUR-21", marked("Nothing beats an attacking joker.")
    yield (
        bool(JOKERS >> card & 1),
        "DUR-21",
        marked("{card} doesn't beat {attack}. A joker only beats its own colour."),
    )
    yield True, "DUR-20", marked("{card} doesn't beat {attack}.")


def _take(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _defends(state, seat, "DUR-22")
    yield True, "DUR-22", marked("Everything's beaten, so there's nothing to pick up.")


def _passing_at_all(state: State, seat: int, rule: str) -> Iterator[Reason]:
    yield not state.rules.passing, "DUR-30", marked("You can't pass attacks on at this table.")
    yield from _defends(state, seat, rule)
    first = not state.bout_over and not state.rules.options.first_bout_passing
    yield first, "DUR-30", marked("You can't pass the first attack on.")
    yield (
        state.open.bit_count() < len(state.attacks),
        "DUR-30",
        marked("You've already beaten a card, so you can't pass the attack on."),
    )


def _room(state: State, more: int) -> Iterator[Reason]:
    yield (
        defence.heir(state) == NOBODY,
        "DUR-31",
        marked("There's nobody to pass the attack on to."),
    )
    yield (
        len(state.attacks) + more > state.most,
        "DUR-11",
        marked("This attack already has all the cards it can take."),
    )
    yield True, "DUR-31", marked("The next player has too few cards for this attack.")


def _pass(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield from _passing_at_all(state, seat, "DUR-30")
    card = NUMBER[move.cards[0]]
    yield not _holds(state, seat, move.cards[0]), "DUR-30", marked("You don't have {card}.")
    yield (
        not defence.attack_rank(state) >> card & 1,
        "DUR-30",
        marked("To pass the attack on, play a card of the same rank."),
    )
    shown = state.rules.travel_once_per_attack and not _unshown(state, seat, card)
    yield (
        shown,
        "DUR-33",
        marked(
            "You've already shown {card} in this attack, so you can't use it to pass the attack on."
        ),
    )
    yield from _room(state, 1)


def _show(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield (
        not state.rules.travel,
        "DUR-33",
        marked("You can't pass an attack on by showing a trump at this table."),
    )
    yield from _passing_at_all(state, seat, "DUR-33")
    card = NUMBER[move.cards[0]]
    yield not _holds(state, seat, move.cards[0]), "DUR-33", marked("You don't have {card}.")
    fitting = defence.attack_rank(state) & SUIT_MASKS[state.trump]
    yield (
        not fitting >> card & 1,
        "DUR-33",
        marked("To pass the attack on, show the trump of the same rank."),
    )
    # Translators: Showing a trump passes an attack on. Each trump can be shown once a game.
    yield not _unshown(state, seat, card), "DUR-33", marked("{card} has already been shown.")
    yield from _room(state, 0)


def _unshown(state: State, seat: int, card: int) -> int:
    """Return a bit mask of the copies of `card` that are in the seat's hand and can still be shown
    to pass an attack on. `card` is the number of the first copy."""
    return state.hands[seat] & both_copies(1 << card) & ~state.travelled


def _redeal(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield state.redeal is None, "DUR-04", marked("There's no redeal to decide on right now.")
    yield (
        not asked(state) >> seat & 1,
        "DUR-04",
        marked("You can only ask for a redeal once, and only with five cards of one suit."),
    )


def _accuse(state: State, seat: int, move: Move) -> Iterator[Reason]:
    yield not state.rules.cheating, "DUR-70", marked("There's no cheating at this table.")
    yield (
        bool(state.cheats.accusers >> seat & 1),
        "DUR-71",
        marked("You've made a false accusation, so you can't accuse again this round."),
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
    yield bool(makers) and set(makers) == {seat}, "DUR-71", marked("You can't accuse yourself.")
    yield not makers, "DUR-71", marked("{card} isn't on the table.")
    yield (
        not folded(accusable(state, seat)) >> card & 1,
        "DUR-71",
        marked("It's too late to accuse anyone over {card}."),
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
"""For each verb, the reasons in the order in which they are checked."""
