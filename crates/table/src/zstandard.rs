//! Zstandard, which is C and therefore absent from WebAssembly.

#[cfg(target_family = "wasm")]
pub(super) use absent::{Encoder, decoder, encoder};
#[cfg(not(target_family = "wasm"))]
pub(super) use present::{Encoder, decoder, encoder};

#[cfg(not(target_family = "wasm"))]
mod present {
    use std::io::{self, BufRead, Read, Write};
    use std::thread;

    use crossbeam::channel::bounded;

    /// Zstandard level. For rows of digits, the fastest level compresses no worse than the next two.
    /// A million solved sudokus (173 MB): 71 MB in 1.3 s; at level 3, 77 MB in 2.2 s.
    const LEVEL: i32 = 1;

    pub type Encoder<W> = zstd::Encoder<'static, W>;

    /// Returns a writer that compresses, with up to `threads` additional threads.
    pub fn encoder<W: Write>(target: W, threads: usize) -> io::Result<Encoder<W>> {
        let mut encoder = zstd::Encoder::new(target, LEVEL)?;
        encoder.multithread(startable(threads) as u32)?;
        Ok(encoder)
    }

    /// Returns the plain bytes of all frames.
    pub fn decoder(frames: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        Ok(Box::new(zstd::Decoder::with_buffer(frames)?))
    }

    /// Returns the number of threads that can be started, at most `threads`. Zstandard fails if it
    /// cannot start a thread.
    fn startable(threads: usize) -> usize {
        let (sender, receiver) = bounded::<()>(0);
        let wait = || {
            let receiver = receiver.clone();
            let wait = move || {
                // Blocks until all threads have been started.
                let _ = receiver.recv();
            };
            thread::Builder::new().spawn(wait).ok()
        };
        let started: Vec<_> = (0..threads).map_while(|_| wait()).collect();
        drop(sender);
        started
            .into_iter()
            .filter_map(|thread| thread.join().ok())
            .count()
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn threads_can_be_started() {
            assert_eq!(super::startable(3), 3);
        }
    }
}

/// Replacement in WebAssembly.
#[cfg(target_family = "wasm")]
mod absent {
    use std::io::{self, BufRead, Read, Write};

    fn none<T>() -> io::Result<T> {
        let reason = "this build does not support Zstandard";
        Err(io::Error::new(io::ErrorKind::Unsupported, reason))
    }

    /// Returns an error, in place of a writer that compresses.
    pub fn encoder<W>(_: W, _: usize) -> io::Result<Encoder<W>> {
        none()
    }

    /// Returns an error: this build does not support Zstandard.
    pub fn decoder(_: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
        none()
    }

    /// Writer that cannot be made.
    pub struct Encoder<W>(W, std::convert::Infallible);

    impl<W> Encoder<W> {
        pub fn finish(self) -> io::Result<W> {
            match self.1 {}
        }
    }

    impl<W> Write for Encoder<W> {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            match self.1 {}
        }

        fn flush(&mut self) -> io::Result<()> {
            match self.1 {}
        }
    }
}
