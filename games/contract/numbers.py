"""Checks of moves that contain a number, such as bids. Also checks of zones that show a number
instead of cards."""

from __future__ import annotations

from typing import Any

from games.contract.playing import Sitting, as_json, called, seats_and_spectator
from games.core import Amount, GameError, Stream
from games.moves import MOST_SUGGESTED


def check_amounts(sitting: Sitting, rng: Stream) -> None:
    """Check `Game.amounts`, the moves that contain a number. The suggested numbers must be legal
    moves. The lowest, the highest and a random number must be accepted, and numbers outside the
    range must be refused. A seat's view must have the amounts of this seat. Raises
    ContractBroken."""
    game, hold = sitting.game, sitting.hold
    for seat in range(game.seats):
        amounts: Any = game.amounts(seat)
        hold(
            isinstance(amounts, list) and all(isinstance(each, Amount) for each in amounts),
            f"The amounts of seat {seat} aren't a list of Amounts: {amounts!r}.",
        )
        verbs = [amount.verb for amount in amounts]
        hold(len(verbs) == len(set(verbs)), f"Seat {seat} has two amounts of one verb: {verbs}.")
        for amount in amounts:
            _check_amount(sitting, seat, amount, rng)
    for viewer in seats_and_spectator(game):
        own = () if viewer is None else tuple(game.amounts(viewer))
        hold(
            game.view(viewer).amounts == own,
            f"The view of {called(viewer)} has other amounts than its seat.",
        )


def _check_amount(sitting: Sitting, seat: int, amount: Amount, rng: Stream) -> None:
    hold, what = sitting.hold, f"The amount {amount.verb} of seat {seat}"
    whole = all(type(number) is int for number in (*amount[1:4], *amount.suggested))
    hold(whole, f"{what} must be made of whole numbers, not {amount}.")
    hold(
        amount.step > 0 and amount.low <= amount.high and len(amount.suggested) <= MOST_SUGGESTED,
        f"{what} rises from its lowest to its highest number, and suggests at most "
        f"{MOST_SUGGESTED}: {amount}.",
    )
    numbers = amount.numbers
    hold(
        all(number in numbers for number in amount.suggested),
        f"{what} suggests a number it doesn't have: {amount}.",
    )
    listed = [move for move in sitting.game.legal_moves(seat) if move.verb == amount.verb]
    hold(
        sorted(listed) == sorted(amount.moves),
        f"{what} offers {amount.moves}, and the legal moves have {listed}.",
    )
    for number in {numbers[0], numbers[-1], rng.choice(numbers)}:
        ahead, move = sitting.game.copy(), amount.move(number)
        try:
            ahead.play(seat, str(move))
        except GameError as error:
            raise sitting.broken(
                f"{what} has {number}, and “{move}” is refused: {error}"
            ) from error
    wrong = [amount.low - amount.step, numbers[-1] + amount.step]
    if amount.step > 1:
        wrong.append(amount.low + 1)
    texts = [*(f"{amount.verb} {number}" for number in wrong), f"{amount.verb} 0{numbers[-1]}"]
    for text in texts:
        _check_refused(sitting, seat, text, what)


def _check_refused(sitting: Sitting, seat: int, text: str, what: str) -> None:
    before = as_json(sitting.game.position())
    try:
        sitting.game.play(seat, text)
    except GameError:
        same = as_json(sitting.game.position()) == before
        sitting.hold(same, f"The refused move “{seat} {text}” changed the position.")
    else:
        sitting.hold(False, f"{what} does not have “{text}”, but it was played.")


def check_number_zones(sitting: Sitting) -> None:
    """Check the zones with the layout `number`. Such a zone must have no cards and must look the
    same to everybody. Zones with another layout must have no number. Raises ContractBroken."""
    game, hold = sitting.game, sitting.hold
    shown = {
        (zone.name, zone.owner): zone for zone in game.view(None).zones if zone.layout == "number"
    }
    for viewer in seats_and_spectator(game):
        for zone in game.view(viewer).zones:
            what = f"The zone {zone.name} in the view of {called(viewer)}"
            if zone.layout != "number":
                bare = not zone.number and zone.most is None
                hold(bare, f"{what} has a number, but isn't one.")
                continue
            empty = not (zone.cards or zone.covers or zone.gaps)
            hold(empty, f"{what} is a number, but has cards.")
            hold(
                zone.most is None or 0 <= zone.number <= zone.most,
                f"{what} is {zone.number}, of {zone.most} at most.",
            )
            seen = shown.get((zone.name, zone.owner))
            hold(seen == zone, f"{what} differs from what a spectator sees: {zone}, {seen}.")
