"""Makes the view of a game of Durak: everything that a seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Any

from games.cards import SUITS, rank_of
from games.core import SeatView, View, Zone
from games.durak.rules.options import DurakOptions
from games.durak.rules.rules import NO_CAP
from games.durak.rules.state import NOBODY, State, seats_in
from games.durak.rules.tables import NO_CARD, SUITS_OF_ALL, TEXT, folded, names_in
from games.durak.rules.throw_ins import counted_done
from games.durak.rules.two_decks import copy_texts
from games.moves import Move
from games.view import TENSION, Tense


def view(state: State, seat: int | None, moves: Sequence[Move]) -> View:
    """Return the view of `seat` (None: a spectator). `moves` has the seat's legal moves."""
    done = counted_done(state)
    everyone = range(state.seats)
    return View(
        game="durak",
        seat=seat,
        seats=tuple([_seat_view(state, other, done) for other in everyone]),
        zones=(
            *[_hand(state, other, seat) for other in everyone],
            _talon(state),
            _table(state),
            _discard(state),
        ),
        facts=_facts(state, done, seat),
        moves=tuple(moves),
        waiting_on=tuple(seats_in(state.waiting)),
        ranks=None if state.outcome is None else state.outcome.ranks,
    )


def _seat_view(state: State, seat: int, done: int) -> SeatView:
    playing = state.outcome is None and state.redeal is None
    resigned = bool(state.resigned >> seat & 1)
    return SeatView(
        seat,
        state.rules.sides[seat],
        state.hands[seat].bit_count(),
        _roles(
            playing and seat == state.attacker,
            playing and seat == state.defender,
            seat == state.dealer,
            done >> seat & 1,
            state.waiting >> seat & 1,
        ),
        not state.standing >> seat & 1 and not resigned,
        resigned,
    )


@cache
def _roles(*has: int) -> tuple[str, ...]:
    """Return the names of a seat's roles. The arguments say (1 or 0) whether the seat is the
    attacker, the defender, the dealer, done, and at turn, in this order."""
    return tuple(compress(("attacker", "defender", "dealer", "done", "turn"), has))


def _hand(state: State, owner: int, viewer: int | None) -> Zone:
    """Return the zone of a hand. The viewer sees all cards of its own hand. Of other hands, the
    viewer sees only the cards that everyone has seen (DUR-01, DUR-33)."""
    hand = state.hands[owner]
    seen = hand if owner == viewer else hand & state.shown
    known = names_in(seen) if seen else ()
    return Zone("hand", owner, "hand", (*known, *(None,) * (hand.bit_count() - len(known))))


def _talon(state: State) -> Zone:
    """DUR-01: return the zone of the talon. Only its last card, the trump card, is face up."""
    left = len(state.talon) - state.drawn
    cards = (*(None,) * (left - 1), TEXT[state.talon[-1]]) if left else ()
    return Zone("talon", None, "pile", cards)


def _table(state: State) -> Zone:
    covers = tuple(None if cover == NO_CARD else TEXT[cover] for cover in state.covers)
    return Zone("table", None, "pairs", tuple(TEXT[card] for card in state.attacks), covers)


def _discard(state: State) -> Zone:
    """DUR-23: return the zone of the discard pile. Nobody may look at its cards."""
    return Zone("discard", None, "count", (None,) * state.discard.bit_count())


@lru_cache(maxsize=256)
def _options(options: DurakOptions) -> dict[str, Any]:
    return options.model_dump()


