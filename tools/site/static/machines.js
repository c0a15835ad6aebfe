// A plot that was measured on several machines: which one is shown, for all plots of the page, and kept in this browser.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const KEY = "warpwise-machine";
  const images = [...document.querySelectorAll("img[data-machines]")].map(image =>
    ({image, words: image.alt, plots: JSON.parse(image.dataset.machines), choice: document.createElement("select")}));

  function kept() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // a browser that keeps nothing
    }
  }

  // What a plot's words say holds of the page's own machine. Another one's plot has words that claim no more than it is.
  function show(machine) {
    for (const {image, words, plots, choice} of images) {
      const own = Object.keys(plots)[0], shown = machine in plots ? machine : own;
      image.src = plots[shown];
      image.alt = shown === own ? words : `The same plot, as measured on ${shown}. Of ${own} the page says: ${words}`;
      image.removeAttribute("width");
      image.removeAttribute("height");
      choice.value = shown;
    }
  }

  for (const {image, plots, choice} of images) {
    choice.append(...Object.keys(plots).map(machine => new Option(machine)));
    choice.addEventListener("change", () => {
      try {
        localStorage.setItem(KEY, choice.value);
      } catch {
        // It is shown all the same.
      }
      show(choice.value);
    });
    const label = document.createElement("label");
    label.className = "machine";
    label.append("measured on ", choice);
    image.closest(".figure").before(label);
  }
  if (images.length) show(kept());
});
