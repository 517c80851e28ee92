// The view of sudokus: its buttons, its keys, and what it reveals.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { close, paste, shownGrid, waitForText, withPage } from "./browser.mjs";

after(close);

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const CHAINS = "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";
const SEVERAL = "8..72....4....1.5....8.51...46..72.....2.....37..4.....6......5...46...17....9..2";
const at = (puzzle, more = "") => `#1/sudoku?p=${puzzle}${more}`;
const cell = (row, column) => `#sudoku-grid tr:nth-child(${row}) td:nth-child(${column})`;
const label = (page, row, column) => page.getAttribute(cell(row, column), "aria-label");

test("digits are typed at once, and labels say what a cell holds", () =>
  withPage({}, async (page) => {
    await page.click(cell(1, 1));
    await page.keyboard.press("5");
    assert.equal(await label(page, 1, 1), "5, clue, row 1 column 1, box 1");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("5");
    await waitForText(page, "#sudoku-status", /5 is in row 1 more than once: r1c1 and r1c2/);
    assert.equal(await page.getAttribute(cell(1, 2), "aria-invalid"), "true");
    await page.keyboard.press("Delete");
    await waitForText(page, "#sudoku-status", /80 cells are empty/);
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("Home");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "empty, row 6 column 1, box 4");
    assert.equal(await page.$$eval('#sudoku-grid td[tabindex="0"]', (cells) => cells.length), 1);
  }));

test("candidates are shown, removed by hand, and kept as marks of one's own", () =>
  withPage({ hash: at(PUZZLE) }, async (page) => {
    await page.click("#sudoku-shown label:nth-child(3)");
    await page.waitForFunction((where) => document.querySelector(where).innerText.replace(/\s/g, "") === "124", cell(1, 3));
    assert.equal(await label(page, 1, 3), "empty, 1 2 4, row 1 column 3, box 1");
    await page.click(cell(1, 3));
    await page.keyboard.press("Shift+Digit1");
    await page.waitForFunction((where) => document.querySelector(where).innerText.replace(/\s/g, "") === "24", cell(1, 3));
    await page.click("#sudoku-shown label:nth-child(2)");
    assert.equal(await label(page, 1, 3), "empty, row 1 column 3, box 1");
    await page.keyboard.press("Tab");
    await page.click("#sudoku-mode label:nth-child(3)");
    await page.click("#sudoku-pad button:nth-child(4)");
    assert.equal(await label(page, 1, 3), "empty, 4, row 1 column 3, box 1");
    await page.click("#sudoku [data-undo]");
    await page.click("#sudoku [data-undo]");
    await page.click("#sudoku-shown label:nth-child(3)");
    assert.equal(await label(page, 1, 3), "empty, 1 2 4, row 1 column 3, box 1");
  }));

test("a locked digit goes into each cell that is pressed", () =>
  withPage({ hash: at(PUZZLE) }, async (page) => {
    await page.click("#sudoku-lock");
    await page.click("#sudoku-pad button:nth-child(2)");
    await page.click(cell(1, 3));
    await page.click(cell(2, 2));
    assert.equal((await shownGrid(page)).slice(0, 11), "532.7....62");
    await page.click("#sudoku-lock");
    await page.click(cell(2, 2));
    await page.click("#sudoku-erase");
    assert.equal((await shownGrid(page)).slice(9, 11), "6.");
  }));

test("Check counts mistakes, then shows them, then gives the right digits", () =>
  withPage({ hash: at(PUZZLE, `&a=${".".repeat(2)}1${".".repeat(78)}`) }, async (page) => {
    await page.click("#sudoku-check");
    await waitForText(page, "#sudoku .answer p", /^1 entry is wrong\.$/);
    assert.equal(await page.$$eval("#sudoku .answer li", (items) => items.length), 0);
    assert.equal(await page.$$eval("#sudoku-grid .wrong", (cells) => cells.length), 0);
    await page.click("#sudoku-check");
    await waitForText(page, "#sudoku .answer li", /^r1c3 is not 1$/);
    await page.click("text=Right digits");
    await waitForText(page, "#sudoku .answer li", /^r1c3 is not 1, but 4$/);
    await page.click("#sudoku-hint");
    await waitForText(page, "#sudoku .answer p", /1 mistake comes before the next step/);
  }));

