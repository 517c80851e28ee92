// Every sentence that the page shows or says.

// One format for all numbers: to make one takes as long as a frame.
const numbers = new Intl.NumberFormat("en");
const number = (value) => numbers.format(BigInt(value ?? 0));
const some = (value, one, many = `${one}s`) => `${number(value)} ${plural(value, one, many)}`;
const list = (items) => (items.length > 1 ? `${items.slice(0, -1).join(", ")} and ${items.at(-1)}` : (items[0] ?? ""));
const plural = (count, one, many) => (BigInt(count) === 1n ? one : many);
const quoted = (text) => `'${text}'`;

/** A time that was estimated, in units that people use. */
function time(seconds) {
  const units = [[31557600, "year"], [86400, "day"], [3600, "hour"], [60, "minute"]];
  for (const [length, name] of units) {
    if (seconds >= 1.5 * length) return some(BigInt(Math.round(seconds / length)), name);
  }
  return seconds < 1 ? "less than a second" : some(BigInt(Math.round(seconds)), "second");
}

/** Label of a cell of a sudoku: what it holds, then where it is; or the other way round. */
function cell({ value, isClue, marks, place, isInvalid, placeFirst }) {
  const content = [value || "empty", isClue && "clue", !value && marks, isInvalid && "wrong"].filter(Boolean).join(", ");
  const where = [`row ${place.row + 1} column ${place.column + 1}`, place.region, ...place.extra, place.cage && cage(place)].filter(Boolean).join(", ");
  return placeFirst ? `${where}, ${content}` : `${content}, ${where}`;
}

/** The sum of the cage of a cell, and the other cells in it. */
function cage({ name, cage: { sum, cells } }) {
  const others = cells.filter((other) => other !== name);
  return `sum ${sum}${others.length ? ` with ${list(others)}` : ""}`;
}

function square({ isSet, isShown, isBlocked, by, count, region, row, column }) {
  const content =
    count !== undefined ? some(count, "solution")
    : isSet ? "queen"
    : isShown ? "queen of the solution"
    : isBlocked ? "blocked"
    : by ? `empty, attacked from ${list(by)}`
    : "empty";
  return `${content}${region ? `, region ${region}` : ""}, row ${row + 1} column ${column + 1}`;
}

function board({ empty, clashes }) {
  if (clashes.length) {
    const { digit, unit, cells } = clashes[0];
    return `${digit} is in ${unit} more than once: ${list(cells)}.`;
  }
  return empty ? `${some(empty, "cell is", "cells are")} empty.` : "All cells are filled.";
}

function check({ wrong, removals, blank, solutions, clashes }) {
  if (solutions === "none") return "This puzzle has no solution.";
  if (solutions === "multiple") return "This puzzle has several solutions, so an entry can be compared with none of them.";
  const mistakes = [];
  if (wrong.length) mistakes.push(some(wrong.length, "entry is wrong", "entries are wrong"));
  if (removals.length) mistakes.push(some(removals.length, "removed candidate is right", "removed candidates are right"));
  if (mistakes.length) return `${mistakes.join(", and ")}.`;
  if (clashes.length) return board({ empty: 0, clashes });
  return `Nothing is wrong, ${some(blank.length, "cell is", "cells are")} empty.`;
}

function mistakes({ wrong, removals }) {
  const entries = wrong.map(({ cell: name, digit, expected }) => `${name} is not ${digit}${expected ? `, but ${expected}` : ""}`);
  return [...entries, ...removals.map(({ cell: name, digit }) => `${digit} is needed in ${name}`)];
}

function hint(step, grade) {
  if (grade >= 3) return step.text;
  const technique = `${step.title ?? step.technique} (${step.level})`;
  const place = grade >= 1 ? `, in ${step.place}` : "";
  return `${technique}${place}.${grade === 2 ? " Its cells are marked." : ""}`;
}

