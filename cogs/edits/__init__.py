"""Messages that are kept up to date: drawn, queued, edited."""
