//! Canonical forms: the least of all equivalent grids.
//!
//! ```text
//! 32 grids ──▶ Sides ──┬─▶ least_band   solved grids: the least band comes first, by band_table
//!              rows of │
//!              both    └─▶ row_by_row   puzzles: from first_rows on, the least partial images are kept
//!              sides                      │
//!                                         └──▶ Transform ──▶ Canonical
//! ```

pub mod band_table;
mod grid_classes;
mod images;
mod least_band;
pub mod row_by_row;
mod row_tables;

pub use grid_classes::{ClassId, Equivalence, GridClasses};
pub use row_tables::Transform;

use super::Grid;
use super::map_grids::map_grids;
use countless_engine::{Error, Run};
use countless_simd::{Kernel, Simd, Task, dispatch_narrow};
use row_tables::{GROUP_SIZE, GridGroup, NO_CHANGE, image, set_group};

/// Number of grids that a thread gets at a time.
const AT_ONCE: usize = 1024;

/// The canonical form of a grid, and a transform that leads to it.
///
/// The symmetries of sudoku are transposition, the orders of bands and of stacks, and those of the
/// rows in each band and of the columns in each stack: 2 × 6⁸ = 3,359,232 in all. The images of a
/// grid are the results of all symmetries and all 9! relabellings of digits. The least image, as a
/// string of 81 characters with empty cells lowest, is its *row-minimal* form. Two grids are
/// equivalent if and only if their forms are equal.
///
/// ```
/// use countless_sudoku::Grid;
///
/// let text = ".................1.....2.3......3.2...1.4......5....6..3......4.7..8...962...7...";
/// let grid: Grid = text.parse()?;
/// // The grid rotated by 180 degrees, with 1 and 9 exchanged.
/// let upside_down: String = text.chars().rev().map(|c| match c {
///     '1' => '9',
///     '9' => '1',
///     other => other,
/// }).collect();
/// let other: Grid = upside_down.parse()?;
/// let (one, other) = (grid.canonical().unwrap(), other.canonical().unwrap());
/// assert_eq!(one.form, other.form);
/// assert_eq!(one.automorphisms, 1);
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Canonical {
    /// The least image.
    pub form: Grid,
    /// Number of the 3,359,232 symmetries that map the grid to itself, up to relabelling; 1 if only
    /// the identity does.
    pub automorphisms: u32,
    /// A transform from the grid to its form.
    pub transform: Transform,
}

impl Grid {
    /// Returns the canonical form; `None` if a digit occurs twice in a house.
    ///
    /// ```
    /// use countless_sudoku::Grid;
    ///
    /// // The most symmetric of all solved grids.
    /// let grid: Grid =
    ///     "123456789456789123789123456231564897564897231897231564312645978645978312978312645".parse()?;
    /// let canonical = grid.canonical().expect("no digit stands twice");
    /// assert_eq!(canonical.automorphisms, 648);
    /// assert!(canonical.form <= grid);
    /// // Every image of the empty grid is empty.
    /// assert_eq!(Grid::BLANK.canonical().unwrap().automorphisms, 3_359_232);
    /// # Ok::<(), countless_sudoku::GridError>(())
    /// ```
    pub fn canonical(&self) -> Option<Canonical> {
        let mut canonical = Vec::new();
        if self.is_consistent() {
            Canonizer::default().run(Kernel::best(), &[*self], &mut canonical);
        }
        canonical.pop()
    }
}

/// Returns the canonical forms of many grids, in their order, on the threads of a run; `None` for a
/// grid with a digit twice in a house. This takes less time than grid by grid.
///
/// ```
/// use countless_engine::Run;
/// use countless_sudoku::{Grid, canonical_all};
///
/// let corner = Grid::BLANK.with(1, 1, 7);
/// let centre = Grid::BLANK.with(5, 5, 2);
/// let forms = canonical_all(&[corner, centre, centre.with(5, 6, 2)], &Run::new())?;
/// assert_eq!(forms[0].unwrap().form, Grid::BLANK.with(9, 9, 1));
/// assert_eq!(forms[0].unwrap().form, forms[1].unwrap().form);
/// assert_eq!(forms[2], None);
/// # Ok::<(), countless_engine::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Interrupted`] if the run was cancelled, [`Error::Threads`] if the threads cannot be
/// started.
pub fn canonical_all(grids: &[Grid], run: &Run) -> Result<Vec<Option<Canonical>>, Error> {
    let scratch = || (Canonizer::default(), Vec::new());
    map_grids(grids, AT_ONCE, run, scratch, |scratch, grids| {
        let (canonizer, canonical) = scratch;
        let consistent: Vec<_> = grids.iter().map(Grid::is_consistent).collect();
        let chosen = grids.iter().zip(&consistent);
        let chosen: Vec<_> = chosen
            .filter_map(|(&grid, &is)| is.then_some(grid))
            .collect();
        canonizer.run(run.kernel_used(), &chosen, canonical);
        let mut canonical = canonical.drain(..);
        let each = consistent.into_iter();
        each.map(|is| if is { canonical.next() } else { None })
            .collect()
    })
}

/// Finds canonical forms. Keeps its memory from one call to the next.
#[derive(Debug, Default)]
pub struct Canonizer {
    group: GridGroup,
    rows: row_by_row::RowByRowScratch,
    full: least_band::LeastBandScratch,
}

impl Canonizer {
    /// Finds the canonical forms of grids without a digit twice in a house. The form of any other
    /// grid is meaningless.
    ///
    /// `forms` is cleared and then holds one form for each grid, in their order.
    ///
    /// ```
    /// use countless_simd::Kernel;
    /// use countless_sudoku::{Canonizer, Grid};
    ///
    /// let mut forms = Vec::new();
    /// let grids = [Grid::BLANK.with(1, 1, 5), Grid::BLANK.with(9, 9, 7)];
    /// Canonizer::default().run(Kernel::best(), &grids, &mut forms);
    /// assert_eq!(forms[0].form, forms[1].form);
    /// ```
    pub fn run(&mut self, kernel: Kernel, grids: &[Grid], forms: &mut Vec<Canonical>) {
        forms.clear();
        dispatch_narrow(
            kernel,
            CanonizeTask {
                canonizer: self,
                grids,
                forms,
            },
        );
    }
}

/// The search for all grids of a call, for one kernel.
struct CanonizeTask<'a> {
    canonizer: &'a mut Canonizer,
    grids: &'a [Grid],
    forms: &'a mut Vec<Canonical>,
}

impl Task for CanonizeTask<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Canonizer { group, rows, full } = self.canonizer;
        let mut found = [(NO_CHANGE, 0); GROUP_SIZE];
        for grids in self.grids.chunks(GROUP_SIZE) {
            let is_full = set_group(simd, grids, group);
            let others = u32::MAX >> (u32::BITS as usize - grids.len()) & !is_full;
            if is_full != 0 {
                least_band::least(simd, grids, group, is_full, full, &mut found);
            }
            if others != 0 {
                row_by_row::least(simd, group, others, rows, &mut found);
            }
            let found = group.iter().zip(&found).take(grids.len());
            for (sides, &(transform, automorphisms)) in found {
                self.forms.push(Canonical {
                    form: image(simd, sides, &transform),
                    automorphisms,
                    transform,
                });
            }
        }
    }
}
