// The view of covers: a board with holes, pieces that fill it, and the solutions.

import { Dropped } from "./engine.js";
import { Grid } from "./grid.js";
import { announce, byId, explainError, fillChoices, numberLine, Pager, save, startTask } from "./parts.js";
import { boardPicture, colourOf, savePicture, textAt } from "./pictures.js";
import { pairOf, Pieces } from "./pieces.js";
import { words } from "./words.js";

const LARGEST = 24;

export class CoversView {
  name = "covers";
  /** Grows with each change of the board; answers about an older board are dropped. */
  revision = 0;
  #rows = 6;
  #columns = 10;
  #holes = new Set();
  #pieces;
  #solution = null;
  #made = null;
  #paint = false;

  constructor({ engine, boards }) {
    this.engine = engine;
    this.boards = () => boards();
    this.grid = new Grid(byId("covers-grid"), {
      key: (cell, event) => this.#key(cell, event),
      press: (cell) => this.#draw(cell, !this.#holes.has(cell)),
      drag: (cell) => this.#draw(cell, this.#paint),
      release: () => this.boards().edited(),
    });
    this.#pieces = new Pieces(engine, (change) => this.#edit(change));
    this.#startFields();
    this.#startTasks();
  }

  // The board in links.

  capture() {
    const fields = new URLSearchParams({ b: `${this.#rows}x${this.#columns}` });
    if (this.#holes.size) fields.set("x", [...this.#holes].sort((a, b) => a - b).join(","));
    this.#pieces.write(fields);
    if (byId("covers-turns").value !== "all") fields.set("u", byId("covers-turns").value);
    if (byId("covers-torus").checked) fields.set("t", "1");
    return fields;
  }

  restore(fields) {
    const [rows, columns] = (fields.get("b") ?? "6x10").split("x").map(Number);
    this.#rows = sideOf(rows, 6);
    this.#columns = sideOf(columns, 10);
    const holes = (fields.get("x") ?? "").split(",").filter(Boolean).map(Number);
    this.#holes = new Set(holes.filter((cell) => cell >= 0 && cell < this.#rows * this.#columns));
    byId("covers-turns").value = ["rotations", "fixed"].includes(fields.get("u")) ? fields.get("u") : "all";
    byId("covers-torus").checked = fields.get("t") === "1";
    this.#readPieces(fields);
    this.#changed();
  }

  command(key) {
    if (key === "[") this.#pager.turn(-1);
    else if (key === "]") this.#pager.turn(1);
    else if (key === "c") byId("covers-count").click();
    else return false;
    return true;
  }

  paste(text) {
    byId("covers-text").value = text;
    byId("covers-text").closest("details").open = true;
    announce(words.textPasted);
  }

  commandLine() {
    return words.coversCommand;
  }

  // Changes of the board.

  #startFields() {
    fillChoices(byId("covers-set"), words.pieceSets);
    byId("covers-set").addEventListener("change", async (event) => {
      await this.#readPieces(new URLSearchParams({ s: event.target.value }));
      this.boards().edited();
    });
    for (const side of ["rows", "columns"]) {
      byId(`covers-${side}`).addEventListener("change", (event) => {
        this.#edit(() => {
          const length = sideOf(Number(event.target.value), 6);
          const kept = [...this.#holes].map((cell) => [Math.floor(cell / this.#columns), cell % this.#columns]);
          if (side === "rows") this.#rows = length;
          else this.#columns = length;
          const inside = kept.filter(([row, column]) => row < this.#rows && column < this.#columns);
          this.#holes = new Set(inside.map(([row, column]) => row * this.#columns + column));
        });
      });
    }
    for (const id of ["covers-turns", "covers-torus"]) byId(id).addEventListener("change", () => this.#edit(() => {}));
    byId("covers-fill").addEventListener("click", () => this.#edit(() => this.#holes.clear()));
    byId("covers-picture").addEventListener("click", () => savePicture("cover.svg", this.#picture()));
  }

  async #readPieces(fields) {
    // Without the pieces of the set, there is nothing to count, and nothing to add to.
    const questions = ["count", "classes", "estimate", "list", "random", "save"].map((name) => `covers-${name}`);
    const allow = (is) => ["own-add", ...questions].forEach((name) => (byId(name).disabled = !is));
    allow(false);
    try {
      await this.#pieces.read(fields);
      this.#changed();
      allow(this.#pieces.list.length > 0);
    } catch (error) {
      byId("covers-status").textContent = explainError(error);
    }
  }

  #edit(change) {
    change();
    this.#changed();
    this.boards().edited();
  }

  #draw(cell, isHole) {
    this.#paint = isHole;
    if (isHole) this.#holes.add(cell);
    else this.#holes.delete(cell);
    this.#changed();
  }

  #key(cell, event) {
    if (![" ", "Enter"].includes(event.key)) return false;
    this.#draw(cell, !this.#holes.has(cell));
    this.boards().edited();
    announce(this.grid.cells[cell].getAttribute("aria-label"));
    return true;
  }

  #changed() {
    this.revision += 1;
    this.#solution = null;
    this.#made = null;
    byId("covers-rows").value = this.#rows;
    byId("covers-columns").value = this.#columns;
    this.grid.resize(this.#rows, this.#columns);
    this.#tasks?.forEach((task) => task.reset());
    this.#pager?.reset();
    byId("covers-area").textContent = words.area(this.#rows * this.#columns - this.#holes.size, this.#pieces.chosen);
    byId("covers-status").textContent = "";
    this.#render();
  }

  // Questions.

  #tasks;
  #pager;

  /** Returns the problem in Knuth's format, which the questions are about. It is made once for a board. */
  #text() {
    this.#made ??= this.#make();
    this.#made.catch(() => (this.#made = null));
    return this.#made;
  }

  async #make() {
    const request = {
      ask: "cover-make",
      board: `${this.#rows}x${this.#columns}`,
      turns: byId("covers-turns").value,
      ...this.#pieces.request(this.#rows * this.#columns - this.#holes.size),
    };
    if (byId("covers-torus").checked) request.torus = true;
    if (this.#holes.size) request.without = [...this.#holes].map((cell) => this.#nameOf(cell)).join(",");
    const made = await this.engine.long("cover", request, { kind: "cover-make", board: this });
    byId("covers-status").textContent = made.impossible ?? "";
    return made.text;
  }

  #startTasks() {
    const { engine } = this;
    const ask = async (question, more = {}) => ({ ask: `cover-${question}`, text: await this.#text(), ...more });
    this.#pager = new Pager(byId("covers-pager"), {
      fetch: async (from, limit) => engine.long("cover", await ask("list", { from, limit }), { kind: "covers-list", board: this }),
      show: (solution, number) => this.#show(solution, words.solutionSaid(number, solution)),
      close: () => this.#show(null, ""),
    });
    const count = startTask(this, "covers-count", async (options) => {
      const answer = await engine.count("cover", await ask("count"), options);
      return numberLine(words.exactly(answer.solutions));
    });
    const classes = startTask(this, "covers-classes", async (options) => {
      return numberLine(words.upToSymmetry(await engine.long("cover", await ask("classes"), options)));
    });
    const estimate = startTask(this, "covers-estimate", async (options) => {
      return words.estimated(await engine.long("cover", await ask("estimate"), options));
    });
    const list = startTask(this, "covers-list", () => this.#pager.open());
    const random = startTask(this, "covers-random", async (options) => {
      const [seed] = crypto.getRandomValues(new Uint32Array(1));
      const { solutions, total } = await engine.long("cover", await ask("sample", { count: 1, seed }), options);
      if (!solutions.length) return words.noSolution;
      this.#show(solutions[0], "");
      return words.randomOf(total);
    });
    this.#tasks = [count, classes, estimate, list, random];
    startTask(this, "covers-text-count", async (options) => {
      const request = { ask: "cover-count", text: byId("covers-text").value };
      const answer = await engine.count("cover", request, { ...options, board: undefined });
      return numberLine(words.exactly(answer.solutions));
    });
    byId("covers-save").addEventListener("click", async () => {
      try {
        save("cover.txt", await this.#text(), "text/plain");
      } catch (error) {
        if (!(error instanceof Dropped)) byId("covers-status").textContent = explainError(error);
      }
    });
  }

  #show(solution, said) {
    this.#solution = solution?.pieces ?? null;
    this.#render();
    if (said) announce(said);
  }

  // What is shown.

  /** Each cell with the piece on it, and the letter on the first cell of a piece. */
  #drawn() {
    const names = this.#pieces.list.map(({ name }) => name);
    const covered = new Map();
    this.#solution?.forEach(({ name, cells }, index) => {
      const isAlone = this.#solution.filter((other) => other.name === name).length === 1;
      const hue = isAlone && name ? Math.round((names.indexOf(name) * 360) / names.length) : (index * 137) % 360;
      cells.forEach((cell, place) => {
        const [row, column] = pairOf(cell);
        covered.set((row - 1) * this.#columns + column - 1, { piece: index, name, hue, letter: place ? "" : (name ?? "") });
      });
    });
    const pieceOf = (cell) => covered.get(cell)?.piece ?? null;
    const differs = (cell, other) => Boolean(this.#solution) && pieceOf(cell) !== pieceOf(other);
    return this.grid.cells.map((_, cell) => {
      const { piece = null, name = "", hue = 0, letter = "" } = covered.get(cell) ?? {};
      const right = (cell + 1) % this.#columns > 0 && differs(cell, cell + 1);
      const below = cell + this.#columns < this.grid.cells.length && differs(cell, cell + this.#columns);
      return { isHole: this.#holes.has(cell), piece, name, hue, letter, right, below };
    });
  }

  #picture() {
    const cells = this.#drawn().map(({ isHole, piece, hue, letter, right, below }) => ({
      ground: isHole ? "none" : piece === null ? "white" : colourOf(hue),
      ...{ right, below },
      content: letter ? [textAt(letter, 20, 21, 17)] : [],
    }));
    return boardPicture(this.#columns, cells);
  }

  #render() {
    this.#drawn().forEach(({ isHole, piece, name, hue, letter, right, below }, index) => {
      const cell = this.grid.cells[index];
      const [row, column] = [Math.floor(index / this.#columns), index % this.#columns];
      cell.className = [
        isHole && "hole",
        piece !== null && "hue",
        index === this.grid.current && "current",
        right && "right",
        below && "below",
      ].filter(Boolean).join(" ");
      cell.style.setProperty("--hue", hue);
      cell.textContent = letter;
      this.grid.describe(index, words.tile({ row, column, isHole, name }));
    });
  }

  #nameOf(cell) {
    return `${Math.floor(cell / this.#columns) + 1}.${(cell % this.#columns) + 1}`;
  }
}

function sideOf(length, otherwise) {
  return Number.isInteger(length) && length >= 1 && length <= LARGEST ? length : otherwise;
}
