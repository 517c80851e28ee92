//! The machine and the program of a benchmark run.

use std::thread;

use countless_simd::Kernel;
use serde::{Deserialize, Serialize};

use super::host::host;

/// Where a run took place, as far as the system tells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// The model of the processor.
    pub processor: String,
    /// How many threads run at once.
    pub threads: usize,
    /// The kernels that it can run.
    pub kernels: Vec<String>,
    /// The instruction set extensions that count here.
    pub features: Vec<String>,
    /// The operating system and its version.
    pub system: String,
    /// What sets the clock rate.
    pub governor: Option<String>,
    /// The load before the run: how many threads wanted to run, on average over a minute.
    pub load: Option<f64>,
}

impl Machine {
    /// This machine, now.
    pub fn here() -> Self {
        let host = host();
        let counts = |flag: &&str| {
            ["sse4_2", "popcnt", "bmi", "avx"]
                .iter()
                .any(|prefix| flag.starts_with(prefix))
        };
        let features = host.features.split(' ').filter(counts);
        let release = host.release.unwrap_or_default();
        Self {
            processor: host
                .processor
                .unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            threads: thread::available_parallelism().map_or(1, usize::from),
            kernels: Kernel::available()
                .map(|kernel| kernel.name().to_owned())
                .collect(),
            features: features.map(str::to_owned).collect(),
            system: format!("{} {release}", std::env::consts::OS)
                .trim()
                .to_owned(),
            governor: host.governor,
            load: host.load,
        }
    }
}

impl Machine {
    /// Whether more threads wanted to run than there are processors, before the first of ours.
    pub fn is_busy(&self) -> bool {
        self.load.is_some_and(|load| load > self.threads as f64)
    }
}

/// The program that ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Its version.
    pub version: String,
    /// The commit of its sources; `-dirty` if they were changed.
    pub commit: String,
    /// What compiled it.
    pub compiler: String,
}
