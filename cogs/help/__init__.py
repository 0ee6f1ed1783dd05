"""`/help`: what to do now, and what runs here."""
