"use strict";
(() => {
  const cites = () => Array.from(document.querySelectorAll("main a.cite"));
  const step = (by) => {
    const all = cites();
    const here = all.indexOf(document.activeElement);
    const next = all[here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length];
    if (next) { next.focus(); next.scrollIntoView({ block: "center" }); }
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "n") step(1);
    else if (event.key === "p") step(-1);
    else if (event.key === "Escape") {
      const close = document.querySelector(".claim:target .close a");
      if (!close) return;
      const back = document.getElementById(close.hash.slice(1));
      location.hash = close.hash;
      if (back) back.focus();
    }
  });
})();
