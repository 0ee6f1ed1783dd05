"""The English texts of Simple Eights that members see. Translations are in `locale` beside this
file."""

from cogs.words import marked
from cogs.words.game import GameWords, Verb

WORDS = GameWords(
    verbs={
        "play": Verb(marked("Play"), marked("Play…")),
        "draw": Verb(marked("Draw a card"), marked("Draw…"), "🎴"),
    },
    zones={"pile": marked("Pile"), "draw": marked("The deck"), "hand": marked("hand")},
    events={
        "played": marked("{seat} plays {cards}"),
        "drew": marked("{seat} draws a card"),
    },
    private={"drew": marked("you draw {cards}")},
    own={"played": marked("you play {cards}")},
)
