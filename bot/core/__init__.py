"""Code that several subjects (packages of the bot, one for each feature) share: frozen data,
errors, ratings, fairness of deals. It uses no database and never waits."""
