//! Draws a picture from its elements and the current attributes.

mod figure;
mod interior;
mod marker;
mod outline;
mod pen;
mod raster;
mod text;

use std::collections::HashMap;

use crate::charset::plain;
use crate::decode::{Attribute, Control, Delimiter, Descriptor, Element, Primitive};
use crate::geometry::{PictureFrame, Point};
use crate::limits::{MAX_CELLS, MAX_DEPTH, MAX_POINTS, MAX_STRUCTURES, MAX_SVG_BYTES, MIN_CELLS};
use crate::measure::UnitScale;
use crate::metafile::Step;
use crate::precision::{ColourModel, Precision};
use crate::report::{ConversionReport, Limit, Style, Warning};
use crate::state::GraphicState;
use crate::structure::{Structure, StructureIndex};
use crate::svg::Svg;

use figure::FigureBuilder;
use raster::TileArrayBuilder;
use text::PendingText;

/// The drawing state of one conversion.
#[derive(Debug)]
pub(crate) struct Painter<'a> {
    id_prefix: &'a str,
    pub(crate) report: ConversionReport,
    state: GraphicState,
    index: StructureIndex,
    /// For each open structure: its group is open too.
    groups: Vec<bool>,
    canvas: Option<Canvas>,
    waiting_text: Option<PendingText>,
    tiles: Option<TileArrayBuilder>,
    /// Cached pattern images, until a table changes.
    pattern_uris: HashMap<i64, String>,
    points_left: usize,
    cells_left: usize,
    /// Drawing has ended.
    pub(crate) stopped: bool,
}

/// The output, available once the picture body has begun.
#[derive(Debug)]
struct Canvas {
    svg: Svg,
    frame: PictureFrame,
    measure: UnitScale,
    figure: Option<FigureBuilder>,
    /// The last used clipping rectangle and its definition.
    clip: Option<((Point, Point), String)>,
}

impl<'a> Painter<'a> {
    pub(crate) fn new(id_prefix: &'a str) -> Self {
        Self {
            id_prefix,
            report: ConversionReport { version: 1, ..ConversionReport::default() },
            state: GraphicState::default(),
            index: StructureIndex::default(),
            groups: Vec::new(),
            canvas: None,
            waiting_text: None,
            tiles: None,
            pattern_uris: HashMap::new(),
            points_left: MAX_POINTS,
            cells_left: MAX_CELLS,
            stopped: false,
        }
    }

    /// The picture and its structures; `None` when the body never began.
    pub(crate) fn finish(mut self) -> Option<(String, ConversionReport, Vec<Structure>)> {
        self.flush_text();
        while !self.groups.is_empty() {
            self.end_structure();
        }
        let svg = self.canvas?.svg.finish();
        Some((svg, self.report, self.index.all))
    }

    pub(crate) fn see(&mut self, step: &Step, precision: &Precision) {
        self.report.count(step.class, step.id);
        match &step.element {
            Ok(Element::Delimiter(delimiter)) => self.delimiter(delimiter, precision),
            Ok(Element::Descriptor(descriptor)) => self.descriptor(descriptor, precision),
            Ok(Element::Control(control)) => self.control(control),
            Ok(Element::Attribute(attribute)) => self.attribute(attribute, precision),
            Ok(Element::Primitive(primitive)) => self.primitive(primitive, precision),
            Ok(Element::Property { name, record }) => {
                let (frame, _) = self.state.frame(precision);
                self.index.property(name, record, &frame);
            }
            Ok(Element::Escape(id)) => self.report.warn(Warning::EscapeIgnored { id: *id, count: 1 }),
            Ok(Element::Ignored) => {}
            Ok(Element::Undrawn) => self.report.not_drawn(step.class, step.id),
            Ok(Element::Unknown) => {
                self.report.warn(Warning::UnknownElement { class: step.class, id: step.id, count: 1 });
            }
            Err(_) => self.report.malformed(step.class, step.id),
        }
        if self.canvas.as_ref().is_some_and(|canvas| canvas.svg.full) {
            self.stop(Limit::SvgBytes);
        }
    }

    fn descriptor(&mut self, descriptor: &Descriptor, precision: &Precision) {
        match descriptor {
            Descriptor::Version(version) => self.report.version = *version,
            Descriptor::Description(text) => self.report.describe(plain(text)),
            Descriptor::ColourModel(ColourModel::RgbRelated) => self.report.replaced(Style::ColourModel, 5),
            _ => {}
        }
        self.state.describe(descriptor, precision);
    }

    fn attribute(&mut self, attribute: &Attribute, precision: &Precision) {
        if matches!(attribute, Attribute::PatternTable { .. } | Attribute::ColourTable { .. }) {
            self.pattern_uris.clear();
        }
        self.state.set(attribute, precision);
    }

    fn control(&mut self, control: &Control) {
        if *control == Control::NewRegion
            && let Some(figure) = self.canvas.as_mut().and_then(|canvas| canvas.figure.as_mut())
        {
            figure.new_region();
        }
        self.state.control(control);
    }

