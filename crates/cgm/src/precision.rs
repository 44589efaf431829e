//! The current number formats of a metafile.
//!
//! A setting applies from its position on: the extent of a picture is often in the default precision and its body in
//! another.

use crate::decode::{Control, Descriptor, Element};

/// The four encodings of a real number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum RealFormat {
    Float32,
    Float64,
    Fixed32,
    Fixed64,
}

/// The unit of a width or size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum SizeMode {
    /// In virtual device coordinates.
    Absolute,
    /// A multiple of the nominal width.
    Scaled,
    /// A fraction of the picture's longer side.
    Fractional,
    Millimetres,
}

/// The components of a direct colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColourModel {
    Rgb,
    CieLab,
    CieLuv,
    Cmyk,
    RgbRelated,
}

/// All settings that affect how parameters are read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Precision {
    pub(crate) integer: u8,
    pub(crate) index: u8,
    pub(crate) name: u8,
    pub(crate) colour: u8,
    pub(crate) colour_index: u8,
    pub(crate) real: RealFormat,
    pub(crate) vdc_real: RealFormat,
    pub(crate) vdc_integer: u8,
    pub(crate) vdc_is_real: bool,
    pub(crate) direct_colour: bool,
    pub(crate) model: ColourModel,
    pub(crate) line_width: SizeMode,
    pub(crate) marker_size: SizeMode,
    pub(crate) edge_width: SizeMode,
    pub(crate) interior: SizeMode,
}

impl Default for Precision {
    fn default() -> Self {
        Self {
            integer: 16,
            index: 16,
            name: 16,
            colour: 8,
            colour_index: 8,
            real: RealFormat::Fixed32,
            vdc_real: RealFormat::Fixed32,
            vdc_integer: 16,
            vdc_is_real: false,
            direct_colour: false,
            model: ColourModel::Rgb,
            line_width: SizeMode::Scaled,
            marker_size: SizeMode::Scaled,
            edge_width: SizeMode::Scaled,
            interior: SizeMode::Absolute,
        }
    }
}

impl Precision {
    /// Applies an element that changes the precision.
    pub(crate) fn apply(&mut self, element: &Element) {
        match element {
            Element::Descriptor(descriptor) => self.describe(descriptor),
            Element::Control(Control::VdcIntegerPrecision(bits)) => self.vdc_integer = *bits,
            Element::Control(Control::VdcRealPrecision(format)) => self.vdc_real = *format,
            _ => {}
        }
    }

    fn describe(&mut self, descriptor: &Descriptor) {
        match descriptor {
            Descriptor::VdcType { real } => self.vdc_is_real = *real,
            Descriptor::IntegerPrecision(bits) => self.integer = *bits,
            Descriptor::RealPrecision(format) => self.real = *format,
            Descriptor::IndexPrecision(bits) => self.index = *bits,
            Descriptor::NamePrecision(bits) => self.name = *bits,
            Descriptor::ColourPrecision(bits) => self.colour = *bits,
            Descriptor::ColourIndexPrecision(bits) => self.colour_index = *bits,
            Descriptor::ColourModel(model) => self.model = *model,
            Descriptor::ColourSelection { direct } => self.direct_colour = *direct,
            Descriptor::LineWidthMode(mode) => self.line_width = *mode,
            Descriptor::MarkerSizeMode(mode) => self.marker_size = *mode,
            Descriptor::EdgeWidthMode(mode) => self.edge_width = *mode,
            Descriptor::InteriorMode(mode) => self.interior = *mode,
            _ => {}
        }
    }

    /// The number of components of a direct colour.
    pub(crate) fn components(&self) -> usize {
        if self.model == ColourModel::Cmyk { 4 } else { 3 }
    }
}
