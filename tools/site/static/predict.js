// Predict, then see: what a reader types below a question is compared with the page's number when the answer is unfolded,
// and kept in this browser. Nothing leaves it.
"use strict";
(() => {
  const KEY = "warpwise-predictions";
  const root = document.documentElement.dataset.content_root || "./";

  function kept() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) || {};
    } catch {
      return {}; // a browser that keeps nothing, or something else's words
    }
  }

  function keep(all) {
    try {
      localStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // The comparison is shown all the same.
    }
  }

  // "1,024", "12.5 %", "2^10", "3e6" → a number; NaN where there is none.
  function read(text) {
    const plain = text.replace(/[,\s%×x]/g, "").replace("−", "-");
    const power = /^(\d+)(?:\^|\*\*)(\d+)$/.exec(plain);
    return power ? Number(power[1]) ** Number(power[2]) : plain === "" ? NaN : Number(plain);
  }

  // How far a guess is off: 1 is right, 2 is twice or half; Infinity where there is no ratio.
  function off(guess, answer) {
    const said = read(guess), is = read(answer);
    if (guess === answer || said === is) return 1;
    if (Number.isNaN(said) || Number.isNaN(is) || said * is <= 0) return Infinity;
    return Math.max(said / is, is / said);
  }

  function verdict(guess, answer) {
    const ratio = off(guess, answer);
    const there = `You said ${guess}; it is ${answer}`;
    if (ratio < 1.005) return `${there}: right.`;
    if (ratio === Infinity) return `${there}.`;
    const size = ratio < 10 ? ratio.toPrecision(2) : Math.round(ratio).toLocaleString("en");
    return `${there}: ${size} times too ${read(guess) > read(answer) ? "much" : "little"}.`;
  }

  function foldOf(form) {
    let next = form.nextElementSibling;
    while (next && next.tagName !== "DETAILS") next = next.nextElementSibling;
    return next;
  }

  function prepare(form) {
    const fold = foldOf(form);
    const rows = [...form.querySelectorAll("p[data-answer]")].map((row) => ({
      row,
      box: row.querySelector("input, select"),
      output: row.querySelector("output"),
      key: `${form.dataset.page}: ${row.querySelector("label").textContent}`,
    }));
    const seen = ({ row, box, output }) => {
      output.textContent = box.value ? verdict(box.value, row.dataset.answer) : "";
      box.disabled = Boolean(box.value);
    };

    const before = kept();
    for (const one of rows) {
      const record = before[one.key];
      if (record) {
        one.box.value = record.guess;
        seen(one);
      }
      one.box.addEventListener("input", () => {
        const wrong = one.box.tagName === "INPUT" && one.box.value && Number.isNaN(read(one.box.value));
        one.box.setAttribute("aria-invalid", String(Boolean(wrong)));
        one.output.textContent = wrong ? "A number, please." : "";
      });
    }

    const compare = () => {
      const all = kept();
      for (const one of rows) {
        const valid = one.box.value && (one.box.tagName === "SELECT" || !Number.isNaN(read(one.box.value)));
        if (!valid || one.box.disabled) continue;
        all[one.key] = {
          guess: one.box.value,
          answer: one.row.dataset.answer,
          label: one.row.querySelector("label").textContent,
          page: form.dataset.page,
          title: document.querySelector("article h1").firstChild.textContent,
          at: form.id,
        };
        seen(one);
      }
      keep(all);
      if (rows.every((one) => one.box.disabled)) form.querySelector("button").hidden = true;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      compare();
      if (fold) fold.open = true;
    });
    if (fold) fold.addEventListener("toggle", () => fold.open && compare());
    if (rows.every((one) => one.box.disabled)) form.querySelector("button").hidden = true;
  }

  // The page that shows them all, the worst first.
  function list(place) {
    const all = Object.values(kept()).sort((a, b) => off(b.guess, b.answer) - off(a.guess, a.answer));
    const right = all.filter((one) => off(one.guess, one.answer) < 1.005).length;
    const near = all.filter((one) => off(one.guess, one.answer) <= 2).length;
    place.querySelector(".sum").textContent = all.length
      ? `You answered ${all.length} of the ${place.dataset.questions} questions of this book. ` +
        `${right} were right, ${near} within a factor of two.`
      : "You have predicted nothing yet in this browser. The first question is in chapter 1.";
    const body = place.querySelector("tbody");
    body.textContent = "";
    for (const one of all) {
      const line = body.insertRow();
      const link = document.createElement("a");
      link.href = `${root}${one.page}.html#${one.at}`;
      link.textContent = one.title;
      line.insertCell().append(link);
      const ratio = off(one.guess, one.answer);
      const times = ratio < 1.005 ? "right" : ratio === Infinity ? "missed" : `${ratio.toPrecision(2)} times`;
      for (const text of [one.label, one.guess, one.answer, times]) line.insertCell().textContent = text;
    }
    place.querySelector("table").hidden = !all.length;
    place.querySelector("button").hidden = !all.length;
  }

  document.querySelectorAll("form.predict").forEach(prepare);
  const place = document.getElementById("predictions");
  if (place) {
    place.hidden = false;
    list(place);
    place.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem(KEY);
      list(place);
    });
  }
})();
