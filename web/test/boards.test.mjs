// The views of queens and covers.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { close, paste, waitForText, withPage } from "./browser.mjs";

after(close);

const square = (row, column) => `#queens-grid tr:nth-child(${row}) td:nth-child(${column})`;
const tile = (row, column) => `#covers-grid tr:nth-child(${row}) td:nth-child(${column})`;

test("queens are set, squares are blocked, and attacked squares say by whom", () =>
  withPage({ hash: "#1/queens?n=8" }, async (page) => {
    await page.click(square(1, 5));
    await page.click(square(2, 7));
    await page.click(square(4, 4), { modifiers: ["Shift"] });
    await waitForText(page, "#queens-status", /^2 queens are set/);
    assert.equal(await page.getAttribute(square(1, 1), "aria-label"), "empty, attacked from 1:5, row 1 column 1");
    assert.equal(await page.getAttribute(square(4, 4), "aria-label"), "blocked, row 4 column 4");
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 4 solutions contain them/);
    await page.click(square(4, 4), { modifiers: ["Shift"] });
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly 6 solutions contain them/);
    await page.click(square(1, 6));
    await waitForText(page, "#queens-status", /The queens of 1:5 and 1:6 attack each other/);
    await page.click("#queens [data-undo]");
    await waitForText(page, "#queens-status", /^2 queens are set/);
    await page.focus(square(1, 6));
    await page.keyboard.press("b");
    assert.match(await page.getAttribute(square(1, 6), "aria-label"), /^blocked/);
    await page.keyboard.press("Delete");
    await page.click("#queens-clear");
    await waitForText(page, "#queens-status", /Press a square/);
  }));

test("solutions of queens are shown one by one, rotated, mirrored and played", () =>
  withPage({ hash: "#1/queens?n=6" }, async (page) => {
    const queens = () => page.$$eval("#queens-grid tr", (rows) => rows.map((row) => [...row.children].findIndex((cell) => cell.querySelector("svg")) + 1).join(" "));
    await page.click("#queens-list");
    await waitForText(page, "#queens-pager", /of 4/);
    assert.equal(await queens(), "2 4 6 1 3 5");
    await page.click("text=Mirror");
    assert.equal(await queens(), "5 3 1 6 4 2");
    await page.click("text=Rotate");
    assert.equal(await queens(), "4 1 5 2 6 3");
    await page.click("#queens-pager >> text=Play");
    await page.waitForFunction(() => document.querySelector("#queens-pager input").value === "4");
    assert.equal(await queens(), "5 3 1 6 4 2");
    await page.check("#queens-fundamental");
    await waitForText(page, "#queens-pager", /of 1/);
    await page.click("#queens-pager >> text=Back to my board");
    assert.equal(await queens(), "0 0 0 0 0 0");
  }));

test("classes and squares of all solutions are counted", () =>
  withPage({ hash: "#1/queens?n=8" }, async (page) => {
    await page.click("summary:text('Classes')");
    await page.click("#queens-classes");
    await waitForText(page, "#queens-class-table", /All9212/);
    await page.click("summary:text('Squares')");
    await page.click("#queens-tally");
    await page.waitForSelector('#queens-grid td[data-tally="4"]');
    assert.equal(await page.getAttribute(square(1, 2), "aria-label"), "8 solutions, row 1 column 2");
    const download = page.waitForEvent("download");
    await page.click("#queens-tally-save");
    await page.click("#queens-known summary");
    await waitForText(page, "#queens-known", /1214,200/);
    assert.match(await readFile(await (await download).path(), "utf8"), /^c1,c2.*\n4,8,16,18,18,16,8,4\n/);
  }));

test("boards with regions have one piece in each", () =>
  withPage({ hash: "#1/queens?n=4" }, async (page) => {
    await page.click("#queens-mode label:nth-child(3)");
    for (const [letter, squares] of Object.entries({ 1: [11, 12], 2: [13, 14, 23, 24, 33], 3: [21, 22, 31, 32, 41], 4: [34, 42, 43, 44] })) {
      await page.click(`#queens-regions button:nth-child(${letter})`);
      for (const place of squares) await page.click(square(Math.floor(place / 10), place % 10));
    }
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /Exactly [\d,]+ solution/);
  }));

test("large counts say how long they take, and can be stopped", () =>
  withPage({ hash: "#1/queens?n=19" }, async (page) => {
    await page.click("#queens-count");
    await waitForText(page, "#queens .task", /takes about/);
    await page.click("#queens-count");
    await page.waitForSelector("#queens .task progress:not([hidden])");
    await page.click("#queens .task button");
    await waitForText(page, "#queens .task", /^Stopped/);
  }));

