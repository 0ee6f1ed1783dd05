"""The lessons of Hearts, for `/learn`."""

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

LOSING_TRICKS = Lesson(
    name="tricks",
    title=marked("Losing tricks"),
    about=marked(
        "One card from each player makes a trick. Everyone follows the suit led, "
        "and the highest card of that suit takes the trick. Hearts and the queen "
        "of spades are points, and nobody wants any."
    ),
    learned=marked(
        "Stay below the highest card. If you can't follow suit, you can't take "
        "the trick. That's the time to get rid of cards that cost points."
    ),
    position={
        "hands": [["2C", "KC", "QS"], ["8D", "3S", "4S"], ["6D", "5S", "7S"], ["JD", "8S", "9S"]],
        "taken": [[], [], [], []],
        "trick": ["9C", "JC", "5C"],
        "turn": 0,
        "dealer": 3,
    },
    steps=(
        Step(
            task=Sentence("Clubs were led. How do you stay below the highest, {card}?", card="JC"),
            move="play 2C",
            why=marked("Cleo takes this trick and leads diamonds. You have none."),
            wrong={"play": marked("Your card would be the highest, and you'd take the trick.")},
            then=((2, "play 6D"), (3, "play JD")),
        ),
        Step(
            task=marked("You can't follow suit, so any card goes. Which do you most want to lose?"),
            move="play QS",
            why=marked(
                "Dora takes the trick, and the queen with it. That's the worst card in the game."
            ),
            wrong={
                "play": marked(
                    "You'd still have the queen of spades, and she might cost you thirteen points."
                )
            },
            then=((1, "play 8D"),),
        ),
    ),
)

PASSING = Lesson(
    name="passing",
    title=marked("Passing three cards"),
    about=marked(
        "Before you play, you pass three cards on and get three from someone else. Get "
        "rid of high spades, or you might end up taking the queen."
    ),
    learned=marked("Pass your high spades, or get rid of a short suit."),
    preset="deal",
    position={
        "hands": [
            ["3S", "QS", "KS", "AS", "4D"],
            ["5C", "6C", "7C", "8C", "9D"],
            ["10D", "JD", "QD", "3H", "4H"],
            ["2C", "3C", "4C", "5H", "6H"],
        ],
        "phase": "pass",
    },
    steps=(
        Step(
            task=marked("Which three cards could cost you the most?"),
            move="pass QS KS AS",
            why=marked("With one low spade left, a spade lead can't make you take the queen."),
            wrong={
                "pass": marked("You'd keep a high spade, and thirteen points might come with it.")
            },
            then=((1, "pass 5C 6C 7C"), (2, "pass QD 3H 4H"), (3, "pass 3C 5H 6H")),
        ),
    ),
)

MOON = Lesson(
    name="moon",
    title=marked("Shooting the moon"),
    about=marked(
        "If you take every point there is, you get none, and everyone else gets twenty-six."
    ),
    learned=marked("With a bad hand, take a few points. With a terrible one, take them all."),
    preset="deal",
    position={
        "hands": [["AH", "2D"], ["3C", "KD"], ["4C", "5C"], ["6C", "7C"]],
        "taken": [["QS", *(f"{rank}H" for rank in (*range(2, 11), *"JQK"))], [], [], []],
        "turn": 0,
    },
    steps=(
        Step(
            task=marked("You have every point but one. Which card takes the last heart?"),
            move="play AH",
            why=marked("That was the last point. The others can have the next trick."),
            wrong={
                "play": marked("Someone else would take that trick, and maybe your ace as well.")
            },
            then=((1, "play 3C"), (2, "play 4C"), (3, "play 6C")),
        ),
        Step(
            task=marked("Play your last card. It costs you nothing."),
            move="play 2D",
            why=marked("🌕 You've shot the moon: nothing for you, twenty-six for everyone else."),
            then=((1, "play KD"), (2, "play 5C"), (3, "play 7C")),
        ),
    ),
)

LESSONS = (LOSING_TRICKS, PASSING, MOON)
