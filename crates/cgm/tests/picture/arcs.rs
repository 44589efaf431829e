//! Arcs and curves, to a hundredth of a unit.

use crate::outlines::ParsedPath;
use crate::writer::{Cgm, fixed, words};

/// A body in 32-bit real coordinates, 200 by 100 units large.
fn real_body() -> Cgm {
    let cgm = Cgm::begin().words((1, 3), &[1]).words((2, 3), &[0]);
    let extent: Vec<u8> = [0.0, 0.0, 200.0, 100.0].into_iter().flat_map(fixed).collect();
    // The extent precedes the precision and is therefore fixed point.
    cgm.put((2, 6), &extent).put((0, 4), &[]).words((3, 2), &[0, 9, 23])
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_be_bytes()).collect()
}

fn outline(code: (u8, u8), values: &[f32]) -> ParsedPath {
    ParsedPath::read(&real_body().put(code, &floats(values)).drawn())
}

#[test]
fn an_arc_goes_anticlockwise_and_ends_on_its_circle() {
    let arc = outline((4, 15), &[50.0, 40.0, 9.0, 0.0, 0.0, 1.0, 20.0]);
    assert!(arc.starts_at(70.0, 60.0) && arc.ends_at(50.0, 40.0), "{arc:?}");
    assert_eq!(arc.arcs, [(20.0, 20.0, 0.0, false)]);
}

#[test]
fn a_reversed_arc_goes_clockwise() {
    let arc = outline((4, 20), &[50.0, 40.0, 0.0, 1.0, 1.0, 0.0, 20.0]);
    assert!(arc.starts_at(50.0, 40.0) && arc.ends_at(70.0, 60.0), "{arc:?}");
    assert_eq!(arc.arcs, [(20.0, 20.0, 0.0, true)]);
}

#[test]
fn a_mirrored_picture_turns_arcs_round() {
    let cgm = Cgm::begin().words((2, 6), &[200, 0, 0, 100]).put((0, 4), &[]);
    let arc = ParsedPath::read(&cgm.words((4, 15), &[50, 40, 1, 0, 0, 1, 20]).drawn());
    assert!(arc.starts_at(130.0, 60.0) && arc.ends_at(150.0, 40.0), "{arc:?}");
    assert!(arc.arcs.iter().all(|arc| arc.3));
}

#[test]
fn three_points_bound_an_arc_a_pie_and_a_chord() {
    let points = [70.0, 40.0, 50.0, 60.0, 30.0, 40.0];
    let arc = outline((4, 13), &points);
    assert!(arc.starts_at(70.0, 60.0) && arc.ends_at(30.0, 60.0) && arc.passes(50.0, 40.0), "{arc:?}");
    let closed = |closing: i16| {
        ParsedPath::read(&real_body().put((4, 14), &[floats(&points), words(&[closing])].concat()).drawn())
    };
    assert!(closed(0).passes(50.0, 60.0) && closed(0).closed);
    assert!(!closed(1).passes(50.0, 60.0) && closed(1).closed);
}

#[test]
fn a_closed_arc_is_an_area() {
    let values = [50.0, 40.0, 1.0, 0.0, 0.0, 1.0, 20.0];
    let cgm = real_body().words((5, 22), &[1]);
    let pie = cgm.put((4, 16), &[floats(&values), words(&[0])].concat()).drawn();
    assert!(pie.contains("fill=\"#000\"") && pie.ends_with("z\"/>"), "{pie}");
    assert!(ParsedPath::read(&pie).passes(50.0, 60.0));
}

