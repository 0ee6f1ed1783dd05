"""Commands that need no Discord, by what they need instead: each module imports only that."""
