"""Strict mode: each type that a provider does not take is rewritten, and undone in its calls.

mode.py is what providers use. plan.py decides what becomes of a type, forms.py and objects.py make it so, and
inverses.py leads back.
"""
