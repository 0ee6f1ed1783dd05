"""The SQL for the data of members and servers."""
