// The view of queens: a board with queens, blocked squares and regions, and its solutions.

import { Chessboard, LARGEST } from "./chessboard.js";
import { Dropped } from "./engine.js";
import { Grid, setAttribute } from "./grid.js";
import { announce, button, byId, choose, element, explainError, numberLine, onChoice, Pager, queenPicture, save, startTask } from "./parts.js";
import { boardPicture, colourOf, savePicture } from "./pictures.js";
import { words } from "./words.js";

/** A count of more rows is started only after its estimated time was read. */
const UNASKED = 17;
const MOST_KNOWN = 20;
const TURN_EVERY = 700;

export class QueensView {
  name = "queens";
  /** Grows with each change of the board; answers about an older board are dropped. */
  revision = 0;
  #board = new Chessboard();
  #shown = null;
  #tally = null;
  #answer = null;
  #tool = "queen";
  #letter = "A";
  #timer = 0;
  #isSure = false;

  constructor({ engine, boards }) {
    this.engine = engine;
    this.boards = () => boards();
    this.grid = new Grid(byId("queens-grid"), {
      key: (cell, event) => this.#key(cell, event),
      press: (cell, event) => this.#set(cell, event.shiftKey ? "block" : this.#tool),
      drag: (cell) => this.#tool !== "queen" && this.#set(cell, this.#tool),
    });
    onChoice(byId("queens-mode"), (tool) => this.#setTool(tool));
    byId("queens-rows").addEventListener("change", (event) => this.#resize(Number(event.target.value)));
    byId("queens-piece").addEventListener("change", (event) => this.#edit((board) => (board.piece = event.target.value)));
    byId("queens-torus").addEventListener("change", (event) => this.#edit((board) => (board.torus = event.target.checked)));
    byId("queens-clear").addEventListener("click", () => this.#resize(this.#board.rows));
    byId("queens-known").addEventListener("toggle", () => this.#showKnown());
    byId("queens-picture").addEventListener("click", () => savePicture("queens.svg", this.#picture()));
    this.#startTasks();
  }

  // The board in links.

  capture() {
    return this.#board.toFields();
  }

  restore(fields) {
    this.#board = Chessboard.fromFields(fields);
    this.#changed();
  }

  command(key) {
    if (key === "[") this.#pager.turn(-1);
    else if (key === "]") this.#pager.turn(1);
    else if (key === "c") byId("queens-count").click();
    else return false;
    return true;
  }

  paste(text) {
    const squares = text.match(/\d+:\d+/g);
    if (!squares) return announce(words.noSquares, true);
    this.#edit(() => {
      this.#board.queens = this.#board.read(squares.join());
    });
  }

  commandLine() {
    return words.queensCommand(this.#board.request);
  }

  // Changes of the board.

  #edit(change) {
    change(this.#board);
    this.#changed();
    this.boards().edited();
  }

  /** Shows another board, without queens. */
  #resize(rows) {
    this.restore(new URLSearchParams({ n: Math.min(Math.max(Math.round(rows) || 8, 1), LARGEST) }));
    this.boards().replaced();
  }

  #set(cell, tool) {
    this.#edit((board) => {
      if (tool === "region") return board.paint(cell, this.#letter);
      const [set, other] = tool === "queen" ? [board.queens, board.blocked] : [board.blocked, board.queens];
      if (!set.delete(cell)) set.add(cell);
      return other.delete(cell);
    });
  }

  #erase(cell) {
    this.#edit(({ queens, blocked, regions }) => {
      queens.delete(cell);
      blocked.delete(cell);
      if (this.#tool === "region") regions[cell] = "";
    });
  }

  #setTool(tool) {
    this.#tool = tool;
    choose(byId("queens-mode"), tool);
    byId("queens-regions").hidden = tool !== "region";
  }

  #key(cell, event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return false;
    const key = event.key.toLowerCase();
    if (key === " " || key === "enter") this.#set(cell, event.shiftKey ? "block" : this.#tool);
    else if (key === "q") this.#set(cell, "queen");
    else if (key === "b") this.#set(cell, "block");
    else if (key === "delete" || key === "backspace") this.#erase(cell);
    else return false;
    announce(this.grid.cells[cell].getAttribute("aria-label"));
    return true;
  }

