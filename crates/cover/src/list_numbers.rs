//! Numbers of lists.

use std::collections::HashMap;

use crate::memo::states::BuildFoldHasher;

/// Numbers of different lists, from 0 on, in the order of their first occurrence.
#[derive(Clone, Debug, Default)]
pub struct ListNumbers(HashMap<Vec<u32>, u32, BuildFoldHasher>);

impl ListNumbers {
    /// Number of different lists.
    pub fn len(&self) -> u32 {
        self.0.len() as u32
    }

    /// Number of a list, if it has one.
    pub fn get(&self, list: &[u32]) -> Option<u32> {
        self.0.get(list).copied()
    }

    /// Number of a list; the next one if it is new.
    pub fn number(&mut self, list: &[u32]) -> u32 {
        self.get(list).unwrap_or_else(|| {
            let next = self.len();
            self.0.insert(list.to_vec(), next);
            next
        })
    }

    /// Returns whether a list is new, and gives it a number.
    pub fn is_new(&mut self, list: &[u32]) -> bool {
        let next = self.len();
        self.number(list) == next
    }
}