    fn delimiter(&mut self, delimiter: &Delimiter, precision: &Precision) {
        self.flush_text_before(delimiter);
        match delimiter {
            Delimiter::BeginPicture(name) => self.report.title = plain(name),
            Delimiter::BeginPictureBody => self.begin_body(precision),
            Delimiter::BeginFigure => self.begin_figure(FigureBuilder::area()),
            Delimiter::BeginCompoundLine => self.begin_figure(FigureBuilder::line()),
            Delimiter::EndFigure | Delimiter::EndCompoundLine => self.end_figure(precision),
            Delimiter::BeginTileArray(array) => self.begin_tiles(array),
            Delimiter::EndTileArray => self.end_tiles(),
            Delimiter::BeginStructure { id, kind } => self.begin_structure(id, kind),
            Delimiter::BeginStructureBody => self.open_group(),
            Delimiter::EndStructure => self.end_structure(),
            Delimiter::BeginMetafile(_)
            | Delimiter::EndMetafile
            | Delimiter::EndPicture
            | Delimiter::BeginSegment
            | Delimiter::EndSegment => {}
        }
    }

    fn begin_body(&mut self, precision: &Precision) {
        if self.canvas.is_some() {
            return;
        }
        let (frame, invented) = self.state.frame(precision);
        if invented {
            self.report.warn(Warning::ExtentInvalid);
        }
        let millimetres = self.state.millimetres;
        let svg = Svg::new(frame.size(), millimetres, self.state.palette.background, self.id_prefix);
        let measure = UnitScale { longer: frame.longer(), millimetres };
        self.canvas = Some(Canvas { svg, frame, measure, figure: None, clip: None });
    }

    fn begin_structure(&mut self, id: &[u8], kind: &[u8]) {
        self.open_group();
        if let Err(limit) = self.index.begin(id, kind) {
            let allowed = if limit == Limit::Depth { MAX_DEPTH } else { MAX_STRUCTURES };
            self.report.warn(Warning::LimitReached { limit, allowed });
        }
        self.groups.push(false);
    }

    /// Opens the group of the innermost structure, once all its attributes are known.
    fn open_group(&mut self) {
        if let (Some(open), Some(canvas), Some(structure)) =
            (self.groups.last_mut(), self.canvas.as_mut(), self.index.current())
            && !*open
        {
            *open = canvas.svg.open_structure(structure);
        }
    }

    fn end_structure(&mut self) {
        self.open_group();
        let was_open = self.groups.pop().unwrap_or_default();
        let ended = self.index.end();
        if let (true, Some(canvas), Some(structure)) = (was_open, self.canvas.as_mut(), ended) {
            canvas.svg.close_structure(structure);
        }
    }

    fn primitive(&mut self, primitive: &Primitive, precision: &Precision) {
        if self.canvas.is_none() || self.stopped {
            return;
        }
        if !matches!(primitive, Primitive::AppendText { .. }) {
            self.flush_text();
        }
        self.open_group();
        self.index.draw();
        match primitive {
            Primitive::Text { .. } | Primitive::RestrictedText { .. } | Primitive::AppendText { .. } => {
                self.text(primitive, precision);
            }
            Primitive::CellArray { p, q, r, cells } => self.cell_array([*p, *q, *r], cells, precision),
            Primitive::Tile(tile) => self.tile(tile, precision),
            Primitive::Polymarker(points) => self.markers(points, precision),
            _ => self.outline(primitive, precision),
        }
    }

    /// Consumes points of the limit; `false` when it is exhausted.
    fn spend_points(&mut self, count: usize) -> bool {
        let left = self.points_left.checked_sub(count);
        if left.is_none() {
            self.stop(Limit::Points);
        }
        self.points_left = left.unwrap_or_default();
        left.is_some()
    }

    fn spend_cells(&mut self, count: Option<usize>) -> bool {
        let left = count.and_then(|count| self.cells_left.checked_sub(count.max(MIN_CELLS)));
        match left {
            Some(left) => self.cells_left = left,
            None => self.report.warn(Warning::LimitReached { limit: Limit::Cells, allowed: MAX_CELLS }),
        }
        left.is_some()
    }

    fn stop(&mut self, limit: Limit) {
        let allowed = if limit == Limit::Points { MAX_POINTS } else { MAX_SVG_BYTES };
        self.report.warn(Warning::LimitReached { limit, allowed });
        self.stopped = true;
    }

    /// The current clipping rectangle; `None` when it is the whole picture.
    fn clip(&mut self) -> Option<String> {
        let attributes = &self.state.attributes;
        let (first, second) = attributes.clip.filter(|_| attributes.clip_on)?;
        let canvas = self.canvas.as_mut()?;
        if let Some((_, id)) = canvas.clip.as_ref().filter(|(corners, _)| *corners == (first, second)) {
            return Some(id.clone());
        }
        let corners = (first, second);
        let (first, second) = (canvas.frame.point(first), canvas.frame.point(second));
        let size = canvas.frame.size();
        let low = Point::new(first.x.min(second.x), first.y.min(second.y));
        let high = Point::new(first.x.max(second.x), first.y.max(second.y));
        let whole = low.x <= 0.0 && low.y <= 0.0 && high.x >= size.x && high.y >= size.y;
        if whole {
            return None;
        }
        let id = canvas.svg.clip(low, high);
        canvas.clip = Some((corners, id.clone()));
        Some(id)
    }
}
