"""Tournaments of servers: entry, rounds, tables that open by themselves, and how they end. This
package knows no Discord and no SQL."""
