"""What is kept of members and servers, in the database."""
