//! Solutions, as the column of the queen in each row, with their rotations and reflections.
//! Single solutions of boards of any size are made without a search.

use std::collections::HashSet;
use std::fmt;
use std::ops::{Deref, Range};

use super::MAX_N;
use super::search::SolutionBatch;
use countless_engine::SplitMix64;
use countless_simd::sort;
use countless_table::{Columns, Fields, Format, Row, RowBatch, RowFormat};

/// Solution: the column of the queen in each row. Rows and columns count from 1.
///
/// Solutions of one board compare in lexicographic order. A placement dereferences to the slice of
/// its [`columns`](Self::columns), which [`fundamental`](super::fundamental) and other functions
/// take.
///
/// ```
/// use countless_queens::{Board, fundamental};
///
/// let board = Board::new(4)?;
/// let first = board.solutions().next().expect("four queens have a solution");
/// assert_eq!(first.columns(), [2, 4, 1, 3]);
/// assert_eq!(first.queen(1), 2);
/// assert_eq!(first.to_string(), "2,4,1,3");
/// assert_eq!(fundamental(&first), Some(2));
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement(PlacementStore);

/// Columns of a placement. Boards that can be searched store them inline, followed by zeros: there
/// may be millions of placements, and none should need an allocation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum PlacementStore {
    Small { n: u8, columns: [u32; MAX_N] },
    Large(Box<[u32]>),
}

impl Placement {
    /// Makes a placement of columns that count from 0, on a board that can be searched.
    #[inline]
    pub(super) fn from_zero_based(columns: &[u8]) -> Self {
        let mut placement = [0; MAX_N];
        for (to, &from) in placement.iter_mut().zip(columns) {
            *to = u32::from(from) + 1;
        }
        Self(PlacementStore::Small {
            n: columns.len() as u8,
            columns: placement,
        })
    }

    /// Makes a placement of columns that count from 1.
    pub(super) fn of(columns: Vec<u32>) -> Self {
        let n = columns.len();
        if n > MAX_N {
            return Self(PlacementStore::Large(columns.into()));
        }
        let mut placement = [0; MAX_N];
        placement[..n].copy_from_slice(&columns);
        Self(PlacementStore::Small {
            n: n as u8,
            columns: placement,
        })
    }

    /// Column of the queen in each row, both counted from 1.
    pub fn columns(&self) -> &[u32] {
        match &self.0 {
            PlacementStore::Small { n, columns } => &columns[..usize::from(*n)],
            PlacementStore::Large(columns) => columns,
        }
    }

    /// Column of the queen in a row, both counted from 1.
    ///
    /// # Panics
    ///
    /// If the board does not have this row.
    pub fn queen(&self, row: usize) -> usize {
        self.columns()[row - 1] as usize
    }

    /// Columns of a table of solutions of `n` rows: `q1,…,qN` as CSV, and an array `queens` as
    /// NDJSON.
    pub fn columns_of(n: usize) -> Columns {
        Columns::new().list("queens", "q", n)
    }
}

impl Deref for Placement {
    type Target = [u32];

    fn deref(&self) -> &[u32] {
        self.columns()
    }
}

impl Row for Placement {
    fn fields(&self, fields: &mut impl Fields) {
        fields.list(self.columns().iter().copied().map(u64::from));
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, column) in self.columns().iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{column}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Placement").field(&self.columns()).finish()
    }
}

impl RowBatch for SolutionBatch<'_> {
    type Solution = Placement;

    fn len(&self) -> usize {
        self.len()
    }

    fn get(&self, index: usize) -> Placement {
        let mut columns = [0; MAX_N];
        self.read(index, &mut columns);
        Placement::from_zero_based(&columns[..self.n()])
    }

    /// Five times as fast as writing row by row: the text of several columns is looked up at once.
    fn write(&self, range: Range<usize>, format: &RowFormat, text: &mut Vec<u8>) {
        let some = self.slice(range);
        if self.n() == 0 && format.format() != Format::Ndjson {
            // Without columns, lines would be empty.
            return;
        }
        match format.format() {
            Format::Csv => some.write_csv(text),
            Format::Parquet | Format::Npy => {
                (0..some.len()).for_each(|index| format.write(&some.get(index), text));
            }
            Format::Tsv => {
                let start = text.len();
                some.write_csv(text);
                let commas = text[start..].iter_mut().filter(|byte| **byte == b',');
                commas.for_each(|comma| *comma = b'\t');
            }
            Format::Ndjson => {
                let start = text.len();
                some.write_csv(text);
                let lines = text.split_off(start);
                for line in lines.split(|&byte| byte == b'\n').take(some.len()) {
                    text.extend_from_slice(b"{\"queens\":[");
                    text.extend_from_slice(line);
                    text.extend_from_slice(b"]}\n");
                }
            }
        }
    }
}

