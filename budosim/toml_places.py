"""Where each key of a TOML text stands, and a reading of texts typed with full-width signs.

`tomllib` tells values, not places; findings need the line. The scanner here is tolerant: it never fails, at
worst it knows fewer places.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right

Path = tuple[str | int, ...]

_BARE = re.compile(r"[^\s=.\[\]{},#\"']+")
MAX_DEPTH = 40
"""The deepest nesting a sheet may have, in brackets or in dotted keys."""

_FULL = {c: unicodedata.normalize("NFKC", chr(c)) for c in range(0xFF01, 0xFF5F)} | {
    0x3000: " ",
    0x2212: "-",
    0x2010: "-",
    0x2011: "-",
    0x2013: "-",
    0x201C: '"',
    0x201D: '"',
    0x201E: '"',
}


class _Scanner:
    def __init__(self, text: str, first_line: int) -> None:
        self.text = text
        self.at = 0
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.first_line = first_line
        self.lines: dict[Path, int] = {}
        self.arrays: dict[Path, int] = {}
        self.too_deep = False

    def run(self) -> dict[Path, int]:
        table: Path = ()
        while self.at < len(self.text):
            self._blank(newlines=True)
            if self.at >= len(self.text):
                break
            before = self.at
            if self.text[self.at] == "[":
                table = self._header()
            else:
                self._pair(table, 0)
            if self.at == before:
                self.at += 1
        return self.lines

    def _note(self, path: Path, at: int) -> None:
        self.lines.setdefault(path, bisect_right(self.starts, at) - 1 + self.first_line)

    def _blank(self, *, newlines: bool) -> None:
        while self.at < len(self.text):
            c = self.text[self.at]
            if c == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif c in " \t\r\ufeff" or (newlines and c == "\n"):
                self.at += 1
            else:
                return

    def _header(self) -> Path:
        start = self.at
        array = self.text.startswith("[[", self.at)
        self.at += 2 if array else 1
        names = self._dotted()
        path: Path = ()
        for i, name in enumerate(names):
            path = (*path, name)
            last = i == len(names) - 1
            if last and array:
                self.arrays[path] = self.arrays.get(path, -1) + 1
            if path in self.arrays:
                path = (*path, self.arrays[path])
        self._note(path, start)
        if path and isinstance(path[-1], int):
            self._note(path[:-1], start)
        end = self.text.find("\n", self.at)
        self.at = len(self.text) if end < 0 else end
        return path

    def _dotted(self) -> list[str]:
        names: list[str] = []
        while self.at < len(self.text):
            self._blank(newlines=False)
            c = self.text[self.at : self.at + 1]
            if len(names) > MAX_DEPTH:
                self.too_deep = True
                names = names[:1]
            if c in ('"', "'") and c:
                names.append(self._string())
            elif match := _BARE.match(self.text, self.at):
                names.append(match[0])
                self.at = match.end()
            else:
                break
            self._blank(newlines=False)
            if self.text[self.at : self.at + 1] != ".":
                break
            self.at += 1
        return names

    def _pair(self, table: Path, depth: int) -> None:
        start = self.at
        names = self._dotted()
        self._blank(newlines=False)
        if not names or self.text[self.at : self.at + 1] != "=":
            if depth == 0:
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            return
        path: Path = (*table, *names)
        for i in range(1, len(names) + 1):
            self._note((*table, *names[:i]), start)
        self.at += 1
        self._value(path, depth)

    def _value(self, path: Path, depth: int) -> None:
        self._blank(newlines=False)
        c = self.text[self.at : self.at + 1]
        if c in ('"', "'") and c:
            self._string()
        elif c == "[" and depth < MAX_DEPTH:
            self._array(path, depth)
        elif c == "{" and depth < MAX_DEPTH:
            self._inline(path, depth)
        else:
            self.too_deep |= depth >= MAX_DEPTH and c in ("[", "{")
            while self.at < len(self.text) and self.text[self.at] not in ",]}\n#":
                self.at += 1

    def _array(self, path: Path, depth: int) -> None:
        self.at += 1
        i = 0
        while self.at < len(self.text):
            self._blank(newlines=True)
            c = self.text[self.at : self.at + 1]
            if c == "]" or not c:
                self.at += 1
                return
            if c == ",":
                self.at += 1
                continue
            before = self.at
            self._note((*path, i), self.at)
            self._value((*path, i), depth + 1)
            i += 1
            if self.at == before:
                self.at += 1

    def _inline(self, path: Path, depth: int) -> None:
        self.at += 1
        while self.at < len(self.text):
            self._blank(newlines=True)
            c = self.text[self.at : self.at + 1]
            if c == "}" or not c:
                self.at += 1
                return
            if c == ",":
                self.at += 1
                continue
            before = self.at
            self._pair(path, depth + 1)
            if self.at == before:
                self.at += 1

    def _string(self) -> str:
        quote = self.text[self.at]
        triple = quote * 3
        if self.text.startswith(triple, self.at):
            end = self.text.find(triple, self.at + 3)
            raw = self.text[self.at + 3 : end if end >= 0 else len(self.text)]
            self.at = len(self.text) if end < 0 else end + 3
            return raw
        i = self.at + 1
        while i < len(self.text) and self.text[i] not in (quote, "\n"):
            i += 2 if quote == '"' and self.text[i] == "\\" else 1
        raw = self.text[self.at + 1 : i]
        self.at = i + 1 if i < len(self.text) and self.text[i] == quote else i
        return raw


def scan(text: str, first_line: int = 1) -> tuple[dict[Path, int], bool]:
    """Scan a TOML text before any parser does.

    Gives the line of every key path (("skills", "空手"), ("skill", 0, "cp")), and whether the text nests
    deeper than any sheet does.
    """
    scanner = _Scanner(text, first_line)
    return scanner.run(), scanner.too_deep


def half_width(text: str) -> tuple[str, int | None]:
    """Make full-width signs outside strings and comments half-width, and quote bare Japanese keys.

    Gives the new text (same lines) and the first line that changed, or None when nothing did.
    """
    out: list[str] = []
    changed: int | None = None
    quote = ""
    depth = 0
    for n, line in enumerate(text.split("\n"), start=1):
        if not quote and depth == 0:
            line_out, quote, depth = _half_line(_quote_key(line), quote, depth)
        else:
            line_out, quote, depth = _half_line(line, quote, depth)
        if line_out != line and changed is None:
            changed = n
        out.append(line_out)
    return "\n".join(out), changed


def _quote_key(line: str) -> str:
    match = re.match(r"^(\s*)([^\s\"'“”#=＝\[\]{}［］｛｝.,]+)(\s*)([=＝])", line)
    if not match or match[2].isascii() or unicodedata.normalize("NFKC", match[2]).isascii():
        return line
    return f'{match[1]}"{match[2]}"{match[3]}={line[match.end() :]}'


def _half_line(line: str, quote: str, depth: int) -> tuple[str, str, int]:
    """One line, with the string it begins in (`quote`) and the depth of open brackets.

    Both as they are at its end.
    """
    out: list[str] = []
    i = 0
    while i < len(line):
        c = line[i]
        if quote:
            if quote == "”" and c in '”“"':
                out.append('"')
                quote = ""
            elif quote != "”" and line.startswith(quote, i):
                out.append(quote)
                i += len(quote) - 1
                quote = ""
            elif c == "\\" and quote in ('"', '"""', "”"):
                out.append(line[i : i + 2])
                i += 1
            else:
                out.append(c)
        elif c == "#" or c == "＃":
            out.append(line[i:].replace("＃", "#", 1) if c == "＃" else line[i:])
            break
        else:
            mapped = _FULL.get(ord(c), c)
            if mapped in ('"', "'"):
                quote = mapped * 3 if line.startswith(c * 3, i) and c == mapped else mapped
                out.append(quote)
                i += len(quote) - 1
                if c != mapped:
                    quote = "”"
            else:
                depth += (mapped in "[{") - (mapped in "]}")
                out.append(mapped)
        i += 1
    if quote in ('"', "'", "”"):
        quote = ""
    return "".join(out), quote, max(0, depth)
