//! Fill styles.

use std::fmt::Write;

use super::Painter;
use crate::colour::Rgb;
use crate::decode::HatchStyle;
use crate::geometry::Point;
use crate::num::{real, real_of};
use crate::precision::Precision;
use crate::report::Style;
use crate::svg::{Cap, Join, Paint, Stroke, fraction, hex};

/// The distance between hatch lines, as a fraction of the longer side.
const HATCH_DISTANCE: f64 = 1.0 / 80.0;

/// A hatch pattern: line directions, cycle length and line offsets.
struct Hatch {
    first: Point,
    crossing: Option<Point>,
    cycle: f64,
    offsets: Vec<f64>,
}

impl Painter<'_> {
    /// The fill style, and the outline of a hollow area.
    pub(super) fn interior(&mut self, precision: &Precision) -> (Paint, Option<Stroke>) {
        let attributes = &self.state.attributes;
        let colour = self.state.palette.resolve(attributes.fill, precision.colour);
        match attributes.interior {
            0 => (Paint::None, self.hollow(colour)),
            1 => (Paint::Solid(colour), None),
            2 => (self.pattern(precision).unwrap_or(Paint::Solid(colour)), None),
            3 => (self.hatch(colour, precision), None),
            4 => (Paint::None, None),
            other => {
                self.report.replaced(Style::InteriorStyle, other);
                (Paint::Solid(colour), None)
            }
        }
    }

    /// A hollow area is outlined in its fill colour.
    fn hollow(&self, colour: Rgb) -> Option<Stroke> {
        let width = self.canvas.as_ref()?.measure.nominal_width();
        let (cap, join) = (Cap::Round, Join::Round);
        Some(Stroke { colour, width, cap, join, dashes: Vec::new(), dash_offset: 0.0, gaps: None })
    }

    /// The background between hatch lines.
    fn behind(&self, precision: &Precision) -> Option<Rgb> {
        let attributes = &self.state.attributes;
        (!attributes.transparent).then(|| self.state.palette.resolve(attributes.auxiliary, precision.colour))
    }

    fn hatch(&mut self, colour: Rgb, precision: &Precision) -> Paint {
        let index = self.state.attributes.hatch;
        let behind = self.behind(precision);
        let reference = self.state.attributes.reference;
        let Some(canvas) = &mut self.canvas else { return Paint::None };
        let default = canvas.measure.longer * HATCH_DISTANCE;
        let own = self.state.hatches.get(&index).and_then(|style| {
            let nominal = canvas.measure.nominal_width();
            Hatch::defined(style, canvas.measure.size(style.cycle, precision.interior, nominal))
        });
        let Some(hatch) = own.or_else(|| Hatch::standard(index, default)) else {
            self.report.replaced(Style::Hatch, index);
            return Paint::Solid(colour);
        };
        // A denser hatch looks solid and is slow to draw.
        if hatch.cycle < canvas.measure.longer * 1e-3 {
            return Paint::Solid(colour);
        }
        let first = canvas.frame.vector(hatch.first);
        let second = match hatch.crossing {
            Some(crossing) => canvas.frame.vector(crossing),
            None => Point::new(-first.y, first.x),
        };
        let origin = canvas.frame.point(reference);
        let width = canvas.measure.nominal_width();
        let markup = |id: &str| hatch.markup(id, [first, second, origin], &hex(colour), width);
        Paint::Pattern(canvas.svg.define(markup), behind)
    }

    /// A cell pattern repeated from the reference point; `None` for an undefined index.
    fn pattern(&mut self, precision: &Precision) -> Option<Paint> {
        let index = self.state.attributes.pattern;
        let Some(cells) = self.state.patterns.get(&index).cloned() else {
            self.report.replaced(Style::Pattern, index);
            return None;
        };
        let (columns, rows) = (cells.columns, cells.rows);
        let uri = match self.pattern_uris.get(&index) {
            Some(known) => known.clone(),
            None => self.cells_uri(&cells, precision)?,
        };
        self.pattern_uris.insert(index, uri.clone());
        let attributes = &self.state.attributes;
        let canvas = self.canvas.as_mut()?;
        let cell = canvas.measure.nominal_width();
        let (height, width) = attributes.pattern_size.map_or_else(
            || (Point::new(0.0, cell * real_of(rows)), Point::new(cell * real_of(columns), 0.0)),
            |(height, width)| (canvas.frame.vector(height) * -1.0, canvas.frame.vector(width)),
        );
        let least = canvas.measure.longer * 1e-4;
        if height.length() < least || width.length() < least {
            self.report.replaced(Style::Pattern, index);
            return None;
        }
        let origin = canvas.frame.point(attributes.reference);
        let matrix = [width.x, width.y, height.x, height.y].map(fraction).join(" ");
        let (x, y) = (canvas.svg.grid.text(origin.x), canvas.svg.grid.text(origin.y));
        let markup = |id: &str| {
            format!(
                "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" width=\"1\" height=\"1\" \
                 patternTransform=\"matrix({matrix} {x} {y})\"><image width=\"1\" height=\"1\" \
                 preserveAspectRatio=\"none\" image-rendering=\"pixelated\" href=\"{uri}\"/></pattern>"
            )
        };
        Some(Paint::Pattern(canvas.svg.define(markup), None))
    }
}

