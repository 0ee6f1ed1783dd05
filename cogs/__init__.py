"""Discord in and out: slash commands, messages, panels. No rules, no SQL."""
