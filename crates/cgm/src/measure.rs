//! Sizes in the units of the picture.

use crate::precision::SizeMode;

/// How long the picture's units are, to turn sizes into them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Measure {
    pub(crate) longer: f64,
    pub(crate) millimetres: Option<f64>,
}

impl Measure {
    /// The width of a line nobody gave a width, and what scaled widths are multiples of.
    pub(crate) fn nominal_width(&self) -> f64 {
        self.longer / 1000.0
    }

    /// A width of 0 means the thinnest line that can be seen.
    pub(crate) fn thinnest(&self) -> f64 {
        self.longer / 2000.0
    }

    /// A size in the picture's units; `nominal` is what a scaled size is a multiple of.
    pub(crate) fn size(&self, size: f64, mode: SizeMode, nominal: f64) -> f64 {
        match mode {
            SizeMode::Absolute => size,
            SizeMode::Scaled => size * nominal,
            SizeMode::Fractional => size * self.longer,
            // Without a metric the picture is taken to be as wide as a page of 210 mm.
            SizeMode::Millimetres => size / self.millimetres.unwrap_or(210.0 / self.longer),
        }
    }

    pub(crate) fn width(&self, width: Option<f64>, mode: SizeMode) -> f64 {
        let width = width.map_or(self.nominal_width(), |width| self.size(width, mode, self.nominal_width()));
        if width > self.longer * 1e-5 { width } else { self.thinnest() }
    }
}
