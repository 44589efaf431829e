//! Elements that set graphic attributes.

use super::{Cells, Element, visible};
use crate::geometry::Point;
use crate::limits::MAX_TABLE;
use crate::params::{Colour, MalformedParams, Params};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Attribute {
    LineType(i64),
    LineWidth(f64),
    LineColour(Colour),
    LineCap { line: i64, dash: i64 },
    LineJoin(i64),
    LineOffset(f64),
    MarkerType(i64),
    MarkerSize(f64),
    MarkerColour(Colour),
    TextFont(i64),
    ExpansionFactor(f64),
    CharacterSpacing(f64),
    TextColour(Colour),
    CharacterHeight(f64),
    CharacterOrientation { up: Point, base: Point },
    TextPath(i64),
    TextAlignment { horizontal: i64, vertical: i64, across: f64, along: f64 },
    CharacterSet(i64),
    AlternateCharacterSet(i64),
    RestrictedTextType(i64),
    InteriorStyle(i64),
    FillColour(Colour),
    HatchIndex(i64),
    PatternIndex(i64),
    ReferencePoint(Point),
    PatternTable { index: i64, cells: Cells },
    PatternSize { height: Point, width: Point },
    EdgeType(i64),
    EdgeWidth(f64),
    EdgeColour(Colour),
    EdgeVisibility { on: bool },
    EdgeCap { line: i64, dash: i64 },
    EdgeJoin(i64),
    EdgeOffset(f64),
    ColourTable { start: u32, colours: Vec<[u32; 4]> },
}

pub(super) fn read(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let attribute = match id {
        1..=8 => line_or_marker(id, params)?,
        9..=20 => text(id, params)?,
        21..=33 => fill_or_edge(id, params)?,
        34 => Some(Attribute::ColourTable { start: params.colour_index()?, colours: colours(params)? }),
        // Pairs of an aspect and whether it comes from a bundle.
        35 => {
            let mut bundled = false;
            while params.left() >= 4 {
                let (_, source) = (params.choice()?, params.choice()?);
                bundled |= source == 1;
            }
            return Ok(visible(bundled));
        }
        // Pairs of a kind of score and whether it is drawn.
        41 => {
            let mut drawn = false;
            while params.left() >= 4 {
                let (_, indicator) = (params.index()?, params.choice()?);
                drawn |= indicator == 1;
            }
            return Ok(visible(drawn));
        }
        36..=40 | 42 | 44..=47 => cap_or_join(id, params)?,
        // Reported when such an interior or symbol is drawn.
        43 | 48..=51 => None,
        _ => return Ok(Element::Unknown),
    };
    Ok(attribute.map_or(Element::Ignored, Element::Attribute))
}

fn line_or_marker(id: u8, params: &mut Params<'_>) -> Result<Option<Attribute>, MalformedParams> {
    Ok(Some(match id {
        2 => Attribute::LineType(params.index()?),
        3 => Attribute::LineWidth(params.size(params.precision.line_width)?),
        4 => Attribute::LineColour(params.colour()?),
        6 => Attribute::MarkerType(params.index()?),
        7 => Attribute::MarkerSize(params.size(params.precision.marker_size)?),
        8 => Attribute::MarkerColour(params.colour()?),
        _ => return Ok(None),
    }))
}

fn text(id: u8, params: &mut Params<'_>) -> Result<Option<Attribute>, MalformedParams> {
    Ok(Some(match id {
        10 => Attribute::TextFont(params.index()?),
        12 => Attribute::ExpansionFactor(params.real()?),
        13 => Attribute::CharacterSpacing(params.real()?),
        14 => Attribute::TextColour(params.colour()?),
        15 => Attribute::CharacterHeight(params.vdc()?),
        16 => Attribute::CharacterOrientation { up: params.point()?, base: params.point()? },
        17 => Attribute::TextPath(params.choice()?),
        18 => Attribute::TextAlignment {
            horizontal: params.choice()?,
            vertical: params.choice()?,
            across: params.real()?,
            along: params.real()?,
        },
        19 => Attribute::CharacterSet(params.index()?),
        20 => Attribute::AlternateCharacterSet(params.index()?),
        _ => return Ok(None),
    }))
}

fn fill_or_edge(id: u8, params: &mut Params<'_>) -> Result<Option<Attribute>, MalformedParams> {
    Ok(Some(match id {
        22 => Attribute::InteriorStyle(params.choice()?),
        23 => Attribute::FillColour(params.colour()?),
        24 => Attribute::HatchIndex(params.index()?),
        25 => Attribute::PatternIndex(params.index()?),
        27 => Attribute::EdgeType(params.index()?),
        28 => Attribute::EdgeWidth(params.size(params.precision.edge_width)?),
        29 => Attribute::EdgeColour(params.colour()?),
        30 => Attribute::EdgeVisibility { on: params.choice()? != 0 },
        31 => Attribute::ReferencePoint(params.point()?),
        32 => Attribute::PatternTable { index: params.index()?, cells: Cells::of_pattern(params)? },
        33 => {
            let mode = params.precision.interior;
            Attribute::PatternSize {
                height: Point::new(params.size(mode)?, params.size(mode)?),
                width: Point::new(params.size(mode)?, params.size(mode)?),
            }
        }
        _ => return Ok(None),
    }))
}

fn cap_or_join(id: u8, params: &mut Params<'_>) -> Result<Option<Attribute>, MalformedParams> {
    Ok(Some(match id {
        37 => Attribute::LineCap { line: params.index()?, dash: params.index()? },
        38 => Attribute::LineJoin(params.index()?),
        40 => Attribute::LineOffset(params.real()?),
        42 => Attribute::RestrictedTextType(params.index()?),
        44 => Attribute::EdgeCap { line: params.index()?, dash: params.index()? },
        45 => Attribute::EdgeJoin(params.index()?),
        47 => Attribute::EdgeOffset(params.real()?),
        _ => return Ok(None),
    }))
}

fn colours(params: &mut Params<'_>) -> Result<Vec<[u32; 4]>, MalformedParams> {
    let width = params.precision.components() * usize::from(params.precision.colour / 8);
    let count = (params.left() / width).min(MAX_TABLE);
    (0..count).map(|_| params.direct()).collect()
}
