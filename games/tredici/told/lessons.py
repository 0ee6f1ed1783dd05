"""The lessons of Tredici. They use the rules of the first preset."""

from __future__ import annotations

from typing import Final

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

# Translators: Lessons of Tredici; Berta and Cleo are the opponents.

_TOO_EARLY: Final = marked(
    "There's only one kisché per game, and anyone can call it. If you call it and nobody shares "
    "a suit, you lose everything, so wait until you're nearly sure."
)

THE_TARGET: Final = Lesson(
    name="target",
    title=marked("Your suit"),
    about=marked(
        "Everyone secretly picks a suit to collect. The first to get all thirteen cards wins. "
        "Ranks mean nothing here."
    ),
    learned=marked(
        "Cards of your suit are set aside automatically, and next turn you draw that many. One "
        "good turn deserves another."
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
            task=marked("Which suit gives you the biggest head start?"),
            move="target H",
            why=marked(
                "Your three hearts are set aside on your stacks, face down, so nobody else can "
                "see what they are. That's three, so you draw three."
            ),
            wrong={
                "target": marked(
                    "You can choose any suit, even one you don't have. But with hearts, you'd "
                    "already have three of the thirteen."
                ),
            },
            then=((1, "target S"),),
        ),
        Step(
            task=marked(
                "You need ten more hearts. Do you draw cards, or call kisché to reveal "
                "everyone's suit?"
            ),
            move="draw",
            why=Sentence(
                "You drew {card}. It's a heart, so it's set aside for you. That's one card, so "
                "you draw one next turn.",
                card="2H",
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "draw"),),
        ),
        Step(
            task=marked(
                "You set one heart aside last turn, so you can draw one card. Do you draw, or "
                "call kisché?"
            ),
            move="draw",
            why=marked(
                "No hearts this time. If you set nothing aside, you swap three cards from your "
                "hand next turn."
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "draw"),),
        ),
    ),
)

CHANGING: Final = Lesson(
    name="change",
    title=marked("Swapping cards"),
    about=marked(
        "If you set nothing aside, next turn you discard three cards and draw three. The discard "
        "pile comes back when the deck runs out, so a card you discard might help someone."
    ),
    learned=marked(
        "Nobody can complete a suit while you hold one of its cards. Once you have an idea which "
        "cards others need, keep them."
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
        "draw": ["8H", "6C", "9D", "10S", "3D", "2C", "10H", "9C", "KD", "5D"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked(
                "All suits have been revealed, and Berta is collecting spades. Which "
                "three cards can you spare?"
            ),
            move="discard 6D 5C KC",
            why=Sentence(
                "Without your spades, Berta can't finish. You drew {card} and set it aside.",
                card="8H",
            ),
            wrong={
                "discard": marked(
                    "You'd be giving up a spade. Sooner or later it goes back into the "
                    "deck, where Berta might find it."
                ),
            },
            then=((1, "draw"), (0, "draw"), (1, "draw")),
        ),
        Step(
            task=marked(
                "Your next card wasn't a heart, so you're swapping again. Berta now has six "
                "spades. Which three cards do you discard this time?"
            ),
            move="discard 3D 9D 6C",
            why=Sentence(
                "You found {card}, and you still hold three spades. Berta can't finish without "
                "them.",
                card="10H",
            ),
            wrong={
                "discard": marked(
                    "You'd be discarding a spade. Berta already has six of the thirteen, and "
                    "you might be helping her to a seventh."
                ),
            },
        ),
    ),
)

THE_ACE: Final = Lesson(
    name="ace",
    title=marked("The ace"),
    about=marked(
        "If you draw an ace of another suit, you swap your whole hand for a new one on "
        "your next turn."
    ),
    learned=marked(
        "An ace of another suit is often lucky, because you get seven new cards. But the cards "
        "you were keeping from others go too. Aces in your starting hand and the ace of your own "
        "suit have no effect."
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
            task=marked(
                "You can draw two cards this turn. Do you draw, or call kisché to find out what "
                "Berta's collecting?"
            ),
            move="draw",
            why=Sentence(
                "You drew {card}, an ace of another suit. You'll swap your hand for a new one.",
                card="AC",
            ),
            wrong={"kische": _TOO_EARLY},
            then=((1, "discard 6D 8D JD"),),
        ),
        Step(
            task=marked(
                "The ace costs you your hand. Is that bad enough to call kisché, or do you just "
                "draw new cards?"
            ),
            move="draw",
            why=Sentence(
                "Your old hand is gone, and your seven new cards include {cards}. That's three "
                "hearts in one turn!",
                cards="8H 10H KH",
            ),
            wrong={
                "kische": marked(
                    "A kisché wouldn't save your hand, and nobody shares your suit. You'd "
                    "lose your hearts as well."
                ),
            },
        ),
    ),
)

