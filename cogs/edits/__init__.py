"""Messages that are kept up to date: drawing, queueing and editing them."""
