"""The client that connects to Discord, and the code that all presses and commands share."""
