"""The laboratory: rounds by the million, and what they tell."""
