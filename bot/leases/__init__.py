"""The shards that this process holds where several share them, and until when that is sure."""
