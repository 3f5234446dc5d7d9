"""The variants of a profile set as versions that can fight."""

from __future__ import annotations

from pathlib import Path

from budosim.runs.compare import Version
from budosim.runs.entry import Refused
from budosim.runs.warm import Notice
from budosim.systems.gurps3.field_files import Candidate, Setting
from budosim.systems.gurps3.intake import read_sheet_text
from budosim.systems.gurps3.remedies import advised
from budosim.systems.gurps3.tuning.profiles import read_profiles


def versions_of(path: str, base: Candidate, setting: Setting, notice: Notice) -> list[Version]:
    """Every variant of the set; illegal ones fight too, with a notice.

    Raises:
        SheetError: the file is no profile set.
        Refused: a variant that is no sheet, or whose pattern is not understood.

    """
    found, unfit, illegal = [], [], []
    for profile in read_profiles(path, base.sheet):
        where = Path(f"{path}[{profile.name}]")
        sheet = read_sheet_text(profile.text, path=str(where), base=base.path.parent)
        one = Candidate(base.id, where, sheet, advised(sheet, setting.regulation, setting.approvals))
        if not one.understood:
            unfit.append(one)
            continue
        if not one.report.legal:
            illegal.append(profile.name)
        found.append(Version(profile.name, one.fighter, None, profile.text))
    if unfit:
        raise Refused(unfit)
    if illegal:
        names = ", ".join(illegal)
        notice(f"規定に合わない変種があります：{names}", f"not legal by the regulation: {names}")
    return found
