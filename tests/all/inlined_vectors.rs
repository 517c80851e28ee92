//! Vector instructions are part of the kernels, not functions that these call.
//!
//! A function of a kernel that is not inlined is compiled without the kernel's instructions, and
//! each of its operations becomes a call. Results stay right, and take three times as long.

use std::process::Command;

/// Operations that memchr calls where it is built for tests.
const OF_MEMCHR: [&str; 2] = ["_mm256_movemask_epi8", "_mm256_set1_epi8"];

/// Names of operations with AVX2 and AVX-512 that are functions of their own in `program`; `None`
/// without the tool that lists them.
fn operations_called(program: &str) -> Option<Vec<String>> {
    let output = Command::new("nm").arg("--demangle").arg(program).output();
    let output = output.ok().filter(|output| output.status.success())?;
    let listing = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        listing.contains("countless_simd"),
        "no functions of kernels"
    );
    let is_operation = |name: &&str| {
        let words = ["_mm256_", "_mm512_", "::_pext_", "::_pdep_"];
        let is_ours = !OF_MEMCHR.iter().any(|other| name.ends_with(other));
        name.contains("core_arch") && words.iter().any(|word| name.contains(word)) && is_ours
    };
    let names = listing.lines().filter_map(|line| line.split(' ').nth(2));
    Some(names.filter(is_operation).map(str::to_owned).collect())
}

#[test]
fn kernels_call_no_operations() {
    match operations_called(env!("CARGO_BIN_EXE_countless")) {
        Some(called) => assert_eq!(
            called,
            Vec::<String>::new(),
            "functions of kernels must be #[inline(always)] and no closures: see crates/simd"
        ),
        None => eprintln!("skipped: nm is missing"),
    }
}
