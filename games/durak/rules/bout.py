"""The end of a bout: its cards are discarded or taken, or the bout is broken off. Then seats draw,
seats without cards go out of the game, and the next bout begins."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.durak.rules import throw_ins
from games.durak.rules.ends import finish
from games.durak.rules.options import HAND_SIZE
from games.durak.rules.state import State
from games.durak.rules.tables import BOUT, OUT, TEXT

IDLE_BOUTS: Final = 60
"""DUR-46: this many bouts in a row without progress are a draw."""


def settle(state: State, happened: list[Event]) -> None:
    """DUR-23, DUR-24: end the bout if no seat may add a card or wants to. Otherwise set which seats
    the game waits for. New events are added to `happened`.

    It must be called when no card is unbeaten, or when the defender takes. If the defender has no
    card left or the limit is reached, nobody may add a card, so the bout ends at once."""
    seats = throw_ins.offered(state)
    if seats:
        state.waiting = seats
    elif state.taking:
        taken(state, happened)
    else:
        repelled(state, happened)


def repelled(state: State, happened: list[Event]) -> None:
    """DUR-23: the attack is beaten off. Its cards are discarded, and the defender attacks next. New
    events are added to `happened`."""
    swept = state.lying()
    for card in swept:
        state.discard |= 1 << card
    state.discarded = True
    happened.append(
        Event("bout-repelled", {"seat": state.defender, "cards": [TEXT[card] for card in swept]})
    )
    close(state, happened, state.defender, progress=True)


def taken(state: State, happened: list[Event]) -> None:
    """DUR-24: the defender takes all cards on the table and misses the turn to attack. New events
    are added to `happened`."""
    swept = state.lying()
    for card in swept:
        state.hands[state.defender] |= 1 << card
    happened.append(
        Event("bout-taken", {"seat": state.defender, "cards": [TEXT[card] for card in swept]})
    )
    close(state, happened, state.rules.following[state.defender][state.standing], progress=False)


def broken_off(state: State, happened: list[Event], leaver: int) -> None:
    """DUR-45: end a bout because its attacker or defender, `leaver`, has left the game. The bout's
    cards are discarded. If there are any, this ends the time before the first discard, in which
    another limit of attack cards may apply (DUR-11). The next seat clockwise that is still in the
    game attacks."""
    swept = state.lying()
    for card in swept:
        state.discard |= 1 << card
    if swept:
        state.discarded = True
        happened.append(Event("bout-void", {"cards": [TEXT[card] for card in swept]}))
    heir = state.rules.following[leaver][state.standing]
    close(state, happened, heir, progress=bool(swept), leaver=leaver)


def close(
    state: State, happened: list[Event], heir: int, *, progress: bool, leaver: int | None = None
) -> None:
    """Ends a bout: refills the hands, removes the seats that are out, and either ends the game or
    begins the next bout. `heir` is the seat that attacks next, `progress` says whether cards were
    discarded (DUR-46), and `leaver` is the seat that ended the bout by leaving, if any."""
    progress = refill(state, happened) or progress or state.progress
    sides_left = state.rules.sides_in[state.standing]
    gone = going_out(state)
    if gone:
        state.out = (*state.out, gone)
        for seat in gone:
            state.standing &= ~(1 << seat)
            happened.append(OUT[seat])
    state.bout_over = True
    state.idle = 0 if progress else state.idle + 1
    # DUR-42: checked after refilling only.
    if state.rules.sides_in[state.standing] <= 1 or state.idle >= IDLE_BOUTS:
        finish(state, happened, leaver, sides_left)
        return
    state.clear_table()
    begin(state, happened, heir)


def begin(state: State, happened: list[Event], attacker: int) -> None:
    """Begin a bout with `attacker`. If that seat is out, the next seat clockwise that is still in
    the game attacks (DUR-41). The attacker's next opponent defends (DUR-06)."""
    rules = state.rules
    if not state.standing >> attacker & 1:
        attacker = rules.following[attacker][state.standing]
    state.assign(attacker, state.next_opponent(attacker, state.standing))
    state.waiting = 1 << attacker
    happened.append(BOUT[attacker][state.defender])


def refill(state: State, happened: list[Event]) -> bool:
    """DUR-40: every seat draws until it has six cards, as long as the talon lasts. Returns whether
    any card was drawn."""
    first = state.drawn
    talon = state.talon
    if first == len(talon):
        return False
    for seat in drawing_order(state):
        missing = HAND_SIZE - state.hands[seat].bit_count()
        if missing > 0 and state.drawn < len(talon):
            happened.append(draw(state, seat, missing))
    return state.drawn > first


def draw(state: State, seat: int, count: int) -> Event:
    """The seat draws `count` cards, or the rest of the talon; everyone sees which seat draws the
    trump card. Returns the event."""
    cards = state.talon[state.drawn : state.drawn + count]
    state.drawn += len(cards)
    for card in cards:
        state.hands[seat] |= 1 << card
    names = [TEXT[card] for card in cards]
    fields: dict[str, object] = {"seat": seat, "count": len(cards)}
    if state.drawn == len(state.talon):
        fields["trump"] = names[-1]
    return Event("drew", fields, {"cards": names}, (seat,))


def drawing_order(state: State) -> list[int]:
    """DUR-40: the seats in the order in which they draw: the main attacker, the other seats that
    attacked, the seats that added nothing, the defender. Seats that are out of the game are left
    out.

    By the option `throw_order`, the other seats that attacked draw in the order of their first
    attack card (`arrival`) or clockwise from the attacker (`priority`). The seats that added
    nothing draw clockwise."""
    attacker, defender = state.attacker, state.defender
    clockwise = state.rules.rounds[attacker]
    if len(clockwise) == 1 and state.resigned == 0:
        return [attacker, defender]
    attacked = (
        [seat for seat in clockwise if seat in state.by]
        if state.rules.priority
        else dict.fromkeys(state.by)
    )
    order = dict.fromkeys((attacker, *attacked, *clockwise))
    order.pop(defender, None)
    return [seat for seat in (*order, defender) if state.standing >> seat & 1]


def going_out(state: State) -> tuple[int, ...]:
    """The seats that have no cards left now (DUR-41), in the order in which they played their last
    cards (DUR-44).

    This must be called while the bout's cards are still on the table: the order of attack cards
    shows when each seat played its last card, and the defender's last card came after all of
    them."""
    if 0 not in state.hands:
        return ()
    empty = [
        seat for seat, hand in enumerate(state.hands) if not hand and state.standing >> seat & 1
    ]
    if len(empty) < 2:  # noqa: PLR2004 - one alone is in order
        return tuple(empty)
    played = {seat: place for place, seat in enumerate(state.by)}
    played[state.defender] = len(state.by)
    return tuple(sorted(empty, key=lambda seat: played.get(seat, -1)))
