//! Application structures: groups, names, regions, identifiers.

use cgm::{ConvertOptions, Limit, Point, Region, StructureLink, Warning, convert, limits, structures};

use crate::writer::{Cgm, content, string, words};

fn begin(cgm: Cgm, id: &str, kind: &str) -> Cgm {
    cgm.put((0, 21), &[string(id.as_bytes()), string(kind.as_bytes()), words(&[0])].concat())
}

/// An attribute of texts.
fn texts(cgm: Cgm, name: &str, values: &[&str]) -> Cgm {
    let count = i16::try_from(values.len()).expect("few");
    let values: Vec<u8> = values.iter().flat_map(|value| string(value.as_bytes())).collect();
    let record = [words(&[14, count]), values].concat();
    cgm.put((9, 1), &[string(name.as_bytes()), string(&record)].concat())
}

/// An attribute of shapes, each a number and its coordinates.
fn region(cgm: Cgm, shapes: &[(i16, &[i16])]) -> Cgm {
    let members = shapes.iter().flat_map(|(shape, values)| {
        let count = i16::try_from(values.len()).expect("few");
        [words(&[11, 1, *shape]), words(&[16, count]), words(values)].concat()
    });
    let record: Vec<u8> = members.collect();
    cgm.put((9, 1), &[string(b"region"), string(&record)].concat())
}

const TRIANGLE: [i16; 6] = [0, 0, 100, 0, 100, 100];

fn hotspot(cgm: Cgm, id: &str, name: &str) -> Cgm {
    let cgm = region(texts(begin(cgm, id, "grobject"), "name", &[name]), &[(3, &TRIANGLE)]);
    cgm.put((0, 22), &[]).words((4, 1), &[0, 0, 9, 9]).put((0, 23), &[])
}

#[test]
fn a_hotspot_is_a_group_with_its_region_on_top() {
    let drawn = hotspot(Cgm::body(), "hot001", "1").drawn();
    let group = "<g id=\"hot001\" data-aps-id=\"hot001\" data-aps-type=\"grobject\" data-name=\"1\"><path stroke";
    assert!(drawn.starts_with(group), "{drawn}");
    let region = "<path class=\"cgm-region\" fill=\"none\" pointer-events=\"all\" d=\"m0 1000 100 0 0-100z\"/></g>";
    assert!(drawn.ends_with(region), "{drawn}");
}

#[test]
fn attributes_are_not_given_back_at_the_end_of_a_structure() {
    let cgm = begin(Cgm::body(), "a", "grobject").put((0, 22), &[]).words((5, 3), &[9]).put((0, 23), &[]);
    assert!(cgm.words((4, 1), &[0, 0, 9, 9]).drawn().contains("stroke-width=\"9\""));
}

#[test]
fn lines_of_one_style_do_not_merge_across_structures() {
    let cgm = hotspot(Cgm::body().words((4, 1), &[5, 5, 6, 6]), "a", "1").words((4, 1), &[5, 5, 6, 6]);
    assert_eq!(cgm.drawn().matches("<path stroke").count(), 3);
}

#[test]
fn the_list_of_structures_is_the_same_with_and_without_the_picture() {
    let outer = begin(Cgm::body(), "layer1", "layer");
    let outer = texts(outer, "layername", &["Standard"]).put((0, 22), &[]);
    let cgm = hotspot(outer, "hot001", "1").put((0, 23), &[]).end();
    let found = structures(&cgm.bytes).expect("structures");
    assert_eq!(cgm.convert().structures, found);
    assert_eq!((found[0].name.as_deref(), found[0].parent, found[0].is_hotspot()), (Some("Standard"), None, false));
    let hot = &found[1];
    assert_eq!((hot.id.as_str(), hot.name.as_deref(), hot.parent), ("hot001", Some("1"), Some(0)));
    assert!(hot.is_hotspot() && hot.has_graphics && found[0].has_graphics);
    let corners = [(0.0, 1000.0), (100.0, 1000.0), (100.0, 900.0)].map(|(x, y)| Point::new(x, y));
    assert_eq!(hot.regions, [Region::Polygon(corners.to_vec())]);
}

