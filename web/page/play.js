// Check and hint of a sudoku. Both reveal little at first, and more on request.

import { announce, button, byId, element, Task } from "./parts.js";
import { words } from "./words.js";

const LAST_GRADE = 4;

export function startPlay(view) {
  const { engine } = view;
  const status = byId("sudoku-status");
  let checkGrade = 0;
  let hint = null;

  const check = new Task(byId("sudoku-check"), view, runCheck);
  const hints = new Task(byId("sudoku-hint"), view, runHint);

  byId("sudoku-check").addEventListener("click", () => {
    hints.reset();
    hint = null;
    check.start();
  });
  byId("sudoku-hint").addEventListener("click", () => {
    check.reset();
    checkGrade = 0;
    if (hint) hint.more();
    else hints.start();
  });
  view.onChange(() => {
    checkGrade = 0;
    hint = null;
    check.reset();
    hints.reset();
  });

  /** Counts mistakes, shows them the second time, and the right digits the third time. */
  async function runCheck() {
    const { position } = view;
    const request = { ask: "check", ...position.board, reveal: checkGrade >= 2 };
    const answer = await engine.quick(position.module, request, view);
    const mistakes = [...answer.wrong, ...answer.removals];
    const text = words.check(answer);
    if (!mistakes.length) return answerOf(text);
    if (checkGrade >= 1) view.mark(mistakes.map(({ cell }) => cell), "wrong");
    const list = checkGrade >= 1 ? words.mistakes(answer) : [];
    checkGrade += 1;
    const next = checkGrade > 2 ? null : button(words.checkMore[checkGrade], () => check.start());
    return answerOf(text, list, next);
  }

  /** Finds the next step, and shows as little of it as the first grade does. */
  async function runHint(options) {
    const { position } = view;
    const answer = await engine.long(position.module, { ask: "hint", ...position.board }, options);
    const mistakes = answer.wrong.length + answer.removals.length;
    if (mistakes) return answerOf(words.hintAfterMistakes(mistakes));
    if (!answer.step) return answerOf(answer.sentence ?? words.noHint);
    const { step } = answer;
    const root = element("div", { class: "answer" });
    let grade = 0;
    const show = () => {
      if (grade === 2) view.mark([...step.cells, ...step.placed.map(({ cell }) => cell)], "pattern");
      if (grade === 3) view.showHint(step);
      const buttons = [button(words.doIt, () => apply(step))];
      if (grade < LAST_GRADE - 1) buttons.unshift(button(words.hintMore[grade], () => hint?.more()));
      root.replaceChildren(element("p", {}, words.hint(step, grade)), element("div", { class: "row" }, ...buttons));
    };
    hint = {
      more() {
        grade = Math.min(grade + 1, LAST_GRADE - 1);
        show();
        announce(words.hint(step, grade));
      },
    };
    show();
    return root;
  }

  function apply(step) {
    view.edit((position) => {
      for (const { cell, digit } of step.placed) {
        const place = view.layout.places.get(cell);
        if (!position.clues[place]) position.entries[place] = digit;
      }
      for (const { cell, digit } of step.removed) {
        const bit = position.bit(view.layout.places.get(cell), digit);
        position.removed[bit] = true;
        position.mine[bit] = false;
      }
    });
    if (step.removed.length) view.setShown("all");
    announce(step.text);
  }

  /** Says how the board stands; a full board is checked. */
  async function boardAnswered() {
    const { position, empty, clashes } = view;
    status.textContent = position.isEmpty ? words.start : words.board({ empty, clashes });
    if (clashes.length) announce(status.textContent);
    if (position.isEmpty || empty || clashes.length) return;
    const answer = await engine.quick(position.module, { ask: "check", ...position.board }, view);
    status.textContent = answer.solved ? words.solved : words.fullButWrong;
    announce(status.textContent);
  }

  return { boardAnswered: () => boardAnswered().catch(() => {}) };
}

function answerOf(text, list = [], next = null) {
  const items = list.map((item) => element("li", {}, item));
  const row = next && element("div", { class: "row" }, next);
  return element("div", { class: "answer" }, element("p", {}, text), items.length ? element("ul", {}, ...items) : null, row);
}
