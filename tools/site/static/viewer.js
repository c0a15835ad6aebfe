// The viewer: one request of a warp at a time, of a kernel that the simulator has traced or of the reader's own making.
"use strict";
(() => {
  const place = document.getElementById("viewer");
  if (!place) return;
  const NAMES = ["lane", "warp", "x", "y", "width", "height", "rows", "cols", "pad", "base"];
  const FREE = { index: "base + 33 * lane", where: "1", space: "shared", op: "load", bytes: 4, width: 32, height: 8, rows: 1024, cols: 1024, pad: 0, base: 0, warp: 0 };
  const ACCESSES = {
    "base + 33 * lane, shared": {},
    "naive transpose: load": { index: "y * cols + x", space: "global" },
    "naive transpose: store": { index: "x * rows + y", space: "global", op: "store" },
    "naive transpose, 8×32: store": { index: "x * rows + y", space: "global", op: "store", width: 8, height: 32 },
    "every second float": { index: "2 * lane", space: "global" },
    "shifted by one float": { index: "lane + 1", space: "global" },
    "a column of a tile 32 wide": { index: "x * (32 + pad) + y", width: 32, height: 32 },
    "a column of a padded tile": { index: "x * (32 + pad) + y", width: 32, height: 32, pad: 1 },
    "a column, swizzled": { index: "x * 32 + (y ^ x)", width: 32, height: 32, warp: 5 },
    "every second float4 of shared memory": { index: "2 * lane", bytes: 16 },
    "one field of an array of structures": { index: "4 * lane + base", space: "global" },
    "the first half of a warp": { index: "lane", space: "global", where: "lane < 16" },
  };
  const state = { kernel: -1, warp: 0, request: 0, free: { ...FREE } };

  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes))
      if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
      else element.setAttribute(name, value);
    element.append(...children);
    return element;
  }

  // --- what is shown ---------------------------------------------------------------------------------------------------

  function traced() {
    const kernel = TRACES[state.kernel];
    const seen = kernel.warps[state.warp];
    const { space, op, bytes, of, line, code, lanes, cost } = seen.requests[state.request];
    const there = new Map(lanes.map((address, lane) => [lane, address]).filter(([, address]) => address !== null));
    const step = `warp ${seen.warp}, request ${state.request + 1} of ${seen.requests.length}`;
    return { space, store: op !== "load", bytes, lanes: there, of, cost, about: `${step}, line ${line}`, code };
  }

  function free() {
    const { space, op, bytes, width, height, warp } = state.free;
    const index = Expression.compile(state.free.index, NAMES), where = Expression.compile(state.free.where, NAMES);
    const lanes = new Map();
    for (let lane = 0; lane < Rules.LANES; ++lane) {
      const thread = warp * Rules.LANES + lane;
      if (thread >= width * height) continue;
      const at = { ...state.free, lane, x: thread % width, y: Math.floor(thread / width) };
      if (where(at) === 0) continue;
      const element = index(at);
      if (element < 0) throw new Error(`lane ${lane} asks for element ${element}, and the first is 0`);
      if (!Number.isSafeInteger(element * bytes)) throw new Error(`lane ${lane} asks for an element too far away`);
      lanes.set(lane, element * bytes);
    }
    return { space, store: op === "store", bytes, lanes, of: "", about: `warp ${warp} of the block`, code: "" };
  }

  const few = (lanes) => (lanes.length > 2 ? `${lanes[0]}…${lanes[lanes.length - 1]}` : lanes.join(" "));

  function drawSectors(request) {
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

  function drawBanks(request) {
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

  function drawLanes(request) {
    const global = request.space === "global";
    const rows = [...request.lanes].map(([lane, address]) => {
      const first = Math.floor(address / (global ? Rules.SECTOR : Rules.WORD));
      const last = Math.floor((address + request.bytes - 1) / (global ? Rules.SECTOR : Rules.WORD));
      const show = global ? String : (word) => `${word % Rules.BANKS}`;
      return make("tr", {}, ...[lane, address, first === last ? show(first) : `${show(first)} to ${show(last)}`].map((cell) => make("td", {}, String(cell))));
    });
    const head = ["lane", "byte", global ? "sector" : "bank"].map((word) => make("th", { scope: "col" }, word));
    return make("details", {}, make("summary", {}, "Lane by lane"), make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows)));
  }

  function sentence(request) {
    const { cost, ideal, used, moved } = Rules.count(request);
    if (!request.lanes.size) return "No lane takes part: no request.";
    const unit = request.space === "global" ? "sector" : "wavefront";
    const what = `A ${request.space} ${request.store ? "store" : "load"} of ${request.bytes} bytes a lane, ${request.lanes.size} lanes: `;
    return `${what}${cost} ${unit}${cost === 1 ? "" : "s"} (ideal ${ideal}), ${used} of ${moved} bytes used, ${(100 * used / moved).toPrecision(3)} %.`;
  }

  // --- what the reader does --------------------------------------------------------------------------------------------

  function field(label, name, options) {
    const id = `viewer-${name}`;
    const value = state.free[name];
    const change = (event) => {
      const text = event.target.value;
      state.free[name] = typeof FREE[name] === "number" ? Math.max(0, Math.trunc(Number(text)) || 0) : text;
      show();
    };
    const box = options
      ? make("select", { id, onchange: change }, ...Object.entries(options).map(([key, words]) => make("option", { value: key, ...(String(value) === key ? { selected: "" } : {}) }, words)))
      : make("input", { id, value, oninput: change, autocomplete: "off", spellcheck: "false", ...(typeof value === "number" ? { type: "number", min: "0", max: "1000000" } : { size: "28" }) });
    return make("label", { for: id }, `${label} `, box);
  }

  function button(words, able, act) {
    return make("button", { type: "button", ...(able ? {} : { disabled: "" }), onclick: () => { act(); build(); place.querySelector(`[data-is="${words}"]`)?.focus(); }, "data-is": words }, words);
  }

  function controls() {
    if (state.kernel < 0) {
      const presets = make("select", { id: "viewer-preset", onchange: (event) => {
        state.free = { ...FREE, ...ACCESSES[event.target.value] };
        state.preset = event.target.value;
        build();
      } }, ...Object.keys(ACCESSES).map((name) => make("option", name === state.preset ? { selected: "" } : {}, name)));
      return [
        make("p", {}, make("label", { for: "viewer-preset" }, "begin with ", presets)),
        make("p", {}, field("element", "index"), field("where", "where")),
        make("p", {}, field("memory", "space", { global: "global", shared: "shared" }), field("access", "op", { load: "load", store: "store" }),
          field("of", "bytes", { 1: "1 byte", 2: "2 bytes", 4: "4 bytes: float", 8: "8 bytes: float2, double", 16: "16 bytes: float4" })),
        make("p", {}, field("width", "width"), field("height", "height"), field("warp", "warp"), field("rows", "rows"), field("cols", "cols"), field("pad", "pad"), field("base", "base")),
      ];
    }
    const { warps } = TRACES[state.kernel];
    const { requests } = warps[state.warp];
    const go = (warp, request) => () => {
      state.warp = warp;
      state.request = Math.min(request, warps[warp].requests.length - 1);
    };
    return [make("p", {},
      button("← instruction", state.request > 0, go(state.warp, state.request - 1)),
      button("instruction →", state.request + 1 < requests.length, go(state.warp, state.request + 1)),
      button("← warp", state.warp > 0, go(state.warp - 1, state.request)),
      button("warp →", state.warp + 1 < warps.length, go(state.warp + 1, state.request)))];
  }

  function show() {
    const out = place.querySelector(".shown");
    out.textContent = "";
    let request;
    try {
      request = state.kernel < 0 ? free() : traced();
    } catch (error) {
      place.querySelector(".said").textContent = `${error.message[0].toUpperCase()}${error.message.slice(1)}.`;
      return;
    }
    place.querySelector(".said").textContent = sentence(request);
    const of = request.of ? `, of ${request.of}` : "";
    out.append(make("p", {}, `${request.about}${of}`));
    if (request.code) out.append(make("pre", { tabindex: "0" }, request.code));
    if (request.lanes.size) out.append(request.space === "global" ? drawSectors(request) : drawBanks(request), drawLanes(request));
  }

  function build() {
    place.textContent = "";
    const kernels = make("select", { id: "viewer-kernel", onchange: (event) => {
      Object.assign(state, { kernel: Number(event.target.value), warp: 0, request: 0 });
      build();
      place.querySelector("#viewer-kernel").focus();
    } }, make("option", { value: "-1" }, "an access of your own"),
      ...TRACES.map((kernel, i) => make("option", { value: i, ...(i === state.kernel ? { selected: "" } : {}) }, `chapter ${Number(kernel.chapter.slice(0, 2))}: ${kernel.title}`)));
    place.append(make("form", { onsubmit: (event) => event.preventDefault() }, make("p", {}, make("label", { for: "viewer-kernel" }, "Show ", kernels)), ...controls()),
      make("p", { class: "said", role: "status" }), make("div", { class: "shown" }));
    show();
  }

  state.preset = Object.keys(ACCESSES)[0];
  place.hidden = false;
  build();
})();
