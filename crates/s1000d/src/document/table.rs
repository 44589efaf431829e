//! Tables of the CALS model.

/// A table of the CALS model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalsTable {
    pub frame: Frame,
    /// The widths of the columns in percent; empty unless all are known.
    pub widths: Vec<u32>,
}

/// The lines around a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    All,
    TopAndBottom,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableCell {
    pub is_heading: bool,
    /// Whether the author left it out, so that it only fills its place.
    pub is_left_out: bool,
    pub columns: u16,
    pub rows: u16,
    pub align: Option<Align>,
    pub vertical: Option<VerticalAlign>,
}

impl Default for TableCell {
    fn default() -> Self {
        Self { is_heading: false, is_left_out: false, columns: 1, rows: 1, align: None, vertical: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
    Center,
    Justify,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VerticalAlign {
    Top,
    Middle,
    Bottom,
}
