//! Rows of a grid and of its transpose, prepared for small tables; symmetries; and grids that take
//! each step of a search together, so that their table lookups overlap.

pub(super) use crate::grid::ORDERS;
use crate::{CELLS, Grid};
use countless_simd::{Bytes, Simd};

/// Index of an order of three in [`ORDERS`].
pub(super) const fn order_of([first, second, third]: [usize; 3]) -> usize {
    2 * first + (second > third) as usize
}

/// First column of each pair of columns in one stack, three pairs for each stack. The remaining
/// lanes give 0.
pub(super) const LEFT: [u8; 16] = pairs([0, 0, 1]);
/// Second column of each pair.
pub(super) const RIGHT: [u8; 16] = pairs([1, 2, 2]);

const fn pairs(first: [u8; 3]) -> [u8; 16] {
    const_array!(128; 16, i => if i < 9 { first[i % 3] + (i / 3 * 3) as u8 } else { 128 })
}

/// Returns the least pattern of three columns in any order: the columns with digits come last. The
/// argument has a bit for each column with a digit.
const fn sorted(bits: usize) -> u16 {
    (1 << bits.count_ones()) - 1
}

/// Least pattern of a row, by its columns with digits: the stacks, and the columns in each stack,
/// are sorted. The first column is the highest bit.
pub(super) static LEAST_PATTERN: [u16; 512] = const_array!(0; 512, columns => {
    let [mut a, mut b, mut c] = [
        sorted(columns & 7),
        sorted(columns >> 3 & 7),
        sorted(columns >> 6),
    ];
    if a > b {
        (a, b) = (b, a);
    }
    if b > c {
        (b, c) = (c, b);
    }
    if a > b {
        (a, b) = (b, a);
    }
    a << 6 | b << 3 | c
});

/// Least pattern of three cells of a row below a row with its least pattern. The index has the
/// columns with digits: eight times those of the row above, plus those of the row.
pub(super) static LEAST_PATTERN_BELOW: [u16; 64] = const_array!(0; 64, both => {
    let (above, below) = (both >> 3, both & 7);
    let blank = sorted(below & !above);
    blank << above.count_ones() | sorted(below & above)
});

/// Shuffle that sorts the columns in all stacks, by the pairs with the greater column first, one
/// bit each. Pairs that contradict each other do not occur.
pub(super) static COLUMN_SORTS: [[u8; 16]; 512] = const_array!([0; 16]; 512, greater => {
    let mut columns = const_array!(0; 16, lane => lane as u8);
    let mut stack = 0;
    while stack < 3 {
        let pairs = greater >> (3 * stack) & 7;
        let (ab, ac, bc) = (pairs & 1, pairs >> 1 & 1, pairs >> 2);
        let places = [ab + ac, 1 - ab + bc, 2 - ac - bc];
        let mut column = 0;
        while column < 3 {
            columns[3 * stack + places[column]] = (3 * stack + column) as u8;
            column += 1;
        }
        stack += 1;
    }
    columns
});

/// Returns orders of three columns, as digits of a hexadecimal number, by the neighbours that may
/// change places: none, the first two, the last two, or all.
pub(super) const fn arrangements(pairs: u32) -> &'static [u64] {
    match pairs {
        0 => &[0x012],
        1 => &[0x012, 0x102],
        4 => &[0x012, 0x021],
        _ => &[0x012, 0x021, 0x102, 0x120, 0x201, 0x210],
    }
}

/// [Orders](ORDERS) of stacks that give the [least pattern](LEAST_PATTERN) of a row, one bit each,
/// by its columns with digits.
pub(super) static STACK_ORDERS: [u8; 512] = const_array!(0; 512, columns => {
    let parts = [columns & 7, columns >> 3 & 7, columns >> 6];
    let (mut orders, mut order) = (0, 0);
    while order < 6 {
        let [a, b, c] = ORDERS[order];
        let [a, b, c] = [sorted(parts[a]), sorted(parts[b]), sorted(parts[c])];
        if a <= b && b <= c {
            orders |= 1 << order;
        }
        order += 1;
    }
    orders
});

/// Each order of stacks as an order of columns. The remaining lanes keep their places.
pub(super) static STACK_COLUMNS: [[u8; 16]; 6] = const_array!([0; 16]; 6, order => {
    const_array!(0; 16, lane => match lane {
        0..9 => (3 * ORDERS[order][lane / 3] + lane % 3) as u8,
        _ => lane as u8,
    })
});

/// Digits of nine cells, then zeros.
pub(super) type LineDigits = [u8; 16];

