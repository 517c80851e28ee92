// New puzzles for the view of sudokus: made by level, read from text, or typed.

import { announce, byId, element, explainError, fillChoices, Task } from "./parts.js";
import { Dropped } from "./engine.js";
import { LAYOUTS, Position } from "./position.js";
import { words } from "./words.js";

const EXAMPLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const HARD_EXAMPLE = "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";
const MOST_READ = 100;

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
  fillChoices(layout, [...LAYOUTS.keys()].map((name) => [name, words.layouts[name]]));
  level.addEventListener("change", showFields);
  layout.addEventListener("change", () => view.replace(new Position(layout.value)));
  byId("clear-board").addEventListener("click", () => {
    view.replace(new Position(view.position.layout));
    view.grid.focus(0);
  });
  byId("show-example").addEventListener("click", () => {
    view.replace(Position.of(examples[0]));
    examples = examples.reverse();
  });
  byId("read-text").addEventListener("click", () => read(text.value));
  showFields();

  new Task(byId("make"), {
    engine,
    kind: "generate",
    run: async () => {
      const { module, layout: name } = view.position;
      const { puzzles } = await engine.long(module, request(1), { kind: "generate" });
      view.replace(Position.of(puzzles[0].puzzle, name));
      return words.made(puzzles[0]);
    },
  });

  function showFields() {
    byId("make-er-label").hidden = level.value !== "er";
    byId("make-technique-label").hidden = level.value !== "technique";
  }

  /** A request for puzzles as the fields describe them. */
  function request(count) {
    const wishes = { er: { er: byId("make-er").value.trim() }, technique: { technique: technique.value } };
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const arrangement = symmetry.value === "none" ? {} : { symmetry: symmetry.value };
    return { ask: "generate", ...view.position.rules, seed, count, ...arrangement, ...(wishes[level.value] ?? { level: level.value }) };
  }

  /** Reads puzzles from a text, first as classic sudokus, then in the layout of the board. */
  async function read(content) {
    const root = byId("read-list");
    text.value = content;
    byId("sudoku-new").open = true;
    if (!content.trim()) {
      root.replaceChildren(element("p", { class: "error" }, words.nothingToRead));
      return;
    }
    try {
      const { answer, name } = await readAs(content);
      if (!answer.puzzles.length) {
        root.replaceChildren(...rejects(answer));
        announce(root.textContent, true);
        return;
      }
      const show = ({ puzzle, removed }) => view.replace(Position.of(puzzle, name, removed));
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
    const question = { ask: "read", text: content, limit: MOST_READ };
    const { rules, layout: name } = view.position;
    const attempt = (module, more, as) => engine.quick(module, { ...question, ...more }).then((answer) => ({ answer, name: as }));
    if (name === "9") return attempt("sudoku", {}, "9");
    try {
      return await attempt("variants", rules, name);
    } catch {
      return attempt("sudoku", {}, "9");
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
    request,
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
      layout.value = view.position.layout;
      byId("sudoku-new").open = view.position.isEmpty || byId("read-list").childElementCount > 0;
    },
  };
}
