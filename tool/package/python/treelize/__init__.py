"""Treelize, a generator of derivatives for C++: this package holds the program and what its output needs."""
