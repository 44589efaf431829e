//! Markers: symbols at points.

use super::Painter;
use crate::geometry::{Contour, Ellipse, Point};
use crate::precision::Precision;
use crate::report::Style;
use crate::svg::{Cap, Join, Paint, PathStyle, Stroke};

/// The default marker size, as a fraction of the longer side.
const NOMINAL: f64 = 1.0 / 100.0;

impl Painter<'_> {
    pub(super) fn markers(&mut self, points: &[Point], precision: &Precision) {
        let clip = self.clip();
        let attributes = &self.state.attributes;
        let kind = attributes.marker;
        let colour = self.state.palette.resolve(attributes.marker_colour, precision.colour);
        let Some(canvas) = &self.canvas else { return };
        let nominal = canvas.measure.longer * NOMINAL;
        let size =
            attributes.marker_size.map_or(nominal, |size| canvas.measure.size(size, precision.marker_size, nominal));
        let half = if size > 0.0 { size / 2.0 } else { nominal / 2.0 };
        let contours: Vec<Contour> =
            points.iter().flat_map(|point| sign(kind, canvas.frame.point(*point), half)).collect();
        let width = canvas.measure.nominal_width();
        let style = if kind == 1 {
            PathStyle { fill: Paint::Solid(colour), stroke: None, clip }
        } else {
            let (cap, join) = (Cap::Round, Join::Round);
            let stroke = Stroke { colour, width, cap, join, dashes: Vec::new(), dash_offset: 0.0, gaps: None };
            PathStyle { fill: Paint::None, stroke: Some(stroke), clip }
        };
        if !(1..=5).contains(&kind) {
            self.report.replaced(Style::MarkerType, kind);
        }
        self.draw(&style, &contours);
    }
}

/// A dot, plus, asterisk, circle or cross; unknown kinds are drawn as an asterisk.
fn sign(kind: i64, at: Point, half: f64) -> Vec<Contour> {
    let bar = |x: f64, y: f64| {
        let reach = Point::new(x, y) * half;
        Contour::through([at - reach, at + reach].into_iter())
    };
    let slant = std::f64::consts::FRAC_1_SQRT_2;
    let bars = match kind {
        1 => return vec![Ellipse::circle(at, half / 4.0).outline()],
        2 => vec![bar(1.0, 0.0), bar(0.0, 1.0)],
        4 => return vec![Ellipse::circle(at, half).outline()],
        5 => vec![bar(slant, slant), bar(slant, -slant)],
        _ => vec![bar(1.0, 0.0), bar(0.5, 0.866), bar(0.5, -0.866)],
    };
    bars.into_iter().flatten().collect()
}
