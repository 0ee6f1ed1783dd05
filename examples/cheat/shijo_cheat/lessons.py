"""The lessons of Cheat, for `/learn`."""

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

CLAIMING = Lesson(
    name="claiming",
    title=marked("Claiming"),
    about=marked(
        "You play cards face down and claim a rank. The rank you have to claim goes up each "
        "turn, whether you hold it or not."
    ),
    learned=marked("Be honest when you can. Cheat with cards you won't need for a while."),
    position={
        "hands": [["5S", "5H", "4D"], ["6C", "KD"], ["7C", "QD"]],
        "pile": ["2S", "9D"],
        "turn": 0,
        "due": "5",
    },
    steps=(
        Step(
            task=Sentence("Fives are due, and you hold two. Play {card}.", card="5S"),
            move="lay 5S",
            why=marked("It's face down, so nobody sees what it is."),
            wrong={"lay": marked("That five would do too, but start with the five of spades.")},
        ),
        Step(
            task=marked("What else can you play with the five of spades?"),
            move="lay 5H",
            why=marked("The more honest cards you play together, the sooner you're out."),
            wrong={
                "lay": marked("With that card, you'd be cheating for no reason."),
                "claim": marked("You can get rid of two cards in one go."),
            },
        ),
        Step(
            task=marked("Two fives are down. What now?"),
            move="claim",
            why=marked("Your claim is true. Anyone who doubts it takes the pile."),
            wrong={"lay": marked("That isn't a five. Why take the risk?")},
            then=((1, "doubt"), (0, "go")),
        ),
    ),
)

DOUBTING = Lesson(
    name="doubting",
    title=marked("Doubting out of turn"),
    about=marked(
        "If you don't believe a claim, doubt it, even if it isn't your turn. The cards are "
        "turned over. If the claim was a lie, the cheat takes the pile. If it was true, the "
        "doubter does."
    ),
    learned=marked("Count what you hold. There are only four cards of each rank."),
    position={
        "hands": [["9S", "9H", "9D", "2C"], ["6C", "KD"], ["7C", "QD"]],
        "pile": ["2S", "3D", "AH"],
        "laid": ["JC", "JD"],
        "phase": "answer",
        "turn": 2,
        "claimant": 1,
        "due": "9",
    },
    steps=(
        Step(
            task=marked(
                "Someone claims two nines, and you hold three. It's not your turn, but do you "
                "believe it?"
            ),
            move="doubt",
            why=marked("Two jacks! You hold three of the four nines, so it was a lie."),
            then=((0, "go"),),
        ),
    ),
)

LESSONS = (CLAIMING, DOUBTING)
