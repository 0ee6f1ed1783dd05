"""What is told of a game of Durak: views, refusals, the rules in short, lessons."""