test("Hint reveals a step in grades and does it", () =>
  withPage({ hash: at(CHAINS) }, async (page) => {
    await page.click("#sudoku-hint");
    const first = "#sudoku .answer p";
    await waitForText(page, first, /\((easy|medium|hard|expert)\)\.$/);
    await page.click("#sudoku-hint");
    await waitForText(page, first, /\), in (row|column|box) \d/);
    assert.equal(await page.$$eval("#sudoku-grid .pattern", (cells) => cells.length), 0);
    await page.click("text=Mark the cells");
    await page.waitForSelector("#sudoku-grid .pattern");
    await page.click("text=Explain");
    await waitForText(page, first, /:/);
    const before = await shownGrid(page);
    await page.click("text=Do it");
    await page.waitForFunction((old) => [...document.querySelectorAll("#sudoku-grid td .value")].length > [...old].filter((sign) => sign !== ".").length, before);
  }));

test("steps are listed and drawn, a filter leaves some out, and keys turn them", () =>
  withPage({ hash: at(CHAINS) }, async (page) => {
    await page.click("#sudoku-steps summary");
    await page.click("#steps-find");
    await waitForText(page, "#sudoku-steps .task", /steps to the solution\. Level expert/);
    const all = await page.$$eval("#steps-list li", (items) => items.length);
    assert.ok(all > 40);
    await page.selectOption("#steps-filter", "skyscraper");
    const few = await page.$$eval("#steps-list li", (items) => items.length);
    assert.ok(few >= 1 && few < all);
    await page.click("#steps-list li:first-child button");
    await waitForText(page, "#step-text", /^Skyscraper: /);
    assert.ok((await page.$$("#sudoku-overlay .link.strong")).length >= 2);
    assert.ok((await page.$$("#sudoku-overlay .removed")).length >= 1);
    const address = await page.evaluate(async () => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return location.hash;
    });
    assert.match(address, /&k=\d+/);
    await page.reload();
    await waitForText(page, "#step-text", /^Skyscraper: /);
    const number = await page.textContent("#step-number");
    await page.click("#step-on");
    await page.keyboard.press("[");
    assert.equal((await page.textContent("#step-number")).split(" ")[0], number.split(" ")[0]);
    await page.click("#steps-close");
    assert.equal(await page.$$eval("#sudoku-overlay > *", (parts) => parts.length), 0);
  }));

test("solutions are counted, listed with their number, and solved on request only", () =>
  withPage({ hash: at(SEVERAL) }, async (page) => {
    await page.click("#sudoku-solutions summary");
    assert.equal(await shownGrid(page), SEVERAL);
    await page.click("#solutions-count");
    await waitForText(page, "#sudoku-solutions", /Exactly 134 solutions\./);
    await page.click("#solutions-list");
    await waitForText(page, "#solutions-pager", /of/);
    assert.match(await shownGrid(page), /^[1-9]{81}$/);
    await page.fill("#solutions-pager input", "134");
    await page.keyboard.press("Enter");
    await waitForText(page, "#solutions-pager", /of 134/);
    await page.click('#solutions-pager [aria-label="Solution before"]');
    assert.equal(await page.inputValue("#solutions-pager input"), "133");
    await page.click("#solutions-pager >> text=Back to my board");
    assert.equal(await shownGrid(page), SEVERAL);
    await page.click("#solutions-solve");
    await waitForText(page, "#sudoku-solutions", /The puzzle has several solutions/);
  }));

test("a count of few clues is started only on a second press, and stops at once", () =>
  withPage({ hash: at(`${"1".padEnd(81, ".")}`) }, async (page) => {
    await page.click("#sudoku-solutions summary");
    await page.click("#solutions-count");
    await waitForText(page, "#sudoku-solutions", /may never end/);
    await page.click("#solutions-count");
    await waitForText(page, "#sudoku-solutions", /At least [\d,]+ solutions/);
    await page.keyboard.press("Escape");
    await waitForText(page, "#sudoku-solutions", /Stopped at least at [\d,]+ solutions/);
  }));

