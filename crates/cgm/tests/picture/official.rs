//! Official metafiles, which we may not ship: the tests report when they are missing.

use std::collections::{BTreeMap, HashSet};
use std::io::{Cursor, Read};
use std::path::Path;
use std::sync::LazyLock;

use cgm::{ConvertOptions, Region, SvgPicture, convert, structures};

use crate::data;
use crate::hostile::{flips, stands};
use crate::outlines::ParsedPath;

/// The files of a package by name; `None`, with a message, when it is missing.
fn package(name: &str) -> Option<BTreeMap<String, Vec<u8>>> {
    let bytes = std::fs::read(data::path(&format!("packages/{name}"))?).expect("a file");
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("an archive");
    let mut files = BTreeMap::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).expect("an entry");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("its content");
        let name = entry.name().expect("a name").rsplit('/').next().unwrap_or_default().to_ascii_uppercase();
        files.insert(name, content);
    }
    Some(files)
}

const PACKAGES: [(&str, usize); 2] = [("bike-4.1.zip", 40), ("bike-4.2.zip", 41)];

/// All metafiles of both packages, with their conversions.
static PICTURES: LazyLock<Vec<OfficialPicture>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for (package_name, count) in PACKAGES {
        let files = package(package_name).unwrap_or_default();
        let metafiles: Vec<_> = files.into_iter().filter(|(name, _)| has_ending(name, "CGM")).collect();
        assert!(metafiles.is_empty() || metafiles.len() == count, "{package_name}: {}", metafiles.len());
        found.extend(metafiles.into_iter().map(|(name, bytes)| {
            let converted =
                convert(&bytes, &ConvertOptions::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
            OfficialPicture { name, bytes, converted }
        }));
    }
    found
});

struct OfficialPicture {
    name: String,
    bytes: Vec<u8>,
    converted: SvgPicture,
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own.eq_ignore_ascii_case(ending))
}

/// Commands parsed from the headers, independently of the code under test.
fn commands(bytes: &[u8]) -> Vec<((u8, u8), Vec<u8>)> {
    let word = |at: usize| usize::from(bytes[at]) << 8 | usize::from(bytes[at + 1]);
    let mut found = Vec::new();
    let mut at = 0;
    while at + 1 < bytes.len() {
        let header = word(at);
        let (class, id, short) = (header >> 12, header >> 5 & 0x7f, header & 0x1f);
        let narrow = |value: usize| u8::try_from(value).expect("narrow");
        at += 2;
        let mut params = Vec::new();
        loop {
            let (length, more) = if short == 31 {
                at += 2;
                (word(at - 2) & 0x7fff, word(at - 2) & 0x8000 != 0)
            } else {
                (short, false)
            };
            params.extend(&bytes[at..at + length]);
            at += length + length % 2;
            if !more {
                break;
            }
        }
        found.push(((narrow(class), narrow(id)), params));
    }
    found
}

fn short_string(params: &[u8]) -> String {
    let length = usize::from(params[0]);
    assert!(length < 255);
    String::from_utf8(params[1..=length].to_vec()).expect("ASCII")
}

fn float(params: &[u8], index: usize) -> f64 {
    let four: [u8; 4] = params[index * 4..index * 4 + 4].try_into().expect("four bytes");
    f64::from(f32::from_be_bytes(four))
}

/// The left and upper sides of a picture whose extent is in fixed point, as in all but two files.
fn corner(commands: &[((u8, u8), Vec<u8>)]) -> Option<(f64, f64)> {
    let (_, extent) = commands.iter().find(|(code, _)| *code == (2, 6))?;
    let fixed = |index: usize| {
        let word = |at: usize| i16::from_be_bytes([extent[at], extent[at + 1]]);
        f64::from(word(index * 4)) + f64::from(word(index * 4 + 2).cast_unsigned()) / 65_536.0
    };
    (extent.len() == 16).then(|| (fixed(0), fixed(3)))
}

/// Floating-point points, in picture coordinates.
fn points(params: &[u8], (left, top): (f64, f64)) -> impl Iterator<Item = (f64, f64)> {
    (0..params.len() / 8).map(move |at| (float(params, at * 2) - left, top - float(params, at * 2 + 1)))
}

/// The record of an attribute, without its length, which has two forms.
fn record(params: &[u8]) -> &[u8] {
    let rest = &params[usize::from(params[0]) + 1..];
    if rest[0] == 255 { &rest[3..] } else { &rest[1..] }
}

