"use strict";
// Tables sort by a click on a head and are filtered by what is typed above them. Without scripts they just stand there.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  const key = (row, at) => {
    const cell = row.cells[at];
    const given = cell.dataset.sort;
    if (given === undefined) return cell.textContent.trim();
    return given === "" ? null : Number(given);
  };
  heads.forEach((head, at) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    while (head.firstChild) button.append(head.firstChild);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const rows = [...body.rows];
      rows.sort((one, other) => {
        const a = key(one, at), b = key(other, at);
        if (a === null || b === null) return (a === null) - (b === null);
        const order = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "ja");
        return down ? -order : order;
      });
      body.append(...rows);
    });
  });
  if (body.rows.length > 8) {
    const box = document.createElement("input");
    box.type = "search";
    box.className = "filter";
    box.placeholder = "絞り込み / filter";
    box.setAttribute("aria-label", box.placeholder);
    table.parentElement.before(box);
    box.addEventListener("input", () => {
      const words = box.value.normalize("NFKC").toLowerCase().split(/\s+/u).filter(Boolean);
      for (const row of body.rows) {
        const text = row.textContent.normalize("NFKC").toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
  }
}
