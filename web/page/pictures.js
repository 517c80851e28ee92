// Boards as pictures of SVG, for files and for paper.

import { save } from "./parts.js";
import { shape } from "./overlay.js";

/**
 * Draws a board.
 * @param {number} columns
 * @param {{ground?: string, right?: boolean, below?: boolean, content: Element[]}[]} cells with their
 *   colour, thick lines at the right side and below, and what is drawn from the upper left corner on
 * @param {{size?: number, above?: Element[]}} options size of a cell, and what is drawn above all
 */
export function boardPicture(columns, cells, { size = 40, above = [] } = {}) {
  const [width, height] = [columns * size, (cells.length / columns) * size];
  const thick = [`M0 0h${width}v${height}h${-width}z`];
  const parts = cells.map(({ ground = "none", right, below, content }, index) => {
    const [x, y] = [(index % columns) * size, Math.floor(index / columns) * size];
    if (right) thick.push(`M${x + size} ${y}v${size}`);
    if (below) thick.push(`M${x} ${y + size}h${size}`);
    const square = ground === "none" ? [] : [shape("rect", { width: size, height: size, fill: ground, stroke: "#999" })];
    return shape("g", { transform: `translate(${x} ${y})` }, ...square, ...content);
  });
  const lines = shape("path", { d: thick.join(""), fill: "none", stroke: "black", "stroke-width": size / 16 });
  const attributes = { xmlns: "http://www.w3.org/2000/svg", viewBox: `-4 -4 ${width + 8} ${height + 8}`, "font-family": "sans-serif" };
  return shape("svg", attributes, ...parts, lines, ...above);
}

export function savePicture(name, picture) {
  save(name, new XMLSerializer().serializeToString(picture), "image/svg+xml");
}

/** Text around a point. */
export function textAt(content, x, y, size, attributes = {}) {
  return shape("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", ...attributes }, content);
}

/** Light colour of a hue. */
export function colourOf(hue) {
  return `hsl(${hue % 360} 75% 84%)`;
}
