"""The end of a bout, which is an attack and its defence. The cards of the bout are discarded or
taken. Then seats draw, seats without cards leave the game, and the next bout begins."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.durak.rules import throw_ins
from games.durak.rules.ends import finish
from games.durak.rules.options import HAND_SIZE
from games.durak.rules.state import State
from games.durak.rules.tables import BOUT, OUT, TEXT

IDLE_BOUTS: Final = 60
"""DUR-46: after this number of bouts in a row without progress, the game is a draw."""


def settle(state: State, happened: list[Event]) -> None:
    """DUR-23, DUR-24: continue or end the bout. If there are seats that may still add a card, set
    that the game waits for them. Otherwise end the bout. New events are added to `happened`.

    Call this function when all cards are beaten, or when the defender takes. If no seat may add a
    card, the bout ends at once. An example is a bout in which all cards are beaten and the defender
    has no card left, or the limit is reached. (While cheating is allowed, the bout goes on even
    then, until every seat with cards except the defender has said done, DUR-73.)"""
    seats = throw_ins.offered(state)
    if seats:
        state.waiting = seats
    elif state.taking:
        taken(state, happened)
    else:
        repelled(state, happened)


def repelled(state: State, happened: list[Event]) -> None:
    """DUR-23: end a bout in which all cards were beaten. The cards on the table are discarded, and
    the defender attacks next. New events are added to `happened`."""
    swept = state.lying()
    for card in swept:
        state.discard |= 1 << card
    state.discarded = True
    happened.append(
        Event("bout-repelled", {"seat": state.defender, "cards": [TEXT[card] for card in swept]})
    )
    close(state, happened, state.defender, progress=True)


def taken(state: State, happened: list[Event]) -> None:
    """DUR-24: end a bout in which the defender takes. The defender gets all cards on the table, and
    the next seat clockwise attacks. New events are added to `happened`."""
    swept = state.lying()
    for card in swept:
        state.hands[state.defender] |= 1 << card
    happened.append(
        Event("bout-taken", {"seat": state.defender, "cards": [TEXT[card] for card in swept]})
    )
    close(state, happened, state.rules.following[state.defender][state.standing], progress=False)


def broken_off(state: State, happened: list[Event], leaver: int) -> None:
    """DUR-45: end a bout because its attacker or defender, `leaver`, has left the game. The cards
    on the table are discarded. If these are the first discarded cards of the game, another limit of
    attack cards may apply from now on (DUR-11). The next seat clockwise from `leaver` that is still
    in the game attacks. New events are added to `happened`."""
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
    """End a bout: refill the hands, and remove seats that are out. Then either end the game or
    begin the next bout. New events are added to `happened`.

    `heir` is the seat that attacks next. `progress` says whether cards were discarded (DUR-46).
    `leaver` is the seat that ended the bout by leaving the game, or None."""
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
    """Begin a bout in which `attacker` attacks. If this seat is out, the next seat clockwise that
    is still in the game attacks (DUR-41). The attacker's next opponent defends (DUR-06). New events
    are added to `happened`."""
    rules = state.rules
    if not state.standing >> attacker & 1:
        attacker = rules.following[attacker][state.standing]
    state.assign(attacker, state.next_opponent(attacker, state.standing))
    state.waiting = 1 << attacker
    happened.append(BOUT[attacker][state.defender])


def refill(state: State, happened: list[Event]) -> bool:
    """DUR-40: let every seat draw until it has six cards, as long as the talon has cards. New
    events are added to `happened`. Returns whether any card was drawn."""
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
    """Let a seat draw `count` cards. If the talon has fewer cards, the seat draws all of them.
    Returns the event. Everyone is told who draws the trump card, the last card of the talon."""
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
    """DUR-40: return the seats in the order in which they draw. The main attacker is the first.
    Then come the other seats that attacked, then the seats that added nothing, and at last the
    defender. Seats that are out of the game are left out.

    The option `throw_order` decides about the other seats that attacked. With `arrival`, they draw
    in the order of their first attack cards. With `priority`, they draw clockwise from the
    attacker. The seats that added nothing draw clockwise."""
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
    """Return the seats that have no cards left now (DUR-41), in the order in which they played
    their last cards (DUR-44).

    Call this function while the cards of the bout are still on the table. The order of the attack
    cards shows when each attacker played its last card. The defender counts as the last of all."""
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
