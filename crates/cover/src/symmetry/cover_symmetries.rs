//! Symmetries of a problem: which ones are meant, and the search for all of them.

use std::fmt;
use std::slice;
use std::sync::Arc;

use super::normal_cover::NormalCover;
use super::quotient::WeightedCover;
use crate::bits::DisjointSets;
use crate::cell_board::{BoardMap, CellBoard};
use crate::cover_total::BigCount;
use crate::exact_cover::{ExactCover, ItemUse};
use crate::grid::Point;
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::{GroupElements, PermutationGroup};
use crate::group::refinement::SearchSteps;
use crate::group::symmetry_vertices::Kinds;
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run};
use countless_simd::grouped;
use countless_table::hex_sha256;

/// Steps of a search for symmetries, about ten seconds.
const STEPS: u64 = 5_000_000_000;

/// Steps of a search for symmetries that are only reported.
const SHORT: u64 = STEPS / 50;

/// Largest number of symmetries that are considered one by one.
const MOST_ELEMENTS: usize = 20_000;

/// First kind of items that are mapped to themselves only.
const ITEM_KINDS: u64 = 1 << 32;

/// Kind of symmetries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SymmetryKind {
    /// All permutations of the options that come from a permutation of the items, and of the colours
    /// of each item. A permutation keeps the bounds of items, and secondary items stay secondary.
    #[default]
    Problem,
    /// Those that move the cells as the grid does: rotations, reflections, and shifts of a torus.
    /// Equal pieces are exchanged.
    Board,
    /// Those of a board without reflections.
    Rotations,
}

impl SymmetryKind {
    /// Usual symmetries of a problem: those of its board if each option covers a cell and neighbours
    /// connect all cells, otherwise those of the problem.
    #[must_use]
    pub fn usual(problem: &ExactCover) -> Self {
        let is_usual = |board: &CellBoard| {
            let is_cell = |used: &ItemUse| {
                let item = used.item as usize;
                board
                    .cells()
                    .binary_search_by_key(&item, |cell| cell.0)
                    .is_ok()
            };
            let mut options = problem.options.iter();
            options.all(|uses| uses.iter().any(is_cell)) && board.is_connected()
        };
        match problem.cell_board().filter(is_usual) {
            Some(_) => Self::Board,
            None => Self::Problem,
        }
    }
}

impl fmt::Display for SymmetryKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Problem => "problem",
            Self::Board => "board",
            Self::Rotations => "rotations",
        })
    }
}

/// Symmetries under which solutions are equivalent.
///
/// ```
/// use countless_cover::{SymmetryOptions, make};
/// use countless_engine::Run;
///
/// // Latin squares of order 3: all twelve are equivalent, by permutations of rows, columns and
/// // symbols.
/// let latin = make::latin(3)?;
/// let group = latin.symmetries(&SymmetryOptions::new(), &Run::new())?;
/// assert_eq!(group.order.to_string(), "1296");
/// // Rows, columns and symbols are not exchanged for each other.
/// let kept = SymmetryOptions::new().keep(["r*", "c*"]);
/// let group = latin.symmetries(&kept, &Run::new())?;
/// assert_eq!(group.order.to_string(), "216");
/// # Ok::<(), countless_engine::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SymmetryOptions {
    /// Kind of symmetries; the usual one of a problem if `None`.
    kind: Option<SymmetryKind>,
    patterns: Vec<String>,
}

impl SymmetryOptions {
    /// The [usual](SymmetryKind::usual) symmetries of a problem.
    pub fn new() -> Self {
        Self::default()
    }

