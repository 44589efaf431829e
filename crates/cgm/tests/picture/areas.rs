//! Areas: interiors, edges, figures, markers, clipping.

use crate::outlines::ParsedPath;
use crate::writer::{Cgm, content, fixed, words};

const SQUARE: [i16; 8] = [0, 0, 10, 0, 10, 10, 0, 10];

fn square(cgm: Cgm) -> String {
    cgm.words((4, 7), &SQUARE).drawn()
}

#[test]
fn interior_and_edge_are_independent() {
    let with = |interior: i16, edge: i16| square(Cgm::body().words((5, 22), &[interior]).words((5, 30), &[edge]));
    let data = "d=\"m0 1000 10 0 0-10-10 0z\"";
    assert_eq!(with(1, 0), format!("<path fill=\"#000\" {data}/>"));
    let edge = "stroke=\"#000\" stroke-width=\"2\" stroke-linecap=\"butt\"";
    assert_eq!(with(1, 1), format!("<path fill=\"#000\" {edge} {data}/>"));
    assert_eq!(with(4, 1), format!("<path {edge} {data}/>"));
    assert_eq!(with(4, 0), "");
    assert_eq!(with(0, 0), format!("<path stroke=\"#000\" stroke-width=\"1\" {data}/>"), "hollow shows its boundary");
}

#[test]
fn an_edge_keeps_its_attributes_while_it_is_invisible() {
    let cgm = Cgm::body().words((5, 22), &[4]).words((5, 28), &[5]).words((5, 30), &[0]);
    let drawn = square(cgm.words((4, 7), &SQUARE).words((5, 30), &[1]));
    assert!(drawn.contains("stroke-width=\"5\""), "{drawn}");
}

#[test]
fn filled_areas_are_not_merged_since_they_would_make_holes() {
    let drawn = Cgm::body().words((5, 22), &[1]).words((4, 7), &SQUARE).words((4, 7), &SQUARE).drawn();
    assert_eq!(drawn.matches("<path").count(), 2);
}

#[test]
fn a_rectangle_has_four_corners_and_a_circle_no_start() {
    let rectangle = Cgm::body().words((5, 22), &[1]).words((4, 11), &[10, 10, 40, 30]).drawn();
    assert!(rectangle.contains("d=\"m10 990 30 0 0-20-30 0z\""), "{rectangle}");
    let circle = Cgm::body().words((5, 22), &[1]).words((4, 12), &[500, 500, 100]).drawn();
    let outline = ParsedPath::read(&circle);
    assert!(outline.closed && outline.starts_at(600.0, 500.0) && outline.ends_at(600.0, 500.0));
}

#[test]
fn a_polygon_set_is_one_area_with_holes_and_some_edges() {
    let vertices = |flags: [i16; 8]| {
        let points = [(0, 0), (90, 0), (90, 90), (0, 90), (30, 30), (60, 30), (60, 60), (30, 60)];
        points.iter().zip(flags).flat_map(|((x, y), flag)| [*x, *y, flag]).collect::<Vec<i16>>()
    };
    let cgm = || Cgm::body().words((5, 22), &[1]).words((5, 30), &[1]);
    let whole = cgm().words((4, 8), &vertices([1, 1, 1, 3, 1, 1, 1, 3])).drawn();
    assert_eq!((whole.matches("<path").count(), whole.matches('z').count()), (1, 2));
    let partly = cgm().words((4, 8), &vertices([1, 0, 1, 2, 0, 0, 0, 2])).drawn();
    let (area, edges) = partly.split_once("/><").expect("an area and its edges");
    assert!(area.contains("fill=") && !area.contains("stroke="), "{area}");
    assert!(edges.contains("d=\"m0 1000 90 0m0-90-90 0\""), "{edges}");
}

#[test]
fn a_figure_takes_lines_as_the_boundary_of_an_area() {
    let figure = Cgm::body()
        .words((5, 22), &[1])
        .put((0, 8), &[])
        .words((4, 1), &[0, 0, 90, 0])
        .words((4, 15), &[90, 50, 0, -1, 0, 1, 50])
        .words((4, 1), &[90, 100, 0, 100, 0, 0])
        .put((3, 10), &[])
        .words((4, 1), &[10, 10, 20, 10, 20, 20, 10, 10])
        .put((0, 9), &[])
        .drawn();
    assert_eq!(figure.matches("<path").count(), 1);
    assert_eq!((figure.matches('m').count(), figure.matches('z').count()), (2, 2), "{figure}");
    assert!(figure.starts_with("<path fill=\"#000\" d=\"m0 1000 90 0a"), "{figure}");
}

