//! Figures and compound lines: primitives combined to one outline.

use super::Painter;
use crate::geometry::{Contour, PathSegment};
use crate::precision::Precision;

/// An outline under construction.
#[derive(Debug)]
pub(super) struct FigureBuilder {
    kind: FigureKind,
    /// Closed by straight lines where primitives do not meet.
    regions: Vec<Contour>,
    /// As drawn: the closing lines are not part of the edge.
    edges: Vec<Contour>,
    next: NextPrimitive,
    /// Some closing line is not an edge.
    has_gaps: bool,
}

#[derive(Debug, PartialEq)]
enum FigureKind {
    Area,
    Line,
}

/// The role of the next primitive.
#[derive(Clone, Copy, Debug, PartialEq)]
enum NextPrimitive {
    /// Starts a region.
    Starts,
    /// Continues at the end of the previous one.
    Joins,
    /// Continues, and the connecting line is part of the edge.
    Connects,
}

impl FigureBuilder {
    fn new(kind: FigureKind) -> Self {
        Self { kind, regions: Vec::new(), edges: Vec::new(), next: NextPrimitive::Starts, has_gaps: false }
    }

    pub(super) fn area() -> Self {
        Self::new(FigureKind::Area)
    }

    pub(super) fn line() -> Self {
        Self::new(FigureKind::Line)
    }

    pub(super) fn new_region(&mut self) {
        self.next = NextPrimitive::Starts;
    }

    pub(super) fn connect(&mut self) {
        if self.next == NextPrimitive::Joins {
            self.next = NextPrimitive::Connects;
        }
    }

    pub(super) fn add(&mut self, contour: Contour) {
        let next = std::mem::replace(
            &mut self.next,
            if contour.closed { NextPrimitive::Starts } else { NextPrimitive::Joins },
        );
        let (Some(region), Some(edge)) = (self.regions.last_mut(), self.edges.last_mut()) else {
            return self.start(contour);
        };
        if contour.closed || next == NextPrimitive::Starts {
            return self.start(contour);
        }
        let has_gap = (region.end() - contour.start).length() > 1e-9;
        if has_gap {
            region.pieces.push(PathSegment::Line(contour.start));
        }
        region.pieces.extend_from_slice(&contour.pieces);
        if has_gap && next == NextPrimitive::Joins {
            self.has_gaps = true;
            self.edges.push(contour);
            return;
        }
        if has_gap {
            edge.pieces.push(PathSegment::Line(contour.start));
        }
        edge.pieces.extend(contour.pieces);
    }

    fn start(&mut self, contour: Contour) {
        self.edges.push(contour.clone());
        self.regions.push(contour);
    }

    /// The regions, and their edges when they differ.
    fn finish(self) -> (Vec<Contour>, Option<Vec<Contour>>) {
        let meets = |contour: &Contour| contour.closed || (contour.end() - contour.start).length() < 1e-6;
        let same = !self.has_gaps && self.edges.iter().all(meets);
        let regions = self.regions.into_iter().map(Contour::close).collect();
        (regions, (!same).then_some(self.edges))
    }
}

impl Painter<'_> {
    pub(super) fn begin_figure(&mut self, figure: FigureBuilder) {
        if let Some(canvas) = &mut self.canvas {
            canvas.figure = Some(figure);
        }
    }

    pub(super) fn end_figure(&mut self, precision: &Precision) {
        let Some(figure) = self.canvas.as_mut().and_then(|canvas| canvas.figure.take()) else { return };
        if figure.kind == FigureKind::Line {
            return self.stroke(&figure.edges, precision);
        }
        match figure.finish() {
            (regions, None) => self.area(&regions, precision),
            (regions, Some(edges)) => self.area_with_edges(&regions, &edges, precision),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    fn line(points: &[(f64, f64)]) -> Contour {
        Contour::through(points.iter().map(|(x, y)| Point::new(*x, *y))).expect("a line")
    }

    #[test]
    fn lines_that_meet_become_one_closed_outline() {
        let mut figure = FigureBuilder::area();
        figure.add(line(&[(0.0, 0.0), (4.0, 0.0)]));
        figure.add(line(&[(4.0, 0.0), (4.0, 3.0), (0.0, 0.0)]));
        let (regions, edges) = figure.finish();
        assert_eq!((regions.len(), edges), (1, None));
        assert!(regions[0].closed && regions[0].pieces.len() == 3);
    }

    #[test]
    fn a_gap_is_filled_and_is_no_edge_unless_it_is_connected() {
        let mut figure = FigureBuilder::area();
        figure.add(line(&[(0.0, 0.0), (4.0, 0.0)]));
        figure.add(line(&[(4.0, 3.0), (0.0, 3.0)]));
        let (regions, edges) = figure.finish();
        assert_eq!((regions[0].pieces.len(), edges.map(|edges| edges.len())), (3, Some(2)));

        let mut figure = FigureBuilder::area();
        figure.add(line(&[(0.0, 0.0), (4.0, 0.0)]));
        figure.connect();
        figure.add(line(&[(4.0, 3.0), (0.0, 0.0)]));
        assert_eq!(figure.finish().1, None);
    }

    #[test]
    fn a_new_region_starts_another_outline() {
        let mut figure = FigureBuilder::area();
        figure.add(line(&[(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 0.0)]));
        figure.new_region();
        figure.add(line(&[(1.0, 1.0), (2.0, 1.0), (2.0, 2.0), (1.0, 1.0)]));
        assert_eq!(figure.finish().0.len(), 2);
    }
}
