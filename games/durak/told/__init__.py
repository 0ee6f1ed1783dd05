"""The texts about a game of Durak, and its views: refusals, the rules in short, lessons."""
