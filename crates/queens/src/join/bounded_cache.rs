//! Cache of values that are made on demand.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Values by number. The cache keeps those used last.
#[derive(Debug)]
pub(super) struct BoundedCache<V> {
    /// Most bytes of all values.
    room: usize,
    state: Mutex<CacheState<V>>,
}

#[derive(Debug)]
struct CacheState<V> {
    /// Values, with their bytes and the time of their last use.
    values: HashMap<u32, (Arc<V>, usize, u64)>,
    bytes: usize,
    now: u64,
}

impl<V> BoundedCache<V> {
    /// Makes an empty cache with room for `room` bytes.
    pub fn new(room: usize) -> Self {
        let state = CacheState {
            values: HashMap::new(),
            bytes: 0,
            now: 0,
        };
        Self {
            room,
            state: Mutex::new(state),
        }
    }

    fn state(&self) -> MutexGuard<'_, CacheState<V>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the value of `number`, and makes it if it is not cached. Two threads that need it at
    /// the same time may both make it.
    pub fn get(
        &self,
        number: u32,
        make: impl FnOnce() -> V,
        bytes: impl Fn(&V) -> usize,
    ) -> Arc<V> {
        if let Some(value) = self.state().find(number) {
            return value;
        }
        let value = Arc::new(make());
        let bytes = bytes(&value);
        let mut state = self.state();
        if let Some(value) = state.find(number) {
            return value;
        }
        state.make_room(self.room.saturating_sub(bytes));
        let now = state.now;
        state
            .values
            .insert(number, (Arc::clone(&value), bytes, now));
        state.bytes += bytes;
        value
    }
}

impl<V> CacheState<V> {
    fn find(&mut self, number: u32) -> Option<Arc<V>> {
        self.now += 1;
        let (value, _, wanted) = self.values.get_mut(&number)?;
        *wanted = self.now;
        Some(Arc::clone(value))
    }

    /// Drops the least recently used values until at most `bytes` bytes are left.
    fn make_room(&mut self, bytes: usize) {
        while self.bytes > bytes {
            let oldest = self.values.iter().min_by_key(|(_, value)| value.2);
            let Some((&number, _)) = oldest else { return };
            if let Some((_, bytes, _)) = self.values.remove(&number) {
                self.bytes -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::BoundedCache;

    #[test]
    fn what_was_wanted_last_is_kept() {
        let kept = BoundedCache::new(3);
        let made = std::cell::RefCell::new(vec![]);
        let get = |number: u32| {
            let make = || {
                made.borrow_mut().push(number);
                number
            };
            assert_eq!(*kept.get(number, make, |_| 1), number);
            made.take()
        };
        for number in [1, 2, 3] {
            assert_eq!(get(number), [number]);
        }
        assert!(get(1).is_empty());
        assert_eq!(get(4), [4]); // instead of 2
        assert!(get(3).is_empty());
        assert_eq!(get(2), [2]); // instead of 1
        assert_eq!(get(1), [1]);
    }

    #[test]
    fn what_takes_more_than_all_room_is_made_every_time() {
        let kept = BoundedCache::new(10);
        for _ in 0..2 {
            assert_eq!(*kept.get(1, || 5, |_| 11), 5);
            assert_eq!(*kept.get(2, || 6, |_| 4), 6);
        }
        assert!(kept.state().bytes <= 11);
    }
}
