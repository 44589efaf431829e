//! Decodes commands into typed elements; `state` and `paint` interpret them.

mod attribute;
mod descriptor;
mod primitive;
mod raster;

use crate::geometry::Point;
use crate::params::{Colour, MalformedParams, Params};
use crate::precision::{ColourModel, Precision, RealFormat, SizeMode};
use crate::reader::Command;
use crate::sdr::DataRecord;

pub(crate) use attribute::Attribute;
pub(crate) use primitive::{ArcClosure, Primitive, Spline};
pub(crate) use raster::{Cells, Layout, Tile, TileArray, TileCells};

/// One element of a metafile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Element {
    Delimiter(Delimiter),
    Descriptor(Descriptor),
    Control(Control),
    Primitive(Primitive),
    Attribute(Attribute),
    /// A property of the application structure that is being opened.
    Property {
        name: Vec<u8>,
        record: DataRecord,
    },
    Escape(i64),
    /// Known, without effect on the picture.
    Ignored,
    /// Known and visible, but not supported.
    Undrawn,
    Unknown,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Delimiter {
    BeginMetafile(Vec<u8>),
    EndMetafile,
    BeginPicture(Vec<u8>),
    BeginPictureBody,
    EndPicture,
    BeginSegment,
    EndSegment,
    BeginFigure,
    EndFigure,
    BeginCompoundLine,
    EndCompoundLine,
    BeginTileArray(TileArray),
    EndTileArray,
    BeginStructure { id: Vec<u8>, kind: Vec<u8> },
    BeginStructureBody,
    EndStructure,
}

/// Elements that describe the metafile or the picture.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Descriptor {
    Version(i64),
    Description(Vec<u8>),
    VdcType {
        real: bool,
    },
    IntegerPrecision(u8),
    RealPrecision(RealFormat),
    IndexPrecision(u8),
    NamePrecision(u8),
    ColourPrecision(u8),
    ColourIndexPrecision(u8),
    ColourValueExtent(ColourExtent),
    ColourModel(ColourModel),
    /// Complete commands that set initial defaults.
    DefaultsReplacement(Vec<u8>),
    FontList(Vec<Vec<u8>>),
    CharacterSets(Vec<(i64, Vec<u8>)>),
    /// Millimetres per unit, for a picture with a metric size.
    Scaling(Option<f64>),
    ColourSelection {
        direct: bool,
    },
    LineWidthMode(SizeMode),
    MarkerSizeMode(SizeMode),
    EdgeWidthMode(SizeMode),
    InteriorMode(SizeMode),
    VdcExtent(Point, Point),
    Background([u32; 4]),
    LineType {
        index: i64,
        length: f64,
        parts: Vec<i64>,
    },
    HatchStyle(HatchStyle),
}

/// The value range of colour components.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ColourExtent {
    Range {
        low: [u32; 4],
        high: [u32; 4],
    },
    /// Scale and offset per component, for the CIE models.
    Scaled([(f64, f64); 3]),
}

/// A hatch style defined in the metafile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct HatchStyle {
    pub(crate) index: i64,
    pub(crate) crossed: bool,
    pub(crate) first: Point,
    pub(crate) second: Point,
    pub(crate) cycle: f64,
    pub(crate) gaps: Vec<i64>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Control {
    VdcIntegerPrecision(u8),
    VdcRealPrecision(RealFormat),
    AuxiliaryColour(Colour),
    Transparency { on: bool },
    ClipRectangle(Point, Point),
    ClipIndicator { on: bool },
    NewRegion,
    SaveContext(i64),
    RestoreContext(i64),
    MitreLimit(f64),
    TransparentCell { on: bool, colour: Colour },
}

