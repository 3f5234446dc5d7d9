/* Opens and closes what is veiled; everything else on these pages works without a script. */
(() => {
  "use strict";
  const veils = () => Array.from(document.querySelectorAll("details.veil"));
  const button = document.getElementById("unveil");
  if (button && veils().length) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const open = veils().some((veil) => !veil.open);
      for (const veil of veils()) veil.open = open;
    });
  }
  const find = document.getElementById("find");
  const found = document.getElementById("found");
  if (find && found && found.rows.length > 12) {
    find.hidden = false;
    const plain = (text) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, "");
    const rows = Array.from(found.rows, (row) => [row, plain(row.textContent)]);
    find.addEventListener("input", () => {
      const wanted = plain(find.value);
      for (const [row, text] of rows) row.hidden = !text.includes(wanted);
    });
  }
  const here = document.querySelector(".top nav [aria-current]");
  if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.offsetLeft - 40;
  let before = [];
  window.addEventListener("beforeprint", () => {
    before = veils().filter((veil) => !veil.open);
    if (document.body.dataset.print === "open") for (const veil of before) veil.open = true;
  });
  window.addEventListener("afterprint", () => { for (const veil of before) veil.open = false; });
})();
