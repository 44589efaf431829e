//! The current graphic attributes.
//!
//! Attributes keep their values across application structures: the end of a structure does not restore the previous
//! ones.

use std::collections::HashMap;

use crate::charset::CharacterSets;
use crate::colour::Palette;
use crate::decode::{Attribute, Cells, Control, Descriptor, HatchStyle};
use crate::geometry::{PictureFrame, Point};
use crate::limits::MAX_TABLE;
use crate::num::slot;
use crate::params::Colour;
use crate::precision::Precision;

/// Attributes of lines and of edges.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pen {
    pub(crate) kind: i64,
    /// `None` until set: the default depends on the width mode.
    pub(crate) width: Option<f64>,
    pub(crate) colour: Colour,
    pub(crate) cap: i64,
    pub(crate) dash_cap: i64,
    pub(crate) join: i64,
    /// The start of a dash cycle, as a fraction.
    pub(crate) offset: f64,
}

impl Default for Pen {
    fn default() -> Self {
        Self { kind: 1, width: None, colour: Colour::Index(1), cap: 1, dash_cap: 1, join: 1, offset: 0.0 }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TextStyle {
    pub(crate) font: i64,
    pub(crate) expansion: f64,
    pub(crate) spacing: f64,
    pub(crate) colour: Colour,
    pub(crate) height: Option<f64>,
    pub(crate) up: Point,
    pub(crate) base: Point,
    pub(crate) path: i64,
    pub(crate) horizontal: i64,
    pub(crate) vertical: i64,
    pub(crate) across: f64,
    pub(crate) along: f64,
    pub(crate) set: i64,
    pub(crate) alternate_set: i64,
    pub(crate) restriction: i64,
}

impl Default for TextStyle {
    fn default() -> Self {
        Self {
            font: 1,
            expansion: 1.0,
            spacing: 0.0,
            colour: Colour::Index(1),
            height: None,
            up: Point::new(0.0, 1.0),
            base: Point::new(1.0, 0.0),
            path: 0,
            horizontal: 0,
            vertical: 0,
            across: 0.0,
            along: 0.0,
            set: 1,
            alternate_set: 1,
            restriction: 1,
        }
    }
}

/// The attributes that a context saves and restores.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GraphicAttributes {
    pub(crate) line: Pen,
    pub(crate) edge: Pen,
    pub(crate) edge_visible: bool,
    pub(crate) text: TextStyle,
    pub(crate) marker: i64,
    pub(crate) marker_size: Option<f64>,
    pub(crate) marker_colour: Colour,
    pub(crate) interior: i64,
    pub(crate) fill: Colour,
    pub(crate) hatch: i64,
    pub(crate) pattern: i64,
    pub(crate) pattern_size: Option<(Point, Point)>,
    pub(crate) reference: Point,
    pub(crate) mitre_limit: f64,
    pub(crate) auxiliary: Colour,
    pub(crate) transparent: bool,
    pub(crate) clip_on: bool,
    pub(crate) clip: Option<(Point, Point)>,
    pub(crate) transparent_cell: Option<Colour>,
}

/// The mitre limit of browsers. The standard's would let sharp corners extend across the picture.
pub(crate) const MITRE_LIMIT: f64 = 4.0;

impl Default for GraphicAttributes {
    fn default() -> Self {
        Self {
            line: Pen::default(),
            edge: Pen::default(),
            edge_visible: false,
            text: TextStyle::default(),
            marker: 3,
            marker_size: None,
            marker_colour: Colour::Index(1),
            interior: 0,
            fill: Colour::Index(1),
            hatch: 1,
            pattern: 1,
            pattern_size: None,
            reference: Point::default(),
            mitre_limit: MITRE_LIMIT,
            auxiliary: Colour::Index(0),
            transparent: true,
            clip_on: true,
            clip: None,
            transparent_cell: None,
        }
    }
}

/// The attributes, and the tables they refer to.
#[derive(Clone, Debug, Default)]
pub(crate) struct GraphicState {
    pub(crate) attributes: GraphicAttributes,
    saved: HashMap<i64, GraphicAttributes>,
    pub(crate) palette: Palette,
    pub(crate) fonts: Vec<Vec<u8>>,
    pub(crate) sets: CharacterSets,
    pub(crate) extent: Option<(Point, Point)>,
    pub(crate) millimetres: Option<f64>,
    pub(crate) line_types: HashMap<i64, (f64, Vec<i64>)>,
    pub(crate) hatches: HashMap<i64, HatchStyle>,
    pub(crate) patterns: HashMap<i64, Cells>,
}

impl GraphicState {
    pub(crate) fn describe(&mut self, descriptor: &Descriptor, precision: &Precision) {
        match descriptor {
            Descriptor::ColourValueExtent(extent) => self.palette.set_extent(*extent),
            Descriptor::ColourModel(model) => self.palette.model = *model,
            Descriptor::FontList(fonts) => self.fonts.clone_from(fonts),
            Descriptor::CharacterSets(sets) => self.sets.list(sets.clone()),
            Descriptor::Scaling(factor) => self.millimetres = *factor,
            Descriptor::VdcExtent(first, second) => self.extent = Some((*first, *second)),
            Descriptor::Background(colour) => self.palette.set_background(*colour, precision.colour),
            Descriptor::LineType { index, length, parts } if self.line_types.len() < MAX_TABLE => {
                self.line_types.insert(*index, (*length, parts.clone()));
            }
            Descriptor::HatchStyle(style) if self.hatches.len() < MAX_TABLE => {
                self.hatches.insert(style.index, style.clone());
            }
            _ => {}
        }
    }

