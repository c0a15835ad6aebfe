// The viewer: one request of a warp at a time, of a kernel that the simulator has traced or of the reader's own making.
"use strict";
(() => {
  const place = document.getElementById("viewer");
  if (!place) return;
  const { make, draw, sentence } = Drawing;
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
    out.append(...draw(request));
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
      make("p", { class: "said", role: "status" }), make("div", { class: "shown drawn" }));
    show();
  }

  state.preset = Object.keys(ACCESSES)[0];
  place.hidden = false;
  build();
})();
