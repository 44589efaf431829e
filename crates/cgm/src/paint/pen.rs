//! Stroke styles of lines, edges and areas.

use super::Painter;
use crate::geometry::Contour;
use crate::precision::{Precision, SizeMode};
use crate::report::Style;
use crate::state::Pen;
use crate::svg::{Cap, Join, Paint, PathStyle, Stroke};

/// Dashes and gaps of the standard and registered line types, in line widths.
const DASHES: [(i64, &[f64]); 10] = [
    (2, &[12.0, 6.0]),
    (3, &[1.0, 4.0]),
    (4, &[12.0, 4.0, 1.0, 4.0]),
    (5, &[12.0, 4.0, 1.0, 4.0, 1.0, 4.0]),
    (7, &[1.0, 8.0]),
    (9, &[6.0, 6.0]),
    (10, &[12.0, 4.0, 4.0, 4.0]),
    (11, &[24.0, 4.0, 6.0, 4.0]),
    (12, &[8.0, 4.0]),
    (13, &[24.0, 4.0, 6.0, 4.0, 6.0, 4.0]),
];

/// A shorter cycle, as a fraction of the picture, is drawn solid: its gaps are invisible and slow to draw.
const SHORTEST_CYCLE: f64 = 1e-4;

impl Painter<'_> {
    /// Strokes lines with the line attributes.
    pub(super) fn stroke(&mut self, contours: &[Contour], precision: &Precision) {
        let pen = self.state.attributes.line.clone();
        let stroke = self.stroke_of(&pen, precision.line_width, precision);
        let clip = self.clip();
        self.draw(&PathStyle { fill: Paint::None, stroke: Some(stroke), clip }, contours);
    }

    /// Fills and edges areas.
    pub(super) fn area(&mut self, contours: &[Contour], precision: &Precision) {
        let style = self.area_style(precision);
        self.draw(&style, contours);
    }

    /// Fills areas whose edge is only a part of their outline.
    pub(super) fn area_with_edges(&mut self, contours: &[Contour], edges: &[Contour], precision: &Precision) {
        let style = self.area_style(precision);
        if !self.state.attributes.edge_visible {
            return self.draw(&style, contours);
        }
        let PathStyle { fill, stroke, clip } = style;
        self.draw(&PathStyle { fill, stroke: None, clip: clip.clone() }, contours);
        self.draw(&PathStyle { fill: Paint::None, stroke, clip }, edges);
    }

    fn area_style(&mut self, precision: &Precision) -> PathStyle {
        let (fill, outline) = self.interior(precision);
        let stroke = if self.state.attributes.edge_visible {
            let pen = self.state.attributes.edge.clone();
            Some(self.stroke_of(&pen, precision.edge_width, precision))
        } else {
            outline
        };
        let clip = self.clip();
        PathStyle { fill, stroke, clip }
    }

    pub(super) fn draw(&mut self, style: &PathStyle, contours: &[Contour]) {
        if !self.spend_points(contours.iter().map(|contour| contour.pieces.len() + 1).sum()) {
            return;
        }
        if let Some(canvas) = &mut self.canvas {
            canvas.svg.draw(style, contours);
        }
    }

    fn stroke_of(&mut self, pen: &Pen, mode: SizeMode, precision: &Precision) -> Stroke {
        let (longer, width) = match &self.canvas {
            Some(canvas) => (canvas.measure.longer, canvas.measure.width(pen.width, mode)),
            None => (1.0, 1.0),
        };
        let dashes = self.dashes(pen.kind, width, longer, mode);
        let attributes = &self.state.attributes;
        let resolve = |colour| self.state.palette.resolve(colour, precision.colour);
        // Dashes have the line's caps only if the file sets that.
        let cap = if dashes.is_empty() || pen.dash_cap == 3 { pen.cap } else { 2 };
        Stroke {
            colour: resolve(pen.colour),
            width,
            cap: match cap {
                3 => Cap::Round,
                4 => Cap::Square,
                _ => Cap::Butt,
            },
            join: match pen.join {
                2 => Join::Mitre(attributes.mitre_limit),
                4 => Join::Bevel,
                _ => Join::Round,
            },
            dash_offset: pen.offset * dashes.iter().sum::<f64>(),
            gaps: (!attributes.transparent).then(|| resolve(attributes.auxiliary)),
            dashes,
        }
    }

    fn dashes(&mut self, kind: i64, width: f64, longer: f64, mode: SizeMode) -> Vec<f64> {
        let dashes: Vec<f64> = if let Some((length, parts)) = self.state.line_types.get(&kind) {
            let sum: f64 = parts.iter().map(|part| crate::num::real(part.abs())).sum();
            let length = self
                .canvas
                .as_ref()
                .map_or(*length, |canvas| canvas.measure.size(*length, mode, canvas.measure.nominal_width()));
            parts.iter().map(|part| length.abs() * crate::num::real(part.abs()) / sum.max(1.0)).collect()
        } else if let Some((_, units)) = DASHES.iter().find(|(known, _)| *known == kind) {
            let unit = width.max(longer / 1000.0);
            units.iter().map(|part| part * unit).collect()
        } else {
            if kind != 1 {
                self.report.replaced(Style::LineType, kind);
            }
            Vec::new()
        };
        let visible = dashes.iter().sum::<f64>() > longer * SHORTEST_CYCLE && dashes.len() > 1;
        if visible { dashes } else { Vec::new() }
    }
}
