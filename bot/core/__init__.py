"""Code that several subjects share. (Subjects are the packages of the bot, one for each feature.)
It has frozen data, errors, ratings and the fairness of deals. It uses no database and never
waits."""
