"""A policy in Japanese: numbered sentences in evaluation order, which the reader reads back exactly (semantics 8)."""

from __future__ import annotations

from budosim.ai import canon
from budosim.ai.policy import Policy

_PARTS = {
    "eye": "目", "eyes": "両目", "face": "顔面", "jaw": "顎", "ear": "耳", "ears": "両耳", "skull": "頭蓋", "head": "頭部", "neck": "首", "torso": "胴",
    "vitals": "みぞおち", "groin": "鼠蹊部", "arm": "腕", "arms": "両腕", "hand": "手首", "hands": "両手首", "finger": "指", "leg": "脚", "legs": "両脚", "knee": "膝",
    "knees": "両膝", "foot": "足先", "feet": "両足先", "@vital": "急所", "@hurt": "最も傷ついた部位", "@crippled": "使用不能の部位", "@whole": "無事な手足",
    "@last_hit": "前回と同じ部位", "@lead": "前の手", "@lead_leg": "前脚", "@any": "任意の部位", "@high": "上半身", "@low": "下半身", "@limb": "手足",
    "@attacker_limb": "攻撃してきた手足", "@most_hit": "最も当てた部位",
}
_SIDED = {
    f"{part}.{side}": f"{'右' if side == 'R' else '左'}{word}"
    for part, word in (("eye", "目"), ("arm", "腕"), ("hand", "手首"), ("leg", "脚"), ("knee", "膝"), ("foot", "足先")) for side in "RL"
}
_ACTS = {
    "attack": "攻撃", "punch": "パンチ", "jab": "ジャブ", "hook": "フック", "uppercut": "アッパー", "backfist": "裏拳", "elbow": "肘打ち", "headbutt": "頭突き",
    "hand_strike": "貫手・手刀", "palm": "掌底", "ear_clap": "鼓膜打ち", "eye_poke": "目突き", "lariat": "ラリアット", "rabbit_punch": "後頭部打ち",
    "two_handed_punch": "両手突き", "face_attack": "顔面攻撃", "dual_attack": "両手同時攻撃", "kick": "キック", "low_kick": "ローキック", "mid_kick": "ミドルキック",
    "high_kick": "ハイキック", "front_kick": "前蹴り", "side_kick": "横蹴り", "round_kick": "回し蹴り", "spin_kick": "後ろ回し蹴り", "back_kick": "後ろ蹴り",
    "hook_kick": "鉤蹴り", "axe_kick": "かかと落とし", "jump_kick": "飛び蹴り", "drop_kick": "ドロップキック", "stomp": "踏みつけ", "knee": "膝蹴り",
    "sweep": "足払い", "shin_kick": "脛蹴り", "acrobatic_kick": "軽業蹴り", "flying_jump_kick": "飛翔蹴り", "whirlwind_kick": "旋風脚", "grapple": "組みつき",
    "takedown": "タックル", "throw": "投げ", "sac_throw": "捨て身投げ", "suplex": "スープレックス", "piledriver": "パイルドライバー", "slam": "叩きつけ",
    "pin": "押さえ込み", "submission": "最適な関節技か絞め技", "arm_lock": "腕関節技", "finger_lock": "指関節技", "leg_lock": "脚関節技", "neck_lock": "ヘッドロック",
    "choke": "チョークホールド", "neck_snap": "首折り", "scissors": "シザースホールド", "hold": "技の維持", "release": "技を放す", "break_free": "振りほどき",
    "feint": "フェイント", "wait": "待機", "all_out_def": "全力防御", "retreat": "後退", "approach": "接近", "getup": "起き上がり", "resist": "呪文の抵抗に専念",
    "cast": "呪文", "maintain_spell": "呪文の維持", "dispel": "解呪", "free": "自由な行動", "cine": "マンガ技能", "combo": "コンビネーション", "dodge": "避け",
    "parry": "受け", "riposte": "リポスト", "aggr_parry": "攻撃的受け", "no_defence": "防御なし", "jump_back": "飛び退き", "spend_cp": "未使用ＣＰの使用",
    "give_up": "ギブアップ", "resist_will": "意思で抵抗", "resist_mind": "強靭精神で抵抗", "@attack": "攻撃全般", "@hand": "手技全般", "@kick": "足技全般",
    "@grapple": "組み技全般", "@throw": "投げ技全般", "@lock": "関節技と絞め技全般", "@spell": "呪文全般", "@cine": "マンガ技能全般", "@strike": "打撃全般",
    "@defence": "能動防御全般", "@aoa": "全力攻撃全般", "@any": "あらゆる行動",
}
_STATES = {
    "stunned": "朦朧", "down": "転倒中", "airborne": "空中", "grappled": "組まれている", "pinned": "押さえ込まれている", "holding": "組んでいる",
    "locked": "関節を極められている", "choked": "絞められている", "blind": "目が見えない", "casting": "呪文を準備中", "tired": "疲れている", "allout": "全力攻撃の直後",
    "retreated": "このターン後退した", "standing": "立っている", "fresh": "無傷で元気", "hurt": "負傷中", "mounted": "馬乗りになっている", "active": "行動できる",
    "spell_on": "呪文にかかっている", "unconscious": "意識不明", "close": "密着", "behind": "背後にいる", "cornered": "追い詰められている",
}
_OP = {"<": "未満", "<=": "以下", "==": "ちょうど", ">=": "以上", ">": "超"}

