//! Any input gives a well-formed result without scripts or external links.

use cgm::{ConvertOptions, Limit, Warning, convert, limits, structures};
use proptest::prelude::*;

use crate::writer::{Cgm, content, fixed, string, words};

/// A picture with every kind of element.
pub(crate) fn everything() -> Vec<u8> {
    let record = [words(&[14, 1]), string(b"1"), words(&[11, 1, 3]), words(&[16, 6, 0, 0, 9, 0, 9, 9])].concat();
    let cells = [words(&[100, 100, 300, 200, 300, 100, 3, 2, 8, 1]), vec![1, 0, 1, 0, 0, 1, 0, 0]].concat();
    let tiles = [words(&[100, 900, 0, 1, 2, 1, 8, 2]), fixed(10.0), fixed(20.0), words(&[0, 0, 12, 2])].concat();
    let knots: Vec<u8> = [0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 0.0, 1.0].into_iter().flat_map(fixed).collect();
    let spline = [words(&[3, 3, 0, 0, 50, 90, 90, 0]), knots].concat();
    Cgm::body()
        .put((1, 13), &[string(b"ARIAL"), string(b"Times")].concat())
        .put((0, 21), &[string(b"hot\"><script>"), string(b"grobject"), words(&[0])].concat())
        .put((9, 1), &[string(b"name"), string(&record)].concat())
        .put((9, 1), &[string(b"region"), string(&record)].concat())
        .put((0, 22), &[])
        .words((4, 1), &[0, 0, 90, 0, 90, 90])
        .words((5, 2), &[2])
        .words((4, 15), &[500, 500, 1, 0, 0, 1, 100])
        .words((5, 22), &[3])
        .words((4, 17), &[500, 500, 600, 500, 500, 550])
        .words((5, 22), &[2])
        .put((5, 32), &[words(&[1, 2, 2, 8]), vec![0, 1, 1, 0]].concat())
        .words((4, 7), &[0, 0, 90, 0, 90, 90])
        .words((4, 8), &[0, 0, 1, 9, 0, 1, 9, 9, 3])
        .words((4, 3), &[5, 5, 6, 6])
        .put((4, 24), &spline)
        .words((3, 5), &[100, 100, 300, 200])
        .put((4, 4), &[words(&[10, 10, 0]), string(b"Text <")].concat())
        .put((4, 6), &[words(&[1]), string(b"\" onload=x")].concat())
        .put((4, 5), &[words(&[50, 10, 10, 10, 1]), string(b"boxed")].concat())
        .put((4, 9), &cells)
        .put((0, 19), &tiles)
        .put((4, 28), &[words(&[5, 8]), vec![0, 1, 0xaa, 0x55]].concat())
        .put((4, 28), &[words(&[2, 8]), vec![0, 1, 0x2f, 0x78]].concat())
        .put((0, 20), &[])
        .put((0, 8), &[])
        .words((4, 1), &[0, 0, 90, 0, 90, 90])
        .put((0, 9), &[])
        .put((0, 23), &[])
        .end()
        .bytes
}

/// Converts and checks the result.
pub(crate) fn stands(bytes: &[u8]) {
    let _ = structures(bytes);
    let Ok(converted) = convert(bytes, &ConvertOptions { id_prefix: "f-".to_owned() }) else { return };
    let document = roxmltree::Document::parse(&converted.svg)
        .unwrap_or_else(|error| panic!("{error}: {}", &converted.svg[..converted.svg.len().min(2000)]));
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        let known = ["svg", "g", "path", "rect", "text", "tspan", "title", "defs", "clipPath", "pattern", "image"];
        assert!(known.contains(&name), "{name}");
        for attribute in node.attributes() {
            assert!(!attribute.name().starts_with("on"), "{}", attribute.name());
            match attribute.name() {
                "href" => {
                    let inside = ["data:image/png;base64,", "data:image/jpeg;base64,"];
                    assert!(inside.iter().any(|start| attribute.value().starts_with(start)), "{}", attribute.value());
                }
                "style" => panic!("a policy of the page may forbid styles"),
                "fill" | "clip-path" | "stroke" => {
                    assert!(!attribute.value().contains("url(") || attribute.value().starts_with("url(#f-"));
                }
                _ => {}
            }
        }
    }
}

