"""The thinking of bot players, in processes of its own. It knows players by name, what their seats
see, and budgets; no rules, tables or Discord."""
