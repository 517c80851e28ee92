//! Boards and their variants: pieces, tori and regions; given queens and blocked squares; solutions
//! on demand. Squares are written `row:column`, counted from 1.

use std::ops::ControlFlow::{Break, Continue};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use super::search::{self, Attacks, BoardSearcher, SearchBoard};
use super::{BoardProblem, MAX_N, Occupancy, Placement, QueensMethod, Regions, counter};
use countless_engine::{ErasedProblem, Error, Outcome, Run};
use countless_simd::Kernel;
use countless_table::RowBatch;

/// Board with given queens and blocked squares. Rows and columns count from 1.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::Board;
///
/// let board = Board::new(8)?.queen(1, 5)?.blocked(3, 3)?;
/// assert_eq!(board.count(&Run::new())?.total.count, 18);
/// for solution in board.solutions() {
///     assert!(solution.queen(1) == 5 && solution.queen(3) != 3);
/// }
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(SearchBoard);

impl Board {
    /// Returns the empty board of `n` rows and columns.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if `n` exceeds [`MAX_N`].
    pub fn new(n: usize) -> Result<Self, Error> {
        Self::rectangle(n, n)
    }

    /// Returns the empty board of `n` rows and at least as many columns. The surplus columns stay
    /// empty.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// assert_eq!(Board::rectangle(2, 3)?.count(&Run::new())?.total.count, 2);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are fewer columns than rows, or more than [`MAX_N`].
    pub fn rectangle(n: usize, columns: usize) -> Result<Self, Error> {
        check_size(n, columns)?;
        Ok(Self(SearchBoard::rectangle(n, columns)))
    }

    /// Returns the empty board of `n` rows and `columns` columns for a variant.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::{Board, BoardVariant, Piece};
    ///
    /// let board = Board::of_variant(5, 5, &BoardVariant::of(Piece::CrownedRook))?;
    /// assert_eq!(board.count(&Run::new())?.total.count, 14);
    /// assert_eq!(board.queen(1, 1)?.count(&Run::new())?.total.count, 2);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`rectangle`](Self::rectangle), and [`Error::Impossible`] if the variant does
    /// not allow the size: a torus with more columns than rows, or regions of another size.
    pub fn of_variant(n: usize, columns: usize, variant: &BoardVariant) -> Result<Self, Error> {
        variant.check_size(n, columns)?;
        Ok(Self(Self::rectangle(n, columns)?.0.of_variant(variant)))
    }

    /// Adds a given queen. On a blocked or attacked square it leaves no solution.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the square is not on the board.
    pub fn queen(mut self, row: usize, column: usize) -> Result<Self, Error> {
        check_square(row, column, self.n(), self.columns()).map_err(Error::Impossible)?;
        self.0.place(row - 1, column - 1);
        Ok(self)
    }

    /// Blocks a square, which then stays empty.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if the square is not on the board.
    pub fn blocked(mut self, row: usize, column: usize) -> Result<Self, Error> {
        check_square(row, column, self.n(), self.columns()).map_err(Error::Impossible)?;
        self.0.forbid(row - 1, column - 1);
        Ok(self)
    }

    /// Adds given queens and blocked squares.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let board = Board::new(8)?.with(&[(1, 5), (2, 7)], &[(3, 3)])?;
    /// assert_eq!(board, Board::new(8)?.queen(1, 5)?.queen(2, 7)?.blocked(3, 3)?);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a square is not on the board.
    pub fn with(mut self, queens: &[Square], blocked: &[Square]) -> Result<Self, Error> {
        for &(row, column) in blocked {
            self = self.blocked(row, column)?;
        }
        // A queen on a blocked or attacked square leaves its row without any.
        for &(row, column) in queens {
            self = self.queen(row, column)?;
        }
        Ok(self)
    }

    /// Number of rows.
    pub fn n(&self) -> usize {
        self.0.n()
    }

    /// Number of columns.
    pub fn columns(&self) -> usize {
        self.0.columns()
    }

    /// Piece, joined edges and regions.
    pub(super) fn variant(&self) -> &BoardVariant {
        self.0.variant()
    }

