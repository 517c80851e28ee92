// The page in Chromium, for the tests: a server for its folder, and pages that note every fault.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm" };
export const FOLDER = process.env.COUNTLESS_WEB ?? fileURLToPath(new URL("../../target/web", import.meta.url));
const PROGRAM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** A puzzle that needs chains. */
export const CHAINS = "..5..37.........4.....6..23..8....59........2....51...21.9..5...9.73.4.1.3..4....";

/** Links to boards of every kind. */
export const LINKS = {
  sudoku: `#1/sudoku?p=${CHAINS}`,
  step: `#1/sudoku?p=${CHAINS}&k=25`,
  killer: "#1/sudoku?v=4&g=ABBCADECDDEFGGFF;A=6;B=5;C=4;D=6;E=5;F=9;G=5",
  queens: "#1/queens?n=8&q=1:5,2:7&b=4:4",
  covers: "#1/covers?b=6x10&s=5",
};

/** Serves the folder as a static host does, without any header of its own. */
async function serve() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const file = normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    try {
      const content = await readFile(join(FOLDER, file));
      response.setHeader("content-type", TYPES[extname(file)] ?? "text/plain");
      response.end(content);
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise((resolve) => server.listen(0, "localhost", resolve));
  return server;
}

const server = await serve();
const browser = await chromium.launch({ executablePath: PROGRAM, args: ["--no-sandbox"] });
export const ADDRESS = `http://localhost:${server.address().port}/`;

export async function close() {
  await browser.close();
  server.closeAllConnections();
  server.close();
}

/**
 * Opens the page, gives it to a test, and fails if the page had any fault: an error on the console,
 * a violation of its policy, or a request to another host. Faults that the test provokes are expected.
 */
export async function withPage(options, test) {
  const { hash = "", address = ADDRESS, prepare, expected, ...more } = options;
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...more });
  const faults = [];
  await context.addInitScript(() => {
    window.print = () => (window.printed = document.querySelectorAll("#sheets .sheet svg").length);
    document.addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective}`));
  });
  if (prepare) await context.addInitScript(prepare);
  context.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(ADDRESS) && !/^(data|blob|file):/.test(url)) faults.push(`request to ${url}`);
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.stack));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
  page.setDefaultTimeout(30000);
  try {
    await page.goto(address + hash);
    await test(page, context);
    assert.deepEqual(faults.filter((fault) => !expected?.test(fault)), []);
  } finally {
    await context.close();
  }
}

/** Waits until the text of an element fits. */
export async function waitForText(page, selector, pattern, timeout = 120000) {
  const [source, flags] = [pattern.source, pattern.flags];
  await page.waitForFunction(
    ({ selector: where, source: text, flags: how }) => new RegExp(text, how).test(document.querySelector(where)?.textContent ?? ""),
    { selector, source, flags },
    { timeout },
  );
}

/** Pastes a text into the page, outside of text fields. */
export function paste(page, text) {
  return page.evaluate((content) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", content);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** The digits on the board of sudokus, as a grid. */
export function shownGrid(page) {
  return page.$$eval("#sudoku-grid td", (cells) => cells.map((cell) => cell.querySelector(".value")?.textContent ?? ".").join(""));
}
