"""The texts about a game of Tredici, and its views: refusals, the rules in short, lessons."""
