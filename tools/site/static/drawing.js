// What a warp's request asks for, drawn: its sectors, or what each bank gives, and the lanes one by one. The viewer shows it, and reports do.
// A request is as rules.js has it; of constant memory, and of textures, it is drawn and not counted.
"use strict";

const Drawing = (() => {
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  const few = (lanes) => (lanes.length > 2 ? `${lanes[0]}…${lanes[lanes.length - 1]}` : lanes.join(" "));

  function sectors(request) {
    const size = Math.max(1, Math.min(4, request.bytes));
    const boxes = [...Rules.sectorsOf(request)].map(([sector, used]) => {
      const cells = Array.from({ length: Rules.SECTOR / size }, (_, i) => {
        const lanes = used.get(i * size);
        return make("span", { class: lanes ? "used" : "" }, lanes && size > 1 ? few(lanes) : "");
      });
      const words = `Byte ${sector * Rules.SECTOR}: ${used.size} of ${Rules.SECTOR} bytes used`;
      return make("li", { class: "sector" }, make("small", {}, words), make("span", { class: "cells", "aria-hidden": "true" }, ...cells));
    });
    return make("ol", { class: `sectors ${request.store ? "store" : "load"}` }, ...boxes);
  }

  function banks(request) {
    const head = make("tr", {}, make("th", { scope: "col" }, "wavefront"), ...Array.from({ length: Rules.BANKS }, (_, bank) => make("th", { scope: "col" }, String(bank))));
    const rows = Rules.wavefrontsOf(request).map((given, number) =>
      make("tr", {}, make("th", { scope: "row" }, String(number + 1)),
        ...Array.from({ length: Rules.BANKS }, (_, bank) => {
          const one = given.get(bank);
          return one ? make("td", { class: "used", title: `word ${one.word}, lanes ${one.lanes.join(", ")}` }, few(one.lanes)) : make("td");
        })));
    const caption = make("caption", {}, "What each of the 32 banks gives, wavefront by wavefront: the lanes that get it");
    const table = make("table", { class: `banks ${request.store ? "store" : "load"}` }, caption, make("thead", {}, head), make("tbody", {}, ...rows));
    return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Banks and wavefronts" }, table);
  }

  // Constant memory: a row for each address, in the order in which lanes first ask for it.
  function addresses(request) {
    const asked = new Map();
    for (const [lane, address] of request.lanes) asked.set(address, [...(asked.get(address) || []), lane]);
    const head = make("tr", {}, make("th", { scope: "col" }, "byte"), make("th", { scope: "col" }, "lanes"));
    const rows = [...asked].map(([address, lanes]) => make("tr", {}, make("th", { scope: "row" }, String(address)), make("td", {}, lanes.join(" "))));
    const caption = make("caption", {}, "The addresses, served one after the other, and the lanes that ask for each");
    return make("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Addresses" },
      make("table", { class: "addresses" }, caption, make("thead", {}, head), make("tbody", {}, ...rows)));
  }

  function laneByLane(request) {
    const global = request.space !== "shared";
    const rows = [...request.lanes].map(([lane, address]) => {
      const first = Math.floor(address / (global ? Rules.SECTOR : Rules.WORD));
      const last = Math.floor((address + request.bytes - 1) / (global ? Rules.SECTOR : Rules.WORD));
      const show = global ? String : (word) => `${word % Rules.BANKS}`;
      return make("tr", {}, ...[lane, address, first === last ? show(first) : `${show(first)} to ${show(last)}`].map((cell) => make("td", {}, String(cell))));
    });
    const head = ["lane", "byte", global ? "sector" : "bank"].map((word) => make("th", { scope: "col" }, word));
    return make("details", {}, make("summary", {}, "Lane by lane"), make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
  }

  // What the lanes touch, and a fold with the lanes one by one.
  function draw(request) {
    if (!request.lanes.size) return [];
    const touched = { shared: banks, constant: addresses }[request.space] || sectors;
    return [touched(request), laneByLane(request)];
  }

  function sentence(request) {
    const { cost, ideal, used, moved } = Rules.count(request);
    if (!request.lanes.size) return "No lane takes part: no request.";
    const unit = request.space === "global" ? "sector" : "wavefront";
    const what = `A ${request.space} ${request.store ? "store" : "load"} of ${request.bytes} bytes a lane, ${request.lanes.size} lanes: `;
    return `${what}${cost} ${unit}${cost === 1 ? "" : "s"} (ideal ${ideal}), ${used} of ${moved} bytes used, ${(100 * used / moved).toPrecision(3)} %.`;
  }

  return { make, draw, sentence };
})();
