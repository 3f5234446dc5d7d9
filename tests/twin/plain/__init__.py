"""The striking duel once more: plain, slow, written from the rule book and not from the compiled core.

Ordinary classes and strings. Takes from the package only its TOML tables (read as files) and the formula of the dice
words; a test reads the imports. Where the two engines disagree, one of them is wrong.
"""
