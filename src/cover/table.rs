//! Options as bits, and the tree that all searches walk.
//!
//! What bits there are, [`set`](super::lists::set) says: first the pairs of secondary items in
//! several colours, then the primary items, then the other secondary ones, of which those in one
//! option only are left out.

use super::problem::{Problem, Use};

/// The most words that an option may have.
pub const MAX_WORDS: usize = 8;
/// Options that leave an item without any are looked for among so many at most.
const LOOK_AHEAD: usize = 4096;

/// Options as bits, all of as many words.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The words of an option: 1, 2, 4 or 8.
    pub words: usize,
    /// One option after the other.
    pub options: Vec<u64>,
    /// The items to be covered.
    pub required: Vec<u64>,
    /// The pairs of bits.
    pub colours: Vec<u64>,
}

/// A node of the search.
#[derive(Clone, Debug)]
pub struct Live {
    /// The options that can still be chosen, in order.
    pub options: Vec<u32>,
    /// The items that are to be covered.
    pub required: Vec<u64>,
}

/// What there is to do at a node.
#[derive(Debug)]
pub enum Step {
    /// Nothing: an item has no option left.
    Dead,
    /// Nothing: all is covered.
    Solved,
    /// Choose one of these options.
    Choose(Vec<u32>),
}

impl Table {
    /// The table of a problem, if it is not too wide and no item is repeated.
    pub fn new(problem: &Problem) -> Option<Self> {
        if problem.repeats() {
            return None;
        }
        let mut degrees = vec![0_usize; problem.items.len()];
        // The colours of each item, none as 0.
        let mut palettes: Vec<Vec<u32>> = vec![Vec::new(); problem.items.len()];
        for used in problem.options.iter().flatten() {
            let item = used.item as usize;
            degrees[item] += 1;
            if item >= problem.primary && !palettes[item].contains(&used.colour) {
                palettes[item].push(used.colour);
            }
        }
        for palette in &mut palettes {
            palette.sort_unstable();
        }
        let colourful = |item: usize| palettes[item].iter().any(|&colour| colour > 0);
        let mut places = vec![None; problem.items.len()];
        let mut bits = 0;
        let secondary = problem.primary..problem.items.len();
        for item in secondary.clone() {
            // A single colour contradicts nothing.
            if colourful(item) && palettes[item].len() > 1 {
                places[item] = Some(bits);
                bits += 2 * colour_bits(&palettes[item]);
            }
        }
        let pairs = bits;
        for place in &mut places[..problem.primary] {
            *place = Some(bits);
            bits += 1;
        }
        for item in secondary {
            if !colourful(item) && degrees[item] > 1 {
                places[item] = Some(bits);
                bits += 1;
            }
        }
        let words = bits.div_ceil(64).next_power_of_two();
        if words > MAX_WORDS {
            return None;
        }
        let mut options = vec![0; words * problem.options.len()];
        for (option, row) in problem.options.iter().zip(options.chunks_exact_mut(words)) {
            for used in option {
                let item = used.item as usize;
                if let Some(place) = places[item] {
                    set_bits(row, place, *used, &palettes[item], place < pairs);
                }
            }
        }
        let mut required = vec![0; words];
        for place in places[..problem.primary].iter().flatten() {
            required[place / 64] |= 1 << (place % 64);
        }
        let mut colours = vec![0; words];
        for place in 0..pairs {
            colours[place / 64] |= 1 << (place % 64);
        }
        Some(Self {
            words,
            options,
            required,
            colours,
        })
    }

    /// The bits of an option.
    pub fn row(&self, option: u32) -> &[u64] {
        &self.options[option as usize * self.words..][..self.words]
    }

    /// What an option forbids others.
    pub fn forbidden(&self, option: u32) -> Vec<u64> {
        const EVEN: u64 = 0x5555_5555_5555_5555;
        let words = self.row(option).iter().zip(&self.colours);
        let forbidden = words.map(|(&word, &colours)| {
            let pairs = word & colours;
            word & !colours | pairs >> 1 & EVEN | (pairs & EVEN) << 1
        });
        forbidden.collect()
    }

