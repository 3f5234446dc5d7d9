"""The GURPS 3e unarmed duel."""
