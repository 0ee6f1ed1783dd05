"""Fair play: who leaves games, what looks unusual, and appeals."""
