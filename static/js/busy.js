// A button that works says so, keeps its size, and takes no second press.
(() => {
  const done = (button) => {
    button.removeAttribute("aria-busy");
    button.removeAttribute("aria-disabled");
  };
  const begin = (button) => {
    button.setAttribute("aria-busy", "true");
    button.setAttribute("aria-disabled", "true");
  };

  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    if (!button) return;
    if (button.getAttribute("aria-busy") === "true") {
      event.preventDefault();
      return;
    }
    begin(button);
  });
  // A page that comes back from the browser's own memory is not at work.
  window.addEventListener("pageshow", () => {
    for (const button of document.querySelectorAll("[aria-busy]")) done(button);
  });
  document.addEventListener("htmx:finally:request", () => {
    for (const button of document.querySelectorAll("[aria-busy]")) done(button);
  });
})();