    /// The frame of the picture; `true` when it is a default.
    pub(crate) fn frame(&self, precision: &Precision) -> (PictureFrame, bool) {
        let whole = if precision.vdc_is_real { 1.0 } else { 32_767.0 };
        let default = (Point::default(), Point::new(whole, whole));
        let (first, second) = self.extent.unwrap_or(default);
        match PictureFrame::new(first, second) {
            Some(frame) => (frame, false),
            None => (PictureFrame::of(default), true),
        }
    }

    pub(crate) fn control(&mut self, control: &Control) {
        let attributes = &mut self.attributes;
        match control {
            Control::AuxiliaryColour(colour) => attributes.auxiliary = *colour,
            Control::Transparency { on } => attributes.transparent = *on,
            Control::ClipRectangle(first, second) => attributes.clip = Some((*first, *second)),
            Control::ClipIndicator { on } => attributes.clip_on = *on,
            Control::MitreLimit(limit) if *limit >= 1.0 => attributes.mitre_limit = *limit,
            Control::TransparentCell { on, colour } => attributes.transparent_cell = on.then_some(*colour),
            Control::SaveContext(name) if self.saved.len() < MAX_TABLE => {
                self.saved.insert(*name, attributes.clone());
            }
            Control::RestoreContext(name) => {
                if let Some(saved) = self.saved.get(name) {
                    self.attributes = saved.clone();
                }
            }
            _ => {}
        }
    }

    pub(crate) fn set(&mut self, attribute: &Attribute, precision: &Precision) {
        match attribute {
            Attribute::ColourTable { start, colours } => self.palette.set_entries(*start, colours, precision.colour),
            Attribute::PatternTable { index, cells } => {
                if self.patterns.len() < MAX_TABLE {
                    self.patterns.insert(*index, cells.clone());
                }
            }
            _ => self.attributes.set(attribute),
        }
    }

    /// The name of a font by its index.
    pub(crate) fn font_name(&self, index: i64) -> Option<&[u8]> {
        self.fonts.get(slot(index)?.checked_sub(1)?).map(Vec::as_slice)
    }
}

impl GraphicAttributes {
    fn set(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::LineType(kind) => self.line.kind = *kind,
            Attribute::LineWidth(width) => self.line.width = Some(width.abs()),
            Attribute::LineColour(colour) => self.line.colour = *colour,
            Attribute::LineCap { line, dash } => (self.line.cap, self.line.dash_cap) = (*line, *dash),
            Attribute::LineJoin(join) => self.line.join = *join,
            Attribute::LineOffset(offset) => self.line.offset = *offset,
            Attribute::EdgeType(kind) => self.edge.kind = *kind,
            Attribute::EdgeWidth(width) => self.edge.width = Some(width.abs()),
            Attribute::EdgeColour(colour) => self.edge.colour = *colour,
            Attribute::EdgeVisibility { on } => self.edge_visible = *on,
            Attribute::EdgeCap { line, dash } => (self.edge.cap, self.edge.dash_cap) = (*line, *dash),
            Attribute::EdgeJoin(join) => self.edge.join = *join,
            Attribute::EdgeOffset(offset) => self.edge.offset = *offset,
            Attribute::MarkerType(kind) => self.marker = *kind,
            Attribute::MarkerSize(size) => self.marker_size = Some(size.abs()),
            Attribute::MarkerColour(colour) => self.marker_colour = *colour,
            Attribute::InteriorStyle(style) => self.interior = *style,
            Attribute::FillColour(colour) => self.fill = *colour,
            Attribute::HatchIndex(index) => self.hatch = *index,
            Attribute::PatternIndex(index) => self.pattern = *index,
            Attribute::ReferencePoint(point) => self.reference = *point,
            Attribute::PatternSize { height, width } => self.pattern_size = Some((*height, *width)),
            _ => self.text.set(attribute),
        }
    }
}

impl TextStyle {
    fn set(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::TextFont(index) => self.font = *index,
            // A factor of 0 occurs in practice and would make the text disappear.
            Attribute::ExpansionFactor(factor) => self.expansion = if *factor > 0.0 { *factor } else { 1.0 },
            Attribute::CharacterSpacing(spacing) => self.spacing = *spacing,
            Attribute::TextColour(colour) => self.colour = *colour,
            Attribute::CharacterHeight(height) => self.height = Some(height.abs()),
            Attribute::CharacterOrientation { up, base } if up.length() > 0.0 && base.length() > 0.0 => {
                (self.up, self.base) = (*up, *base);
            }
            Attribute::TextPath(path) => self.path = *path,
            Attribute::TextAlignment { horizontal, vertical, across, along } => {
                (self.horizontal, self.vertical) = (*horizontal, *vertical);
                (self.across, self.along) = (*across, *along);
            }
            Attribute::CharacterSet(index) => self.set = *index,
            Attribute::AlternateCharacterSet(index) => self.alternate_set = *index,
            Attribute::RestrictedTextType(kind) => self.restriction = *kind,
            _ => {}
        }
    }
}
