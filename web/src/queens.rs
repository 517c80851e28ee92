//! Questions about queens.

use anyhow::{Context, Result, bail, ensure};
use countless_engine::{Job, Known, Problem};
use countless_queens::{
    Board, BoardProblem, BoardVariant, MAX_N, Piece, Regions, Square, classes_of, fundamental,
    parse_squares,
};
use serde_json::{Map, Value, json};

use super::report::{Answer, count, estimated, listed, run};
use super::request::{Request, parsed_if};

/// Most rows of a tally. It visits one of eight images of each solution.
const LARGEST_TALLY: usize = 16;

/// Fault of a board in questions about classes.
const NEEDS_EMPTY: &str = "expected a board without queens and blocked squares";

/// Answers a question.
pub fn answer(request: &Request) -> Answer {
    let board = QueensBoard::of(request)?;
    match &*request.ask {
        "queens-board" => Ok(board.squares()),
        "queens-count" => board.count(request),
        "queens-estimate" => {
            let problem = board.board.fastest_counter(run().thread_count())?;
            estimated(Job::of(&*problem).by(run()).forecast(1)?)
        }
        "queens-list" => board.list(request),
        "queens-tally" => board.tally(),
        "queens-classes" => board.classes(),
        name => bail!("unknown question {name:?}"),
    }
}

/// Board of a request.
struct QueensBoard {
    variant: BoardVariant,
    queens: Vec<Square>,
    blocked: Vec<Square>,
    /// The board of the library.
    board: Board,
}

/// A square in JSON.
fn name(&(row, column): &Square) -> Value {
    format!("{row}:{column}").into()
}

impl QueensBoard {
    fn of(request: &Request) -> Result<Self> {
        let n = request.n;
        ensure!((1..=MAX_N).contains(&n), "n: expected 1 to {MAX_N} rows");
        let piece: Option<Piece> = parsed_if("piece", request.piece.as_deref())?;
        let mut variant = BoardVariant::of(piece.unwrap_or_default());
        if request.torus {
            variant = variant.torus();
        }
        if let Some(letters) = &request.regions {
            variant = variant.with_regions(&Regions::of_letters(letters).context("regions")?);
        }
        let queens = parse_squares(&request.queens, "text", n).context("queens")?;
        let blocked = parse_squares(&request.blocked, "text", n).context("blocked")?;
        Ok(Self {
            board: Board::of_variant(n, n, &variant)?.with(&queens, &blocked)?,
            variant,
            queens,
            blocked,
        })
    }

    fn is_empty(&self) -> bool {
        self.queens.is_empty() && self.blocked.is_empty()
    }

    /// Known number of solutions of the board without queens and blocked squares.
    fn known(&self) -> Option<Known> {
        let problem = BoardProblem::of_variant(self.board.n(), self.board.n(), &self.variant);
        problem.ok()?.known_total()
    }

    /// Those of some queens that attack a square.
    fn attackers<'a>(&self, queens: &'a [Square], square: Square) -> Vec<&'a Square> {
        let attacks = |queen: &&Square| self.variant.attacks(self.board.n(), **queen, square);
        queens.iter().filter(attacks).collect()
    }

    fn squares(&self) -> Value {
        let n = self.board.n();
        let all = (1..=n).flat_map(|row| (1..=n).map(move |column| (row, column)));
        let open = all.filter(|at| !self.queens.contains(at) && !self.blocked.contains(at));
        let open = open.map(|square| (square, self.attackers(&self.queens, square)));
        let (free, attacked): (Vec<_>, Vec<_>) = open.partition(|(_, by)| by.is_empty());
        let squares = attacked.iter().map(|(square, by)| {
            let by = by.iter().map(|queen| name(queen));
            json!({ "square": name(square), "attacked": by.collect::<Value>() })
        });
        let clashes = self.queens.iter().enumerate().flat_map(|(at, queen)| {
            let others = self.attackers(&self.queens[at + 1..], *queen).into_iter();
            others.map(move |other| json!([name(queen), name(other)]))
        });
        json!({
            "free": free.len(),
            "squares": squares.collect::<Value>(),
            "clashes": clashes.collect::<Value>(),
            "known": self.known().map(|known| count(&known.total)),
        })
    }

    fn count(&self, request: &Request) -> Answer {
        let run = run().shard(request.shard()?);
        let problem = self.board.fastest_counter(run.thread_count())?;
        let total = problem.count(&run)?.total.count;
        let known = self.known().filter(|_| self.is_empty());
        Ok(json!({
            "solutions": count(&total),
            "oeis": known.and_then(|known| known.source.strip_prefix("OEIS ")),
        }))
    }

    fn list(&self, request: &Request) -> Answer {
        ensure!(
            !request.fundamental || self.is_empty(),
            "fundamental: {NEEDS_EMPTY}"
        );
        listed(request, |_, take| {
            for placement in self.board.solutions() {
                let mut row = json!({ "queens": placement.columns() });
                if request.fundamental {
                    let Some(images) = fundamental(&placement) else {
                        continue;
                    };
                    row["images"] = images.into();
                }
                if take(&|| row.clone()).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    fn tally(&self) -> Answer {
        if self.board.n() > LARGEST_TALLY {
            bail!("n: expected at most {LARGEST_TALLY} rows for a tally");
        }
        let table = self.board.tally(&run())?.total;
        let row = |row: &[u128]| row.iter().map(count).collect::<Value>();
        let rows = table.rows().map(row);
        Ok(json!({ "solutions": count(&table.solutions), "tally": rows.collect::<Value>() }))
    }

    fn classes(&self) -> Answer {
        ensure!(self.is_empty(), "classes: {NEEDS_EMPTY}");
        let classes = classes_of(self.board.n(), &self.variant, &run())?.total;
        let rows = classes.rows().into_iter().map(|row| {
            let (solutions, fundamental) = (count(&row.solutions), count(&row.fundamental));
            let counts = json!({ "solutions": solutions, "fundamental": fundamental });
            (row.symmetry.to_owned(), counts)
        });
        Ok(json!({ "classes": rows.collect::<Map<_, _>>() }))
    }
}
