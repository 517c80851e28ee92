//! Files of puzzles, which can be read more than once.
//!
//! With a ledger they are read twice: to know how many chunks there are and what the hash of
//! all is, and then to be searched. Whatever is not the same the second time is an error, and
//! no record.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::puzzles::{Chunk, ChunkReader, Inputs, Layout, Options, Origin};
use countless_engine::Error;
use countless_table::{Digesting, Input, hex_sha256, sha256};

/// Files of puzzles that are opened, and can be opened again.
#[derive(Debug)]
pub struct RereadFiles {
    origins: Vec<Origin>,
    options: Options,
    layouts: Vec<Layout>,
    /// What was opened first, until it is read.
    opened: Mutex<Option<Inputs>>,
    survey: OnceLock<Survey>,
    keys: RandomState,
}

/// What was found when all was read for the first time.
#[derive(Debug)]
struct Survey {
    /// The [hash](hash) of all.
    hash: String,
    /// The subtrees that all the chunks are.
    subtrees: u64,
    /// A hash of each chunk, to know it again.
    chunks: Vec<u64>,
}

impl RereadFiles {
    /// Opens all, and recognises their layouts.
    pub fn open(origins: Vec<Origin>, options: Options) -> Result<(Self, Vec<String>), Error> {
        let inputs = Inputs::open(origins.clone(), &options)?;
        let names = inputs.names().to_vec();
        let source = Self {
            origins,
            options,
            layouts: inputs.layouts().to_vec(),
            opened: Mutex::new(Some(inputs)),
            survey: OnceLock::new(),
            keys: RandomState::new(),
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
            Some(changed) => Err(Inputs::changed(&inputs.names()[changed], 1)),
            None => Ok(inputs),
        }
    }

    /// Reads all for the first time, unless that was done before: how many subtrees there
    /// are, of which the chunk of an input is so many.
    pub fn survey(&self, mut subtrees: impl FnMut(usize, &Chunk) -> u64) -> Result<u64, Error> {
        if let Some(survey) = self.survey.get() {
            return Ok(survey.subtrees);
        }
        let (mut hashes, mut chunks, mut all) = (Vec::new(), Vec::new(), 0);
        for (index, origin) in self.origins.iter().enumerate() {
            let path = file(origin)?;
            let name = path.display().to_string();
            let fail = |source| Error::read(&name, source);
            let raw = File::open(path).map_err(fail)?;
            let length = raw.metadata().map_err(fail)?.len();
            let (raw, digest) = Digesting::new(raw);
            let input = Input::new(&name, raw, Some(length))?;
            let reader = ChunkReader::new(input, &self.options)?;
            if *reader.layout() != self.layouts[index] {
                return Err(Inputs::changed(&name, 1));
            }
            let meter = reader.meter().clone();
            for chunk in reader {
                let chunk = chunk?;
                all += subtrees(index, &chunk);
                chunks.push(self.keys.hash_one((index, chunk.bytes())));
            }
            // Whatever follows a compressed stream is not read.
            let is_whole = meter.consumed() == length;
            hashes.push(if is_whole {
                digest.hex()
            } else {
                sha256(path)?
            });
        }
        let survey = Survey {
            hash: hash_of_all(hashes),
            subtrees: all,
            chunks,
        };
        Ok(self.survey.get_or_init(|| survey).subtrees)
    }

    /// Reads all again, which must be as it was at the [survey](Self::survey).
    pub fn read_again(&self) -> Result<Again<'_>, Error> {
        Ok(Again {
            inputs: self.read()?,
            source: self,
            read: 0,
        })
    }

    /// The [hash](hash) of all.
    pub fn hash(&self) -> Result<String, Error> {
        match self.survey.get() {
            Some(survey) => Ok(survey.hash.clone()),
            None => hash(&self.origins),
        }
    }
}

/// Inputs that must be as they were.
#[derive(Debug)]
pub struct Again<'a> {
    inputs: Inputs,
    source: &'a RereadFiles,
    read: usize,
}

impl Again<'_> {
    /// Bytes read so far, before decompression.
    pub fn consumed(&self) -> u64 {
        self.inputs.consumed()
    }

    /// Bytes there are in all, before decompression, if that is known.
    pub fn total(&self) -> Option<u64> {
        self.inputs.total()
    }

    fn changed(&self, input: usize, line: u64) -> Error {
        let name = self.inputs.names().get(input);
        Inputs::changed(name.map_or("the input", String::as_str), line)
    }
}

impl Iterator for Again<'_> {
    type Item = Result<Chunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.inputs.next();
        let Some(survey) = self.source.survey.get() else {
            return chunk;
        };
        match chunk {
            Some(Ok(chunk)) => {
                let (input, expected) = (chunk.input(), survey.chunks.get(self.read));
                let found = self.source.keys.hash_one((input, chunk.bytes()));
                self.read += 1;
                Some(if expected == Some(&found) {
                    Ok(chunk)
                } else {
                    Err(self.changed(input, chunk.line()))
                })
            }
            None if self.read < survey.chunks.len() => {
                self.read = usize::MAX;
                Some(Err(self.changed(self.inputs.names().len() - 1, 1)))
            }
            other => other,
        }
    }
}

/// The path of an input that can be read again.
fn file(origin: &Origin) -> Result<&Path, Error> {
    match origin {
        Origin::File(path) if path.is_file() => Ok(path),
        // The error is that of opening it.
        Origin::File(path) if path.as_os_str() != "-" && !path.exists() => Ok(path),
        _ => Err(Error::Impossible(format!(
            "--ledger and --dry-run need input files, which are read twice; found {}",
            match origin {
                Origin::Text { .. } => "a puzzle on the command line".to_owned(),
                Origin::File(path) if path.as_os_str() == "-" => "standard input".to_owned(),
                Origin::File(path) => path.display().to_string(),
            }
        ))),
    }
}

/// The SHA-256 of a file; of several files, that of the list of theirs.
pub(super) fn hash(origins: &[Origin]) -> Result<String, Error> {
    let hashes = origins.iter().map(|origin| Ok(sha256(file(origin)?)?));
    Ok(hash_of_all(hashes.collect::<Result<_, Error>>()?))
}

fn hash_of_all(mut hashes: Vec<String>) -> String {
    match hashes.len() {
        1 => hashes.remove(0),
        _ => hex_sha256(hashes.join("\n").as_bytes()),
    }
}
