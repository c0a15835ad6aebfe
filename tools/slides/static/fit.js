// Sets the words of each slide as large as they fit: a few of them large, many of them small. Figures keep their size.
"use strict";
const HEIGHT = 720, FOOT = 44, STEPS = [120, 110, 100, 94, 88, 82, 76, 71, 66, 61, 57, 53];

function bottomOf(slide) {
  return Math.max(0, ...[...slide.children].filter(child => !child.matches(".of, .notes")).map(child => child.offsetTop + child.offsetHeight));
}

function tooLarge(slide) {
  return slide.scrollHeight > HEIGHT || bottomOf(slide) > HEIGHT - FOOT || slide.scrollWidth > slide.clientWidth ||
    [...slide.querySelectorAll("pre, table")].some(element =>
      element.scrollWidth > element.clientWidth + 1 || element.getBoundingClientRect().right > slide.getBoundingClientRect().right);
}

function fit() {
  for (const slide of document.querySelectorAll(".slides section:not(.stack)")) {
    const shown = [slide, slide.parentElement].map(element => [element, element.style.cssText, element.hidden]);
    for (const [element] of shown) {
      element.hidden = false;
      element.style.setProperty("display", "block", "important");
    }
    let size = "";
    for (const step of STEPS) {
      size = slide.style.fontSize = `${step}%`;
      if (!tooLarge(slide)) break;
    }
    for (const [element, style, hidden] of shown) {
      element.style.cssText = style;
      element.hidden = hidden;
    }
    slide.style.fontSize = size;
  }
  Reveal.layout();
  document.documentElement.classList.add("fitted");
}

document.addEventListener("DOMContentLoaded", async () => {
  if (!Reveal.isReady()) await new Promise(resolve => Reveal.on("ready", resolve));
  await document.fonts.ready;
  fit();
});
