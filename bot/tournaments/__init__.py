"""The tournaments of servers. Members enter, the rounds are paired, and the tables open
automatically. This package knows no Discord and no SQL."""