    pub(super) fn into_search_board(self) -> SearchBoard {
        self.0
    }

    /// Counts the solutions by the best method.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let board = Board::new(10)?.queen(1, 1)?;
    /// assert_eq!(board.count(&Run::new())?.total.count, 64);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`count`](super::count()).
    pub fn count(&self, run: &Run) -> Result<Outcome, Error> {
        self.fastest_counter(run.thread_count())?.count(run)
    }

    /// Returns the problem of counting the solutions by the best method. The tables of the join are
    /// made with `threads` threads.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let (run, board) = (Run::new().threads(2), Board::new(10)?);
    /// let problem = board.fastest_counter(run.thread_count())?;
    /// assert_eq!(problem.count(&run)?.total.count, 724);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`counter`](super::counter()).
    pub fn fastest_counter(&self, threads: usize) -> Result<Box<dyn ErasedProblem>, Error> {
        let (n, columns) = (self.n(), self.columns());
        if !self.0.is_unrestricted() {
            Ok(Box::new(self.counter()))
        } else if n == columns && self.0.variant().is_usual() {
            counter(n, QueensMethod::Auto, threads)
        } else {
            Ok(Box::new(BoardProblem::of_variant(
                n,
                columns,
                self.0.variant(),
            )?))
        }
    }

    /// Counts the solutions on each square of a board with as many columns as rows.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let table = Board::new(6)?.queen(1, 3)?.tally(&Run::new())?.total;
    /// assert_eq!((table.solutions, table.at(1, 3)), (1, 1));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Run::count`].
    pub fn tally(&self, run: &Run) -> Result<Outcome<Occupancy>, Error> {
        let (n, is_square) = (self.n(), self.n() == self.columns());
        let counter = if is_square && self.0.is_unrestricted() && self.0.variant().is_usual() {
            BoardProblem::square_counter(n)?
        } else {
            self.tallied_listing()
        };
        Ok(run.count(&counter)?.map(|sum| counter.squares(&sum)))
    }

    /// Returns the solutions in lexicographic order. They are found on the calling thread as the
    /// iterator advances, and the search ends when it is dropped. It takes less than 10 MB.
    pub fn solutions(&self) -> impl Iterator<Item = Placement> + Send + use<> {
        LazySolutions::new(&self.0)
    }

    /// Passes every solution to `visit` on the calling thread, while all threads of the run search.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let mut in_the_corner = 0;
    /// let outcome = Board::new(10)?.run(&Run::new().threads(2), |solution| {
    ///     in_the_corner += u32::from(solution.queen(1) == 1);
    /// })?;
    /// assert_eq!((outcome.total.count, in_the_corner), (724, 64));
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`Run::for_each`].
    pub fn run(&self, run: &Run, visit: impl FnMut(Placement)) -> Result<Outcome, Error> {
        run.for_each(&self.listing(), visit)
    }

    /// Returns the problem of counting the solutions.
    pub fn counter(&self) -> BoardProblem {
        BoardProblem::completions(&self.0)
    }

    /// Returns the problem of listing the solutions.
    pub fn listing(&self) -> BoardProblem {
        BoardProblem::listing(&self.0, false)
    }

    /// Returns the problem of listing the solutions, and of counting them on each square.
    ///
    /// ```
    /// use countless_engine::Run;
    /// use countless_queens::Board;
    ///
    /// let listing = Board::new(6)?.queen(1, 3)?.tallied_listing();
    /// let outcome = Run::new().for_each(&listing, |solution| assert_eq!(solution.queen(1), 3))?;
    /// let table = listing.squares(&outcome.total);
    /// assert_eq!(table.at(1, 3), table.solutions);
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn tallied_listing(&self) -> BoardProblem {
        BoardProblem::listing(&self.0, true)
    }
}

