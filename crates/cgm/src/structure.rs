//! Application structures: named parts of a picture, such as hotspots.

use crate::charset::plain;
use crate::geometry::{Contour, Ellipse, PathSegment, PictureFrame, Point};
use crate::limits::{MAX_DEPTH, MAX_STRUCTURES};
use crate::report::Limit;
use crate::sdr::{DataRecord, Member};

/// One application structure, in file order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Structure {
    /// The id that `applicationStructureIdent` refers to.
    pub id: String,
    /// `grobject`, `layer`, `para`, `subpara`, `grnode` or another type in the file.
    pub kind: String,
    /// The index of the enclosing structure.
    pub parent: Option<usize>,
    /// The name, often a callout number; for a layer the layer's name.
    pub name: Option<String>,
    /// The clickable regions, in picture coordinates.
    pub regions: Vec<Region>,
    /// Links out of the picture, as in the file; data only, never followed.
    pub links: Vec<StructureLink>,
    pub screen_tip: Option<String>,
    /// The view context: two corners in picture coordinates.
    pub view: Option<(Point, Point)>,
    /// Hidden by the file.
    pub hidden: bool,
    /// It, or a nested structure, has graphics.
    pub has_graphics: bool,
}

/// A link out of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StructureLink {
    pub uri: String,
    pub title: String,
    pub behaviour: String,
}

/// A clickable region.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    Rectangle(Point, Point),
    /// Given by its centre and the ends of two conjugate radii.
    Ellipse {
        centre: Point,
        first: Point,
        second: Point,
    },
    Polygon(Vec<Point>),
    /// Connected cubic curves: the first point, then three for each.
    Curve(Vec<Point>),
}

impl Structure {
    /// This is a hotspot.
    ///
    /// Drawing programs also write layers and groups as structures; those have identifiers of their own.
    pub fn is_hotspot(&self) -> bool {
        let of_program = self.id.starts_with("IsoL") || self.id.starts_with("IsoG");
        self.kind != "layer" && !of_program && (self.name.is_some() || !self.regions.is_empty())
    }
}

impl Region {
    pub(crate) fn contour(&self) -> Option<Contour> {
        match self {
            Self::Rectangle(a, b) => {
                let corners = [*a, Point::new(b.x, a.y), *b, Point::new(a.x, b.y)];
                Contour::through(corners.into_iter()).map(Contour::close)
            }
            Self::Ellipse { centre, first, second } => {
                let ellipse = Ellipse { centre: *centre, first: *first - *centre, second: *second - *centre };
                Some(ellipse.outline())
            }
            Self::Polygon(points) => Contour::through(points.iter().copied()).map(Contour::close),
            Self::Curve(points) => {
                let (start, rest) = points.split_first()?;
                let pieces =
                    rest.chunks_exact(3).map(|three| PathSegment::Cubic(three[0], three[1], three[2])).collect();
                Some(Contour::open(*start, pieces).close())
            }
        }
    }

    fn read(shape: i64, points: Vec<Point>) -> Option<Self> {
        match (shape, points.as_slice()) {
            (1, [a, b, ..]) => Some(Self::Rectangle(*a, *b)),
            (2, [centre, first, second, ..]) => Some(Self::Ellipse { centre: *centre, first: *first, second: *second }),
            (3, [_, _, _, ..]) => Some(Self::Polygon(points)),
            (4, [_, _, _, _, ..]) => Some(Self::Curve(points)),
            _ => None,
        }
    }
}

/// Collects structures while a picture is read.
#[derive(Debug, Default)]
pub(crate) struct StructureIndex {
    pub(crate) all: Vec<Structure>,
    /// The open structures; `None` for one beyond the limits.
    open: Vec<Option<usize>>,
}

impl StructureIndex {
    pub(crate) fn begin(&mut self, id: &[u8], kind: &[u8]) -> Result<(), Limit> {
        let full = if self.open.len() >= MAX_DEPTH {
            Some(Limit::Depth)
        } else {
            (self.all.len() >= MAX_STRUCTURES).then_some(Limit::Structures)
        };
        if let Some(limit) = full {
            self.open.push(None);
            return Err(limit);
        }
        let parent = self.open.iter().rev().copied().flatten().next();
        self.open.push(Some(self.all.len()));
        self.all.push(Structure { id: plain(id), kind: plain(kind), parent, ..Structure::default() });
        Ok(())
    }

    /// The innermost open structure.
    pub(crate) fn current(&self) -> Option<&Structure> {
        self.all.get((*self.open.last()?)?)
    }

    /// Closes the innermost structure and returns it.
    pub(crate) fn end(&mut self) -> Option<&Structure> {
        let ended = self.open.pop().flatten()?;
        self.all.get(ended)
    }

    /// Marks all open structures as having graphics.
    pub(crate) fn draw(&mut self) {
        for open in self.open.iter().rev().flatten() {
            let structure = &mut self.all[*open];
            if structure.has_graphics {
                break;
            }
            structure.has_graphics = true;
        }
    }

    /// Applies an attribute to the innermost structure.
    pub(crate) fn property(&mut self, name: &[u8], record: &DataRecord, frame: &PictureFrame) {
        let Some(structure) = self.open.last().copied().flatten().and_then(|open| self.all.get_mut(open)) else {
            return;
        };
        let text = || record.texts().next().map(plain);
        match name.to_ascii_lowercase().as_slice() {
            b"name" | b"layername" => structure.name = text().or(structure.name.take()),
            b"screentip" => structure.screen_tip = text(),
            b"visibility" => structure.hidden = text().is_some_and(|text| text.eq_ignore_ascii_case("off")),
            b"linkuri" => {
                let mut texts = record.texts().map(plain);
                let mut next = || texts.next().unwrap_or_default();
                structure.links.push(StructureLink { uri: next(), title: next(), behaviour: next() });
            }
            b"viewcontext" => {
                if let [first, second, ..] = lengths(&record.0, frame).as_slice() {
                    structure.view = Some((*first, *second));
                }
            }
            b"region" => structure.regions.extend(regions(record, frame)),
            _ => {}
        }
    }
}

fn lengths(members: &[Member], frame: &PictureFrame) -> Vec<Point> {
    let of_one = |member: &Member| match member {
        Member::Lengths(values) => values.clone(),
        _ => Vec::new(),
    };
    let values: Vec<f64> = members.iter().flat_map(of_one).collect();
    values.chunks_exact(2).map(|pair| frame.point(Point::new(pair[0], pair[1]))).collect()
}

/// Parses regions: repeated pairs of shape and points.
fn regions(record: &DataRecord, frame: &PictureFrame) -> Vec<Region> {
    let mut found = Vec::new();
    for (at, member) in record.0.iter().enumerate() {
        if let Member::Whole(shapes) = member {
            let rest = &record.0[at + 1..];
            let own = rest.iter().position(|member| matches!(member, Member::Whole(_))).unwrap_or(rest.len());
            let shape = shapes.first().copied().unwrap_or_default();
            found.extend(Region::read(shape, lengths(&rest[..own], frame)));
        }
    }
    found
}