/// Shuffles that move the first and the last nine of sixteen lanes to the front, then zeros.
const FIRST_NINE: LineDigits = [
    0, 1, 2, 3, 4, 5, 6, 7, 8, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
];
const LAST_NINE: LineDigits = [
    7, 8, 9, 10, 11, 12, 13, 14, 15, NONE, NONE, NONE, NONE, NONE, NONE, NONE,
];
const NONE: u8 = 128;

/// Rows of a grid, and rows of its transpose.
#[derive(Clone, Debug, Default)]
#[repr(align(64))]
pub(super) struct Sides {
    pub lines: [[LineDigits; 9]; 2],
    /// Columns with digits in each row, the first column as the lowest bit.
    pub occupied: [[u16; 9]; 2],
    /// Rows without a digit, the first row as the lowest bit.
    pub blank: [u16; 2],
}

impl Sides {
    /// Stores a grid and its transpose.
    #[inline(always)]
    pub fn set<S: Simd>(&mut self, simd: S, grid: &Grid) {
        let zero = simd.hex_digits(0);
        let mut lines = [zero; 16];
        for (row, line) in lines[..9].iter_mut().enumerate() {
            // Sixteen bytes are read, so the last row is read with the seven cells before it.
            let first = (9 * row).min(CELLS - 16);
            let from = simd.bytes(if row == 8 { &LAST_NINE } else { &FIRST_NINE });
            let cells = grid.digits()[first..].first_chunk();
            *line = simd.bytes(cells.unwrap_or(&[0; 16])).shuffle(from);
        }
        self.put(simd, 0, &lines);
        // Transposes a square of sixteen by four perfect shuffles.
        for _ in 0..4 {
            let mut shuffled = [zero; 16];
            for i in 0..8 {
                (shuffled[2 * i], shuffled[2 * i + 1]) = lines[i].zip(lines[i + 8]);
            }
            lines = shuffled;
        }
        self.put(simd, 1, &lines);
    }

    /// True if no cell is empty.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.occupied[0].iter().fold(0x1ff, |all, row| all & row) == 0x1ff
    }

    #[inline(always)]
    fn put<S: Simd>(&mut self, simd: S, side: usize, lines: &[S::Bytes; 16]) {
        let zero = simd.hex_digits(0);
        let mut blank = 0;
        for (i, line) in lines.iter().enumerate().take(9) {
            self.lines[side][i] = line.to_array();
            let occupied = !line.equal(zero) as u16 & 0x1ff;
            self.occupied[side][i] = occupied;
            blank |= u16::from(occupied == 0) << i;
        }
        self.blank[side] = blank;
    }
}

/// The lanes 0, 1, …, 15, as the digits of a hexadecimal number.
pub(super) const IDENTITY: u64 = 0x0123_4567_89ab_cdef;

/// A symmetry and a relabelling of digits. [`Canonical`](super::Canonical) has one from a grid to
/// its form.
///
/// The grid is transposed or not. Then its rows and columns are reordered, and its digits are
/// relabelled.
///
/// ```
/// use countless_sudoku::Grid;
///
/// let grid: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let canonical = grid.canonical().expect("no digit stands twice");
/// let way = canonical.transform;
/// assert_eq!(way.apply(&grid), canonical.form);
/// for (row, column) in (1..=9).flat_map(|row| (1..=9).map(move |column| (row, column))) {
///     let (from_row, from_column) = (way.rows()[row - 1], way.columns()[column - 1]);
///     let digit = if way.is_transposed() {
///         grid.at(from_column, from_row)
///     } else {
///         grid.at(from_row, from_column)
///     };
///     let exchanged = digit.map(|digit| way.digits()[digit as usize - 1]);
///     assert_eq!(canonical.form.at(row, column), exchanged);
/// }
/// # Ok::<(), countless_sudoku::GridError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Transform {
    transposed: bool,
    /// Rows and columns, from 0, and labels of the digits, the first of an empty cell. They are the
    /// digits of hexadecimal numbers, the first one highest.
    rows: u64,
    columns: u64,
    digits: u64,
}

impl Transform {
    /// Makes a transform from the numbers in its fields. Digits behind the last label or line are
    /// ignored.
    pub(crate) const fn new(transposed: bool, rows: u64, columns: u64, digits: u64) -> Self {
        const fn first(digits: u32, of: u64) -> u64 {
            let rest = 64 - 4 * digits;
            of >> rest << rest
        }
        Self {
            transposed,
            rows: first(9, rows),
            columns: first(9, columns),
            digits: first(10, digits),
        }
    }

    /// True if rows become columns, before anything else.
    pub fn is_transposed(&self) -> bool {
        self.transposed
    }

