//! Passes the compiler and the commit to the program, for the records of its benchmark runs.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let compiler = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let compiler = output(&compiler, &["--version"]).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=COUNTLESS_COMPILER={compiler}");
    // Test builds need not be repeated after every commit.
    let release = std::env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let commit = release.then(commit).flatten();
    let commit = commit.unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=COUNTLESS_COMMIT={commit}");
}

/// Commit of the sources, if they are in a repository. It is read again after every commit and
/// every change of a source, since the sources may then differ from it, or agree again.
fn commit() -> Option<String> {
    let log = output("git", &["rev-parse", "--git-path", "logs/HEAD"])?;
    for path in [log.as_str(), "src", "crates", "Cargo.toml", "Cargo.lock"] {
        if Path::new(path).exists() {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    output("git", &["describe", "--always", "--dirty"])
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let done = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(done.stdout).ok()?;
    done.status.success().then(|| text.trim().to_owned())
}
