//! Manual pages, completion scripts, and the version of the program.

use std::fs;
use std::io::Write;
use std::sync::LazyLock;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;
use countless::Kernel;

use super::exit::Exit;
use super::paths::OutputFolder;
use countless_measure::Build;

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

/// Commit of the sources.
const COMMIT: Option<&str> = option_env!("COUNTLESS_COMMIT");

/// Build of the program, for benchmark records.
pub fn build() -> Build {
    let compiler = option_env!("COUNTLESS_COMPILER");
    Build {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: COMMIT.unwrap_or("unknown").to_owned(),
        compiler: compiler.unwrap_or("unknown").to_owned(),
    }
}

/// Version, commit and supported kernels, the fastest last.
pub static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let commit = COMMIT.unwrap_or("unknown");
    let kernels: Vec<&str> = Kernel::available().map(Kernel::name).collect();
    let (version, kernels) = (env!("CARGO_PKG_VERSION"), kernels.join(", "));
    format!("{version}\ncommit: {commit}\nkernels: {kernels}")
});