impl Hatch {
    fn standard(index: i64, distance: f64) -> Option<Self> {
        let (across, up) = (Point::new(1.0, 0.0), Point::new(0.0, 1.0));
        let (rising, falling) = (Point::new(1.0, 1.0), Point::new(1.0, -1.0));
        let (first, crossing) = match index {
            1 => (across, None),
            2 => (up, None),
            3 => (rising, None),
            4 => (falling, None),
            5 => (across, Some(up)),
            6 => (rising, Some(falling)),
            _ => return None,
        };
        Some(Self { first, crossing, cycle: distance, offsets: vec![0.5] })
    }

    /// Hatch lines after each gap; the gaps divide the cycle in proportion.
    fn defined(style: &HatchStyle, cycle: f64) -> Option<Self> {
        let sum: i64 = style.gaps.iter().map(|gap| gap.abs()).sum();
        if sum == 0 || cycle <= 0.0 || style.first.length() <= 0.0 {
            return None;
        }
        let half = real(style.gaps.first()?.abs()) / 2.0;
        let mut at = -half;
        let offsets = style.gaps.iter().map(|gap| {
            at += real(gap.abs());
            at / real(sum)
        });
        let offsets = offsets.collect();
        let crossing = Some(style.second).filter(|second| style.crossed && style.first.cross(*second) != 0.0);
        Some(Self { first: style.first, crossing, cycle, offsets })
    }

    /// The pattern as an SVG tile: a slanted square with lines along its sides at the offsets.
    fn markup(&self, id: &str, [first, second, origin]: [Point; 3], colour: &str, width: f64) -> String {
        let (first, second) = (first.unit().unwrap_or_default(), second.unit().unwrap_or_default());
        // The sides are lengthened so that the perpendicular distance of the lines is right.
        let slant = 1.0 / first.cross(second).abs().max(0.05);
        let matrix = [first.x * slant, first.y * slant, second.x * slant, second.y * slant].map(fraction).join(" ");
        let side = fraction(self.cycle);
        let mut data = String::new();
        for offset in self.offsets.iter().take(32).map(|offset| fraction(offset * self.cycle)) {
            let _ = write!(data, "M0 {offset}H{side}");
            if self.crossing.is_some() {
                let _ = write!(data, "M{offset} 0V{side}");
            }
        }
        let (x, y, width) = (fraction(origin.x), fraction(origin.y), fraction(width / slant));
        format!(
            "<pattern id=\"{id}\" patternUnits=\"userSpaceOnUse\" width=\"{side}\" height=\"{side}\" \
             patternTransform=\"matrix({matrix} {x} {y})\"><path d=\"{data}\" stroke=\"{colour}\" \
             stroke-width=\"{width}\"/></pattern>"
        )
    }
}
