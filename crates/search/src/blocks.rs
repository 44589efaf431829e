//! The stored text of a module: its blocks, compressed by module, so that a search decompresses only the text of results.

use std::io;

use zstd::bulk::{Compressor, Decompressor};

use crate::document::{ModulePart, TextBlock};
use crate::schema::MAX_TEXT;

/// The default level of zstd.
pub(crate) const LEVEL: i32 = 3;

/// A stored block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StoredBlock<'b> {
    pub(crate) anchor: &'b str,
    pub(crate) place: ModulePart,
    pub(crate) text: &'b str,
}

/// Length of the largest text that is decompressed: twice the text that is indexed, for the anchors.
const MAX_LENGTH: usize = 2 * MAX_TEXT;

/// Encodes and compresses blocks: the length, then a frame of zstd.
pub(crate) fn pack(compressor: &mut Compressor<'_>, blocks: &[TextBlock]) -> io::Result<Vec<u8>> {
    let bytes = write(blocks);
    let mut packed = u32::try_from(bytes.len()).unwrap_or_default().to_le_bytes().to_vec();
    packed.extend(compressor.compress(&bytes)?);
    Ok(packed)
}

/// The encoded blocks; none when they are damaged.
pub(crate) fn unpack(decompressor: &mut Decompressor<'_>, packed: &[u8]) -> Vec<u8> {
    let Some((length, frame)) = packed.split_first_chunk() else { return Vec::new() };
    let length = MAX_LENGTH.min(u32::from_le_bytes(*length) as usize);
    decompressor.decompress(frame, length).unwrap_or_default()
}

/// Encodes blocks: for each its part as one byte, then anchor and text, each after its length.
pub(crate) fn write(blocks: &[TextBlock]) -> Vec<u8> {
    let size = blocks.iter().map(|block| block.anchor.len() + block.text.len() + 9).sum();
    let mut bytes = Vec::with_capacity(size);
    for block in blocks {
        let part = ModulePart::ALL.iter().position(|part| *part == block.place).unwrap_or_default();
        bytes.push(u8::try_from(part).unwrap_or_default());
        for text in [&block.anchor, &block.text] {
            bytes.extend(u32::try_from(text.len()).unwrap_or_default().to_le_bytes());
            bytes.extend(text.as_bytes());
        }
    }
    bytes
}

/// Decodes blocks; ends at the first that cannot be read.
pub(crate) fn read(bytes: &[u8]) -> impl Iterator<Item = StoredBlock<'_>> + Clone {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (part, after) = rest.split_first()?;
        rest = after;
        let (anchor, text) = (take_text(&mut rest)?, take_text(&mut rest)?);
        Some(StoredBlock { anchor, place: *ModulePart::ALL.get(usize::from(*part))?, text })
    })
}

fn take_text<'b>(rest: &mut &'b [u8]) -> Option<&'b str> {
    let (length, after) = rest.split_first_chunk()?;
    let (text, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *rest = after;
    std::str::from_utf8(text).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_read_back_as_written() {
        let block =
            |anchor: &str, place, text: &str| TextBlock { anchor: anchor.to_owned(), place, text: text.to_owned() };
        let blocks = [
            block("a", ModulePart::Para, "检查 the pump"),
            block("", ModulePart::Mel, ""),
            block("c", ModulePart::Step, "x"),
        ];
        let mut compressor = Compressor::new(LEVEL).unwrap();
        let bytes = unpack(&mut Decompressor::new().unwrap(), &pack(&mut compressor, &blocks).unwrap());
        let found: Vec<_> = read(&bytes).map(|one| block(one.anchor, one.place, one.text)).collect();
        assert_eq!(found, blocks);
        assert_eq!(read(&bytes[..bytes.len() - 1]).count(), 2, "a damaged end");
    }
}
