// Boards of queens and covers as pictures of SVG, for files.

import { queenPicture } from "./parts.js";
import { shape } from "./overlay.js";

const CELL = 40;

/** Draws a chessboard with its queens, blocked squares and regions. */
export function chessPicture(rows, cells) {
  const parts = cells.flatMap(({ hasQueen, isBlocked, region }, index) => {
    const [row, column] = [Math.floor(index / rows), index % rows];
    const ground = region ? colourOf(region.charCodeAt(0) * 47) : (row + column) % 2 ? "#dfe0e4" : "white";
    const square = shape("rect", { x: column * CELL, y: row * CELL, width: CELL, height: CELL, fill: isBlocked ? "#777" : ground, stroke: "#999" });
    if (!hasQueen) return [square];
    const queen = queenPicture();
    for (const [name, value] of Object.entries({ x: column * CELL + 4, y: row * CELL + 4, width: CELL - 8, height: CELL - 8 })) {
      queen.setAttribute(name, value);
    }
    return [square, queen];
  });
  return picture(rows, rows, parts);
}

/** Draws a board of cells with the pieces that cover them; a piece is null where none is. */
export function tilesPicture(rows, columns, cells) {
  const parts = [];
  const lines = [];
  cells.forEach(({ isHole, piece, hue, letter }, index) => {
    const [x, y] = [(index % columns) * CELL, Math.floor(index / columns) * CELL];
    if (!isHole) {
      const fill = piece === null ? "white" : colourOf(hue);
      parts.push(shape("rect", { x, y, width: CELL, height: CELL, fill, stroke: "#bbb" }));
    }
    if (letter) parts.push(shape("text", { x: x + CELL / 2, y: y + CELL / 2 + 6, "text-anchor": "middle", "font-size": 17 }, letter));
    const isOther = (other) => other.piece !== piece || other.isHole !== isHole;
    const isLast = (index + 1) % columns === 0;
    if (!isLast && isOther(cells[index + 1])) lines.push(`M${x + CELL} ${y}v${CELL}`);
    if (index + columns < cells.length && isOther(cells[index + columns])) lines.push(`M${x} ${y + CELL}h${CELL}`);
  });
  parts.push(shape("path", { d: lines.join("") || "M0 0", stroke: "black", "stroke-width": 2.5, fill: "none" }));
  return picture(rows, columns, parts);
}

function colourOf(hue) {
  return `hsl(${hue % 360} 75% 84%)`;
}

function picture(rows, columns, parts) {
  const [width, height] = [columns * CELL, rows * CELL];
  const rim = shape("rect", { width, height, fill: "none", stroke: "black", "stroke-width": 3 });
  const attributes = { xmlns: "http://www.w3.org/2000/svg", viewBox: `-2 -2 ${width + 4} ${height + 4}`, "font-family": "sans-serif" };
  return new XMLSerializer().serializeToString(shape("svg", attributes, ...parts, rim));
}