def _facts(state: State, done: int, viewer: int | None) -> dict[str, Any]:
    """Return the facts of a view, by name. The facts are everything besides the cards in the zones.
    `done` is a bit mask of the seats that count as done, and `viewer` is the seat that sees the
    view (None: a spectator). If a fact is not in the list below, it means the same as the key with
    this name in a position (games.durak.rules.position).

    - `options`: the values of the game's options, by name
    - `phase`: `play`, `redeal` (seats may ask for another deal) or `over`
    - `direction`: always `clockwise`
    - `trump_card`: the name of the trump card in the talon, or None when the talon is empty
    - `attacker` and `defender`: None while seats may ask for another deal
    - `done`: the seats that count as done
    - `said`: the seats that have said `done` themselves
    - `limit`: the largest number of attack cards in this bout, or None when only the defender's
      hand limits it
    - `opened`: the seat that opened the attack, or None before the first attack card
    - `shown`: the cards in hands that everyone has seen, without a mark for second copies
    - `travelled`: the ranks whose trump can't be shown any more, without a mark for second copies
    - `tension`: the list of urgent facts (games.view)
    - `own_travelled` (only with two decks): the viewer's own trumps that can't be shown any more
    - `kind`, `honours` and `carry` (only when the game is over): the fields of the outcome"""
    playing = state.redeal is None
    facts: dict[str, Any] = {
        "options": dict(_options(state.rules.options)),
        "phase": "over" if state.outcome is not None else "play" if playing else "redeal",
        "direction": "clockwise",
        "trump": SUITS[state.trump],
        "trump_card": TEXT[state.talon[-1]] if state.drawn < len(state.talon) else None,
        "dealer": state.dealer,
        "attacker": state.attacker if playing else None,
        "defender": state.defender if playing else None,
        "opened": state.by[0] if state.by else None,
        "by": list(state.by),
        "taking": state.taking,
        "done": seats_in(done),
        "said": seats_in(state.said),
        "out": [list(group) for group in state.out],
        "resigned": seats_in(state.resigned),
        "forfeited": seats_in(state.forfeited),
        "shown": names_in(state.shown),
        "travelled": [rank_of(card) for card in names_in(state.travelled)],
        "limit": None if state.most == NO_CAP else state.most,
        "bout_over": state.bout_over,
        "discarded": state.discarded,
        "idle_bouts": state.idle,
        "progress": state.progress,
        TENSION: [list(each) for each in tension(state)],
    }
    if state.rules.decks > 1 and state.rules.travel and viewer is not None:
        facts["own_travelled"] = names_in(state.hands[viewer] & state.travelled)
    if state.redeal is not None:
        opening = state.redeal.opening
        facts["kept"] = seats_in(state.redeal.kept)
        facts["starter"] = None if opening.seat == NOBODY else opening.seat
        facts["among"] = seats_in(opening.among)
    if state.rules.cheating:
        # Only cards on the table: the order in which copies are met there is for all to see.
        facts["undecided"] = copy_texts(state, state.cheats.covers)
        facts["barred"] = {
            str(seat): names_in(folded(mask))
            for seat, mask in enumerate(state.cheats.barred)
            if mask
        }
        facts["barred_accusers"] = seats_in(state.cheats.accusers)
    if state.wears:
        facts["wears"] = list(state.wears)
    if state.outcome is not None:
        facts["kind"] = state.outcome.kind
        facts["honours"] = list(state.outcome.honours)
        facts["carry"] = dict(state.outcome.carry)
    return facts


def tension(state: State) -> list[Tense]:
    """Return the urgent facts of the game. The fact `last-card` says that the talon has one card
    left, and `deck-empty` that it has none. The fact `trump-fight` says that a trump attacks and is
    either unbeaten or beaten by a trump. It ends when the defender takes. When the talon is empty,
    a fact `one-card` names each seat with one card left. Returns an empty list before and after
    play."""
    if state.outcome is not None or state.redeal is not None:
        return []
    left = len(state.talon) - state.drawn
    told = [Tense("deck-empty")] if not left else [Tense("last-card")] if left == 1 else []
    if _trumps_fight(state):
        told.append(Tense("trump-fight"))
    if not left:
        told += [
            Tense("one-card", seat)
            for seat in seats_in(state.standing)
            if state.hands[seat].bit_count() == 1
        ]
    return told


def _trumps_fight(state: State) -> bool:
    """Return whether a trump is among the attack cards and is still unbeaten or was beaten by a
    trump. Return False once the defender takes the cards."""
    trumps = SUITS_OF_ALL[state.trump]
    return not state.taking and any(
        1 << card & trumps and (cover == NO_CARD or 1 << cover & trumps)
        for card, cover in zip(state.attacks, state.covers, strict=True)
    )
