/* The replay of one bout. Everything it shows lies in the page; nothing is loaded, nothing is sent. */
(async () => {
  "use strict";
  const $ = (id) => document.getElementById(id);
  const root = document.documentElement;
  const SVG = $("ring").namespaceURI;
  const SIDES = ["a", "b"];
  const FACES = "⚀⚁⚂⚃⚄⚅";

  const packed = Uint8Array.from(atob($("data").textContent.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const data = JSON.parse(await new Response(stream).text());
  const lines = data.lines;
  const last = lines.length - 1;

  /* ---- words -------------------------------------------------------------------------------------- */
  let lang = root.dataset.lang === "en" ? "en" : "ja";
  const at = () => (lang === "ja" ? 0 : 1);
  const ui = (key) => (data.ui[key] ? data.ui[key][at()] : key);
  const word = (table, key) => {
    const row = data.words[table] && data.words[table][key];
    return row ? row[at()] : String(key).replace(/_/g, " ");
  };
  const short = (side) => data.names[side][lang][1];

  function make(tag, attributes, ...children) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    node.append(...children.filter((child) => child !== null && child !== ""));
    return node;
  }
  function draw(tag, attributes, ...children) {
    const node = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes || {})) node.setAttribute(name, value);
    node.append(...children);
    return node;
  }

  /* ---- frames ------------------------------------------------------------------------------------- */
  const frames = [];
  {
    let now = { a: {}, b: {} };
    for (const step of data.frames) {
      now = { a: { ...now.a, ...step.a }, b: { ...now.b, ...step.b } };
      frames.push(now);
    }
  }

  /* ---- ring --------------------------------------------------------------------------------------- */
  const RADIUS = 15;
  const px = (q, r) => [Math.sqrt(3) * (q + r / 2), 1.5 * r];
  const ring = $("ring");
  const corner = (i) => [Math.cos((Math.PI / 180) * (60 * i - 30)), Math.sin((Math.PI / 180) * (60 * i - 30))];
  const hexPath = (q, r) => {
    const [x, y] = px(q, r);
    const points = [0, 1, 2, 3, 4, 5].map((i) => {
      const [dx, dy] = corner(i);
      return `${(x + dx).toFixed(2)} ${(y + dy).toFixed(2)}`;
    });
    return `M${points.join("L")}z`;
  };
  {
    let path = "";
    for (let q = -RADIUS; q <= RADIUS; q += 1) {
      for (let r = Math.max(-RADIUS, -q - RADIUS); r <= Math.min(RADIUS, -q + RADIUS); r += 1) path += hexPath(q, r);
    }
    ring.append(draw("path", { class: "hexes", d: path }), draw("path", { class: "centre", d: hexPath(0, 0) }));
  }
  const link = draw("line", { class: "reach" });
  ring.append(link);
  const tokens = {};
  for (const side of SIDES) {
    const wedge = draw("path", { class: "wedge", d: "M0.75 -0.62L1.5 0L0.75 0.62z" });
    const body = draw("ellipse", { class: "token", rx: 0.86, ry: 0.86 });
    const label = draw("text", { class: "initial", "text-anchor": "middle", y: 0.36 });
    const cross = draw("path", { class: "cross", d: "M-0.7 -0.7L0.7 0.7M0.7 -0.7L-0.7 0.7" });
    const held = draw("circle", { class: "held", r: 1.12 });
    const title = draw("title", {});
    const group = draw("g", { class: `fighter ${side}` }, title, held, wedge, body, label, cross);
    tokens[side] = { group, wedge, body, label, cross, held, title };
    ring.append(group);
  }
  const SHAPES = {
    standing: [0.86, 0.86], crouching: [0.72, 0.66], kneeling: [0.66, 0.6], sitting: [0.6, 0.5],
    crawling: [0.95, 0.5], lying: [1.3, 0.42],
  };

  function showRing(frame) {
    const same = frame.a.pos[0] === frame.b.pos[0] && frame.a.pos[1] === frame.b.pos[1];
    const spots = {};
    for (const side of SIDES) {
      const me = frame[side];
      const token = tokens[side];
      let [x, y] = px(me.pos[0], me.pos[1]);
      if (same) x += side === "a" ? -0.5 : 0.5;
      spots[side] = [x, y];
      token.group.style.transform = `translate(${x}px, ${y}px)`;
      token.wedge.setAttribute("transform", `rotate(${-60 * me.facing})`);
      const [rx, ry] = SHAPES[me.posture] || SHAPES.standing;
      token.body.setAttribute("rx", rx);
      token.body.setAttribute("ry", ry);
      token.body.classList.toggle("air", Boolean(me.airborne));
      token.group.classList.toggle("out", Boolean(me.out));
      token.group.classList.toggle("dazed", Boolean(me.stunned));
      const held = me.grappled || me.pinned || me.locked || me.choked;
      token.held.classList.toggle("on", Boolean(held || me.holding));
      token.label.textContent = Array.from(short(side))[0] || side;
      token.title.textContent = `${short(side)} ${word("posture", me.posture)}`;
    }
    link.setAttribute("x1", spots.a[0]);
    link.setAttribute("y1", spots.a[1]);
    link.setAttribute("x2", spots.b[0]);
    link.setAttribute("y2", spots.b[1]);
    const middle = [(spots.a[0] + spots.b[0]) / 2, (spots.a[1] + spots.b[1]) / 2];
    const wide = Math.max(Math.abs(spots.a[0] - spots.b[0]), 1.4 * Math.abs(spots.a[1] - spots.b[1]));
    const half = Math.min(28, Math.max(9, wide / 2 + 5));
    const high = half * ((ring.clientHeight / ring.clientWidth) || 0.6);
    ring.setAttribute("viewBox", `${middle[0] - half} ${middle[1] - high} ${2 * half} ${2 * high}`);
    const [dq, dr] = [frame.b.pos[0] - frame.a.pos[0], frame.b.pos[1] - frame.a.pos[1]];
    $("distance").textContent = `${ui("distance")} ${(Math.abs(dq) + Math.abs(dr) + Math.abs(dq + dr)) / 2}`;
  }

  /* ---- fighters ----------------------------------------------------------------------------------- */
  const PARTS = [
    ["leg.R", "rect", { x: 34, y: 103, width: 14, height: 54, rx: 6 }],
    ["leg.L", "rect", { x: 52, y: 103, width: 14, height: 54, rx: 6 }],
    ["foot.R", "ellipse", { cx: 38, cy: 163, rx: 10, ry: 5 }], ["foot.L", "ellipse", { cx: 62, cy: 163, rx: 10, ry: 5 }],
    ["arm.R", "rect", { x: 17, y: 45, width: 12, height: 42, rx: 6 }],
    ["arm.L", "rect", { x: 71, y: 45, width: 12, height: 42, rx: 6 }],
    ["hand.R", "circle", { cx: 23, cy: 94, r: 7 }], ["hand.L", "circle", { cx: 77, cy: 94, r: 7 }],
    ["neck", "rect", { x: 44, y: 33, width: 12, height: 12, rx: 3 }],
    ["torso", "path", { d: "M32 44Q50 39 68 44L66 84Q66 98 60 101H40Q34 98 34 84z" }],
    ["kidneys", "path", { d: "M37 78a4 6 0 1 0 8 0a4 6 0 1 0 -8 0M55 78a4 6 0 1 0 8 0a4 6 0 1 0 -8 0" }],
    ["vitals", "ellipse", { cx: 50, cy: 63, rx: 8, ry: 9 }], ["groin", "path", { d: "M43 97H57L50 108z" }],
    ["head", "ellipse", { cx: 50, cy: 20, rx: 14, ry: 17 }], ["brain", "path", { d: "M37 15Q39 3 50 3T63 15Q50 9 37 15z" }],
    ["jaw", "path", { d: "M41 30Q50 41 59 30Q50 34 41 30z" }], ["nose", "path", { d: "M50 18L53 26H47z" }],
    ["eye.R", "ellipse", { cx: 44, cy: 18, rx: 3.4, ry: 2.2 }], ["eye.L", "ellipse", { cx: 56, cy: 18, rx: 3.4, ry: 2.2 }],
  ];
  const bodies = {};
  for (const side of SIDES) {
    const parts = {};
    const figure = $(`body-${side}`);
    for (const [name, tag, attributes] of PARTS) {
      const title = draw("title", {});
      parts[name] = { node: draw(tag, { ...attributes, class: "part" }, title), title };
      figure.append(parts[name].node);
    }
    bodies[side] = parts;
  }
  function bar(id, value, most, text) {
    const share = Math.max(0, Math.min(1, value / Math.max(1, most)));
    $(id).style.width = `${share * 100}%`;
    const box = $(id).parentElement;
    box.classList.toggle("low", share <= 0.34);
    box.classList.toggle("below", value <= 0);
    $(`${id}-text`).textContent = text;
  }
  function showFighter(side, me) {
    const most = data.most[side];
    bar(`hp-${side}`, me.hp, most[0], `${ui("hp")} ${me.hp} / ${most[0]}`);
    bar(`fp-${side}`, me.fp, most[1], `${ui("fp")} ${me.fp} / ${most[1]}`);
    for (const [name, part] of Object.entries(bodies[side])) {
      const hurt = (me.hurt && me.hurt[name]) || 0;
      const gone = me.crippled.includes(name);
      const tender = me.fragile.includes(name);
      const level = hurt >= 7 ? "h3" : hurt >= 3 ? "h2" : hurt > 0 ? "h1" : "";
      part.node.setAttribute("class", `part ${level} ${gone ? "gone" : ""} ${tender ? "tender" : ""}`);
      const notes = [word("place", name)];
      if (hurt) notes.push(`${ui("hurt")} ${hurt}`);
      if (gone) notes.push(ui("crippled"));
      if (tender) notes.push(ui("fragile"));
      part.title.textContent = notes.join(" ");
    }
    const notes = [word("posture", me.posture)];
    if (me.out) notes.push(word("effect", me.out));
    else {
      if (me.stunned) notes.push(word("flag", "stunned"));
      for (const name of ["blind", "airborne", "grappled", "holding", "pinned", "locked", "choked", "casting"]) {
        if (me[name]) notes.push(word("flag", name));
      }
    }
    for (const spell of me.spells || []) notes.push(word("spell", spell));
    for (const part of me.crippled) notes.push(`${word("place", part)}✕`);
    if (me.unspent_cp) notes.push(`${ui("cp")} ${me.unspent_cp}`);
    $(`notes-${side}`).textContent = notes.join(lang === "ja" ? "・" : " · ");
    $(`name-${side}`).textContent = data.names[side][lang][0];
  }

  /* ---- what a line says --------------------------------------------------------------------------- */
  const sum = (dice) => dice.reduce((total, die) => total + die, 0);
  const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);
  function dice(list) {
    const label = list.join(" ");
    return make("span", { class: "dice", role: "img", "aria-label": label, title: label },
      list.map((die) => FACES[die - 1] || `[${die}]`).join(""));
  }
  function chip(id) {
    const name = data.words.rule && data.words.rule[id];
    return make("span", { class: "rule", title: name ? name[at()] : id }, id);
  }
  function outcome(result) {
    return result ? make("span", { class: `result ${result}` }, word("result", result)) : null;
  }
  function target(line) {
    const parts = [];
    if (line.base !== undefined) parts.push(`${ui("base")} ${line.base}`);
    for (const [name, points] of line.mods || []) parts.push(`${word("mod", name)} ${signed(points)}`);
    const end = lang === "ja" ? `${line.target}${ui("or_less")}` : `${line.target} ${ui("or_less")}`;
    return (parts.length ? `${parts.join(lang === "ja" ? "、" : ", ")} = ` : "") + end;
  }
  const where = (place) => (place ? `→ ${word("place", place)}` : "");
  function throwOf(line) {
    if (!line.dice || !line.dice.length) return [];
    return [dice(line.dice), ` ${sum(line.dice)} `];
  }
  function rollOf(line) {
    const shown = line.target === undefined ? [] : [make("span", { class: "target" }, target(line)), " "];
    return [...shown, ...throwOf(line), outcome(line.result)];
  }
  function contestOf(line) {
    const half = (side, who) => {
      const one = line[side];
      return one && one.dice && one.dice.length
        ? make("span", { class: "half" }, `${who} ${one.target}${lang === "ja" ? ui("or_less") : ` ${ui("or_less")}`} `,
          dice(one.dice), ` ${sum(one.dice)} (${ui("margin")} ${one.margin})`)
        : null;
    };
    const foe = line.who === "a" ? "b" : "a";
    const won = line.winner === "me" ? line.who : line.winner === "them" ? foe : null;
    return [half("mine", short(line.who)), " ", half("theirs", short(foe)), " ",
      won ? make("span", { class: "result success" }, short(won)) : make("span", { class: "result" }, "―")];
  }
  function resistOf(line) {
    return (line.resist || []).flatMap((one) => [` ${word("what", "resist")} `,
      one.target === undefined ? "" : `${one.target} ${ui("or_less")} `,
      one.dice && one.dice.length ? dice(one.dice) : "", one.dice && one.dice.length ? ` ${sum(one.dice)}` : "",
      one.margin === undefined ? "" : ` (${ui("margin")} ${one.margin})`]);
  }
  function damageOf(line) {
    const parts = [];
    if (line.dice && line.dice.length) parts.push(dice(line.dice), ` ${sum(line.dice)}`);
    if (line.bonus) parts.push(` ${signed(line.bonus)}`);
    if (line.factor > 1) parts.push(` ×${line.factor}`);
    parts.push(` = ${line.basic}`);
    if (line.dr) parts.push(` − ${ui("armour")} ${line.dr}`);
    if (line.multiplier !== 1) parts.push(` ×${line.multiplier}`);
    parts.push(" → ", make("strong", {}, `${ui("injury")} ${line.injury}`), ` (${ui("hp")} ${line.hp})`);
    return parts;
  }
  const QUIET = ["k", "of", "t", "s", "who", "rule", "list", "line", "says"];
  const TELL = {
    initiative: (line) => [
      ...line.dice.flatMap((pair) => [`${short("a")} `, dice(pair[0] > 6 ? [] : [pair[0]]), ` ${pair[0]}　`,
        `${short("b")} `, dice(pair[1] > 6 ? [] : [pair[1]]), ` ${pair[1]} `]),
      `${short(line.first)} ${ui("begins")}`],
    turn: (line) => [`${ui("turn")} ${line.t}　${ui("sub")} ×${line.subturns}`],
    act: (line) => [make("strong", {}, word("act", line.act || "nothing")), ` ${where(line.at)} `,
      line.opt ? `(${word("opt", line.opt)})` : ""],
    decide: (line) => [word("what", line.what), ` ${where(line.at)}`],
    attack: (line) => [make("strong", {}, word("act", line.act)), ` ${where(line.at)} `, ...rollOf(line)],
    defence: (line) => [make("strong", {}, line.result ? word("act", line.defence) : ui("none")),
      line.retreat ? ` (${word("why", "retreat")}) ` : " ", ...(line.result ? rollOf(line) : [])],
    roll: (line) => [make("strong", {}, word("what", line.what)), " ", ...rollOf(line)],
    contest: (line) => [make("strong", {}, word("what", line.what)), " ", ...contestOf(line)],
    table: (line) => [make("strong", {}, word("table", line.table)), " ", ...throwOf(line)],
    draw: (line) => [word("what", line.what), ` ${line.value}`],
    damage: (line) => [`${word("place", line.at)} `, ...damageOf(line)],
    effect: (line) => [make("strong", {}, word("effect", line.effect)), line.at ? ` ${word("place", line.at)}` : "",
      line.posture ? ` ${word("posture", line.posture)}` : ""],
    move: (line) => [`${word("why", line.why)} (${line.from}) → (${line.to})　${ui("distance")} ${line.distance}`],
    fatigue: (line) => [`${word("why", line.why)} ${signed(-line.lost)} (${ui("fp")} ${line.fp})`],
    spell: (line) => [make("strong", {}, word("spell", line.spell)), " ", ...rollOf(line),
      line.paid === undefined ? "" : ` ${ui("fp")} −${line.paid}`, ...resistOf(line)],
    end: (line) => [make("strong", {}, word("ending", line.ending)), " ", line.winner ? short(line.winner) : ui("draws")],
  };
  function plainly(line) {
    const parts = [];
    for (const [name, value] of Object.entries(line)) {
      if (!QUIET.includes(name) && typeof value !== "object") parts.push(`${name.replace(/_/g, " ")}: ${value}`);
    }
    return [parts.join(", "), " ", ...rollOf(line)];
  }
  function lineNode(index) {
    const line = lines[index];
    if (line.k === "bout") return null;
    const tell = TELL[line.k] || plainly;
    const item = make("li", { "data-line": index, class: `line ${line.who || ""}` },
      make("span", { class: "kind" }, word("kind", line.k)), " ",
      line.who && line.k !== "initiative" && line.k !== "end" ? make("span", { class: `who ${line.who}` }, short(line.who)) : null,
      " ", ...tell(line));
    if (line.rule) item.append(" ", chip(line.rule));
    if (line.says) item.append(" ", make("q", { class: "says" }, line.says));
    else if (line.k === "act" && !line.list) item.append(" ", make("span", { class: "says" }, ui("default")));
    return item;
  }

  /* ---- story -------------------------------------------------------------------------------------- */
  const stories = {};
  $("scroll").append($("story-ja"), $("story-en"));
  for (const name of ["ja", "en"]) {
    stories[name] = Array.from(document.querySelectorAll(`#story-${name} [data-e]`)).map((node) => ({
      node, lines: node.dataset.e.split(",").map(Number),
    }));
  }
  const LEADS = ["turn", "act", "draw", "decide"];
  function pieceAt(index) {
    let found = null;
    for (const piece of stories[lang]) {
      if (piece.lines.includes(index)) return piece;
      const first = Math.min(...piece.lines);
      if (first <= index) found = piece;
      else if (LEADS.includes(lines[index].k)) {
        /* what leads up to a deed belongs to the sentence that tells it */
        const same = lines[first].of === lines[index].of && lines[first].t === lines[index].t;
        return same ? piece : found;
      }
    }
    return found;
  }
  function showStory(index, follow) {
    for (const node of document.querySelectorAll(".story .now")) node.classList.remove("now");
    const piece = pieceAt(index);
    if (!piece) return;
    piece.node.classList.add("now");
    $("said").textContent = piece.node.textContent;
    const heading = piece.node.tagName === "H3";
    $("caption").textContent = piece.node.textContent;
    $("caption").className = `caption ${heading ? "" : lines[index].who || ""}`;
    if (!follow) return;
    const box = piece.node.closest(".scroll");
    if (box && box.scrollHeight > box.clientHeight) {
      const top = piece.node.getBoundingClientRect().top - box.getBoundingClientRect().top;
      if (top < 20 || top > box.clientHeight - 80) box.scrollTop += top - box.clientHeight / 3;
    }
  }
  function showLines(index) {
    const piece = pieceAt(index);
    const shown = new Set(piece ? piece.lines : []);
    shown.add(index);
    const list = $("lines");
    list.replaceChildren();
    for (const one of Array.from(shown).sort((x, y) => x - y)) {
      const node = lineNode(one);
      if (!node) continue;
      node.classList.toggle("now", one === index);
      list.append(node);
    }
  }

  /* ---- curve -------------------------------------------------------------------------------------- */
  const curve = $("curve");
  const WIDTH = 600, HEIGHT = 130;
  const xOf = (index) => (last > 0 ? (index / last) * WIDTH : 0);
  let cursor = null;
  if (curve && data.chances.length) {
    const points = data.chances.filter((row) => row[1] > 0).map((row) => [row[0], row[2] / row[1], row[3] / row[1]]);
    const end = lines[last];
    if (end.k === "end") points.push([last, end.winner === "a" ? 1 : 0, end.winner === "b" ? 1 : 0]);
    const a = points.map(([i, p]) => `${xOf(i).toFixed(1)} ${(HEIGHT - p * HEIGHT).toFixed(1)}`);
    const b = points.map(([i, , p]) => `${xOf(i).toFixed(1)} ${(p * HEIGHT).toFixed(1)}`);
    curve.append(
      draw("path", { class: "area a", d: `M0 ${HEIGHT}L${a.join("L")}L${xOf(points[points.length - 1][0])} ${HEIGHT}z` }),
      draw("path", { class: "area b", d: `M0 0L${b.join("L")}L${xOf(points[points.length - 1][0])} 0z` }),
      draw("line", { class: "half", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      draw("path", { class: "edge", d: `M${a.join("L")}` }));
    if (data.turning !== null) {
      const x = xOf(data.turning);
      curve.append(draw("path", { class: "mark", d: `M${x} 0V${HEIGHT}M${x - 5} 0h10l-5 7z` }));
    }
    cursor = draw("line", { class: "cursor", y1: 0, y2: HEIGHT });
    curve.append(cursor);
    const seek = (event) => {
      const box = curve.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * last));
    };
    curve.addEventListener("pointerdown", (event) => { seek(event); curve.setPointerCapture(event.pointerId); });
    curve.addEventListener("pointermove", (event) => { if (event.buttons) seek(event); });
  }
  function chanceText(index) {
    let row = null;
    for (const one of data.chances) if (one[0] <= index && one[1] > 0) row = one;
    if (!row || index === last) return "";
    const share = (n) => `${Math.round((100 * n) / row[1])}%`;
    return `${short("a")} ${share(row[2])}　${short("b")} ${share(row[3])}`;
  }

  /* ---- going about -------------------------------------------------------------------------------- */
  let now = 0;
  let timer = null;
  const SPEEDS = [0.5, 1, 2, 4];
  let speed = 1;
  const PAUSE = { draw: 120, move: 450, act: 350, turn: 700, table: 600, effect: 800, damage: 800, attack: 900, end: 1500 };
  const bounded = (index) => Math.max(0, Math.min(last, index));

  function go(index, follow = true) {
    now = bounded(index);
    const frame = frames[now];
    showRing(frame);
    for (const side of SIDES) showFighter(side, frame[side]);
    showStory(now, follow);
    showLines(now);
    $("slider").value = now;
    const line = lines[now];
    $("when").textContent = `${ui("turn")} ${line.t} · ${ui("sub")} ${line.s} · ${now + 1}/${lines.length}`;
    if (cursor) {
      cursor.setAttribute("x1", xOf(now));
      cursor.setAttribute("x2", xOf(now));
    }
    $("share").textContent = chanceText(now);
    root.dataset.line = now;
  }
  const isNew = {
    line: () => true,
    sub: (i) => i === 0 || ["of", "t", "s"].some((name) => lines[i][name] !== lines[i - 1][name]),
    turn: (i) => i === 0 || lines[i].k === "turn" || lines[i].k === "end",
  };
  function step(unit, way) {
    let index = now + way;
    while (index > 0 && index < last && !isNew[unit](index)) index += way;
    go(index);
  }
  function stop() {
    clearTimeout(timer);
    timer = null;
    names();
  }
  function tick() {
    if (now >= last) { stop(); return; }
    step("line", 1);
    timer = setTimeout(tick, (PAUSE[lines[now].k] || 600) / speed);
  }
  function toggle() {
    if (timer) { stop(); return; }
    if (now >= last) go(0);
    timer = setTimeout(tick, 100);
    names();
  }
  function faster(way) {
    const place = Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(speed) + way));
    speed = SPEEDS[place];
    $("speed").value = String(speed);
  }
  function turning() {
    if (data.turning !== null) { stop(); go(data.turning); }
  }
  function toggleDice() {
    const hidden = document.body.classList.toggle("no-dice");
    $("dice").setAttribute("aria-pressed", String(!hidden));
  }
  const DO = {
    first: () => go(0), last: () => go(last), back: () => step("line", -1), next: () => step("line", 1),
    "sub-back": () => step("sub", -1), "sub-next": () => step("sub", 1),
    "turn-back": () => step("turn", -1), "turn-next": () => step("turn", 1),
    play: toggle, turning, dice: toggleDice, lang: () => speak(lang === "ja" ? "en" : "ja"),
  };
  for (const [id, act] of Object.entries(DO)) {
    $(id).addEventListener("click", () => {
      if (id !== "play" && id !== "dice" && id !== "lang") stop();
      act();
    });
  }
  $("slider").max = last;
  $("slider").addEventListener("input", (event) => { stop(); go(Number(event.target.value)); });
  $("speed").addEventListener("change", (event) => { speed = Number(event.target.value); });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(event.target.tagName) && event.key !== " ") return;
    if (event.target.tagName === "BUTTON" && event.key === " ") return;
    const keys = {
      ArrowRight: event.shiftKey ? "sub-next" : "next", ArrowLeft: event.shiftKey ? "sub-back" : "back",
      ArrowDown: "turn-next", ArrowUp: "turn-back", Home: "first", End: "last", " ": "play",
      t: "turning", T: "turning", d: "dice", D: "dice", l: "lang", L: "lang",
    };
    if (event.key === "+" || event.key === ";") faster(1);
    else if (event.key === "-") faster(-1);
    else if (keys[event.key]) {
      if (!["play", "dice", "lang"].includes(keys[event.key])) stop();
      DO[keys[event.key]]();
    } else return;
    event.preventDefault();
  });

  let from = null;
  ring.addEventListener("pointerdown", (event) => { from = [event.clientX, event.clientY]; });
  ring.addEventListener("pointerup", (event) => {
    if (!from) return;
    const [dx, dy] = [event.clientX - from[0], event.clientY - from[1]];
    from = null;
    if (Math.abs(dx) > 30 && Math.abs(dx) > Math.abs(dy)) { stop(); step("line", dx < 0 ? 1 : -1); }
  });
  for (const name of ["ja", "en"]) {
    for (const piece of stories[name]) {
      piece.node.addEventListener("click", () => { stop(); go(Math.min(...piece.lines), false); });
    }
  }
  $("lines").addEventListener("click", (event) => {
    const item = event.target.closest("[data-line]");
    if (item) { stop(); go(Number(item.dataset.line), false); }
  });

  /* ---- language ----------------------------------------------------------------------------------- */
  function names() {
    for (const node of document.querySelectorAll("[data-ui]")) {
      const key = node.id === "play" && timer ? "pause" : node.dataset.ui;
      const text = ui(key);
      if (node.dataset.icon) {
        node.title = text;
        node.setAttribute("aria-label", text);
        if (node.id === "play") node.textContent = timer ? "❚❚" : "▶";
      } else node.textContent = text;
    }
  }
  function speak(chosen) {
    lang = chosen;
    root.lang = chosen;
    root.dataset.lang = chosen;
    document.title = data.title[at()];
    try { localStorage.setItem("budosim-lang", chosen); } catch (error) { /* the browser keeps nothing here */ }
    names();
    go(now, false);
  }
  let first = lang;
  if (location.hash === "#en" || location.hash === "#ja") first = location.hash.slice(1);
  else {
    try { first = localStorage.getItem("budosim-lang") || lang; } catch (error) { /* as above */ }
  }
  document.body.classList.add("ready");
  $("lang").hidden = false;
  speak(first === "en" ? "en" : "ja");
})();