test("pentominoes are counted, also up to symmetry, listed and drawn at random", () =>
  withPage({ hash: "#1/covers?b=6x10" }, async (page) => {
    await waitForText(page, "#covers-area", /60 cells = 60 cells of pieces/);
    await page.click("#covers-list");
    await waitForText(page, "#covers-pager", /of more/);
    const first = await page.$$eval("#covers-grid td", (cells) => cells.map((cell) => cell.textContent).join(""));
    assert.equal([...first].sort().join(""), "FILNPTUVWXYZ");
    await page.keyboard.press("]");
    await page.waitForFunction(() => document.querySelector("#covers-pager input").value === "2");
    await page.click("#covers-estimate");
    await waitForText(page, "#covers", /(About|less than)/);
    await page.click("#covers-count");
    await waitForText(page, "#covers", /Exactly 9,356 solutions/);
    await page.click("#covers-classes");
    await waitForText(page, "#covers", /Exactly 2,339 up to 4 symmetries/);
    await page.click("#covers-pager >> text=Back to my board");
    assert.equal(await page.textContent(tile(1, 1)), "");
  }));

test("a board is drawn, pieces are chosen, and both are in the link", () =>
  withPage({ hash: "#1/covers?b=8x8" }, async (page) => {
    await waitForText(page, "#covers-area", /64 cells ≠ 60 cells of pieces/);
    for (const [row, column] of [[4, 4], [4, 5], [5, 4]]) await page.click(tile(row, column));
    await page.focus(tile(5, 5));
    await page.keyboard.press(" ");
    assert.equal(await page.getAttribute(tile(5, 5), "aria-label"), "hole, row 5 column 5");
    await waitForText(page, "#covers-area", /60 cells = 60 cells/);
    await page.click("#covers-count");
    await waitForText(page, "#covers", /Exactly 520 solutions/);
    await page.click("#covers-none");
    await page.click('#covers-pieces [data-piece="P"]');
    await page.selectOption("#covers-pieces li:has([data-piece=P]) select", "any");
    await waitForText(page, "#covers-area", /as often as they fit/);
    await page.waitForFunction(() => /c=P:any/.test(location.hash) && /x=27,28,35,36/.test(location.hash));
    await page.reload();
    await page.waitForFunction(() => document.querySelectorAll("#covers-pieces input:checked").length === 1);
    await page.click("#covers-fill");
    await page.click("#covers-all");
    const download = page.waitForEvent("download");
    await page.click("#covers-picture");
    assert.match(await readFile(await (await download).path(), "utf8"), /^<svg/);
  }));

test("dominoes have exact large counts, and a random one of all", () =>
  withPage({ hash: "#1/covers?b=16x16&s=2&c=I:any" }, async (page) => {
    await page.waitForSelector("#covers-pieces input");
    const name = await page.getAttribute("#covers-pieces input", "data-piece");
    if (name !== "I") {
      await page.click("#covers-pieces input");
      await page.selectOption("#covers-pieces select", "any");
    }
    await page.click("#covers-count");
    await waitForText(page, "#covers", /Exactly 2,444,888,770,250,892,795,802,079,170,816 solutions/);
    await page.click("#covers-random");
    await waitForText(page, "#covers", /One of 2,444,888/);
    assert.ok((await page.$$("#covers-grid .hue")).length === 256);
  }));

test("a piece of one's own is drawn and added", () =>
  withPage({ hash: "#1/covers?b=3x4&c=-" }, async (page) => {
    await page.click("summary:text('A piece of your own')");
    for (const place of ["1) td:nth-child(1", "2) td:nth-child(1", "2) td:nth-child(2"]) await page.click(`#own-grid tr:nth-child(${place})`);
    await page.click("#own-add");
    await page.selectOption("#covers-pieces li:has([data-piece=own1]) select", "any");
    await page.click("#covers-count");
    await waitForText(page, "#covers", /Exactly 4 solutions/);
    await page.waitForFunction(() => /[?&]o=/.test(location.hash)); // links follow edits after a while
    await page.reload();
    await page.waitForSelector("[data-piece=own1]:checked");
    const download = page.waitForEvent("download");
    await page.click("#covers-save");
    assert.match(await readFile(await (await download).path(), "utf8"), /own1|1\.1/);
  }));

test("a problem in Knuth's format is pasted and counted", () =>
  withPage({ hash: "#1/covers" }, async (page) => {
    await page.waitForSelector("#covers-pieces input");
    await paste(page, "a b c d\na b\na\nb\nc d\nc\nd\n");
    await page.click("#covers-text-count");
    await waitForText(page, "#covers", /Exactly 4 solutions/);
    await page.fill("#covers-text", "a b\na x\n");
    await page.click("#covers-text-count");
    await page.waitForSelector("#covers output.error");
  }));