#[test]
fn what_stands_before_the_picture_is_drawn_in_no_structure() {
    let early = begin(Cgm::begin(), "early", "grobject").words((4, 1), &[0, 0, 9, 9]).put((0, 23), &[]);
    let cgm = early.put((0, 4), &[]).end();
    let found = structures(&cgm.bytes).expect("structures");
    assert!(!found[0].has_graphics);
    assert_eq!(cgm.convert().structures, found);
}

#[test]
fn layers_and_groups_of_the_drawing_program_are_no_hotspots() {
    let cgm = hotspot(hotspot(Cgm::body(), "IsoL1", "Background"), "IsoG_2", "x").end();
    assert!(structures(&cgm.bytes).expect("structures").iter().all(|structure| !structure.is_hotspot()));
}

#[test]
fn regions_have_four_shapes() {
    let ellipse = [100, 100, 150, 100, 100, 120];
    let curve = [0, 0, 10, 0, 20, 10, 20, 20];
    let cgm = region(
        begin(Cgm::body(), "a", "grobject"),
        &[(1, &[10, 10, 30, 20]), (2, &ellipse), (3, &TRIANGLE), (4, &curve), (9, &TRIANGLE)],
    );
    let converted = cgm.put((0, 22), &[]).put((0, 23), &[]).end().convert();
    let [Region::Rectangle(..), Region::Ellipse { .. }, Region::Polygon(_), Region::Curve(_)] =
        &converted.structures[0].regions[..]
    else {
        panic!("{:?}", converted.structures[0].regions)
    };
    assert_eq!(converted.svg.matches("cgm-region").count(), 4);
    assert!(converted.svg.contains("d=\"m10 990 20 0 0-10-20 0z\""));
}

#[test]
fn links_are_data_and_never_part_of_the_picture() {
    let cgm = begin(Cgm::body(), "a", "para");
    let cgm = texts(cgm, "linkuri", &["javascript:alert(1)", "Pump", "_replace"]);
    let cgm = texts(texts(cgm, "screentip", &["<script>"]), "visibility", &["off"]);
    let converted = cgm.put((0, 22), &[]).put((0, 23), &[]).end().convert();
    let link = StructureLink { uri: "javascript:alert(1)".into(), title: "Pump".into(), behaviour: "_replace".into() };
    assert_eq!(converted.structures[0].links, [link]);
    let drawn = content(&converted.svg);
    assert!(!drawn.contains("javascript") && !drawn.contains("<script"), "{drawn}");
    assert!(drawn.contains("visibility=\"hidden\"><title>&lt;script&gt;</title>"));
}

#[test]
fn identifiers_carry_the_prefix_and_never_repeat() {
    let cgm = hotspot(hotspot(Cgm::body(), "hot 1\"", "a"), "hot 1\"", "b").end();
    let options = ConvertOptions { id_prefix: "fig-0001-".to_owned() };
    let svg = convert(&cgm.bytes, &options).expect("a picture").svg;
    assert!(svg.contains("<g id=\"fig-0001-hot_1_\" data-aps-id=\"hot 1&quot;\""), "{svg}");
    assert!(svg.contains("<g id=\"fig-0001-hot_1_-2\" data-aps-id=\"hot 1&quot;\""), "{svg}");
}

#[test]
fn structures_that_are_left_open_are_closed() {
    let open = begin(begin(Cgm::body(), "a", "grobject"), "b", "grobject").words((4, 1), &[0, 0, 9, 9]);
    let drawn = open.drawn();
    assert!(drawn.ends_with("/></g></g>"), "{drawn}");
    let stray = Cgm::body().put((0, 23), &[]).words((4, 1), &[0, 0, 9, 9]).drawn();
    assert!(stray.starts_with("<path"), "{stray}");
}

#[test]
fn nesting_is_bounded_and_what_is_inside_is_still_drawn() {
    let deep = (0..limits::MAX_DEPTH + 5).fold(Cgm::body(), |cgm, _| begin(cgm, "a", "grobject").put((0, 22), &[]));
    let converted = deep.words((4, 1), &[0, 0, 9, 9]).end().convert();
    let expected = Warning::LimitReached { limit: Limit::Depth, allowed: limits::MAX_DEPTH };
    assert_eq!(converted.report.warnings, [expected]);
    assert_eq!(converted.structures.len(), limits::MAX_DEPTH);
    assert!(content(&converted.svg).contains("<path"));
}
