// A chessboard with queens, blocked squares and regions, as a link and as a request for the engine.

/** Boards with more rows are not drawn as squares. */
export const LARGEST = 32;

const PIECES = ["queen", "superqueen", "crowned-rook"];

export class Chessboard {
  queens = new Set();
  blocked = new Set();
  /** Letter of the region of each square; empty for none. */
  regions = [];
  piece = "queen";
  torus = false;

  constructor(rows = 8) {
    this.rows = Number.isInteger(rows) && rows >= 1 && rows <= LARGEST ? rows : 8;
  }

  static fromFields(fields) {
    const board = new Chessboard(Number(fields.get("n") ?? 8));
    board.queens = board.read(fields.get("q"));
    board.blocked = board.read(fields.get("b"));
    const letters = [...(fields.get("r") ?? "")].slice(0, board.rows ** 2);
    board.regions = letters.map((letter) => (/[A-Z]/.test(letter) ? letter : ""));
    board.piece = PIECES.includes(fields.get("w")) ? fields.get("w") : "queen";
    board.torus = fields.get("t") === "1";
    return board;
  }

  toFields() {
    const { n, queens, blocked, regions, piece, torus } = this.request;
    const fields = new URLSearchParams({ n });
    for (const [name, value] of Object.entries({ q: queens, b: blocked, r: regions, w: piece, t: torus && "1" })) {
      if (value) fields.set(name, value);
    }
    return fields;
  }

  /** The members of a request that describe the board. */
  get request() {
    const request = { n: this.rows };
    if (this.queens.size) request.queens = this.write(this.queens);
    if (this.blocked.size) request.blocked = this.write(this.blocked);
    if (this.hasRegions) request.regions = Array.from({ length: this.rows ** 2 }, (_, cell) => this.regions[cell] || ".").join("");
    if (this.piece !== "queen") request.piece = this.piece;
    if (this.torus) request.torus = true;
    return request;
  }

  get hasRegions() {
    return this.regions.some(Boolean);
  }

  /** Gives a square to a region. The pieces of boards with regions are crowned rooks, if no others were chosen. */
  paint(cell, letter) {
    if (!this.hasRegions && this.piece === "queen") this.piece = "crowned-rook";
    this.regions[cell] = letter;
  }

  /** Number of squares without a region on a board with regions. */
  get missing() {
    return this.hasRegions ? this.rows ** 2 - this.regions.filter(Boolean).length : 0;
  }

  /** Reads squares such as `1:5,2:8`; others than those of the board are left out. */
  read(squares) {
    const cells = (squares ?? "").split(",").map((square) => this.cellOf(square));
    return new Set(cells.filter((cell) => cell >= 0));
  }

  write(cells) {
    const sorted = [...cells].sort((a, b) => a - b);
    return sorted.map((cell) => `${Math.floor(cell / this.rows) + 1}:${(cell % this.rows) + 1}`).join(",");
  }

  cellOf(square) {
    const [row, column] = square.split(":").map(Number);
    const isInside = row >= 1 && row <= this.rows && column >= 1 && column <= this.rows;
    return isInside ? (row - 1) * this.rows + column - 1 : -1;
  }
}
