"""Scaffold, validate, index, measure and lint libraries of Agent Skills."""

__version__ = "0.1.0"
