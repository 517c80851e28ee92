// Start of the page: views, links, keys and dialogs.

import { CoversView } from "./covers.js";
import { Engine } from "./engine.js";
import { announce, button, byId, element, fillChoices, Task } from "./parts.js";
import { QueensView } from "./queens.js";
import { Boards, isKnown, readLink, Settings, storage } from "./state.js";
import { SudokuView } from "./sudoku.js";
import { words } from "./words.js";

const defaults = { theme: "auto", shown: "none", letterKeys: true, placeFirst: false };
const settings = new Settings(defaults, () => {
  showTheme();
  views.get("sudoku").render();
});
const engine = new Engine();
const MODULES = { sudoku: "sudoku", queens: "queens", covers: "cover" };
let boards = null;
const parts = { engine, settings, boards: () => boards };
const views = new Map([SudokuView, QueensView, CoversView].map((View) => new View(parts)).map((view) => [view.name, view]));
boards = new Boards(views, showUndo);

function showUndo() {
  for (const undo of document.querySelectorAll("[data-undo]")) undo.disabled = !boards.canUndo();
  for (const redo of document.querySelectorAll("[data-redo]")) redo.disabled = !boards.canRedo();
}

function showView(name) {
  for (const section of document.querySelectorAll(".view")) section.hidden = section.id !== name;
  for (const link of document.querySelectorAll("[data-view]")) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = name === "sudoku" ? "countless" : `${name} – countless`;
}

/** Shows the board of the address, or the last one. */
function openLink() {
  const link = readLink(location.hash);
  const last = storage.get("view");
  const name = link.name || (views.has(last) ? last : "sudoku");
  if (!isKnown(link.version)) notice(words.unknownVersion(link.version));
  else if (!views.has(name)) notice(words.unknownView(name));
  const isReadable = isKnown(link.version) && views.has(name);
  const shown = isReadable ? name : "sudoku";
  showView(shown);
  engine.load(MODULES[shown]).catch(() => {});
  boards.open({ name: shown, fields: isReadable ? link.fields : new URLSearchParams() });
}

function notice(text, action = null) {
  const root = byId("notice");
  root.hidden = false;
  root.firstElementChild.replaceChildren(text, " ", action ?? "");
  announce(text, true);
}

// Dialogs

function openDialog(title, ...content) {
  byId("dialog-title").textContent = title;
  byId("dialog-body").replaceChildren(...content);
  if (!byId("dialog").open) byId("dialog").showModal();
}

function showHelp() {
  const rows = words.keys.map(([keys, meaning]) => {
    const pressed = keys.split(" ").map((key) => (key === "–" ? "–" : element("kbd", {}, key)));
    const term = element("dt", {}, ...pressed.flatMap((part) => [part, " "]));
    return [term, element("dd", {}, meaning)];
  });
  openDialog(words.helpTitle, element("dl", {}, ...rows.flat()), element("p", { class: "soft" }, words.privacy));
}

function showCommand() {
  const line = views.get(boards.current).commandLine();
  const note = boards.current === "covers" ? words.coversCommandNote : words.commandNote;
  openDialog(words.commandTitle, element("p", {}, note), element("pre", { tabindex: "0" }, line), button(words.copy, () => copy(line, words.copied)));
}

function showSettings() {
  const theme = element("select", { change: () => settings.set("theme", theme.value) });
  fillChoices(theme, words.themes);
  theme.value = settings.get("theme");
  const tick = (name) => {
    const input = element("input", { type: "checkbox", change: () => settings.set(name, input.checked) });
    input.checked = settings.get(name);
    return element("label", { class: "tick" }, input, words[name]);
  };
  const said = element("p", { class: "soft" });
  const forget = () => {
    storage.clear();
    said.textContent = words.forgotten;
  };
  const keep = async () => {
    const worker = navigator.serviceWorker?.controller;
    worker?.postMessage("keep all");
    said.textContent = worker ? words.keptAll : words.cannotKeep;
  };
  openDialog(
    words.settingsTitle,
    element("label", { class: "row" }, words.theme, theme),
    tick("letterKeys"),
    tick("placeFirst"),
    element("div", { class: "row" }, button(words.keepAll, keep), button(words.forget, forget)),
    said,
    element("p", { class: "soft" }, words.privacy),
  );
}

async function copy(text, said) {
  try {
    await navigator.clipboard.writeText(text);
    announce(said);
    return true;
  } catch {
    return false;
  }
}

// Keys

function isTextField(target) {
  return target instanceof Element && target.matches("input:not([type=radio], [type=checkbox]), textarea, select");
}

function keyDown(event) {
  if (event.defaultPrevented || byId("dialog").open || isTextField(event.target)) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape") {
    Task.stopAll();
  } else if ((event.ctrlKey || event.metaKey) && (key === "z" || key === "y")) {
    if (key === "y" || event.shiftKey) boards.redo();
    else boards.undo();
  } else if (event.ctrlKey || event.metaKey || event.altKey) {
    return;
  } else if (key === "?") {
    showHelp();
  } else if (/^[a-z]$/.test(key) && !settings.get("letterKeys")) {
    return;
  } else if (key === "z") {
    boards.undo();
  } else if (key === "y") {
    boards.redo();
  } else if (!views.get(boards.current).command(key)) {
    return;
  }
  event.preventDefault();
}

function showTheme() {
  document.documentElement.dataset.theme = settings.get("theme");
}

function startServiceWorker() {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  navigator.serviceWorker.register("sw.js").then((registration) => {
    const offer = () => {
      if (!registration.waiting || !navigator.serviceWorker.controller) return;
      notice(words.newVersion, button(words.loadNew, () => registration.waiting.postMessage("take over")));
    };
    offer();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
  }).catch(() => {});
  let isFirst = !navigator.serviceWorker.controller;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
}

byId("notice").lastElementChild.addEventListener("click", () => (byId("notice").hidden = true));
byId("show-help").addEventListener("click", showHelp);
byId("show-command").addEventListener("click", showCommand);
byId("show-settings").addEventListener("click", showSettings);
byId("copy-link").addEventListener("click", async () => {
  boards.keepNow();
  const isCopied = await copy(location.href, words.linkCopied);
  notice(isCopied ? words.linkCopied : words.linkShown);
});
document.querySelector("[data-skip]").addEventListener("click", (event) => {
  event.preventDefault();
  views.get(boards.current).grid.focus();
});
for (const part of document.querySelectorAll("[data-undo]")) part.addEventListener("click", () => boards.undo());
for (const part of document.querySelectorAll("[data-redo]")) part.addEventListener("click", () => boards.redo());
for (const link of document.querySelectorAll("[data-view]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    const name = link.dataset.view;
    engine.load(MODULES[name]).catch(() => {});
    showView(name);
    boards.show(name);
  });
}
document.addEventListener("keydown", keyDown);
document.addEventListener("paste", (event) => {
  if (isTextField(event.target) || byId("dialog").open) return;
  event.preventDefault();
  views.get(boards.current).paste(event.clipboardData.getData("text"));
});
window.addEventListener("popstate", openLink);
window.addEventListener("pagehide", () => boards.keepNow());
showTheme();
openLink();
startServiceWorker();
