// The page as a whole: links, workers, offline, and its tools.

import assert from "node:assert/strict";
import { access } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { ADDRESS, CHAINS, close, FOLDER, LINKS, paste, shownGrid, waitForText, withPage } from "./browser.mjs";

after(close);

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Keeps the workers of a page within reach, and counts the modules that they get. */
function keepWorkers() {
  const Original = window.Worker;
  window.workers = [];
  window.Worker = class extends Original {
    constructor(...parameters) {
      super(...parameters);
      window.workers.push(this);
    }
  };
}

function fourProcessors() {
  Object.defineProperty(navigator, "hardwareConcurrency", { value: 4 });
}

test("a link restores every board, and survives reload, Back and Undo", () =>
  withPage({ hash: `#1/sudoku?p=${PUZZLE}` }, async (page) => {
    await waitForText(page, "#sudoku-status", /51 cells/);
    await page.click("#sudoku-shown label:nth-child(3)");
    await page.click("#sudoku-grid td:nth-child(3)");
    await page.waitForFunction(() => document.querySelector("#sudoku-grid td:nth-child(3)").innerText.replace(/\s/g, "") === "124");
    await page.keyboard.press("Shift+Digit2");
    await page.click("#sudoku-grid td:nth-child(4)");
    await page.keyboard.press("6");
    await page.click("#sudoku-shown label:nth-child(2)");
    await page.click("#sudoku-grid td:nth-child(6)");
    await page.keyboard.press("Shift+Digit8");
    await page.waitForFunction(() => /&a=.*&n=.*&m=/.test(location.hash));
    const link = await page.evaluate(() => location.hash);
    const board = () => page.$$eval("#sudoku-grid td", (cells) => cells.map((cell) => cell.getAttribute("aria-label")).join());
    const before = await board();
    await page.reload();
    await waitForText(page, "#sudoku-status", /50 cells/);
    assert.equal(await board(), before);
    assert.equal(await page.evaluate(() => location.hash), link);
    await page.click("#sudoku-grid td:nth-child(3)");
    await page.keyboard.press("4");
    await waitForText(page, "#sudoku-status", /49 cells/);
    await page.keyboard.press("z");
    await waitForText(page, "#sudoku-status", /50 cells/);
    assert.equal(await page.evaluate(() => document.querySelector("[data-undo]").disabled), true);
    await page.keyboard.press("Control+y");
    await waitForText(page, "#sudoku-status", /49 cells/);
    await paste(page, CHAINS);
    await waitForText(page, "#sudoku-status", /57 cells/);
    await page.goBack();
    await waitForText(page, "#sudoku-status", /49 cells/);
    await page.goForward();
    await waitForText(page, "#sudoku-status", /57 cells/);
    await page.click("[data-view=queens]");
    await page.click("#queens-grid td");
    await page.goBack();
    assert.equal(await shownGrid(page), CHAINS);
    await page.click("[data-view=queens]");
    await waitForText(page, "#queens-status", /^1 queen is set/);
    await page.goto("about:blank");
    await page.goto(ADDRESS);
    await waitForText(page, "#queens-status", /^1 queen is set/);
  }));

test("links of other versions and views are named, not guessed", () =>
  withPage({ hash: `#2/sudoku?p=${PUZZLE}` }, async (page) => {
    await waitForText(page, "#notice", /version 2/);
    await page.click("#notice > button");
    await page.evaluate(() => (location.hash = "#1/chess"));
    await waitForText(page, "#notice", /“chess”/);
    await page.evaluate((puzzle) => (location.hash = `#sudoku?p=${puzzle}&a=xyz&m=~~&n=!&k=x&v=q`), PUZZLE);
    await page.waitForFunction(() => document.querySelectorAll("#sudoku-grid .clue").length === 30);
    await page.evaluate(() => (location.hash = "#1/queens?n=99&q=9:9,x&b=0:0&r=%00"));
    await page.evaluate(() => (location.hash = "#1/covers?b=99x-1&x=a&s=q&c=:::&o=;"));
    await page.waitForSelector("#covers-grid td");
  }));

test("a count stopped fifty times at random has the same total in the end", () =>
  withPage({ hash: "#1/queens?n=14" }, async (page) => {
    let seed = 3;
    for (let round = 0; round < 50; round += 1) {
      seed = (seed * 48271) % 2147483647;
      await page.click("#queens-count");
      await page.waitForTimeout(seed % 120);
      await page.keyboard.press("Escape");
    }
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 365,596 solutions/);
  }));

test("workers that fail are replaced", () =>
  withPage({ hash: `#1/sudoku?p=${PUZZLE}`, prepare: keepWorkers }, async (page) => {
    await waitForText(page, "#sudoku-status", /51 cells/);
    for (let round = 0; round < 10; round += 1) {
      // What the page receives when the module of a worker faults.
      await page.evaluate(() => window.workers.forEach((worker) => worker.onerror(new ErrorEvent("error", { message: "fault" }))));
      await page.click("#sudoku-grid td:nth-child(3)");
      await page.keyboard.press(round % 2 ? "Delete" : "4");
      await waitForText(page, "#sudoku-status", round % 2 ? /51 cells/ : /50 cells/);
    }
    await page.click("#sudoku-hint");
    await page.waitForSelector("#sudoku .answer");
  }));