    /// Chooses the kind of symmetries.
    ///
    /// ```
    /// use countless_cover::{SymmetryKind, SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// // Rotations of a cube, without reflections.
    /// let rotations = SymmetryOptions::new().kind(SymmetryKind::Rotations);
    /// let group = make::soma()?.symmetries(&rotations, &Run::new())?;
    /// assert_eq!(group.order.to_string(), "24");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    #[must_use]
    pub fn kind(mut self, kind: SymmetryKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Keeps the items that match a pattern together: symmetries exchange them among themselves
    /// only. In a pattern, `*` is any text. An item belongs to the first pattern that it matches.
    #[must_use]
    pub fn keep(mut self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.patterns.extend(patterns.into_iter().map(Into::into));
        self
    }

    /// Options from the kind and the patterns of a plan.
    pub(crate) fn of_plan(kind: &str, kept: &str) -> Self {
        let kind = match kind {
            "board" => SymmetryKind::Board,
            "rotations" => SymmetryKind::Rotations,
            _ => SymmetryKind::Problem,
        };
        Self::new().kind(kind).keep(kept.split_whitespace())
    }

    /// Number of the first pattern that each item matches, from 1 on; 0 without one.
    fn pattern_numbers(&self, problem: &ExactCover) -> Result<Vec<u32>, Error> {
        let mut is_used = vec![false; self.patterns.len()];
        let numbers = problem.items.iter().map(|item| {
            let mut patterns = self.patterns.iter();
            let first = patterns.position(|pattern| matches(pattern, &item.name));
            first.map_or(0, |first| {
                is_used[first] = true;
                first as u32 + 1
            })
        });
        let numbers = numbers.collect();
        match self.patterns.iter().zip(is_used).find(|(_, used)| !used) {
            None => Ok(numbers),
            Some((pattern, _)) => Err(Error::Impossible(format!(
                "--keep {pattern}: expected the name of an item, such as a1, or a pattern, such as \
                 a*, that no pattern before it includes"
            ))),
        }
    }
}

/// Normal form of a problem.
///
/// # Errors
///
/// [`Error::Impossible`] if a pattern matches no item.
pub fn normal_cover(
    problem: &ExactCover,
    symmetries: &SymmetryOptions,
) -> Result<NormalCover, Error> {
    Ok(NormalCover::new(
        problem,
        &symmetries.pattern_numbers(problem)?,
    ))
}

/// Returns whether a name matches a pattern, in which `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let Some(last) = parts.next_back() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// All symmetries of a problem.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CoverSymmetries {
    /// Number of symmetries, the identity included. Each permutes the options.
    pub order: BigCount,
    /// Number of symmetries of the problem, if it is another number and is found in short time.
    pub problem_order: Option<BigCount>,
    /// Kind of the symmetries.
    pub kind: SymmetryKind,
    /// Number of options that are equal to an earlier one, and count as that one.
    pub merged: usize,
    /// Patterns of items that are kept together, separated by blanks.
    kept: String,
    pub(crate) cover: Arc<NormalCover>,
    pub(crate) group: Arc<PermutationGroup>,
}

impl CoverSymmetries {
    /// Patterns of items that are [kept](SymmetryOptions::keep) together.
    pub fn kept(&self) -> impl Iterator<Item = &str> {
        self.kept.split_whitespace()
    }

    /// All symmetries, one by one.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if there are too many.
    pub(super) fn elements(&self) -> Result<GroupElements<'_>, Error> {
        self.group.elements(MOST_ELEMENTS).ok_or_else(|| {
            Error::Impossible(format!(
                "the problem has {} symmetries: expected at most {MOST_ELEMENTS}\n\
                 hint: --keep keeps items apart, so that there are fewer",
                self.order
            ))
        })
    }

    /// Terms of the sum over all symmetries: the number of symmetries of each, and the cover of the
    /// solutions that one of them leaves unchanged.
    pub(super) fn terms(
        &self,
        elements: &GroupElements<'_>,
    ) -> impl Iterator<Item = (u64, WeightedCover)> {
        elements.cyclic_classes().into_iter().map(|class| {
            let unchanged = WeightedCover::quotient(&self.cover, slice::from_ref(&class.generator));
            (class.elements, unchanged)
        })
    }
}

