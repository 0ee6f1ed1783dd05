"""The thinking of bot players, in separate processes. This package knows players by name, what
their seats see, and budgets; it knows no rules, tables or Discord."""
