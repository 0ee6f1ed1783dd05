"""A member's hand: its panel, and every press on it."""