impl ExactCover {
    /// Finds all symmetries of the problem. Equal options, and options that differ only in secondary
    /// items that exclude nothing, are one option.
    ///
    /// ```
    /// use countless_cover::{SymmetryOptions, make};
    /// use countless_engine::Run;
    ///
    /// let soma = make::soma()?;
    /// let symmetries = soma.symmetries(&SymmetryOptions::new(), &Run::new())?;
    /// assert_eq!(symmetries.order.to_string(), "48");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a pattern matches no item, if the symmetries are those of a board and
    /// no item is a cell, or if the search takes longer than about ten seconds;
    /// [`Error::Interrupted`] if `run` was cancelled.
    pub fn symmetries(
        &self,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        self.symmetries_within(STEPS, symmetries, run)
    }

    /// Finds the [usual](SymmetryKind::usual) symmetries if that takes a fraction of a second;
    /// `None` if it takes longer or `run` was cancelled.
    ///
    /// ```
    /// use countless_cover::make;
    /// use countless_engine::Run;
    ///
    /// let found = make::queens(8, false)?.quick_symmetries(&Run::new());
    /// assert_eq!(found.expect("the board is small").order.to_string(), "8");
    /// # Ok::<(), countless_engine::Error>(())
    /// ```
    pub fn quick_symmetries(&self, run: &Run) -> Option<CoverSymmetries> {
        let usual = SymmetryOptions::new();
        self.symmetries_within(SHORT, &usual, run).ok()
    }

    fn symmetries_within(
        &self,
        most: u64,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        let cover = normal_cover(self, symmetries)?;
        let kind = symmetries.kind;
        let kind = kind.unwrap_or_else(|| SymmetryKind::usual(self));
        let cancel = run.child_token();
        let steps = |steps| SearchSteps::new(steps, Some(cancel.flag()));
        let problem_group = |most| find_group(&cover, &mut steps(most));
        let (group, problem) = if kind == SymmetryKind::Problem {
            (problem_group(most)?, None)
        } else {
            let board = self.cell_board().ok_or_else(|| {
                Error::Impossible(format!(
                    "--symmetry {kind}: expected items that are cells, such as 2.5 for row 2, \
                     column 5"
                ))
            })?;
            let maps = board.maps();
            let maps = maps.filter(|(turn, _)| kind == SymmetryKind::Board || turn.is_rotation());
            let maps = (&board, maps.collect());
            let group = find_group_of_board(&cover, maps, &mut steps(most))?;
            (group, problem_group(SHORT).ok())
        };
        let order = BigCount(group.order());
        let problem_order = problem.map(|group| BigCount(group.order()));
        Ok(CoverSymmetries {
            kind,
            problem_order: problem_order.filter(|problem| *problem != order),
            order,
            merged: cover.merged,
            kept: symmetries.patterns.join(" "),
            cover: Arc::new(cover),
            group: Arc::new(group),
        })
    }
}

/// Group of all permutations of the points of a cover that are symmetries.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
pub fn find_group(
    cover: &NormalCover,
    steps: &mut SearchSteps<'_>,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices();
    SymmetrySearch::new(&vertices, vertices.kinds.clone(), steps).group(steps)
}