    /// Returns the rows, from 1, in their new order. They are rows of the transpose if
    /// [`is_transposed`](Self::is_transposed).
    pub fn rows(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.rows, i))
    }

    /// Returns the columns, from 1, in their new order. They are columns of the transpose if
    /// [`is_transposed`](Self::is_transposed).
    pub fn columns(&self) -> [usize; 9] {
        std::array::from_fn(|i| 1 + nibble(self.columns, i))
    }

    /// Returns the labels of the digits 1 to 9.
    pub fn digits(&self) -> [u8; 9] {
        std::array::from_fn(|i| nibble(self.digits, i + 1) as u8)
    }

    /// Returns the image of a grid.
    pub fn apply(&self, grid: &Grid) -> Grid {
        let [image] = self.apply_to([grid]);
        image
    }

    /// Returns the images of several grids, for which each cell is found once.
    pub fn apply_to<const N: usize>(&self, grids: [&Grid; N]) -> [Grid; N] {
        let (down, right) = if self.transposed { (1, 9) } else { (9, 1) };
        let columns: [usize; 9] = std::array::from_fn(|i| nibble(self.columns, i) * right);
        let labels: [u8; 16] = std::array::from_fn(|digit| nibble(self.digits, digit) as u8);
        let mut images = grids.map(|_| Grid::BLANK);
        for row in 0..9 {
            let first = nibble(self.rows, row) * down;
            for (column, place) in columns.iter().enumerate() {
                let from = (first + place) % CELLS;
                for (image, grid) in images.iter_mut().zip(grids) {
                    image.0[9 * row + column] = labels[usize::from(grid.0[from]) & 15];
                }
            }
        }
        images
    }

    /// Index of the transform among all, below 2 × 1296² × 9!.
    pub(super) fn number(&self) -> u64 {
        let lines = |lines: u64| {
            let line = |place| nibble(lines, place);
            let order = |of: [usize; 3]| order_of(of) as u64;
            let bands = order([0, 3, 6].map(|first| line(first) / 3));
            let within = |first| order([0, 1, 2].map(|place: usize| line(first + place) % 3));
            ((bands * 6 + within(0)) * 6 + within(3)) * 6 + within(6)
        };
        let digits = (1..10).fold(0, |number, place| {
            let later = place + 1..10;
            let digit = nibble(self.digits, place);
            let less = later.filter(|&later| nibble(self.digits, later) < digit);
            number * (10 - place as u64) + less.count() as u64
        });
        let sides = u64::from(self.transposed);
        ((sides * 1296 + lines(self.rows)) * 1296 + lines(self.columns)) * 362_880 + digits
    }
}

/// Returns a digit of a hexadecimal number; place 0 is the highest digit.
#[inline(always)]
pub(super) fn nibble(hex: u64, place: usize) -> usize {
    (hex >> (60 - 4 * place)) as usize & 15
}

/// Number of grids that are searched together.
pub(super) const GROUP_SIZE: usize = 32;

/// A set of these grids fits into a word.
const _: () = assert!(GROUP_SIZE <= u32::BITS as usize);

/// The identity.
pub(super) const NO_CHANGE: Transform = Transform::new(false, IDENTITY, IDENTITY, IDENTITY);

/// A transform to the least image, and the number of symmetries that lead there.
pub(super) type LeastTransform = (Transform, u32);

/// Grids that are searched together.
pub(super) type GridGroup = [Sides; GROUP_SIZE];

/// Stores the grids of a group. Returns those without an empty cell, one bit each.
#[inline(always)]
pub(super) fn set_group<S: Simd>(simd: S, grids: &[Grid], group: &mut GridGroup) -> u32 {
    let mut full = 0;
    for (place, (grid, sides)) in grids.iter().zip(group).enumerate() {
        sides.set(simd, grid);
        full |= u32::from(sides.is_full()) << place;
    }
    full
}

/// Returns the image of a grid.
#[inline(always)]
pub(super) fn image<S: Simd>(simd: S, sides: &Sides, transform: &Transform) -> Grid {
    let columns = simd.hex_digits(transform.columns);
    let labels = simd.hex_digits(transform.digits);
    let mut cells = [0; CELLS + 7];
    for i in 0..9 {
        let line = simd
            .bytes(&sides.lines[usize::from(transform.transposed)][nibble(transform.rows, i) % 9]);
        let line = labels.shuffle(line.shuffle(columns)).to_array();
        cells[9 * i..9 * i + 16].copy_from_slice(&line);
    }
    let mut digits = [0; CELLS];
    digits.copy_from_slice(&cells[..CELLS]);
    Grid(digits)
}
