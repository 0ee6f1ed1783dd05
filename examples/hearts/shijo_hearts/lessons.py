"""What `/learn` teaches of Hearts."""

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

LOSING_TRICKS = Lesson(
    name="tricks",
    title=marked("Losing tricks"),
    about=marked(
        "One card from everybody is a trick. All follow the suit that was led, and its highest "
        "card takes all four. Hearts and the queen of spades are points, and nobody wants any."
    ),
    learned=marked(
        "Stay below what lies there. Who can't follow suit can't take the trick: that is the time "
        "for cards that cost points."
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
            task=Sentence("Clubs were led, and {card} is the highest. Stay below it.", card="JC"),
            move="play 2C",
            why=marked("Cleo takes this trick and leads diamonds, of which you have none."),
            wrong={"play": marked("Yours would be the highest, and you would take the trick.")},
            then=((2, "play 6D"), (3, "play JD")),
        ),
        Step(
            task=marked("You can't follow suit, so any card goes. Give away your thirteen points."),
            move="play QS",
            why=marked(
                "Dora takes the trick, and the queen with it. That was the worst card there is."
            ),
            wrong={"play": marked("The queen of spades would stay in your hand, and wait.")},
            then=((1, "play 8D"),),
        ),
    ),
)

LESSONS = (LOSING_TRICKS,)
