//! What a hostile picture may cost; beyond it the picture ends and says so.

/// The largest file that is looked at.
pub const MAX_INPUT_BYTES: usize = 64 << 20;

/// The largest picture that is written.
pub const MAX_SVG_BYTES: usize = 32 << 20;

/// Points of all outlines of a picture together.
pub const MAX_POINTS: usize = 4_000_000;

/// Coloured cells of all rasters and patterns of a picture together; one in two colours counts an eighth.
pub const MAX_CELLS: usize = 8 << 20;

/// What the smallest raster counts as, since each costs more than its cells.
pub const MIN_CELLS: usize = 512;

/// Application structures within one another.
pub const MAX_DEPTH: usize = 64;

/// Application structures of a picture.
pub const MAX_STRUCTURES: usize = 20_000;

/// Entries of one table: fonts, colours, patterns, definitions, saved contexts.
pub const MAX_TABLE: usize = 4096;
