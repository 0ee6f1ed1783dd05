"""The words of Stakes."""

from cogs.words import marked
from cogs.words.game import GameWords, Strength, Verb

WORDS = GameWords(
    verbs={
        "bid": Verb(marked("Bid"), marked("Bid…")),
        "fold": Verb(marked("Fold"), marked("Fold…")),
        "go": Verb(marked("Carry on"), marked("Go on…")),
    },
    zones={
        "draw": marked("The deck"),
        "pot": marked("Pot"),
        "bid": marked("Bid"),
        "held": marked("hand"),
    },
    strengths={"bold": Strength(marked("Daring"), marked("bids whatever it holds"))},
    events={
        "bid": marked("{seat} bids {chips}"),
        "folded": marked("{seat} folds"),
        "showed": marked("{seat} shows {cards}"),
        "dealt out": marked("{taker} takes the pot"),
        "went on": None,
        "dealt": None,
    },
)