function steps({ steps: count, end, level, rating }) {
  if (end === "solved") return `${some(count, "step")} to the solution. Level ${level}, rating ${rating}.`;
  if (end === "no solution") return "This puzzle has no solution.";
  return `${some(count, "step")}; no technique of the program goes further.`;
}

function rating(points, explainer, hardest) {
  const lines = [["Level", points.level], ["Rating", points.rating], ["Hardest", hardest], ["Steps", points.steps], ["Effort", points.effort]];
  if (!explainer || explainer.er === null || explainer.er === undefined) return lines;
  return [...lines, ["ER", explainer.er.toFixed(1)], ["EP", explainer.ep.toFixed(1)], ["ED", explainer.ed.toFixed(1)]];
}

function queensBoard({ free, clashes }, queens) {
  if (clashes.length) return `The queens of ${list(clashes[0])} attack each other.`;
  if (!queens) return "Press a square to set a queen; Shift blocks it.";
  return `${some(queens, "queen is", "queens are")} set, ${some(free, "square is", "squares are")} free.`;
}

function queensCounted({ solutions, oeis }, queens) {
  const what = queens ? ` ${plural(solutions, "solution contains", "solutions contain")} them` : ` ${plural(solutions, "solution", "solutions")}`;
  return `Exactly ${number(solutions)}${what}.${oeis && !queens ? ` OEIS ${oeis}.` : ""}`;
}

/** Compares the cells of a board with those of the chosen pieces. */
function area(cells, pieces) {
  if (!pieces.length) return `${some(cells, "cell")}. Choose pieces.`;
  const isOpen = pieces.some(({ copies }) => copies === "any" || copies.includes("-"));
  const covered = pieces.reduce((all, { copies, cells: own }) => all + own.length * (Number(copies) || 0), 0);
  if (isOpen) return `${some(cells, "cell")}, pieces as often as they fit.`;
  return covered === cells ? `${number(cells)} cells = ${number(covered)} cells of pieces ✓` : `${number(cells)} cells ≠ ${number(covered)} cells of pieces`;
}

function sudokuCommand({ puzzle, digits, rules, regions, cages }, step) {
  const { diagonals, windows } = rules.layout ?? {};
  const drawings = Object.entries({ regions, cages }).filter(([, text]) => text);
  const size = digits === 9 || regions ? "" : ` --size ${digits}`;
  const flags = [size, diagonals && " --diagonals", windows && " --windows", ...drawings.map(([name]) => ` --${name} ${name}.txt`)];
  const line = (name) => `countless sudoku ${name} ${puzzle}${flags.filter(Boolean).join("")}`;
  const files = drawings.map(([name, text]) => `echo ${quoted(text)} > ${name}.txt`);
  if (step) return [...files, `${line("explain")} --steps ${step} --grid`].join("\n");
  return [...files, line("explain"), line("count"), line("list")].join("\n");
}

function queensCommand({ n, queens, blocked, piece, torus, regions }) {
  const kind = `${piece ? ` --piece ${piece}` : ""}${torus ? " --torus" : ""}`;
  if (regions) return `echo ${quoted(regions)} | countless queens solve -${kind} --max-solutions 1000000`;
  if (!queens && !blocked) return `countless queens count ${n}${kind}\ncountless queens list ${n}${kind}`;
  const given = `${queens ? ` --queens ${queens}` : ""}${blocked ? ` --blocked ${blocked}` : ""}`;
  return `countless queens complete ${n}${given}${kind}\ncountless queens complete ${n}${given}${kind} --list`;
}