#[test]
fn every_truncation_of_a_picture_stands() {
    let bytes = everything();
    assert!(convert(&bytes, &ConvertOptions::default()).expect("a picture").report.is_complete());
    for end in 0..bytes.len() {
        stands(&bytes[..end]);
    }
}

/// The number of bits to flip per official file, if requested; it takes long.
pub(crate) fn flips() -> Option<usize> {
    #[expect(clippy::disallowed_methods, reason = "a test is not configured by `server::config`")]
    let wanted = std::env::var("AIRFOLIO_TEST_CGM_FLIPS").ok()?;
    Some(wanted.parse().expect("a number"))
}

#[test]
fn flipped_bits_of_a_picture_stand() {
    let bytes = everything();
    let step = if flips().is_some() { 1 } else { 3 };
    for bit in (0..bytes.len() * 8).step_by(step) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 0x80 >> (bit % 8);
        stands(&flipped);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_elements_stands(
        elements in prop::collection::vec(((0_u8..10, 0_u8..52), prop::collection::vec(any::<u8>(), 0..60)), 0..60),
    ) {
        let cgm = elements.iter().fold(Cgm::body(), |cgm, (code, params)| cgm.put(*code, params));
        stands(&cgm.bytes);
    }
}

#[test]
fn the_same_bytes_give_the_same_picture() {
    let bytes = everything();
    let first = convert(&bytes, &ConvertOptions::default()).expect("a picture");
    for _ in 0..3 {
        assert_eq!(convert(&bytes, &ConvertOptions::default()).expect("a picture"), first);
    }
}

#[test]
fn a_picture_of_too_many_points_or_bytes_is_cut_off_and_says_so() {
    let mut points = Cgm::body().words((4, 1), &[0, 0, 9, 9]);
    points.bytes.extend([0x40, 0x3f]);
    let part = vec![0; 32_764];
    for _ in 0..=limits::MAX_POINTS * 4 / part.len() {
        points.bytes.extend(0xfffc_u16.to_be_bytes());
        points.bytes.extend(&part);
    }
    points.bytes.extend([0, 0]);
    let cut = points.words((4, 1), &[0, 0, 5, 5]).end().convert();
    let expected = Warning::LimitReached { limit: Limit::Points, allowed: limits::MAX_POINTS };
    assert_eq!((cut.report.warnings, content(&cut.svg).matches("<path").count()), (vec![expected], 1));

    let mut bytes =
        Cgm::body().words((4, 1), &[0, 0, 9, 9]).words((0, 19), &[0, 0, 0, 1, 1, 1, 8, 8, 1, 0, 1, 0, 0, 0, 8, 8]);
    bytes.bytes.extend([0x43, 0xbf]);
    bytes.bytes.extend(0x8010_u16.to_be_bytes());
    bytes.bytes.extend([0, 9, 0, 0, 0, 8, 0, 0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', 0]);
    for _ in 0..=limits::MAX_SVG_BYTES / 4 * 3 / part.len() {
        bytes.bytes.extend(0xfffc_u16.to_be_bytes());
        bytes.bytes.extend(&part);
    }
    bytes.bytes.extend([0, 0]);
    let cut = bytes.put((0, 20), &[]).words((4, 1), &[0, 0, 5, 5]).end().convert();
    let expected = Warning::LimitReached { limit: Limit::SvgBytes, allowed: limits::MAX_SVG_BYTES };
    assert_eq!(cut.report.warnings, [expected]);
    assert!(cut.svg.len() < 1000 && content(&cut.svg).contains("m0 1000 9-9"), "{}", cut.svg.len());
}
