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
  let before = [];
  window.addEventListener("beforeprint", () => {
    before = veils().filter((veil) => !veil.open);
    if (document.body.dataset.print === "open") for (const veil of before) veil.open = true;
  });
  window.addEventListener("afterprint", () => { for (const veil of before) veil.open = false; });
})();
