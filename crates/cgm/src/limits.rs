//! Resource limits against hostile input; a picture that exceeds one is cut off and reported.

/// The largest input file.
pub const MAX_INPUT_BYTES: usize = 64 << 20;

/// The largest output.
pub const MAX_SVG_BYTES: usize = 32 << 20;

/// Points of all outlines together.
pub const MAX_POINTS: usize = 4_000_000;

/// Coloured cells of all rasters and patterns together; a two-colour cell counts an eighth.
pub const MAX_CELLS: usize = 8 << 20;

/// The minimum cost of a raster, because each costs more than its cells.
pub const MIN_CELLS: usize = 512;

/// Nesting depth of application structures.
pub const MAX_DEPTH: usize = 64;

/// Number of application structures.
pub const MAX_STRUCTURES: usize = 20_000;

/// Entries of one table: fonts, colours, patterns, definitions, saved contexts.
pub const MAX_TABLE: usize = 4096;
