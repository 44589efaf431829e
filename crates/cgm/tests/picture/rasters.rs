//! Cell arrays and tiles.

use cgm::{Limit, Warning};

use crate::writer::{Cgm, fixed, words};

/// P at the lower left, Q at the upper right, R below Q: rows go up.
const CORNERS: [i16; 6] = [100, 100, 300, 200, 300, 100];

/// Colours of a picture in a data URI, row by row.
fn pixels(drawn: &str) -> (u32, u32, Vec<u8>) {
    use base64::Engine;
    let start = drawn.find("base64,").expect("a picture") + 7;
    let text = drawn[start..].split('"').next().expect("its end");
    let file = base64::engine::general_purpose::STANDARD.decode(text).expect("base64");
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("a PNG");
    let mut buffer = vec![0; reader.output_buffer_size().expect("a small one")];
    let frame = reader.next_frame(&mut buffer).expect("its pixels");
    let samples = frame.color_type.samples();
    let shades = buffer[..frame.buffer_size()].chunks(samples).map(|pixel| pixel[0]).collect();
    (frame.width, frame.height, shades)
}

#[test]
fn packed_cells_are_a_picture_between_three_corners() {
    let cells = [words(&CORNERS), words(&[3, 2, 8, 1]), vec![1, 0, 1, 0, 0, 1, 0, 0]].concat();
    let drawn = Cgm::body().put((4, 9), &cells).drawn();
    let per_cell = "matrix(66.66666667 0 0 -50 100 900)";
    assert!(drawn.contains(per_cell) && drawn.contains("width=\"3\" height=\"2\""), "{drawn}");
    assert_eq!(pixels(&drawn), (3, 2, vec![0, 255, 0, 255, 0, 255]));
}

#[test]
fn runs_of_cells_are_unfolded_and_partitions_joined() {
    let cells = [words(&CORNERS), words(&[4, 2, 0, 0]), words(&[4]), vec![1, 0], words(&[4]), vec![0, 0]].concat();
    let whole = Cgm::body().put((4, 9), &cells).drawn();
    // The run after the first row starts on a word: its count, then its colour.
    assert_eq!(pixels(&whole), (4, 2, vec![0, 0, 0, 0, 255, 255, 255, 255]));

    let mut split = Cgm::body();
    split.bytes.extend([0x41, 0x3f]);
    for (index, part) in cells.chunks(7).enumerate() {
        let more = if (index + 1) * 7 < cells.len() { 0x80 } else { 0 };
        split.bytes.extend([more, u8::try_from(part.len()).expect("short")]);
        split.bytes.extend(part);
        if part.len() % 2 == 1 {
            split.bytes.push(0);
        }
    }
    assert_eq!(split.drawn(), whole);
}

#[test]
fn too_many_cells_are_not_drawn_and_said() {
    let cells = [words(&CORNERS), words(&[32_000, 32_000, 0, 0])].concat();
    let converted = Cgm::body().put((4, 9), &cells).end().convert();
    let allowed = cgm::limits::MAX_CELLS;
    assert_eq!(converted.report.warnings, [Warning::LimitReached { limit: Limit::Cells, allowed }]);
    assert!(!converted.svg.contains("<image"));
}

#[test]
fn a_transparent_cell_lets_the_page_through() {
    let cells = [words(&CORNERS), words(&[2, 1, 8, 1]), vec![1, 0]].concat();
    let cgm = |on: i16| Cgm::body().put((3, 20), &[words(&[on]), vec![0]].concat()).put((4, 9), &cells).drawn();
    assert_ne!(cgm(0), cgm(1));
}

fn tiles(tiles: &[((u8, u8), Vec<u8>)]) -> Cgm {
    let array = [words(&[100, 900, 0, 1, 2, 1, 8, 2]), fixed(10.0), fixed(20.0), words(&[0, 0, 12, 2])];
    let cgm = Cgm::body().put((0, 19), &array.concat());
    tiles.iter().fold(cgm, |cgm, (code, bytes)| cgm.put(*code, bytes)).put((0, 20), &[])
}

#[test]
fn bitonal_tiles_lie_side_by_side_and_are_cut_to_the_image() {
    let bitmap = |bits: [u8; 2]| ((4, 28), [words(&[5, 8]), vec![0, 1], bits.to_vec()].concat());
    let drawn = tiles(&[bitmap([0b1010_0000, 0]), bitmap([0, 0xff])]).drawn();
    assert!(drawn.contains("transform=\"matrix(10 0 0 20 100 100)\""), "{drawn}");
    assert!(drawn.contains("<rect width=\"12\" height=\"2\"/></clipPath>"));
    assert!(drawn.contains("<image x=\"8\" y=\"0\" width=\"8\" height=\"2\""));
    let (width, height, shades) = pixels(&drawn);
    assert_eq!((width, height, &shades[..4]), (8, 2, &[0, 255, 0, 255][..]));
}

#[test]
fn tiles_of_one_colour_and_facsimile_tiles_are_drawn() {
    let tile =
        |compression: i16, bytes: &[u8]| ((4, 28), [words(&[compression, 0]), vec![0, 1], bytes.to_vec()].concat());
    assert!(pixels(&tiles(&[tile(0, &[])]).drawn()).2.iter().all(|shade| *shade == 255));
    assert!(pixels(&tiles(&[tile(1, &[])]).drawn()).2.iter().all(|shade| *shade == 0));
    // Group 4, horizontal mode: 2 light (0111), 3 dark (10), then the rest light by vertical mode.
    let coded = tiles(&[tile(2, &[0b0010_1111, 0b0111_1000])]).drawn();
    let (width, height, shades) = pixels(&coded);
    assert_eq!((width, height), (8, 2));
    assert_eq!(&shades[..8], &[255, 255, 0, 0, 0, 255, 255, 255]);
}

#[test]
fn ready_pictures_pass_and_others_are_said() {
    let png = b"\x89PNG\r\n\x1a\nrest";
    let with = |compression: i16, bytes: &[u8]| {
        let params = [words(&[compression, 0, 8]), vec![0], bytes.to_vec()].concat();
        tiles(&[((4, 29), params)]).end().convert()
    };
    assert!(with(9, png).svg.contains("href=\"data:image/png;base64,iVBORw0KGgpyZXN0\""));
    let other = with(8, b"abc");
    assert!(!other.svg.contains("<image"));
    let codes: Vec<&str> = other.report.warnings.iter().map(Warning::code).collect();
    assert_eq!(codes, ["cgm.style_replaced", "cgm.not_drawn"]);
    assert_eq!(with(7, b"<svg onload='x'>").report.warnings[0].code(), "cgm.malformed");
}

#[test]
fn coloured_tiles_are_drawn() {
    let params = [words(&[5, 8, 8]), (0..16).map(|cell| cell % 2).collect()].concat();
    let drawn = tiles(&[((4, 29), params)]).drawn();
    assert_eq!(&pixels(&drawn).2[..3], &[255, 0, 255]);
}
