// The pieces of a cover: a set from the engine, pieces drawn by hand, and the copies of each.

import { Grid } from "./grid.js";
import { shape } from "./overlay.js";
import { announce, byId, element, fillChoices } from "./parts.js";
import { words } from "./words.js";

const OWN = 5;
const ANY = "any";

/** Reads a cell such as `1.5`. */
export function pairOf(cell) {
  return cell.split(".").map(Number);
}

export class Pieces {
  set = "5";
  /** Name, cells as pairs, and copies as the engine reads them; "0" if the piece is left out. */
  list = [];
  #engine;
  #edit;
  #known = new Map();
  #wanted = null;
  #kept = new URLSearchParams();

  /**
   * @param {Engine} engine
   * @param {(change: () => void) => void} edit changes the board as one edit
   */
  constructor(engine, edit) {
    this.#engine = engine;
    this.#edit = edit;
    byId("covers-all").addEventListener("click", () => this.#setCopies(({ copies }) => (copies === "0" ? "1" : copies)));
    byId("covers-none").addEventListener("click", () => this.#setCopies(() => "0"));
    this.#startOwnPiece();
  }

  get chosen() {
    return this.list.filter(({ copies }) => copies !== "0");
  }

  /** Writes the pieces to a link; until they are known, those that the link had. */
  write(fields) {
    fields.set("s", this.set);
    if (this.#wanted) {
      this.#kept.forEach((value, name) => fields.set(name, value));
      return;
    }
    const { chosen } = this;
    if (chosen.length < this.list.length || chosen.some(({ copies }) => copies !== "1")) {
      fields.set("c", chosen.map(({ name, copies }) => (copies === "1" ? name : `${name}:${copies}`)).join(",") || "-");
    }
    const own = this.list.filter(({ isOwn }) => isOwn);
    if (own.length) fields.set("o", own.map(({ name, cells }) => `${name}:${cells.map((cell) => cell.join(".")).join("_")}`).join(","));
  }

  /** Takes the pieces of a link; resolves once the engine has answered. */
  async read(fields) {
    this.set = words.pieceSets.some(([value]) => value === fields.get("s")) ? fields.get("s") : "5";
    byId("covers-set").value = this.set;
    const split = (name) => (fields.get(name) ?? "").split(",").filter(Boolean).map((text) => text.split(":"));
    const copies = fields.has("c") ? new Map(split("c").map(([name, number = "1"]) => [name, number])) : null;
    const isKnown = (number) => words.copies.some(([value]) => value === number);
    const own = split("o").map(([name, cells = "1.1"]) => ({ name, cells: cells.split("_").map(pairOf), isOwn: true }));
    this.#kept = new URLSearchParams(["c", "o"].filter((name) => fields.has(name)).map((name) => [name, fields.get(name)]));
    const wanted = (this.#wanted = {});
    this.list = [];
    if (!this.#known.has(this.set)) {
      const { pieces } = await this.#engine.quick("cover", { ask: "cover-pieces", all: this.set });
      this.#known.set(this.set, pieces.map(({ name, cells }) => ({ name, cells: cells.map(pairOf), isOwn: false })));
    }
    if (wanted !== this.#wanted) return;
    this.#wanted = null;
    this.list = [...this.#known.get(this.set), ...own].map((piece) => {
      const number = copies ? (copies.get(piece.name) ?? "0") : "1";
      return { ...piece, copies: number === "0" || isKnown(number) ? number : "1" };
    });
    this.render();
  }

  /** The members of a request that describe the pieces for a board with a number of cells. */
  request(cells) {
    const isUnlimited = this.chosen.every(({ copies }) => copies === ANY);
    const pieces = this.chosen.map((piece) => drawText(piece, isUnlimited, cells)).join("\n");
    return isUnlimited ? { pieces, unlimited: true } : { pieces };
  }

  render() {
    const items = this.list.map((piece, index) => {
      const isChosen = piece.copies !== "0";
      const set = (copies) => this.#setCopies((other) => (other === this.list[index] ? copies : other.copies));
      const tick = element("input", { type: "checkbox", "data-piece": piece.name, change: () => set(tick.checked ? "1" : "0") });
      tick.checked = isChosen;
      const copies = element("select", { "aria-label": words.copiesOf(piece.name), "data-copies": piece.name, change: () => set(copies.value) });
      fillChoices(copies, words.copies);
      copies.value = isChosen ? piece.copies : "1";
      copies.disabled = !isChosen;
      return element("li", {}, element("label", { class: "tick" }, tick, drawPiece(piece.cells), piece.name), copies);
    });
    // The focus stays where it was although the list is new.
    const [kind, name] = Object.entries(document.activeElement?.dataset ?? {})[0] ?? [];
    byId("covers-pieces").replaceChildren(...items);
    if (kind === "piece" || kind === "copies") byId("covers-pieces").querySelector(`[data-${kind}="${CSS.escape(name)}"]`)?.focus();
  }

  #setCopies(change) {
    this.#edit(() => {
      this.list = this.list.map((piece) => ({ ...piece, copies: change(piece) }));
    });
    this.render();
  }

  #startOwnPiece() {
    const cells = new Set();
    const toggle = (cell) => {
      if (!cells.delete(cell)) cells.add(cell);
      render();
    };
    const pad = new Grid(byId("own-grid"), {
      press: toggle,
      key: (cell, event) => [" ", "Enter"].includes(event.key) && (toggle(cell), true),
    });
    const render = () =>
      pad.cells.forEach((cell, index) => {
        cell.classList.toggle("hue", cells.has(index));
        pad.describe(index, words.ownCell(Math.floor(index / OWN), index % OWN, cells.has(index)));
      });
    const clear = () => {
      cells.clear();
      render();
    };
    pad.resize(OWN, OWN);
    byId("own-grid").style.setProperty("--hue", "220");
    render();
    byId("own-clear").addEventListener("click", clear);
    byId("own-add").addEventListener("click", () => {
      if (!cells.size) return announce(words.emptyPiece, true);
      const names = new Set(this.list.map(({ name }) => name));
      const name = Array.from({ length: 99 }, (_, number) => `own${number + 1}`).find((free) => !names.has(free));
      const drawn = [...cells].sort((a, b) => a - b).map((cell) => [Math.floor(cell / OWN) + 1, (cell % OWN) + 1]);
      this.#edit(() => this.list.push({ name, cells: drawn, copies: "1", isOwn: true }));
      this.render();
      clear();
      return announce(words.pieceAdded(name));
    });
  }
}

/** Draws a piece as text for the engine, below its number of copies and its name. */
function drawText({ name, cells, copies }, isUnlimited, most) {
  const [top, left] = [0, 1].map((axis) => Math.min(...cells.map((cell) => cell[axis])));
  const [rows, columns] = [0, 1].map((axis) => Math.max(...cells.map((cell) => cell[axis])));
  const isCell = (row, column) => cells.some((cell) => cell[0] === row && cell[1] === column);
  const lines = [];
  for (let row = top; row <= rows; row += 1) {
    lines.push(Array.from({ length: columns - left + 1 }, (_, column) => (isCell(row, left + column) ? "#" : ".")).join(""));
  }
  const number = copies === ANY ? `0-${Math.max(1, Math.floor(most / cells.length))}` : copies;
  return `${isUnlimited || copies === "1" ? name : `${number} ${name}`}\n${lines.join("\n")}\n`;
}

function drawPiece(cells) {
  const size = Math.max(4, ...cells.flat());
  const squares = cells.map(([row, column]) => shape("rect", { x: column - 1, y: row - 1, width: 1, height: 1 }));
  return shape("svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, ...squares);
}
