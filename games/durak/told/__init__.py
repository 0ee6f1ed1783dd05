"""The views of a game of Durak, and the texts about it: the reasons for refused moves, the rules in
short, and the lessons."""