test("a puzzle is rated on both scales", () =>
  withPage({ hash: at(CHAINS) }, async (page) => {
    await page.click("#sudoku-rating summary");
    await page.click("#rate");
    await waitForText(page, "#rating-list", /Levelexpert.*Hardest.*ER\d+\.\dEP\d+\.\dED\d+\.\d/s);
  }));

test("puzzles are made by level, ER, technique and symmetry", () =>
  withPage({}, async (page) => {
    for (const [level, field, value] of [["easy"], ["hard"], ["er", "#make-er", "2.0..3.0"], ["technique", "#make-technique", "pointing"]]) {
      if (!(await page.$("#sudoku-new[open]"))) await page.click("#sudoku-new summary");
      await page.selectOption("#make-level", level);
      await page.selectOption("#make-symmetry", level === "easy" ? "rotational" : "none");
      if (level === "er") await page.fill(field, value);
      if (level === "technique") await page.selectOption(field, value);
      const before = await shownGrid(page);
      await page.click("#make");
      await page.waitForFunction((old) => [...document.querySelectorAll("#sudoku-grid td")].map((td) => td.querySelector(".value")?.textContent ?? ".").join("") !== old, before, { timeout: 120000 });
      const clues = [...(await shownGrid(page))].map((sign) => sign !== ".");
      assert.ok(clues.filter(Boolean).length >= 17);
      if (level === "easy") assert.deepEqual(clues, [...clues].reverse());
    }
  }));

test("other layouts are played with the module of variants", () =>
  withPage({}, async (page) => {
    await page.selectOption("#layout", "6");
    await page.waitForFunction(() => document.querySelectorAll("#sudoku-grid td").length === 36);
    await page.click("#make");
    await page.waitForFunction(() => document.querySelectorAll("#sudoku-grid .clue").length > 5, null, { timeout: 120000 });
    await page.click("#sudoku-hint");
    await waitForText(page, "#sudoku .answer p", /\(easy|medium|hard\)/);
  }));

test("jigsaws and killers are read, drawn, said and kept in links", () =>
  withPage({}, async (page) => {
    const blank = ".".repeat(16);
    await waitForText(page, "#sudoku-status", /Type/);
    await paste(page, `puzzle,cages\n${blank},ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5\n`);
    await page.waitForSelector("#sudoku-overlay .sum");
    assert.equal(await page.$$eval("#sudoku-overlay .sum", (sums) => sums.map(({ textContent }) => textContent).join(" ")), "6 5 4 6 5 9 5");
    assert.equal(await label(page, 1, 2), "empty, row 1 column 2, box 1, sum 5 with r1c3");
    await page.click("#sudoku-solutions summary");
    await page.click("#solutions-solve");
    await waitForText(page, "#sudoku-solutions .task", /the only one/);
    assert.equal(await shownGrid(page), "4321214332141432");
    await paste(page, "AAAB\nACBB\nCCDB\nCDDD\n");
    await page.waitForFunction(() => document.querySelector("#sudoku-grid td:nth-child(3)").className.includes("right"));
    assert.equal(await page.$$eval("#sudoku-overlay .sum", (sums) => sums.length), 0);
    await page.click(cell(2, 2));
    await page.keyboard.press("1");
    await page.waitForFunction(() => location.hash.includes("p="));
    await page.reload();
    await page.waitForFunction((where) => document.querySelector(where)?.getAttribute("aria-label").endsWith("region 3"), cell(2, 2));
    assert.equal(await label(page, 2, 2), "1, clue, row 2 column 2, region 3");
    assert.match(await page.$eval("#sudoku-grid td:nth-child(3)", ({ className }) => className), /right/);
    await page.click("#show-command");
    assert.match(await page.textContent("#dialog pre"), /^echo '1112132233423444' > regions.txt\n.* --regions regions.txt$/m);
  }));

