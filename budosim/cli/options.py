"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

from budosim.cli.language import both

Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="ja|en",
        help=both("メッセージの言語", "language of the messages"),
        show_default=False,
    ),
]
AsJson = Annotated[
    bool,
    typer.Option("--json", help=both("結果をJSONで標準出力に出す", "print the result as one JSON document")),
]
Seed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        metavar="N",
        help=both("シード（0～2^53−1 か20文字以上の文）", "seed: 0 to 2^53-1, or a text of 20 characters or more"),
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        metavar="N",
        help=both("スレッド数（省略時は全部）", "threads (default: all)"),
        show_default=False,
    ),
]
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help=both("結果のフォルダー（省略時は results/ の下）", "result folder (default: below results/)"),
        show_default=False,
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help=both("中断した結果の続きをする", "go on where a run was interrupted"))
]
Count = Annotated[
    int | None,
    typer.Option(
        "-n",
        min=1,
        metavar="N",
        help=both("一組あたりの試合数（省略時は1000）", "bouts of each pair (default: 1000)"),
        show_default=False,
    ),
]
Times = Annotated[
    int | None,
    typer.Option(
        "-n",
        min=1,
        metavar="N",
        help=both("大会を行う回数（省略時は10000）", "how many tournaments (default: 10000)"),
        show_default=False,
    ),
]
Precision = Annotated[
    float | None,
    typer.Option(
        "--precision",
        metavar="P",
        help=both(
            "95％区間の半幅がP以下になるまで（例：0.01）",
            "go on until every 95 % interval is within ±P (0.01, say)",
        ),
        show_default=False,
    ),
]
EventFile = Annotated[
    str | None,
    typer.Option(
        "--event",
        metavar="EVENT",
        help=both("この大会の規定と裁定で", "under the regulation and rulings of this event"),
        show_default=False,
    ),
]
Against = Annotated[
    list[str],
    typer.Option(
        "--against",
        metavar="PATH",
        help=both(
            "相手（シート、フォルダー、@musashi）。繰り返せます",
            "opponents: a sheet, a folder, @musashi; may be repeated",
        ),
        show_default=False,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="csv|parquet|xlsx|md",
        help=both("表を tables/ にこの形でも書き出す", "write the tables in this form too, into tables/"),
        show_default=False,
    ),
]
Excel = Annotated[
    bool,
    typer.Option(
        "--excel",
        help=both(
            "表計算ソフト用のCSV（BOM付き、長い数は文字）",
            "CSV for spreadsheets (byte order mark, long numbers as text)",
        ),
    ),
]
Scheduler = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help=both(
            "Dask スケジューラーの作業機で行う（例：tcp://host:8786）",
            "play on the workers of a Dask scheduler (tcp://host:8786, say)",
        ),
        show_default=False,
    ),
]
Told = Annotated[
    int | None,
    typer.Option(
        "--told",
        min=0,
        max=2000,
        metavar="N",
        help=both(
            "一組につき何試合の攻撃を記録するか（0＝しない、省略時は数秒で済むだけ、--summary なら 0）",
            "bouts of each pair whose attacks are kept (0 = none; default: as many as take seconds, with --summary 0)",
        ),
        show_default=False,
    ),
]
