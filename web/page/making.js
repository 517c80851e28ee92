// New puzzles for the view of sudokus: made by level, read from text, or typed.

import { announce, byId, element, explainError, fillChoices, startTask } from "./parts.js";
import { Dropped } from "./engine.js";
import { LAYOUTS, Position } from "./position.js";
import { words } from "./words.js";

const EXAMPLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const HARD_EXAMPLE = "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";
const MOST_READ = 100;
/** Choice for a layout that was read with its puzzle. */
const OWN = "own";

export function startMaking(view) {
  const { engine } = view;
  const level = byId("make-level");
  const symmetry = byId("make-symmetry");
  const technique = byId("make-technique");
  const layout = byId("layout");
  const text = byId("paste-text");
  const titles = new Map();
  let examples = [HARD_EXAMPLE, EXAMPLE];

  fillChoices(level, words.levels);
  level.value = "medium";
  fillChoices(symmetry, words.symmetries);
  fillChoices(layout, [...LAYOUTS, OWN].map((name) => [name, words.layouts[name]]));
  level.addEventListener("change", showFields);
  layout.addEventListener("change", () => view.replace(new Position(layout.value)));
  byId("clear-board").addEventListener("click", () => {
    view.replace(view.position.with(""));
    view.grid.focus(0);
  });
  byId("show-example").addEventListener("click", () => {
    view.replace(new Position().with(examples[0]));
    examples = examples.reverse();
  });
  byId("read-text").addEventListener("click", () => read(text.value));

  startTask(view, "make", async ({ kind }) => {
    const { position } = view;
    const { puzzles } = await makePuzzles(1, kind);
    view.replace(position.with(puzzles[0].puzzle));
    return words.made(puzzles[0]);
  });

  function showFields() {
    byId("make-er-label").hidden = level.value !== "er";
    byId("make-technique-label").hidden = level.value !== "technique";
  }

  /** Makes puzzles as the fields describe them. */
  function makePuzzles(count, kind) {
    const { module, rules } = view.position;
    const isRated = level.value === "er"; // of classic puzzles only
    const wishes = { er: { er: byId("make-er").value.trim() }, technique: { technique: technique.value } };
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const arrangement = symmetry.value === "none" ? {} : { symmetry: symmetry.value };
    const wish = wishes[level.value] ?? { level: level.value };
    const request = { ask: isRated ? "se-generate" : "generate", ...rules, seed, count, ...arrangement, ...wish };
    return engine.long(isRated ? "sudoku-explainer" : module, request, { kind });
  }

  /** Reads puzzles from a text: in the layout of the board, as classic ones, or as they are. */
  async function read(content) {
    const root = byId("read-list");
    text.value = content;
    byId("sudoku-new").open = true;
    if (!content.trim()) {
      root.replaceChildren(element("p", { class: "error" }, words.nothingToRead));
      return;
    }
    try {
      const answer = await readAs(content);
      const show = ({ puzzle, removed, layout: own }) => view.replace(Position.in(own).with(puzzle, removed));
      const choices = answer.puzzles.length > 1 ? [choiceOf(answer, show)] : [];
      show(answer.puzzles[0]);
      if (answer.puzzles[0].removed) view.setShown("all");
      root.replaceChildren(...choices, ...rejects(answer));
      byId("sudoku-new").open = root.childElementCount > 0;
      announce(words.read(answer.puzzles.length));
    } catch (error) {
      if (error instanceof Dropped) return;
      root.replaceChildren(element("p", { class: "error" }, explainError(error)));
      announce(root.textContent, true);
    }
  }

  async function readAs(content) {
    const { position } = view;
    const hasLayout = position.rules.layout && (!position.isOwn || position.isEmpty);
    const ask = (question, rules) => engine.quick("sudoku-reader", { ask: question, ...rules, text: content, limit: MOST_READ });
    let [found, reason] = [null, null];
    for (const rules of hasLayout ? [position.rules, {}] : [{}]) {
      try {
        found ??= await ask("read-text", rules);
      } catch (error) {
        reason ??= error;
      }
    }
    // What follows a puzzle may be its regions or cages.
    if (found && !found.puzzles.some(({ puzzle, tag }) => tag?.length >= puzzle.length)) return found;
    try {
      return await ask("read-any", {});
    } catch {
      if (found) return found;
      throw reason;
    }
  }

  function choiceOf({ puzzles, more }, show) {
    const select = element("select", { change: () => show(puzzles[select.selectedIndex]) });
    fillChoices(select, puzzles.map(({ line, tag }, index) => [index, words.puzzleNumber(index + 1, line, tag)]));
    return element("div", { class: "row fields" }, element("label", {}, words.puzzlesRead(puzzles.length, more), select));
  }

  function rejects(answer) {
    const shown = answer.rejects.slice(0, 5).map((reject) => element("li", {}, words.reject(reject)));
    return shown.length ? [element("ul", { class: "error" }, ...shown)] : [];
  }

  return {
    read,
    makePuzzles,
    /** Fills the choices that depend on the layout. */
    layoutKnown({ techniques }) {
      const kept = technique.value;
      fillChoices(technique, techniques.map(({ name, title }) => [name, title]));
      technique.value = kept || techniques.find(({ level: grade }) => grade === "hard")?.name;
      techniques.forEach(({ name, title }) => titles.set(name, title));
    },
    /** Title of a technique. */
    titleOf: (name) => titles.get(name) ?? name,
    boardChanged() {
      const isClassic = view.position.module === "sudoku";
      for (const option of level.options) option.disabled = !isClassic && ["er", "technique"].includes(option.value);
      if (level.selectedOptions[0].disabled) level.value = "medium";
      showFields();
      layout.value = view.position.isOwn ? OWN : view.position.layout;
      layout.lastElementChild.hidden = !view.position.isOwn;
      byId("sudoku-new").open = view.position.isEmpty || byId("read-list").childElementCount > 0;
    },
  };
}
