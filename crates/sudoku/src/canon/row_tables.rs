//! Small tables for rows of a grid, and a grid and its transpose prepared for them.

use crate::{CELLS, Grid};
use countless_simd::{Bytes, Simd};

/// All orders of three.
pub(super) const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
];

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
    let mut lanes = [128; 16];
    let mut i = 0;
    while i < 9 {
        lanes[i] = first[i % 3] + (i / 3 * 3) as u8;
        i += 1;
    }
    lanes
}

/// Returns the least pattern of three columns in any order: the columns with digits come last. The
/// argument has a bit for each column with a digit.
const fn sorted(bits: usize) -> u16 {
    (1 << bits.count_ones()) - 1
}

/// Least pattern of a row, by its columns with digits: the stacks, and the columns in each stack,
/// are sorted. The first column is the highest bit.
pub(super) static LEAST_PATTERN: [u16; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
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
        table[columns] = a << 6 | b << 3 | c;
        columns += 1;
    }
    table
};

/// Least pattern of three cells of a row below a row with its least pattern. The index has the
/// columns with digits: eight times those of the row above, plus those of the row.
pub(super) static LEAST_PATTERN_BELOW: [u16; 64] = {
    let mut table = [0; 64];
    let mut both = 0;
    while both < 64 {
        let (above, below) = (both >> 3, both & 7);
        let blank = sorted(below & !above);
        table[both] = blank << above.count_ones() | sorted(below & above);
        both += 1;
    }
    table
};

/// Shuffle that sorts the columns in all stacks, by the pairs with the greater column first, one
/// bit each. Pairs that contradict each other do not occur.
pub(super) static COLUMN_SORTS: [[u8; 16]; 512] = {
    let mut table = [[0; 16]; 512];
    let mut greater = 0;
    while greater < 512 {
        let mut lane = 0;
        while lane < 16 {
            table[greater][lane] = lane as u8;
            lane += 1;
        }
        let mut stack = 0;
        while stack < 3 {
            let pairs = greater >> (3 * stack) & 7;
            let (ab, ac, bc) = (pairs & 1, pairs >> 1 & 1, pairs >> 2);
            let places = [ab + ac, 1 - ab + bc, 2 - ac - bc];
            let mut column = 0;
            while column < 3 {
                table[greater][3 * stack + places[column]] = (3 * stack + column) as u8;
                column += 1;
            }
            stack += 1;
        }
        greater += 1;
    }
    table
};

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
pub(super) static STACK_ORDERS: [u8; 512] = {
    let mut table = [0; 512];
    let mut columns = 0;
    while columns < 512 {
        let parts = [columns & 7, columns >> 3 & 7, columns >> 6];
        let mut order = 0;
        while order < 6 {
            let [a, b, c] = ORDERS[order];
            let [a, b, c] = [sorted(parts[a]), sorted(parts[b]), sorted(parts[c])];
            if a <= b && b <= c {
                table[columns] |= 1 << order;
            }
            order += 1;
        }
        columns += 1;
    }
    table
};

/// Each order of stacks as an order of columns. The remaining lanes keep their places.
pub(super) static STACK_COLUMNS: [[u8; 16]; 6] = {
    let mut table = [[0; 16]; 6];
    let mut order = 0;
    while order < 6 {
        let mut lane = 0;
        while lane < 16 {
            table[order][lane] = if lane < 9 {
                (3 * ORDERS[order][lane / 3] + lane % 3) as u8
            } else {
                lane as u8
            };
            lane += 1;
        }
        order += 1;
    }
    table
};

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
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Sides {
    pub lines: [[LineDigits; 9]; 2],
    /// Columns with digits in each row, the first column as the lowest bit.
    pub occupied: [[u16; 9]; 2],
    /// Rows without a digit, the first row as the lowest bit.
    pub blank: [u16; 2],
}

impl Sides {
    pub const BLANK: Self = Self {
        lines: [[[0; 16]; 9]; 2],
        occupied: [[0; 9]; 2],
        blank: [0x1ff; 2],
    };

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
