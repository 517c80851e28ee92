//! Search of the last few options, in registers: a live option is a bit of a mask.

use super::item_sets::{ItemSet, SetWord, lowest};
use super::option_list::OptionList;
use crate::bits::Bits;
use countless_simd::{Mask, Simd, Vector};

/// Largest number of options.
pub const FEW: usize = 16;

/// Node of the search.
#[derive(Clone, Copy, Default)]
struct LeafNode<L> {
    /// Options yet to try for the item of the branch.
    choices: u32,
    /// Live options without that item.
    others: u32,
    /// Items yet to cover.
    required: L,
}

/// Words of the live options.
struct LeafOptions<'a, S: Simd, L> {
    simd: S,
    words: &'a [L],
}

impl<S: Simd, L: SetWord> LeafOptions<'_, S, L> {
    /// Mask of the options that have any of these bits.
    #[inline(always)]
    fn meeting(&self, bits: L) -> u32 {
        let bits = L::Vector::<S>::splat(self.simd, bits);
        let mut which = 0;
        for at in (0..FEW).step_by(L::Vector::<S>::LANES) {
            let words = L::Vector::<S>::load(self.simd, &self.words[at..]);
            which |= (words.intersects(bits).bits() as u32) << at;
        }
        which
    }

    /// Node that branches on an item, given by its bit.
    #[inline(always)]
    fn node(&self, required: &ItemSet<L, 1>, live: u32, item: L) -> LeafNode<L> {
        let choices = live & self.meeting(item);
        LeafNode {
            choices,
            others: live & !choices,
            required: required.0[0],
        }
    }
}

/// Counts the solutions that cover the required items by options of a list, at most [`FEW`].
/// Options with the item `first` are tried at the root.
#[inline(always)]
pub fn count<S: Simd, L: SetWord>(
    simd: S,
    list: &OptionList<L>,
    required: &ItemSet<L, 1>,
    first: L,
) -> u64 {
    let words = &list.row(0)[..FEW.max(L::Vector::<S>::LANES)];
    let options = LeafOptions { simd, words };
    let mut above = [LeafNode::default(); FEW];
    let mut node = options.node(required, (1 << list.len()) - 1, first);
    let (mut depth, mut count) = (0, 0);
    loop {
        if node.choices == 0 {
            if depth == 0 {
                return count;
            }
            depth -= 1;
            node = above[depth];
        }
        let option = Bits([words[node.choices.trailing_zeros() as usize]]);
        node.choices &= node.choices - 1;
        let left = Bits([node.required]).difference(option);
        if left.is_empty() {
            count += 1;
            continue;
        }
        let live = node.others & !options.meeting(option.0[0]);
        if live == 0 {
            continue;
        }
        if node.choices != 0 {
            above[depth] = node;
            depth += 1;
        }
        node = options.node(&left, live, lowest(left).1);
    }
}