/// Returns the eight images of a board, first the board itself. They are turned by 0, 90, 180 and
/// 270 degrees, and each is followed by its left-right mirror image.
///
/// `columns` holds the 1-based column of the queen in each row.
///
/// ```
/// use countless_queens::images;
///
/// let images = images(&[2, 4, 1, 3]);
/// assert!(images.iter().all(|image| [[2, 4, 1, 3], [3, 1, 4, 2]].contains(&image[..].try_into().unwrap())));
/// ```
pub fn images(columns: &[u32]) -> [Vec<u32>; 8] {
    let mut turned = columns.to_vec();
    let mut images: [Vec<u32>; 8] = std::array::from_fn(|_| Vec::new());
    for pair in images.chunks_exact_mut(2) {
        pair[1] = turned
            .iter()
            .map(|&c| columns.len() as u32 + 1 - c)
            .collect();
        let next = quarter_turn(&turned);
        pair[0] = std::mem::replace(&mut turned, next);
    }
    images
}

/// Returns the number of different images of a solution, if it is the lexicographically least of
/// them. Each class has one *fundamental* solution, its least.
///
/// ```
/// use countless_queens::fundamental;
///
/// assert_eq!(fundamental(&[2, 4, 1, 3]), Some(2));
/// assert_eq!(fundamental(&[3, 1, 4, 2]), None);
/// ```
pub fn fundamental(columns: &[u32]) -> Option<usize> {
    let mut images = images(columns);
    sort(&mut images);
    if images[0] != columns {
        return None;
    }
    Some(1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count())
}

/// Turns the board by 90 degrees, clockwise.
fn quarter_turn(columns: &[u32]) -> Vec<u32> {
    let mut turned = vec![0; columns.len()];
    for (row, &column) in columns.iter().enumerate() {
        turned[column as usize - 1] = (columns.len() - row) as u32;
    }
    turned
}

/// Returns a solution for `n` rows by an explicit formula; `None` for 2 and 3 rows, which have no
/// solutions.
///
/// It lists the even columns, then the odd ones. A few are exchanged for some remainders of `n` by
/// six (Pauls 1874; Hoffman, Loessl and Moore 1969).
///
/// ```
/// use countless_queens::construct;
///
/// assert_eq!(construct(8).expect("it has one").columns(), [2, 4, 6, 8, 3, 1, 7, 5]);
/// assert_eq!(construct(3), None);
/// ```
pub fn construct(n: u32) -> Option<Placement> {
    if n == 2 || n == 3 {
        return None;
    }
    let mut columns: Vec<u32> = (2..=n).step_by(2).collect();
    let mut odd: Vec<u32> = (1..=n).step_by(2).collect();
    match n % 6 {
        2 => {
            // 3, 1, 7, 9, …, 5
            odd.swap(0, 1);
            odd[2..].rotate_left(1);
        }
        3 => {
            // 4, 6, …, 2 and 5, 7, …, 1, 3
            columns.rotate_left(1);
            odd.rotate_left(2);
        }
        _ => {}
    }
    columns.append(&mut odd);
    Some(Placement::of(columns))
}

