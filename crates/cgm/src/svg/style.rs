//! Stroke and fill styles of outlines.

use std::fmt::Write;

use super::{NumberGrid, hex};
use crate::colour::Rgb;
use crate::state::MITRE_LIMIT;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Paint {
    None,
    Solid(Rgb),
    /// A pattern id, and the background colour.
    Pattern(String, Option<Rgb>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cap {
    Butt,
    Round,
    Square,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Join {
    /// With its mitre limit.
    Mitre(f64),
    Round,
    Bevel,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stroke {
    pub(crate) colour: Rgb,
    pub(crate) width: f64,
    pub(crate) cap: Cap,
    pub(crate) join: Join,
    pub(crate) dashes: Vec<f64>,
    pub(crate) dash_offset: f64,
    /// The colour in the gaps.
    pub(crate) gaps: Option<Rgb>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PathStyle {
    pub(crate) fill: Paint,
    pub(crate) stroke: Option<Stroke>,
    pub(crate) clip: Option<String>,
}

impl PathStyle {
    pub(crate) fn is_visible(&self) -> bool {
        self.fill != Paint::None || self.stroke.is_some()
    }

    /// The stroke below, for gaps that are not transparent.
    pub(super) fn underlay(&self) -> Option<Self> {
        let fill = match &self.fill {
            Paint::Pattern(_, Some(behind)) => Paint::Solid(*behind),
            _ => Paint::None,
        };
        let stroke = self.stroke.as_ref().filter(|stroke| !stroke.dashes.is_empty());
        let stroke = stroke.and_then(|stroke| {
            let colour = stroke.gaps?;
            Some(Stroke { colour, dashes: Vec::new(), gaps: None, ..stroke.clone() })
        });
        let style = Self { fill, stroke, clip: self.clip.clone() };
        style.is_visible().then_some(style)
    }

    pub(super) fn write(&self, out: &mut String, grid: NumberGrid) {
        match &self.fill {
            Paint::None => {}
            Paint::Solid(colour) => {
                let _ = write!(out, " fill=\"{}\"", hex(*colour));
            }
            Paint::Pattern(id, _) => {
                let _ = write!(out, " fill=\"url(#{id})\"");
            }
        }
        if let Some(stroke) = &self.stroke {
            stroke.write(out, grid);
        }
        if let Some(clip) = &self.clip {
            let _ = write!(out, " clip-path=\"url(#{clip})\"");
        }
    }
}

impl Stroke {
    /// Writes the attributes; round caps and joins are the default of the whole picture.
    fn write(&self, out: &mut String, grid: NumberGrid) {
        let fine = grid.finer();
        let _ = write!(out, " stroke=\"{}\" stroke-width=\"{}\"", hex(self.colour), fine.text(self.width));
        match self.cap {
            Cap::Round => {}
            Cap::Butt => out.push_str(" stroke-linecap=\"butt\""),
            Cap::Square => out.push_str(" stroke-linecap=\"square\""),
        }
        match self.join {
            Join::Round => {}
            Join::Bevel => out.push_str(" stroke-linejoin=\"bevel\""),
            Join::Mitre(limit) => {
                out.push_str(" stroke-linejoin=\"miter\"");
                if (limit - MITRE_LIMIT).abs() > 0.0 {
                    let _ = write!(out, " stroke-miterlimit=\"{}\"", NumberGrid { decimals: 2 }.text(limit));
                }
            }
        }
        if !self.dashes.is_empty() {
            let dashes: Vec<String> = self.dashes.iter().map(|dash| fine.text(*dash)).collect();
            let _ = write!(out, " stroke-dasharray=\"{}\"", dashes.join(" "));
            if self.dash_offset.abs() > 0.0 {
                let _ = write!(out, " stroke-dashoffset=\"{}\"", fine.text(self.dash_offset));
            }
        }
    }
}
