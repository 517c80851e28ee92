//! Any text as an exact cover: an error, or a problem that is the same after it has been written
//! and read; if it is small, every way to count it agrees with the list of its solutions. The
//! first byte says which way is tried.

#![no_main]

use std::ops::ControlFlow::Continue;

use countless::Kernel;
use countless::cover::{CoverProblem, CoverMethod, ExactCover};
use countless::engine::Run;
use libfuzzer_sys::fuzz_target;

/// More options than this are not searched: there may be too many solutions.
const OPTIONS: usize = 14;

fuzz_target!(|bytes: &[u8]| {
    let Some((&how, bytes)) = bytes.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if how >> 7 == 1 {
        let _ = ExactCover::from_matrix("input", text);
        return;
    }
    let Ok(problem) = text.parse::<ExactCover>() else {
        return;
    };
    let again = problem.to_knuth().parse::<ExactCover>();
    assert_eq!(again.expect("it is ours"), problem);
    if problem.option_count() > OPTIONS {
        return;
    }
    let run = Run::new().threads(1).subtrees(Some(3));
    let mut listed = 0_u32;
    let outcome = run.try_for_each(&CoverProblem::listing(problem.clone()), |_| {
        listed += 1;
        Continue(())
    });
    outcome.expect("it can be listed");
    let method = [CoverMethod::Search, CoverMethod::Memo][usize::from(how & 1)];
    // Memo takes no multiplicities.
    let Ok(cover) = CoverProblem::counting(problem, method, &run) else {
        return;
    };
    let kernels: Vec<Kernel> = Kernel::available().collect();
    let kernel = kernels[usize::from(how >> 1) % kernels.len()];
    let counted = cover.count(&run.kernel(kernel));
    let counted = counted.expect("it can be counted").total.solutions;
    assert_eq!(counted.to_u128(), Some(listed.into()), "{method} {kernel}\n{text}");
});
