"""A turn: its moves and their effects (DRI-13, DRI-20 to DRI-29, DRI-50 to DRI-52)."""

from __future__ import annotations

from typing import Final

from games.core import Event
from games.dritzak.rules import events
from games.dritzak.rules.ends import IDLE_LIMIT, go_out, no_progress
from games.dritzak.rules.holdings import LAID_ALONE, NUMBER, TEN, UNIT, Laid, plays_in, size_of
from games.dritzak.rules.state import EMPTY, GONE, PLACES, State, following
from games.moves import Move

PICKUP: Final = Move.make("pickup")
SHIJO: Final = Move.make("shijo")
FLIPS: Final = tuple(Move.make("flip", other=str(place)) for place in range(1, PLACES + 1))


def zone_in_use(game: State, seat: int) -> str:
    """DRI-20: return the zone that a seat must play from: `hand`, `face_up` or `face_down`.

    DRI-27: face-up cards may be played only when the draw pile is empty. In a real game, a seat has
    an empty hand only when the draw pile is empty, because hands are refilled (DRI-26). In a
    position that was set up by hand, a seat can have face-up cards but no hand while the draw pile
    has cards. For such a seat, the result is `hand` if the pile has cards, and the seat can only
    pick up the pile. If the pile is empty, the result is `face_up`."""
    if game.hands[seat] or (game.up[seat] and game.draw and game.pile):
        return "hand"
    return "face_up" if game.up[seat] else "face_down"


def turn_moves(game: State, seat: int) -> list[Move]:
    """The legal moves of the seat at turn (DRI-20, DRI-23, DRI-29, DRI-60)."""
    hand = game.hands[seat]
    moves = plays_in(hand, game.rules.playable[game.top]) if hand else _bare_handed(game, seat)
    if game.pile:
        # DRI-23: it must be picked up with nothing playable, and may be with something.
        moves.append(PICKUP)
    return moves


def plans(game: State, seat: int) -> list[tuple[Move, ...]]:
    """Return the plans that a seat may choose before its turn: to pick up the pile (DRI-23), or to
    play all its cards of one rank. The cards are from its hand, or from its face-up cards if the
    hand and the draw pile are empty. The top of the pile is not considered, because it can change
    before the turn."""
    zone = game.hands[seat] or (0 if game.draw else game.up[seat])
    most: dict[str, Move] = {}
    for move in plays_in(zone, game.rules.playable[EMPTY]) if zone else ():
        rank = move.cards[0][:-1]
        if rank not in most or len(move.cards) > len(most[rank].cards):
            most[rank] = move
    return [(PICKUP,), *((move,) for move in most.values())]


def _bare_handed(game: State, seat: int) -> list[Move]:
    """Return the moves of a seat without a hand. It plays face-up cards. If it has none, it turns
    up one of its face-down cards, and may first ask the Shijo, a figure who knows these cards."""
    zone = zone_in_use(game, seat)
    if zone == "face_up":
        return plays_in(game.up[seat], game.rules.playable[game.top])
    if zone == "hand":
        return []
    moves = [move for move, card in zip(FLIPS, game.down[seat], strict=True) if card != GONE]
    if moves and game.rules.shijo and game.answer is None:
        moves.append(SHIJO)
    return moves


def play(game: State, seat: int, move: Move, laid: Laid) -> list[Event]:
    """DRI-20: play cards from the hand, or from the face-up cards if the hand is empty. `laid` has
    the cards of the move. The caller has checked that the move is legal. Returns the events."""
    hand = game.hands[seat]
    if hand:
        happened = [events.play(seat, move, "hand")]
        if seat in game.opening:
            happened += _first_turn(game, seat, laid.rank)
        game.hands[seat] = hand - laid.holding
    else:
        happened = [events.play(seat, move, "face_up")]
        game.up[seat] -= laid.holding
    _lay(game, seat, laid, happened, blind=False)
    return happened


def lie_as_named(game: State, text: str) -> None:
    """Sort the cards that were just played on the pile in the order in which `text`, the text of
    the move, names them.

    No rule requires this, but a player who types `play 9C 9D` expects the nine of diamonds on top.
    `Move.cards` doesn't show this order, because its cards are sorted."""
    named = [NUMBER[word] for word in text.split() if word in NUMBER]
    if sorted(named) == sorted(game.pile[-len(named) :]):
        game.pile[-len(named) :] = named


def pick_up(game: State, seat: int) -> list[Event]:
    """DRI-23, DRI-28: put the pile into the seat's hand, and pass the turn. The next seat plays on
    an empty pile. Returns the events."""
    happened = [events.pickup(seat, game.pile)]
    if seat in game.opening:
        _first_turn(game, seat, None)
    game.hands[seat] += game.pile_holding
    game.clear_pile()
    if not _count_turn(game, happened, progress=False):
        pass_turn(game, seat)
    return happened


def flip(game: State, seat: int, place: int) -> list[Event]:
    """DRI-29: turn up the face-down card at `place` (1 to 3). If the rules allow it, the card is
    played. Otherwise the card and the pile go into the hand. Returns the events."""
    places = game.down[seat]
    card = places[place - 1]
    game.down[seat] = (*places[: place - 1], GONE, *places[place:])
    game.answer = None
    played = game.may_lie(card)
    happened = [events.flip(seat, place, card, played=played)]
    if seat in game.opening:
        _first_turn(game, seat, None)
    if played:
        _lay(game, seat, LAID_ALONE[card], happened, blind=True)
        return happened
    happened.append(events.pickup(seat, game.pile))
    game.hands[seat] += game.pile_holding + UNIT[card]
    game.clear_pile()
    if not _count_turn(game, happened, progress=False):
        pass_turn(game, seat)
    return happened


