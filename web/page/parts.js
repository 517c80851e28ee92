// Parts that the views share: elements, announcements, long questions with progress, and lists of
// solutions with a running number.

import { Dropped, Refused } from "./engine.js";
import { shape } from "./overlay.js";
import { words } from "./words.js";

const BLOCK = 50;
const SHOW_AFTER = 250;
const ANNOUNCE_EVERY = 10000;

export const byId = (id) => document.getElementById(id);

/** Creates an element. Attributes that are functions listen to events; undefined ones are left out. */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") created.addEventListener(key, value);
    else if (value !== undefined && value !== false) created.setAttribute(key, value === true ? "" : value);
  }
  created.append(...children.filter((child) => child !== null && child !== undefined));
  return created;
}

export function button(text, click, attributes = {}) {
  return element("button", { type: "button", click, ...attributes }, text);
}

/** Fills a list of choices with pairs of value and text. */
export function fillChoices(select, choices) {
  select.replaceChildren(...choices.map(([value, text]) => element("option", { value }, text)));
}

/** Listens to the buttons of a group of radio buttons. */
export function onChoice(group, change) {
  group.addEventListener("change", (event) => change(event.target.value));
}

/** Checks the radio button with a value. */
export function choose(group, value) {
  for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
}

/** Has a screen reader say a text: when it is silent, or at once. */
export function announce(text, urgent = false) {
  const region = byId(urgent ? "assertive" : "polite");
  region.textContent = "";
  // The region has to change after it was emptied, or an equal text is not said again.
  setTimeout(() => {
    region.textContent = text;
  }, 30);
}

