// The view of sudokus: its board, its marks, and what a person types. Questions about the puzzle are
// in the files that this one starts.

import { renderCells, renderHighlight } from "./cells.js";
import { Dropped } from "./engine.js";
import { Grid, setAttribute } from "./grid.js";
import { startMaking } from "./making.js";
import { drawStep, markColumns } from "./overlay.js";
import { announce, button, byId, choose, explainError, onChoice } from "./parts.js";
import { startPlay } from "./play.js";
import { Position, digitOf, placesOf, signOf } from "./position.js";
import { startQuestions } from "./questions.js";
import { startSheets } from "./sheets.js";
import { startSteps } from "./steps.js";
import { words } from "./words.js";

export class SudokuView {
  name = "sudoku";
  position = new Position();
  layout = placesOf(this.position);
  /** Grows with each change of the board; answers about an older board are dropped. */
  revision = 0;
  /** Candidates of each cell, from the engine; empty until it has answered. */
  candidates = [];
  clashes = [];
  /** What is shown in place of the player's board: a solution, or a step. */
  #exhibit = null;
  #marked = new Map();
  #mode = "clue";
  #locked = 0;
  #listeners = [];
  #layouts = new Map();

  constructor({ engine, boards, settings }) {
    this.engine = engine;
    this.boards = () => boards();
    this.settings = settings;
    this.grid = new Grid(byId("sudoku-grid"), {
      key: (cell, event) => this.#key(cell, event),
      press: (cell) => this.#press(cell),
      select: () => renderHighlight(this, this.#exhibit),
    });
    onChoice(byId("sudoku-mode"), (mode) => this.#setMode(mode));
    onChoice(byId("sudoku-shown"), (shown) => this.setShown(shown));
    byId("sudoku-lock").addEventListener("click", () => this.#lock(this.#locked ? 0 : -1));
    choose(byId("sudoku-shown"), settings.get("shown"));
    this.#build();
    const parts = [startPlay, startMaking, startSteps, startQuestions, startSheets];
    [this.play, this.making, this.steps] = parts.map((start) => start(this));
  }

  /** Calls a listener whenever the board has changed. */
  onChange(listener) {
    this.#listeners.push(listener);
  }

  // The board in links.

  capture() {
    const fields = this.position.toFields();
    const step = this.steps?.shownNumber ?? 0;
    if (step) fields.set("k", step);
    return fields;
  }

  restore(fields) {
    this.#take(Position.fromFields(fields));
    const step = Number(fields.get("k"));
    if (step > 0) this.steps.open(step);
    this.making.boardChanged();
  }

  // Changes of the board.

  /** Changes the position, as one edit that Undo takes back. */
  edit(change) {
    this.leaveExhibit();
    change(this.position);
    this.#changed();
    this.boards().edited();
  }

  /** Shows another puzzle. */
  replace(position) {
    this.#take(position);
    this.boards().replaced();
    this.making.boardChanged();
  }

  enter(cell, digit) {
    if (digit > this.position.digits) return;
    if (this.#mode === "mark") return this.toggleMark(cell, digit);
    const { clues, entries } = this.position;
    if (this.#mode === "digit" && clues[cell]) return announce(words.isClue);
    this.edit(() => {
      const digits = this.#mode === "clue" ? clues : entries;
      digits[cell] = digits[cell] === digit ? 0 : digit;
      if (this.#mode === "clue") entries[cell] = 0;
    });
    announce(this.grid.cells[cell].getAttribute("aria-label"));
  }

  erase(cell) {
    const { clues, entries, mine, digits } = this.position;
    if (clues[cell] && this.#mode !== "clue") return announce(words.isClue);
    this.edit((position) => {
      if (position.value(cell)) clues[cell] = entries[cell] = 0;
      else mine.fill(false, cell * digits, (cell + 1) * digits);
    });
  }

  /** Sets or removes a mark of the player; where all candidates are shown, removes one of them. */
  toggleMark(cell, digit) {
    const { position } = this;
    if (position.value(cell)) return;
    const bit = position.bit(cell, digit);
    if (this.settings.get("shown") !== "all") {
      if (this.settings.get("shown") === "none") this.setShown("mine");
      this.edit(() => (position.mine[bit] = !position.mine[bit]));
    } else if (position.removed[bit] || this.candidates[cell].includes(signOf(digit))) {
      this.edit(() => (position.removed[bit] = !position.removed[bit]));
    }
  }

  setShown(shown) {
    this.settings.set("shown", shown);
    choose(byId("sudoku-shown"), shown);
    this.render();
  }

  // What is shown.

  /** Shows a full grid in place of the empty cells; `equal` are the cells equal in all solutions. */
  showGrid(grid, equal = null) {
    this.#exhibit = { grid, equal };
    this.render();
  }

  /** Shows a step above the candidates before it. A cell with one candidate is shown as solved. */
  showStep(step, candidates, isSolved = true) {
    const signs = (cell) => candidates[this.layout.places.get(cell)] ?? "";
    const before = (cell, digit) => signs(cell).includes(signOf(digit));
    const placed = step.placed.filter(({ cell }) => !isSolved || signs(cell).length > 1);
    this.#exhibit = { step: { ...step, placed, before }, candidates, isSolved };
    this.render();
  }

  /** Shows a step above the player's board; candidates only if the step is about them. */
  showHint(step) {
    const isPlain = !step.removed.length && !step.edges && this.settings.get("shown") === "none";
    const placed = new Map(step.placed.map(({ cell, digit }) => [this.layout.places.get(cell), signOf(digit)]));
    this.showStep(step, isPlain ? this.candidates.map((_, cell) => placed.get(cell) ?? "") : this.candidates, false);
  }

  /** Marks cells, such as wrong ones or those of a hint, until the board changes. */
  mark(cells, kind) {
    this.#marked = new Map(cells.map((name) => [this.layout.places.get(name), kind]));
    this.render();
  }

  /** Returns to the player's board. */
  leaveExhibit() {
    this.#marked = new Map();
    if (!this.#exhibit) return;
    this.#exhibit = null;
    this.render();
  }

  render() {
    byId("sudoku-grid").classList.toggle("caged", this.layout.cages.length > 0);
    renderCells(this, { exhibit: this.#exhibit, marked: this.#marked, isEditing: this.#mode === "clue" });
    drawStep(byId("sudoku-overlay"), this.#exhibit?.step ?? null, this.layout);
  }

  // Keys of the view, wherever the focus is outside of text fields.

  command(key) {
    const commands = {
      h: () => byId("sudoku-hint").click(),
      c: () => byId("sudoku-check").click(),
      n: () => this.#nextCell(),
      "[": () => this.steps.turn(-1),
      "]": () => this.steps.turn(1),
    };
    if (this.position.digits > 9 && this.grid.hasFocus && key !== "[" && key !== "]") return false;
    commands[key]?.();
    return key in commands;
  }

  paste(text) {
    this.making.read(text);
  }

  /** Line for the program that answers what the page shows. */
  commandLine() {
    return words.sudokuCommand(this.position, this.steps.shownNumber);
  }

  // Parts.

  #take(position) {
    this.#exhibit = null;
    this.#marked = new Map();
    const isOther = position.key !== this.position.key;
    this.position = position;
    if (isOther) this.#build();
    this.#setMode(position.hasClues ? (this.#mode === "mark" ? "mark" : "digit") : "clue");
    this.#changed();
  }

  #changed() {
    this.revision += 1;
    // The candidates of the board before stay until the engine has answered, so that nothing flickers.
    if (this.candidates.length !== this.position.size) {
      this.candidates = this.position.clues.map(() => "");
      this.clashes = [];
    }
    this.render();
    this.#listeners.forEach((listener) => listener());
    this.#askCandidates();
  }

  async #askCandidates() {
    const { position } = this;
    try {
      const request = { ask: "candidates", ...position.board };
      const { candidates, clashes, empty } = await this.engine.quick(position.module, request, this);
      Object.assign(this, { candidates, clashes, empty });
      await this.#learnLayout();
      this.render();
      this.play.boardAnswered();
    } catch (error) {
      if (!(error instanceof Dropped)) byId("sudoku-status").textContent = explainError(error);
    }
  }

  async #learnLayout() {
    const { key, module, rules } = this.position;
    if (this.#layouts.has(key)) return;
    const answer = await this.engine.quick(module, { ask: "layout", ...rules });
    this.#layouts.set(key, answer);
    if (key !== this.position.key) return;
    this.layout = placesOf(this.position, answer);
    this.making.layoutKnown(answer);
  }

  /** Builds the grid and the pad for the layout of the position. */
  #build() {
    const { digits, key } = this.position;
    this.layout = placesOf(this.position, this.#layouts.get(key));
    this.grid.resize(digits, digits, this.layout.box);
    byId("sudoku-grid").style.setProperty("--across", markColumns(digits));
    const pad = Array.from({ length: digits }, (_, index) => {
      const press = () => (this.#locked ? this.#lock(index + 1) : this.enter(this.grid.current, index + 1));
      return button(signOf(index + 1), press);
    });
    const erase = button(words.erase, () => this.erase(this.grid.current), { class: "word", id: "sudoku-erase" });
    byId("sudoku-pad").replaceChildren(...pad, erase);
    this.#lock(0);
  }

  #setMode(mode) {
    this.#mode = mode;
    choose(byId("sudoku-mode"), mode);
    this.render();
  }

  /** Keeps a digit for the cells that are pressed next; -1 waits for the digit, 0 ends it. */
  #lock(digit) {
    this.#locked = digit;
    setAttribute(byId("sudoku-lock"), "aria-pressed", String(digit !== 0));
    [...byId("sudoku-pad").children].slice(0, -1).forEach((pad, index) => {
      setAttribute(pad, "aria-pressed", digit ? String(digit === index + 1) : null);
    });
  }

  #press(cell) {
    if (this.#locked > 0) this.enter(cell, this.#locked);
  }

  #key(cell, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key === " ") {
      this.#setMode(this.#mode === "mark" ? (this.position.hasClues ? "digit" : "clue") : "mark");
      announce(words.modes[this.#mode]);
    } else if (["0", ".", "Delete", "Backspace"].includes(event.key)) {
      this.erase(cell);
    } else if (event.shiftKey && /^(Digit|Numpad)[1-9]$/.test(event.code)) {
      this.toggleMark(cell, Number(event.code.slice(-1)));
      announce(this.grid.cells[cell].getAttribute("aria-label"));
    } else if (/^[0-9a-z]$/i.test(event.key) && digitOf(event.key) <= this.position.digits) {
      this.enter(cell, digitOf(event.key));
    } else {
      return false;
    }
    return true;
  }

  #nextCell() {
    const { size } = this.position;
    const order = Array.from({ length: size }, (_, index) => (this.grid.current + 1 + index) % size);
    const open = order.filter((cell) => !this.position.value(cell) && this.candidates[cell]);
    const fewest = Math.min(...open.map((cell) => this.candidates[cell].length));
    const next = open.find((cell) => this.candidates[cell].length === fewest);
    if (next !== undefined) this.grid.focus(next);
  }
}
