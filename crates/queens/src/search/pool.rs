//! Partial boards waiting at one level of the search, as a structure of arrays.

use countless_simd::{MAX_LANES, Simd, Vector};

/// How many nodes one call of the kernel expands.
pub(super) const BATCH: usize = 512;

/// Room for a pool: less than one batch waiting, the children of one batch, and
/// the rest of a last vector.
pub(super) const POOL_ROOM: usize = 2 * (BATCH + MAX_LANES);

/// How many words the key of a solution may have.
pub(super) const KEY_WORDS: usize = 4;

/// A lane: one word of a node. 16 bits serve boards up to 16, 32 bits the others.
pub(super) trait LaneWord: Copy + Default + std::fmt::Debug + PartialEq + Into<u64> {
    /// The vectors of such lanes.
    type Vector<S: Simd>: Vector<Simd = S, Lane = Self>;
    /// The columns of a solution's open rows, the top row in the highest bits.
    type Key: Copy + Default + Ord + std::fmt::Debug;
    /// The bits of a key that hold one column.
    const COLUMN_BITS: u32;
    /// The columns that one lane holds.
    const COLUMNS_PER_LANE: usize;

    /// The low bits.
    fn new(bits: u32) -> Self;

    /// Appends the columns in `word`, `bits` bits in all, to a key.
    fn append(key: Self::Key, word: Self, bits: u32) -> Self::Key;

    /// The low bits of a key shifted down by `shift`.
    fn key_bits(key: Self::Key, shift: u32) -> usize;
}

impl LaneWord for u16 {
    type Vector<S: Simd> = S::U16;
    type Key = u64;
    const COLUMN_BITS: u32 = 4;
    const COLUMNS_PER_LANE: usize = 4;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits as u16
    }
    #[inline(always)]
    fn append(key: u64, word: u16, bits: u32) -> u64 {
        key << bits | u64::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u64, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

impl LaneWord for u32 {
    type Vector<S: Simd> = S::U32;
    type Key = u128;
    const COLUMN_BITS: u32 = 5;
    const COLUMNS_PER_LANE: usize = 6;

    #[inline(always)]
    fn new(bits: u32) -> Self {
        bits
    }
    #[inline(always)]
    fn append(key: u128, word: u32, bits: u32) -> u128 {
        key << bits | u128::from(word)
    }
    #[inline(always)]
    fn key_bits(key: u128, shift: u32) -> usize {
        (key >> shift) as usize
    }
}

/// The nodes waiting at one level: node `i` is `columns[i]`, `left[i]`, …
///
/// `W` is 0 for counting, or [`WORDS`] when nodes remember their queens.
#[derive(Debug)]
pub(super) struct NodePool<L, const W: usize> {
    pub len: usize,
    /// Columns taken, or outside the board.
    pub columns: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to higher columns.
    pub left: Box<[L; POOL_ROOM]>,
    /// Squares of the row attacked along diagonals that run down to lower columns.
    pub right: Box<[L; POOL_ROOM]>,
    /// Squares of the row still to try.
    pub free: Box<[L; POOL_ROOM]>,
    /// Near squares of the next row that the queen of the row before attacks; empty until there
    /// may be any.
    pub near: Vec<L>,
    /// The columns of the queens above, packed.
    pub key: [Box<[L; POOL_ROOM]>; W],
}

impl<L: LaneWord, const W: usize> NodePool<L, W> {
    pub fn new() -> Self {
        let zeros = || Box::new([L::default(); POOL_ROOM]);
        Self {
            len: 0,
            columns: zeros(),
            left: zeros(),
            right: zeros(),
            free: zeros(),
            near: Vec::new(),
            key: std::array::from_fn(|_| zeros()),
        }
    }
}

/// A vector whose first `count` lanes are all ones, and the others zero.
#[inline(always)]
pub(super) fn first_lanes<S: Simd, L: LaneWord>(simd: S, count: usize) -> L::Vector<S> {
    let lanes = L::Vector::<S>::LANES;
    let mut edge = [L::default(); 2 * MAX_LANES];
    edge[..MAX_LANES].fill(L::new(!0));
    L::Vector::<S>::load(simd, &edge[MAX_LANES - count.min(lanes)..])
}
