//! Graphic primitives.

use super::{Cells, Element, Tile};
use crate::geometry::Point;
use crate::params::{MalformedParams, Params};

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Primitive {
    Polyline(Vec<Point>),
    DisjointPolyline(Vec<Point>),
    Polymarker(Vec<Point>),
    Text {
        at: Point,
        last: bool,
        text: Vec<u8>,
    },
    RestrictedText {
        width: f64,
        height: f64,
        at: Point,
        last: bool,
        text: Vec<u8>,
    },
    AppendText {
        last: bool,
        text: Vec<u8>,
    },
    Polygon(Vec<Point>),
    PolygonSet(Vec<(Point, i64)>),
    CellArray {
        p: Point,
        q: Point,
        r: Point,
        cells: Cells,
    },
    Rectangle(Point, Point),
    Circle {
        centre: Point,
        radius: f64,
    },
    ArcThreePoint {
        start: Point,
        middle: Point,
        end: Point,
        closing: Option<ArcClosure>,
    },
    ArcCentre {
        centre: Point,
        start: Point,
        end: Point,
        radius: f64,
        closing: Option<ArcClosure>,
    },
    ArcCentreReversed {
        centre: Point,
        start: Point,
        end: Point,
        radius: f64,
    },
    Ellipse {
        centre: Point,
        first: Point,
        second: Point,
    },
    EllipticalArc {
        centre: Point,
        first: Point,
        second: Point,
        start: Point,
        end: Point,
        closing: Option<ArcClosure>,
    },
    /// The line to the next primitive of a figure is part of its edge.
    ConnectingEdge,
    HyperbolicArc {
        centre: Point,
        transverse: Point,
        conjugate: Point,
        start: Point,
        end: Point,
    },
    ParabolicArc {
        tangents: Point,
        start: Point,
        end: Point,
    },
    Spline(Spline),
    Polybezier {
        continuous: bool,
        points: Vec<Point>,
    },
    Tile(Tile),
}

/// The way an arc is closed to an area.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ArcClosure {
    Pie,
    Chord,
}

/// A B-spline, rational when it has weights.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spline {
    pub(crate) order: usize,
    pub(crate) points: Vec<Point>,
    pub(crate) knots: Vec<f64>,
    pub(crate) start: f64,
    pub(crate) end: f64,
    pub(crate) weights: Vec<f64>,
}

pub(super) fn read(id: u8, params: &mut Params<'_>) -> Result<Element, MalformedParams> {
    let primitive = match id {
        1 => Primitive::Polyline(params.points()?),
        2 => Primitive::DisjointPolyline(params.points()?),
        3 => Primitive::Polymarker(params.points()?),
        4 => Primitive::Text { at: params.point()?, last: params.choice()? != 0, text: params.string()? },
        5 => Primitive::RestrictedText {
            width: params.vdc()?,
            height: params.vdc()?,
            at: params.point()?,
            last: params.choice()? != 0,
            text: params.string()?,
        },
        6 => Primitive::AppendText { last: params.choice()? != 0, text: params.string()? },
        7 => Primitive::Polygon(params.points()?),
        8 => Primitive::PolygonSet(polygon_set(params)?),
        9 => Primitive::CellArray {
            p: params.point()?,
            q: params.point()?,
            r: params.point()?,
            cells: Cells::of_array(params)?,
        },
        11 => Primitive::Rectangle(params.point()?, params.point()?),
        12..=20 | 22 | 23 => conic(id, params)?,
        21 => Primitive::ConnectingEdge,
        24 => Primitive::Spline(spline(params)?),
        25 => {
            let spline = spline(params)?;
            Primitive::Spline(Spline { weights: params.reals_of(spline.points.len())?, ..spline })
        }
        26 => Primitive::Polybezier { continuous: params.index()? == 2, points: params.points()? },
        28 => Primitive::Tile(Tile::bitonal(params)?),
        29 => Primitive::Tile(Tile::coloured(params)?),
        10 | 27 => return Ok(Element::Undrawn),
        _ => return Ok(Element::Unknown),
    };
    Ok(Element::Primitive(primitive))
}

fn conic(id: u8, params: &mut Params<'_>) -> Result<Primitive, MalformedParams> {
    Ok(match id {
        12 => Primitive::Circle { centre: params.point()?, radius: params.vdc()? },
        13 | 14 => Primitive::ArcThreePoint {
            start: params.point()?,
            middle: params.point()?,
            end: params.point()?,
            closing: closing(id == 14, params)?,
        },
        15 | 16 => Primitive::ArcCentre {
            centre: params.point()?,
            start: params.point()?,
            end: params.point()?,
            radius: params.vdc()?,
            closing: closing(id == 16, params)?,
        },
        17 => Primitive::Ellipse { centre: params.point()?, first: params.point()?, second: params.point()? },
        18 | 19 => Primitive::EllipticalArc {
            centre: params.point()?,
            first: params.point()?,
            second: params.point()?,
            start: params.point()?,
            end: params.point()?,
            closing: closing(id == 19, params)?,
        },
        20 => Primitive::ArcCentreReversed {
            centre: params.point()?,
            start: params.point()?,
            end: params.point()?,
            radius: params.vdc()?,
        },
        22 => Primitive::HyperbolicArc {
            centre: params.point()?,
            transverse: params.point()?,
            conjugate: params.point()?,
            start: params.point()?,
            end: params.point()?,
        },
        _ => Primitive::ParabolicArc { tangents: params.point()?, start: params.point()?, end: params.point()? },
    })
}

fn closing(closed: bool, params: &mut Params<'_>) -> Result<Option<ArcClosure>, MalformedParams> {
    if !closed {
        return Ok(None);
    }
    Ok(Some(if params.choice()? == 0 { ArcClosure::Pie } else { ArcClosure::Chord }))
}

fn polygon_set(params: &mut Params<'_>) -> Result<Vec<(Point, i64)>, MalformedParams> {
    let mut found = Vec::new();
    while !params.is_empty() {
        found.push((params.point()?, params.choice()?));
    }
    Ok(found)
}

fn spline(params: &mut Params<'_>) -> Result<Spline, MalformedParams> {
    let (order, count) = (params.count()?, params.count()?);
    let points = params.points_of(count)?;
    let knots = params.reals_of(count.checked_add(order).ok_or(MalformedParams)?)?;
    Ok(Spline { order, points, knots, start: params.real()?, end: params.real()?, weights: Vec::new() })
}
