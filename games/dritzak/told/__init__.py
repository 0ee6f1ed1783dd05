"""What is told of a game of Dritzak: views, refusals, the rules in short, lessons."""
