"""The work that follows a change by itself: edits of messages, mentions, posts."""
