//! Lines, areas and arcs as outlines.

use super::Painter;
use crate::decode::{ArcClosure, Primitive, Spline};
use crate::geometry::{Contour, Ellipse, PathSegment, PictureFrame, Point, hyperbola, spline, three_point_arc};
use crate::precision::Precision;

/// The outline of a primitive.
enum PrimitiveShape {
    Line(Vec<Contour>),
    Area(Vec<Contour>),
    /// An area with some of its edges drawn.
    PartlyEdged(Vec<Contour>, Vec<Contour>),
    /// Values that define no curve.
    Nothing,
}

impl Painter<'_> {
    pub(super) fn outline(&mut self, primitive: &Primitive, precision: &Precision) {
        let Some(canvas) = &mut self.canvas else { return };
        if let (Primitive::ConnectingEdge, Some(figure)) = (primitive, &mut canvas.figure) {
            return figure.connect();
        }
        let shape = shape(primitive, &canvas.frame);
        if let Some(figure) = &mut canvas.figure {
            if let PrimitiveShape::Line(contours)
            | PrimitiveShape::Area(contours)
            | PrimitiveShape::PartlyEdged(contours, _) = shape
            {
                for contour in contours {
                    figure.add(contour);
                }
            }
            return;
        }
        match shape {
            PrimitiveShape::Line(contours) => self.stroke(&contours, precision),
            PrimitiveShape::Area(contours) => self.area(&contours, precision),
            PrimitiveShape::PartlyEdged(contours, edges) => self.area_with_edges(&contours, &edges, precision),
            PrimitiveShape::Nothing => self.report.malformed(4, number(primitive)),
        }
    }
}

/// The element number, for primitives whose values may define nothing.
fn number(primitive: &Primitive) -> u8 {
    match primitive {
        Primitive::Polyline(_) => 1,
        Primitive::DisjointPolyline(_) => 2,
        Primitive::Polygon(_) => 7,
        Primitive::PolygonSet(_) => 8,
        Primitive::HyperbolicArc { .. } => 22,
        Primitive::Spline(spline) if spline.weights.is_empty() => 24,
        Primitive::Spline(_) => 25,
        Primitive::Polybezier { .. } => 26,
        _ => 21,
    }
}

fn shape(primitive: &Primitive, frame: &PictureFrame) -> PrimitiveShape {
    let point = |point: &Point| frame.point(*point);
    let line = |contour: Option<Contour>| {
        contour.map_or(PrimitiveShape::Nothing, |contour| PrimitiveShape::Line(vec![contour]))
    };
    let area = |contour: Option<Contour>| {
        contour.map_or(PrimitiveShape::Nothing, |contour| PrimitiveShape::Area(vec![contour.close()]))
    };
    match primitive {
        Primitive::Polyline(points) => line(Contour::through(points.iter().map(point))),
        Primitive::DisjointPolyline(points) => PrimitiveShape::Line(
            points.chunks_exact(2).filter_map(|pair| Contour::through(pair.iter().map(point))).collect(),
        ),
        Primitive::Polygon(points) => area(Contour::through(points.iter().map(point))),
        Primitive::PolygonSet(vertices) => polygon_set(vertices, frame),
        Primitive::Rectangle(a, b) => {
            let corners = [*a, Point::new(b.x, a.y), *b, Point::new(a.x, b.y)];
            area(Contour::through(corners.iter().map(point)))
        }
        Primitive::ParabolicArc { tangents, start, end } => PrimitiveShape::Line(vec![Contour::open(
            point(start),
            vec![PathSegment::Quadratic(point(tangents), point(end))],
        )]),
        Primitive::HyperbolicArc { centre, transverse, conjugate, start, end } => {
            let axes = (frame.vector(*transverse - *centre), frame.vector(*conjugate - *centre));
            line(hyperbola(point(centre), axes, frame.vector(*start), frame.vector(*end)))
        }
        Primitive::Spline(curve) => {
            let points = curve.points.iter().map(point).collect();
            line(spline(&Spline { points, ..curve.clone() }))
        }
        Primitive::Polybezier { continuous, points } => polybezier(*continuous, points, frame),
        _ => conic(primitive, frame),
    }
}

