"""The SQL of deals that members play privately."""
