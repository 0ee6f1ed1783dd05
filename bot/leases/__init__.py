"""Leases: how several processes share the shards of the bot. A shard is a part of the bot's
servers. A lease is the right of one process to serve a shard, held as a lock in the database."""
