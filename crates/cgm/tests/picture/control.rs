//! Around the picture: precisions, extents, colours, defaults, unsupported elements.

use cgm::{CgmError, ConvertOptions, Warning, convert};

use crate::writer::{Cgm, command, content, fixed, string, words};

#[test]
fn the_extent_gives_the_size_and_the_metric_its_millimetres() {
    let cgm = |scaling: &[u8]| {
        Cgm::begin().put((2, 1), scaling).words((2, 6), &[100, 50, 1100, 550]).put((0, 4), &[]).end().convert().svg
    };
    let metric = cgm(&[&words(&[1])[..], &0.25_f32.to_be_bytes()].concat());
    assert!(metric.contains("viewBox=\"0 0 1000 500\" width=\"250mm\" height=\"125mm\""), "{metric}");
    let abstracted = cgm(&[&words(&[0])[..], &0.0_f32.to_be_bytes()].concat());
    assert!(abstracted.contains("viewBox=\"0 0 1000 500\"><rect"), "{abstracted}");
}

#[test]
fn a_reversed_extent_mirrors_the_picture() {
    let cgm = Cgm::begin().words((2, 6), &[1000, 1000, 0, 0]).put((0, 4), &[]);
    assert!(cgm.words((4, 1), &[0, 0, 10, 20]).drawn().contains("d=\"m1000 0-10 20\""));
}

#[test]
fn without_an_extent_the_defaults_hold() {
    let whole = Cgm::begin().put((0, 4), &[]).end().convert();
    assert!(whole.svg.contains("viewBox=\"0 0 32767 32767\""));
    let real = Cgm::begin().words((1, 3), &[1]).put((0, 4), &[]).end().convert();
    assert!(real.svg.contains("viewBox=\"0 0 1 1\""));
    let flat = Cgm::begin().words((2, 6), &[5, 5, 5, 9]).put((0, 4), &[]).end().convert();
    assert_eq!(flat.report.warnings, [Warning::ExtentInvalid]);
}

#[test]
fn coordinates_are_read_in_the_precision_that_holds() {
    let real = |precision: [i16; 3], number: fn(f64) -> Vec<u8>| {
        let extent: Vec<u8> = [0.0, 0.0, 100.0, 100.0].into_iter().flat_map(fixed).collect();
        let line: Vec<u8> = [10.5, 20.25, 30.5, 20.25].into_iter().flat_map(number).collect();
        let cgm = Cgm::begin().words((1, 3), &[1]).put((2, 6), &extent).put((0, 4), &[]);
        cgm.words((3, 2), &precision).put((4, 1), &line).drawn()
    };
    let expected = "d=\"m10.5 79.75 20 0\"";
    #[expect(clippy::cast_possible_truncation, reason = "exact in this width")]
    let float = |value: f64| (value as f32).to_be_bytes().to_vec();
    assert!(real([0, 9, 23], float).contains(expected));
    assert!(real([0, 12, 52], |value| value.to_be_bytes().to_vec()).contains(expected));
    assert!(real([1, 16, 16], fixed).contains(expected));
    #[expect(clippy::cast_possible_truncation, reason = "tests write small numbers")]
    let long = |value: f64| ((value * 4_294_967_296.0) as i64).to_be_bytes().to_vec();
    assert!(real([1, 32, 32], long).contains(expected));
    let long = Cgm::body().words((3, 1), &[32]).put((4, 1), &[0, 0, 0, 10].repeat(4)).drawn();
    assert!(long.contains("d=\"m10 990 0 0\""));
    let bytes = [0, 0, 10].repeat(4);
    assert!(Cgm::body().words((3, 1), &[24]).put((4, 1), &bytes).drawn().contains("d=\"m10 990 0 0\""));
}

#[test]
fn defaults_are_replaced_by_complete_commands() {
    let inner = [command((2, 3), &words(&[0])), command((5, 3), &words(&[17])), command((5, 37), &words(&[3, 1]))];
    let cgm = Cgm::default().put((0, 1), &[0]).put((1, 12), &inner.concat()).put((0, 3), &[0]);
    let drawn = cgm.words((2, 6), &[0, 0, 1000, 1000]).put((0, 4), &[]).words((4, 1), &[0, 0, 9, 9]).drawn();
    assert!(drawn.contains("stroke-width=\"17\" d="), "{drawn}");
}

#[test]
fn colours_come_from_the_table_that_holds() {
    let table = |red: u8| [vec![1], vec![red, 0, 0]].concat();
    let drawn = Cgm::body()
        .put((5, 34), &table(0xff))
        .words((4, 1), &[0, 0, 9, 9])
        .put((5, 34), &table(0x88))
        .words((4, 1), &[0, 0, 9, 9])
        .drawn();
    assert!(drawn.contains("#f00") && drawn.contains("#800"), "{drawn}");
}