#[test]
fn every_picture_converts_without_a_warning_into_a_small_svg() {
    let (mut svg, mut cgm) = (0, 0);
    for OfficialPicture { name, bytes, converted } in PICTURES.iter() {
        assert_eq!(converted.report.warnings, [], "{name}");
        assert!(converted.svg.len() <= 250_000, "{name}: {}", converted.svg.len());
        (svg, cgm) = (svg + converted.svg.len(), cgm + bytes.len());
    }
    assert!(svg <= 2 * cgm, "{svg} {cgm}");
}

#[test]
fn the_same_file_gives_the_same_bytes_on_every_run() {
    for OfficialPicture { name, bytes, converted } in PICTURES.iter().step_by(8) {
        assert_eq!(convert(bytes, &ConvertOptions::default()).as_ref(), Ok(converted), "{name}");
    }
}

#[test]
fn structures_are_those_of_the_file_in_its_order() {
    for OfficialPicture { name, bytes, converted } in PICTURES.iter() {
        let commands = commands(bytes);
        let ids: Vec<String> =
            commands.iter().filter(|(code, _)| *code == (0, 21)).map(|(_, params)| short_string(params)).collect();
        let document = roxmltree::Document::parse(&converted.svg).expect("well-formed");
        let shown: Vec<&str> = document.descendants().filter_map(|node| node.attribute("data-aps-id")).collect();
        assert_eq!(shown, ids, "{name}");
        assert_eq!(structures(bytes).expect("structures"), converted.structures, "{name}");
        // A name is a record of one string: type, count, length, characters.
        let names: Vec<String> = commands
            .iter()
            .filter(|(code, params)| *code == (9, 1) && short_string(params) != "region")
            .map(|(_, params)| short_string(&record(params)[4..]))
            .collect();
        let found: Vec<&str> = converted.structures.iter().filter_map(|found| found.name.as_deref()).collect();
        assert_eq!(found, names, "{name}");
    }
}

#[test]
fn regions_lie_where_the_file_says() {
    let mut count = 0;
    for OfficialPicture { name, bytes, converted } in PICTURES.iter() {
        let commands = commands(bytes);
        let Some(corner) = corner(&commands) else { continue };
        let mut regions = converted.structures.iter().flat_map(|structure| &structure.regions);
        let document = roxmltree::Document::parse(&converted.svg).expect("well-formed");
        let mut drawn = document.descendants().filter(|node| node.attribute("class") == Some("cgm-region"));
        let records = commands.iter().filter(|(code, params)| *code == (9, 1) && short_string(params) == "region");
        for (_, params) in records {
            // Shape and count precede the coordinates.
            let expected: Vec<(f64, f64)> = points(&record(params)[10..], corner).collect();
            let Some(Region::Polygon(found)) = regions.next() else { panic!("{name}: a region is missing") };
            let mut outline = ParsedPath::default();
            outline.follow(drawn.next().and_then(|node| node.attribute("d")).expect("a drawn region"));
            assert!(found.len() == expected.len() && outline.points.len() == expected.len(), "{name}");
            for ((point, drawn), (x, y)) in found.iter().zip(&outline.points).zip(&expected) {
                assert!((point.x - x).hypot(point.y - y) < 0.01 && (drawn.0 - x).hypot(drawn.1 - y) < 0.01, "{name}");
            }
            count += 1;
        }
        assert!(regions.next().is_none() && drawn.next().is_none(), "{name}");
    }
    assert!(count == 0 || count > 80, "{count} regions");
}

#[test]
fn every_hotspot_of_the_text_is_in_its_picture() {
    for (name, _) in PACKAGES {
        let Some(files) = package(name) else { continue };
        let mut resolved = 0;
        for (module, bytes) in files.iter().filter(|(name, _)| has_ending(name, "XML")) {
            let text = String::from_utf8_lossy(bytes);
            let value = |text: &str, name: &str| {
                let start = text.find(&format!("{name}=\""))? + name.len() + 2;
                text[start..].split('"').next().map(str::to_owned)
            };
            let mut before = "";
            for (index, piece) in text.split("<hotspot").enumerate() {
                if let Some(id) = value(piece, "applicationStructureIdent").filter(|_| index > 0) {
                    let icn = before.rfind("infoEntityIdent").and_then(|at| value(&before[at..], "infoEntityIdent"));
                    let file = format!("{}.CGM", icn.expect("a graphic").to_ascii_uppercase());
                    let found = structures(&files[&file]).expect("structures");
                    let structure = found.iter().find(|structure| structure.id == id);
                    let structure = structure.unwrap_or_else(|| panic!("{module}: {id} is not in {file}"));
                    assert_eq!(structure.name, value(piece, "applicationStructureName"), "{module} {id}");
                    assert!(structure.is_hotspot() && structure.has_graphics && !structure.regions.is_empty(), "{id}");
                    resolved += 1;
                }
                before = &text[..piece.as_ptr() as usize - text.as_ptr() as usize + piece.len()];
            }
        }
        assert_eq!(resolved, 12, "{name}");
    }
}

