//! Arcs of circles and ellipses.

use std::f64::consts::TAU;

use super::{Contour, PathSegment, Point};
use crate::decode::ArcClosure;
use crate::num::{pieces, real_of};

/// The longest arc written as one segment.
///
/// The closer an arc is to half a turn, the further rounding its ends moves its centre.
const LONGEST: f64 = TAU / 3.0;

/// An ellipse by its centre and two conjugate radii, which need not be perpendicular.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ellipse {
    pub(crate) centre: Point,
    pub(crate) first: Point,
    pub(crate) second: Point,
}

impl Ellipse {
    pub(crate) fn circle(centre: Point, radius: f64) -> Self {
        Self { centre, first: Point::new(radius, 0.0), second: Point::new(0.0, radius) }
    }

    fn at(&self, angle: f64) -> Point {
        self.centre + self.first * angle.cos() + self.second * angle.sin()
    }

    /// The parameter of the point in this direction from the centre.
    fn angle(&self, direction: Point) -> Option<f64> {
        let area = self.first.cross(self.second);
        if area == 0.0 || direction.length() == 0.0 {
            return None;
        }
        let along = direction.cross(self.second) / area;
        let across = self.first.cross(direction) / area;
        Some(across.atan2(along))
    }

    /// The half axes, and the rotation of the longer one in degrees.
    fn axes(&self) -> (Point, f64) {
        let (u, v) = (self.first, self.second);
        let (xx, yy, xy) = (u.x * u.x + v.x * v.x, u.y * u.y + v.y * v.y, u.x * u.y + v.x * v.y);
        let mean = f64::midpoint(xx, yy);
        let spread = ((xx - yy) / 2.0).hypot(xy);
        // A circle has no longer axis; the difference is a rounding error.
        if spread < mean * 1e-9 {
            return (Point::new(mean.sqrt(), mean.sqrt()), 0.0);
        }
        let longer = (mean + spread).sqrt();
        // Computed from the area: subtracting two large numbers would lose a flat ellipse.
        let shorter = u.cross(v).abs() / longer;
        (Point::new(longer, shorter), (xy.atan2((xx - yy) / 2.0) / 2.0).to_degrees())
    }

    /// The segments from an angle over part of a turn.
    fn pieces(&self, from: f64, turn: f64) -> Vec<PathSegment> {
        let count = pieces(turn.abs(), LONGEST);
        let (radii, degrees) = self.axes();
        let sweep = (self.first.cross(self.second) > 0.0) == (turn > 0.0);
        let to = |step: usize| self.at(from + turn * real_of(step) / real_of(count));
        (1..=count).map(|step| PathSegment::Arc { radii, turn: degrees, sweep, to: to(step) }).collect()
    }

    /// The whole outline.
    pub(crate) fn outline(&self) -> Contour {
        if self.first.cross(self.second) == 0.0 {
            return self.flat();
        }
        Contour::open(self.at(0.0), self.pieces(0.0, TAU)).close()
    }

    /// The arc from the ray `start` to the ray `end`, going from the first radius to the second.
    pub(crate) fn arc(&self, start: Point, end: Point) -> Contour {
        let (Some(from), Some(to)) = (self.angle(start), self.angle(end)) else {
            return self.flat();
        };
        let turn = positive_turn(to - from);
        Contour::open(self.at(from), self.pieces(from, turn))
    }

    /// The line of an ellipse without area.
    fn flat(&self) -> Contour {
        let longer = if self.first.length() >= self.second.length() { self.first } else { self.second };
        Contour::open(self.centre - longer, vec![PathSegment::Line(self.centre + longer)])
    }
}

/// Equal rays mean the full turn.
fn positive_turn(angle: f64) -> f64 {
    let turn = angle.rem_euclid(TAU);
    if (1e-9..TAU - 1e-12).contains(&turn) { turn } else { TAU }
}

