// Accessibility of the page, and its look at several sizes.

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { close, LINKS, waitForText, withPage } from "./browser.mjs";

after(close);

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds no fault in the ${colorScheme} page`, async () => {
    const axe = await readFile(new URL("node_modules/axe-core/axe.min.js", import.meta.url), "utf8");
    for (const [name, hash] of Object.entries(LINKS)) {
      // Axe is a script of the test, which the policy of the page would refuse.
      await withPage({ hash, colorScheme, bypassCSP: true }, async (page) => {
        await prepareView(page, name);
        await page.evaluate(axe);
        for (const open of [null, "#show-settings", "#show-help", "#show-command"]) {
          if (open) await page.click(open);
          const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
          const faults = violations.map(({ id, nodes }) => `${name} ${open ?? ""} ${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).slice(0, 3).join(" | ")}`);
          assert.deepEqual(faults, []);
          if (open) await page.keyboard.press("Escape");
        }
      });
    }
  });
}

/** Opens the parts of a view that a picture should have. */
async function prepareView(page, name) {
  if (name === "sudoku") {
    await waitForText(page, "#sudoku-status", /57 cells/);
    await page.click("#sudoku-shown label:nth-child(3)");
    await page.click("#sudoku-hint");
    await page.waitForSelector("#sudoku .answer");
  } else if (name === "step") {
    await waitForText(page, "#step-number", /^25 of/);
    await page.waitForTimeout(500);
  } else if (name === "killer") {
    await page.waitForSelector("#sudoku-overlay .sum");
    await page.click("#sudoku-shown label:nth-child(3)");
  } else if (name === "queens") {
    await page.click("#queens-count");
    await page.click("#queens-list");
    await waitForText(page, "#queens-pager", /of \d/);
  } else {
    await waitForText(page, "#covers-area", /60 cells/);
    await page.click("#covers-list");
    await waitForText(page, "#covers-pager", /of/);
  }
}

for (const [width, height] of [[320, 640], [360, 740], [768, 1024], [1280, 800], [3840, 2160]]) {
  test(`at ${width} pixels nothing leaves the page, and the board is the largest thing`, async () => {
    // With COUNTLESS_PICTURES=FOLDER, the pictures are kept, to be looked at.
    const folder = process.env.COUNTLESS_PICTURES;
    if (folder) await mkdir(folder, { recursive: true });
    for (const colorScheme of folder ? ["light", "dark"] : ["light"]) {
      for (const [name, hash] of Object.entries(LINKS)) {
        await withPage({ hash, colorScheme, viewport: { width, height }, hasTouch: width < 800, reducedMotion: "reduce" }, async (page) => {
          await prepareView(page, name);
          const sizes = await page.evaluate(() => {
            const visible = [...document.querySelectorAll("button, select, input:not([type=checkbox], [type=radio]), summary")].filter((part) => part.offsetParent);
            return {
              overflow: document.documentElement.scrollWidth - innerWidth,
              small: visible.filter((part) => part.getBoundingClientRect().height < 24).map((part) => part.outerHTML),
              board: document.querySelector(".view:not([hidden]) .board .grid").getBoundingClientRect().width,
              mark: parseFloat(getComputedStyle(document.querySelector("#sudoku-grid .marks") ?? document.body).fontSize),
            };
          });
          assert.ok(sizes.overflow <= 0, `${name}: ${sizes.overflow} pixels wider than the window`);
          assert.deepEqual(sizes.small, []);
          assert.ok(sizes.board >= Math.min(width * 0.9 - 16, 0.5 * width, 1000) && sizes.board <= 1100);
          if (width >= 360 && name === "sudoku") assert.ok(sizes.mark >= 10.5, `marks of ${sizes.mark} pixels`);
          if (folder) await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: width < 1280 });
        });
      }
    }
  });
}
