"""What is told of a game of Tredici: views, refusals, the rules in short, lessons."""
