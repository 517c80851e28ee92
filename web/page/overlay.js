// Steps drawn above a grid of candidates as SVG: circles around candidates of the pattern, links
// between them, and strokes through candidates that are removed.

/** Side of a cell in drawings. */
export const CELL = 90;
const SPACE = "http://www.w3.org/2000/svg";
const RADIUS = { 2: 18, 3: 13, 4: 10, 5: 8 };
/** Distance of the border of a cage from those of its cells. */
const INSET = 5;
const SIDES = [[-1, 0], [0, 1], [1, 0], [0, -1]];

/** Creates an element of SVG with attributes. */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** Number of columns of the candidates inside a cell. */
export function markColumns(digits) {
  return Math.max(2, Math.ceil(Math.sqrt(digits)));
}

/** Place of a candidate in its cell. In a layout with cages, there is room above for a sum. */
export function markPlace({ digits, cages }, digit) {
  const across = markColumns(digits);
  const [side, top, below] = cages.length ? [7, 22, 4] : [4, 4, 4];
  const [width, height] = [(CELL - 2 * side) / across, (CELL - top - below) / across];
  const [column, row] = [(digit - 1) % across, Math.floor((digit - 1) / across)];
  return { x: side + (column + 0.5) * width, y: top + (row + 0.5) * height, height };
}

/** Draws cages as dashed borders inside their cells, with their sums. */
export function cageShapes({ cages, places, cells }) {
  return cages.flatMap(({ cells: names, sum }) => {
    const members = names.map((name) => cells[places.get(name)]);
    const has = (row, column) => members.some((cell) => cell.row === row && cell.column === column);
    const side = ({ row, column }, [down, right]) => {
      if (has(row + down, column + right)) return "";
      const depth = CELL / 2 - INSET;
      // A side ends inside its cell, goes on in the next one, or meets a side around a corner.
      const point = (sign) => {
        const [y, x] = [row + sign * right, column + sign * down];
        const reach = sign * (!has(y, x) ? depth : has(y + down, x + right) ? CELL - depth : CELL / 2);
        return `${(column + 0.5) * CELL + right * depth + down * reach} ${(row + 0.5) * CELL + down * depth + right * reach}`;
      };
      return `M${point(-1)}L${point(1)}`;
    };
    const d = members.flatMap((cell) => SIDES.map((turn) => side(cell, turn))).join("");
    const place = { x: members[0].column * CELL + 7, y: members[0].row * CELL + 19 };
    return [
      shape("path", { class: "cage", d, fill: "none", stroke: "#555", "stroke-width": 2, "stroke-dasharray": "6 4" }),
      shape("text", { class: "sum", ...place, "font-size": 19 }, String(sum)),
    ];
  });
}

/**
 * Draws the cages of a layout, and a step above them.
 * @param {SVGSVGElement} svg
 * @param {object | null} step as the engine answers it
 * @param {object} layout
 */
export function drawStep(svg, step, layout) {
  svg.setAttribute("viewBox", `0 0 ${layout.columns * CELL} ${layout.rows * CELL}`);
  svg.replaceChildren(...cageShapes(layout), ...(step ? stepShapes(step, layout) : []));
}

function stepShapes(step, layout) {
  const across = markColumns(layout.digits);
  const radius = (RADIUS[across] ?? 8) * (layout.cages.length ? 0.85 : 1);
  const centre = ({ cell, digit }) => {
    const place = layout.cells[layout.places.get(cell)];
    const { x, y } = markPlace(layout, digit);
    return { x: place.column * CELL + x, y: place.row * CELL + y };
  };
  const edges = step.edges ?? [];
  const removed = new Set((step.removed ?? []).map(key));
  const placed = new Set((step.placed ?? []).map(key));
  const circles = [];
  const ringed = new Set();
  const ring = (candidate, kind) => {
    if (ringed.has(key(candidate))) return;
    ringed.add(key(candidate));
    const { x, y } = centre(candidate);
    circles.push(shape("circle", { class: `ring ${kind}`, cx: x, cy: y, r: radius }));
  };
  for (const candidate of step.placed ?? []) ring(candidate, "placed");
  for (const candidate of patternOf(step, edges)) {
    if (!removed.has(key(candidate)) && !placed.has(key(candidate))) ring(candidate, "pattern");
  }
  const strokes = (step.removed ?? []).map((candidate) => {
    const { x, y } = centre(candidate);
    const reach = radius * 0.8;
    const line = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
    return shape("path", { class: "removed", d: line });
  });
  const links = edges.map((edge) => linkBetween(edge, centre, radius));
  return [arrowHead(), ...links, ...circles, ...strokes];
}

/** Candidates that a step is about: the ends of its links, or its digits in its cells. */
function patternOf(step, edges) {
  if (edges.length) return edges.flatMap((edge) => [...edge.from, ...edge.to]);
  const open = step.before;
  return (step.cells ?? []).flatMap((cell) =>
    (step.digits ?? [])
      .filter((digit) => !open || open(cell, digit))
      .map((digit) => ({ cell, digit })),
  );
}

/** Draws a link as a slightly bent line between the nearest candidates of its ends. */
function linkBetween(edge, centre, radius) {
  let nearest = null;
  for (const from of edge.from.map(centre)) {
    for (const to of edge.to.map(centre)) {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      if (!nearest || length < nearest.length) nearest = { from, to, length };
    }
  }
  const { from, to, length } = nearest;
  const along = { x: (to.x - from.x) / (length || 1), y: (to.y - from.y) / (length || 1) };
  const start = { x: from.x + along.x * radius, y: from.y + along.y * radius };
  const end = { x: to.x - along.x * (radius + 1), y: to.y - along.y * (radius + 1) };
  // Short links inside a cell stay straight; long ones go around the candidates between.
  const bend = length < CELL ? 0 : Math.min(length * 0.12, 34);
  const middle = {
    x: (start.x + end.x) / 2 - along.y * bend,
    y: (start.y + end.y) / 2 + along.x * bend,
  };
  const line = `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`;
  const attributes = { class: `link ${edge.kind}`, d: line };
  if (edge.kind === "leads") attributes["marker-end"] = "url(#arrow)";
  return shape("path", attributes);
}

function arrowHead() {
  const head = shape("path", { d: "M0 0L8 4L0 8Z", class: "arrow" });
  const size = { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" };
  return shape("defs", {}, shape("marker", size, head));
}

function key({ cell, digit }) {
  return `${cell}=${digit}`;
}
