//! A root without its type.

use std::any::Any;
use std::sync::Arc;

/// A root of unknown type.
pub type ErasedRoot = Arc<dyn Any + Send + Sync>;

const ONE_TYPE: &str = "a problem has roots of one type";

/// Hides the type of a root.
pub(super) fn erase<R: Send + Sync + 'static>(root: R) -> ErasedRoot {
    Arc::new(root)
}

/// Returns the root with its type.
///
/// # Panics
///
/// If the root belongs to another problem.
pub(super) fn downcast_root<R: Clone + Send + Sync + 'static>(root: ErasedRoot) -> R {
    Arc::unwrap_or_clone(root.downcast().expect(ONE_TYPE))
}

/// Borrows the root with its type.
///
/// # Panics
///
/// If the root belongs to another problem.
pub(super) fn root_as<R: 'static>(root: &ErasedRoot) -> &R {
    root.downcast_ref().expect(ONE_TYPE)
}
