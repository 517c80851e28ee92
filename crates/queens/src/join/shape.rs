//! What tells orbits apart, and the order of column sets.

/// What the solutions of an orbit have in common besides the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OrbitKind {
    /// The board has neither a middle row nor a middle column.
    Even,
    /// A queen stands in the centre.
    CentreQueen,
    /// The queens of the middle row and of the middle column are not in the centre.
    EmptyCentre,
}

/// What all solutions of an orbit have in common, up to symmetry: one of its column sets.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrbitColumns {
    pub kind: OrbitKind,
    /// The columns used in the left half of the board, counted from the edge.
    pub left: u32,
    /// The columns used in the right half of the board, counted from the edge.
    pub right: u32,
    /// The expected time to count the orbit.
    pub cost: u64,
}

impl OrbitColumns {
    /// The distinct column sets of the orbit, which has `half` columns on either side.
    pub fn image_count(&self, half: u32) -> u64 {
        let mut images = images(self.left, self.right, half);
        images.sort_unstable();
        1 + images.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64
    }
}

/// The column sets that mirroring makes of one.
pub(super) fn images(left: u32, right: u32, half: u32) -> [(u32, u32); 4] {
    let all = (1 << half) - 1;
    [
        (left, right),
        (right, left),
        (left ^ all, right ^ all),
        (right ^ all, left ^ all),
    ]
}

/// The place of a part in the order that decides between a board and its transposed
/// image: the same for a set and its complement.
#[inline(always)]
pub(super) fn rank(part: u32, half: u32) -> u32 {
    part.min(part ^ ((1 << half) - 1))
}