TABLE = canon.Table(
    lang="ja",
    words={
        "who": {"me": "自分", "opp": "相手"}, "act": _ACTS, "loc": {**_PARTS, **_SIDED}, "state": _STATES, "op": _OP,
        "res": {
            "ok": "成功", "fail": "失敗", "hit": "命中", "miss": "空振り", "parried": "受けられた", "dodged": "避けられた", "none": "なし", "nohit": "命中なし",
            "any": "結果を問わず",
        },
        "cmpop": {"<": "より下", "<=": "以下", "==": "と同じ", ">=": "以上", ">": "より上"},
        "what": {"hp": "ＨＰ", "fp": "疲労点", "st": "体力", "move": "移動力", "size": "体格", "feints": "フェイント回数"},
        "type": {
            "caster": "魔法使い", "grappler": "組み技系", "striker": "打撃系", "kicker": "蹴り主体", "counter": "カウンター型", "heavy": "重量級",
            "light_weight": "軽量級", "master": "達人", "tall": "長身", "female": "女性", "veteran": "年長者", "stronger": "自分より力が強い人",
            "faster": "自分より速い人",
        },
        "stage": {
            "league": "予選リーグ", "knockout": "決勝トーナメント", "semifinal": "準決勝", "final": "決勝戦", "must_win": "負けられない試合",
            "safe": "突破が決まった後の試合", "first_bout": "初戦",
        },
        "unit": {"action": "行動", "attack": "攻撃"}, "stun": {"stunned": "朦朧"}, "foe": {"opp": "相手"}, "turnunit": {"turn": "ターンあたり"},
        "opt": {
            "aoa": "全力攻撃", "aoa_double": "全力攻撃で二回", "aoa_hit": "全力攻撃で命中重視", "aoa_strong": "全力攻撃で威力重視",
            "aoa_feint": "全力攻撃でフェイント込み", "defensive": "慎重に", "light": "軽く",
        },
    },
    atoms=(
        ("turn", ("op", "n"), "ターン数が{1}{0}"), ("sub", ("op", "n"), "サブターンが{1}回目{0}"), ("every", ("n",), "{}ターンごとの番"),
        ("every", ("n", "n"), "{}ターンに{}回の番"), ("every", ("n", "n", "turnunit"), "{}回のうち{}回、{}"), ("every", ("n", "n", "unit"), "{}回に{}回の{}"),
        ("p", ("pct",), "{}％の確率に当たる"), ("hp", ("who", "op", "v"), "{0}のＨＰが{2}{1}"), ("fp", ("who", "op", "v"), "{0}の残り疲労点が{2}{1}"),
        ("crippled", ("who", "loc"), "{}の{}が使用不能"), ("state", ("who", "state"), "{}が{}"), ("dist", ("op", "n"), "距離が{1}ヘクス{0}"),
        ("last", ("who", "act"), "{}の直前の行動が{}"), ("last", ("who", "act", "res"), "{}の直前の行動が{}で、{}"),
        ("def", ("who", "act", "res"), "{}の直前の防御が{}で、{}"), ("hit", ("who",), "{}が直前に攻撃を浴びた"), ("provoked", (), "直前に攻撃された"),
        ("attacked", (), "この試合で一度でも攻撃された"), ("attacked_with", ("act",), "受ける攻撃が{}"), ("first_def", (), "このターン最初の防御"),
        ("count", ("who", "act", "res", "op", "n"), "{0}の{1}（{2}）が通算{4}回{3}"), ("row", ("who", "act", "res", "op", "n"), "{0}の{1}（{2}）が連続{4}回{3}"),
        ("held", ("loc",), "相手の{}を掴んでいる"), ("part", ("who", "loc", "op", "num"), "{0}の{1}の傷が限界の{3}倍{2}"),
        ("recovered", ("stun",), "{}から覚めた直後"), ("type", ("foe", "type"), "{}が{}"), ("stage", ("stage",), "試合が{}"),
        ("score", ("op", "n"), "勝ち点が{1}点{0}"), ("cmp", ("what", "cmpop"), "自分の{}が相手{}"), ("initiative", ("who",), "{}が先攻"),
        ("cp", ("op", "n"), "未使用ＣＰが{1}点{0}"),
    ),
    form={
        "open": "〔", "close": "〕", "and": "かつ", "or": "または", "not": "{}ではない", "until": "{}が一度起きるまで", "since": "{}が一度起きて以後ずっと",
        "within": "{}が起きてから{n}ターンのあいだ", "points": "{}点", "share": "{}％", "spell": "《{}》", "name": "『{}』", "of": "組み立て：{}", "at": "狙い：{}",
        "dot": "／", "pick_cycle": "一つずつ順番に", "pick_first": "先に書いたほうを優先", "mainly": "75％で残りは{}", "retreat": "下がりながら", "paren": "（{}）",
        "comma": "、", "any": "くじ引きで、", "slash": "；", "pct": "％ ", "first": "できるものを順に、", "gt": "＞", "seq": "順番に、", "arrow": "→", "loop": "を繰り返す",
        "once": "を一度だけ", "number": "{}．", "else": "そうでなければ、", "then": "", "if": "{}なら、", "stop": "。", "ban": "{}は決してしない。",
        "norules": "【行動】書かれた指示なし。", "head_react": "【防御】", "head_free": "【決断】", "head_never": "【禁止】", "only": "※書かれていない攻撃は行わない。",
    },
)


def render(policy: Policy) -> str:
    """The policy in Japanese."""
    return canon.render(TABLE, policy)


def condition(cond: list[object]) -> str:
    """A condition in Japanese."""
    return canon.cond(TABLE, cond)


def deed(do: dict[str, object]) -> str:
    """What a rule does, in Japanese."""
    return canon.do(TABLE, do)
