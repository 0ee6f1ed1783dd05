"""The texts about a game of Dritzak, and its views: refusals, the rules in short, lessons."""