#[test]
fn direct_colours_are_scaled_by_their_extent() {
    let cgm = Cgm::begin()
        .words((1, 7), &[16])
        .words((1, 10), &[0, 0, 0, 1000, 1000, 1000])
        .words((2, 2), &[1])
        .words((2, 7), &[1000, 1000, 0])
        .words((2, 6), &[0, 0, 1000, 1000])
        .put((0, 4), &[])
        .words((5, 4), &[1000, 0, 500])
        .words((4, 1), &[0, 0, 9, 9])
        .end();
    let svg = cgm.convert().svg;
    assert!(svg.contains("fill=\"#ff0\"/>") && svg.contains("stroke=\"#ff0080\""), "{svg}");
}

#[test]
fn ink_colours_have_four_components() {
    let cgm = Cgm::begin().words((1, 19), &[4]).words((2, 2), &[1]).words((2, 6), &[0, 0, 1000, 1000]);
    let drawn = cgm.put((0, 4), &[]).put((5, 4), &[0, 255, 255, 0]).words((4, 1), &[0, 0, 9, 9]).drawn();
    assert!(drawn.contains("stroke=\"#f00\""), "{drawn}");
}

#[test]
fn what_is_visible_and_not_drawn_is_said() {
    let converted = Cgm::body()
        .words((4, 10), &[1, 0, 0, 0])
        .words((4, 27), &[1, 5, 5])
        .words((4, 27), &[1, 5, 5])
        .words((8, 1), &[1])
        .put((6, 1), &[&words(&[45])[..], &string(b"")].concat())
        .put((4, 99), &[])
        .put((11, 3), &[])
        .words((4, 12), &[5])
        .end()
        .convert();
    let expected = [
        Warning::NotDrawn { element: "GENERALIZED DRAWING PRIMITIVE", count: 1 },
        Warning::NotDrawn { element: "POLYSYMBOL", count: 2 },
        Warning::NotDrawn { element: "COPY SEGMENT", count: 1 },
        Warning::EscapeIgnored { id: 45, count: 1 },
        Warning::UnknownElement { class: 4, id: 99, count: 1 },
        Warning::UnknownElement { class: 11, id: 3, count: 1 },
        Warning::Malformed { element: "CIRCLE", count: 1 },
    ];
    assert_eq!(converted.report.warnings, expected);
    assert_eq!(content(&converted.svg), "");
    assert_eq!(converted.report.elements[&(4, 27)], 2);
}

#[test]
fn only_the_first_picture_is_shown() {
    let one = Cgm::body().words((4, 1), &[0, 0, 9, 9]).put((0, 5), &[]);
    let two = one.put((0, 3), &[0]).put((0, 4), &[]).words((4, 1), &[0, 0, 5, 5]).end().convert();
    assert_eq!(two.report.warnings, [Warning::MorePictures { count: 1 }]);
    assert!(content(&two.svg).contains("d=\"m0 1000 9-9\""));
    assert!(two.report.is_complete());
}

#[test]
fn a_file_that_ends_early_gives_what_it_holds_and_says_so() {
    let open = Cgm::body().words((4, 1), &[0, 0, 9, 9]).convert();
    assert_eq!(open.report.warnings, [Warning::EndMissing]);
    assert!(!open.report.is_complete());
    let mut cut = Cgm::body().words((4, 1), &[0, 0, 9, 9]);
    let offset = cut.bytes.len();
    cut.bytes.extend([0x40, 0x28, 1, 2]);
    assert_eq!(cut.convert().report.warnings, [Warning::Truncated { offset }]);
}

#[test]
fn what_is_no_picture_is_refused_by_name() {
    let refused = |bytes: &[u8]| convert(bytes, &ConvertOptions::default()).map(|found| found.svg);
    assert_eq!(refused(b""), Err(CgmError::NotCgm));
    assert_eq!(refused(b"\x89PNG\r\n\x1a\n"), Err(CgmError::NotCgm));
    assert_eq!(refused(b"\n BegMF 'x';"), Err(CgmError::ClearText));
    assert_eq!(refused(b"\x30\x20\x1b"), Err(CgmError::CharacterEncoding));
    assert_eq!(refused(&Cgm::begin().bytes), Err(CgmError::NoPicture));
    assert_eq!(cgm::structures(b"").map(|found| found.len()), Err(CgmError::NotCgm));
    let large = vec![0; cgm::limits::MAX_INPUT_BYTES + 1];
    assert_eq!(refused(&large).map_err(CgmError::code), Err("cgm.too_large"));
}

#[test]
fn the_report_names_what_the_file_is() {
    let cgm = Cgm::default().put((0, 1), &[0]).words((1, 1), &[3]).put((1, 2), &string(b"ProfileId:WebCGM"));
    let report = cgm.put((0, 3), &string(b"Fuel pump\x1a")).put((0, 4), &[]).end().convert().report;
    assert_eq!((report.version, report.title.as_str()), (3, "Fuel pump"));
    assert_eq!(report.descriptions, ["ProfileId:WebCGM"]);
}
