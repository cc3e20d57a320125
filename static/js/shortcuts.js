// "/" goes to the search, "?" to the list of keys. In a table whose rows are links, j and k
// go from row to row, Enter opens one and x ticks it. They can be switched off in the settings.
(() => {
  const typing = (place) =>
    place.closest("input:not([type=checkbox]), textarea, select, [contenteditable]");
  const rows = () => [...document.querySelectorAll("[data-rows] tbody tr")];
  const link = (row) => row.querySelector("th a");

  const step = (from, by) => {
    const all = rows();
    const place = all.indexOf(from);
    const to = all[place < 0 ? 0 : Math.min(Math.max(place + by, 0), all.length - 1)];
    if (to) link(to).focus();
    return Boolean(to);
  };

  const onPage = {
    "/": () => {
      const search = document.getElementById("q");
      if (search) search.focus();
      return Boolean(search);
    },
    "?": () => {
      const help = document.querySelector("[data-help]");
      if (help) location.assign(`${help.href}#keys`);
      return Boolean(help);
    },
    j: (row) => step(row, 1),
    k: (row) => step(row, -1),
  };
  const inRow = {
    x: (row) => {
      const box = row.querySelector("input[type=checkbox]");
      if (box) box.click();
      return Boolean(box);
    },
  };

  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shortcuts === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const row = event.target.closest("[data-rows] tbody tr");
    const deed = onPage[event.key] || (row && inRow[event.key]);
    // Enter on a tick box would send the form that the box belongs to.
    const opens = row && event.key === "Enter" && event.target.matches("input");
    if (opens) link(row).click();
    if (opens || (deed && deed(row))) event.preventDefault();
  });
})();
