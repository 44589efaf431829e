//! Converts sizes to picture units.

use crate::precision::SizeMode;

/// The scale of picture units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitScale {
    pub(crate) longer: f64,
    pub(crate) millimetres: Option<f64>,
}

impl UnitScale {
    /// The default line width, and the unit of scaled widths.
    pub(crate) fn nominal_width(&self) -> f64 {
        self.longer / 1000.0
    }

    /// The thinnest visible line, for a width of 0.
    pub(crate) fn thinnest(&self) -> f64 {
        self.longer / 2000.0
    }

    /// A size in picture units; `nominal` is the unit of a scaled size.
    pub(crate) fn size(&self, size: f64, mode: SizeMode, nominal: f64) -> f64 {
        match mode {
            SizeMode::Absolute => size,
            SizeMode::Scaled => size * nominal,
            SizeMode::Fractional => size * self.longer,
            // Without a metric the picture is assumed to be 210 mm wide, like a page.
            SizeMode::Millimetres => size / self.millimetres.unwrap_or(210.0 / self.longer),
        }
    }

    pub(crate) fn width(&self, width: Option<f64>, mode: SizeMode) -> f64 {
        let width = width.map_or(self.nominal_width(), |width| self.size(width, mode, self.nominal_width()));
        if width > self.longer * 1e-5 { width } else { self.thinnest() }
    }
}
