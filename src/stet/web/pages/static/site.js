"use strict";
// Keys, and the pane beside a report. Without it every link leads to a page that says the same.
(() => {
  const $ = (id) => document.getElementById(id);
  const tab = $("tab"), pane = $("pane"), help = $("help");
  const say = (text) => { const there = $("status"); if (there) there.textContent = text; };
  const links = () => Array.from(document.querySelectorAll("#tab a.cite[href], #tab .ledger .id a, #tab a.claim-link"));
  const keyOf = (link) => decodeURIComponent(new URL(link.href).pathname.split("/").pop());
  const unchecked = () => new Set((tab.dataset.unchecked || "").split(" ").filter(Boolean));
  let back = null;

  const mark = () => {
    const left = unchecked();
    for (const link of links()) {
      const done = !left.has(keyOf(link));
      link.classList.toggle("checked-by-me", done);
      if (link.classList.contains("cite")) {
        link.dataset.name ||= link.getAttribute("aria-label");
        link.setAttribute("aria-label", link.dataset.name + (done ? ", checked by you" : ""));
      }
    }
  };

  const put = (text, url) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    const claim = page.getElementById("claim");
    if (!claim) return false;
    const head = document.createElement("div");
    head.className = "pane-head";
    const title = document.createElement("h2");
    title.id = "pane-title";
    title.textContent = "Claim " + claim.dataset.key;
    const whole = document.createElement("a");
    whole.href = url;
    whole.textContent = "How it was made";
    const close = document.createElement("button");
    close.type = "button";
    close.className = "quiet";
    close.id = "pane-close";
    close.textContent = "Close";
    close.addEventListener("click", shut);
    head.append(title, whole, close);
    const verdict = claim.querySelector(".verdicts button");
    if (verdict) {
      const jump = document.createElement("button");
      jump.type = "button";
      jump.className = "quiet";
      jump.textContent = "Decide";
      jump.addEventListener("click", () => verdict.focus());
      head.insertBefore(jump, close);
    }
    claim.removeAttribute("id");
    pane.replaceChildren(head, document.adoptNode(claim));
    const counted = page.getElementById("checked"), here = $("checked"), there = page.getElementById("tab");
    if (counted && here) here.textContent = counted.textContent;
    if (there) tab.dataset.unchecked = there.dataset.unchecked;
    mark();
    pane.hidden = false;
    document.body.classList.add("beside");
    pane.scrollTop = 0;
    pane.focus();
    return true;
  };

  const ask = async (url, options) => {
    try {
      const answer = await fetch(url, { headers: { Accept: "text/html" }, ...options });
      return { ok: answer.ok, text: await answer.text(), url: answer.url };
    } catch { return null; }
  };

  const open = async (link) => {
    const got = await ask(link.href, {});
    if (!got || !got.ok || !put(got.text, link.href)) location.href = link.href;
    else back = link;
  };

  const shut = () => {
    if (!pane || pane.hidden) return;
    pane.hidden = true;
    pane.replaceChildren();
    document.body.classList.remove("beside");
    if (back) back.focus();
    back = null;
  };

  const decide = async (form, button) => {
    // Not form.action: a field has that name.
    const said = new URLSearchParams(new FormData(form));
    if (button && button.name) said.set(button.name, button.value);
    const got = await ask(form.getAttribute("action"), { method: "POST", body: said });
    if (got && got.ok && put(got.text, got.url)) { say("Kept. " + $("checked").textContent); return; }
    const page = got && new DOMParser().parseFromString(got.text, "text/html");
    const why = page && page.querySelector(".problem");
    const told = form.querySelector(".problem") || document.createElement("p");
    told.className = "problem";
    told.setAttribute("role", "alert");
    told.textContent = why ? why.textContent : "It was not kept: the server did not answer.";
    form.prepend(told);
  };

  const step = (by) => {
    const all = links();
    const from = pane && !pane.hidden && back ? back : document.activeElement;
    const here = all.indexOf(from);
    return all[here < 0 ? (by > 0 ? 0 : all.length - 1) : (here + by + all.length) % all.length];
  };
  const go = (link) => {
    if (!link) return;
    link.scrollIntoView({ block: "center" });
    if (pane && !pane.hidden) open(link); else link.focus();
  };
  const nextUnchecked = () => {
    const left = unchecked(), all = links();
    const from = all.indexOf(pane && !pane.hidden && back ? back : document.activeElement);
    return [...all.slice(from + 1), ...all.slice(0, from + 1)].find((link) => left.has(keyOf(link)));
  };

  const keys = {
    n: () => ($("claim-after") || { click: () => go(step(1)) }).click(),
    p: () => ($("claim-before") || { click: () => go(step(-1)) }).click(),
    u: () => {
      const link = $("claim-back") ? null : nextUnchecked();
      if (link) { go(link); return; }
      const next = document.querySelector(".checked .next");
      if (next) next.click(); else say("All claims are checked.");
    },
    "?": () => help.showModal(),
    Escape: shut,
  };

  if (tab && pane) {
    mark();
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || help.open) return;
      const typing = event.target.closest("input:not([type=checkbox]), select, textarea");
      if (typing && event.key !== "Escape") return;
      if (Object.hasOwn(keys, event.key)) { event.preventDefault(); keys[event.key](); }
    });
    document.addEventListener("click", (event) => {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      const link = event.target.closest("a");
      if (!link || !links().includes(link)) return;
      event.preventDefault();
      open(link);
    });
    document.addEventListener("submit", (event) => {
      if (!pane.contains(event.target)) return;
      event.preventDefault();
      decide(event.target, event.submitter);
    });
  }
})();