/// The arc through three points; `None` when they are on a line.
pub(crate) fn three_point_arc(start: Point, middle: Point, end: Point) -> Option<(Contour, Point)> {
    let (a, b) = (middle - start, end - start);
    let area = 2.0 * a.cross(b);
    if area.abs() < 1e-12 * (a.dot(a) + b.dot(b)) {
        return None;
    }
    let (aa, bb) = (a.dot(a), b.dot(b));
    let centre = start + Point::new(b.y * aa - a.y * bb, a.x * bb - b.x * aa) * (1.0 / area);
    let radius = (start - centre).length();
    let ellipse = Ellipse::circle(centre, radius);
    let angle = |point: Point| (point.y - centre.y).atan2(point.x - centre.x);
    let (from, through, to) = (angle(start), angle(middle), angle(end));
    let turn = positive_turn(to - from);
    let turn = if (through - from).rem_euclid(TAU) <= turn { turn } else { turn - TAU };
    let mut pieces = ellipse.pieces(from, turn);
    // Exactly as in the file.
    if let Some(PathSegment::Arc { to, .. }) = pieces.last_mut() {
        *to = end;
    }
    Some((Contour::open(start, pieces), centre))
}

impl Contour {
    /// Closes an arc around `centre` to an area.
    pub(crate) fn enclose(mut self, closing: ArcClosure, centre: Point) -> Self {
        if closing == ArcClosure::Pie {
            self.pieces.push(PathSegment::Line(centre));
        }
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: Point, b: Point) -> bool {
        (a - b).length() < 1e-9
    }

    /// A circle of the metafile in picture coordinates, where y points down.
    fn circle(centre: Point, radius: f64) -> Ellipse {
        Ellipse { centre, first: Point::new(radius, 0.0), second: Point::new(0.0, -radius) }
    }

    #[test]
    fn a_quarter_circle_ends_on_the_circle_and_not_at_the_vector() {
        let arc = circle(Point::new(5.0, 5.0), 2.0).arc(Point::new(9.0, 0.0), Point::new(0.0, -30.0));
        assert!(near(arc.start, Point::new(7.0, 5.0)) && near(arc.end(), Point::new(5.0, 3.0)), "{arc:?}");
        assert!(matches!(arc.pieces[..], [PathSegment::Arc { sweep: false, .. }]));
    }

    #[test]
    fn a_long_arc_is_split_and_every_piece_ends_on_the_circle() {
        let arc = circle(Point::default(), 3.0).arc(Point::new(0.0, -1.0), Point::new(1.0, 0.0));
        assert_eq!(arc.pieces.len(), 3);
        assert!(arc.pieces.iter().all(|piece| (piece.end().length() - 3.0).abs() < 1e-9));
        assert!(near(arc.end(), Point::new(3.0, 0.0)));
    }

    #[test]
    fn equal_rays_are_a_full_circle() {
        let ray = Point::new(0.3, 0.4);
        let arc = circle(Point::default(), 1.0).arc(ray, ray);
        assert_eq!(arc.pieces.len(), 3);
        assert!(near(arc.start, arc.end()));
    }

    #[test]
    fn the_axes_come_from_radii_that_are_not_perpendicular() {
        // The image of a circle under a shear: its area stays, and both radii end on it.
        let ellipse = Ellipse { centre: Point::default(), first: Point::new(4.0, 0.0), second: Point::new(3.0, 2.0) };
        let (radii, degrees) = ellipse.axes();
        assert!((radii.x * radii.y - 8.0).abs() < 1e-9);
        for point in [ellipse.first, ellipse.second] {
            let turn = -degrees.to_radians();
            let x = point.x * turn.cos() - point.y * turn.sin();
            let y = point.x * turn.sin() + point.y * turn.cos();
            assert!(((x / radii.x).powi(2) + (y / radii.y).powi(2) - 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn three_points_give_the_arc_through_the_middle_one() {
        let (start, end) = (Point::new(1.0, 0.0), Point::new(-1.0, 0.0));
        for (middle, sweep) in [(Point::new(0.0, 1.0), true), (Point::new(0.0, -1.0), false)] {
            let (arc, centre) = three_point_arc(start, middle, end).expect("an arc");
            assert!(near(centre, Point::default()) && near(arc.end(), end));
            let PathSegment::Arc { to, sweep: found, .. } = arc.pieces[0] else { panic!("{arc:?}") };
            assert!(near(to, middle) && found == sweep);
        }
        assert!(three_point_arc(start, Point::default(), end).is_none());
    }

    #[test]
    fn an_ellipse_without_area_is_a_line() {
        let flat = Ellipse { centre: Point::default(), first: Point::new(2.0, 0.0), second: Point::new(1.0, 0.0) };
        assert_eq!(flat.outline().pieces, [PathSegment::Line(Point::new(2.0, 0.0))]);
    }
}
