"""The texts about a game of Durak and its views. The texts are the reasons for refused moves, the
rules in short, and the lessons."""
