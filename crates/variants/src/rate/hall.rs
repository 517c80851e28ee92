//! Sets that fill exactly as many places as they have members: subsets and fish are one search,
//! as of nine by nine cells, for any number of words.

/// Visits the sets of `size` words that are not 0 and have no more than `size` bits between them,
/// until `visit` says that one is of use: which words, and which bits. Whether one was.
pub fn find(words: &[u64], size: usize, visit: &mut impl FnMut(u64, u64) -> bool) -> bool {
    let is_small = |word: u64| word != 0 && word.count_ones() as usize <= size;
    let small = words.iter().enumerate();
    let small = small.fold(0, |all, (i, &word)| all | u64::from(is_small(word)) << i);
    small.count_ones() as usize >= size && extend(words, size, small, 0, 0, visit)
}

/// Adds members from `rest` to a set until it has `size` of them.
fn extend(
    words: &[u64],
    size: usize,
    mut rest: u64,
    members: u64,
    union: u64,
    visit: &mut impl FnMut(u64, u64) -> bool,
) -> bool {
    if members.count_ones() as usize == size {
        return visit(members, union);
    }
    while rest != 0 {
        let i = rest.trailing_zeros();
        rest &= rest - 1;
        let wider = union | words[i as usize];
        if wider.count_ones() as usize <= size
            && extend(words, size, rest, members | 1 << i, wider, visit)
        {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use countless_engine::SplitMix64;

    #[test]
    fn finds_the_sets_that_trying_all_finds() {
        let mut random = SplitMix64(1);
        for _ in 0..200 {
            let words: Vec<u64> = (0..9)
                .map(|_| random.next() & random.next() & 0o777)
                .collect();
            for size in 1..=4 {
                let mut found = Vec::new();
                find(&words, size, &mut |members, union| {
                    found.push((members, union));
                    false
                });
                found.sort_unstable();
                let sets = (0..0o1000_u64).filter(|set| set.count_ones() as usize == size);
                let expected = sets.filter_map(|set| {
                    let members: Vec<usize> = (0..9).filter(|i| set >> i & 1 == 1).collect();
                    let union = members.iter().fold(0, |union, &i| union | words[i]);
                    let is_set = members.iter().all(|&i| words[i] != 0)
                        && union.count_ones() as usize <= size;
                    is_set.then_some((set, union))
                });
                assert_eq!(found, expected.collect::<Vec<_>>());
            }
        }
    }
}
