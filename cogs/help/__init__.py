"""`/help`: what members can do now, and which bot this is."""
