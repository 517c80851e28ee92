//! Questions about queens.

use countless_engine::ledger::Shard;
use countless_queens::{
    Board, BoardProblem, BoardVariant, JoinCounter, MAX_N, Piece, QueensMethod, Regions, Square,
    classes_of, counter, fundamental, known_counts, parse_squares, tally,
};
use serde_json::{Map, Value, json};

use super::fault::{Fault, expected, unknown};
use super::report::{Window, count, estimated, run};
use super::request::Request;

type Answer = Result<Value, Fault>;

/// Threads whose granularity a count has: more subtrees than one thread needs, for its progress.
const GRANULARITY: usize = 8;
/// Most rows of a tally. It visits one of eight images of each solution.
const LARGEST_TALLY: usize = 16;

/// Answers a question.
pub fn answer(question: &str, mut request: Request) -> Answer {
    let board = QueensBoard::take(&mut request)?;
    match question {
        "queens-board" => {
            request.end()?;
            Ok(board.squares())
        }
        "queens-count" => {
            let shard = request.shard()?;
            request.end()?;
            board.count(shard)
        }
        "queens-list" => {
            let window = Window::take_from(&mut request)?;
            let is_fundamental = request.flag("fundamental")?;
            request.end()?;
            board.list(window, is_fundamental)
        }
        "queens-tally" => {
            request.end()?;
            board.tally()
        }
        "queens-estimate" => {
            request.end()?;
            board.estimate()
        }
        "queens-classes" => {
            request.end()?;
            board.classes()
        }
        name => Err(unknown(name)),
    }
}

/// Board of a request.
struct QueensBoard {
    n: usize,
    columns: usize,
    variant: BoardVariant,
    queens: Vec<Square>,
    blocked: Vec<Square>,
}

/// A square in JSON.
fn name(square: Square) -> Value {
    format!("{}:{}", square.0, square.1).into()
}

impl QueensBoard {
    fn take(request: &mut Request) -> Result<Self, Fault> {
        let most = MAX_N as u64;
        let n = request.count("n")?;
        let n = n.filter(|n| (1..=most).contains(n));
        let n = n.ok_or_else(|| expected("n", &format!("1 to {most} rows")))?;
        let columns = request.count_to("columns", n, most)? as usize;
        let piece = match request.text("piece")? {
            None => Piece::Queen,
            Some(name) => {
                let mut pieces = Piece::ALL.into_iter();
                let found = pieces.find(|piece| piece.name() == name);
                found.ok_or_else(|| Fault::new(format!("piece: unknown piece {name:?}")))?
            }
        };
        let mut variant = BoardVariant::of(piece);
        if request.flag("torus")? {
            variant = variant.torus();
        }
        if let Some(letters) = request.text("regions")? {
            let regions = Regions::of_letters(&letters);
            variant = variant.with_regions(&regions.map_err(|error| Fault::of("regions", &error))?);
        }
        let mut squares = |name: &str| -> Result<Vec<Square>, Fault> {
            let text = request.text(name)?.unwrap_or_default();
            let squares = parse_squares(&text, name, columns.max(n as usize));
            squares.map_err(|error| Fault::from(error).within(name))
        };
        let board = Self {
            n: n as usize,
            columns,
            variant,
            queens: squares("queens")?,
            blocked: squares("blocked")?,
        };
        board.board()?;
        Ok(board)
    }

    /// The board of the library.
    fn board(&self) -> Result<Board, Fault> {
        let mut board = Board::of_variant(self.n, self.columns, &self.variant)?;
        for &(row, column) in &self.queens {
            board = board.queen(row, column)?;
        }
        for &(row, column) in &self.blocked {
            board = board.blocked(row, column)?;
        }
        Ok(board)
    }

    fn is_empty(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty()
    }

    /// True for queens on a square board without joined edges.
    fn is_usual(&self) -> bool {
        self.n == self.columns && self.variant == BoardVariant::default()
    }

    /// Known number of solutions of the board without queens, and its sequence.
    fn known(&self) -> Option<(u128, &'static str)> {
        let (numbers, sequence) = if self.is_usual() {
            (&known_counts::ALL[..], "A000170")
        } else if self.n != self.columns {
            return None;
        } else if self.variant == BoardVariant::of(Piece::Superqueen) {
            (&known_counts::SUPERQUEENS[..], "A051223")
        } else if self.variant == BoardVariant::default().torus() {
            (&known_counts::TOROIDAL[..], "A007705")
        } else {
            return None;
        };
        Some((*numbers.get(self.n)?, sequence))
    }

