//! Files of puzzles that can be read more than once.
//!
//! With a ledger they are read twice: first for the number of chunks and the hash of all files,
//! then for the search. A difference in the second reading is an error.

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::sync::{Mutex, OnceLock, PoisonError};

use crate::puzzles::{
    ChunkReader, ChunkReaderOptions, InputOrigin, Inputs, PuzzleChunk, PuzzleFormat,
};
use countless_engine::Error;
use countless_table::{HashingReader, Input, hex_sha256, sha256};

/// Files of puzzles that are open, and can be opened again.
#[derive(Debug)]
pub struct RereadFiles {
    origins: Vec<InputOrigin>,
    options: ChunkReaderOptions,
    formats: Vec<PuzzleFormat>,
    /// Inputs from the first opening, until they are read.
    opened: Mutex<Option<Inputs>>,
    first_reading: OnceLock<FirstReading>,
    keys: RandomState,
}

/// Results of the first reading.
#[derive(Debug)]
struct FirstReading {
    /// [Hash](hash_inputs) of all files.
    hash: String,
    /// Number of subtrees in all chunks.
    subtrees: u64,
    /// Hash of each chunk, to compare with the second reading.
    chunks: Vec<u64>,
}

impl RereadFiles {
    /// Opens all files, and detects their formats. Returns them with the name of each, and whether
    /// it has no lines besides blank ones and comments.
    pub fn open(
        origins: Vec<InputOrigin>,
        options: ChunkReaderOptions,
    ) -> Result<(Self, Vec<(String, bool)>), Error> {
        let inputs = Inputs::open(origins.clone(), &options)?;
        let are_blank = inputs.are_blank().iter().copied();
        let names = inputs.names().iter().cloned().zip(are_blank).collect();
        let source = Self {
            origins,
            options,
            formats: inputs.formats().to_vec(),
            opened: Mutex::new(Some(inputs)),
            first_reading: OnceLock::new(),
            keys: RandomState::new(),
        };
        Ok((source, names))
    }

    pub fn formats(&self) -> &[PuzzleFormat] {
        &self.formats
    }

    /// Reads all files from the beginning.
    pub fn read(&self) -> Result<Inputs, Error> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(inputs) = opened.take() {
            return Ok(inputs);
        }
        for origin in &self.origins {
            let name = match origin {
                InputOrigin::File(path) if path == Path::new("-") => "standard input".to_owned(),
                InputOrigin::File(path) if !path.is_file() => path.display().to_string(),
                _ => continue,
            };
            return Err(Error::Impossible(format!("{name} can be read only once")));
        }
        let inputs = Inputs::open(self.origins.clone(), &self.options)?;
        let mut layouts = inputs.formats().iter().zip(&self.formats);
        match layouts.position(|(now, before)| now != before) {
            Some(changed) => Err(Inputs::changed(&inputs.names()[changed], 1)),
            None => Ok(inputs),
        }
    }

    /// Reads all files once, unless that was done before, and returns the number of subtrees.
    /// `subtrees` is called with the number of the input and a chunk, and returns the subtrees of
    /// that chunk.
    pub fn survey(
        &self,
        mut subtrees: impl FnMut(usize, &PuzzleChunk) -> u64,
    ) -> Result<u64, Error> {
        if let Some(survey) = self.first_reading.get() {
            return Ok(survey.subtrees);
        }
        let (mut hashes, mut chunks, mut all) = (Vec::new(), Vec::new(), 0);
        for (index, origin) in self.origins.iter().enumerate() {
            let path = rereadable_path(origin)?;
            let name = path.display().to_string();
            let fail = |source| Error::read(&name, source);
            let raw = File::open(path).map_err(fail)?;
            let length = raw.metadata().map_err(fail)?.len();
            let (raw, digest) = HashingReader::new(raw);
            let input = Input::new(&name, raw, Some(length))?;
            let reader = ChunkReader::new(input, &self.options)?;
            if *reader.format() != self.formats[index] {
                return Err(Inputs::changed(&name, 1));
            }
            let meter = reader.meter().clone();
            for chunk in reader {
                let chunk = chunk?;
                all += subtrees(index, &chunk);
                chunks.push(self.keys.hash_one((index, chunk.bytes())));
            }
            // Bytes after a compressed stream are not read.
            let is_whole = meter.consumed() == length;
            hashes.push(if is_whole {
                digest.hex()
            } else {
                sha256(path)?
            });
        }
        let survey = FirstReading {
            hash: hash_of_all(hashes),
            subtrees: all,
            chunks,
        };
        Ok(self.first_reading.get_or_init(|| survey).subtrees)
    }

    /// Reads all files again. Each chunk must be as in the [survey](Self::survey), if there was
    /// one.
    pub fn reread(&self) -> Result<RereadInputs<'_>, Error> {
        Ok(RereadInputs {
            inputs: self.read()?,
            files: self,
            read: 0,
        })
    }

    /// [Hash](hash_inputs) of all files.
    pub fn hash(&self) -> Result<String, Error> {
        match self.first_reading.get() {
            Some(survey) => Ok(survey.hash.clone()),
            None => hash_inputs(&self.origins),
        }
    }
}

/// Inputs that must not have changed.
#[derive(Debug)]
pub struct RereadInputs<'a> {
    inputs: Inputs,
    files: &'a RereadFiles,
    read: usize,
}

impl RereadInputs<'_> {
    /// Number of bytes read so far, before decompression.
    pub fn consumed(&self) -> u64 {
        self.inputs.consumed()
    }

    /// Number of bytes in all inputs, before decompression, if it is known.
    pub fn total(&self) -> Option<u64> {
        self.inputs.total()
    }

    fn changed(&self, input: usize, line: u64) -> Error {
        let name = self.inputs.names().get(input);
        Inputs::changed(name.map_or("the input", String::as_str), line)
    }
}

impl Iterator for RereadInputs<'_> {
    type Item = Result<PuzzleChunk, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.inputs.next();
        let Some(survey) = self.files.first_reading.get() else {
            return chunk;
        };
        match chunk {
            Some(Ok(chunk)) => {
                let (input, expected) = (chunk.input(), survey.chunks.get(self.read));
                let found = self.files.keys.hash_one((input, chunk.bytes()));
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

/// Returns the path of an input that can be read again.
fn rereadable_path(origin: &InputOrigin) -> Result<&Path, Error> {
    match origin {
        InputOrigin::File(path) if path.is_file() => Ok(path),
        // The error is reported when the file is opened.
        InputOrigin::File(path) if path.as_os_str() != "-" && !path.exists() => Ok(path),
        _ => Err(Error::Impossible(format!(
            "--ledger and --dry-run need input files, which are read twice; found {}",
            match origin {
                InputOrigin::Text { .. } => "a puzzle on the command line".to_owned(),
                InputOrigin::File(path) if path.as_os_str() == "-" => "standard input".to_owned(),
                InputOrigin::File(path) => path.display().to_string(),
            }
        ))),
    }
}

/// Returns the SHA-256 of a file, or for several files that of the list of their hashes.
pub(super) fn hash_inputs(origins: &[InputOrigin]) -> Result<String, Error> {
    let hashes = origins
        .iter()
        .map(|origin| Ok(sha256(rereadable_path(origin)?)?));
    Ok(hash_of_all(hashes.collect::<Result<_, Error>>()?))
}

fn hash_of_all(mut hashes: Vec<String>) -> String {
    match hashes.len() {
        1 => hashes.remove(0),
        _ => hex_sha256(hashes.join("\n").as_bytes()),
    }
}
