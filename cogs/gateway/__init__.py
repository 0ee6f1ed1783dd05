"""The connection to Discord and what every press shares: client, ids, layout, errors, languages."""
