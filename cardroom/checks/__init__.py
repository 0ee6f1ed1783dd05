"""What Discord refuses in the bodies of requests, though libraries let it pass."""
