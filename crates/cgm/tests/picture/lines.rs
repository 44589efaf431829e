//! Lines: widths, types, caps, joins, painting order.

use crate::writer::{Cgm, content, fixed, words};

const PEN: &str = "stroke=\"#000\" stroke-width=\"2\" stroke-linecap=\"butt\"";

#[test]
fn consecutive_lines_of_one_style_become_one_path() {
    let drawn = Cgm::body().words((4, 1), &[0, 0, 10, 0]).words((4, 1), &[10, 10, 20, 20, 30, 20]).drawn();
    assert_eq!(drawn, format!("<path {PEN} d=\"m0 1000 10 0m0-10 10-10 10 0\"/>"));
}

#[test]
fn what_is_drawn_later_lies_above() {
    let drawn = Cgm::body()
        .words((4, 1), &[0, 0, 10, 0])
        .put((5, 4), &[0])
        .words((5, 3), &[8])
        .words((4, 1), &[0, 0, 5, 5])
        .put((5, 4), &[1])
        .words((5, 3), &[2])
        .words((4, 1), &[0, 10, 10, 10])
        .drawn();
    let colours: Vec<&str> = drawn.split("stroke=\"").skip(1).map(|rest| &rest[..4]).collect();
    assert_eq!(colours, ["#000", "#fff", "#000"]);
}

#[test]
fn a_line_without_length_is_a_dot() {
    let drawn = Cgm::body().words((5, 37), &[3, 1]).words((4, 1), &[50, 50, 50, 50]).drawn();
    assert_eq!(drawn, "<path stroke=\"#000\" stroke-width=\"2\" d=\"m50 950 0 0\"/>");
}

#[test]
fn disjoint_lines_are_pairs() {
    let drawn = Cgm::body().words((4, 2), &[0, 0, 10, 0, 20, 0, 30, 0]).drawn();
    assert_eq!(drawn, format!("<path {PEN} d=\"m0 1000 10 0m10 0 10 0\"/>"));
}

#[test]
fn caps_and_joins_are_kept() {
    let drawn = |cap: i16, join: i16| {
        Cgm::body().words((5, 37), &[cap, 1]).words((5, 38), &[join]).words((4, 1), &[0, 0, 9, 0]).drawn()
    };
    assert!(drawn(2, 3).contains("stroke-linecap=\"butt\" d="));
    assert!(drawn(3, 2).contains("stroke-width=\"2\" stroke-linejoin=\"miter\" d="));
    assert!(drawn(4, 4).contains("stroke-linecap=\"square\" stroke-linejoin=\"bevel\""));
    let limited = Cgm::body().put((3, 19), &fixed(10.0)).words((5, 38), &[2]).words((4, 1), &[0, 0, 9, 0]).drawn();
    assert!(limited.contains("stroke-miterlimit=\"10\""));
}

#[test]
fn a_width_is_measured_as_the_file_says() {
    let with = |mode: i16, width: &[u8]| {
        let cgm = Cgm::begin()
            .put((2, 1), &[&words(&[1])[..], &0.5_f32.to_be_bytes()].concat())
            .words((2, 3), &[mode])
            .words((2, 6), &[0, 0, 1000, 500])
            .put((0, 4), &[])
            .put((5, 3), width);
        let drawn = cgm.words((4, 1), &[0, 0, 9, 9]).drawn();
        let start = drawn.find("stroke-width=\"").expect("a width") + 14;
        drawn[start..].split('"').next().expect("its end").to_owned()
    };
    assert_eq!(with(0, &words(&[7])), "7");
    assert_eq!(with(0, &words(&[0])), ".5", "the thinnest line is not none");
    assert_eq!(with(1, &fixed(3.0)), "3");
    assert_eq!(with(2, &fixed(0.25)), "250");
    assert_eq!(with(3, &fixed(1.5)), "3");
}

#[test]
fn a_line_type_of_the_file_shares_its_length_by_proportions() {
    let definition = [words(&[-11, 60, 1, 2])].concat();
    let cgm = Cgm::begin()
        .words((2, 3), &[0])
        .put((2, 17), &definition)
        .words((2, 6), &[0, 0, 1000, 1000])
        .put((0, 4), &[])
        .words((5, 2), &[-11])
        .words((4, 1), &[0, 0, 900, 0]);
    assert!(cgm.drawn().contains("stroke-dasharray=\"20 40\""));
}

#[test]
fn standard_line_types_are_dashed_and_unknown_ones_are_said() {
    let line = |kind: i16| Cgm::body().words((5, 2), &[kind]).words((4, 1), &[0, 0, 900, 0]);
    for kind in 2..=5 {
        assert!(line(kind).drawn().contains("stroke-dasharray="), "{kind}");
    }
    let converted = line(-3).end().convert();
    assert!(!content(&converted.svg).contains("dasharray"));
    let [warning] = &converted.report.warnings[..] else { panic!("{:?}", converted.report.warnings) };
    assert_eq!(warning.code(), "cgm.style_replaced");
    let values = [("style", "line_type"), ("value", "-3"), ("count", "1")].map(|(k, v)| (k, v.to_owned()));
    assert_eq!(warning.values(), values);
}

#[test]
fn gaps_that_are_not_transparent_are_filled() {
    let drawn =
        Cgm::body().words((3, 4), &[0]).put((3, 3), &[0]).words((5, 2), &[2]).words((4, 1), &[0, 0, 900, 0]).drawn();
    let (below, above) = drawn.split_once("/><").expect("two paths");
    assert!(below.contains("stroke=\"#fff\"") && !below.contains("dasharray"), "{below}");
    assert!(above.contains("stroke=\"#000\"") && above.contains("dasharray"), "{above}");
}

#[test]
fn a_saved_context_comes_back() {
    let drawn = Cgm::body()
        .words((3, 11), &[7])
        .words((5, 3), &[9])
        .words((4, 1), &[0, 0, 9, 0])
        .words((3, 12), &[7])
        .words((4, 1), &[0, 0, 9, 0])
        .drawn();
    assert!(drawn.find("stroke-width=\"9\"") < drawn.find("stroke-width=\"2\""), "{drawn}");
}
