//! Limits for files.

/// The limits of one file. Values beyond them are findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceLimits {
    /// Bytes of the file as it was sent.
    pub file_bytes: usize,
    /// Unpacked bytes of one archive.
    pub unpacked_bytes: u64,
    /// Unpacked bytes for one packed byte.
    pub ratio: u64,
    /// Files in an archive.
    pub entries: usize,
    pub items: usize,
    pub categories: usize,
    /// Clauses of the whole collection.
    pub clauses: usize,
    /// Levels of categories, and of items below items.
    pub depth: usize,
    /// Cells of all sheets, or values of a JSON file.
    pub cells: usize,
    pub code_chars: usize,
    /// Characters of titles and other short values.
    pub title_chars: usize,
    /// Characters of the text or the guidance of one item.
    pub text_chars: usize,
    /// Bytes of one picture.
    pub image_bytes: usize,
    /// Bytes of all pictures.
    pub images_bytes: usize,
    /// Findings that are listed; the others are counted.
    pub findings: usize,
}

impl Default for SourceLimits {
    /// The largest export of EASA has about 3,400 topics and, by the size of smaller ones, less than 100 MB unpacked.
    fn default() -> Self {
        Self {
            file_bytes: 96 << 20,
            unpacked_bytes: 256 << 20,
            ratio: 200,
            entries: 10_000,
            items: 50_000,
            categories: 20_000,
            clauses: 1_000_000,
            depth: 32,
            cells: 4_000_000,
            code_chars: 200,
            title_chars: 2_000,
            text_chars: 400_000,
            image_bytes: 8 << 20,
            images_bytes: 64 << 20,
            findings: 1_000,
        }
    }
}
