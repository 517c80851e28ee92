//! Lists that all threads make together.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

/// Number of ranges that the threads share.
const RANGES: u32 = 256;

/// Lists what `append` adds for each range of the numbers below `end`, in order, on the threads of
/// the current rayon pool.
pub(super) fn parallel_list<T: Send>(
    end: u32,
    append: impl Fn(Range<u32>, &mut Vec<T>) + Sync,
) -> Vec<T> {
    let step = end.div_ceil(RANGES).max(1);
    let mut lists = Vec::new();
    lists.resize_with(end.div_ceil(step) as usize, Mutex::default);
    for_each_below(lists.len(), &|place| {
        let start = place as u32 * step;
        let mut list = lists[place].lock().unwrap_or_else(PoisonError::into_inner);
        append(start..end.min(start + step), &mut list);
    });
    let mut all = Vec::new();
    for list in lists {
        all.append(&mut list.into_inner().unwrap_or_else(PoisonError::into_inner));
    }
    all
}

/// Calls `work` for each number below `end`. It is compiled once, and not for each type of list.
fn for_each_below(end: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..end).into_par_iter().with_max_len(1).for_each(work);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_listed_once_and_in_order() {
        for end in [0, 1, 2, RANGES - 1, RANGES, RANGES + 1, 5 * RANGES + 3] {
            let numbers: Vec<u32> = parallel_list(end, |range, list| list.extend(range));
            assert!(numbers.into_iter().eq(0..end), "{end}");
        }
    }
}
