//! Questions about queens.

use countless_engine::ledger::Shard;
use countless_engine::{ErasedProblem, Job, Known, Problem};
use countless_queens::{
    Board, BoardProblem, BoardVariant, MAX_N, Piece, QueensMethod, Regions, Square, classes_of,
    counter, fundamental, parse_squares, tally,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::fault::{Answer, Fault, expected, unknown};
use super::report::{Window, count, estimated, run};
use super::request::shard_of;

/// Threads whose granularity a count has: more subtrees than one thread needs, for its progress.
const GRANULARITY: usize = 8;
/// Most rows of a tally. It visits one of eight images of each solution.
const LARGEST_TALLY: usize = 16;

/// Question about queens.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    ask: String,
    n: u64,
    piece: Option<String>,
    torus: bool,
    regions: Option<String>,
    queens: String,
    blocked: String,
    shard: Option<String>,
    from: u64,
    limit: Option<u64>,
    fundamental: bool,
}

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    let board = QueensBoard::of(request)?;
    match &*request.ask {
        "queens-board" => Ok(board.squares()),
        "queens-count" => board.count(shard_of(request.shard.as_deref())?),
        "queens-estimate" => {
            let (problem, run) = (board.problem()?, run().threads(GRANULARITY));
            estimated(Job::of(&*problem).by(run).forecast(1)?)
        }
        "queens-list" => {
            let window = Window::of(request.from, request.limit)?;
            board.list(window, request.fundamental)
        }
        "queens-tally" => board.tally(),
        "queens-classes" => board.classes(),
        name => Err(unknown(name)),
    }
}

/// Board of a request.
struct QueensBoard {
    n: usize,
    variant: BoardVariant,
    queens: Vec<Square>,
    blocked: Vec<Square>,
}

/// A square in JSON.
fn name(square: Square) -> Value {
    format!("{}:{}", square.0, square.1).into()
}

impl QueensBoard {
    fn of(request: &Request) -> Result<Self, Fault> {
        let (n, most) = (request.n, MAX_N as u64);
        if !(1..=most).contains(&n) {
            return Err(expected("n", &format!("1 to {most} rows")));
        }
        let mut variant = BoardVariant::default();
        if let Some(name) = &request.piece {
            let found = Piece::ALL.into_iter().find(|piece| piece.name() == name);
            let unknown = || Fault::new(&format!("piece: unknown piece {name:?}"));
            variant = BoardVariant::of(found.ok_or_else(unknown)?);
        }
        if request.torus {
            variant = variant.torus();
        }
        if let Some(letters) = &request.regions {
            let regions = Regions::of_letters(letters);
            let regions = regions.map_err(|error| Fault::new(&error).within("regions"))?;
            variant = variant.with_regions(&regions);
        }
        let squares = |name: &str, text: &str| {
            let squares = parse_squares(text, name, n as usize);
            squares.map_err(|error| Fault::from(error).within(name))
        };
        let board = Self {
            n: n as usize,
            variant,
            queens: squares("queens", &request.queens)?,
            blocked: squares("blocked", &request.blocked)?,
        };
        board.board()?;
        Ok(board)
    }

    /// The board of the library.
    fn board(&self) -> Result<Board, Fault> {
        let mut board = Board::of_variant(self.n, self.n, &self.variant)?;
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

    /// Requires a board without queens and blocked squares.
    fn require_empty(&self, what: &str) -> Result<(), Fault> {
        let content = "a board without queens and blocked squares";
        self.is_empty()
            .then_some(())
            .ok_or_else(|| expected(what, content))
    }

    /// The problem of counting the solutions.
    fn problem(&self) -> Result<Box<dyn ErasedProblem>, Fault> {
        Ok(if !self.is_empty() {
            Box::new(self.board()?.counter())
        } else if self.variant == BoardVariant::default() {
            counter(self.n, QueensMethod::Auto, GRANULARITY)?
        } else {
            Box::new(BoardProblem::of_variant(self.n, self.n, &self.variant)?)
        })
    }

    /// Known number of solutions of the board without queens and blocked squares.
    fn known(&self) -> Option<Known> {
        let problem = BoardProblem::of_variant(self.n, self.n, &self.variant);
        problem.ok()?.known_total()
    }

    fn squares(&self) -> Value {
        let attacks = |one: Square, other: Square| self.variant.attacks(self.n, one, other);
        let (mut squares, mut free) = (Vec::new(), 0);
        for row in 1..=self.n {
            for square in (1..=self.n).map(|column| (row, column)) {
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
            "free": free,
            "squares": squares,
            "clashes": clashes,
            "known": self.known().map(|known| count(known.total)),
        })
    }

    fn count(&self, shard: Shard) -> Answer {
        let run = run().threads(GRANULARITY).shard(shard);
        let total = self.problem()?.count(&run)?.total.count;
        let known = self.known().filter(|_| self.is_empty());
        Ok(json!({
            "solutions": count(total),
            "oeis": known.and_then(|known| known.source.strip_prefix("OEIS ")),
        }))
    }

    fn list(&self, mut window: Window, is_fundamental: bool) -> Answer {
        if is_fundamental {
            self.require_empty("fundamental")?;
        }
        for placement in self.board()?.solutions() {
            let mut row = json!({ "queens": placement.columns() });
            if is_fundamental {
                let Some(images) = fundamental(&placement) else {
                    continue;
                };
                row["images"] = images.into();
            }
            if window.take(|| row).is_break() {
                break;
            }
        }
        Ok(window.answer())
    }

    fn tally(&self) -> Answer {
        if self.n > LARGEST_TALLY {
            let reason = format!("at most {LARGEST_TALLY} rows for a tally");
            return Err(expected("n", &reason));
        }
        let run = run().threads(GRANULARITY);
        let table = if self.is_empty() && self.variant == BoardVariant::default() {
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
        self.require_empty("classes")?;
        let run = run().threads(GRANULARITY);
        let classes = classes_of(self.n, &self.variant, &run)?.total;
        let rows = classes.rows().into_iter().map(|row| {
            let (solutions, fundamental) = (count(row.solutions), count(row.fundamental));
            let counts = json!({ "solutions": solutions, "fundamental": fundamental });
            (row.symmetry.to_owned(), counts)
        });
        Ok(json!({ "classes": rows.collect::<Map<_, _>>() }))
    }
}
