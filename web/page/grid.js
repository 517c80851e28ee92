// A board as a table with the role of a grid: one tab stop, and keys that move in it.

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/**
 * @typedef {object} GridEvents
 * @property {(cell: number, event: KeyboardEvent) => boolean} [key] a key that does not move; returns true if it is used
 * @property {(cell: number, event: PointerEvent) => void} [press] a press on a cell
 * @property {(cell: number) => void} [drag] the pressed pointer enters another cell
 * @property {(cell: number) => void} [release] the pointer is released; the cell where it was pressed
 * @property {(cell: number) => void} [select] another cell is the current one
 */

export class Grid {
  rows = 0;
  columns = 0;
  /** Cells that Ctrl and an arrow key jump over: rows and columns of a box. */
  box = { rows: 0, columns: 0 };
  #table;
  #cells = [];
  #events;
  #current = 0;
  #pressed = -1;
  #entered = -1;

  /**
   * @param {HTMLTableElement} table
   * @param {GridEvents} events
   */
  constructor(table, events) {
    this.#table = table;
    this.#events = events;
    table.addEventListener("keydown", (event) => this.#keyDown(event));
    table.addEventListener("focusin", (event) => this.#select(this.#indexOf(event.target)));
    table.addEventListener("pointerdown", (event) => this.#pointerDown(event));
    table.addEventListener("pointermove", (event) => this.#pointerMove(event));
    for (const end of ["pointerup", "pointercancel"]) {
      document.addEventListener(end, () => this.#pointerUp());
    }
  }

  /** Gives the grid a size. Cells are created anew if it changes. */
  resize(rows, columns, box = { rows: 0, columns: 0 }) {
    this.box = box;
    if (rows === this.rows && columns === this.columns) return;
    this.rows = rows;
    this.columns = columns;
    this.#current = 0;
    this.#cells = [];
    const lines = Array.from({ length: rows }, () => {
      const line = document.createElement("tr");
      line.setAttribute("role", "row");
      for (let column = 0; column < columns; column += 1) {
        const cell = document.createElement("td");
        cell.setAttribute("role", "gridcell");
        cell.tabIndex = this.#cells.length ? -1 : 0;
        this.#cells.push(cell);
        line.append(cell);
      }
      return line;
    });
    const body = document.createElement("tbody");
    body.setAttribute("role", "rowgroup");
    body.append(...lines);
    this.#table.replaceChildren(body);
    this.#table.style.setProperty("--rows", rows);
    this.#table.style.setProperty("--columns", columns);
  }

  get cells() {
    return this.#cells;
  }

  get current() {
    return this.#current;
  }

  get hasFocus() {
    return this.#table.contains(document.activeElement);
  }

  /** Makes a cell the current one, and moves the focus to it. */
  focus(cell = this.#current) {
    this.#select(cell);
    this.#cells[cell]?.focus({ preventScroll: false });
  }

  /** Sets the attributes of a cell that speak: its label and its states. */
  describe(cell, label, { readOnly = false, invalid = false } = {}) {
    const element = this.#cells[cell];
    setAttribute(element, "aria-label", label);
    setAttribute(element, "aria-readonly", readOnly ? "true" : null);
    setAttribute(element, "aria-invalid", invalid ? "true" : null);
  }

  #select(cell) {
    if (cell < 0 || cell >= this.#cells.length) return;
    const before = this.#cells[this.#current];
    if (before) {
      before.tabIndex = -1;
      before.classList.remove("current");
    }
    this.#current = cell;
    this.#cells[cell].tabIndex = 0;
    this.#cells[cell].classList.add("current");
    this.#events.select?.(cell);
  }

  #indexOf(element) {
    const cell = element instanceof Element ? element.closest("td") : null;
    return cell ? this.#cells.indexOf(cell) : -1;
  }

  #keyDown(event) {
    const target = event.altKey || event.metaKey ? -1 : this.#target(event);
    if (target >= 0) {
      event.preventDefault();
      this.focus(target);
    } else if (this.#events.key?.(this.#current, event)) {
      event.preventDefault();
    }
  }

  /** Returns the cell that a key moves to, or -1 if it does not move. */
  #target(event) {
    const row = Math.floor(this.#current / this.columns);
    const column = this.#current % this.columns;
    const arrow = ARROWS[event.key];
    if (arrow && !event.shiftKey) {
      const step = event.ctrlKey ? [this.box.rows, this.box.columns] : [1, 1];
      const to = [row + arrow[0] * (step[0] || this.rows), column + arrow[1] * (step[1] || this.columns)];
      return within(to[0], this.rows) * this.columns + within(to[1], this.columns);
    }
    if (event.key === "Home") return event.ctrlKey ? 0 : row * this.columns;
    if (event.key === "End") {
      return event.ctrlKey ? this.#cells.length - 1 : (row + 1) * this.columns - 1;
    }
    return -1;
  }

  #pointerDown(event) {
    const cell = this.#indexOf(event.target);
    if (cell < 0 || event.button !== 0) return;
    event.preventDefault();
    this.focus(cell);
    this.#pressed = cell;
    this.#entered = cell;
    this.#events.press?.(cell, event);
  }

  #pointerMove(event) {
    if (this.#pressed < 0 || !this.#events.drag) return;
    // A finger captures the pointer where it was pressed; the element below it has to be found.
    const cell = this.#indexOf(document.elementFromPoint(event.clientX, event.clientY));
    if (cell < 0 || cell === this.#entered) return;
    this.#entered = cell;
    this.#events.drag(cell);
  }

  #pointerUp() {
    if (this.#pressed < 0) return;
    const cell = this.#pressed;
    this.#pressed = -1;
    this.#events.release?.(cell);
  }
}

function within(value, length) {
  return Math.min(Math.max(value, 0), length - 1);
}

/** Sets an attribute, or removes it if the value is null; equal values are left alone. */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}
