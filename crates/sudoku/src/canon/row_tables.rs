//! Small tables for rows of a grid, computed at compile time.

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
