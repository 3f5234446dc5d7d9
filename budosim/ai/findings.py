"""What the reader has to say about a text: code, level, place, both languages, a suggestion.

Source: semantics section 7.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from budosim.ai.normalise import Text

# code: (level, Japanese, English); {0} is the text at the place, {1} what the check adds.
MESSAGES: Final[dict[str, tuple[str, str, str]]] = {
    "E_EMPTY": ("error", "戦闘パターンが空です。", "The pattern is empty."),
    "E_NO_ORDER": (
        "error",
        "「{0}」には行動の指示がありません。何をするかを書いてください（例：ローキック主体）。",
        "“{0}” gives no order. Say what to do (for example: mostly low kicks).",
    ),
    "E_UNKNOWN_WORD": (
        "error",
        "「{0}」の意味がわかりません。{1}",
        "“{0}” is not understood. {1}",
    ),
    "E_NO_SKILL": (
        "error",
        "「{0}」は使えません。シートに{1}がありません。",
        "“{0}” cannot be used: the sheet lacks {1}.",
    ),
    "E_ILLEGAL": ("error", "「{0}」は大会で使えません（{1}）。", "“{0}” is not allowed in the event ({1})."),
    "E_CONTRADICTION": (
        "error",
        "「{0}」は{1}と矛盾します。どちらかを消してください。",
        "“{0}” contradicts {1}. Remove one of the two.",
    ),
    "E_BAD_TARGET": (
        "error",
        "「{0}」は狙えません。{1}",
        "“{0}” cannot be aimed at. {1}",
    ),
    "E_BAD_NUMBER": ("error", "「{0}」の数が正しくありません。{1}", "The number in “{0}” is wrong. {1}"),
    "E_NO_ACTION": (
        "error",
        "「{0}」という条件のとき何をするかがありません。続けて行動を書いてください。",
        "“{0}” is a condition without an act. Say what to do then.",
    ),
    "E_DANGLING": (
        "error",
        "「{0}」が何を指すのかわかりません。名前で書いてください。",
        "“{0}” points to nothing. Name what is meant.",
    ),
    "E_UNREACHABLE": ("error", "「{0}」には決してたどり着きません。", "“{0}” can never be reached."),
    "E_NOT_OBSERVABLE": (
        "error",
        "「{0}」は試合中に見えません。見えるのは姿勢、ＨＰ、疲労、使った技、相手の型などです。",
        "“{0}” cannot be seen in the ring. Visible: posture, HP, fatigue, acts used, the opponent's type.",
    ),
    "W_TYPO": ("warn", "「{0}」を「{1}」と読みました。", "Read “{0}” as “{1}”."),
    "W_DEFAULT_SKILL": (
        "warn",
        "「{0}」は習得していないので、なし値で使います（{1}があれば避けられます）。",
        "“{0}” is not on the sheet and is used at default ({1} would avoid that).",
    ),
    "W_VAGUE": ("warn", "「{0}」はあいまいです。{1}", "“{0}” is vague. {1}"),
    "W_DEAD_RULE": ("warn", "「{0}」は実行されることがありません。{1}", "“{0}” never gets its turn. {1}"),
    "W_ORDER": (
        "warn",
        "「{0}」の条件のほうが狭いので、先に調べます。",
        "“{0}” has the narrower condition and is tested first.",
    ),
    "W_CONFLICT": (
        "warn",
        "「{0}」と同じ条件に別の行動があります。先に書いたほうを使います。",
        "Another act stands for the same condition as “{0}”. The first is kept.",
    ),
    "W_STALL": (
        "warn",
        "「{0}」だけでは一度も攻撃しません。疲労か審判でしか決着しません。",
        "With “{0}” you never attack: the bout can only end by fatigue or the referee.",
    ),
    "W_NEVER_TRUE": ("warn", "「{0}」が成り立つことはありません。", "“{0}” can never be true."),
    "W_IGNORED": (
        "warn",
        "「{0}」は指示として読み取れないので無視しました。{1}",
        "“{0}” was not understood as an order and was ignored. {1}",
    ),
    "W_FREQ": ("warn", "「{0}」を{1}％と読みました。", "Read “{0}” as {1} %."),
    "I_REMARK": ("info", "「{0}」は指示ではないものとして扱いました。", "“{0}” was taken as a remark."),
    "I_DEFAULT": ("info", "{1}", "{1}"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding; `span` is half-open and counts code points of the text as written."""

    code: str
    level: str
    span: tuple[int, int]
    text: str
    message_ja: str
    message_en: str
    suggestion: str | None = None

    def to_json(self) -> dict[str, object]:
        """The form of the contract."""
        return {
            "code": self.code,
            "level": self.level,
            "span": list(self.span),
            "text": self.text,
            "message_ja": self.message_ja,
            "message_en": self.message_en,
            "suggestion": self.suggestion,
        }


def finding(
    code: str,
    span: tuple[int, int],
    text: str,
    more_ja: str = "",
    more_en: str = "",
    suggestion: str | None = None,
) -> Finding:
    """A finding with its messages filled in."""
    level, ja, en = MESSAGES[code]
    shown = text if len(text) <= 60 else text[:57] + "…"
    return Finding(
        code,
        level,
        span,
        text,
        ja.format(shown, more_ja).strip(),
        en.format(shown, more_en or more_ja).strip(),
        suggestion,
    )


class Refusal(Exception):
    """An error found while reading a clause: it stops the sentence, never the report."""

    def __init__(
        self, code: str, a: int, b: int, ja: str = "", en: str = "", suggestion: str | None = None
    ) -> None:
        super().__init__(code)
        self.code, self.a, self.b, self.ja, self.en, self.suggestion = code, a, b, ja, en, suggestion


def reasons(note: tuple[str, int, int, str, str, str | None], text: Text | None) -> tuple[str, str]:
    """The messages of a finding in both languages, as the reason given by another."""
    code, a, b, ja, en, fix = note
    shown = text.cut(a, b) if text is not None else ""
    made = finding(code, (a, b), shown, ja, en, fix)
    return made.message_ja, made.message_en
