"""Doublesix: dominoes exactly as the rulebook in your box says."""

__version__ = "0.1.0"