/// Decodes a command in the current precision.
pub(crate) fn decode(command: &Command<'_>, precision: &Precision) -> Result<Element, MalformedParams> {
    let mut params = Params::new(&command.params, precision);
    match command.class {
        0 => delimiter(command.id, &mut params),
        1 => descriptor::of_metafile(command.id, &mut params),
        2 => descriptor::of_picture(command.id, &mut params),
        3 => control(command.id, &mut params),
        4 => primitive::read(command.id, &mut params),
        5 => attribute::read(command.id, &mut params),
        6 if command.id == 1 => Ok(Element::Escape(params.integer()?)),
        7 if matches!(command.id, 1 | 2) => Ok(Element::Ignored),
        8 => Ok(segment(command.id)),
        9 if command.id == 1 => {
            let name = params.string()?;
            let record = DataRecord::read(&params.string()?, precision);
            Ok(Element::Property { name, record })
        }
        _ => Ok(Element::Unknown),
    }
}

fn delimiter(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let delimiter = match id {
        0 | 14 | 18 => return Ok(Element::Ignored),
        // Neither name matters, and version 1 writers left them out.
        1 => Delimiter::BeginMetafile(params.string().unwrap_or_default()),
        2 => Delimiter::EndMetafile,
        3 => Delimiter::BeginPicture(params.string().unwrap_or_default()),
        4 => Delimiter::BeginPictureBody,
        5 => Delimiter::EndPicture,
        6 => Delimiter::BeginSegment,
        7 => Delimiter::EndSegment,
        8 => Delimiter::BeginFigure,
        9 => Delimiter::EndFigure,
        15 => Delimiter::BeginCompoundLine,
        16 => Delimiter::EndCompoundLine,
        19 => Delimiter::BeginTileArray(TileArray::read(params)?),
        20 => Delimiter::EndTileArray,
        21 => Delimiter::BeginStructure { id: params.string()?, kind: params.string()? },
        22 => Delimiter::BeginStructureBody,
        23 => Delimiter::EndStructure,
        13 | 17 => return Ok(Element::Undrawn),
        _ => return Ok(Element::Unknown),
    };
    Ok(Element::Delimiter(delimiter))
}

fn control(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let control = match id {
        1 => Control::VdcIntegerPrecision(bits(params, &[16, 24, 32])?),
        2 => Control::VdcRealPrecision(real_format(params)?),
        3 => Control::AuxiliaryColour(params.colour()?),
        4 => Control::Transparency { on: params.choice()? != 0 },
        5 => Control::ClipRectangle(params.point()?, params.point()?),
        6 => Control::ClipIndicator { on: params.choice()? != 0 },
        10 => Control::NewRegion,
        11 => Control::SaveContext(params.name()?),
        12 => Control::RestoreContext(params.name()?),
        19 => Control::MitreLimit(params.real()?),
        20 => Control::TransparentCell { on: params.choice()? != 0, colour: params.colour()? },
        7..=9 => return Ok(Element::Ignored),
        17 => {
            let (_, indicator) = (params.index()?, params.index()?);
            return Ok(visible(indicator > 1));
        }
        18 => return Ok(visible(params.choice()? != 0)),
        _ => return Ok(Element::Unknown),
    };
    Ok(Element::Control(control))
}

/// Segments are a version 2 feature and rare; copied segments are not drawn.
fn segment(id: u8) -> Element {
    match id {
        1 | 4 => Element::Undrawn,
        2 | 3 | 5 | 6 | 7 => Element::Ignored,
        _ => Element::Unknown,
    }
}

/// An unsupported element: reported only when it is visible.
fn visible(seen: bool) -> Element {
    if seen { Element::Undrawn } else { Element::Ignored }
}

/// Parses a precision, which must be one of `allowed`.
fn bits(params: &mut Params<'_>, allowed: &[u8]) -> Result<u8, MalformedParams> {
    let bits = params.integer()?;
    allowed.iter().copied().find(|allowed| i64::from(*allowed) == bits).ok_or(MalformedParams)
}

fn real_format(params: &mut Params<'_>) -> Result<RealFormat, MalformedParams> {
    match (params.choice()?, params.integer()?, params.integer()?) {
        (0, 9, 23) => Ok(RealFormat::Float32),
        (0, 12, 52) => Ok(RealFormat::Float64),
        (1, 16, 16) => Ok(RealFormat::Fixed32),
        (1, 32, 32) => Ok(RealFormat::Fixed64),
        _ => Err(MalformedParams),
    }
}
