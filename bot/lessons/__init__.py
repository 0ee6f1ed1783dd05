"""The lessons that members have finished."""