#[test]
fn every_string_is_there_and_as_wide_as_its_box() {
    let mut count = 0;
    for OfficialPicture { name, bytes, converted } in PICTURES.iter() {
        let commands = commands(bytes);
        let is_real = corner(&commands).is_some();
        let strings: Vec<(Option<f64>, String)> = commands
            .iter()
            .filter_map(|(code, params)| match (*code, is_real) {
                ((4, 5), true) => Some((Some(float(params, 0)), short_string(&params[18..]))),
                ((4, 4), false) => Some((None, short_string(&params[6..]))),
                ((4, 4 | 5), _) => panic!("{name}: text of another width"),
                _ => None,
            })
            .collect();
        let document = roxmltree::Document::parse(&converted.svg).expect("well-formed");
        let shown: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).collect();
        let texts: Vec<&str> = shown.iter().map(|node| node.text().unwrap_or_default()).collect();
        assert_eq!(texts, strings.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>(), "{name}");
        for (node, (width, text)) in shown.iter().zip(&strings) {
            let Some(width) = width else { continue };
            let length: f64 = node.attribute("textLength").expect("a length").parse().expect("a number");
            assert!((length / width - 1.0).abs() < 0.02, "{name}: {text} {length} {width}");
            assert_eq!(node.attribute("transform"), None, "{name}: nothing scales the length");
        }
        count += strings.len();
    }
    assert!(count == 0 || count > 300, "{count} strings");
}

#[test]
fn points_and_arc_ends_lie_within_a_hundredth_of_a_millimetre() {
    for OfficialPicture { name, bytes, converted } in PICTURES.iter() {
        let commands = commands(bytes);
        let Some(corner) = corner(&commands) else { continue };
        let mut expected = Vec::new();
        for (code, params) in &commands {
            match *code {
                (4, 1 | 7) => expected.extend(points(params, corner)),
                (4, 15) => {
                    let radius = float(params, 6);
                    let (x, y) = points(&params[..8], corner).next().expect("a centre");
                    for ray in [2, 4] {
                        let (dx, dy) = (float(params, ray), float(params, ray + 1));
                        expected.push((x + dx * radius / dx.hypot(dy), y - dy * radius / dx.hypot(dy)));
                    }
                }
                _ => {}
            }
        }
        let document = roxmltree::Document::parse(&converted.svg).expect("well-formed");
        let mut drawn = ParsedPath::default();
        for data in document.descendants().filter_map(|node| node.attribute("d")) {
            drawn.follow(data);
        }
        #[expect(clippy::cast_possible_truncation, reason = "pictures are small")]
        let step = |x: f64, y: f64| ((x * 100.0).round() as i64, (y * 100.0).round() as i64);
        let places: HashSet<(i64, i64)> = drawn.points.iter().map(|(x, y)| step(*x, *y)).collect();
        for (x, y) in expected {
            // A number halfway between two steps may be rounded either way.
            let nudges = [-0.004, 0.0, 0.004];
            let found = nudges.iter().any(|dx| nudges.iter().any(|dy| places.contains(&step(x + dx, y + dy))));
            assert!(found, "{name}: {x} {y}");
        }
    }
}

#[test]
fn truncated_and_flipped_pictures_stand() {
    // The smallest files keep the tests quick.
    let mut five: Vec<&[u8]> = PICTURES.iter().map(|picture| picture.bytes.as_slice()).collect();
    five.sort_by_key(|bytes| bytes.len());
    five.dedup_by_key(|bytes| bytes.len());
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        usize::try_from(random % u64::try_from(below).expect("small")).expect("small")
    };
    for bytes in five.into_iter().take(5) {
        for _ in 0..flips().unwrap_or(8) {
            let mut flipped = bytes.to_vec();
            let bit = next(bytes.len() * 8);
            flipped[bit / 8] ^= 0x80 >> (bit % 8);
            stands(&flipped);
            stands(&bytes[..next(bytes.len())]);
        }
        let every_length = flips().map_or(0, |_| bytes.len());
        (0..every_length).for_each(|length| stands(&bytes[..length]));
    }
}
