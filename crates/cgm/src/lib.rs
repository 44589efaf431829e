//! Binary CGM to SVG: bytes in, a picture, a report and its hotspots out.
//!
//! A computer graphics metafile (ISO/IEC 8632) is how technical illustrations travel with S1000D data, and no browser
//! shows one. [`convert`] reads the binary encoding of versions 1 to 4 and the `WebCGM` profile and writes SVG that looks
//! the same, with one group for each application structure, so that hotspots can be pointed at. [`structures`] reads
//! those alone. It does no I/O and reads no clock: same bytes, same answer.
//!
//! The way of a picture: `reader` finds commands, `decode` makes typed elements of them, `state` keeps the attributes
//! that hold, `paint` turns elements into outlines, text and rasters, `svg` writes them. Whatever the bytes are, there is an
//! answer within the limits of [`limits`], and what is visible and cannot be drawn is a [`Warning`], never silence.

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
pub use report::{Limit, Report, Style, Warning};
pub use structure::{Link, Region, Structure};

use decode::{Delimiter, Element};
use limits::MAX_INPUT_BYTES;
use metafile::Metafile;
use paint::Painter;
use reader::Reader;
use state::State;
use structure::StructureIndex;

/// How a picture is wanted.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// What every identifier in the picture starts with, so that several pictures can stand on one page.
    pub id_prefix: String,
}

/// A picture, what there is to say about it, and its application structures.
#[derive(Clone, Debug, PartialEq)]
pub struct Converted {
    pub svg: String,
    pub report: Report,
    pub structures: Vec<Structure>,
}

/// Why there is no picture.
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
    /// The stable word that keys its text.
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
/// A file that ends too early gives what it holds up to there; [`Report::is_complete`] tells.
pub fn convert(bytes: &[u8], options: &Options) -> Result<Converted, CgmError> {
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
    Ok(Converted { svg, report, structures })
}

/// The application structures of the first picture, without drawing it.
pub fn structures(bytes: &[u8]) -> Result<Vec<Structure>, CgmError> {
    check(bytes)?;
    let mut metafile = Metafile::new(bytes);
    let (mut state, mut index) = (State::default(), StructureIndex::default());
    let mut begun = false;
    while let Ok(Some(step)) = metafile.next() {
        match &step.element {
            Ok(Element::Descriptor(descriptor)) => state.describe(descriptor, &metafile.precision),
            Ok(Element::Delimiter(Delimiter::BeginPictureBody)) => begun = true,
            Ok(Element::Delimiter(Delimiter::BeginStructure { id, kind })) => {
                // Beyond the limits the list ends, as it does in the picture.
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

/// What starts a metafile in each of the three encodings.
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
    let mut reader = Reader::new(bytes);
    loop {
        match reader.next() {
            Ok(Some(command)) if (command.class, command.id) == (0, 1) => return Ok(()),
            // Padding may come first.
            Ok(Some(command)) if (command.class, command.id) == (0, 0) => {}
            _ => return Err(CgmError::NotCgm),
        }
    }
}
