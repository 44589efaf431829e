//! The dictionary for the stored text of an index: a sample of its first texts. Modules of a library share sentences, but
//! one module alone is too short to repeat them.

use std::io;
use std::path::Path;
use std::sync::Arc;

use zstd::bulk::{Compressor, Decompressor};

use crate::blocks;

const FILE: &str = "texts.dictionary";
/// Every search loads it, and a longer one saves little more.
const LENGTH: usize = 96 << 10;
/// The sample is taken from this much text.
pub(crate) const SAMPLED: usize = 2 << 20;
/// The sample has parts of at least this many documents, where there are as many.
const MIN_DOCUMENTS: usize = 16;

/// An index without one compresses each text alone.
#[derive(Debug, Clone)]
pub(crate) struct TextDictionary(Arc<[u8]>);

impl TextDictionary {
    /// A sample of encoded texts from all parts of the list.
    pub(crate) fn of(texts: &[Vec<u8>]) -> Self {
        let size: usize = texts.iter().map(Vec::len).sum();
        let every = size.div_ceil(LENGTH).clamp(1, (texts.len() / MIN_DOCUMENTS).max(1));
        let mut sample = Vec::with_capacity(LENGTH);
        let mut left = texts.len().div_ceil(every);
        for text in texts.iter().step_by(every) {
            // Room that a short text leaves is for those after it.
            let share = (LENGTH - sample.len()) / left;
            sample.extend(&text[..text.len().min(share)]);
            left -= 1;
        }
        Self(sample.into())
    }

    /// The checksum by which a commit names its dictionary.
    pub(crate) fn checksum(&self) -> u32 {
        crc32fast::hash(&self.0)
    }

    /// Stores it in the folder of its index.
    pub(crate) fn save(&self, folder: &Path) -> io::Result<()> {
        let (draft, packed) = (folder.join(format!("{FILE}.new")), zstd::bulk::compress(&self.0, blocks::LEVEL)?);
        std::fs::write(&draft, packed)?;
        std::fs::File::open(&draft)?.sync_all()?;
        std::fs::rename(draft, folder.join(FILE))
    }

    /// Reads the dictionary that a commit names. One that is missing, damaged or of another index is an error.
    pub(crate) fn load(folder: &Path, checksum: u32) -> io::Result<Self> {
        let packed = std::fs::read(folder.join(FILE))?;
        let dictionary = Self(Decompressor::new()?.decompress(&packed, LENGTH)?.into());
        if dictionary.0.is_empty() || dictionary.checksum() != checksum {
            return Err(io::Error::other("the dictionary is not that of the index"));
        }
        Ok(dictionary)
    }

    pub(crate) fn compressor(this: Option<&Self>) -> io::Result<Compressor<'static>> {
        match this {
            Some(dictionary) => Compressor::with_dictionary(blocks::LEVEL, &dictionary.0),
            None => Compressor::new(blocks::LEVEL),
        }
    }

    /// Reads texts that were compressed with the dictionary, and texts from before it was made.
    pub(crate) fn decompressor(this: Option<&Self>) -> io::Result<Decompressor<'static>> {
        match this {
            Some(dictionary) => Decompressor::with_dictionary(&dictionary.0),
            None => Decompressor::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentHead, IndexDocument, ModulePart, TextBlock};

    fn document(number: usize) -> IndexDocument {
        let text =
            format!("{number}. Make sure that the hydraulic pump {number} has no pressure before you remove it.");
        let block = TextBlock { anchor: format!("s1d-{number}"), place: ModulePart::Step, text };
        IndexDocument { head: DocumentHead::default(), blocks: vec![block] }
    }

    fn texts(numbers: std::ops::Range<usize>) -> Vec<Vec<u8>> {
        numbers.map(|number| blocks::write(&document(number).blocks)).collect()
    }

    #[test]
    fn texts_are_smaller_with_a_dictionary_and_older_texts_stay_readable() {
        let dictionary = TextDictionary::of(&texts(0..2_000));
        let folder = tempfile::tempdir().unwrap();
        dictionary.save(folder.path()).unwrap();
        let dictionary = TextDictionary::load(folder.path(), dictionary.checksum()).unwrap();
        let blocks = document(5_000).blocks;
        let alone = blocks::pack(&mut TextDictionary::compressor(None).unwrap(), &blocks).unwrap();
        let shared = blocks::pack(&mut TextDictionary::compressor(Some(&dictionary)).unwrap(), &blocks).unwrap();
        assert!(shared.len() * 2 < alone.len(), "{} of {}", shared.len(), alone.len());
        let mut decompressor = TextDictionary::decompressor(Some(&dictionary)).unwrap();
        for packed in [shared, alone] {
            assert_eq!(blocks::unpack(&mut decompressor, &packed), blocks::write(&blocks));
        }
    }

    #[test]
    fn a_missing_or_damaged_dictionary_is_detected() {
        let folder = tempfile::tempdir().unwrap();
        let dictionary = TextDictionary::of(&texts(0..100));
        let load = || TextDictionary::load(folder.path(), dictionary.checksum());
        assert!(load().is_err());
        dictionary.save(folder.path()).unwrap();
        assert!(load().is_ok());
        let path = folder.path().join(FILE);
        let whole = std::fs::read(&path).unwrap();
        let mut flipped = whole.clone();
        flipped[whole.len() / 2] ^= 1;
        for damaged in [&[][..], &whole[..whole.len() / 2], &flipped] {
            std::fs::write(&path, damaged).unwrap();
            assert!(load().is_err(), "{} bytes", damaged.len());
        }
        TextDictionary::of(&texts(100..200)).save(folder.path()).unwrap();
        assert!(load().is_err(), "that of another index");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "no draft is left");
    }

    #[test]
    fn every_document_of_a_few_long_ones_is_sampled() {
        let long: Vec<Vec<u8>> = (b'a'..=b'j').map(|letter| vec![letter; 200_000]).collect();
        let sample = TextDictionary::of(&long).0;
        assert!((b'a'..=b'j').all(|letter| sample.contains(&letter)));
        assert_eq!(sample.len(), LENGTH);
    }
}
