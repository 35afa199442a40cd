
(() => {
  "use strict";
  const $ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const reveal = (element) => { if (element) element.hidden = false; };

  // Filter and toggle; the address keeps their state, so that a view can be sent to others.
  const controls = document.getElementById("controls");
  if (controls) {
    const filter = document.getElementById("filter");
    const only = document.getElementById("only");
    const shown = document.getElementById("shown");
    const rows = $("tr[data-op]");
    const cards = $("article[data-op]");
    const matches = (element, text) => element.dataset.op.toLowerCase().includes(text);
    const apply = () => {
      const text = filter.value.trim().toLowerCase();
      const ops = new Set();
      const left = new Set();
      for (const row of rows) {
        ops.add(row.dataset.op);
        row.hidden = !matches(row, text) || (only.checked && !row.classList.contains("differs"));
        if (!row.hidden) left.add(row.dataset.op);
      }
      for (const card of cards) card.hidden = !matches(card, text);
      for (const body of $(".matrix tbody")) {
        body.hidden = $("tr[data-op]", body).every((row) => row.hidden);
      }
      shown.textContent = text || only.checked ? `${left.size} of ${ops.size} ops shown` : "";
    };
    const keep = () => {
      const query = new URLSearchParams();
      if (filter.value) query.set("q", filter.value);
      if (only.checked) query.set("only", "1");
      const search = query.toString();
      try {
        history.replaceState(null, "", (search ? "?" + search : location.pathname) + location.hash);
      } catch { /* some browsers do not allow it on file: pages */ }
    };
    const query = new URLSearchParams(location.search);
    filter.value = query.get("q") || "";
    only.checked = query.get("only") === "1";
    controls.addEventListener("input", () => { apply(); keep(); });
    controls.addEventListener("submit", (event) => event.preventDefault());
    document.addEventListener("keydown", (event) => {
      const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        filter.focus();
      }
    });
    reveal(controls);
    apply();
  }

  // Copy buttons. The clipboard API is not there on every file: page.
  const copyByCommand = (text) => {
    const area = document.createElement("textarea");
    area.value = text;
    area.setAttribute("readonly", "");
    area.className = "offscreen";
    document.body.append(area);
    area.select();
    let done = false;
    try { done = document.execCommand("copy"); } catch { done = false; }
    area.remove();
    return done;
  };
  const copy = async (text) => {
    if (navigator.clipboard) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch { /* not permitted: the old way */ }
    }
    return copyByCommand(text);
  };
  for (const button of $("button.copy")) {
    reveal(button);
    button.addEventListener("click", async () => {
      const code = button.closest(".code").querySelector("code");
      const done = await copy(code.textContent);
      button.focus();
      if (!done) getSelection().selectAllChildren(code);
      button.textContent = done ? "Copied" : "Selected: press Ctrl+C";
      setTimeout(() => { button.textContent = "Copy"; }, 2500);
    });
  }

  // Open all, close all.
  for (const button of $("button.all")) {
    const cards = $("article > details", button.closest("section"));
    button.hidden = cards.length < 2;
    const name = () => {
      button.textContent = cards.every((card) => card.open) ? "Close all" : "Open all";
    };
    button.addEventListener("click", () => {
      const open = !cards.every((card) => card.open);
      for (const card of cards) card.open = open;
      name();
    });
    for (const card of cards) card.addEventListener("toggle", name);
    name();
  }

  // A link to something closed opens it.
  const openTarget = () => {
    let element = null;
    try { element = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === "DETAILS") at.open = true;
      at.hidden = false;
    }
    if (element) element.scrollIntoView();
  };
  addEventListener("hashchange", openTarget);
  if (location.hash) openTarget();

  // Counts of matrix cells: by pointer, tap, or arrow keys.
  const tip = document.getElementById("tip");
  const place = (cell) => {
    const table = cell.closest("table");
    const row = cell.parentElement;
    const head = table.tHead.rows[table.tHead.rows.length - 1].cells[cell.cellIndex];
    const column = head ? head.innerText.trim().replace(/\s+/g, " ") : "";
    const op = row.cells[0].innerText.trim();
    const counts = cell.dataset.tip;
    tip.textContent = `${op}, ${column}: ${counts}`;
    tip.hidden = false;
    const box = cell.getBoundingClientRect();
    const own = tip.getBoundingClientRect();
    const left = Math.min(Math.max(4, box.left + box.width / 2 - own.width / 2), innerWidth - own.width - 4);
    const above = box.top - own.height - 6;
    tip.style.left = `${Math.max(4, left)}px`;
    tip.style.top = `${above > 4 ? above : box.bottom + 6}px`;
  };
  const hideTip = () => { tip.hidden = true; };
  // Browsers show a title late and never on touch: it becomes the tip.
  for (const cell of $(".matrix td[title]")) {
    cell.dataset.tip = cell.title;
    cell.removeAttribute("title");
  }
  const cellOf = (event) => event.target.closest ? event.target.closest(".matrix td[data-tip]") : null;
  for (const table of $(".matrix")) {
    const first = table.querySelector("td[data-tip]");
    if (!first) continue;
    first.tabIndex = 0;
    let current = first;
    const go = (cell) => {
      current.tabIndex = -1;
      current = cell;
      cell.tabIndex = 0;
      cell.focus({ preventScroll: true });
      cell.scrollIntoView({ block: "nearest", inline: "nearest" });
      place(cell);
    };
    const step = (cell, down, right) => {
      let row = cell.parentElement;
      if (right) {
        const next = row.cells[cell.cellIndex + right];
        return next && next.dataset.tip ? next : null;
      }
      const all = $("tr", table);
      for (let i = all.indexOf(row) + down; i >= 0 && i < all.length; i += down) {
        const next = all[i].cells[cell.cellIndex];
        if (all[i].offsetParent && next && next.dataset.tip) return next;
      }
      return null;
    };
    table.addEventListener("pointerover", (event) => {
      const cell = cellOf(event);
      if (cell) place(cell); else hideTip();
    });
    table.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse") hideTip(); });
    table.addEventListener("click", (event) => { const cell = cellOf(event); if (cell) go(cell); });
    table.addEventListener("focusin", (event) => { const cell = cellOf(event); if (cell) place(cell); });
    table.addEventListener("focusout", hideTip);
    table.addEventListener("keydown", (event) => {
      const cell = cellOf(event);
      const move = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
      if (event.key === "Escape") hideTip();
      if (!cell || !move) return;
      event.preventDefault();
      const next = step(cell, ...move);
      if (next) go(next);
    });
  }
  addEventListener("scroll", hideTip, { passive: true });
  for (const hint of $(".hint")) reveal(hint);
})();