    fn squares(&self) -> Value {
        let attacks = |one: Square, other: Square| self.variant.attacks(self.columns, one, other);
        let (mut squares, mut free) = (Vec::new(), 0);
        for row in 1..=self.n {
            for square in (1..=self.columns).map(|column| (row, column)) {
                if self.queens.contains(&square) || self.blocked.contains(&square) {
                    continue;
                }
                let by = self.queens.iter().filter(|&&queen| attacks(queen, square));
                let by: Vec<Value> = by.map(|&queen| name(queen)).collect();
                if by.is_empty() {
                    free += 1;
                } else {
                    squares.push(json!({ "square": name(square), "attacked": by }));
                }
            }
        }
        let mut clashes = Vec::new();
        for (at, &one) in self.queens.iter().enumerate() {
            let others = self.queens[at + 1..].iter();
            let others = others.filter(|&&other| attacks(one, other));
            clashes.extend(others.map(|&other| json!([name(one), name(other)])));
        }
        json!({
            "rows": self.n,
            "columns": self.columns,
            "free": free,
            "squares": squares,
            "clashes": clashes,
            "pieces": Piece::ALL.map(Piece::name),
            "known": self.known().map(|known| count(known.0)),
        })
    }

    fn count(&self, shard: Shard) -> Answer {
        let run = run().threads(GRANULARITY).shard(shard);
        let (outcome, method) = if !self.is_empty() {
            (run.count(&self.board()?.counter())?, "search")
        } else if self.is_usual() {
            let method = match QueensMethod::Auto.resolve(self.n)? {
                QueensMethod::Join => "join",
                _ => "search",
            };
            let counter = counter(self.n, QueensMethod::Auto, GRANULARITY)?;
            (counter.count(&run)?, method)
        } else {
            let counter = BoardProblem::of_variant(self.n, self.columns, &self.variant)?;
            (run.count(&counter)?, "search")
        };
        let sequence = self.known().map(|known| known.1);
        Ok(json!({
            "solutions": count(outcome.total.count),
            "method": method,
            "oeis": sequence.filter(|_| self.is_empty()),
            "complete": true,
        }))
    }

    fn estimate(&self) -> Answer {
        let run = run().threads(GRANULARITY);
        let seed = 1;
        let join = JoinCounter::new(self.n, GRANULARITY)?;
        let forecast = match join.filter(|_| self.is_usual() && self.is_empty()) {
            Some(join) => run.estimate(&join, seed)?,
            None if self.is_empty() => {
                let counter = BoardProblem::of_variant(self.n, self.columns, &self.variant)?;
                run.estimate(&counter, seed)?
            }
            None => run.estimate(&self.board()?.counter(), seed)?,
        };
        estimated(forecast)
    }

    fn list(&self, mut window: Window, is_fundamental: bool) -> Answer {
        if is_fundamental && !(self.is_empty() && self.n == self.columns) {
            let reason = "fundamental: expected a square board without queens and blocked squares";
            return Err(Fault::new(reason));
        }
        for placement in self.board()?.solutions() {
            let images = is_fundamental.then(|| fundamental(&placement));
            if images == Some(None) {
                continue;
            }
            let taken = window.take(|| {
                let mut row = json!({ "queens": placement.columns() });
                if let Some(images) = images.flatten() {
                    row["images"] = images.into();
                }
                row
            });
            if taken.is_break() {
                break;
            }
        }
        Ok(window.answer())
    }

    fn tally(&self) -> Answer {
        if self.n != self.columns || self.n > LARGEST_TALLY {
            let reason = format!("n: a tally needs a square board of at most {LARGEST_TALLY} rows");
            return Err(Fault::new(reason));
        }
        let run = run().threads(GRANULARITY);
        let table = if self.is_empty() && self.is_usual() {
            tally(self.n, &run)?.total
        } else {
            let listing = self.board()?.tallied_listing();
            let outcome = run.count(&listing)?;
            listing.squares(&outcome.total)
        };
        let rows = (1..=self.n).map(|row| {
            let columns = (1..=self.n).map(|column| count(table.at(row, column)));
            columns.collect::<Value>()
        });
        Ok(json!({ "solutions": count(table.solutions), "tally": rows.collect::<Value>() }))
    }

    fn classes(&self) -> Answer {
        if !self.is_empty() || self.n != self.columns {
            let reason = "classes: expected a square board without queens and blocked squares";
            return Err(Fault::new(reason));
        }
        let run = run().threads(GRANULARITY);
        let classes = classes_of(self.n, &self.variant, &run)?.total;
        let mut members = Map::new();
        for row in classes.rows() {
            let mut counts = json!({
                "solutions": count(row.solutions),
                "fundamental": count(row.fundamental),
            });
            let fundamental = match self.variant.piece() {
                _ if self.variant.is_torus() => None,
                Piece::Queen => Some("A002562"),
                Piece::Superqueen => Some("A051224"),
                Piece::CrownedRook => None,
            };
            match (row.symmetry, self.known(), fundamental) {
                ("all", Some((_, sequence)), Some(fundamental)) => {
                    counts["oeis"] = json!({ "solutions": sequence, "fundamental": fundamental });
                }
                ("all", Some((_, sequence)), None) => {
                    counts["oeis"] = json!({ "solutions": sequence });
                }
                ("quarter-turn", _, _) if self.is_usual() => {
                    counts["oeis"] = json!({ "solutions": "A033148" });
                }
                _ => {}
            }
            members.insert(row.symmetry.to_owned(), counts);
        }
        Ok(json!({ "n": self.n, "classes": members }))
    }
}
