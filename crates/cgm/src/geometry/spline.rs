//! Curves approximated by line segments.

use super::{Contour, Point};
use crate::decode::Spline;
use crate::num::{pieces, real_of};

/// Line segments per span between knots.
const STEPS_PER_SPAN: usize = 16;

/// Higher orders are refused; a point costs the order squared.
const MAX_ORDER: usize = 16;

/// The curve of a B-spline; `None` when its knots are invalid.
pub(crate) fn spline(spline: &Spline) -> Option<Contour> {
    let Spline { order, points, knots, start, end, .. } = spline;
    let count = points.len();
    let sound = (2..=MAX_ORDER).contains(order)
        && count >= *order
        && knots.len() == count + order
        && knots.windows(2).all(|pair| pair[0] <= pair[1])
        && (spline.weights.is_empty() || spline.weights.iter().all(|weight| *weight > 0.0));
    // The curve is defined between the inner knots only.
    let (low, high) = (*knots.get(order.checked_sub(1)?)?, *knots.get(count)?);
    let (from, to) = (start.clamp(low, high.max(low)), end.clamp(low, high.max(low)));
    if !sound || to <= from {
        return None;
    }
    let mut stops = vec![from];
    stops.extend(knots[*order - 1..=count].iter().copied().filter(|knot| *knot > from && *knot < to));
    stops.push(to);
    stops.dedup();
    let mut found = vec![spline.at(from)];
    for span in stops.windows(2) {
        let step = (span[1] - span[0]) / real_of(STEPS_PER_SPAN);
        found.extend((1..=STEPS_PER_SPAN).map(|index| spline.at(span[0] + step * real_of(index))));
    }
    Contour::through(found.into_iter())
}

impl Spline {
    /// The point at a parameter, by de Boor's algorithm in homogeneous coordinates.
    fn at(&self, parameter: f64) -> Point {
        let degree = self.order - 1;
        // The last non-empty span includes the end.
        let last = self.points.len() - 1;
        let span = (degree..=last)
            .rev()
            .find(|span| self.knots[*span] <= parameter && self.knots[*span] < self.knots[*span + 1]);
        let span = span.unwrap_or(degree);
        let mut work: Vec<(Point, f64)> = (span - degree..=span)
            .map(|index| {
                let weight = self.weights.get(index).copied().unwrap_or(1.0);
                (self.points[index] * weight, weight)
            })
            .collect();
        for level in 1..=degree {
            for index in (level..=degree).rev() {
                let (left, right) = (self.knots[span + index - degree], self.knots[span + 1 + index - level]);
                let share = if right > left { (parameter - left) / (right - left) } else { 0.0 };
                let (before, here) = (work[index - 1], work[index]);
                work[index] = (before.0 * (1.0 - share) + here.0 * share, before.1 * (1.0 - share) + here.1 * share);
            }
        }
        let (point, weight) = work[degree];
        point * (1.0 / weight)
    }
}

/// An arc of the hyperbola with these half axes, between two rays from its centre.
pub(crate) fn hyperbola(centre: Point, axes: (Point, Point), start: Point, end: Point) -> Option<Contour> {
    let (first, second) = axes;
    let area = first.cross(second);
    let parameter = |ray: Point| {
        let (along, across) = (ray.cross(second) / area, first.cross(ray) / area);
        // Rays outside the asymptotes do not meet the curve.
        (along.abs() > across.abs()).then(|| ((across / along).atanh(), along.signum()))
    };
    if area == 0.0 {
        return None;
    }
    let ((from, branch), (to, other)) = (parameter(start)?, parameter(end)?);
    if (branch - other).abs() > f64::EPSILON || !(to - from).is_finite() {
        return None;
    }
    let steps = pieces((to - from).abs(), 0.05);
    let at = |step: usize| {
        let t = from + (to - from) * real_of(step) / real_of(steps);
        centre + first * (branch * t.cosh()) + second * (branch * t.sinh())
    };
    Contour::through((0..=steps).map(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::PathSegment;

    #[test]
    fn a_rational_spline_draws_a_quarter_circle() {
        let circle = Spline {
            order: 3,
            points: vec![Point::new(1.0, 0.0), Point::new(1.0, 1.0), Point::new(0.0, 1.0)],
            knots: vec![0.0, 0.0, 0.0, 1.0, 1.0, 1.0],
            start: 0.0,
            end: 1.0,
            weights: vec![1.0, std::f64::consts::FRAC_1_SQRT_2, 1.0],
        };
        let contour = spline(&circle).expect("a curve");
        assert!(contour.pieces.iter().map(PathSegment::end).all(|point| (point.length() - 1.0).abs() < 1e-9));
        assert!((contour.end() - Point::new(0.0, 1.0)).length() < 1e-9);
    }

    #[test]
    fn knots_that_go_back_make_no_curve() {
        let points = vec![Point::default(); 3];
        let knots = vec![0.0, 1.0, 0.0, 1.0, 1.0, 1.0];
        assert!(spline(&Spline { order: 3, points, knots, start: 0.0, end: 1.0, weights: Vec::new() }).is_none());
    }

    #[test]
    fn a_hyperbola_keeps_its_equation() {
        let axes = (Point::new(2.0, 0.0), Point::new(0.0, 1.0));
        let contour = hyperbola(Point::default(), axes, Point::new(4.0, -1.0), Point::new(4.0, 1.0)).expect("an arc");
        for point in contour.pieces.iter().map(PathSegment::end) {
            assert!(((point.x / 2.0).powi(2) - point.y.powi(2) - 1.0).abs() < 1e-9);
        }
        assert!(hyperbola(Point::default(), axes, Point::new(0.0, 1.0), Point::new(4.0, 1.0)).is_none());
    }
}
