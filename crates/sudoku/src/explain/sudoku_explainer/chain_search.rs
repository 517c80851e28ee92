//! Memory of the searches for single and multiple chains in the candidates of a state.

use super::super::layout::LayoutSet;
use super::candidate_rows::{Candidates, List, Row};
use super::link_rows::{Links, Node};
use super::marks::{ChainHint, Hint, Marks};
use super::places::Places;
use super::propagation::Propagation;

/// Words of a row of up to 256 candidates. In WebAssembly all rows are long, for half as much code.
const SHORT_ROW: usize = if cfg!(target_family = "wasm") {
    LONG_ROW
} else {
    4
};
/// Words of a row of all 729 candidates.
const LONG_ROW: usize = 12;

/// Searches for single and multiple chains, with reused memory. The lists of hints are sorted; of
/// those that remove the same they have the first.
pub trait ChainSearch {
    /// The single chain or cycle that Sudoku Explainer applies.
    fn first_single(&mut self, marks: &Marks) -> Option<Hint>;

    /// All single chains and cycles.
    fn all_single(&mut self, marks: &Marks) -> Vec<ChainHint>;

    /// Single chains rated up to a limit, in tenths, in any order.
    fn single_within(&mut self, marks: &Marks, most: u16) -> Vec<Hint>;

    /// The hint of multiple chains that Sudoku Explainer applies.
    fn first_multiple(&mut self, marks: &Marks) -> Option<Hint>;

    /// All hints of multiple chains.
    fn all_multiple(&mut self, marks: &Marks) -> Vec<ChainHint>;
}

/// Search over rows of 256 candidates, or of all 729 where a state has more than 256.
#[derive(Debug, Default)]
pub struct Chains {
    small: Search<SHORT_ROW>,
    large: Option<Box<Search<LONG_ROW>>>,
}

impl Chains {
    /// Returns the search for a state.
    pub fn fitting(&mut self, marks: &Marks) -> &mut dyn ChainSearch {
        if marks.count() <= 256 {
            &mut self.small
        } else {
            &mut **self.large.get_or_insert_default()
        }
    }
}

/// Search over rows of `W` words.
#[derive(Debug)]
pub struct Search<const W: usize> {
    /// The state that was read last.
    state: Option<Marks>,
    pub candidates: Candidates<W>,
    pub lists: [Links<W>; 3],
    /// Candidates that each true one makes true.
    pub reach: Vec<Row<W>>,
    /// Candidates that chains of any length refute.
    pub refuted: Row<W>,
    /// List with parts that are known.
    pub parts_of: Option<List>,
    /// Components of the list, and refuted candidates that cycles in them may remove.
    pub parts: Vec<(Row<W>, Row<W>)>,
    pub levels: Vec<Row<W>>,
    /// Candidates of the levels on a way to the last one.
    pub ways: Vec<Row<W>>,
    pub nodes: Vec<Node>,
    /// For each true candidate what is true, and what is false.
    pub follow: Vec<[Row<W>; 2]>,
    /// Literals that follow from some true candidates, by number of steps.
    pub distances: Vec<Vec<[Row<W>; 2]>>,
    /// Candidates of the state, and propagations from some true ones.
    pub places: Places,
    pub runs: Vec<Option<Box<Propagation>>>,
    pub has_run: Row<W>,
}

impl<const W: usize> Default for Search<W> {
    fn default() -> Self {
        Self {
            state: None,
            candidates: Candidates::new(),
            lists: [List::X, List::Y, List::XY].map(Links::new),
            reach: Vec::new(),
            refuted: Row::NONE,
            parts_of: None,
            parts: Vec::new(),
            levels: Vec::new(),
            ways: Vec::new(),
            nodes: Vec::new(),
            follow: Vec::new(),
            distances: Vec::new(),
            places: Places::NONE,
            runs: Vec::new(),
            has_run: Row::NONE,
        }
    }
}

impl<const W: usize> Search<W> {
    /// Takes over a state, unless it is the last one.
    pub fn read(&mut self, marks: &Marks) {
        if self.state.as_ref() == Some(marks) {
            return;
        }
        self.state = Some(*marks);
        self.parts_of = None;
        self.candidates.read(marks);
        for links in &mut self.lists {
            links.clear(&self.candidates);
        }
        let links = &mut self.lists[List::XY as usize];
        links.close(&self.candidates);
        self.reach.clear();
        self.refuted = Row::NONE;
        for number in 0..self.candidates.count() {
            let row = links.all_next(&self.candidates, number);
            self.reach.push(row);
            if row.meets(links.weak(&self.candidates)[number]) {
                self.refuted.insert(number);
            }
        }
    }
}
