// A position of a sudoku: clues, entries, the player's marks, and candidates removed by hand. Which
// digits exclude each other is known to the engine alone.

import { packBits, unpackBits } from "./state.js";

/** Layouts that the page offers: the size, with d for diagonals or w for windows. */
export const LAYOUTS = ["9", "9d", "9w", "4", "6", "8", "12", "16"];

/** Rows and columns of the boxes that are drawn until the engine has answered with the houses. */
const BOXES = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 12: [3, 4], 16: [4, 4] };
const LARGEST = 16;

/**
 * Cells of the layout of a position by name, with the region and the houses of each, and the cages.
 * Without the answer of the engine, only boxes are known.
 */
export function placesOf({ digits, regions }, answer = null) {
  const [high, wide] = (!regions && BOXES[digits]) || [1, digits];
  const cells = Array.from({ length: digits * digits }, (_, cell) => {
    const [row, column] = [Math.floor(cell / digits), cell % digits];
    const box = Math.floor(row / high) * (digits / wide) + Math.floor(column / wide);
    return { name: `r${row + 1}c${column + 1}`, row, column, region: regions?.[cell] ?? `box ${box + 1}`, extra: [], houses: [] };
  });
  const places = new Map(cells.map(({ name }, cell) => [name, cell]));
  const houses = (answer?.houses ?? []).map(({ name, kind, cells: names }) => {
    const members = names.map((cell) => places.get(cell));
    for (const cell of members) {
      cells[cell].houses.push(name);
      if (kind === "box" || kind === "region") cells[cell].region = name;
      if (kind === "window" || kind === "diagonal") cells[cell].extra.push(name);
    }
    return [name, members];
  });
  const cages = answer?.cages ?? [];
  for (const cage of cages) {
    for (const name of cage.cells) cells[places.get(name)].cage = cage;
  }
  // Where a region ends, at the right side of a cell and below it, a line is thick.
  cells.forEach((cell, index) => {
    cell.right = cell.column + 1 < digits && cells[index + 1].region !== cell.region;
    cell.below = cell.row + 1 < digits && cells[index + digits].region !== cell.region;
  });
  const box = { rows: high, columns: wide };
  return { digits, rows: digits, columns: digits, cells, places, houses: new Map(houses), cages, box };
}

/** Reads the sign of a digit: `1` to `9`, then `A` for ten; 0 for an empty cell. */
export function digitOf(sign) {
  const digit = parseInt(sign, 36);
  return Number.isNaN(digit) ? 0 : digit;
}

/** Writes a digit as one sign. */
export function signOf(digit) {
  return digit ? digit.toString(36).toUpperCase() : ".";
}

export class Position {
  /**
   * @param {string} layout one of those that the page offers, or a size
   * @param {{regions?: string, cages?: string}} own letters of regions in place of boxes, and cages
   */
  constructor(layout = "9", { regions, cages } = {}) {
    const size = Number(layout);
    const isKnown = LAYOUTS.includes(layout) || (regions && size >= 2 && size <= LARGEST);
    this.layout = isKnown ? layout : "9";
    this.regions = regions || undefined;
    this.cages = cages || undefined;
    this.digits = parseInt(this.layout, 10);
    this.size = this.digits * this.digits;
    this.clues = new Array(this.size).fill(0);
    this.entries = new Array(this.size).fill(0);
    /** For each cell and digit, true for a mark of the player. */
    this.mine = new Array(this.size * this.digits).fill(false);
    /** For each cell and digit, true for a candidate removed by hand. */
    this.removed = new Array(this.size * this.digits).fill(false);
  }

  /** Returns a position of this layout with the clues of a grid. */
  with(grid, removed = null) {
    const position = new Position(this.layout, this);
    [...grid].slice(0, position.size).forEach((sign, cell) => {
      const digit = digitOf(sign);
      position.clues[cell] = digit <= position.digits ? digit : 0;
    });
    removed?.forEach((signs, cell) => {
      for (const sign of signs) position.removed[position.bit(cell, digitOf(sign))] = true;
    });
    return position;
  }

  /** Returns an empty position of a layout as the engine describes it. */
  static in({ size, diagonals, windows, ...own }) {
    return new Position(`${size}${diagonals ? "d" : windows ? "w" : ""}`, own);
  }

  static fromFields(fields) {
    const own = { regions: fields.get("r"), cages: fields.get("g") };
    const position = new Position(fields.get("v") ?? "9", own).with(fields.get("p") ?? "");
    [...(fields.get("a") ?? "")].slice(0, position.size).forEach((sign, cell) => {
      const digit = digitOf(sign);
      if (!position.clues[cell] && digit <= position.digits) position.entries[cell] = digit;
    });
    position.mine = unpackBits(fields.get("n"), position.mine.length);
    position.removed = unpackBits(fields.get("m"), position.removed.length);
    return position;
  }

  toFields() {
    const fields = new URLSearchParams();
    if (this.layout !== "9") fields.set("v", this.layout);
    if (this.regions) fields.set("r", this.regions);
    if (this.cages) fields.set("g", this.cages);
    if (this.clues.some(Boolean)) fields.set("p", this.puzzle);
    if (this.entries.some(Boolean)) fields.set("a", this.entries.map(signOf).join(""));
    if (this.mine.some(Boolean)) fields.set("n", packBits(this.mine));
    if (this.removed.some(Boolean)) fields.set("m", packBits(this.removed));
    return fields;
  }

  /** Index of a digit in a cell among the bits of all marks. */
  bit(cell, digit) {
    return cell * this.digits + digit - 1;
  }

  value(cell) {
    return this.clues[cell] || this.entries[cell];
  }

  get puzzle() {
    return this.clues.map(signOf).join("");
  }

  /** True if the puzzle has digits or cages. */
  get hasClues() {
    return Boolean(this.cages) || this.clues.some(Boolean);
  }

  get isEmpty() {
    return !this.hasClues && !this.entries.some(Boolean);
  }

  /** Signs of the removed candidates of each cell, or undefined if there are none. */
  get removals() {
    if (!this.removed.some(Boolean)) return undefined;
    return this.clues.map((_, cell) => this.signs(this.removed, cell));
  }

  /** Signs of the digits of a cell that are set in marks. */
  signs(marks, cell) {
    let signs = "";
    for (let digit = 1; digit <= this.digits; digit += 1) {
      if (marks[this.bit(cell, digit)]) signs += signOf(digit);
    }
    return signs;
  }

  /** The members of a request that describe the board. */
  get board() {
    const attempt = this.clues.map((_, cell) => signOf(this.value(cell))).join("");
    return { ...this.rules, puzzle: this.puzzle, attempt, removed: this.removals };
  }

  /** The same for questions about the puzzle: its clues, or the entries of a board without clues. */
  get given() {
    return this.hasClues ? { ...this.rules, puzzle: this.puzzle } : this.board;
  }

  /** The member of a request that describes the layout; none for the classic one. */
  get rules() {
    const { layout, digits, regions, cages } = this;
    if (layout === "9" && !this.isOwn) return {};
    const isWith = (mark) => layout.endsWith(mark) || undefined;
    return { layout: { size: digits, diagonals: isWith("d"), windows: isWith("w"), regions, cages } };
  }

  /** True if the layout is that of this puzzle alone: with regions or cages. */
  get isOwn() {
    return Boolean(this.regions || this.cages);
  }

  /** Name of the layout among all. */
  get key() {
    return JSON.stringify(this.rules);
  }

  /** The module that knows the layout. */
  get module() {
    return this.rules.layout ? "variants" : "sudoku";
  }
}