/** Saves a text as a file. */
export function save(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** A picture of a queen, as an element of SVG. */
export function queenPicture(place = {}) {
  const crown = "M8 33 5 14l8 9 3-14 5 13 3-15 3 15 5-13 3 14 8-9-3 19zM8 36h32v5H8z";
  return shape("svg", { viewBox: "0 0 48 46", "aria-hidden": "true", ...place }, shape("path", { d: crown }));
}

/** Returns what is to be said about an error of the engine. */
export function explainError(error) {
  if (error instanceof Refused) return words.refused(error);
  return words.failed(error.message);
}

/** Asks a long question whenever a button of a view is pressed. */
export function startTask(view, id, run) {
  const task = new Task(byId(id), view, run);
  byId(id).addEventListener("click", () => task.start());
  return task;
}

/** A button, and the progress and result of the long question that it asks. */
export class Task {
  static #running = new Set();
  #engine;
  #kind;
  #run;
  #turn = 0;
  #output = element("output");
  #progress = element("progress", { hidden: true });
  #stop = button(words.stop, () => this.#engine.stop(this.#kind), { hidden: true });
  #root = element("div", { class: "task", hidden: true }, this.#output, this.#progress, this.#stop);
  #solutions = null;
  #said = 0;

  /**
   * @param {HTMLElement} trigger button of the question, whose kind is the id of the button
   * @param {{engine: Engine, revision: number}} view
   * @param {(options: object) => Promise<Node | string | null>} run takes the options of a long question
   */
  constructor(trigger, view, run) {
    this.#engine = view.engine;
    this.#kind = trigger.id;
    this.#run = () => run({ kind: trigger.id, board: view, report: (report) => this.#report(report) });
    trigger.closest(".row").after(this.#root);
  }

  /** Stops all questions. */
  static stopAll() {
    [...Task.#running].forEach((task) => task.#engine.stop(task.#kind));
  }

  async start() {
    const turn = (this.#turn += 1);
    this.#solutions = null;
    this.#said = Date.now();
    this.#root.hidden = false;
    this.#root.setAttribute("aria-busy", "true");
    this.#output.className = "";
    this.#output.replaceChildren(words.working);
    this.#progress.removeAttribute("value");
    const appear = setTimeout(() => this.#busy(true), SHOW_AFTER);
    Task.#running.add(this);
    try {
      const result = await this.#run();
      if (turn === this.#turn) this.#finish(result);
    } catch (error) {
      if (turn === this.#turn) this.#fail(error);
    } finally {
      clearTimeout(appear);
      if (turn === this.#turn) {
        this.#busy(false);
        this.#root.removeAttribute("aria-busy");
        Task.#running.delete(this);
      }
    }
  }

  /** Shows the progress of a count; first whether there are none, one or several solutions. */
  #report({ first, progress }) {
    if (first !== undefined) this.#output.replaceChildren(words.first[Math.min(Number(first), 2)]);
    if (!progress) return;
    if (progress.total) {
      this.#progress.max = Number(progress.total);
      this.#progress.value = Number(progress.done);
    }
    this.#solutions = progress.solutions ?? this.#solutions;
    if (this.#solutions !== null) this.#output.replaceChildren(numberLine(words.soFar(this.#solutions)));
    if (Date.now() - this.#said > ANNOUNCE_EVERY) {
      this.#said = Date.now();
      announce(this.#output.textContent);
    }
  }

  /** Ends the question, and removes its result: the board has changed. */
  reset() {
    this.#turn += 1;
    this.#engine.stop(this.#kind);
    this.#busy(false);
    this.#root.hidden = true;
    Task.#running.delete(this);
  }

  #busy(is) {
    this.#progress.hidden = !is;
    this.#stop.hidden = !is;
  }

  #finish(result) {
    if (result === null || result === undefined) {
      this.#root.hidden = true;
      return;
    }
    this.#output.replaceChildren(result);
    announce(this.#output.textContent);
  }

  #fail(error) {
    if (error instanceof Dropped) {
      const text = this.#solutions === null ? words.stopped : words.stoppedAt(this.#solutions);
      this.#output.replaceChildren(this.#solutions === null ? text : numberLine(text));
      announce(text);
      return;
    }
    this.#output.className = "error";
    this.#output.textContent = explainError(error);
    announce(this.#output.textContent, true);
  }
}

/** A line whose first number is large: "exactly 92 solutions". */
export function numberLine(text) {
  const [, before, number, after] = text.match(/^(.*?)([\d,]+)(.*)$/s) ?? [null, text, "", ""];
  return element("span", {}, before, element("span", { class: "number" }, number), after);
}

/** Solutions one by one, fetched in blocks. */
export class Pager {
  #root;
  #fetch;
  #show;
  #blocks = new Map();
  #total = null;
  #number = 0;
  #input = element("input", { type: "number", min: "1", value: "1", "aria-label": words.solutionNumber });
  #of = element("span");
  #back = button("◀", () => this.go(this.#number - 1), { "aria-label": words.solutionBack });
  #on = button("▶", () => this.go(this.#number + 1), { "aria-label": words.solutionOn });

  /**
   * @param {HTMLElement} root
   * @param {{fetch: (from: number, limit: number) => Promise<object>, show: (solution: object, number: number) => void, close: () => void}} events
   */
  constructor(root, { fetch, show, close }) {
    this.#root = root;
    this.#fetch = fetch;
    this.#show = show;
    this.#input.addEventListener("change", () => this.go(Number(this.#input.value) || 1));
    const turn = element("div", { class: "row turn" }, this.#back, this.#input, this.#of, this.#on);
    root.replaceChildren(turn, element("div", { class: "row" }, button(words.backToBoard, close)));
    root.hidden = true;
  }

  get isOpen() {
    return !this.#root.hidden;
  }

  addButtons(...buttons) {
    this.#root.lastElementChild.append(...buttons);
  }

  /** Shows the solution before or after the one that is shown; returns false if there is none. */
  async turn(by) {
    const number = this.#number + by;
    if (!this.isOpen || number < 1 || number === (this.#total ?? 0) + 1) return false;
    return this.go(number);
  }

  /** Shows the first solution of a new list; returns a sentence if there is none. */
  async open() {
    this.reset();
    return (await this.#go(1)) ? null : words.noSolution;
  }

  /** Shows the solution with a number, from 1; the last one if there are fewer. */
  async go(number) {
    try {
      return await this.#go(number);
    } catch (error) {
      if (!(error instanceof Dropped)) this.#of.textContent = explainError(error);
      return false;
    }
  }

  async #go(number) {
    const index = Math.max(0, number - 1);
    const block = Math.floor(index / BLOCK);
    const blocks = this.#blocks;
    if (!blocks.has(block)) {
      const answer = await this.#fetch(block * BLOCK, BLOCK);
      if (blocks !== this.#blocks) return false;
      blocks.set(block, answer.solutions);
      if (!answer.more && answer.solutions.length) this.#total = block * BLOCK + answer.solutions.length;
    }
    const solution = blocks.get(block)[index % BLOCK];
    if (!solution) return this.#total ? this.#go(this.#total) : false;
    this.#root.hidden = false;
    this.#number = index + 1;
    this.#input.value = this.#number;
    this.#of.textContent = this.#total ? words.ofTotal(this.#total) : words.ofMore;
    this.#back.disabled = this.#number === 1;
    this.#on.disabled = this.#number === this.#total;
    this.#show(solution, this.#number);
    return true;
  }

  reset() {
    this.#blocks = new Map();
    this.#total = null;
    this.#root.hidden = true;
  }
}