#[test]
fn an_ellipse_has_the_axes_of_its_conjugate_radii() {
    let ellipse = outline((4, 17), &[100.0, 50.0, 130.0, 50.0, 100.0, 60.0]);
    assert!(ellipse.starts_at(130.0, 50.0) && ellipse.passes(85.0, 50.0 - 10.0 * 0.75_f64.sqrt()), "{ellipse:?}");
    assert_eq!(ellipse.arcs, [(30.0, 10.0, 0.0, false); 3]);
    let slanted = outline((4, 17), &[100.0, 50.0, 140.0, 50.0, 130.0, 70.0]);
    let (x, y, ..) = slanted.arcs[0];
    assert!((x * y - 800.0).abs() < 1.0, "the area is that of the radii: {x} {y}");
}

#[test]
fn an_elliptical_arc_runs_from_the_first_radius_to_the_second() {
    let values = [100.0, 50.0, 130.0, 50.0, 100.0, 60.0, 1.0, 0.0, 0.0, 1.0];
    let arc = outline((4, 18), &values);
    assert!(arc.starts_at(130.0, 50.0) && arc.ends_at(100.0, 40.0), "{arc:?}");
    let chord = ParsedPath::read(&real_body().put((4, 19), &[floats(&values), words(&[1])].concat()).drawn());
    assert!(chord.closed && chord.ends_at(100.0, 40.0));
}

#[test]
fn equal_rays_draw_the_full_circle() {
    let arc = outline((4, 15), &[50.0, 40.0, 1.0, 0.0, 1.0, 0.0, 20.0]);
    assert_eq!(arc.arcs.len(), 3);
    assert!(arc.ends_at(70.0, 60.0));
}

#[test]
fn a_parabola_is_a_quadratic_curve() {
    let drawn = real_body().put((4, 23), &floats(&[50.0, 90.0, 10.0, 10.0, 90.0, 10.0])).drawn();
    assert!(drawn.contains("d=\"m10 90q40-80 80 0\""), "{drawn}");
}

#[test]
fn a_hyperbola_is_drawn_between_its_rays() {
    let arc = outline((4, 22), &[100.0, 50.0, 120.0, 50.0, 100.0, 60.0, 40.0, -10.0, 40.0, 10.0]);
    let (x, y) = arc.points[0];
    assert!(((x - 100.0) / (50.0 - y) + 4.0).abs() < 0.01, "the arc starts on the ray: {x} {y}");
    let hits = arc.points.iter().map(|(x, y)| ((x - 100.0) / 20.0).powi(2) - ((y - 50.0) / 10.0).powi(2));
    assert!(hits.into_iter().all(|value| (value - 1.0).abs() < 0.01));
}

#[test]
fn splines_reach_their_end_points() {
    let floats32 = |cgm: Cgm| cgm.words((1, 5), &[0, 9, 23]);
    let points = [10.0, 10.0, 50.0, 90.0, 90.0, 10.0];
    let knots = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0];
    let plain = [words(&[3, 3]), floats(&points), floats(&knots)].concat();
    let curve = ParsedPath::read(&floats32(real_body()).put((4, 24), &plain).drawn());
    assert!(curve.starts_at(10.0, 90.0) && curve.ends_at(90.0, 90.0) && curve.passes(50.0, 50.0), "{curve:?}");
    let rational = [plain, floats(&[1.0, 3.0, 1.0])].concat();
    let curve = ParsedPath::read(&floats32(real_body()).put((4, 25), &rational).drawn());
    assert!(curve.passes(50.0, 30.0), "a heavy point pulls: {curve:?}");
}

#[test]
fn bezier_curves_are_joined_or_apart() {
    let seven: Vec<f32> = (0..14).map(|value: u8| f32::from(value) * 5.0).collect();
    let joined = real_body().put((4, 26), &[words(&[2]), floats(&seven)].concat()).drawn();
    assert!(joined.contains("d=\"m0 95c10-10 20-20 30-30 10-10 20-20 30-30\""), "{joined}");
    let apart = real_body().put((4, 26), &[words(&[1]), floats(&seven[..8])].concat()).drawn();
    assert!(apart.contains("d=\"m0 95c10-10 20-20 30-30\""), "{apart}");
}
