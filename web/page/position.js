// A position of a sudoku: clues, entries, the player's marks, and candidates removed by hand. Which
// digits exclude each other is known to the engine alone.

import { packBits, unpackBits } from "./state.js";

/** Layouts that the page offers: name in a link, and the layout for the engine. */
export const LAYOUTS = new Map([
  ["9", null],
  ["9d", { size: 9, diagonals: true }],
  ["9w", { size: 9, windows: true }],
  ["4", { size: 4 }],
  ["6", { size: 6 }],
  ["8", { size: 8 }],
  ["12", { size: 12 }],
  ["16", { size: 16 }],
]);

/** Rows and columns of the boxes that are drawn until the engine has answered with the houses. */
const BOXES = { 4: [2, 2], 6: [2, 3], 8: [2, 4], 9: [3, 3], 12: [3, 4], 16: [4, 4] };

/**
 * Cells of a layout by name, the box of each, and the houses; the houses are empty without the
 * answer of the engine.
 */
export function placesOf(digits, answer = null) {
  const [high, wide] = BOXES[digits];
  const cells = Array.from({ length: digits * digits }, (_, cell) => {
    const [row, column] = [Math.floor(cell / digits), cell % digits];
    const box = Math.floor(row / high) * (digits / wide) + Math.floor(column / wide);
    return { name: `r${row + 1}c${column + 1}`, row, column, box, houses: [] };
  });
  const places = new Map(cells.map(({ name }, cell) => [name, cell]));
  const houses = (answer?.houses ?? []).map((house) => {
    const members = house.cells.map((name) => places.get(name));
    for (const cell of members) cells[cell].houses.push(house.name);
    return [house.name, members];
  });
  const box = { rows: high, columns: wide };
  return { digits, rows: digits, columns: digits, cells, places, houses: new Map(houses), box };
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
  constructor(layout = "9") {
    this.layout = LAYOUTS.has(layout) ? layout : "9";
    this.digits = parseInt(this.layout, 10);
    this.size = this.digits * this.digits;
    this.clues = new Array(this.size).fill(0);
    this.entries = new Array(this.size).fill(0);
    /** For each cell and digit, true for a mark of the player. */
    this.mine = new Array(this.size * this.digits).fill(false);
    /** For each cell and digit, true for a candidate removed by hand. */
    this.removed = new Array(this.size * this.digits).fill(false);
  }

  /** Returns a position with the clues of a grid. */
  static of(grid, layout = "9", removed = null) {
    const position = new Position(layout);
    [...grid].slice(0, position.size).forEach((sign, cell) => {
      const digit = digitOf(sign);
      position.clues[cell] = digit <= position.digits ? digit : 0;
    });
    removed?.forEach((signs, cell) => {
      for (const sign of signs) position.removed[position.bit(cell, digitOf(sign))] = true;
    });
    return position;
  }

  static fromFields(fields) {
    const position = Position.of(fields.get("p") ?? "", fields.get("v") ?? "9");
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

  get isEmpty() {
    return !this.clues.some(Boolean) && !this.entries.some(Boolean);
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
    return this.clues.some(Boolean) ? { ...this.rules, puzzle: this.puzzle } : this.board;
  }

  get rules() {
    const layout = LAYOUTS.get(this.layout);
    return layout ? { layout } : {};
  }

  /** The module that knows the layout. */
  get module() {
    return LAYOUTS.get(this.layout) ? "variants" : "sudoku";
  }
}
