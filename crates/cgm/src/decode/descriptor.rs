//! Elements that describe the metafile and the picture.

use super::{ColourExtent, Descriptor, Element, HatchStyle, bits, real_format};
use crate::geometry::Point;
use crate::limits::MAX_TABLE;
use crate::params::{MalformedParams, Params};
use crate::precision::{ColourModel, RealFormat, SizeMode};

const WIDTHS: [u8; 4] = [8, 16, 24, 32];

pub(super) fn of_metafile(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let descriptor = match id {
        1 => Descriptor::Version(params.integer()?),
        2 => Descriptor::Description(params.string()?),
        3 => Descriptor::VdcType { real: params.choice()? == 1 },
        4 => Descriptor::IntegerPrecision(bits(params, &WIDTHS)?),
        5 => Descriptor::RealPrecision(real_format(params)?),
        6 => Descriptor::IndexPrecision(bits(params, &WIDTHS)?),
        7 => Descriptor::ColourPrecision(bits(params, &WIDTHS)?),
        8 => Descriptor::ColourIndexPrecision(bits(params, &WIDTHS)?),
        10 => Descriptor::ColourValueExtent(colour_extent(params)?),
        12 => Descriptor::DefaultsReplacement(params.rest().to_vec()),
        13 => Descriptor::FontList(strings(params)?),
        14 => Descriptor::CharacterSets(character_sets(params)?),
        16 => Descriptor::NamePrecision(bits(params, &WIDTHS)?),
        19 => Descriptor::ColourModel(match params.index()? {
            1 => ColourModel::Rgb,
            2 => ColourModel::CieLab,
            3 => ColourModel::CieLuv,
            4 => ColourModel::Cmyk,
            5 => ColourModel::RgbRelated,
            _ => return Err(MalformedParams),
        }),
        // Lists and hints about later elements, which are read anyway.
        9 | 11 | 15 | 17 | 18 | 20..=24 => return Ok(Element::Ignored),
        _ => return Ok(Element::Unknown),
    };
    Ok(Element::Descriptor(descriptor))
}

pub(super) fn of_picture(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let descriptor = match id {
        1 => {
            let metric = params.choice()? == 1;
            // Always floating point, whatever the real precision is; old abstract pictures leave it out.
            let factor = params.real_in(RealFormat::Float32).ok();
            Descriptor::Scaling(factor.filter(|factor| metric && *factor > 0.0))
        }
        2 => Descriptor::ColourSelection { direct: params.choice()? == 1 },
        3 => Descriptor::LineWidthMode(size_mode(params)?),
        4 => Descriptor::MarkerSizeMode(size_mode(params)?),
        5 => Descriptor::EdgeWidthMode(size_mode(params)?),
        6 => Descriptor::VdcExtent(params.point()?, params.point()?),
        7 => Descriptor::Background(params.direct()?),
        16 => Descriptor::InteriorMode(size_mode(params)?),
        17 => {
            let (index, length) = (params.index()?, params.size(params.precision.line_width)?);
            let mut parts = Vec::new();
            while !params.is_empty() && parts.len() < MAX_TABLE {
                parts.push(params.integer()?);
            }
            Descriptor::LineType { index, length, parts }
        }
        18 => Descriptor::HatchStyle(hatch_style(params)?),
        // The device viewport, and bundles, which only `ASPECT SOURCE FLAGS` could enable.
        8..=15 | 20 => return Ok(Element::Ignored),
        19 => return Ok(Element::Undrawn),
        _ => return Ok(Element::Unknown),
    };
    Ok(Element::Descriptor(descriptor))
}

fn colour_extent(params: &mut Params<'_>) -> Result<ColourExtent, MalformedParams> {
    if matches!(params.precision.model, ColourModel::Rgb | ColourModel::Cmyk) {
        return Ok(ColourExtent::Range { low: params.direct()?, high: params.direct()? });
    }
    let mut scales = [(1.0, 0.0); 3];
    for scale in &mut scales {
        *scale = (params.real()?, params.real()?);
    }
    Ok(ColourExtent::Scaled(scales))
}

fn strings(params: &mut Params<'_>) -> Result<Vec<Vec<u8>>, MalformedParams> {
    let mut found = Vec::new();
    while !params.is_empty() && found.len() < MAX_TABLE {
        found.push(params.string()?);
    }
    Ok(found)
}

fn character_sets(params: &mut Params<'_>) -> Result<Vec<(i64, Vec<u8>)>, MalformedParams> {
    let mut found = Vec::new();
    // A stray byte at the end is not a set.
    while params.left() > 2 && found.len() < MAX_TABLE {
        found.push((params.choice()?, params.string()?));
    }
    Ok(found)
}

fn size_mode(params: &mut Params<'_>) -> Result<SizeMode, MalformedParams> {
    Ok(match params.choice()? {
        0 => SizeMode::Absolute,
        1 => SizeMode::Scaled,
        2 => SizeMode::Fractional,
        3 => SizeMode::Millimetres,
        _ => return Err(MalformedParams),
    })
}

fn hatch_style(params: &mut Params<'_>) -> Result<HatchStyle, MalformedParams> {
    let mode = params.precision.interior;
    let (index, crossed) = (params.index()?, params.choice()? == 1);
    let first = Point::new(params.size(mode)?, params.size(mode)?);
    let second = Point::new(params.size(mode)?, params.size(mode)?);
    let (cycle, count) = (params.size(mode)?, params.count()?);
    if count == 0 || count > MAX_TABLE {
        return Err(MalformedParams);
    }
    let gaps = (0..count).map(|_| params.integer()).collect::<Result<_, _>>()?;
    Ok(HatchStyle { index, crossed, first, second, cycle, gaps })
}
