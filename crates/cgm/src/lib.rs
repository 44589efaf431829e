//! Converts binary CGM to SVG: bytes in, a picture, a report and its hotspots out.
//!
//! Computer graphics metafiles (ISO/IEC 8632) are the illustration format of S1000D data, and no browser displays them.
//! [`convert`] reads the binary encoding of versions 1 to 4 and the `WebCGM` profile and writes SVG that looks the
//! same, with one group per application structure, so that hotspots can be clicked. [`structures`] reads only those. No
//! I/O and no clock: same bytes, same result.
//!
//! The pipeline: `reader` finds commands, `decode` makes typed elements, `state` keeps the current attributes, `paint`
//! turns elements into outlines, text and rasters, `svg` writes them. Any input gives a result within the [`limits`],
//! and visible content that cannot be drawn is reported as a [`Warning`].

#![forbid(unsafe_code)]

mod catalogue;
mod charset;
mod colour;
mod decode;
mod font;
mod geometry;
pub mod limits;
mod measure;
mod metafile;
mod num;
mod paint;
mod params;
mod precision;
mod raster;
mod reader;
mod report;
mod sdr;
mod state;
mod structure;
mod svg;

pub use catalogue::element_name;
pub use geometry::Point;
pub use report::{ConversionReport, Limit, Style, Warning};
pub use structure::{Region, Structure, StructureLink};

use decode::{Delimiter, Element};
use limits::MAX_INPUT_BYTES;
use metafile::Metafile;
use paint::Painter;
use reader::CommandReader;
use state::GraphicState;
use structure::StructureIndex;

/// Conversion options.
#[derive(Clone, Debug, Default)]
pub struct ConvertOptions {
    /// Prefix of every id in the SVG, so that several pictures can be on one page.
    pub id_prefix: String,
}

/// The converted picture, its report and its application structures.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgPicture {
    pub svg: String,
    pub report: ConversionReport,
    pub structures: Vec<Structure>,
}

/// A fatal conversion error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CgmError {
    #[error("not a computer graphics metafile")]
    NotCgm,
    #[error("a metafile in the clear text encoding, which is not read")]
    ClearText,
    #[error("a metafile in the character encoding, which is not read")]
    CharacterEncoding,
    #[error("larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("the metafile ends before a picture begins")]
    NoPicture,
}

impl CgmError {
    /// Stable message key.
    pub fn code(self) -> &'static str {
        match self {
            Self::NotCgm => "cgm.not_cgm",
            Self::ClearText => "cgm.clear_text",
            Self::CharacterEncoding => "cgm.character_encoding",
            Self::TooLarge { .. } => "cgm.too_large",
            Self::NoPicture => "cgm.no_picture",
        }
    }
}

/// Converts the first picture of a metafile.
///
/// A truncated file gives a partial picture; see [`ConversionReport::is_complete`].
pub fn convert(bytes: &[u8], options: &ConvertOptions) -> Result<SvgPicture, CgmError> {
    check(bytes)?;
    let mut metafile = Metafile::new(bytes);
    let mut painter = Painter::new(&options.id_prefix);
    let mut ended = false;
    while !painter.stopped {
        match metafile.next() {
            Ok(Some(step)) => {
                ended |= matches!(step.element, Ok(Element::Delimiter(Delimiter::EndPicture)));
                painter.see(&step, &metafile.precision);
            }
            Ok(None) => break,
            Err(cut) => {
                painter.report.warn(Warning::Truncated { offset: cut.0 });
                break;
            }
        }
    }
    if ended {
        let count = metafile.count_rest();
        if count > 0 {
            painter.report.warn(Warning::MorePictures { count });
        }
    } else if painter.report.is_complete() {
        painter.report.warn(Warning::EndMissing);
    }
    let (svg, report, structures) = painter.finish().ok_or(CgmError::NoPicture)?;
    Ok(SvgPicture { svg, report, structures })
}

/// The application structures of the first picture, without drawing it.
pub fn structures(bytes: &[u8]) -> Result<Vec<Structure>, CgmError> {
    check(bytes)?;
    let mut metafile = Metafile::new(bytes);
    let (mut state, mut index) = (GraphicState::default(), StructureIndex::default());
    let mut begun = false;
    while let Ok(Some(step)) = metafile.next() {
        match &step.element {
            Ok(Element::Descriptor(descriptor)) => state.describe(descriptor, &metafile.precision),
            Ok(Element::Delimiter(Delimiter::BeginPictureBody)) => begun = true,
            Ok(Element::Delimiter(Delimiter::BeginStructure { id, kind })) => {
                // Beyond the limits the list ends, as in the picture.
                let _ = index.begin(id, kind);
            }
            Ok(Element::Delimiter(Delimiter::EndStructure)) => {
                index.end();
            }
            Ok(Element::Primitive(_)) if begun => index.draw(),
            Ok(Element::Property { name, record }) => {
                let (frame, _) = state.frame(&metafile.precision);
                index.property(name, record, &frame);
            }
            _ => {}
        }
    }
    if begun { Ok(index.all) } else { Err(CgmError::NoPicture) }
}

/// Checks the signature of the three encodings.
fn check(bytes: &[u8]) -> Result<(), CgmError> {
    if bytes.len() > MAX_INPUT_BYTES {
        return Err(CgmError::TooLarge { limit: MAX_INPUT_BYTES });
    }
    let text = bytes.trim_ascii_start();
    if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"BEGMF")) {
        return Err(CgmError::ClearText);
    }
    // `BEGIN METAFILE` of the character encoding.
    if bytes.starts_with(&[0x30, 0x20]) {
        return Err(CgmError::CharacterEncoding);
    }
    let mut reader = CommandReader::new(bytes);
    loop {
        match reader.next() {
            Ok(Some(command)) if (command.class, command.id) == (0, 1) => return Ok(()),
            // Padding may precede it.
            Ok(Some(command)) if (command.class, command.id) == (0, 0) => {}
            _ => return Err(CgmError::NotCgm),
        }
    }
}
