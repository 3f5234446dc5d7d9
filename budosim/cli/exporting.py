"""`report --format`: a result's tables in other forms."""

from __future__ import annotations

from pathlib import Path

from budosim.cli.speak import speak
from budosim.errors import BudosimError


def export_tables(folder: Path, form: str | None, *, excel: bool) -> list[str]:
    """Write the tables in the form asked for; their paths. `--excel` alone means CSV."""
    from budosim.study.export import export, form_of

    if form is None and not excel:
        return []
    chosen = form_of(form or "csv")
    if excel and chosen != "csv":
        raise BudosimError(
            f"--excel is about CSV: leave out --format {form}",
            f"--excel は CSV のためのものです。--format {form} を外してください",
        )
    written = [path.as_posix() for path in export(folder, chosen, excel=excel)]
    where = Path(written[0]).parent if written else folder
    out = speak()
    out.say(out.t(f"表を {where} に書きました（{len(written)} 件）。", f"Tables are in {where} ({len(written)})."))
    return written