/// Returns a random solution for `n` rows, determined by the seed; `None` for 2 and 3 rows.
///
/// Repairs a random permutation: it exchanges the columns of two queens wherever that reduces the
/// queens on their diagonals (Sosič and Gu 1990). A permutation that cannot be repaired is
/// discarded. Solutions are not equally likely.
///
/// ```
/// use countless_queens::{is_solution, sample};
///
/// let solution = sample(1000, 7).expect("only 2 and 3 rows have no solution");
/// assert!(is_solution(&solution));
/// assert_eq!(sample(1000, 7), Some(solution));
/// ```
pub fn sample(n: u32, seed: u64) -> Option<Placement> {
    if n == 2 || n == 3 {
        return None;
    }
    let mut random = SplitMix64(seed);
    let mut board = QueenPermutation::new(n as usize);
    loop {
        board.shuffle(&mut random);
        if board.repair(&mut random) {
            let columns = board.columns.iter().map(|&column| column as u32 + 1);
            return Some(Placement::of(columns.collect()));
        }
    }
}

/// Returns different solutions for `n` rows: the explicit one, then random ones. Meant for large
/// boards. On small boards, the iterator does not end after the last solution.
///
/// ```
/// use countless_queens::samples;
///
/// assert_eq!(samples(100).take(3).count(), 3);
/// ```
pub fn samples(n: u32) -> impl Iterator<Item = Placement> {
    let mut seen = HashSet::new();
    let random = (0..).map_while(move |seed| sample(n, seed));
    construct(n)
        .into_iter()
        .chain(random)
        .filter(move |solution| seen.insert(solution.clone()))
}

/// Returns whether no two queens attack each other, given the column of the queen in each row,
/// counted from 1.
pub fn is_solution(columns: &[u32]) -> bool {
    let n = columns.len();
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    columns.iter().enumerate().all(|(row, &column)| {
        let Some(column) = (column as usize)
            .checked_sub(1)
            .filter(|&column| column < n)
        else {
            return false;
        };
        let lines = [column, row + column, row + n - column];
        let free = lines.iter().zip(&taken).all(|(&line, taken)| !taken[line]);
        for (line, taken) in lines.into_iter().zip(&mut taken) {
            taken[line] = true;
        }
        free
    })
}

/// Permutation of queens that may attack each other along diagonals.
struct QueenPermutation {
    /// Column of the queen in each row, counted from 0.
    columns: Vec<usize>,
    /// Number of queens on each diagonal, by the sum and by the difference of row and column.
    sums: Vec<u32>,
    differences: Vec<u32>,
}

impl QueenPermutation {
    fn new(n: usize) -> Self {
        Self {
            columns: (0..n).collect(),
            sums: vec![0; 2 * n],
            differences: vec![0; 2 * n],
        }
    }

    fn diagonals(&self, row: usize, column: usize) -> (usize, usize) {
        (row + column, row + self.columns.len() - column)
    }

    fn shuffle(&mut self, random: &mut SplitMix64) {
        self.sums.fill(0);
        self.differences.fill(0);
        for row in (1..self.columns.len()).rev() {
            let other = random.below(row + 1);
            self.columns.swap(row, other);
        }
        for row in 0..self.columns.len() {
            self.place(row);
        }
    }

