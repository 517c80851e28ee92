// Sudokus as pictures: saved as a file, or several on sheets of paper with their answers.

import { byId, element, startTask } from "./parts.js";
import { cageShapes, CELL, markPlace } from "./overlay.js";
import { boardPicture, savePicture, textAt } from "./pictures.js";
import { digitOf, signOf } from "./position.js";
import { words } from "./words.js";

/**
 * Draws a sudoku.
 * @param {object} layout
 * @param {{clues: number[], digits?: number[], marks?: string[], step?: Element[]}} board
 */
function sudokuPicture(layout, { clues, digits = [], marks = [], step = [] }) {
  const cells = layout.cells.map(({ right, below }, cell) => {
    const digit = clues[cell] || digits[cell];
    const style = clues[cell] ? { "font-weight": 700 } : { fill: "#444" };
    const candidates = [...(marks[cell] ?? "")].map((sign) => {
      const { x, y, height } = markPlace(layout, digitOf(sign));
      return textAt(sign, x, y + 1, 0.84 * height, { fill: "#333" });
    });
    return { ground: "white", right, below, content: digit ? [textAt(signOf(digit), CELL / 2, CELL / 2 + 3, 58, style)] : candidates };
  });
  return boardPicture(layout.columns, cells, { size: CELL, above: [...cageShapes(layout), ...step] });
}

/** Copies the drawing of a step, with its colours. */
function copyOf(overlay) {
  return [...overlay.querySelectorAll(".link, .ring, .removed")].map((part) => {
    const { stroke, strokeWidth, strokeDasharray } = getComputedStyle(part);
    const copy = part.cloneNode();
    copy.removeAttribute("marker-end");
    for (const [name, value] of Object.entries({ fill: "none", stroke, "stroke-width": strokeWidth, "stroke-dasharray": strokeDasharray })) {
      copy.setAttribute(name, value);
    }
    return copy;
  });
}

export function startSheets(view) {
  byId("sudoku-picture").addEventListener("click", () => {
    savePicture("sudoku.svg", sudokuPicture(view.layout, shownBoard()));
  });

  startTask(view, "print", async (options) => {
    const count = Number(byId("print-puzzles").value);
    const puzzles = [await ownPuzzle(options)];
    if (count > 1) {
      const answer = await view.making.makePuzzles(count - 1, options.kind);
      puzzles.push(...answer.puzzles.map(({ puzzle, solution, level }) => ({ clues: digitsOf(puzzle), solution, level })));
    }
    showSheets(puzzles, count);
    window.print();
    return words.printed(puzzles.length);
  });
  window.addEventListener("afterprint", () => byId("sheets").replaceChildren());

  /** The board as it is shown: with the player's digits, or as a step has it. */
  function shownBoard() {
    const { position } = view;
    const shown = [...view.grid.cells].map((cell) => digitOf(cell.querySelector(".value")?.textContent ?? "."));
    const marks = view.grid.cells.map((cell) => cell.querySelector(".marks")?.textContent.replace(/\s/g, "") ?? "");
    return { clues: position.clues, digits: shown, marks, step: copyOf(byId("sudoku-overlay")) };
  }

  async function ownPuzzle(options) {
    const { position } = view;
    const { solution } = await view.engine.long(position.module, { ask: "solve", ...position.given }, options);
    const isStep = Boolean(view.steps.shown);
    const board = isStep ? shownBoard() : { clues: position.clues, marks: byId("print-marks").checked ? view.candidates : [] };
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
