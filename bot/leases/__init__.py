"""The shards that this process holds when several processes share them, and until when it certainly
holds them."""
