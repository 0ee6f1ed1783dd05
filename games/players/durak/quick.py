"""The quick player of Durak: it decides by thresholds alone, without imagining hidden cards."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move, View
from games.moves import by_verb
from games.players.durak import greedy
from games.players.durak.cards import bits_in, dearest, order_of
from games.players.durak.thresholds import PATIENCE, QUICK, TalonStage, Thresholds, reach_of


class Sight:
    """What the quick player sees of a view: sets of cards as bit masks, and the legal moves by
    verb. The card `overlooked` is left out of the hand."""

    def __init__(self, view: View, overlooked: str | None = None) -> None:
        facts = view.facts
        self.order = order_of(facts["trump"])
        bits = self.order.bits
        zones = {zone.name: zone for zone in view.zones if zone.owner in (None, view.seat)}
        self.hand = self.order.of_names(card for card in view.hand if card != overlooked)
        self.talon = len(zones["talon"].cards)
        self.lying = self.unbeaten = self.ranks = 0
        for attack, cover in zip(zones["table"].cards, zones["table"].covers, strict=True):
            self.lying |= bits[str(attack)]
            if cover is None:
                self.unbeaten |= bits[str(attack)]
            else:
                self.lying |= bits[cover]
        for bit in bits_in(self.lying):
            self.ranks |= self.order.ranks[bit]
        self.taking = bool(facts["taking"])
        self.idle = int(facts["idle_bouts"])
        self.moves = by_verb(view.moves)

    def cards_of(self, verb: str) -> int:
        """Return a bit mask of the cards that the hand can play one at a time with this verb, such
        as `pass`. A card that the player overlooks is left out."""
        return self.hand & self.order.of_names(move.cards[-1] for move in self.single(verb))

    def single(self, verb: str) -> list[Move]:
        """The moves of this verb that name exactly one card."""
        return [move for move in self.moves.get(verb, ()) if len(move.cards) == 1]

    def move(self, verb: str, cards: Sequence[int]) -> Move:
        """The move of this verb with these cards, which are given as bits."""
        return Move.make(verb, [self.order.names[card] for card in cards])


def choose(view: View, thresholds: Thresholds = QUICK, overlooked: str | None = None) -> Move:
    """Choose one of the legal moves in `view.moves` by these thresholds. The card `overlooked` is
    treated as if it were not in the hand."""
    offered = by_verb(view.moves)
    for verb in ("accuse", "redeal"):
        if verb in offered and (move := greedy.CHOICES[verb](view, offered[verb])) is not None:
            return move
    if "keep" in offered:
        return offered["keep"][0]
    sight = Sight(view, overlooked)
    stage = reach_of(thresholds)[sight.talon]
    if "attack" in offered:
        return _attack(sight, stage) or view.moves[0]
    if "take" in offered:
        return (
            _show(sight, stage) or _pass(sight, stage) or _beat(sight, stage) or offered["take"][0]
        )
    return _throw(sight, stage) or offered.get("done", view.moves)[0]


def _attack(sight: Sight, stage: TalonStage) -> Move | None:
    """Return the move that opens with the cheapest card in the hand. More cards of the same rank
    are added if the thresholds (limits on the worth of cards in `stage`) allow the seat to give
    them up. Returns None if the player overlooks every card of its hand."""
    most = max(len(move.cards) for move in sight.moves["attack"])
    card = sight.hand & -sight.hand
    if not card:
        return None
    group = sight.hand & sight.order.ranks[card] if most > 1 else card
    group &= stage.throw | card
    while group.bit_count() > most:
        group ^= dearest(group)
    return sight.move("attack", bits_in(group))


def _show(sight: Sight, stage: TalonStage) -> Move | None:
    """Return the move that shows a trump of the attack's rank, which passes the attack on without
    playing the card. Return None if there is no such move, if the thresholds in `stage` don't allow
    showing trumps, or after `PATIENCE` bouts in a row without progress (DUR-46)."""
    shown = sight.single("show") if stage.shows and sight.idle < PATIENCE else []
    return shown[0] if shown else None


def _pass(sight: Sight, stage: TalonStage) -> Move | None:
    """Return the move that passes the attack on with the cheapest card. Return None if the
    thresholds allow no such card, or after `PATIENCE` bouts in a row without progress (DUR-46)."""
    cards = sight.cards_of("pass") & stage.carry
    return sight.move("pass", [cards & -cards]) if cards and sight.idle < PATIENCE else None


def _beat(sight: Sight, stage: TalonStage) -> Move | None:
    """Return the first move of the cheapest way to beat all unbeaten cards. Returns None if the
    hand can't beat them all. Also returns None if beating would spend cards that are worth too much
    by the thresholds in `stage` (`keep`, `sweep`)."""
    plan = beats(sight)
    if plan and stage.keep:
        lying = bits_in(sight.lying) if stage.whole else []
        swept = [*lying, *(cover for _, cover in plan)]
        if sum(stage.keep[card] for card in swept) > stage.sweep:
            return None
    return sight.move("beat", plan[0]) if plan else None


def beats(sight: Sight) -> list[tuple[int, int]]:
    """Return the cheapest way to beat all unbeaten cards. It is a list of pairs of an attack card
    and the card that beats it, beginning with the most valuable attack card. If the hand can't beat
    all of them, the list is empty."""
    plan: list[tuple[int, int]] = []
    free, unbeaten = sight.hand, sight.unbeaten
    while unbeaten:
        target = dearest(unbeaten)
        cover = free & sight.order.beaters[target]
        if not cover:
            return []
        cover &= -cover
        plan.append((target, cover))
        free ^= cover
        unbeaten ^= target
    return plan


def _throw(sight: Sight, stage: TalonStage) -> Move | None:
    """Return the move that throws in the cheapest possible card, or None if there is no such card.
    The rules must allow the card, and the quick player must be willing to give it away. Such cards
    are in `stage.throw`, or in `stage.pile` if the defender takes."""
    spared = stage.pile if sight.taking else stage.throw
    cards = sight.cards_of("throw") & sight.ranks & spared
    return sight.move("throw", [cards & -cards]) if cards else None
