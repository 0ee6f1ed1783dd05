"""The stored data of boards, profiles and seasons, which follows from finished games."""
