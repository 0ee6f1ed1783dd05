"""The lessons of Tredici, by the rules of its first preset."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

_TOO_EARLY: Final = marked(
    "Kisché can be called once in a game. If nobody shares your suit, it is you who loses "
    "everything: call it when you are nearly sure."
)

THE_TARGET: Final = Lesson(
    name="target",
    title=marked("The target"),
    about=marked(
        "Everybody collects one suit, chosen in secret. Whoever has all thirteen cards of theirs "
        "wins. Ranks mean nothing here."
    ),
    learned=marked(
        "Cards of your suit are set aside by themselves, and you draw as many as you set aside the "
        "turn before. So a good turn is followed by another chance."
    ),
    position={
        "hands": [
            ["3H", "7H", "JH", "4S", "9D", "KC", "5C"],
            ["2S", "8S", "QS", "6D", "10C", "4H", "JD"],
        ],
        "targets": [None, None],
        "draw": ["2H", "6C", "9S", "7D", "3S", "8C", "10D", "KS", "5D", "8H", "2C"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked("Choose the suit that you hold most of: hearts."),
            move="target H",
            why=marked(
                "Your three hearts lie on your stacks now, where nobody else can see which they "
                "are. You set three aside, so you draw three."
            ),
            wrong={
                "target": marked(
                    "Any suit may be chosen, even one that you don't hold. But with hearts you "
                    "have three of thirteen at once."
                ),
            },
            then=((1, "target S"),),
        ),
        Step(
            task=marked("Draw your three cards."),
            move="draw",
            why=Sentence(
                "{card} was among them and went to the others by itself. One set aside: the next "
                "time you draw one.",
                card="2H",
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "draw"),),
        ),
        Step(
            task=marked("Draw the one card."),
            move="draw",
            why=marked(
                "No heart this time. Who sets nothing aside changes three cards of their hand in "
                "the next turn."
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "draw"),),
        ),
    ),
)

CHANGING: Final = Lesson(
    name="change",
    title=marked("Changing cards"),
    about=marked(
        "Whoever set nothing aside discards three cards and draws three. The discards come back "
        "when the deck has run out, so what you give away may help somebody."
    ),
    learned=marked(
        "Nobody can complete a suit while you hold one card of it. Keep what others need, as soon "
        "as you have an idea of what that is."
    ),
    position={
        "hands": [
            ["4S", "9S", "QS", "KC", "5C", "6D"],
            ["10C", "4H", "JD", "8D", "2D", "7C"],
        ],
        "stacks": [["3H", "7H", "JH", "2H"], ["2S", "8S", "3S", "KS", "5S"]],
        "targets": ["H", "S"],
        "announced": [0, 1],
        "kische": "used",
        "owes": ["swap", "draw 1"],
        "draw": ["8H", "6C", "9D", "10S", "3D", "2C", "9C", "KD", "5D"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked(
                "All suits have been told: Berta collects spades. Discard three cards, but none "
                "that she needs."
            ),
            move="discard 6D 5C KC",
            why=Sentence(
                "Without your spades Berta can't finish. You drew {card} and set it aside.",
                card="8H",
            ),
            wrong={
                "discard": marked(
                    "A spade would be gone from your hand. Sooner or later it comes back into the "
                    "drawing deck, where Berta may find it."
                ),
            },
            then=((1, "draw"),),
        ),
        Step(
            task=marked("You set one card aside. Draw one."),
            move="draw",
            why=marked(
                "Your hand is as large as before, and three of it are spades that Berta lacks."
            ),
        ),
    ),
)

THE_ACE: Final = Lesson(
    name="ace",
    title=marked("The ace"),
    about=marked(
        "Who draws an ace that is not of their suit must give up their whole hand in their next "
        "turn, and draws a full one."
    ),
    learned=marked(
        "A foreign ace is often luck: seven new cards at once. But the cards that you kept from "
        "others are gone too. Aces that were dealt, and the ace of your own suit, do nothing."
    ),
    position={
        "hands": [
            ["4S", "9S", "9D", "KC", "5C"],
            ["6D", "10C", "4H", "JD", "8D", "7C", "KS"],
        ],
        "stacks": [["3H", "7H"], ["2S", "8S", "3S"]],
        "targets": ["H", "S"],
        "owes": ["draw 2", "swap"],
        "draw": ["AC", "6C", "5D", "3C", "QD", "8H", "10H", "2D", "KH", "9C", "3D", "7D", "QC"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked("Draw your two cards."),
            move="draw",
            why=Sentence(
                "You drew {card}, a foreign ace. Your hand will be changed for a new one.",
                card="AC",
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "discard 6D 8D JD"),),
        ),
        Step(
            task=marked("Draw: your hand goes, and seven new cards come."),
            move="draw",
            why=Sentence("{cards} were among them: three hearts in one turn.", cards="8H 10H KH"),
            wrong={"kische": _TOO_EARLY},
        ),
    ),
)

KISCHE: Final = Lesson(
    name="kische",
    title=marked("Kisché"),
    about=marked(
        "Two players can end up with the same suit. Once both have set cards of it aside, neither "
        "can complete it. Once a game, anyone can call kisché: all suits are revealed, and "
        "everyone else with the caller's suit loses all their cards and chooses again."
    ),
    learned=marked(
        "Call kisché when you are nearly sure that somebody shares your suit. If nobody shares any "
        "suit, it is the caller who loses everything."
    ),
    position={
        "hands": [
            ["4S", "9S", "9D", "KC", "5C", "8D"],
            ["6D", "10C", "JD", "2D", "7C", "KS", "5D"],
            ["2S", "8S", "3D", "6S", "QS", "7D", "JS"],
        ],
        "stacks": [
            ["3H", "7H", "JH", "2H", "9H"],
            ["4H", "8H", "KH", "5H", "6H", "AH"],
            ["3C", "6C", "8C"],
        ],
        "targets": ["H", "H", "C"],
        "owes": ["draw 1", "draw 1", "swap"],
        "draw": ["10H", "QC", "3S", "AD", "2C"],
        "discard": ["KD", "4D", "5S"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked(
                "You have found five hearts and hardly see one any more, while Berta has set six "
                "cards aside. Call kisché, before your turn."
            ),
            move="kische",
            why=marked(
                "Berta collected hearts, too. She lost everything and chose another suit, and her "
                "six hearts are back in play. Cleo, with clubs, keeps hers."
            ),
            wrong={
                "draw": marked(
                    "You can go on drawing. But only a kisché brings back what's on Berta's stacks."
                ),
            },
            then=((1, "target S"),),
        ),
        Step(
            task=marked("Your turn is still yours: draw."),
            move="draw",
            why=Sentence("{card}: the sixth heart, and now nobody else wants any.", card="10H"),
        ),
    ),
)

TREDICI: Final = Lesson(
    name="tredici",
    title=marked("Tredici!"),
    about=marked(
        "Thirteen cards on your stacks don't win by themselves: you have to call “tredici”. Until "
        "then a kisché can still take them."
    ),
    learned=marked(
        "Look at your stacks after every turn, and call as soon as all thirteen are there."
    ),
    position={
        "hands": [
            ["4S", "9S", "9D", "KC", "5C", "8D"],
            ["6D", "10C", "JD", "2D", "7C", "5D"],
        ],
        "stacks": [
            ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "9H", "10H", "JH", "QH", "AH"],
            ["2S", "8S", "3S", "6S", "QS", "JS", "10S", "5S"],
        ],
        "targets": ["H", "S"],
        "owes": ["draw 1", "draw 1"],
        "draw": ["KH", "3D", "7D", "QC"],
        "discard": ["KD", "4D"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked("Twelve hearts are yours, and one is missing. Draw."),
            move="draw",
            why=Sentence("{card} was the last one: all thirteen lie there.", card="KH"),
            wrong={
                "kische": marked(
                    "Berta has set eight cards aside, and only one heart isn't yours. So she's "
                    "collecting another suit, and you'd lose everything."
                ),
            },
        ),
        Step(
            task=marked("It is Berta's turn, but calling is allowed at any time. Call “tredici”!"),
            move="tredici",
            why=marked("You have won, with thirteen hearts."),
            wrong={
                "kische": marked(
                    "Nobody shares your suit, so you would be purged: all thirteen would be gone."
                ),
            },
        ),
    ),
)

LESSONS: Final = (THE_TARGET, CHANGING, THE_ACE, KISCHE, TREDICI)