    fn place(&mut self, row: usize) {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] += 1;
        self.differences[difference] += 1;
    }

    fn remove(&mut self, row: usize) {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] -= 1;
        self.differences[difference] -= 1;
    }

    /// Number of other queens on the two diagonals of a queen.
    fn attackers(&self, row: usize) -> u32 {
        let (sum, difference) = self.diagonals(row, self.columns[row]);
        self.sums[sum] + self.differences[difference] - 2
    }

    /// Exchanges the columns of two queens.
    fn exchange(&mut self, row: usize, other: usize) {
        self.remove(row);
        self.remove(other);
        self.columns.swap(row, other);
        self.place(row);
        self.place(other);
    }

    /// Exchanges queens until none is attacked. Returns false if a round over all rows does not
    /// improve anything.
    fn repair(&mut self, random: &mut SplitMix64) -> bool {
        let n = self.columns.len();
        loop {
            let (mut attacked, mut helped) = (false, false);
            for row in 0..n {
                if self.attackers(row) == 0 {
                    continue;
                }
                attacked = true;
                for _ in 0..n {
                    let other = random.below(n);
                    let before = self.attackers(row) + self.attackers(other);
                    if other == row {
                        continue;
                    }
                    self.exchange(row, other);
                    if self.attackers(row) + self.attackers(other) < before {
                        helped = true;
                        break;
                    }
                    self.exchange(row, other);
                }
            }
            if !attacked {
                return true;
            }
            if !helped {
                return false;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::known_counts::{ALL, FUNDAMENTAL};
    use crate::{construct, is_solution};
    use countless_table::{Format, RowFormat};

    #[test]
    fn placements_read_as_their_rows() {
        let placement = Placement::from_zero_based(&[1, 3, 0, 2]);
        assert_eq!(
            format!("{placement} {placement:?}"),
            "2,4,1,3 Placement([2, 4, 1, 3])"
        );
        let columns = Columns::new().list("queens", "q", 4);
        let (format, mut text) = (RowFormat::new(Format::Csv, &columns), Vec::new());
        format.write(&placement, &mut text);
        assert_eq!(text, b"2,4,1,3\n");
        assert_eq!(placement, Placement::of(vec![2, 4, 1, 3]));
        assert!(placement < Placement::from_zero_based(&[2, 0, 3, 1]));
        let empty = Placement::from_zero_based(&[]);
        assert_eq!(
            (empty.to_string(), empty.columns().len()),
            (String::new(), 0)
        );
        let large = construct(33).expect("it has a solution");
        assert!(is_solution(&large) && large.len() == 33);
        assert_eq!(large.queen(33), 3);
    }

    /// All solutions of a board, found by trying every square of each row.
    fn solutions(n: u32) -> Vec<Vec<u32>> {
        let mut boards = vec![Vec::new()];
        for row in 0..n as usize {
            let fits = |board: &[u32], column: u32| {
                board.iter().enumerate().all(|(other, &queen)| {
                    queen != column && queen.abs_diff(column) as usize != row - other
                })
            };
            boards = boards
                .iter()
                .flat_map(|board: &Vec<u32>| {
                    let columns = (1..=n).filter(|&column| fits(board, column));
                    columns.map(|column| [&board[..], &[column]].concat())
                })
                .collect();
        }
        boards
    }

    #[test]
    fn fundamental_solutions_are_as_many_as_known_and_stand_for_all() {
        for n in 0..=9 {
            let sizes: Vec<usize> = solutions(n).iter().filter_map(|b| fundamental(b)).collect();
            assert_eq!(sizes.len() as u128, FUNDAMENTAL[n as usize], "{n} rows");
            assert_eq!(
                sizes.iter().sum::<usize>() as u128,
                ALL[n as usize],
                "{n} rows"
            );
        }
    }
}

#[cfg(test)]
mod construct_tests {
    use super::*;

    #[test]
    fn explicit_solutions_are_valid() {
        assert_eq!(construct(0).as_deref(), Some(&[][..]));
        assert_eq!(construct(1).as_deref(), Some(&[1][..]));
        for n in (4..=600).chain([997, 1000, 4095, 9_999, 10_000]) {
            let columns = construct(n).expect("there is one");
            assert!(
                columns.len() == n as usize && is_solution(&columns),
                "{n} rows"
            );
        }
    }

    #[test]
    fn random_solutions_are_valid_and_repeatable() {
        for n in (0..=60)
            .chain([100, 1000, 10_000])
            .filter(|&n| n != 2 && n != 3)
        {
            let columns = sample(n, u64::from(n)).expect("there is one");
            assert!(
                columns.len() == n as usize && is_solution(&columns),
                "{n} rows"
            );
        }
        assert_eq!(sample(50, 1), sample(50, 1));
        assert_ne!(sample(50, 1), sample(50, 2));
        assert_eq!((sample(2, 0), sample(3, 0)), (None, None));
    }

    #[test]
    fn attacks_are_noticed() {
        for columns in [
            &[1, 2][..],
            &[1, 1],
            &[2, 1],
            &[1, 3, 2],
            &[0, 3],
            &[5, 1, 4, 2],
        ] {
            assert!(!is_solution(columns), "{columns:?}");
        }
        assert!(is_solution(&[2, 4, 1, 3]) && is_solution(&[]));
    }
}
