"""The texts about a game of Tredici and its views. The texts are the reasons for refused moves, the
rules in short, and the lessons."""
