//! Searching a problem whose options are bits.

use std::ops::ControlFlow;

use super::levels::{Level, Leveled, Levels};
use super::narrow::{Narrow, Shape};
use super::node::{Node, Visit};
use super::set::Set;
use crate::cover::table::{Live, Table};
use crate::simd::{Kernel, Simd, Task, dispatch};

/// The memory of a search.
#[derive(Debug, Default)]
pub struct Memory {
    wide: Vec<Level<u64>>,
    narrow: Vec<Level<u32>>,
}

struct Search<'a, 'v> {
    table: &'a Table,
    live: &'a Live,
    memory: &'a mut Memory,
    visit: &'a mut Visit<'v>,
}

impl Task for Search<'_, '_> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        match (self.table.words, self.visit.lists()) {
            (1, false) => self.node::<S, 1, 1>(simd),
            (1, true) => self.node::<S, 1, 2>(simd),
            (2, false) => self.node::<S, 2, 2>(simd),
            (2, true) => self.node::<S, 2, 3>(simd),
            (4, false) => self.node::<S, 4, 4>(simd),
            (4, true) => self.node::<S, 4, 5>(simd),
            (_, false) => self.node::<S, 8, 8>(simd),
            (_, true) => self.node::<S, 8, 9>(simd),
        }
    }
}

impl Search<'_, '_> {
    #[inline(always)]
    fn node<S: Simd, const W: usize, const P: usize>(self, simd: S) -> ControlFlow<()>
    where
        Shape<u64, W, P>: Narrow<u64, W, P>,
    {
        let set = |words: &[u64]| Set::<u64, W>(std::array::from_fn(|word| words[word]));
        let required = set(&self.live.required);
        if required.is_empty() {
            return self.visit.solution();
        }
        // A level for each item, and for each time that the words become fewer.
        let levels = required.len() + 8;
        self.memory
            .wide
            .resize_with(levels.max(self.memory.wide.len()), Level::default);
        self.memory
            .narrow
            .resize_with(levels.max(self.memory.narrow.len()), Level::default);
        let mut levels = Levels {
            wide: &mut self.memory.wide,
            narrow: &mut self.memory.narrow,
        };
        let list = u64::first(&mut levels);
        list.clear(P, self.live.options.len());
        for &option in &self.live.options {
            let words = &self.table.options[option as usize * W..][..W];
            list.push::<P>(std::array::from_fn(|row| {
                words.get(row).copied().unwrap_or(option.into())
            }));
        }
        list.seal::<P>();
        let counts = list.counts(simd);
        if !required.without(&counts.any()).is_empty() {
            return ControlFlow::Continue(());
        }
        simd.run(Node::<'_, '_, u64, W, P> {
            levels,
            required,
            colours: set(&self.table.colours),
            counts,
            visit: self.visit,
        })
    }
}

/// Searches a node of a table.
pub fn search(
    kernel: Kernel,
    memory: &mut Memory,
    table: &Table,
    live: &Live,
    visit: &mut Visit<'_>,
) -> ControlFlow<()> {
    dispatch(
        kernel,
        Search {
            table,
            live,
            memory,
            visit,
        },
    )
}