fn conic(primitive: &Primitive, frame: &PictureFrame) -> PrimitiveShape {
    let ellipse = |centre: Point, first: Point, second: Point| Ellipse {
        centre: frame.point(centre),
        first: frame.vector(first - centre),
        second: frame.vector(second - centre),
    };
    match *primitive {
        Primitive::Circle { centre, radius } => {
            PrimitiveShape::Area(vec![Ellipse::circle(frame.point(centre), radius.abs()).outline()])
        }
        Primitive::Ellipse { centre, first, second } => {
            PrimitiveShape::Area(vec![ellipse(centre, first, second).outline()])
        }
        Primitive::ArcCentre { centre, start, end, radius, closing } => {
            let arc = Arc { centre, start, end, radius };
            finished(arc.contour(frame, 1.0), closing, frame.point(centre))
        }
        Primitive::ArcCentreReversed { centre, start, end, radius } => {
            PrimitiveShape::Line(vec![Arc { centre, start, end, radius }.contour(frame, -1.0)])
        }
        Primitive::EllipticalArc { centre, first, second, start, end, closing } => {
            let arc = ellipse(centre, first, second).arc(frame.vector(start), frame.vector(end));
            finished(arc, closing, frame.point(centre))
        }
        Primitive::ArcThreePoint { start, middle, end, closing } => {
            let [start, middle, end] = [start, middle, end].map(|point| frame.point(point));
            // Collinear points give a straight line.
            let straight = || (Contour::open(start, vec![PathSegment::Line(middle), PathSegment::Line(end)]), middle);
            let (arc, centre) = three_point_arc(start, middle, end).unwrap_or_else(straight);
            finished(arc, closing, centre)
        }
        _ => PrimitiveShape::Nothing,
    }
}

/// A circular arc as given in the file.
struct Arc {
    centre: Point,
    start: Point,
    end: Point,
    radius: f64,
}

impl Arc {
    /// Anticlockwise in the metafile for a turn of 1, clockwise for -1.
    fn contour(&self, frame: &PictureFrame, turn: f64) -> Contour {
        let circle = Ellipse {
            centre: frame.point(self.centre),
            first: frame.vector(Point::new(self.radius.abs(), 0.0)),
            second: frame.vector(Point::new(0.0, self.radius.abs() * turn)),
        };
        circle.arc(frame.vector(self.start), frame.vector(self.end))
    }
}

fn finished(arc: Contour, closing: Option<ArcClosure>, centre: Point) -> PrimitiveShape {
    match closing {
        Some(closing) => PrimitiveShape::Area(vec![arc.enclose(closing, centre)]),
        None => PrimitiveShape::Line(vec![arc]),
    }
}

fn polybezier(continuous: bool, points: &[Point], frame: &PictureFrame) -> PrimitiveShape {
    let points: Vec<Point> = points.iter().map(|point| frame.point(*point)).collect();
    let cubic = |three: &[Point]| PathSegment::Cubic(three[0], three[1], three[2]);
    if continuous {
        return match points.split_first() {
            Some((start, rest)) if rest.len() >= 3 => {
                PrimitiveShape::Line(vec![Contour::open(*start, rest.chunks_exact(3).map(cubic).collect())])
            }
            _ => PrimitiveShape::Nothing,
        };
    }
    let curves: Vec<Contour> =
        points.chunks_exact(4).map(|four| Contour::open(four[0], vec![cubic(&four[1..])])).collect();
    if curves.is_empty() { PrimitiveShape::Nothing } else { PrimitiveShape::Line(curves) }
}

/// The flag of a vertex describes the edge that starts at it.
fn polygon_set(vertices: &[(Point, i64)], frame: &PictureFrame) -> PrimitiveShape {
    let mut areas = Vec::new();
    let mut edges: Vec<Contour> = Vec::new();
    let mut contour: Vec<(Point, bool)> = Vec::new();
    let mut whole = true;
    for (at, (point, flag)) in vertices.iter().enumerate() {
        let visible = matches!(flag, 1 | 3);
        whole &= visible;
        contour.push((frame.point(*point), visible));
        if matches!(flag, 2 | 3) || at + 1 == vertices.len() {
            areas.extend(Contour::through(contour.iter().map(|(point, _)| *point)).map(Contour::close));
            for (index, (point, visible)) in contour.iter().enumerate() {
                let to = contour[(index + 1) % contour.len()].0;
                match edges.last_mut() {
                    _ if !visible => {}
                    Some(edge) if index > 0 && edge.end() == *point => edge.pieces.push(PathSegment::Line(to)),
                    _ => edges.push(Contour::open(*point, vec![PathSegment::Line(to)])),
                }
            }
            contour.clear();
        }
    }
    match (areas.is_empty(), whole) {
        (true, _) => PrimitiveShape::Nothing,
        (false, true) => PrimitiveShape::Area(areas),
        (false, false) => PrimitiveShape::PartlyEdged(areas, edges),
    }
}