test("sheets of 1, 2, 4 and 6 puzzles have their answers", () =>
  withPage({ hash: at(PUZZLE) }, async (page) => {
    await page.click("#sudoku-new summary");
    await page.selectOption("#make-level", "easy");
    await page.click("#sudoku-print summary");
    for (const count of [1, 2, 4, 6]) {
      await page.evaluate(() => (window.printed = 0));
      await page.selectOption("#print-puzzles", String(count));
      await page.click("#print");
      await page.waitForFunction((pictures) => window.printed === pictures, 2 * count);
    }
    await page.uncheck("#print-answers");
    await page.selectOption("#print-puzzles", "1");
    await page.click("#print");
    await page.waitForFunction(() => window.printed === 1);
    const download = page.waitForEvent("download");
    await page.click("#sudoku-picture");
    assert.match(await readFile(await (await download).path(), "utf8"), /^<svg.*>5<\/text>/s);
  }));

test("every example of the formats of sudokus can be pasted", async () => {
  const guide = await readFile(new URL("../../docs/formats.md", import.meta.url), "utf8");
  const chapter = guide.split("\n## ").find((part) => part.startsWith("Sudokus"));
  const sections = chapter.split("\n### ").filter((section) => section.includes("sudoku solve -"));
  const examples = sections.map((section) => section.match(/^`(\w+)`.*?```text\n(.*?)```/s));
  assert.ok(examples.length >= 10);
  await withPage({}, async (page) => {
    for (const [, name, text] of examples) {
      await page.click("#clear-board");
      await paste(page, text);
      await page.waitForFunction(() => document.querySelectorAll("#sudoku-grid .clue").length > 15, null, { timeout: 10000 }).catch(() => assert.fail(name));
      await page.evaluate(() => (document.querySelector("#sudoku-new").open = true));
    }
  });
});

test("several puzzles are read at once, and those that are none are named by line", () =>
  withPage({}, async (page) => {
    await page.fill("#paste-text", `${PUZZLE} first\n12..\n${CHAINS} second\n`);
    await page.click("#read-text");
    await waitForText(page, "#read-list", /2 puzzles.*Line 2/s);
    assert.equal(await shownGrid(page), PUZZLE);
    await page.selectOption("#read-list select", { index: 1 });
    assert.equal(await shownGrid(page), CHAINS);
    await page.click("#show-example");
    await page.fill("#paste-text", "no puzzle");
    await page.click("#read-text");
    await page.waitForSelector("#read-list .error");
  }));

test("a game is played by keys alone", () =>
  withPage({ hash: at(PUZZLE) }, async (page) => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "gridcell");
    await page.keyboard.press("Control+Home");
    for (const [index, digit] of [...SOLUTION].entries()) {
      if (PUZZLE[index] === ".") await page.keyboard.press(digit);
      await page.keyboard.press(index % 9 === 8 ? "Home" : "ArrowRight");
      if (index % 9 === 8) await page.keyboard.press("ArrowDown");
    }
    await waitForText(page, "#sudoku-status", /^Solved\.$/);
    await waitForText(page, "#polite", /^Solved\.$/);
    await page.keyboard.press("z");
    await waitForText(page, "#sudoku-status", /^1 cell is empty\.$/);
    await page.keyboard.press("n");
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^empty/);
    await page.keyboard.press("y");
    await waitForText(page, "#sudoku-status", /^Solved\.$/);
  }));

test("a thousand nonsense pastes do no harm", () =>
  withPage({}, async (page) => {
    let seed = 7;
    const random = (most) => (seed = (seed * 48271) % 2147483647) % most;
    const signs = "0123456789..x*|+-,;:\n\t []{}\"'=/#<>éß☃ABCabc";
    for (let round = 0; round < 1000; round += 1) {
      const text = Array.from({ length: random(120) }, () => signs[random(signs.length)]).join("");
      await paste(page, text);
    }
    await paste(page, PUZZLE);
    await page.waitForFunction(() => document.querySelectorAll("#sudoku-grid .clue").length === 30);
    await waitForText(page, "#sudoku-status", /51 cells are empty/);
  }));