test("shards add up to the whole, and long counts are split", () =>
  withPage({ hash: "#1/queens?n=16", prepare: fourProcessors }, async (page) => {
    const totals = await page.evaluate(async () => {
      const { Engine } = await import("./engine.js");
      const engine = new Engine();
      const count = async (name, request, shards) => {
        let total = 0n;
        for (let shard = 0; shard < shards; shard += 1) {
          const { solutions } = await engine.long(name, { ...request, shard: `${shard}/${shards}` }, { kind: "test" });
          total += BigInt(solutions);
        }
        return Number(total);
      };
      const { pieces } = await engine.quick("cover", { ask: "cover-pieces", all: "5" });
      const drawings = pieces.map(({ name, cells }) => {
        const has = (row, column) => (cells.includes(`${row}.${column}`) ? "#" : ".");
        return [name, ...[1, 2, 3, 4, 5].map((row) => [1, 2, 3, 4, 5].map((column) => has(row, column)).join(""))].join("\n");
      });
      const { text } = await engine.quick("cover", { ask: "cover-make", board: "6x10", pieces: drawings.join("\n\n") });
      const all = [pieces.length];
      for (const shards of [1, 2, 3, 7]) {
        for (const n of [8, 11, 13]) all.push(await count("queens", { ask: "queens-count", n }, shards));
        all.push(await count("cover", { ask: "cover-count", text }, shards));
      }
      return all;
    });
    const expected = [92, 2680, 73712, 9356];
    assert.equal(totals.shift(), 12);
    assert.deepEqual(totals, [expected, expected, expected, expected].flat());
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 14,772,512 solutions/, 120000);
  }));

test("nothing blocks the page while it counts", () =>
  withPage({ hash: "#1/queens?n=16" }, async (page, context) => {
    await waitForText(page, "#queens-status", /Press/);
    await context.browser().startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline", "__metadata"] });
    await page.click("#queens-count");
    await page.waitForTimeout(1500);
    const { traceEvents } = JSON.parse(await context.browser().stopTracing());
    const thread = ({ pid, tid }) => `${pid}/${tid}`;
    const main = new Set(traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain").map(thread));
    const tasks = traceEvents.filter((event) => event.name === "RunTask" && main.has(thread(event)));
    assert.ok(tasks.length > 100);
    // The time in which the thread computes, in microseconds: on a busy machine, it waits for a processor, too.
    assert.deepEqual(tasks.map(({ tdur }) => tdur).filter((time) => time > 50000), []);
  }));

test("the policy of the page is in force", () =>
  withPage({ expected: /Content Security Policy|^policy: script-src/ }, async (page) => {
    const blocked = await page.evaluate(async () => {
      const seen = [];
      document.addEventListener("securitypolicyviolation", (event) => seen.push(event.effectiveDirective));
      const script = document.createElement("script");
      script.textContent = "window.injected = true";
      document.body.append(script);
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { seen, injected: window.injected === true };
    });
    assert.equal(blocked.injected, false);
    assert.match(blocked.seen.join(), /script-src/);
  }));

test("the page works offline after the first visit", () =>
  withPage({ expected: /ERR_INTERNET|Failed to fetch/ }, async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.click("#show-settings");
    await page.click("text=Keep all for offline");
    await page.waitForFunction(async () => {
      const [name] = await caches.keys();
      const keys = name ? await (await caches.open(name)).keys() : [];
      return keys.filter(({ url }) => url.endsWith(".wasm")).length === 4;
    });
    await context.setOffline(true);
    await page.reload();
    await paste(page, PUZZLE);
    await waitForText(page, "#sudoku-status", /51 cells/);
    await page.click("[data-view=queens]");
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 92 solutions/);
  }));

test("the page in one file works from a folder", async (t) => {
  const file = join(FOLDER, "countless.html");
  if (await access(file).then(() => false, () => true)) return t.skip("countless.html was not built");
  return withPage({ address: `file://${file}`, hash: `#1/sudoku?p=${PUZZLE}` }, async (page) => {
    await waitForText(page, "#sudoku-status", /51 cells/);
    await page.click("[data-view=queens]");
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 92 solutions/);
    await page.click("[data-view=covers]");
    await page.click("#covers-list");
    await waitForText(page, "#covers-pager", /of more/);
  });
});

test("the tools of the page: link, command, settings, help", () =>
  withPage({ hash: LINKS.queens, permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.click("#copy-link");
    await waitForText(page, "#notice", /copied/);
    assert.match(await page.evaluate(() => navigator.clipboard.readText()), /#1\/queens\?n=8&q=1:5,2:7&b=4:4$/);
    await page.click("#show-command");
    await waitForText(page, "#dialog pre", /^countless queens complete 8 --queens 1:5,2:7 --blocked 4:4/);
    await page.click("#dialog >> text=Copy");
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await waitForText(page, "#dialog-title", /Keys/);
    await page.click("#dialog >> text=Close");
    await page.click("#show-settings");
    await page.selectOption("#dialog select", "dark");
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme), "dark");
    await page.click("#dialog >> text=Letters are keys");
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.waitForTimeout(300);
    assert.equal(await page.$eval("#queens .task", (task) => task.hidden), true);
    await page.click("#show-settings");
    await page.click("text=Forget all");
    assert.equal(await page.evaluate(() => localStorage.length), 0);
  }));
