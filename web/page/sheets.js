// Sudokus as pictures: saved as a file, or several on sheets of paper with their answers.

import { byId, element, save, Task } from "./parts.js";
import { markColumns, shape } from "./overlay.js";
import { digitOf, signOf } from "./position.js";
import { words } from "./words.js";

const CELL = 90;

/**
 * Draws a sudoku.
 * @param {object} layout
 * @param {{clues: number[], digits?: number[], marks?: string[], step?: Element}} board
 */
export function sudokuPicture(layout, { clues, digits = [], marks = [], step = null }) {
  const width = layout.columns * CELL;
  const height = layout.rows * CELL;
  const parts = [shape("rect", { width, height, fill: "white" })];
  const across = markColumns(layout.digits);
  const text = (content, x, y, size, more) =>
    shape("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", ...more }, content);
  layout.cells.forEach(({ row, column, right, below }, cell) => {
    const [x, y] = [column * CELL, row * CELL];
    const line = (d, isThick) => parts.push(shape("path", { d, stroke: "black", "stroke-width": isThick ? 5 : 1.2 }));
    if (column + 1 < layout.columns) line(`M${x + CELL} ${y}v${CELL}`, right);
    if (row + 1 < layout.rows) line(`M${x} ${y + CELL}h${CELL}`, below);
    const digit = clues[cell] || digits[cell];
    if (digit) {
      const weight = clues[cell] ? { "font-weight": 700 } : { fill: "#444" };
      parts.push(text(signOf(digit), x + CELL / 2, y + CELL / 2 + 3, 58, weight));
      return;
    }
    for (const sign of marks[cell] ?? "") {
      const place = digitOf(sign) - 1;
      const size = (CELL - 8) / across;
      const [atX, atY] = [x + 4 + ((place % across) + 0.5) * size, y + 5 + (Math.floor(place / across) + 0.5) * size];
      parts.push(text(sign, atX, atY, 0.84 * size, { fill: "#333" }));
    }
  });
  parts.push(shape("rect", { x: 0, y: 0, width, height, fill: "none", stroke: "black", "stroke-width": 6 }));
  if (step) parts.push(step);
  const view = `-4 -4 ${width + 8} ${height + 8}`;
  return shape("svg", { viewBox: view, xmlns: "http://www.w3.org/2000/svg", "font-family": "sans-serif" }, ...parts);
}

/** Copies the drawing of a step, with its colours. */
function copyOf(overlay) {
  const copy = shape("g", { fill: "none" });
  const original = [...overlay.querySelectorAll("path, circle")].filter((part) => !part.closest("marker"));
  for (const part of original) {
    const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(part);
    const clone = part.cloneNode();
    clone.removeAttribute("marker-end");
    for (const [name, value] of Object.entries({ stroke, "stroke-width": strokeWidth, "stroke-dasharray": strokeDasharray })) {
      clone.setAttribute(name, value);
    }
    copy.append(clone);
  }
  return copy;
}

export function startSheets(view) {
  const { engine } = view;

  byId("sudoku-picture").addEventListener("click", () => {
    const picture = sudokuPicture(view.layout, shownBoard(true));
    save("sudoku.svg", new XMLSerializer().serializeToString(picture), "image/svg+xml");
  });

  new Task(byId("print"), {
    engine,
    kind: "print",
    run: async () => {
      const count = Number(byId("print-puzzles").value);
      const puzzles = [await ownPuzzle()];
      if (count > 1) {
        const answer = await engine.long(view.position.module, view.making.request(count - 1), { kind: "print" });
        puzzles.push(...answer.puzzles.map(({ puzzle, solution, level }) => ({ clues: digitsOf(puzzle), solution, level })));
      }
      showSheets(puzzles, count);
      window.print();
      return words.printed(puzzles.length);
    },
  });
  window.addEventListener("afterprint", () => byId("sheets").replaceChildren());

  /** The board as it is shown: with the player's digits, or as a step has it. */
  function shownBoard(withStep) {
    const { position } = view;
    const shown = [...view.grid.cells].map((cell) => digitOf(cell.querySelector(".value")?.textContent ?? "."));
    const marks = view.grid.cells.map((cell) => cell.querySelector(".marks")?.textContent.replace(/\s/g, "") ?? "");
    const overlay = byId("sudoku-overlay");
    return { clues: position.clues, digits: shown, marks, step: withStep && overlay.childElementCount ? copyOf(overlay) : null };
  }

  async function ownPuzzle() {
    const { position } = view;
    const request = { ask: "solve", ...position.given };
    const { solution } = await engine.long(position.module, request, { kind: "print", board: view });
    const isStep = Boolean(view.steps.shown);
    const board = isStep ? shownBoard(true) : { clues: position.clues, marks: byId("print-marks").checked ? view.candidates : [] };
    return { ...board, solution, level: null };
  }

  function showSheets(puzzles, count) {
    const { layout } = view;
    const figures = puzzles.map((puzzle, index) =>
      element("figure", {}, sudokuPicture(layout, puzzle), element("figcaption", {}, words.sheetTitle(index + 1, puzzle.level))),
    );
    const answers = puzzles
      .filter(({ solution }) => solution)
      .map(({ clues, solution }, index) =>
        element("figure", {}, sudokuPicture(layout, { clues, digits: digitsOf(solution) }), element("figcaption", {}, words.answerTitle(index + 1))),
      );
    const sheets = [element("div", { class: `sheet sheet-${count}` }, ...figures)];
    if (byId("print-answers").checked && answers.length) sheets.push(element("div", { class: "sheet sheet-12" }, ...answers));
    document.documentElement.classList.toggle("letter", byId("print-paper").value === "letter");
    byId("sheets").replaceChildren(...sheets);
  }
}

function digitsOf(grid) {
  return [...grid].map(digitOf);
}
