//! Any text as an exact cover: an error, or a problem that is the same after it has been written
//! and read; if it is small, every way to count it agrees with the list of its solutions.

#![no_main]

use std::ops::ControlFlow::Continue;

use countless::Kernel;
use countless::cover::{BigUint, Cover, MEMORY, Method, Problem};
use countless::engine::Run;
use libfuzzer_sys::fuzz_target;

/// More options than this are not searched: there may be too many solutions.
const OPTIONS: usize = 14;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let _ = Problem::from_matrix("input", text);
    let Ok(problem) = text.parse::<Problem>() else {
        return;
    };
    let again = problem.to_knuth().parse::<Problem>();
    assert_eq!(again.expect("it is ours"), problem);
    if problem.option_count() > OPTIONS {
        return;
    }
    let run = Run::new().threads(1).subtrees(Some(3));
    let mut listed = 0_u32;
    let outcome = run.try_for_each(&Cover::listing(problem.clone()), |_| {
        listed += 1;
        Continue(())
    });
    outcome.expect("it can be listed");
    for method in [Method::Search, Method::Memo] {
        let cover = Cover::counting(problem.clone(), method, MEMORY, &run);
        // Memo takes no multiplicities.
        let Ok(cover) = cover else { continue };
        for kernel in Kernel::available() {
            let counted = run.clone().kernel(kernel).count(&cover);
            let counted = counted.expect("it can be counted").total.solutions;
            assert_eq!(counted, BigUint::from(listed), "{method} {kernel}\n{text}");
        }
    }
});