  #changed() {
    this.revision += 1;
    this.#shown = this.#tally = null;
    this.#isSure = false;
    this.#stopPlaying();
    byId("queens-rows").value = this.#board.rows;
    byId("queens-piece").value = this.#board.piece;
    byId("queens-torus").checked = this.#board.torus;
    this.grid.resize(this.#board.rows, this.#board.rows);
    byId("queens-tally-save").hidden = true;
    byId("queens-class-table").replaceChildren();
    this.#tasks?.forEach((task) => task.reset());
    this.#pager?.reset();
    this.#fillPad();
    this.#render();
    this.#askBoard();
  }

  async #askBoard() {
    this.#answer = null;
    const { missing } = this.#board;
    const status = byId("queens-status");
    try {
      if (missing) {
        status.textContent = words.regionsMissing(missing);
        return;
      }
      this.#answer = await this.engine.quick("queens", { ask: "queens-board", ...this.#board.request }, this);
      status.textContent = words.queensBoard(this.#answer, this.#board.queens.size);
      this.#render();
    } catch (error) {
      if (!(error instanceof Dropped)) status.textContent = explainError(error);
    }
  }

  // Questions.

  #pager;
  #tasks;

  #startTasks() {
    const { engine } = this;
    const ask = (question, more = {}) => ({ ask: `queens-${question}`, ...this.#board.request, ...more });
    const fundamental = byId("queens-fundamental");
    this.#pager = new Pager(byId("queens-pager"), {
      fetch: (from, limit) => engine.long("queens", ask("list", { from, limit, fundamental: fundamental.checked }), { kind: "queens-list", board: this }),
      show: (solution, number) => this.#showSolution(solution, number),
      close: () => this.#showSolution(null),
    });
    this.#pager.addButtons(
      button(words.play, (event) => this.#play(event.target), { "aria-pressed": "false" }),
      button(words.rotate, () => this.#turn((queens) => invert(queens).reverse())),
      button(words.mirror, () => this.#turn((queens) => queens.map((column) => queens.length + 1 - column))),
    );
    fundamental.addEventListener("change", () => this.#pager.isOpen && byId("queens-list").click());
    const count = startTask(this, "queens-count", async (options) => {
      if (this.#board.rows >= UNASKED && !this.#isSure && this.#board.queens.size < 3) {
        this.#isSure = true;
        const { seconds } = await engine.long("queens", ask("estimate"), options);
        return words.countTakes(seconds);
      }
      const answer = await engine.count("queens", ask("count"), options);
      return numberLine(words.queensCounted(answer, this.#board.queens.size));
    });
    const list = startTask(this, "queens-list", () => this.#pager.open());
    const classes = startTask(this, "queens-classes", async (options) => {
      const answer = await engine.long("queens", ask("classes"), options);
      byId("queens-class-table").replaceChildren(classTable(answer.classes));
      return words.classesCounted(answer.classes.all);
    });
    const tally = startTask(this, "queens-tally", async (options) => {
      const answer = await engine.long("queens", ask("tally"), options);
      this.#showSolution(null);
      this.#tally = answer.tally;
      byId("queens-tally-save").hidden = false;
      this.#render();
      return words.tallied(answer.solutions);
    });
    byId("queens-tally-save").addEventListener("click", () => {
      const header = this.#tally.map((_, column) => `c${column + 1}`);
      save("squares.csv", [header, ...this.#tally].map((row) => `${row.join(",")}\n`).join(""), "text/csv");
    });
    this.#tasks = [count, list, classes, tally];
  }

  /** Shows the published numbers of solutions of all boards of queens. */
  async #showKnown() {
    const root = byId("queens-known").lastElementChild;
    if (root.childElementCount) return;
    const rows = Array.from({ length: MOST_KNOWN }, (_, index) => index + 1);
    const answers = await Promise.all(rows.map((n) => this.engine.quick("queens", { ask: "queens-board", n })));
    root.replaceChildren(tableOf(words.knownHeads, answers.map(({ known }, index) => [index + 1, words.number(known)])));
  }

  #showSolution(solution, number) {
    this.#shown = solution?.queens ?? null;
    this.#tally = null;
    if (!solution) this.#stopPlaying();
    this.#render();
    if (solution) announce(words.solutionSaid(number, solution));
  }

  #turn(change) {
    if (!this.#shown) return;
    this.#shown = change(this.#shown);
    this.#render();
  }

  #play(toggle) {
    const isOn = !this.#timer;
    this.#stopPlaying();
    if (!isOn) return;
    setAttribute(toggle, "aria-pressed", "true");
    this.#timer = setInterval(async () => {
      if (!(await this.#pager.turn(1))) this.#stopPlaying();
    }, TURN_EVERY);
  }

  #stopPlaying() {
    clearInterval(this.#timer);
    this.#timer = 0;
    byId("queens-pager").querySelector('[aria-pressed="true"]')?.setAttribute("aria-pressed", "false");
  }

  // What is shown.

  #render() {
    const { rows, queens, blocked, regions } = this.#board;
    const cellOf = (square) => this.#board.cellOf(square);
    const attacked = new Map((this.#answer?.squares ?? []).map(({ square, attacked: by }) => [cellOf(square), by]));
    const clashes = new Set((this.#answer?.clashes ?? []).flat().map(cellOf));
    const most = Math.max(1, ...(this.#tally ?? []).flat().map(Number));
    this.grid.cells.forEach((cell, index) => {
      const [row, column] = [Math.floor(index / rows), index % rows];
      const isSet = queens.has(index);
      const isShown = this.#shown?.[row] === column + 1;
      const count = this.#tally?.[row][column];
      const region = regions[index] ?? "";
      const isClash = clashes.has(index) && isSet;
      const by = this.#shown || this.#tally ? undefined : attacked.get(index);
      cell.className = [
        (row + column) % 2 && !region && !this.#tally && "dark",
        region && "hue",
        index === this.grid.current && "current",
        blocked.has(index) && "blocked",
        by && "attacked",
        isClash && "clash",
        isShown && !isSet && "shown",
        region && column + 1 < rows && regions[index + 1] !== region && "right",
        region && row + 1 < rows && regions[index + rows] !== region && "below",
      ].filter(Boolean).join(" ");
      if (region) cell.style.setProperty("--hue", hueOf(region));
      setAttribute(cell, "data-tally", count === undefined ? null : count);
      cell.style.setProperty("--share", count === undefined ? 0 : 0.85 * (Number(count) / most));
      const parts = [];
      if (region) parts.push(element("span", { class: "region" }, region));
      if (count !== undefined) parts.push(element("span", {}, String(count)));
      else if (isSet || isShown) parts.push(queenPicture());
      cell.replaceChildren(...parts);
      const state = { isSet, isShown, isBlocked: blocked.has(index), by, count, region, row, column };
      this.grid.describe(index, words.square(state), { invalid: isClash });
    });
  }

  #fillPad() {
    const letters = Array.from({ length: Math.min(this.#board.rows, 26) }, (_, index) => String.fromCharCode(65 + index));
    const pick = (letter) => {
      this.#letter = letter;
      this.#fillPad();
    };
    const pad = letters.map((letter) => button(letter, () => pick(letter), { "aria-pressed": String(letter === this.#letter) }));
    byId("queens-regions").replaceChildren(...pad);
  }

  #picture() {
    const { rows, queens, blocked, regions } = this.#board;
    const cells = this.grid.cells.map(({ classList }, index) => {
      const hasQueen = this.#shown ? this.#shown[Math.floor(index / rows)] === (index % rows) + 1 : queens.has(index);
      const region = regions[index] && colourOf(hueOf(regions[index]));
      return {
        ground: blocked.has(index) ? "#777" : region || (classList.contains("dark") ? "#dfe0e4" : "white"),
        right: classList.contains("right"),
        below: classList.contains("below"),
        content: hasQueen ? [queenPicture({ x: 4, y: 4, width: 32, height: 32 })] : [],
      };
    });
    return boardPicture(rows, cells);
  }
}

function hueOf(region) {
  return (region.charCodeAt(0) * 47) % 360;
}

/** Columns by rows, for a board with one queen in each. */
function invert(queens) {
  const rows = [];
  queens.forEach((column, row) => {
    rows[column - 1] = row + 1;
  });
  return rows;
}

function classTable(classes) {
  const numbers = Object.entries(classes).map(([name, { solutions, fundamental }]) => [name, solutions, fundamental]);
  return tableOf(words.classHeads, numbers.map(([name, ...counts]) => [words.classNames[name] ?? name, ...counts.map(words.number)]));
}

function tableOf(heads, rows) {
  const head = element("tr", {}, ...heads.map((text) => element("th", { scope: "col" }, text)));
  const lines = rows.map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, String(name)), ...cells.map((text) => element("td", {}, text))),
  );
  return element("table", { class: "list" }, element("thead", {}, head), element("tbody", {}, ...lines));
}
