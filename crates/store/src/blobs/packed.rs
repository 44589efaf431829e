//! Compression at rest, in the zstd format.
//!
//! A compressed blob begins with a skippable frame that holds our mark and the size of the content; `zstd -d` skips it
//! and reads the rest. Content that does not shrink stays as it came, and so does large content: browsers ask for parts
//! of films and pictures, which only plain files can give without being read whole.

use std::io;

use bytes::Bytes;

use super::BlobId;
use crate::hash::sha256_hex;

/// Larger content is never compressed.
pub(super) const MAX_CONTENT: usize = 4 << 20;
/// Smaller content takes a block of the file system either way.
const MIN_CONTENT: usize = 256;

/// The default of zstd; higher levels save 5 % more of a module and take three times as long.
const LEVEL: i32 = 3;

/// The magic number of a skippable frame, its length (16), and our name.
const MARK: [u8; 16] = *b"\x50\x2A\x4D\x18\x10\0\0\0airfolio";
const HEADER: usize = MARK.len() + size_of::<u64>();

/// Compresses many contents with one set of tables.
pub(super) struct Packer(zstd::bulk::Compressor<'static>);

impl Packer {
    pub(super) fn new() -> io::Result<Self> {
        zstd::bulk::Compressor::new(LEVEL).map(Self)
    }

    /// The bytes to store for `content`: compressed when that saves at least an eighth, else as they are.
    pub(super) fn pack(&mut self, content: &Bytes) -> io::Result<Bytes> {
        Ok(self.shrink(content)?.unwrap_or_else(|| content.clone()))
    }

    /// The compressed form, unless it would save less than an eighth.
    pub(super) fn shrink(&mut self, content: &[u8]) -> io::Result<Option<Bytes>> {
        if !(MIN_CONTENT..=MAX_CONTENT).contains(&content.len()) {
            return Ok(None);
        }
        let frame = self.0.compress(content)?;
        if HEADER + frame.len() > content.len() / 8 * 7 {
            return Ok(None);
        }
        let size = (content.len() as u64).to_le_bytes();
        Ok(Some([&MARK[..], &size, &frame].concat().into()))
    }
}

/// The name of `content`, and the bytes to store for it.
pub(super) fn named(content: &Bytes) -> (BlobId, io::Result<Bytes>) {
    (BlobId(sha256_hex(&[content])), Packer::new().and_then(|mut packer| packer.pack(content)))
}

/// Whether these bytes, the first of a blob, say that it is compressed.
pub(super) fn is_marked(head: &[u8]) -> bool {
    head.starts_with(&MARK)
}

/// How long the content is that `stored` claims to hold.
pub(super) fn content_len(stored: &[u8]) -> usize {
    let size = stored.get(MARK.len()..HEADER).filter(|_| is_marked(stored)).and_then(|size| size.try_into().ok());
    size.map_or(stored.len(), |size| usize::try_from(u64::from_le_bytes(size)).unwrap_or(usize::MAX))
}

/// The content of a blob from its stored bytes; `None` when it is damaged.
///
/// Only the hash decides: a delivered file may begin with our mark.
pub(super) fn open(id: &BlobId, stored: &Bytes) -> Option<Bytes> {
    let is_named = |bytes: &[u8]| sha256_hex(&[bytes]) == id.0;
    unpack(stored).filter(|content| is_named(content)).or_else(|| is_named(stored).then(|| stored.clone()))
}

fn unpack(stored: &[u8]) -> Option<Bytes> {
    let size = content_len(stored);
    // We never pack more than this, so the file is not ours and its stated size is not trusted.
    let frame = stored.get(HEADER..).filter(|_| is_marked(stored) && size <= MAX_CONTENT)?;
    zstd::bulk::decompress(frame, size).ok().map(Bytes::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(bytes: &[u8]) -> BlobId {
        BlobId(sha256_hex(&[bytes]))
    }

    fn pack(content: &[u8]) -> io::Result<Bytes> {
        Packer::new()?.pack(&Bytes::copy_from_slice(content))
    }

    #[test]
    fn content_comes_back_and_takes_less_room() -> io::Result<()> {
        let text = "Remove the cotter pin and the nut. ".repeat(400);
        let stored = pack(text.as_bytes())?;
        assert!(stored.len() < text.len() / 10, "{}", stored.len());
        assert_eq!(content_len(&stored), text.len());
        assert_eq!(open(&id(text.as_bytes()), &stored).as_deref(), Some(text.as_bytes()));
        assert_eq!(zstd::decode_all(&stored[..])?, text.as_bytes(), "any zstd program reads it");
        Ok(())
    }

    #[test]
    fn what_does_not_shrink_is_kept_as_it_is() -> io::Result<()> {
        let once = pack("<para>Text</para>".repeat(1000).as_bytes())?;
        for content in [b"short".repeat(10), once.to_vec(), b"x".repeat(MAX_CONTENT + 1)] {
            let stored = pack(&content)?;
            assert!(stored == content);
            assert_eq!(open(&id(&content), &stored), Some(stored));
        }
        Ok(())
    }

    #[test]
    fn damage_shows() -> io::Result<()> {
        let text = "Remove the cotter pin and the nut. ".repeat(400);
        let stored = pack(text.as_bytes())?;
        for position in 0..stored.len() {
            let mut damaged = stored.to_vec();
            damaged[position] ^= 1;
            let opened = open(&id(text.as_bytes()), &damaged.into());
            assert!(opened.is_none_or(|content| content == text), "{position}");
        }
        assert_eq!(open(&id(text.as_bytes()), &stored.slice(..stored.len() - 1)), None);
        Ok(())
    }

    #[test]
    fn a_delivered_file_with_our_mark_is_only_a_file() -> io::Result<()> {
        let claims = |size: u64| [&MARK[..], &size.to_le_bytes(), b"no frame"].concat();
        let packed_by_somebody = pack("<para>Text</para>".repeat(1000).as_bytes())?.to_vec();
        for content in [claims(u64::MAX), claims(3), MARK.to_vec(), packed_by_somebody] {
            let stored = pack(&content)?;
            assert_eq!(open(&id(&content), &stored).as_deref(), Some(&content[..]));
        }
        Ok(())
    }
}
