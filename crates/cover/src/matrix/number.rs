//! The live options of a table, numbered anew.

use std::ops::ControlFlow::{self, Continue};

use super::level::{Choice, Level, Search};
use super::set::{Set, first};
use crate::table::{Live, Table};
use crate::visit::Visit;
use countless_simd::{Simd, Task};

/// The most live options.
pub const MOST: usize = 64 * WORDS;
const WORDS: usize = 8;

/// What a search of so many live options needs.
pub type Memory = Level<WORDS, Level<4, ()>>;

/// What numbering the options of a table anew needs.
#[derive(Debug, Default)]
pub struct Renumbering {
    /// The live options of each item, and of those in each colour.
    items: Vec<Set<WORDS>>,
    shades: Vec<Set<WORDS>>,
    /// The primary items that have any.
    present: Vec<u64>,
}

impl<F> Level<WORDS, F> {
    /// Takes the live options of a table, [`MOST`] of them or fewer, and their items. Gives
    /// whether all items that are to be covered have one.
    fn number(&mut self, table: &Table, live: &Live, sets: &mut Renumbering) -> bool {
        sets.items.resize(table.items.len(), [0; WORDS]);
        sets.shades.resize(table.shades.len(), [0; WORDS]);
        sets.present.clear();
        sets.present.resize(table.primary.div_ceil(64), 0);
        self.options.clear();
        for option in live.options() {
            let (word, bit) = (self.options.len() / 64, self.options.len() % 64);
            let mut covers = 0;
            for used in table.uses(option) {
                let item = used.item as usize;
                sets.items[item][word] |= 1 << bit;
                if let Some(shade) = used.shade() {
                    sets.shades[shade][word] |= 1 << bit;
                }
                if item < table.primary {
                    sets.present[item / 64] |= 1 << (item % 64);
                    covers += 1;
                }
            }
            self.options.push(Choice {
                beside: [0; WORDS],
                covers,
                number: option as u32,
            });
        }
        let all: Set<WORDS> = first(self.options.len());
        for choice in &mut self.options {
            let mut contradicted = [0; WORDS];
            for used in table.uses(choice.number as usize) {
                let item = &sets.items[used.item as usize];
                let same = used.shade().map_or([0; WORDS], |shade| sets.shades[shade]);
                for word in 0..WORDS {
                    contradicted[word] |= item[word] & !same[word];
                }
            }
            choice.beside = std::array::from_fn(|word| all[word] & !contradicted[word]);
        }
        let present: usize = sets
            .present
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum();
        self.root = self.items.clear::<WORDS>(present);
        let mut next = 0;
        for (at, &word) in sets.present.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let options = sets.items[64 * at + word.trailing_zeros() as usize];
                self.items.put(self.root, next, options);
                next += 1;
                word &= word - 1;
            }
        }
        for choice in &self.options {
            for used in table.uses(choice.number as usize) {
                sets.items[used.item as usize] = [0; WORDS];
                if let Some(shade) = used.shade() {
                    sets.shades[shade] = [0; WORDS];
                }
            }
        }
        present == live.missing
    }
}

/// A search of a node of a table.
pub struct Small<'a, 'v> {
    pub table: &'a Table,
    pub live: &'a Live,
    pub memory: &'a mut Memory,
    pub renumbering: &'a mut Renumbering,
    pub visit: &'a mut Visit<'v>,
}

impl Task for Small<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        if !self.memory.number(self.table, self.live, self.renumbering) {
            return Continue(());
        }
        simd.run(Search {
            level: self.memory,
            missing: self.live.missing as u32,
            visit: self.visit,
        })
    }
}
