//! Plans: a ledger can be continued only if its run has the same plan in every version.

use std::fs;

use crate::common::countless;

#[test]
fn commands_have_the_plans_that_are_written_down() {
    let table = fs::read_to_string("tests/plans.txt").expect("it is in the repository");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let mut commands = 0;
    for line in lines {
        let (id, command) = line.split_once(' ').expect("a plan and a command");
        let args: Vec<&str> = command.split(' ').collect();
        let output = countless(&[&args[..], &["--dry-run", "--json", "-q"]].concat());
        let found = String::from_utf8_lossy(&output.stdout);
        let stderr = String::from_utf8_lossy(&output.stderr);
        let plan = format!("\"plan\":\"{id}\"");
        assert!(found.contains(&plan), "{line}: {found}{stderr}");
        commands += 1;
    }
    assert!(commands > 50);
}
