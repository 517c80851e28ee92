//! Options that leave an item without any, taken away before the search begins.

use super::table::{LiveOptions, OptionTable};

/// They are looked for among so many at most.
const MOST: usize = 4096;

/// Takes away all options that would leave an item without any, until there are none.
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

/// The live options that contradict every option of an item, and do not cover it, as bits.
fn dead_options(table: &OptionTable, live: &LiveOptions) -> Vec<u64> {
    let mut dead = vec![0; live.options.len()];
    // What each option leaves, which is needed for every item of it.
    let mut left_by: Vec<Option<Vec<u64>>> = vec![None; table.len()];
    for options in &table.items[..table.primary] {
        let mut all = live.options.clone();
        for (range, words) in options.runs() {
            for (all, word) in all[range].iter_mut().zip(words) {
                *all &= !word;
            }
        }
        for option in live.of(options) {
            // Contradicting is mutual.
            let after =
                left_by[option as usize].get_or_insert_with(|| table.choose(live, option).options);
            let mut left = 0;
            for (all, after) in all.iter_mut().zip(after) {
                *all &= !*after;
                left |= *all;
            }
            // After few options, most often.
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
