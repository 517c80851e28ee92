//! Machine and program of a benchmark run.

use std::thread;

use countless_simd::Kernel;
use serde::{Deserialize, Serialize};

use super::host::host;

/// Machine of a run, as described by the operating system.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Model of the processor.
    pub processor: String,
    /// Number of threads that run at once.
    pub threads: usize,
    /// Names of the supported kernels.
    pub kernels: Vec<String>,
    /// Instruction set extensions that matter here.
    pub features: Vec<String>,
    /// Name and version of the operating system.
    pub system: String,
    /// Governor of the clock rate.
    pub governor: Option<String>,
    /// Load before the run: average number of threads ready to run in the last minute.
    pub load: Option<f64>,
}

impl Machine {
    /// Describes this machine in its present state.
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
    /// True if more threads were ready to run than there are processors, before the run began.
    pub fn is_busy(&self) -> bool {
        self.load.is_some_and(|load| load > self.threads as f64)
    }
}

/// Program of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// Version of the program.
    pub version: String,
    /// Commit of the sources; it ends in `-dirty` if they were changed.
    pub commit: String,
    /// Version of the compiler.
    pub compiler: String,
}
