//! Reports, written and read back.

use std::io::Read;

use super::*;

const COLUMNS: &[ReportColumn] = &[
    ReportColumn { word: ReportWord::Code, part: ColumnPart::Subject, width: 12 },
    ReportColumn { word: ReportWord::Statement, part: ColumnPart::Detail, width: 40 },
    ReportColumn { word: ReportWord::Means, part: ColumnPart::ByHand, width: 12 },
];

fn sheets() -> Vec<ReportSheet> {
    [ReportWord::Matrix, ReportWord::Gaps].map(|name| ReportSheet { name, columns: COLUMNS }).to_vec()
}

fn line(sheet: usize, continues: bool, texts: [&str; 2]) -> ReportLine {
    ReportLine { sheet, continues, cells: texts.map(text_cell).into_iter().chain([Cell::Empty]).collect() }
}

fn cover() -> ReportCover {
    ReportCover {
        title: "Compliance report".to_owned(),
        facts: vec![("Collection".to_owned(), "=1+1".to_owned())],
        notes: vec!["A note".to_owned()],
        figures: vec![vec![Cell::Text("=A".to_owned()), Cell::Number(2)]],
        date: "2026-11-17".to_owned(),
        ident: "job-1".to_owned(),
    }
}

fn folder() -> std::path::PathBuf {
    let folder =
        std::env::temp_dir().join(format!("airfolio-report-{}-{:?}", std::process::id(), std::thread::current().id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The file of a workbook.
fn part(path: &Path, name: &str) -> String {
    let mut archive = zip::ZipArchive::new(std::fs::File::open(path).expect("a file")).expect("a workbook");
    let mut text = String::new();
    archive.by_name(name).expect("a part").read_to_string(&mut text).expect("UTF-8");
    text
}

/// Whether the first cell with a text is marked as text, so that no spreadsheet makes a formula of it.
fn is_quoted(styles: &str, sheet: &str, text: &str) -> bool {
    let formats = styles.split("<cellXfs").nth(1).and_then(|rest| rest.split("</cellXfs>").next()).expect("formats");
    let formats: Vec<&str> = formats.split("<xf ").skip(1).collect();
    let cell = sheet.split("<c ").find(|cell| cell.contains(&format!(">{text}"))).expect("a cell");
    let head = cell.split('>').next().expect("a tag");
    let number = head.split(" s=\"").nth(1).and_then(|rest| rest.split('"').next());
    number.is_some_and(|number| formats[number.parse::<usize>().expect("a number")].contains("quotePrefix=\"1\""))
}

#[test]
fn rows_of_several_sheets_come_in_turn_and_formulas_are_harmless() {
    let folder = folder();
    let path = folder.join("report.xlsx");
    let workbook = ReportWorkbook::new(&sheets(), Locale::English, &folder).expect("a workbook");
    let mut file = ReportFile::Workbook(Box::new(workbook));
    for place in 0..3 {
        file.add(line(0, place > 0, ["A 1", "=HYPERLINK(\"x\")"])).expect("a row");
        file.add(line(1, false, ["-2", "@SUM"])).expect("a row");
    }
    file.finish(&cover(), &path).expect("a file");
    let matrix = part(&path, "xl/worksheets/sheet2.xml");
    assert_eq!(matrix.matches("=HYPERLINK").count(), 3);
    assert!(!matrix.contains("<f>"), "no formula: {matrix}");
    assert!(part(&path, "xl/worksheets/sheet3.xml").contains("@SUM"));
    let styles = part(&path, "xl/styles.xml");
    for (sheet, text) in [(1, "=1+1"), (1, "=A"), (2, "=HYPERLINK"), (3, "-2"), (3, "@SUM")] {
        let cells = part(&path, &format!("xl/worksheets/sheet{sheet}.xml"));
        assert!(is_quoted(&styles, &cells, text), "{text} of sheet {sheet}");
    }
    assert!(!is_quoted(&styles, &matrix, "A 1"));
    assert!(matrix.contains("Means / AltMoC reference *"), "columns to fill in have a star");
    let cover = part(&path, "xl/worksheets/sheet1.xml");
    assert!(cover.contains("=1+1") && cover.contains("Columns with *"), "{cover}");
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}

#[test]
fn a_printed_report_has_the_same_columns_and_a_limit() {
    let folder = folder();
    let path = folder.join("book.json");
    let mut file = ReportFile::Printed(Box::new(PrintedReport::new(&sheets(), Locale::Chinese)));
    file.add(line(0, false, ["A 1", "见手册"])).expect("a row");
    file.add(line(0, true, ["A 1", ""])).expect("a row");
    file.finish(&cover(), &path).expect("a file");
    let written = std::fs::read(&path).expect("a file");
    let book: serde_json::Value = serde_json::from_slice(&written).expect("JSON");
    assert_eq!((&book["kind"], &book["head"]["language"]), (&serde_json::json!("report"), &serde_json::json!("zh")));
    let sheet = &book["entries"][0];
    assert_eq!(sheet["columns"][0]["x"], "条款编号");
    assert_eq!(sheet["rows"][1], serde_json::json!({"continues": true, "cells": [{"c": 0, "x": "A 1"}]}));
    assert_eq!(sheet["more"], "");
    let mut long = ReportFile::Printed(Box::new(PrintedReport::new(&sheets(), Locale::English)));
    let refused = (0..=MAX_PRINTED_ROWS).find_map(|_| long.add(line(0, false, ["A", "b"])).err());
    assert!(matches!(refused, Some(ReportError::TooLong)));
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}

/// Filters do not make the other sheets shorter, so that they must not refuse the report.
#[test]
fn other_sheets_of_a_printed_report_are_cut() {
    let folder = folder();
    let path = folder.join("book.json");
    let mut file = ReportFile::Printed(Box::new(PrintedReport::new(&sheets(), Locale::English)));
    for _ in 0..MAX_PRINTED_ROWS + 7 {
        file.add(line(1, false, ["A", "b"])).expect("a row");
    }
    file.add(line(0, false, ["A", "b"])).expect("a row");
    file.finish(&cover(), &path).expect("a file");
    let book: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).expect("a file")).expect("JSON");
    let gaps = &book["entries"][1];
    assert_eq!(gaps["rows"].as_array().map(Vec::len), Some(MAX_OTHER_ROWS));
    let more = MAX_PRINTED_ROWS + 7 - MAX_OTHER_ROWS;
    assert_eq!(gaps["more"], format!("More rows in the workbook: {more}"));
    assert_eq!(book["entries"][0]["rows"].as_array().map(Vec::len), Some(1));
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}

#[test]
fn a_long_text_is_cut_in_a_workbook_with_words_and_printed_whole() {
    let folder = folder();
    let workbook = ReportWorkbook::new(&sheets(), Locale::English, &folder).expect("a workbook");
    let files = [
        (ReportFile::Workbook(Box::new(workbook)), 32_767),
        (ReportFile::Printed(Box::new(PrintedReport::new(&sheets(), Locale::English))), 40_000),
    ];
    for (file, letters) in files {
        let mut row = line(0, false, ["A 1", &"a".repeat(40_000)]);
        file.fit(&mut row);
        let Cell::Text(text) = &row.cells[1] else { panic!("no text") };
        assert_eq!(text.encode_utf16().count(), letters);
        assert_eq!(text.ends_with("(cut here: see the requirement)"), letters < 40_000);
    }
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}

#[test]
fn a_report_without_columns_to_fill_in_says_nothing_about_them() {
    const PLAIN: &[ReportColumn] = &[ReportColumn { word: ReportWord::Code, part: ColumnPart::Subject, width: 12 }];
    let folder = folder();
    let path = folder.join("plain.xlsx");
    let sheets = [ReportSheet { name: ReportWord::Matrix, columns: PLAIN }];
    let workbook = ReportWorkbook::new(&sheets, Locale::English, &folder).expect("a workbook");
    ReportFile::Workbook(Box::new(workbook)).finish(&cover(), &path).expect("a file");
    assert!(!part(&path, "xl/worksheets/sheet1.xml").contains("Columns with *"));
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}

#[test]
fn lists_have_the_sheets_and_the_cover_of_the_workbook() {
    let folder = folder();
    let path = folder.join("report.zip");
    let lists = ReportLists::new(&sheets(), Locale::English, &folder).expect("lists");
    let mut file = ReportFile::Lists(Box::new(lists));
    file.add(line(0, false, ["A 1", "=HYPERLINK(\"x\")"])).expect("a row");
    file.add(line(1, false, ["-2", "two\nlines"])).expect("a row");
    file.finish(&cover(), &path).expect("a file");
    let matrix = part(&path, "1-matrix.csv");
    assert!(matrix.contains("Compliance statement,Means / AltMoC reference *"), "{matrix}");
    assert!(matrix.contains("A 1,") && !matrix.contains(",=HYPERLINK"), "no formula: {matrix}");
    assert!(part(&path, "2-gaps.csv").contains("\"two\nlines\""));
    let summary = part(&path, "0-summary.csv");
    assert!(summary.contains("Compliance report") && summary.contains("Columns with *"), "{summary}");
    assert!(summary.contains("A note") && !summary.contains(",=1+1"), "{summary}");
    std::fs::remove_dir_all(&folder).expect("nothing stays");
}
