// The cells of a sudoku: what each shows, how it is shaded, and what a screen reader says about it.

import { digitOf, signOf } from "./position.js";
import { words } from "./words.js";

/**
 * Shows the player's board, or what is exhibited in its place: a full grid, or candidates of a step.
 * @param {SudokuView} view
 * @param {{exhibit: object | null, marked: Map<number, string>, isEditing: boolean}} shown
 */
export function renderCells(view, { exhibit, marked, isEditing }) {
  const { layout, position, grid } = view;
  const clashing = new Set(exhibit ? [] : view.clashes.flatMap(({ cells }) => cells.map((name) => layout.places.get(name))));
  const isOther = exhibit?.grid || exhibit?.isSolved;
  const stepCells = new Set(exhibit?.step?.cells);
  const stepHouses = new Set(exhibit?.step?.units);
  grid.cells.forEach((element, cell) => {
    const place = layout.cells[cell];
    const own = isOther ? position.clues[cell] : position.value(cell);
    const value = own || exhibitedDigit(exhibit, cell);
    const marks = value ? "" : marksOf(view, exhibit, cell);
    const isClue = Boolean(position.clues[cell]);
    const isInvalid = clashing.has(cell) || marked.get(cell) === "wrong";
    element.className = [
      place.right && "right",
      place.below && "below",
      place.extra.length && "extra",
      isClue && "clue",
      !own && value && "shown",
      !own && exhibit?.equal?.has(cell) && "equal",
      isInvalid && "wrong",
      (marked.get(cell) === "pattern" || stepCells.has(place.name)) && "pattern",
      marked.get(cell) === "lit" && "lit",
      place.houses.some((house) => stepHouses.has(house)) && "house",
    ].filter(Boolean).join(" ");
    fill(element, value, marks, position.digits);
    const content = { value: value ? signOf(value) : "", isClue, marks: [...marks].join(" "), isInvalid };
    const label = words.cell({ ...content, place, placeFirst: view.settings.get("placeFirst") });
    grid.describe(cell, label, { readOnly: isClue && !isEditing, invalid: isInvalid });
  });
  renderHighlight(view, exhibit);
}

/** Shades the houses of the current cell, and cells with its digit. */
export function renderHighlight({ layout, position, grid }, exhibit) {
  const digit = position.value(grid.current);
  const near = new Set(layout.cells[grid.current].houses.flatMap((house) => layout.houses.get(house)));
  grid.cells.forEach((element, cell) => {
    element.classList.toggle("current", cell === grid.current);
    element.classList.toggle("seen", !exhibit && near.has(cell));
    element.classList.toggle("same", !exhibit && digit > 0 && position.value(cell) === digit);
  });
}

function exhibitedDigit(exhibit, cell) {
  if (exhibit?.grid) return digitOf(exhibit.grid[cell]);
  return exhibit?.isSolved && exhibit.candidates[cell].length === 1 ? digitOf(exhibit.candidates[cell]) : 0;
}

function marksOf({ position, candidates, settings }, exhibit, cell) {
  if (exhibit) return exhibit.candidates?.[cell] ?? "";
  const shown = settings.get("shown");
  if (shown === "all") return candidates[cell] ?? "";
  return shown === "mine" ? position.signs(position.mine, cell) : "";
}

/** Fills a cell with its digit, or with its candidates, each at its own place. */
function fill(element, value, marks, digits) {
  const content = value ? signOf(value) : `:${marks}`;
  if (element.dataset.content === content) return;
  element.dataset.content = content;
  const inside = document.createElement("span");
  inside.className = value ? "value" : "marks";
  if (value) inside.textContent = signOf(value);
  for (let digit = 1; marks && digit <= digits; digit += 1) {
    const mark = document.createElement("span");
    mark.textContent = marks.includes(signOf(digit)) ? signOf(digit) : "";
    inside.append(mark, " ");
  }
  element.replaceChildren(inside);
}
