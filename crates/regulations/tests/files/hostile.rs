//! Files that mean harm.

use std::io::{Cursor, Write};

use crate::common::{EASA, ECFR, TABLE, zipped};
use regulations::findings::SourceRule;
use regulations::table::to_xlsx;
use regulations::{SourceLimits, SourceReading, detect, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn reading(bytes: &[u8]) -> SourceReading {
    read(bytes, &SourceLimits::default())
}

fn first(bytes: &[u8]) -> SourceRule {
    let reading = reading(bytes);
    assert!(reading.is_blocked());
    assert!(reading.collection.items.is_empty(), "nothing of it is read");
    reading.findings[0].rule
}

#[test]
fn files_of_no_use_are_named() {
    assert_eq!(first(b""), SourceRule::FileEmpty);
    assert_eq!(first(b" \n"), SourceRule::FileEmpty);
    assert_eq!(first(b"%PDF-1.7"), SourceRule::FormatUnknown);
    assert_eq!(first(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), SourceRule::FormatUnknown);
    assert_eq!(first(b"<html><body/></html>"), SourceRule::FormatUnknown);
    assert_eq!(first(b"<DIV8 N='1'"), SourceRule::XmlNotWellFormed);
    assert_eq!(first(b"a,b\n\"1,2\n"), SourceRule::CsvQuoteOpen);
    assert_eq!(first(b"a,b\0\n"), SourceRule::NotText);
    assert_eq!(first(&[b'a', 0xff, 0xff, 0xff]), SourceRule::NotText);
}

#[test]
fn a_hundred_megabytes_are_refused_before_they_are_read() {
    assert_eq!(first(&vec![b'<'; 100 << 20]), SourceRule::FileTooLarge);
}

#[test]
fn the_format_of_a_file_that_is_too_large_is_not_looked_for() {
    let mut bytes = b"code,title\n".to_vec();
    assert!(detect(&bytes).is_some());
    bytes.resize(97 << 20, b'a');
    assert_eq!(detect(&bytes), None);
}

#[test]
fn long_values_of_a_publisher_block_and_are_cut() {
    let file = EASA.replace("\"E\"", &["\"", &"E".repeat(3_000), "\""].concat());
    let reading =
        reading(file.replace("source-title=\"T\"", &["source-title=\"", &"T".repeat(3_000), "\""].concat()).as_bytes());
    let long: Vec<Option<&str>> = (reading.findings.iter())
        .filter(|finding| finding.rule == SourceRule::ValueTooLong)
        .map(|finding| finding.param("field"))
        .collect();
    assert_eq!(long, [Some("external_id")]);
    assert_eq!(reading.collection.items[0].stable_id.len(), 200);
    assert_eq!(reading.collection.head.name.len(), 2_000);
}

#[test]
fn shared_texts_beyond_the_limit_are_not_left_out_in_silence() {
    let sheet = r#"<worksheet><row r="1"><c r="A1" t="s"><v>3</v></c></row></worksheet>"#;
    let strings = ["<sst>", &"<si><t>x</t></si>".repeat(4), "</sst>"].concat();
    let limits = SourceLimits { cells: 3, ..SourceLimits::default() };
    assert_eq!(read(&workbook_with(sheet, &strings), &limits).findings[0].rule, SourceRule::CellsTooMany);
}

#[test]
fn document_types_are_refused() {
    let laughs = r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>"#;
    let outside = r#"<!DOCTYPE x SYSTEM "file:///etc/passwd">"#;
    let harmless = "<!DOCTYPE x>";
    for doctype in [laughs, outside, harmless] {
        for file in [EASA, ECFR] {
            assert_eq!(first([doctype, file].concat().as_bytes()), SourceRule::XmlDoctype, "{doctype}");
        }
        let sheet = [doctype, "<worksheet/>"].concat();
        assert_eq!(first(&workbook_with(&sheet, "<sst/>")), SourceRule::XmlDoctype, "{doctype}");
    }
}

/// The smallest workbook, with this sheet and these shared strings.
fn workbook_with(sheet: &str, strings: &str) -> Vec<u8> {
    zipped(&[
        ("xl/workbook.xml", br#"<workbook><sheets><sheet name="requirements" r:id="r1"/></sheets></workbook>"#),
        (
            "xl/_rels/workbook.xml.rels",
            br#"<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
        ("xl/sharedStrings.xml", strings.as_bytes()),
    ])
}

#[test]
fn zip_bombs_are_refused() {
    let zeros = vec![b' '; 64 << 20];
    assert_eq!(first(&zipped(&[("export.xml", &zeros)])), SourceRule::ArchiveTooLarge);
    assert_eq!(first(&workbook_with(&" ".repeat(8 << 20), "")), SourceRule::ArchiveTooLarge);
    let limits = SourceLimits { unpacked_bytes: 500, ..SourceLimits::default() };
    let reading = read(&zipped(&[("export.xml", EASA.as_bytes())]), &limits);
    assert_eq!(reading.findings[0].rule, SourceRule::ArchiveTooLarge);
    let many: Vec<(String, &[u8])> = (0..20).map(|number| (format!("{number}.xml"), &b"<a/>"[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, content)| (name.as_str(), *content)).collect();
    let reading = read(&zipped(&many), &SourceLimits { entries: 10, ..SourceLimits::default() });
    assert_eq!(reading.findings[0].rule, SourceRule::ArchiveTooLarge);
}

#[test]
fn broken_archives_are_refused() {
    let whole = zipped(&[("export.xml", EASA.as_bytes())]);
    assert_eq!(first(&whole[..whole.len() / 2]), SourceRule::ArchiveDamaged);
    assert_eq!(first(&zipped(&[("readme.txt", b"x")])), SourceRule::ArchiveWithoutDocument);
    assert_eq!(first(&zipped(&[("a.xml", b"<a/>"), ("b.xml", b"<b/>")])), SourceRule::ArchiveWithoutDocument);
    assert_eq!(first(&zipped(&[("xl/workbook.xml", b"<workbook/>")])), SourceRule::WorkbookDamaged);
    assert_eq!(first(&workbook_with("<worksheet><row>", "<sst/>")), SourceRule::XmlNotWellFormed);
}

#[test]
fn macros_are_named_and_never_read() {
    let bytes = to_xlsx(&reading(TABLE.as_bytes()).collection).expect("it is written");
    let mut zip = ZipWriter::new_append(Cursor::new(bytes)).expect("an archive");
    zip.start_file("xl/vbaProject.bin", SimpleFileOptions::default()).expect("an entry");
    zip.write_all(b"macro").expect("its content");
    let bytes = zip.finish().expect("an archive").into_inner();
    let reading = reading(&bytes);
    assert_eq!(reading.findings[0].rule, SourceRule::WorkbookMacros);
    assert!(!reading.is_blocked());
    assert_eq!(reading.collection.items.len(), 2);
}

#[test]
fn formulas_give_their_stored_values_and_a_warning() {
    let cell = |address: &str, text: &str| format!(r#"<c r="{address}" t="str"><v>{text}</v></c>"#);
    let header = [cell("A1", "code"), cell("B1", "title")].concat();
    let sheet = format!(
        r#"<worksheet><sheetData><row r="1">{header}</row><row r="2"><c r="A2"><f>1+0.1</f><v>1.1000000000000001</v></c><c r="B2" t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r><rPh><t>no</t></rPh></is></c></row></sheetData></worksheet>"#
    );
    let reading = reading(&workbook_with(&sheet, "<sst/>"));
    assert_eq!(reading.findings[0].rule, SourceRule::WorkbookFormula);
    let item = &reading.collection.items[0];
    assert_eq!((item.code.as_str(), item.title.as_str()), ("1.1", "Inline"));
}

#[test]
fn many_cells_cannot_share_one_long_text_without_end() {
    let strings = ["<sst><si><t>", &"x y ".repeat(250_000), "</t></si></sst>"].concat();
    let cells = (1..1_000)
        .map(|row| format!(r#"<row r="{row}"><c r="A{row}" t="s"><v>0</v></c></row>"#))
        .collect::<Vec<_>>()
        .concat();
    let sheet = ["<worksheet><sheetData>", &cells, "</sheetData></worksheet>"].concat();
    let limits = SourceLimits { ratio: u64::MAX, ..SourceLimits::default() };
    let reading = read(&workbook_with(&sheet, &strings), &limits);
    assert_eq!(reading.findings[0].rule, SourceRule::CellsTooMany);
    let far = (1..4_200)
        .map(|row| format!(r#"<row r="{row}"><c r="ALL{row}"><v>1</v></c></row>"#))
        .collect::<Vec<_>>()
        .concat();
    let sheet = ["<worksheet><sheetData>", &far, "</sheetData></worksheet>"].concat();
    assert_eq!(first(&workbook_with(&sheet, "<sst/>")), SourceRule::CellsTooMany);
}

#[test]
fn a_part_that_many_sheets_name_is_read_once() {
    let sheets = (0..500).map(|number| format!(r#"<sheet name="s{number}" r:id="r1"/>"#)).collect::<Vec<_>>().concat();
    let workbook = ["<workbook><sheets>", &sheets, "</sheets></workbook>"].concat();
    let sheet = r#"<worksheet><row r="1"><c r="A1"><f>1</f><v>1</v></c></row></worksheet>"#;
    let bytes = zipped(&[
        ("xl/workbook.xml", workbook.as_bytes()),
        (
            "xl/_rels/workbook.xml.rels",
            br#"<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>"#,
        ),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ]);
    let reading = reading(&bytes);
    let formulas = reading.findings.iter().filter(|finding| finding.rule == SourceRule::WorkbookFormula);
    assert_eq!(formulas.count(), 1);
}

#[test]
fn a_header_of_many_columns_costs_no_square_of_them() {
    let names = "text~2,".repeat(100_000);
    let rows = "1\n".repeat(100_000);
    let reading = reading(["code,title,text,", &names, "end\n", &rows].concat().as_bytes());
    assert!(reading.findings.iter().any(|finding| finding.rule == SourceRule::CodeDuplicate));
}

#[test]
fn counts_are_limited() {
    let limits = SourceLimits { items: 10, clauses: 20, cells: 100, ..SourceLimits::default() };
    let rows = (0..30).map(|number| format!("A{number},t\n")).collect::<Vec<_>>().concat();
    let reading = read(["code,title\n", &rows].concat().as_bytes(), &limits);
    assert!(reading.findings.iter().any(|finding| finding.rule == SourceRule::ItemsTooMany));
    let commas = [&"a".to_owned(), &",".repeat(200)].map(String::as_str).concat();
    assert_eq!(read(commas.as_bytes(), &limits).findings[0].rule, SourceRule::CellsTooMany);
    let json = ["{\"catalog\":[", &"1,".repeat(200)].concat();
    assert_eq!(read(json.as_bytes(), &limits).findings[0].rule, SourceRule::CellsTooMany);
    let lines = (0..30).map(|number| format!("line {number}\n")).collect::<Vec<_>>().concat();
    let reading = read(["code,text\nA,\"", &lines, "\"\n"].concat().as_bytes(), &limits);
    assert!(reading.findings.iter().any(|finding| finding.rule == SourceRule::ClausesTooMany));
    let deep = ["<DIV5>", &"<P>".repeat(300), &"</P>".repeat(300), "</DIV5>"].concat();
    assert_eq!(first(deep.as_bytes()), SourceRule::XmlLimit);
    let findings: String = (0..5_000).map(|_| ",x\n").collect();
    assert!(self::reading(["code,title\n", &findings].concat().as_bytes()).findings.len() <= 2_001);
}
