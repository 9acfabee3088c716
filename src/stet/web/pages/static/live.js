"use strict";
// A run that goes on: events say that there is something new, and the page's own parts are then loaded anew.
(() => {
  const here = document.getElementById("live");
  if (!here || here.dataset.status !== "running") return;
  document.documentElement.classList.add("scripted");
  const run = encodeURIComponent(here.dataset.run);
  const status = document.getElementById("status");
  const SPOKEN_EVERY = 5000, LOADED_EVERY = 600, LOOKED_EVERY = 5000;
  let spoken = 0, said = "", loading = false, again = false, over = false, timer = 0, loaded = 0;

  const speak = () => {
    const line = document.getElementById("progress");
    const now = Date.now();
    if (!line || line.textContent === said || now - spoken < SPOKEN_EVERY) return;
    spoken = now;
    said = line.textContent;
    if (status) status.textContent = said;
  };
  const fill = (text) => {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const next = fresh.getElementById("live");
    // A run that has its report shows another page under this address.
    if (!next || next.dataset.status !== "running") { location.reload(); return; }
    for (const part of here.querySelectorAll("[data-fill]")) {
      const other = next.querySelector(`[data-fill="${part.dataset.fill}"]`);
      if (!other || other.innerHTML === part.innerHTML || part.contains(document.activeElement)) continue;
      part.replaceChildren(...Array.from(other.childNodes, (node) => document.importNode(node, true)));
    }
    here.dataset.after = next.dataset.after;
    speak();
  };
  const load = async () => {
    if (loading) { again = true; return; }
    loading = true;
    again = false;
    loaded = Date.now();
    try {
      const answer = await fetch(`/r/${run}/live`, { headers: { Accept: "text/html" }, cache: "no-store" });
      if (answer.ok) fill(await answer.text());
    } catch {
      // The next event, or the next look, tries again.
    }
    loading = false;
    if (again || over) soon();
  };
  const soon = () => {
    if (timer) return;
    timer = setTimeout(() => { timer = 0; load(); }, Math.max(0, LOADED_EVERY - (Date.now() - loaded)));
  };
  const follow = () => {
    const stream = new EventSource(`/api/v1/runs/${run}/events?after=${here.dataset.after}`);
    stream.onmessage = soon;
    stream.onopen = soon;
    stream.addEventListener("end", () => { over = true; stream.close(); soon(); });
    stream.onerror = () => {
      // A browser connects again by itself, but not after an answer that says no.
      if (stream.readyState === EventSource.CLOSED && !over) setTimeout(follow, LOOKED_EVERY);
    };
  };
  follow();
  setInterval(speak, 1000);
})();
