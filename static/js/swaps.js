// After htmx has put something in place: say it, and keep the focus where the hand is.
(() => {
  let held = "";

  const say = (words) => {
    const region = document.getElementById("live");
    if (!region) return;
    region.textContent = "";
    setTimeout(() => {
      region.textContent = words;
    }, 50);
  };

  const first = (parts, selector) => {
    for (const part of parts) {
      const found = part.matches(selector) ? part : part.querySelector(selector);
      if (found) return found;
    }
    return null;
  };

  document.addEventListener("htmx:before:swap", () => {
    held = document.activeElement ? document.activeElement.id : "";
  });

  document.addEventListener("htmx:after:settle", (event) => {
    const parts = (event.detail?.newContent ?? []).filter((each) => each.matches);
    if (first(parts, "[data-aside]")) return;
    const said = first(parts, "[data-say]");
    if (said) say(said.dataset.say);
    const asked =
      first(parts, "[data-focus]") ||
      first(parts, ".error-summary") ||
      first(parts, "[data-focus-field] textarea");
    const lost = !document.activeElement || document.activeElement === document.body;
    if (asked) asked.focus();
    else if (lost)
      (
        (held && document.getElementById(held)) ||
        first(parts, "#found") ||
        first(parts, ".row-actions a, .row-actions button") ||
        document.getElementById("main")
      ).focus();
  });

  const trouble = (event) => {
    const note = document.getElementById("trouble");
    if (!note || event.detail?.ctx?.response?.status === 422) return;
    note.textContent = document.body.dataset.trouble;
    note.hidden = false;
  };

  document.addEventListener("htmx:error", trouble);
  document.addEventListener("htmx:response:error", trouble);
  document.addEventListener("htmx:before:request", () => {
    const note = document.getElementById("trouble");
    if (note) note.hidden = true;
  });
})();
