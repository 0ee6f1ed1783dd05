"""The deal of the day, in which all members play the same cards against the same bot players."""