/// Checks that a board of `n` rows and `columns` columns can be searched.
pub(super) fn check_size(n: usize, columns: usize) -> Result<(), Error> {
    let reason = if n > MAX_N {
        format!("expected at most {MAX_N} rows, found {n}")
    } else if columns > MAX_N {
        format!("expected at most {MAX_N} columns, found {columns}")
    } else if columns < n {
        format!("expected at least as many columns as rows: {n} rows, {columns} columns")
    } else {
        return Ok(());
    };
    Err(Error::Impossible(reason))
}

/// Most characters of an invalid word in a message.
const SHOWN: usize = 40;

/// Row and column of a square, counted from 1.
pub type Square = (usize, usize);

/// Reads squares of a board of `n` rows, separated by commas or white space. A `#` begins a comment
/// that ends with the line. Errors call the text `name`.
///
/// ```
/// use countless_queens::parse_squares;
///
/// assert_eq!(parse_squares("1:5, 4:2", "--queens", 8)?, [(1, 5), (4, 2)]);
/// let error = parse_squares("1:5,\n4:9", "blocked.txt", 8).unwrap_err();
/// assert_eq!(error.to_string(), "blocked.txt:2:1: column 9 is outside a board of 8 columns");
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parse`] for a word that is not a square or lies outside the board.
pub fn parse_squares(text: &str, name: &str, n: usize) -> Result<Vec<Square>, Error> {
    let mut squares = Vec::new();
    for (line, content) in text.lines().enumerate() {
        let content = content.split('#').next().unwrap_or_default();
        for word in content
            .split([',', ' ', '\t', '\r'])
            .filter(|word| !word.is_empty())
        {
            let square = parse_square(word, n).map_err(|reason| {
                // Columns of the text count characters, as in editors.
                let offset = word.as_ptr() as usize - content.as_ptr() as usize;
                let column = content[..offset].chars().count() + 1;
                Error::parse(name, line as u64 + 1, column, reason)
            })?;
            squares.push(square);
        }
    }
    Ok(squares)
}

fn parse_square(word: &str, n: usize) -> Result<Square, String> {
    let parts = word.split_once(':').and_then(|(row, column)| {
        Some((row.parse::<usize>().ok()?, column.parse::<usize>().ok()?))
    });
    let Some((row, column)) = parts else {
        return Err(format!(
            "expected a square such as 1:5 (row 1, column 5), found `{}`",
            shortened(word)
        ));
    };
    check_square(row, column, n, n)?;
    Ok((row, column))
}

/// Returns the first characters of a word that is too long to show, followed by an ellipsis.
fn shortened(word: &str) -> String {
    match word.char_indices().nth(SHOWN) {
        None => word.to_owned(),
        Some((end, _)) => format!("{}…", &word[..end]),
    }
}

/// Checks that a square is on a board of `n` rows and `columns` columns.
pub(super) fn check_square(
    row: usize,
    column: usize,
    n: usize,
    columns: usize,
) -> Result<(), String> {
    if !(1..=n).contains(&row) {
        return Err(format!("row {row} is outside a board of {n} rows"));
    }
    if !(1..=columns).contains(&column) {
        return Err(format!(
            "column {column} is outside a board of {columns} columns"
        ));
    }
    Ok(())
}

/// Most estimated nodes of a part that is searched at once. The search takes less than a
/// millisecond and keeps the vectors full.
const MOST_NODES: u64 = 1 << 18;
/// Most solutions of a part that is searched at once; parts with more are divided.
const MOST_SOLUTIONS: usize = 1 << 14;

/// Iterator over the solutions of a board in lexicographic order.
///
/// The board is divided at its first open row, and its first part again until that is small. All
/// solutions of that part are found at once. The next part follows when they are used up.
#[derive(Debug)]
pub struct LazySolutions {
    worker: BoardSearcher,
    /// Parts still to search, the first one last.
    parts: Vec<SearchBoard>,
    /// Solutions of one part.
    pub found: Vec<Placement>,
    /// Number of solutions that are used up.
    used: usize,
}

impl LazySolutions {
    /// Begins with the first solution of a board.
    pub fn new(board: &SearchBoard) -> Self {
        Self {
            worker: BoardSearcher::new(Kernel::best()),
            parts: vec![board.clone()],
            found: Vec::new(),
            used: 0,
        }
    }

    /// Finds the solutions of a part; false if there are more than `MOST_SOLUTIONS`.
    pub fn list(&mut self, part: &SearchBoard) -> bool {
        let (found, go) = (&mut self.found, AtomicBool::new(false));
        found.clear();
        self.used = 0;
        let listed = self.worker.list(part, &go, &mut |some| {
            if found.len() + some.len() > MOST_SOLUTIONS {
                return Break(());
            }
            found.extend((0..some.len()).map(|index| some.get(index)));
            Continue(())
        });
        if listed.is_break() {
            found.clear();
        }
        listed.is_continue()
    }
}

impl Iterator for LazySolutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        loop {
            if let Some(solution) = self.found.get(self.used) {
                self.used += 1;
                return Some(solution.clone());
            }
            let part = self.parts.pop()?;
            let is_small = search::SearchSubtree::of(&part).cost() <= MOST_NODES;
            if !(is_small && self.list(&part)) {
                self.parts.extend(part.children().into_iter().rev());
            }
        }
    }
}

/// Piece of a board. A solution has one in every row and every column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Piece {
    /// Attacks along rows, columns and diagonals.
    #[default]
    Queen,
    /// Attacks as a queen and as a knight; also known as an amazon.
    Superqueen,
    /// Attacks along rows and columns, and the eight adjacent squares: a rook and a king. It
    /// attacks no farther along diagonals.
    CrownedRook,
}

impl Piece {
    /// All pieces.
    pub const ALL: [Self; 3] = [Self::Queen, Self::Superqueen, Self::CrownedRook];

    /// Name in plans.
    pub fn name(self) -> &'static str {
        match self {
            Self::Queen => "queen",
            Self::Superqueen => "superqueen",
            Self::CrownedRook => "crowned-rook",
        }
    }
}

impl FromStr for Piece {
    type Err = String;

    /// Returns the piece with a name.
    fn from_str(name: &str) -> Result<Self, String> {
        let piece = Self::ALL.into_iter().find(|piece| piece.name() == name);
        piece.ok_or_else(|| format!("unknown piece {name}"))
    }
}

/// Variant of a board: the piece, whether opposite edges are joined, and regions. The default is
/// queens on a board without joined edges and without regions.
///
/// ```
/// use countless_engine::Run;
/// use countless_queens::{Board, BoardVariant, Piece};
///
/// let superqueens = BoardVariant::of(Piece::Superqueen);
/// assert_eq!(Board::of_variant(10, 10, &superqueens)?.count(&Run::new())?.total.count, 4);
/// let toroidal = BoardVariant::default().torus();
/// assert_eq!(Board::of_variant(7, 7, &toroidal)?.count(&Run::new())?.total.count, 28);
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct BoardVariant {
    pub(super) piece: Piece,
    pub(super) torus: bool,
    pub(super) regions: Option<Regions>,
}

