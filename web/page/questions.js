// Questions about the puzzle of the view of sudokus: solutions and ratings.

import { announce, byId, element, numberLine, Pager, startTask } from "./parts.js";
import { words } from "./words.js";

/** With fewer clues, a count may take longer than anybody waits. */
const FEW_CLUES = 17;

export function startQuestions(view) {
  const { engine } = view;
  const ask = (question, more = {}) => ({ ask: question, ...view.position.given, ...more });
  let isSure = false;
  let common = null;

  const pager = new Pager(byId("solutions-pager"), {
    fetch: (from, limit) => engine.long(view.position.module, ask("list", { from, limit }), { kind: "solutions-list", board: view }),
    show: (solution, number) => {
      view.showGrid(solution, common);
      announce(words.solutionSaid(number, {}));
    },
    close: () => view.leaveExhibit(),
  });

  const count = startTask(view, "solutions-count", async (options) => {
    const clues = view.position.clues.filter(Boolean).length;
    if (clues < FEW_CLUES * (view.position.size / 81) && !isSure && !view.position.cages) {
      isSure = true;
      return words.longCount(clues);
    }
    const answer = await engine.count(view.position.module, ask("count"), options);
    return numberLine(words.exactly(answer.solutions));
  });

  const list = startTask(view, "solutions-list", async () => {
    const answer = await engine.quick(view.position.module, ask("solve"), view);
    common = cellsOf(answer.common);
    return (await pager.open()) ?? words.listed(common.size);
  });

  const solve = startTask(view, "solutions-solve", async (options) => {
    const answer = await engine.long(view.position.module, ask("solve"), options);
    if (answer.solution) view.showGrid(answer.solution);
    return words.solvedAs[answer.status];
  });

  const rate = startTask(view, "rate", async (options) => {
    const { module } = view.position;
    const points = await engine.long(module, ask("rate"), options);
    showRating(points, null);
    if (points.status !== "unique") return words.solvedAs[points.status];
    if (module !== "sudoku") return null;
    const explainer = await engine.long("sudoku-explainer", ask("se-rate"), options);
    showRating(points, explainer);
    return words.ratingSaid(points);
  });

  view.onChange(() => {
    isSure = false;
    common = null;
    byId("rating-list").replaceChildren();
    for (const part of [count, list, solve, rate, pager]) part.reset();
  });

  function showRating(points, explainer) {
    const lines = points.status === "unique" ? words.rating(points, explainer, view.making.titleOf(points.hardest)) : [];
    const entries = lines.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, String(value))]);
    byId("rating-list").replaceChildren(...entries);
  }
}

/** Cells of a grid that have a digit. */
function cellsOf(grid) {
  return new Set([...(grid ?? "")].flatMap((sign, cell) => (sign === "." ? [] : [cell])));
}