export const words = {
  ...{ number, cell, square, board, check, mistakes, hint, steps, rating },
  ...{ queensBoard, queensCounted, area, sudokuCommand, queensCommand },

  // Questions and their progress
  stop: "Stop",
  working: "Working …",
  stopped: "Stopped.",
  first: ["No solution …", "One solution …", "At least two solutions …"],
  soFar: (count) => `At least ${number(count)} ${plural(count, "solution", "solutions")} …`,
  stoppedAt: (count) => `Stopped at least at ${number(count)} ${plural(count, "solution", "solutions")}.`,
  exactly: (count) => `Exactly ${number(count)} ${plural(count, "solution", "solutions")}.`,
  refused: ({ message, line, column, hint: advice }) => `${line ? `Line ${line}${column ? `, column ${column}` : ""}: ` : ""}${message}.${advice ? ` ${advice}` : ""}`,
  failed: (message) => `The engine could not answer (${message}). Try again, or load the page anew.`,
  solutionNumber: "Number of the solution",
  solutionBack: "Solution before",
  solutionOn: "Next solution",
  solutionSaid: (index, { images }) => `Solution ${number(index)}${images ? `, one of a class of ${images}` : ""}.`,
  ofTotal: (total) => `of ${number(total)}`,
  ofMore: "of more",
  noSolution: "No solution exists.",
  backToBoard: "Back to my board",

  // Sudoku
  start: "Type the clues, paste a puzzle, or make one.",
  erase: "Erase",
  isClue: "This cell is a clue.",
  modes: { clue: "A digit sets a clue.", digit: "A digit is entered.", mark: "A digit sets or removes a mark." },
  solved: "Solved.",
  fullButWrong: "All cells are filled, but something is wrong.",
  checkMore: ["", "Show them", "Right digits"],
  hintMore: ["Where?", "Mark the cells", "Explain"],
  hintAfterMistakes: (count) => `${some(count, "mistake comes", "mistakes come")} before the next step. Check shows more.`,
  noHint: "No next step was found.",
  doIt: "Do it",
  levels: [["easy", "Easy"], ["medium", "Medium"], ["hard", "Hard"], ["expert", "Expert"], ["extreme", "Extreme"], ["er", "By ER"], ["technique", "By technique"]],
  symmetries: [["none", "None"], ["random", "Random"], ["rotational", "Half turn"], ["quarter", "Quarter turn"], ["horizontal", "Horizontal"], ["vertical", "Vertical"], ["diagonal", "Diagonal"], ["full", "Full"]],
  layouts: { 9: "9×9", "9d": "9×9, diagonals", "9w": "9×9, windows", 4: "4×4", 6: "6×6", 8: "8×8", 12: "12×12", 16: "16×16", own: "As read" },
  made: ({ clues, level }) => `A new puzzle with ${some(clues, "clue")}${level ? `, ${level}` : ""}.`,
  read: (count) => `${some(count, "puzzle was", "puzzles were")} read.`,
  nothingToRead: "The field is empty.",
  puzzlesRead: (count, more) => `${some(count, "puzzle")}${more ? " and more" : ""}`,
  puzzleNumber: (index, line, tag) => `${index}${tag ? `, ${tag}` : `, line ${line}`}`,
  reject: ({ line, column, reason }) => `Line ${line}${column ? `, column ${column}` : ""}: ${reason}.`,
  longCount: (clues) => `With ${some(clues, "clue")}, a count may never end. Press Count again to start it.`,
  listed: (common) => `Green digits are equal in all solutions: ${number(common)} cells.`,
  solvedAs: { unique: "The solution is the only one.", multiple: "The puzzle has several solutions.", none: "The puzzle has no solution." },
  ratingSaid: ({ level, rating: points }) => `Level ${level}, rating ${points}.`,
  stepOf: (index, all) => `${index} of ${all}`,
  stepsCount: (all) => some(all, "step"),
  stepSaid: (index, text) => `Step ${index}. ${text}`,
  allSteps: "All steps",
  hardSteps: "Steps above easy",
  techniqueCount: (title, count) => `${title} (${count})`,
  links: { strong: "one is true", weak: "not both are true", leads: "leads to", removed: "removed" },
  printed: (count) => `${some(count, "puzzle")} on the sheet.`,
  sheetTitle: (index, level) => `${index}${level ? `  ${level}` : ""}`,
  answerTitle: (index) => `Answer ${index}`,

  // Queens
  play: "Play",
  rotate: "Rotate",
  mirror: "Mirror",
  noSquares: "No square such as 1:5 was found in the text.",
  regionsMissing: (count) => `${some(count, "square has", "squares have")} no region yet.`,
  countTakes: (seconds) => `This count takes about ${time(seconds)} here. Press Count again to start it.`,
  classNames: { all: "All", none: "No symmetry", "half-turn": "Half turn", "quarter-turn": "Quarter turn" },
  classHeads: ["Symmetry", "Solutions", "Classes"],
  classesCounted: ({ solutions, fundamental }) => `${some(solutions, "solution")} in ${some(fundamental, "class", "classes")}.`,
  tallied: (count) => `Each square has its number among ${some(count, "solution")}.`,
  knownHeads: ["Rows", "Solutions"],

  // Covers
  pieceSets: [["5", "Pentominoes"], ["4", "Tetrominoes"], ["3", "Trominoes"], ["2", "Dominoes"], ["1-4", "One to four cells"], ["6", "Hexominoes"]],
  copies: [["1", "once"], ["any", "any number"], ["0-1", "at most once"], ["2", "2 times"], ["3", "3 times"], ["4", "4 times"], ["0-2", "up to 2 times"]],
  copiesOf: (name) => `Copies of ${name}`,
  ownCell: (row, column, isSet) => `${isSet ? "cell" : "empty"}, row ${row + 1} column ${column + 1}`,
  emptyPiece: "The piece has no cell.",
  pieceAdded: (name) => `The piece ${name} was added.`,
  tile: ({ row, column, isHole, name }) => `${isHole ? "hole" : name ? `piece ${name}` : "cell"}, row ${row + 1} column ${column + 1}`,
  upToSymmetry: ({ classes, solutions, symmetries }) => `Exactly ${number(classes)} up to ${some(symmetries, "symmetry", "symmetries")}, of ${some(solutions, "solution")}.`,
  estimated: ({ seconds, solutions }) => `About ${time(seconds)}${solutions ? `, and about ${some(BigInt(Math.round(Number(solutions))), "solution")}` : ""}.`,
  randomOf: (total) => `One of ${some(total, "solution")}, all equally likely.`,
  textPasted: "The text was pasted as a problem of another program.",
  coversCommand: "countless cover count cover.txt\ncountless cover show cover.txt\ncountless cover count cover.txt --up-to-symmetry",
  coversCommandNote: "Save file writes the problem as cover.txt.",

  // Page
  linkCopied: "The link was copied. It has the whole board.",
  linkShown: "The address of the page has the whole board.",
  commandTitle: "Command",
  commandNote: "The program answers the same with these lines.",
  copy: "Copy",
  copied: "Copied.",
  settingsTitle: "Settings",
  theme: "Colours",
  themes: [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]],
  letterKeys: "Letters are keys (H, C, N, Z, Y)",
  placeFirst: "Say the place of a cell before its content",
  keepAll: "Keep all for offline",
  keptAll: "All parts of the page are kept for offline.",
  cannotKeep: "The browser keeps no files of this page.",
  forget: "Forget all boards and settings",
  forgotten: "Boards and settings were forgotten.",
  privacy: "Everything is computed on this device. The page asks nobody else for anything.",
  newVersion: "A new version of the page is ready.",
  loadNew: "Load it",
  unknownVersion: (version) => `This link has version ${version}, which this page does not know.`,
  unknownView: (name) => `This link asks for “${name}”, which this page does not have.`,
  helpTitle: "Keys and help",
  keys: [
    ["Arrows", "move; with Ctrl to the next box"],
    ["Home End", "first and last cell of the row; with Ctrl of the board"],
    ["1 – 9", "enter a digit; with Shift set or remove a mark"],
    ["0 Delete", "empty the cell"],
    ["Space", "digits or marks; a queen, a hole"],
    ["B", "block a square"],
    ["N", "next cell with few candidates"],
    ["H C", "hint; check or count"],
    ["Z Y", "undo and redo, also with Ctrl"],
    ["[ ]", "step or solution back and on"],
    ["Esc", "stop a search"],
    ["?", "this list"],
  ],
};
