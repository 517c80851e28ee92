//! How finely to cut a problem.

/// How many subtrees each thread gets at least, on average, so that the last one
/// to finish leaves the others idle for little of the run.
pub const PER_THREAD: usize = 64;

/// The least depth, at most `deepest`, at which a problem has enough subtrees to
/// keep `threads` busy, given how many it has `at` a depth.
///
/// ```
/// use countless::engine::depth_for;
///
/// // Ten choices at each level: 128 subtrees for two threads take three levels.
/// assert_eq!(depth_for(2, 10, |depth| 10_usize.pow(depth as u32)), 3);
/// // A small problem is cut as deep as it goes.
/// assert_eq!(depth_for(2, 4, |depth| 2_usize.pow(depth as u32)), 4);
/// ```
pub fn depth_for(threads: usize, deepest: usize, mut at: impl FnMut(usize) -> usize) -> usize {
    (0..deepest)
        .find(|&depth| at(depth) >= threads * PER_THREAD)
        .unwrap_or(deepest)
}
