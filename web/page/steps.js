// Steps of the explanation of a sudoku: a list, and each step drawn on the board.

import { announce, button, byId, element, fillChoices, startTask } from "./parts.js";
import { shape } from "./overlay.js";
import { words } from "./words.js";

/** A step with more removals, such as the first elimination, is shown by what it leaves. */
const MOST_STROKES = 60;

export function startSteps(view) {
  const { engine } = view;
  const list = byId("steps-list");
  const filter = byId("steps-filter");
  let steps = [];
  let start = null;
  let number = 0;
  let wanted = 0;

  const task = startTask(view, "steps-find", find);
  byId("step-back").addEventListener("click", () => turn(-1));
  byId("step-on").addEventListener("click", () => turn(1));
  byId("steps-close").addEventListener("click", close);
  filter.addEventListener("change", renderList);
  byId("step-legend").replaceChildren(...["strong", "weak", "leads", "removed"].map(legend));
  view.onChange(() => {
    // Entries of the player leave the steps of the puzzle as they are.
    if (steps.length && view.position.puzzle === start.puzzle) {
      number = 0;
      showState();
      return;
    }
    task.reset();
    steps = [];
    start = null;
    number = wanted = 0;
    byId("steps-view").hidden = true;
  });

  async function find({ kind }) {
    const { position } = view;
    const given = { ...position.given };
    steps = [];
    const { candidates } = await engine.quick(position.module, { ask: "candidates", ...given }, view);
    start = { candidates, puzzle: position.puzzle };
    const report = ({ step }) => {
      if (!step) return;
      steps.push(step);
      if (steps.length === 1) {
        byId("steps-view").hidden = false;
        list.replaceChildren();
        fillFilter();
      }
      if (isListed(step)) list.append(item(step));
      if (steps.length === (wanted || 1)) show(steps.length, wanted > 0);
    };
    const revision = view.revision;
    const answer = await engine.long(position.module, { ask: "steps", ...given }, { kind, report });
    // The player may have gone on meanwhile; only another puzzle makes the steps useless.
    if (revision !== view.revision && view.position.puzzle !== start?.puzzle) return null;
    fillFilter();
    showState();
    return words.steps({ ...answer, steps: steps.length });
  }

  /** Opens the step with a number, as a link asks for it. */
  function open(step) {
    wanted = step;
    byId("sudoku-steps").open = true;
    if (steps.length >= step) show(step, true);
    else task.start();
  }

  function turn(by) {
    if (!steps.length) return byId("sudoku-steps").open && task.start();
    const listed = steps.map((_, index) => index + 1).filter((step) => isListed(steps[step - 1]));
    const next = by > 0 ? listed.find((step) => step > number) : listed.findLast((step) => step < number);
    if (next) show(next, true);
    return undefined;
  }

  function show(step, isAsked) {
    number = step;
    wanted = 0;
    const shown = steps[step - 1];
    const before = step > 1 ? steps[step - 2].candidates : start.candidates;
    const isLarge = shown.removed.length > MOST_STROKES;
    view.showStep(isLarge ? { ...shown, removed: [] } : shown, isLarge ? shown.candidates : before);
    byId("step-text").textContent = shown.text;
    byId("step-chain").replaceChildren(...chainsOf(shown));
    byId("step-legend").hidden = !shown.edges;
    showState();
    view.boards().turned();
    if (isAsked) announce(words.stepSaid(step, shown.text));
  }

  function close() {
    number = 0;
    view.leaveExhibit();
    showState();
    view.boards().turned();
  }

  function showState() {
    byId("step-number").textContent = number ? words.stepOf(number, steps.length) : words.stepsCount(steps.length);
    byId("steps-close").disabled = number === 0;
    byId("step-back").disabled = number <= 1;
    for (const child of list.children) {
      const isShown = Number(child.dataset.step) === number;
      child.firstChild.toggleAttribute("aria-current", isShown);
      if (isShown) list.scrollTop = child.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  /** Statements of chains as a list; a line that has the focus marks its cells on the board. */
  function chainsOf(step) {
    return (step.chains ?? []).map((chain) => {
      const lines = chain.map((statement) => {
        const light = () => view.mark(statement.cells, "lit");
        return element("li", { tabindex: "0", focus: light, pointerenter: light }, statement.text);
      });
      return element("ol", {}, ...lines);
    });
  }

  function isListed(step) {
    return !filter.value || step.technique === filter.value || (filter.value === "*" && step.level !== "easy");
  }

  function fillFilter() {
    const kept = filter.value;
    const counts = new Map();
    for (const { technique, title } of steps) {
      counts.set(technique, { title, count: (counts.get(technique)?.count ?? 0) + 1 });
    }
    const choices = [...counts].map(([technique, { title, count }]) => [technique, words.techniqueCount(title, count)]);
    fillChoices(filter, [["", words.allSteps], ["*", words.hardSteps], ...choices]);
    filter.value = kept;
    if (filter.selectedIndex < 0) filter.value = "";
  }

  function renderList() {
    list.replaceChildren(...steps.filter(isListed).map(item));
    showState();
  }

  function item(step) {
    const number = steps.indexOf(step) + 1;
    const choose = button("", () => show(number, true));
    choose.append(element("span", {}, String(number)), element("span", {}, step.title ?? step.technique));
    return element("li", { "data-step": number }, choose);
  }

  return {
    open,
    turn,
    get shownNumber() {
      return number || wanted;
    },
    get shown() {
      return number ? steps[number - 1] : null;
    },
  };
}

/** An entry of the legend: a line as it is drawn, and its meaning. */
function legend(kind) {
  const isStroke = kind === "removed";
  const line = shape("path", { d: "M4 9L58 9", class: isStroke ? "removed" : `link ${kind}` });
  const picture = shape("svg", { viewBox: "0 0 62 18", class: isStroke ? "overlay-line" : "", "aria-hidden": "true" }, line);
  return element("span", { class: "key" }, picture, words.links[kind]);
}
