// Steps drawn above a grid of candidates as SVG: circles around candidates of the pattern, links
// between them, and strokes through candidates that are removed.

const CELL = 90;
const SPACE = "http://www.w3.org/2000/svg";
const RADIUS = { 2: 18, 3: 13, 4: 10, 5: 8 };

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

/**
 * Draws a step, or removes the drawing if the step is null.
 * @param {SVGSVGElement} svg
 * @param {object | null} step as the engine answers it
 * @param {{rows: number, columns: number, digits: number, places: Map<string, number>}} layout with
 *   the place in the grid of each cell
 */
export function drawStep(svg, step, layout) {
  svg.setAttribute("viewBox", `0 0 ${layout.columns * CELL} ${layout.rows * CELL}`);
  if (!step) {
    svg.replaceChildren();
    return;
  }
  const across = markColumns(layout.digits);
  const radius = RADIUS[across] ?? 8;
  const centre = ({ cell, digit }) => {
    const place = layout.places.get(cell);
    const row = Math.floor(place / layout.columns);
    const column = place % layout.columns;
    const inside = [(digit - 1) % across, Math.floor((digit - 1) / across)];
    const margin = 4;
    const size = (CELL - 2 * margin) / across;
    return {
      x: column * CELL + margin + (inside[0] + 0.5) * size,
      y: row * CELL + margin + (inside[1] + 0.5) * size,
    };
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
  svg.replaceChildren(arrowHead(), ...links, ...circles, ...strokes);
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
