//! Symmetries of a cover that move the cells of its board as the grid does.

use std::collections::BTreeMap;

use super::normal_cover::NormalCover;
use crate::bits::DisjointSets;
use crate::cell_board::{BoardMap, CellBoard};
use crate::grid::Point;
use crate::group::automorphisms::SymmetrySearch;
use crate::group::permutation_group::PermutationGroup;
use crate::group::search_steps::SearchSteps;
use crate::group::symmetry_vertices::Kinds;
use countless_engine::Error;

/// First kind of items that are mapped to themselves only.
const ITEM_KINDS: u64 = 1 << 32;

/// Group of the symmetries of a cover that move the cells of a board as one of these maps does. The
/// maps that map the board to itself are a group.
///
/// # Errors
///
/// As for [`SearchSteps::require_some`].
pub fn find_group_of_board(
    cover: &NormalCover,
    (board, mut maps): (&CellBoard, Vec<BoardMap>),
    steps: &mut SearchSteps<'_>,
) -> Result<PermutationGroup, Error> {
    let vertices = cover.symmetry_vertices();
    // A point of each item of the cover that stands for a cell.
    let points = board.points();
    let points = points.filter_map(|(item, point)| Some((cover.place(item)?, point)));
    let cells: BTreeMap<u32, Point> = points.collect();
    let mut kinds = vertices.kinds.clone();
    for &item in cells.keys() {
        kinds.vertices[item as usize] = ITEM_KINDS + u64::from(item);
    }
    let mut own = SymmetrySearch::new(&vertices, kinds, steps);
    let mut group = own.group(steps)?;
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
