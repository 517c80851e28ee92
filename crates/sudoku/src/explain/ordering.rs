//! Sorting by numbers, compiled once for all types and layouts.

/// Sorts a list by the number of each item. Items with equal numbers keep their order.
pub fn sort_by_number<T: Clone>(list: &mut Vec<T>, mut number: impl FnMut(&T) -> usize) {
    let numbers: Vec<usize> = list.iter().map(&mut number).collect();
    let mut sorted = Vec::with_capacity(list.len());
    for place in order(&numbers) {
        sorted.push(list[place].clone());
    }
    *list = sorted;
}

/// Places of numbers, in the order of the numbers.
fn order(numbers: &[usize]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by_key(|&place| numbers[place]);
    places
}