    /// The root of the search: the options of a problem that may be in a solution.
    pub fn root(&self, problem: &Problem) -> Live {
        let mut live = Live {
            options: problem.choosable(),
            required: self.required.clone(),
        };
        if live.options.len() <= LOOK_AHEAD {
            let mut kept = live.options.clone();
            for &option in &live.options {
                if self.leaves_nothing(option, &kept) {
                    kept.retain(|&other| other != option);
                }
            }
            live.options = kept;
        }
        live
    }

    /// Whether an item would have no option left if this one of some were chosen.
    fn leaves_nothing(&self, option: u32, options: &[u32]) -> bool {
        let forbidden = self.forbidden(option);
        let mut left = self.row(option).to_vec();
        for &other in options {
            let row = self.row(other);
            if !meet(row, &forbidden) {
                for (left, word) in left.iter_mut().zip(row) {
                    *left |= word;
                }
            }
        }
        let required = self.required.iter().zip(left);
        required
            .into_iter()
            .any(|(required, left)| required & !left != 0)
    }

    /// The node in which an option is chosen.
    pub fn choose(&self, live: &Live, option: u32) -> Live {
        let forbidden = self.forbidden(option);
        let options = live.options.iter().copied();
        let options = options.filter(|&other| !meet(self.row(other), &forbidden));
        let required = live.required.iter().zip(self.row(option));
        Live {
            options: options.collect(),
            required: required.map(|(required, row)| required & !row).collect(),
        }
    }

    /// Makes all forced moves, and says what to do then: the item with the fewest options, the
    /// first of several, is branched on, as by every kernel.
    pub fn step(&self, live: &mut Live) -> Step {
        loop {
            if live.required.iter().all(|&word| word == 0) {
                return Step::Solved;
            }
            let mut counts = vec![0_u32; 64 * self.words];
            for &option in &live.options {
                for (at, (row, required)) in self.row(option).iter().zip(&live.required).enumerate()
                {
                    let mut word = row & required;
                    while word != 0 {
                        counts[64 * at + word.trailing_zeros() as usize] += 1;
                        word &= word - 1;
                    }
                }
            }
            let is_required = |bit: &usize| live.required[bit / 64] >> (bit % 64) & 1 == 1;
            let bits = (0..counts.len()).filter(is_required);
            let Some(fewest) = bits.min_by_key(|&bit| counts[bit]) else {
                return Step::Solved;
            };
            let options = live.options.iter().copied();
            let has = |&option: &u32| self.row(option)[fewest / 64] >> (fewest % 64) & 1 == 1;
            match counts[fewest] {
                0 => return Step::Dead,
                1 => {
                    let forced = options.clone().find(has);
                    *live = forced.map_or(live.clone(), |option| self.choose(live, option));
                }
                _ => return Step::Choose(options.filter(has).collect()),
            }
        }
    }
}

/// The bits of the numbers of colours, at least one.
fn colour_bits(palette: &[u32]) -> usize {
    let colours = palette.iter().filter(|&&colour| colour > 0).count();
    colours.next_power_of_two().trailing_zeros().max(1) as usize
}

/// Sets the bits of a use.
fn set_bits(row: &mut [u64], place: usize, used: Use, palette: &[u32], pairs: bool) {
    let mut set = |bit: usize| row[bit / 64] |= 1 << (bit % 64);
    if !pairs {
        return set(place);
    }
    let colours = palette.iter().filter(|&&colour| colour > 0);
    let number = colours.clone().position(|&colour| colour == used.colour);
    for bit in 0..colour_bits(palette) {
        let pair = place + 2 * bit;
        if let Some(number) = number {
            set(pair + (number >> bit & 1));
        } else {
            // Without a colour it contradicts every other use.
            set(pair);
            set(pair + 1);
        }
    }
}

/// Whether two sets have a common bit.
fn meet(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(a, b)| a & b != 0)
}
