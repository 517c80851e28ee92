//! Streams of PDF documents.

use std::io::{self, Write};

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{Filter, Pdf, Ref};

/// Writes a compressed stream.
pub fn deflated(document: &mut Pdf, id: Ref, data: &[u8]) -> io::Result<()> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(data)?;
    let bytes = encoder.finish()?;
    document.stream(id, &bytes).filter(Filter::FlateDecode);
    Ok(())
}
