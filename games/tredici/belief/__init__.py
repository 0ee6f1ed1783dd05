"""What a seat can conclude about hidden cards of Tredici."""
