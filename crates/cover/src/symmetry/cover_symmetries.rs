//! Symmetries of a problem: which ones are meant, and the search for all of them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::normal_cover::NormalCover;
use crate::bits::DisjointSets;
use crate::cell_board::{BoardMap, CellBoard};
use crate::cover_total::BigCount;
use crate::exact_cover::ExactCover;
use crate::grid::Point;
use crate::permutation_group::{GroupElements, PermutationGroup};
use crate::search::automorphisms::{automorphisms, automorphisms_along, symmetry_between};
use countless_engine::ledger::Spec;
use countless_engine::{Error, Run};
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
            let mut is_cell = vec![false; problem.item_count()];
            for &(item, _) in board.cells() {
                is_cell[item] = true;
            }
            let mut options = problem.options.iter();
            let covers = options.all(|uses| uses.iter().any(|used| is_cell[used.item as usize]));
            covers && board.is_connected()
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
    pub fn kind(self, kind: SymmetryKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Kind of the symmetries of a problem.
    fn kind_for(&self, problem: &ExactCover) -> SymmetryKind {
        self.kind.unwrap_or_else(|| SymmetryKind::usual(problem))
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

    /// Normal form of a problem.
    ///
    /// # Errors
    ///
    /// [`Error::Impossible`] if a pattern matches no item.
    pub(crate) fn normal_cover(&self, problem: &ExactCover) -> Result<NormalCover, Error> {
        Ok(NormalCover::new(problem, &self.pattern_numbers(problem)?))
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
    /// no item is a cell, or if the search takes longer than about ten seconds; [`Error::Interrupted`] if `run` was cancelled.
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
        steps: u64,
        symmetries: &SymmetryOptions,
        run: &Run,
    ) -> Result<CoverSymmetries, Error> {
        let cover = symmetries.normal_cover(self)?;
        let (kind, cancel) = (symmetries.kind_for(self), run.child_token());
        let problem_group = |steps| find_group(&cover, steps, cancel.flag());
        let (group, problem) = if kind == SymmetryKind::Problem {
            (problem_group(steps)?, None)
        } else {
            let board = self.cell_board().ok_or_else(|| {
                Error::Impossible(format!(
                    "--symmetry {kind}: expected items that are cells, such as 2.5 for row 2, \
                     column 5"
                ))
            })?;
            let group = find_group_of_board(&cover, (&board, kind), steps, cancel.flag())?;
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
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let (vertices, mut left) = (cover.symmetry_vertices(), steps);
    let group = automorphisms(&vertices, vertices.kinds(), &mut left, Some(cancel));
    require_complete(left, cancel)?;
    Ok(vertices.on_points(&group))
}

/// Returns an error if a search for symmetries was cancelled, or had too few steps.
fn require_complete(left: u64, cancel: &AtomicBool) -> Result<(), Error> {
    if cancel.load(Ordering::Relaxed) {
        return Err(Error::Interrupted);
    }
    if left == 0 {
        return Err(Error::Impossible(
            "the symmetries of this problem take too long to find\n\
             hint: --keep keeps items apart, so that there are fewer"
                .to_owned(),
        ));
    }
    Ok(())
}

/// Group of the symmetries of a cover that move the cells of a board as operations of its grid do.
///
/// # Errors
///
/// As for [`ExactCover::symmetries`].
fn find_group_of_board(
    cover: &NormalCover,
    (board, kind): (&CellBoard, SymmetryKind),
    steps: u64,
    cancel: &AtomicBool,
) -> Result<PermutationGroup, Error> {
    let (vertices, mut left) = (cover.symmetry_vertices(), steps);
    // A point of each item of the cover that stands for a cell.
    let points = board.points();
    let points = points.filter_map(|(item, point)| Some((cover.place(item)?, point)));
    let cells: BTreeMap<u32, Point> = points.collect();
    // Each cell is a kind of its own, and under a map that of the cell mapped to it.
    let kinds_under = |map: &BoardMap| {
        let mut kinds = vertices.kinds().clone();
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
    };
    let maps = board.maps();
    let maps = maps.filter(|(turn, _)| kind == SymmetryKind::Board || turn.is_rotation());
    let mut maps: Vec<BoardMap> = maps.collect();
    let mut own = vertices.kinds().clone();
    for &item in cells.keys() {
        own.vertices[item as usize] = ITEM_KINDS + u64::from(item);
    }
    let first = vertices.refined(&own, &mut left);
    let path = vertices.marking_path(&own, first, &mut left);
    let mut group = automorphisms_along(&vertices, (&own, &path), &mut left, Some(cancel));
    let image = |map: &BoardMap, point| cover.place(board.image(map, point)?);
    // Cells that distinguish the maps, each with the maps that leave those before it unchanged.
    let mut levels = Vec::new();
    for (&item, &point) in &cells {
        let unchanged = maps.iter().filter(|map| image(map, point) == Some(item));
        let unchanged: Vec<BoardMap> = unchanged.copied().collect();
        if unchanged.len() < maps.len() {
            levels.push((item, point, std::mem::replace(&mut maps, unchanged)));
        }
    }
    group.base.splice(..0, levels.iter().map(|level| level.0));
    for (depth, _) in &mut group.generators {
        *depth += levels.len();
    }
    let mut orbits = DisjointSets::new(group.points);
    for (depth, (item, point, maps)) in levels.into_iter().enumerate().rev() {
        for map in maps {
            // The other images in an orbit are those of products with symmetries.
            let is_new = image(&map, point).is_some_and(|to| {
                orbits.representative(to) == to && orbits.representative(item) != to
            });
            let Some(kinds) = is_new.then(|| kinds_under(&map)).flatten() else {
                continue;
            };
            let kinds = ((&own, &kinds), None);
            if let Some(images) = symmetry_between(&vertices, &path, kinds, &mut left, Some(cancel))
            {
                orbits.unite_images(&images);
                group.generators.push((depth, images));
            }
        }
    }
    require_complete(left, cancel)?;
    Ok(vertices.on_points(&group))
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
        let spec = spec.with("symmetry", self.kind.to_string());
        let spec = match &*self.kept {
            "" => spec,
            kept => spec.with("keep", kept),
        };
        spec.with("group", self.order.to_string())
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
