// "/" goes to the search, "?" to the help. They can be switched off in the settings.
(() => {
  const typing = (place) => place.closest("input, textarea, select, [contenteditable]");

  document.addEventListener("keydown", (event) => {
    if (document.body.dataset.shortcuts === "off") return;
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    if (event.key === "/") {
      const search = document.getElementById("q");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
    if (event.key === "?") {
      const help = document.querySelector("[data-help]");
      if (help) help.click();
    }
  });
})();