impl BoardVariant {
    /// Returns the variant with this piece, without joined edges and regions.
    pub fn of(piece: Piece) -> Self {
        Self {
            piece,
            ..Self::default()
        }
    }

    /// Joins the edges: an attack that leaves the board at one edge enters at the opposite edge.
    pub fn torus(mut self) -> Self {
        self.torus = true;
        self
    }

    /// Adds regions. Each region holds one piece.
    pub fn with_regions(mut self, regions: &Regions) -> Self {
        self.regions = Some(regions.clone());
        self
    }

    /// Piece of the board.
    pub fn piece(&self) -> Piece {
        self.piece
    }

    /// True if the edges are joined.
    pub fn is_torus(&self) -> bool {
        self.torus
    }

    /// Regions of the board, or `None`.
    pub fn regions(&self) -> Option<&Regions> {
        self.regions.as_ref()
    }

    /// True for queens on a board without joined edges and regions.
    pub(super) fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Checks that the variant has boards of `n` rows and `columns` columns.
    pub(super) fn check_size(&self, n: usize, columns: usize) -> Result<(), Error> {
        if self.torus && n < columns {
            let reason = format!(
                "a torus has as many columns as rows: expected {n} columns, found \
                                  {columns}"
            );
            return Err(Error::Impossible(reason));
        }
        match &self.regions {
            Some(regions) if (regions.n(), regions.n()) != (n, columns) => {
                let rows = regions.n();
                let reason = format!(
                    "the board of regions: expected {n} rows and {columns} columns, found {rows} \
                     rows and {rows} columns"
                );
                Err(Error::Impossible(reason))
            }
            _ => Ok(()),
        }
    }

