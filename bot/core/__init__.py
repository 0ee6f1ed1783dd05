"""What several subjects share: frozen data, errors, fairness; no database, no waiting."""