#[test]
fn a_compound_line_is_one_line() {
    let line = Cgm::body()
        .put((0, 15), &[])
        .words((4, 1), &[0, 0, 90, 0])
        .words((4, 1), &[90, 0, 90, 90])
        .put((0, 16), &[])
        .drawn();
    assert!(line.contains("d=\"m0 1000 90 0 0-90\""), "{line}");
}

#[test]
fn hatches_are_patterns_that_are_defined_once() {
    let cgm = |index: i16| Cgm::body().words((5, 22), &[3]).words((5, 24), &[index]).words((4, 7), &SQUARE);
    let twice = square(cgm(1));
    assert_eq!((twice.matches("<pattern").count(), twice.matches("url(#def1)").count()), (1, 2), "{twice}");
    let crossed = cgm(6).drawn();
    assert!(crossed.contains("H12.5M6.25 0V12.5"), "{crossed}");
    let unknown = cgm(99).end().convert();
    assert!(content(&unknown.svg).contains("fill=\"#000\""));
    assert_eq!(unknown.report.warnings[0].code(), "cgm.style_replaced");
}

#[test]
fn a_hatch_of_the_file_has_its_own_lines() {
    let style = [words(&[-1, 0, 1, 0, 0, 1, 40, 2, 3, 1]), words(&[1, 1])].concat();
    let drawn = Cgm::begin()
        .put((2, 18), &style)
        .words((2, 6), &[0, 0, 1000, 1000])
        .put((0, 4), &[])
        .words((5, 22), &[3])
        .words((5, 24), &[-1])
        .words((4, 7), &SQUARE)
        .drawn();
    assert!(drawn.contains("width=\"40\" height=\"40\"") && drawn.contains("d=\"M0 15H40M0 25H40\""), "{drawn}");
}

#[test]
fn a_hatch_that_is_not_transparent_covers_what_is_below() {
    let cgm = Cgm::body().words((3, 4), &[0]).put((3, 3), &[0]).words((5, 22), &[3]);
    assert!(square(cgm).contains("<path fill=\"#fff\""));
}

#[test]
fn a_pattern_is_a_small_picture_that_repeats() {
    let cells = [words(&[1, 2, 2, 8]), vec![0, 1, 1, 0]].concat();
    let cgm = Cgm::body()
        .words((5, 22), &[2])
        .put((5, 32), &cells)
        .words((5, 33), &[0, 20, 30, 0])
        .words((5, 31), &[100, 100]);
    let drawn = square(cgm);
    assert!(drawn.contains("patternTransform=\"matrix(30 0 0 20 100 900)\""), "{drawn}");
    assert!(drawn.contains("href=\"data:image/png;base64,"));
    let missing = Cgm::body().words((5, 22), &[2]).words((5, 25), &[5]).words((4, 7), &SQUARE).end().convert();
    assert_eq!(missing.report.warnings[0].values()[0].1, "pattern");
}

#[test]
fn interiors_that_cannot_be_drawn_are_said() {
    let converted = Cgm::body().words((5, 22), &[6]).words((4, 7), &SQUARE).end().convert();
    assert!(converted.svg.contains("fill=\"#000\""));
    assert_eq!(converted.report.warnings[0].values()[0].1, "interior_style");
}

#[test]
fn markers_are_signs_of_their_size() {
    let with = |kind: i16| {
        let cgm = Cgm::begin().words((2, 4), &[0]).words((2, 6), &[0, 0, 1000, 1000]).put((0, 4), &[]);
        cgm.words((5, 6), &[kind]).words((5, 7), &[20]).words((4, 3), &[100, 100]).drawn()
    };
    assert!(with(1).contains("fill=\"#000\" d=\"m102.5 900a"));
    assert!(with(2).contains("d=\"m90 900 20 0m-10-10 0 20\""));
    assert_eq!(with(3).matches('m').count(), 3);
    assert!(with(4).contains("d=\"m110 900a"));
    assert!(with(5).contains("d=\"m92.9 892.9 14.2 14.2"));
    let scaled = Cgm::body().words((5, 6), &[2]).put((5, 7), &fixed(3.0)).words((4, 3), &[100, 100]).drawn();
    assert!(scaled.contains("d=\"m85 900 30 0"), "{scaled}");
}

#[test]
fn a_clip_rectangle_cuts_and_the_whole_extent_does_not() {
    let cgm = Cgm::body().words((3, 5), &[100, 100, 300, 200]);
    let clipped = square(cgm.clone());
    assert!(clipped.contains("<rect x=\"100\" y=\"800\" width=\"200\" height=\"100\"/></clipPath>"), "{clipped}");
    assert!(clipped.contains("clip-path=\"url(#def1)\""));
    assert!(!square(cgm.words((3, 6), &[0])).contains("clip-path"), "clipping is off");
    assert!(!square(Cgm::body().words((3, 5), &[0, 0, 1000, 1000])).contains("clip-path"));
}
