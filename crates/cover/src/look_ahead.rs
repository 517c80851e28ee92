//! Removal of options that leave an item without options, before the search begins.

use super::option_table::{LiveOptions, OptionTable};

/// Largest number of live options that are examined.
const MOST: usize = 4096;

/// Removes options that would leave an item without options, until none remain.
pub fn look_ahead(table: &OptionTable, live: &mut LiveOptions) {
    if live.len() > MOST {
        return;
    }
    while live.len() > 0 {
        let dead = dead_options(table, live);
        if dead.iter().all(|&word| word == 0) {
            break;
        }
        for (live, dead) in live.options.iter_mut().zip(dead) {
            *live &= !dead;
        }
    }
}

/// Live options that conflict with every option of some item and do not cover it, as bits.
fn dead_options(table: &OptionTable, live: &LiveOptions) -> Vec<u64> {
    let mut dead = vec![0; live.options.len()];
    // Live options after the choice of each option, computed once for all its items.
    let mut left_by: Vec<Option<Vec<u64>>> = vec![None; table.len()];
    for options in &table.items[..table.primary] {
        let mut all = live.options.clone();
        for (range, words) in options.runs() {
            for (all, word) in all[range].iter_mut().zip(words) {
                *all &= !word;
            }
        }
        for option in live.of(options) {
            // Conflicts are symmetric.
            let after =
                left_by[option as usize].get_or_insert_with(|| table.choose(live, option).options);
            let mut left = 0;
            for (all, after) in all.iter_mut().zip(after) {
                *all &= !*after;
                left |= *all;
            }
            // A few options usually suffice to clear all bits.
            if left == 0 {
                break;
            }
        }
        for (dead, all) in dead.iter_mut().zip(all) {
            *dead |= all;
        }
    }
    dead
}
