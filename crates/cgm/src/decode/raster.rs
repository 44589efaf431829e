//! Rasters: cell arrays, patterns and tiles. Cells are expanded when they are drawn.

use crate::geometry::Point;
use crate::params::{Colour, MalformedParams, Params};

/// A colour table in its encoded form.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cells {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    pub(crate) layout: Layout,
    pub(crate) run_length: bool,
    pub(crate) bytes: Vec<u8>,
}

/// The bit layout of colours in a raster.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    /// Bits per colour index or component.
    pub(crate) bits: u8,
    /// Components of a direct colour; `None` for indexed colours.
    pub(crate) components: Option<usize>,
    /// Bits of a run-length count.
    pub(crate) count_bits: u8,
    /// Rows start at a multiple of this many bits.
    pub(crate) row_bits: usize,
}

impl Layout {
    fn read(params: &mut Params<'_>, row_bits: usize) -> Result<Self, MalformedParams> {
        let precision = params.precision;
        let components = precision.direct_colour.then(|| precision.components());
        let current = if components.is_some() { precision.colour } else { precision.colour_index };
        let bits = match params.integer()? {
            0 => current,
            local => {
                [1, 2, 4, 8, 16, 24, 32].into_iter().find(|bits| i64::from(*bits) == local).ok_or(MalformedParams)?
            }
        };
        Ok(Self { bits, components, count_bits: precision.integer, row_bits })
    }
}

impl Cells {
    pub(super) fn of_array(params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        let (columns, rows) = (params.count()?, params.count()?);
        let layout = Layout::read(params, 16)?;
        let run_length = params.choice()? == 0;
        params.align();
        Ok(Self { columns, rows, layout, run_length, bytes: params.rest().to_vec() })
    }

    pub(super) fn of_pattern(params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        let (columns, rows) = (params.count()?, params.count()?);
        let layout = Layout::read(params, 16)?;
        params.align();
        Ok(Self { columns, rows, layout, run_length: false, bytes: params.rest().to_vec() })
    }
}

/// The geometry of a tile array.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TileArray {
    pub(crate) position: Point,
    /// Quarter turns from the right, anticlockwise.
    pub(crate) path: i64,
    /// Lines progress a quarter turn clockwise from the path.
    pub(crate) clockwise: bool,
    pub(crate) tiles: (usize, usize),
    pub(crate) cells: (usize, usize),
    pub(crate) size: (f64, f64),
    pub(crate) offset: (usize, usize),
    pub(crate) image: (usize, usize),
}

impl TileArray {
    pub(super) fn read(params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        Ok(Self {
            position: params.point()?,
            path: params.choice()?.rem_euclid(4),
            clockwise: params.choice()? == 1,
            tiles: (params.count()?, params.count()?),
            cells: (params.count()?, params.count()?),
            size: (params.real()?, params.real()?),
            offset: (params.count()?, params.count()?),
            image: (params.count()?, params.count()?),
        })
    }
}

/// One tile of an array, still compressed.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tile {
    pub(crate) compression: i64,
    pub(crate) cells: TileCells,
    pub(crate) bytes: Vec<u8>,
}

/// The encoding of a tile's cells.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum TileCells {
    Bitonal { background: Colour, foreground: Colour, row_bits: usize },
    Coloured(Layout),
}

/// Up to this compression type no parameter record precedes the bits.
const LAST_WITHOUT_RECORD: i64 = 5;

impl Tile {
    pub(super) fn bitonal(params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        let (compression, row_bits) = (params.index()?, params.count()?);
        let cells = TileCells::Bitonal { background: params.colour()?, foreground: params.colour()?, row_bits };
        Self::with_bytes(compression, cells, params)
    }

    pub(super) fn coloured(params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        let (compression, row_bits) = (params.index()?, params.count()?);
        let cells = TileCells::Coloured(Layout::read(params, row_bits)?);
        Self::with_bytes(compression, cells, params)
    }

    fn with_bytes(compression: i64, cells: TileCells, params: &mut Params<'_>) -> Result<Self, MalformedParams> {
        if compression > LAST_WITHOUT_RECORD {
            params.string()?;
        }
        Ok(Self { compression, cells, bytes: params.rest().to_vec() })
    }
}
