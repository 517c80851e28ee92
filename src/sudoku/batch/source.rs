//! The inputs of a batch, which can be read more than once.

use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::error::Error;
use crate::io::{hex_sha256, sha256};
use crate::sudoku::puzzles::{Inputs, Layout, Options, Origin};

/// Inputs that are opened, and can be opened again if they are files.
#[derive(Debug)]
pub(super) struct Source {
    origins: Vec<Origin>,
    options: Options,
    layouts: Vec<Layout>,
    /// What was opened first, until it is read.
    opened: Mutex<Option<Inputs>>,
    hash: OnceLock<String>,
}

impl Source {
    /// Opens all, and recognises their layouts.
    pub fn open(origins: Vec<Origin>, options: Options) -> Result<(Self, Vec<String>), Error> {
        let inputs = Inputs::open(origins.clone(), &options)?;
        let names = inputs.names().to_vec();
        let source = Self {
            origins,
            options,
            layouts: inputs.layouts().to_vec(),
            opened: Mutex::new(Some(inputs)),
            hash: OnceLock::new(),
        };
        Ok((source, names))
    }

    pub fn layouts(&self) -> &[Layout] {
        &self.layouts
    }

    /// Reads all from the beginning.
    pub fn read(&self) -> Result<Inputs, Error> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = opened.take() {
            return Ok(inputs);
        }
        for origin in &self.origins {
            let name = match origin {
                Origin::File(path) if path == Path::new("-") => "standard input".to_owned(),
                Origin::File(path) if !path.is_file() => path.display().to_string(),
                _ => continue,
            };
            return Err(Error::Impossible(format!("{name} can be read only once")));
        }
        let inputs = Inputs::open(self.origins.clone(), &self.options)?;
        let mut layouts = inputs.layouts().iter().zip(&self.layouts);
        match layouts.position(|(now, before)| now != before) {
            Some(changed) => Err(Inputs::changed(&inputs.names()[changed])),
            None => Ok(inputs),
        }
    }

    /// The [hash](hash) of all.
    pub fn hash(&self) -> Result<&str, Error> {
        if self.hash.get().is_none() {
            // Should another thread be faster, it has found the same.
            let _ = self.hash.set(hash(&self.origins)?);
        }
        Ok(self.hash.get().map_or("", String::as_str))
    }
}

/// The SHA-256 of a file; of several files, that of the list of theirs.
pub(super) fn hash(origins: &[Origin]) -> Result<String, Error> {
    let mut hashes = Vec::with_capacity(origins.len());
    for origin in origins {
        match origin {
            Origin::File(path) if path.is_file() => hashes.push(sha256(path)?),
            _ => {
                let reason = "--ledger and --dry-run take files, which can be read again";
                return Err(Error::Impossible(reason.to_owned()));
            }
        }
    }
    Ok(match hashes.len() {
        1 => hashes.remove(0),
        _ => hex_sha256(hashes.join("\n").as_bytes()),
    })
}
