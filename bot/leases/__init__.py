"""The shards that this process holds where several processes share them, and until when it surely
holds them."""
