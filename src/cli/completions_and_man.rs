//! The commands `countless completions` and `countless man`.

use std::fs;
use std::io::Write;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;

use super::exit::Exit;
use super::paths::OutputFolder;

#[derive(Args, Debug)]
#[command(after_help = "\
Example, for bash:
  countless completions bash > countless.bash && . ./countless.bash")]
pub struct CompletionsArgs {
    /// Name of the shell
    shell: Shell,
}

pub fn completions(args: &CompletionsArgs, mut command: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "countless", &mut script);
    std::io::stdout().write_all(&script)?;
    Ok(Exit::Complete)
}

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  countless man | man -l -
  countless man --folder ~/.local/share/man/man1")]
pub struct ManArgs {
    /// Write one page per command to FOLDER; it is created if missing
    #[arg(long, value_name = "FOLDER")]
    folder: Option<OutputFolder>,
}

pub fn man(args: &ManArgs, command: &clap::Command) -> anyhow::Result<Exit> {
    if let Some(folder) = &args.folder {
        fs::create_dir_all(&**folder)
            .and_then(|()| clap_mangen::generate_to(command.clone(), &**folder))
            .with_context(|| format!("cannot write the manual pages to {}", folder.display()))?;
    } else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone()).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
    }
    Ok(Exit::Complete)
}
