//! Parses path data, independently of the code under test.

/// The first path of a drawing, in absolute coordinates.
#[derive(Debug, Default)]
pub(crate) struct ParsedPath {
    /// The start and end of every segment.
    pub(crate) points: Vec<(f64, f64)>,
    /// Radii, rotation and direction of every arc.
    pub(crate) arcs: Vec<(f64, f64, f64, bool)>,
    pub(crate) closed: bool,
}

impl ParsedPath {
    /// The first path of a drawing.
    pub(crate) fn read(drawn: &str) -> Self {
        let start = drawn.find(" d=\"").expect("a path") + 4;
        let mut outline = Self::default();
        outline.follow(drawn[start..].split('"').next().expect("its end"));
        outline
    }

    /// Follows path data of relative commands.
    pub(crate) fn follow(&mut self, data: &str) {
        let (mut at, mut start) = ((0.0, 0.0), (0.0, 0.0));
        for part in split(data) {
            let (command, numbers) = (part.0, part.1);
            let step = match command {
                'm' | 'l' => 2,
                'q' => 4,
                'c' => 6,
                'a' => 7,
                _ => 1,
            };
            for (index, values) in numbers.chunks_exact(step).enumerate() {
                let (dx, dy) = (values[step - 2], values[step - 1]);
                at = (at.0 + dx, at.1 + dy);
                if command == 'm' && index == 0 {
                    start = at;
                }
                if command == 'a' {
                    self.arcs.push((values[0], values[1], values[2], values[4] > 0.5));
                }
                self.points.push(at);
            }
            if command == 'z' {
                self.closed = true;
                at = start;
            }
        }
    }

    fn is_at(point: Option<&(f64, f64)>, x: f64, y: f64) -> bool {
        point.is_some_and(|point| (point.0 - x).hypot(point.1 - y) <= 0.01)
    }

    pub(crate) fn starts_at(&self, x: f64, y: f64) -> bool {
        Self::is_at(self.points.first(), x, y)
    }

    pub(crate) fn ends_at(&self, x: f64, y: f64) -> bool {
        Self::is_at(self.points.last(), x, y)
    }

    pub(crate) fn passes(&self, x: f64, y: f64) -> bool {
        self.points.iter().any(|point| Self::is_at(Some(point), x, y))
    }
}

/// Commands with their numbers.
fn split(data: &str) -> Vec<(char, Vec<f64>)> {
    let mut found: Vec<(char, Vec<f64>)> = Vec::new();
    let mut number = String::new();
    let finish = |number: &mut String, found: &mut Vec<(char, Vec<f64>)>| {
        if !number.is_empty() {
            let value = number.parse().unwrap_or_else(|error| panic!("{number}: {error}"));
            found.last_mut().expect("a command").1.push(value);
            number.clear();
        }
    };
    for c in data.chars() {
        match c {
            'a'..='z' => {
                finish(&mut number, &mut found);
                found.push((c, Vec::new()));
            }
            ' ' => finish(&mut number, &mut found),
            '-' => {
                finish(&mut number, &mut found);
                number.push(c);
            }
            _ => number.push(c),
        }
    }
    finish(&mut number, &mut found);
    found
}