KISCHE: Final = Lesson(
    name="kische",
    title=marked("Kisché"),
    about=marked(
        "Two players can end up with the same suit. If each has set cards of that suit aside, "
        "neither can finish. That's why there's one kisché per game, which anyone can call. All "
        "suits are revealed, and everyone else with the caller's suit loses all their cards and "
        "picks a new suit."
    ),
    learned=marked(
        "Call kisché when you're nearly sure someone shares your suit. If nobody shares a suit, "
        "you lose everything."
    ),
    position={
        "hands": [
            ["9S", "9D", "8D", "KC", "5C", "QC"],
            ["6D", "10C", "JD", "2D", "7C", "KS", "5D"],
            ["2S", "8S", "3D", "6S", "QS", "7D", "JS"],
        ],
        "stacks": [
            ["3H", "7H", "JH", "2H", "9H"],
            ["4H", "8H", "KH", "5H", "6H", "AH"],
            ["3C", "6C", "8C"],
        ],
        "targets": ["H", "H", "C"],
        "owes": ["swap", "draw 1", "swap"],
        "draw": ["10H", "4S", "3S", "AD", "2C"],
        "discard": ["KD", "4D", "5S"],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked(
                "You've found five hearts, but no more are turning up, and Berta has set six "
                "cards aside. Do you swap three cards once more, or call kisché?"
            ),
            move="kische",
            why=marked(
                "Berta was collecting hearts too. She lost everything and picked "
                "another suit, and her six hearts are back in play. Cleo keeps her "
                "clubs."
            ),
            wrong={
                "discard": marked(
                    "You could keep swapping, but only a kisché brings back the cards on "
                    "Berta's stacks."
                ),
            },
            then=((1, "target S"),),
        ),
        Step(
            task=marked(
                "It's still your turn, so you swap three cards. You now know that Cleo is "
                "collecting clubs. Which three cards do you discard?"
            ),
            move="discard 9S 8D 9D",
            why=Sentence(
                "You kept the clubs and drew {card}. That's your sixth heart, and nobody else is "
                "collecting hearts now.",
                card="10H",
            ),
            wrong={
                "discard": marked(
                    "You'd be discarding a club. Once it's back in the deck, Cleo might draw it."
                ),
            },
        ),
    ),
)

TREDICI: Final = Lesson(
    name="tredici",
    title=marked("Tredici!"),
    about=marked(
        "Thirteen cards on your stacks don't win by themselves. You have to call "
        "“tredici”, and until you do, a kisché can still take them."
    ),
    learned=marked(
        "Check your stacks after every turn, and call as soon as you have all thirteen."
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
            task=marked(
                "You have twelve hearts, and only one is missing. Do you draw, or call kisché "
                "to be safe?"
            ),
            move="draw",
            why=Sentence("{card} was the last heart. You have all thirteen.", card="KH"),
            wrong={
                "kische": marked(
                    "You have twelve hearts, and Berta has set eight cards aside. She must be "
                    "collecting another suit, so calling kisché would cost you everything."
                ),
            },
        ),
        Step(
            task=marked("It's Berta's turn, but you have all thirteen. What do you call?"),
            move="tredici",
            why=marked("You've won, with thirteen hearts."),
            wrong={
                "kische": marked(
                    "Nobody shares your suit, so you'd be the one to lose your cards, all "
                    "thirteen of them."
                ),
            },
        ),
    ),
)

LESSONS: Final = (THE_TARGET, CHANGING, THE_ACE, KISCHE, TREDICI)
