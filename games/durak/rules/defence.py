"""What the defender does in a bout of Durak (an attack and its defence): beat cards, take, or pass
the attack on."""

from __future__ import annotations

from games.core import Event
from games.durak.rules import bout
from games.durak.rules.attack import lay
from games.durak.rules.state import NOBODY, State
from games.durak.rules.tables import (
    ALL_BEATERS,
    BEATS,
    NUMBERS,
    OF_MOVES,
    PASSES,
    SHOWS,
    SUITS_OF_ALL,
    TAKE,
    TEXT,
)
from games.moves import Move


def replies(state: State) -> list[Move]:
    """Return the moves of the defender. DUR-22: there are none when all cards are beaten, and none
    after `take`."""
    if not state.open or state.taking:
        return []
    moves: list[Move] = []
    hand = state.hands[state.defender]
    for attack in state.attacks:
        if state.open >> attack & 1:
            moves += BEATS[attack][covering(state, hand, attack)]
    moves.append(TAKE)
    if state.rules.passing and state.open.bit_count() == len(state.attacks):
        moves += PASSES[passing_cards(state)]
        if state.rules.travel:
            moves += SHOWS[travel_cards(state)]
    return moves


def covering(state: State, hand: int, attack: int) -> int:
    """Return a bit mask of the cards of `hand` that may be laid over the card `attack`.

    These are the cards that beat the attack card (DUR-20, DUR-21). While cheating is allowed, the
    defender may also lay any other card over it (DUR-70), with one exception. The exception is a
    card that the defender played wrongfully in this bout and had to take back after an accusation
    (DUR-71). With two decks, this is true for both copies of such a card."""
    lawful = hand & ALL_BEATERS[state.trump][attack]
    if not state.rules.cheating:
        return lawful
    return lawful | hand & ~state.cheats.barred[state.defender]


def heir(state: State) -> int:
    """DUR-30, DUR-31: return the seat to which the attack would be passed on, or NOBODY if there is
    none.

    If the talon is empty, seats without cards are skipped."""
    among = state.standing if state.drawn < len(state.talon) else state.holding()
    return state.next_opponent(state.defender, among)


def may_pass(state: State) -> bool:
    """DUR-30: return whether the attack can be passed on now. The defender must not have taken, and
    must not have beaten any card yet. In the first bout of a game, the options must allow it."""
    return (
        not state.taking
        and state.open.bit_count() == len(state.attacks) > 0
        and (state.bout_over or state.rules.options.first_bout_passing)
    )


def has_room(state: State, more: int) -> bool:
    """DUR-31: return whether the defender can add `more` cards and pass the attack on to the next
    seat. The next seat must hold at least as many cards as it would have to beat. The limit of
    attack cards (DUR-11) must allow the added cards. Returns False if there is no next seat."""
    target = heir(state)
    if target == NOBODY or len(state.attacks) + more > state.most:
        return False
    return state.hands[target].bit_count() >= state.open.bit_count() + more


def attack_rank(state: State) -> int:
    """The bit mask of all cards that have the rank with which the attack was opened."""
    return state.rules.rank_masks[state.attacks[0]]


def passing_cards(state: State) -> int:
    """DUR-30: return a bit mask of the cards that the defender can add to pass the attack on.
    DUR-33: with the option *once-per-attack*, a trump that was shown in this attack is not among
    them."""
    cards = state.hands[state.defender] & attack_rank(state)
    if state.rules.travel_once_per_attack:
        cards &= ~state.travelled
    return cards if cards and may_pass(state) and has_room(state, 1) else 0


def travel_cards(state: State) -> int:
    """DUR-33: return a bit mask of the trumps that the defender can show to pass the attack on.
    These trumps have the attack's rank and have not been shown before. The option `travel` decides
    what counts for this: only the present attack (*once-per-attack*) or the whole game
    (*once-per-game*)."""
    cards = (
        state.hands[state.defender]
        & attack_rank(state)
        & SUITS_OF_ALL[state.trump]
        & ~state.travelled
    )
    return cards if cards and may_pass(state) and has_room(state, 0) else 0


def beat(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-20: lay a card over an attack card. Every seat that was done may act again (DUR-15).
    Returns the events.

    DUR-72: while cheating is allowed, an attack card with a card over it counts as lawful from then
    on."""
    attack, card = move.cards
    place, number = NUMBERS[attack], NUMBERS[card]
    bit = 1 << number
    state.hands[seat] &= ~bit
    state.shown &= ~bit
    state.covers[state.attacks.index(place)] = number
    state.open &= ~(1 << place)
    state.ranks |= state.rules.rank_masks[number]
    state.said = 0
    if state.rules.cheating:
        cheats = state.cheats
        state.cheats = cheats._replace(
            wrongful=cheats.wrongful & ~(1 << place), covers=cheats.covers | bit
        )
    happened = [OF_MOVES[seat][move]]
    if not state.open:
        bout.settle(state, happened)
    return happened


def take(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-24: the defender takes. If the options allow it, other seats may first add more cards. If
    no seat may add a card, the bout ends at once. Returns the events."""
    happened = [OF_MOVES[seat][move]]
    state.taking = True
    state.said = 0
    bout.settle(state, happened)
    return happened


def pass_on(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-30: the defender passes the attack on by adding a card of the attack's rank. The defender
    becomes the attacker, and the next seat becomes the defender. Returns the events.

    DUR-32: the attack can come round to the first attacker, who may pass it on again. Nothing here
    depends on who has passed before."""
    target = heir(state)
    card = NUMBERS[move.cards[0]]
    lay(state, seat, card)
    _hand_over(state, target)
    return [Event("pass", {"seat": seat, "cards": [TEXT[card]], "defender": target})]


def show(state: State, seat: int, move: Move) -> list[Event]:
    """DUR-33: the defender passes the attack on by showing the trump of the attack's rank. The
    trump stays in the hand, and everyone knows it. Returns the events."""
    target = heir(state)
    card = NUMBERS[move.cards[0]]
    bit = 1 << card
    state.shown |= bit
    state.travelled |= bit
    state.said = 0
    _hand_over(state, target)
    return [Event("show", {"seat": seat, "cards": [TEXT[card]], "defender": target})]


def _hand_over(state: State, target: int) -> None:
    """DUR-34: make the defender the attacker, and the seat `target` the defender. The bout
    continues, and nobody draws."""
    state.assign(state.defender, target)
    state.waiting = 1 << target
