"""The lessons of Crazy Eights and Mau-Mau, for `/learn`."""

from games.errors import Sentence
from games.lessons import Lesson, Step
from games.sentences import marked

MATCHING = Lesson(
    name="matching",
    title=marked("Matching and naming"),
    about=marked(
        "Play a card of the top card's suit or rank. Eights are wild, so they always "
        "fit, and you name the suit that comes next. First to run out of cards wins."
    ),
    learned=marked("Keep your wild cards for when nothing else fits, and name a suit you hold."),
    position={
        "hands": [["7S", "4D", "8C"], ["KS", "2D", "3D"]],
        "draw": ["9C", "10C", "JC", "QC"],
        "pile": ["7H"],
        "turn": 0,
    },
    steps=(
        Step(
            task=Sentence("What can you play on {card} without spending your eight?", card="7H"),
            move="play 7S",
            why=marked("A spade is on top now, and the next player has to match it."),
            wrong={
                "play": marked("Your eight fits, but you'll want it when nothing else does."),
                "draw": marked("You hold a card that fits, so there's no need to draw."),
            },
            then=((1, "play KS"),),
        ),
        Step(
            task=marked("You can only play your eight. Which suit will you name?"),
            move="play 8C D",
            why=marked("Your last card is a diamond, so diamonds it is."),
            wrong={
                "play": marked("You don't have a card of that suit to play next."),
                "draw": marked("Your eight goes on anything, and now's the time to play it."),
            },
            then=((1, "play 2D"),),
        ),
        Step(
            task=marked("Play your last card."),
            move="play 4D",
            why=marked("You've run out of cards. You win!"),
            wrong={"draw": marked("Your last card wins the game. Why draw?")},
        ),
    ),
)

MAU = Lesson(
    name="mau",
    title=marked("Sevens and Mau"),
    about=marked(
        "In Mau-Mau, a seven makes the next player draw two, and sevens stack. With two cards "
        "left, call “last card” before you play."
    ),
    learned=marked("Answer a seven with a seven, and never forget to call “last card”."),
    preset="mau-mau",
    position={
        "hands": [["7H", "KH", "KD"], ["10C", "QH", "9C"]],
        "draw": ["8C", "KC", "AC", "10D", "JC", "QC", "QS"],
        "pile": ["7S"],
        "turn": 0,
        "owed": 2,
    },
    steps=(
        Step(
            task=marked("You'd have to draw two. Is there a way out?"),
            move="play 7H",
            why=marked("That made four cards to draw, and nobody had a seven to answer yours."),
            wrong={"draw": marked("With a seven, you don't have to draw two and miss your turn.")},
            then=((1, "draw"),),
        ),
        Step(
            task=marked("Two cards left. What do you do before you play one?"),
            move="call",
            why=marked("You called in time. Nobody can catch you now."),
            wrong={
                "play": marked("Forget to call, and anyone can make you draw two."),
                "draw": marked("You're nearly out! Don't pick up more."),
            },
        ),
        Step(
            task=marked("Now play the heart."),
            move="play KH",
            why=marked("One card left, and everyone knows."),
            wrong={"draw": marked("You're nearly out! Don't pick up more.")},
            then=((1, "play KC"),),
        ),
        Step(
            task=marked("Your last card fits. Finish the game."),
            move="play KD",
            why=marked("Mau-Mau! You've won."),
            wrong={"draw": marked("Your last card wins the game. Why draw?")},
        ),
    ),
)

CATCHING = Lesson(
    name="catching",
    title=marked("Forgotten calls"),
    about=marked(
        "Get down to one card without calling it, and anyone can catch you until the next player "
        "moves."
    ),
    learned=marked("Look before you play: a forgotten call costs two cards."),
    preset="mau-mau",
    position={
        "hands": [["9H", "QC", "10D"], ["KC"]],
        "draw": ["8C", "AC", "9S", "JC"],
        "pile": ["QH"],
        "turn": 0,
        "forgot": 1,
    },
    steps=(
        Step(
            task=marked("Someone has one card left and hasn't called it. What do you do?"),
            move="catch 1",
            why=marked("They draw two cards, and it's still your turn."),
            wrong={
                "play": marked("Once you play, it's too late to catch anyone."),
                "draw": marked("Once you draw, it's too late to catch anyone."),
            },
        ),
    ),
)

LESSONS = (MATCHING, MAU, CATCHING)
