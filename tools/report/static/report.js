// A report's page: lanes drawn where they are seen, tables that sort, light or dark as the reader chooses.
"use strict";
(() => {
  const requests = JSON.parse(document.getElementById("requests").textContent);

  // --- drawings: of a fold when it is first opened, or the page would be as heavy as all of them ---------------------------

  function show(place) {
    if (place.childElementCount) return;
    const { lanes, about, ...rest } = requests[Number(place.dataset.request)];
    const request = { ...rest, lanes: new Map(lanes) };
    const counted = request.space === "global" || request.space === "shared";
    place.append(Drawing.make("p", {}, counted ? `${about}. ${Drawing.sentence(request)}` : `${about}.`), ...Drawing.draw(request));
  }

  for (const place of document.querySelectorAll(".drawn")) {
    const fold = place.closest("details");
    if (fold) fold.addEventListener("toggle", () => fold.open && show(place));
    else show(place);
  }
  const unfold = () => {
    const there = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (there && there.tagName === "DETAILS") there.open = true;
  };
  addEventListener("hashchange", unfold);
  unfold();

  // --- sorting -----------------------------------------------------------------------------------------------------------

  // "≈1,024 (256)" → 1024; words are no number.
  const number = (cell) => parseFloat(cell.textContent.replace(/[≈,]/g, ""));
  const compare = (a, b) => {
    const first = number(a), second = number(b);
    return Number.isNaN(first) || Number.isNaN(second) ? a.textContent.localeCompare(b.textContent) : first - second;
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => {
      const sort = () => {
        const down = head.getAttribute("aria-sort") !== "descending"; // the most first: that is what one looks for
        for (const other of heads) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        const rows = [...table.tBodies[0].rows].sort((a, b) => compare(a.cells[column], b.cells[column]) * (down ? -1 : 1));
        table.tBodies[0].append(...rows);
      };
      head.replaceChildren(Drawing.make("button", { type: "button", onclick: sort }, head.textContent));
    });
  }

  // --- light or dark, kept where the site keeps it -----------------------------------------------------------------------

  const THEMES = ["auto", "light", "dark"];
  const button = document.querySelector("button.theme");
  function choose(theme) {
    document.body.dataset.theme = theme;
    button.textContent = `theme: ${theme}`;
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // A browser that keeps nothing: the choice holds for this page.
    }
  }
  let kept = "auto";
  try {
    kept = localStorage.getItem("theme") || "auto";
  } catch {
    // As above.
  }
  choose(THEMES.includes(kept) ? kept : "auto");
  button.hidden = false;
  button.addEventListener("click", () => choose(THEMES[(THEMES.indexOf(document.body.dataset.theme) + 1) % THEMES.length]));
})();