/// Group of the symmetries of a cover that move the cells of a board as one of these maps does. The
/// maps that map the board to itself are a group.
///
/// # Errors
///
/// As for [`SearchSteps::require_some`].
fn find_group_of_board(
    cover: &NormalCover,
    (board, mut maps): (&CellBoard, Vec<BoardMap>),
    steps: &mut SearchSteps<'_>,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices();
    // A point of each item of the cover that stands for a cell.
    let points = board.points();
    let points = points.filter_map(|(item, point)| Some((cover.place(item)?, point)));
    let cells = grouped(points.collect()).into_iter();
    let cells = cells.filter_map(|(item, points)| Some((item, *points.last()?)));
    let cells: Vec<(u32, Point)> = cells.collect();
    let mut kinds = vertices.kinds.clone();
    for &(item, _) in &cells {
        kinds.vertices[item as usize] = ITEM_KINDS + u64::from(item);
    }
    let mut own = SymmetrySearch::new(&vertices, kinds, steps);
    let mut group = own.group(steps)?;
    let image = |map: &BoardMap, point| cover.place(board.image(map, point)?);
    // Cells that distinguish the maps, each with the maps that leave those before it unchanged.
    let mut levels = Vec::new();
    for &(item, point) in &cells {
        let unchanged = maps.iter().filter(|map| image(map, point) == Some(item));
        let unchanged: Vec<BoardMap> = unchanged.copied().collect();
        if unchanged.len() < maps.len() {
            levels.push((item, point, std::mem::replace(&mut maps, unchanged)));
        }
    }
    let base = levels.iter().map(|level| vertices.point(level.0));
    group.base.splice(..0, base);
    for (depth, _) in &mut group.generators {
        *depth += levels.len();
    }
    let mut orbits = DisjointSets::new(group.points);
    for (depth, (item, point, maps)) in levels.into_iter().enumerate().rev() {
        for map in maps {
            // The other images in an orbit are those of products with symmetries.
            let is_new = image(&map, point).is_some_and(|to| {
                let to = vertices.point(to);
                let from = orbits.representative(vertices.point(item));
                orbits.representative(to) == to && from != to
            });
            let kinds = is_new.then(|| kinds_under(&map, board, cover, &vertices.kinds));
            let Some(kinds) = kinds.flatten() else {
                continue;
            };
            let other = SymmetrySearch::new(&vertices, kinds, steps);
            if let Some(images) = own.symmetry_to(&other, steps)? {
                orbits.unite_images(&images);
                group.generators.push((depth, images));
            }
        }
    }
    Ok(group)
}

/// Kinds in which each cell has that of the cell that is mapped to it, and a kind of its own;
/// `None` if a map does not map items to items of their kinds.
fn kinds_under(
    map: &BoardMap,
    board: &CellBoard,
    cover: &NormalCover,
    kinds: &Kinds,
) -> Option<Kinds> {
    let mut kinds = kinds.clone();
    for (item, point) in board.points() {
        let image = board.image(map, point)?;
        if let (Some(from), Some(to)) = (cover.place(item), cover.place(image)) {
            let kind = &mut kinds.vertices[to as usize];
            let own = ITEM_KINDS + u64::from(from);
            if !cover.are_alike(from, to) || *kind >= ITEM_KINDS && *kind != own {
                return None;
            }
            *kind = own;
        }
    }
    Some(kinds)
}

impl CoverSymmetries {
    /// Adds the parameters of the symmetries to a plan, with the start of the hash of the generators.
    /// Another version may find another base of the group.
    pub(crate) fn add_to(&self, spec: Spec) -> Spec {
        let options = self.cover.options.len();
        let generators = self.group.generators().map(|generator| {
            let images: Vec<String> = generator[..options].iter().map(u32::to_string).collect();
            images.join(" ") + "\n"
        });
        let mut generators = hex_sha256(generators.collect::<String>().as_bytes());
        generators.truncate(16);
        spec.with("symmetry", self.kind)
            .with_some("keep", Some(&self.kept).filter(|kept| !kept.is_empty()))
            .with("group", &self.order)
            .with("generators", generators)
    }
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_star_is_any_text() {
        for (pattern, yes, no) in [
            ("a", "a", "ab"),
            ("a*", "ab", "ba"),
            ("*a", "ba", "ab"),
            ("a*a", "aba", "a"),
            ("*", "", "none"),
            ("r*.*c", "r1.2c", "r12c"),
            ("a**b", "ab", "abc"),
        ] {
            assert!(matches(pattern, yes), "{pattern} {yes}");
            assert!(no == "none" || !matches(pattern, no), "{pattern} {no}");
        }
    }
}
