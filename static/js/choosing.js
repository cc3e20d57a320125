// How many are ticked stands in the bar at the bottom of a list.
(() => {
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".memory-choose, .bulk-all input")) return;
    const words = document.querySelector(".bulk-words");
    const chosen = document.querySelectorAll(".memory-choose:checked").length;
    if (!words) return;
    words.dataset.before ??= words.textContent;
    words.textContent = chosen ? `${chosen} ${words.dataset.chosen}` : words.dataset.before;
    words.closest(".bulk").classList.toggle("bulk-used", chosen > 0);
  });
})();