def pass_turn(game: State, seat: int) -> None:
    """Pass the turn from `seat` to the next seat that is still in the game. `seat` itself might be
    out already."""
    game.turn = game.after[seat]
    game.tens = 0
    game.tens_blind = False
    game.answer = None
    game.wait()


def _count_turn(game: State, happened: list[Event], *, progress: bool) -> bool:
    """DRI-44: count a turn. `progress` says whether something happened in it that brings the game
    nearer to its end. If the limit of turns without progress is reached, end the game and add the
    event to `happened`. Returns whether the game was ended by this."""
    game.idle = 0 if progress else game.idle + 1
    if game.idle < IDLE_LIMIT:
        return False
    happened.append(no_progress(game))
    return True


def _first_turn(game: State, seat: int, rank: int | None) -> list[Event]:
    """DRI-13: record that a seat of the starting run has had its first turn. The starting run is
    the first seat to play and the seats after it that also hold the lowest rank. `rank` is the rank
    that the seat plays from its hand, or None if the seat plays nothing from its hand. Returns a
    list with the event `poor-form` if `rank` is another rank than the lowest one, otherwise an
    empty list."""
    lowest = game.opening_rank
    game.opening = tuple(other for other in game.opening if other != seat)
    if not game.opening:
        game.opening_rank = None
    if lowest is None or rank in (None, lowest):
        return []
    return [events.poor_form(seat, lowest)]


def _lay(game: State, seat: int, laid: Laid, happened: list[Event], *, blind: bool) -> None:
    """Put the cards `laid` on the pile. The caller has already taken the cards from their zone.
    After that, do everything that follows: change the direction, clear the pile, refill the hand,
    record that the seat is out, end the game, pass the turn. `blind` says that `laid` is a
    face-down card. Adds the events to `happened`."""
    same = laid.rank == game.top
    if same and game.rules.reversal:
        _turn_round(game, seat, happened)
    degree = _count_tens(game, laid, blind=blind)
    cleared = _cover(game, seat, laid, happened, same=same)
    drew = _refill(game, seat, happened)
    left = not game.hands[seat] and not game.up[seat] and game.down[seat].count(GONE) == PLACES
    if left:
        happened += go_out(game, seat, degree)
    if game.outcome is not None or _count_turn(game, happened, progress=cleared or drew or left):
        return
    if cleared and not left:
        # DRI-24, DRI-25: another turn. DRI-40: not for a seat that has left.
        return
    pass_turn(game, seat)
    if same and game.rules.skip and not cleared:
        _skip(game, seat, laid.number, happened)


def _cover(game: State, seat: int, laid: Laid, happened: list[Event], *, same: bool) -> bool:
    """Put cards on the pile. `same` says that the top of the pile has the same rank. If a ten or a
    set clears the pile, add the event to `happened`. Returns whether the pile was cleared."""
    if same:
        game.run += laid.number
        game.suits |= laid.suits
    else:
        game.run = laid.number
        game.suits = laid.suits
    game.pile += laid.cards
    # DRI-24: a 10 clears. DRI-25: so does a set, whoever laid its cards.
    if laid.rank == TEN or game.run >= game.rules.set_size or game.suits == game.rules.set_suits:
        happened.append(
            events.discarded(seat, "ten" if laid.rank == TEN else "set", len(game.pile))
        )
        game.discard += game.pile
        game.clear_pile()
        return True
    game.pile_holding += laid.holding
    game.top = laid.rank
    return False


def _count_tens(game: State, laid: Laid, *, blind: bool) -> int:
    """DRI-41: count the 10s that a seat has played in a row, including the cards `laid`. `blind`
    says that `laid` is a face-down card.

    Returns the degree of a walk-off Deegan, an honour that the seat gets if `laid` is its last
    card. The degree is the number of 10s that the seat has played in a row right before `laid`. The
    degree is 0 unless `laid` is a face-down card and the card right before `laid` was a face-down
    10."""
    deegan = game.tens if blind and game.tens_blind else 0
    if laid.rank == TEN:
        game.tens += laid.number
        game.tens_blind = blind
    else:
        game.tens = 0
        game.tens_blind = False
    return deegan


def _turn_round(game: State, seat: int, happened: list[Event]) -> None:
    """DRI-52: reverse the direction of play. Adds the event to `happened`."""
    game.direction = -game.direction
    game.after = following(game.seats, game.still_in, game.direction)
    happened.append(events.turned_round(seat, game.direction))


def _refill(game: State, seat: int, happened: list[Event]) -> bool:
    """DRI-26: fill the hand of a seat from the draw pile, as long as the draw pile has cards. Adds
    the event to `happened`. Returns whether any card was drawn."""
    wanted = game.rules.full - size_of(game.hands[seat])
    if wanted <= 0 or not game.draw:
        return False
    drawn = tuple(game.draw.pop() for _ in range(min(wanted, len(game.draw))))
    for card in drawn:
        game.hands[seat] += UNIT[card]
    happened.append(events.drew(seat, drawn))
    return True


def _skip(game: State, seat: int, count: int, happened: list[Event]) -> None:
    """DRI-50: skip `count` turns after the turn of `seat`, one for each card that was played. Seats
    that are out don't count. If the skips go once round the table, the next turn of `seat` itself
    is skipped too. Adds the event to `happened`."""
    skipped = []
    turn = game.after[seat]
    for _ in range(count):
        skipped.append(turn)
        turn = game.after[turn]
    game.turn = turn
    game.wait()
    happened.append(events.skipped(seat, skipped))
