"""One exception class per layer; each message names the place and what would be right."""

from __future__ import annotations


class BudosimError(ValueError):
    """Base of everything budosim raises for a person to read.

    Attributes:
        ja: the message in Japanese.
        en: the message in English.

    """

    def __init__(self, en: str, ja: str | None = None) -> None:
        super().__init__(en)
        self.en = en
        self.ja = ja if ja is not None else en

    def text(self, lang: str) -> str:
        """The message in `lang` ("ja" or "en")."""
        return self.ja if lang == "ja" else self.en


class SheetError(BudosimError):
    """A character sheet cannot be read or used."""


class PatternError(BudosimError):
    """A written pattern, or a policy given as JSON, is not acceptable."""


class RuleError(BudosimError):
    """A table, ruling or regulation is wrong or unknown."""


class EventError(BudosimError):
    """An event folder, its file or its result cannot be used."""
