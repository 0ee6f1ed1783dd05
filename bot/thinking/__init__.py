"""What bot players think, in processes of their own: players by name, what their seats see, and
budgets; nothing of rules, tables or Discord."""