    /// Returns how pieces attack other rows of a board of `columns` columns.
    pub(super) fn attacks_on(&self, columns: usize) -> Attacks {
        let near = match self.piece {
            Piece::Queen => [0, 0],
            Piece::Superqueen => [2, 1],
            Piece::CrownedRook => [1, 0],
        };
        Attacks {
            torus_columns: self.torus.then_some(columns as u32),
            diagonals: self.has_diagonals(),
            near_offsets: near,
        }
    }

    /// True if pieces attack along diagonals. Then no solution of more than one row is its own
    /// mirror image.
    pub(super) fn has_diagonals(&self) -> bool {
        self.piece != Piece::CrownedRook
    }

    /// Returns whether pieces on two squares attack each other or share a region. The board has `n`
    /// rows, and squares count from 1.
    ///
    /// ```
    /// use countless_queens::{BoardVariant, Piece};
    ///
    /// assert!(BoardVariant::of(Piece::Superqueen).attacks(8, (1, 1), (3, 2)));
    /// assert!(!BoardVariant::of(Piece::CrownedRook).attacks(8, (1, 1), (3, 3)));
    /// ```
    pub fn attacks(&self, n: usize, one: (usize, usize), other: (usize, usize)) -> bool {
        if one == other {
            return false;
        }
        let region = |square: (usize, usize)| {
            let regions = self.regions.as_ref();
            regions.map(|regions| regions.region_of(square.0, square.1))
        };
        if one.0 == other.0 || region(one).is_some_and(|of| region(other) == Some(of)) {
            return true;
        }
        let attacked = self
            .attacks_on(n)
            .attacked_columns(n, (one.0 - 1, one.1 - 1), other.0 - 1);
        attacked >> (other.1 - 1) & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn comments_and_separators_are_passed_over() -> Result<(), Error> {
        let text = "# the corners\n1:1,1:4\r\n  4:1\t4:4 # and that is all: 9:9\n\n";
        let squares = parse_squares(text, "corners.txt", 4)?;
        assert_eq!(squares, [(1, 1), (1, 4), (4, 1), (4, 4)]);
        Ok(())
    }

    #[test]
    fn invalid_squares_are_named_with_their_places() {
        for (text, message) in [
            (
                "1:1,x",
                "t:1:5: expected a square such as 1:5 (row 1, column 5), found `x`",
            ),
            (
                "\n é 0:1",
                "t:2:2: expected a square such as 1:5 (row 1, column 5), found `é`",
            ),
            (
                "1:-1",
                "t:1:1: expected a square such as 1:5 (row 1, column 5), found `1:-1`",
            ),
            ("0:1", "t:1:1: row 0 is outside a board of 4 rows"),
            ("1:1 4:5", "t:1:5: column 5 is outside a board of 4 columns"),
        ] {
            let error = parse_squares(text, "t", 4).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[0-9:, \\n#x]{0,40}") {
            if let Ok(squares) = parse_squares(&text, "text", 12) {
                let on_board = |number| (1..=12).contains(&number);
                prop_assert!(squares.iter().all(|&(row, column)| on_board(row) && on_board(column)));
            }
        }

        #[test]
        fn squares_come_back(squares in prop::collection::vec((1_usize..=32, 1_usize..=32), 0..40)) {
            let words: Vec<String> = squares.iter().map(|(r, c)| format!("{r}:{c}")).collect();
            prop_assert_eq!(parse_squares(&words.join(","), "text", 32)?, squares);
        }
    }
}
