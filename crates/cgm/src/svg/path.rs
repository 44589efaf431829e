//! Path data in grid steps relative to the previous point, so that rounding errors do not add up.

use super::NumberGrid;
use crate::geometry::{Contour, PathSegment, Point};

#[derive(Debug)]
pub(crate) struct PathData {
    text: String,
    grid: NumberGrid,
    /// The current point, in steps.
    at: (i64, i64),
    /// The current command, which need not be repeated.
    command: char,
}

impl PathData {
    pub(crate) fn new(grid: NumberGrid) -> Self {
        Self { text: String::new(), grid, at: (0, 0), command: ' ' }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) fn len(&self) -> usize {
        self.text.len()
    }

    pub(crate) fn add(&mut self, contour: &Contour) {
        self.command('m');
        self.point(contour.start, true);
        // Further points after a move are lines.
        self.command = 'l';
        let start = self.at;
        for piece in &contour.pieces {
            self.piece(piece);
        }
        if contour.closed {
            self.text.push('z');
            self.command = 'z';
            self.at = start;
        }
    }

    fn piece(&mut self, piece: &PathSegment) {
        match *piece {
            PathSegment::Line(to) => {
                self.command('l');
                self.point(to, true);
            }
            PathSegment::Quadratic(control, to) => {
                self.command('q');
                self.point(control, false);
                self.point(to, true);
            }
            PathSegment::Cubic(first, second, to) => {
                self.command('c');
                self.point(first, false);
                self.point(second, false);
                self.point(to, true);
            }
            PathSegment::Arc { radii, turn, sweep, to } => {
                self.command('a');
                let fine = self.grid.finer();
                self.number(fine, fine.steps(radii.x));
                self.number(fine, fine.steps(radii.y));
                let degrees = NumberGrid { decimals: 3 };
                self.number(degrees, degrees.steps(turn));
                self.text.push_str(if sweep { " 0 1" } else { " 0 0" });
                self.point(to, true);
            }
        }
    }

    /// Omits a repeated command, except for moves, which would become lines.
    fn command(&mut self, command: char) {
        if self.command != command || command == 'm' {
            self.text.push(command);
            self.command = command;
        }
    }

    fn point(&mut self, point: Point, goes_there: bool) {
        let to = (self.grid.steps(point.x), self.grid.steps(point.y));
        self.number(self.grid, to.0 - self.at.0);
        self.number(self.grid, to.1 - self.at.1);
        if goes_there {
            self.at = to;
        }
    }

    fn number(&mut self, grid: NumberGrid, steps: i64) {
        let follows_number = self.text.ends_with(|c: char| c.is_ascii_digit());
        if follows_number && steps >= 0 {
            self.text.push(' ');
        }
        grid.put(&mut self.text, steps);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_and_do_not_drift() {
        let mut data = PathData::new(NumberGrid::for_side(100.0));
        let points = [(10.0, 10.0), (10.004, 20.0), (10.008, 30.0), (10.012, 40.0)];
        let through = |points: &[(f64, f64)]| Contour::through(points.iter().map(|(x, y)| Point::new(*x, *y)));
        data.add(&through(&points).expect("a line"));
        data.add(&through(&[(0.0, 0.0), (5.0, 0.0), (5.0, 5.0)]).expect("a line").close());
        data.add(&through(&[(1.0, 1.0)]).expect("a dot"));
        assert_eq!(data.text(), "m10 10 0 10 .01 10 0 10m-10.01-40 5 0 0 5zm1 1 0 0");
    }

    #[test]
    fn curves_and_arcs_name_their_command_once() {
        let mut data = PathData::new(NumberGrid::for_side(100.0));
        let arc =
            |x: f64| PathSegment::Arc { radii: Point::new(5.0, 2.5), turn: 30.0, sweep: true, to: Point::new(x, 0.0) };
        data.add(&Contour::open(Point::default(), vec![arc(1.0), arc(2.0)]));
        let curve = PathSegment::Cubic(Point::new(2.0, 1.0), Point::new(3.0, 1.0), Point::new(3.0, 0.0));
        data.add(&Contour::open(Point::new(2.0, 0.0), vec![curve]));
        assert_eq!(data.text(), "m0 0a5 2.5 30 0 1 1 0 5 2.5 30 0 1 1 0m0 0c0 1 1 1 1 0");
    }
}
