//! Points, the transformation from metafile to picture coordinates, and outlines.

mod arc;
mod spline;

use std::ops::{Add, Mul, Sub};

pub(crate) use arc::{Ellipse, three_point_arc};
pub(crate) use spline::{hyperbola, spline};

/// A point or a vector.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

impl Point {
    pub fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }

    pub(crate) fn cross(self, other: Self) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// The unit vector in the same direction; `None` for a zero vector.
    pub(crate) fn unit(self) -> Option<Self> {
        let length = self.length();
        (length > 0.0).then(|| self * (1.0 / length))
    }
}

impl Add for Point {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;

    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A shorter side is treated as an error.
const SMALLEST: f64 = 1e-6;

/// The picture's area in virtual device coordinates.
///
/// Coordinates are written transformed instead of inside a mirroring group, which would mirror the text too.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PictureFrame {
    first: Point,
    second: Point,
}

impl PictureFrame {
    /// The frame between two corners; `None` when it has no area.
    pub(crate) fn new(first: Point, second: Point) -> Option<Self> {
        let size = second - first;
        (size.x.abs() > SMALLEST && size.y.abs() > SMALLEST).then_some(Self { first, second })
    }

    /// The frame between two corners known to span an area.
    pub(crate) fn of((first, second): (Point, Point)) -> Self {
        Self { first, second }
    }

    pub(crate) fn size(&self) -> Point {
        let size = self.second - self.first;
        Point::new(size.x.abs(), size.y.abs())
    }

    pub(crate) fn longer(&self) -> f64 {
        self.size().x.max(self.size().y)
    }

    /// Transforms a point to picture coordinates, where y points down; a reversed axis mirrors.
    pub(crate) fn point(&self, point: Point) -> Point {
        let from = Point::new(self.first.x, self.second.y);
        self.vector(point - from)
    }

    /// Transforms a distance.
    pub(crate) fn vector(&self, vector: Point) -> Point {
        let size = self.second - self.first;
        Point::new(vector.x * size.x.signum(), -vector.y * size.y.signum())
    }
}

/// A segment of an outline, from the end of the previous one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PathSegment {
    Line(Point),
    Quadratic(Point, Point),
    Cubic(Point, Point, Point),
    /// Less than half an ellipse, so that rounding cannot move its centre far.
    Arc {
        radii: Point,
        turn: f64,
        sweep: bool,
        to: Point,
    },
}

impl PathSegment {
    pub(crate) fn end(&self) -> Point {
        match self {
            Self::Line(to) | Self::Quadratic(_, to) | Self::Cubic(_, _, to) | Self::Arc { to, .. } => *to,
        }
    }
}

/// A connected outline, in the picture's coordinates.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Contour {
    pub(crate) start: Point,
    pub(crate) pieces: Vec<PathSegment>,
    pub(crate) closed: bool,
}

impl Contour {
    pub(crate) fn open(start: Point, pieces: Vec<PathSegment>) -> Self {
        Self { start, pieces, closed: false }
    }

    /// Straight lines through all points; `None` without points.
    pub(crate) fn through(mut points: impl Iterator<Item = Point>) -> Option<Self> {
        let start = points.next()?;
        let mut pieces: Vec<PathSegment> = points.map(PathSegment::Line).collect();
        if pieces.is_empty() {
            // A single point is drawn as a dot.
            pieces.push(PathSegment::Line(start));
        }
        Some(Self::open(start, pieces))
    }

    pub(crate) fn close(mut self) -> Self {
        self.closed = true;
        self
    }

    pub(crate) fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, PathSegment::end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn y_goes_down_and_a_reversed_axis_mirrors() {
        let frame = PictureFrame::new(Point::new(10.0, 20.0), Point::new(110.0, 70.0)).expect("an area");
        assert_eq!(frame.point(Point::new(10.0, 70.0)), Point::new(0.0, 0.0));
        assert_eq!(frame.point(Point::new(60.0, 20.0)), Point::new(50.0, 50.0));
        let mirrored = PictureFrame::new(Point::new(110.0, 70.0), Point::new(10.0, 20.0)).expect("an area");
        assert_eq!(mirrored.point(Point::new(110.0, 20.0)), Point::new(0.0, 0.0));
        assert_eq!(mirrored.point(Point::new(10.0, 70.0)), Point::new(100.0, 50.0));
    }

    #[test]
    fn a_frame_without_area_is_none() {
        assert_eq!(PictureFrame::new(Point::new(1.0, 1.0), Point::new(1.0, 5.0)), None);
    }
}
