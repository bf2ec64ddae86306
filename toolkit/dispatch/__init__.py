"""Carries out what models ask for: every call ends in a result that the model can act on."""
