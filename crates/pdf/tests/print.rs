//! The program as the server calls it: a folder in, a PDF and a report out.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};
use tempfile::TempDir;

const SAMPLE: &str = include_str!("books/sample.json");
const PICTURE: &[u8] = include_bytes!("books/0001.svg");

fn sample() -> Value {
    serde_json::from_str(SAMPLE).expect("a book")
}

/// A book in English alone, which needs no font of the system.
fn english(blocks: &Value) -> Value {
    let mut book = sample();
    let mut module = book["entries"][1].clone();
    module["rows"] = json!([[blocks]]);
    book["entries"] = json!([module]);
    book["front"]["highlights"] = json!([]);
    if let Some(modules) = book["front"]["modules"].as_array_mut() {
        modules.truncate(1);
    }
    book
}

fn text(words: &str) -> Value {
    json!({"t": "text", "k": "body", "r": [{"x": words}]})
}

fn folder(book: &Value) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("pictures")).expect("a folder");
    fs::write(folder.path().join("pictures/0001.svg"), PICTURE).expect("a picture");
    fs::write(folder.path().join("book.json"), book.to_string()).expect("a book");
    folder
}

fn print(folder: &Path, more: &[&str]) -> (Output, Value) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_airfolio-pdf"));
    let output = command.arg(folder).arg(folder.join("out.pdf")).args(more).output().expect("the program runs");
    let report = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (output, report)
}

fn codes(report: &Value) -> Vec<&str> {
    let findings = report["findings"].as_array().expect("findings");
    findings.iter().map(|finding| finding["code"].as_str().expect("a code")).collect()
}

#[test]
fn a_book_with_everything_follows_the_archive_standard() {
    let folder = folder(&sample());
    let (output, report) = print(folder.path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!((&report["ok"], &report["standard"]), (&json!(true), &json!("PDF/A-2b")), "{report}");
    let pdf = fs::read(folder.path().join("out.pdf")).expect("a PDF");
    assert!(pdf.starts_with(b"%PDF-"));
    assert_eq!(report["bytes"], json!(pdf.len()));
    assert!(report["pages"].as_u64().expect("a number") > 10, "{report}");
}

#[test]
fn the_same_folder_gives_the_same_bytes() {
    let folder = folder(&english(&json!([text("One."), text("Two.")])));
    let made = || {
        let (_, report) = print(folder.path(), &[]);
        assert_eq!(report["ok"], json!(true), "{report}");
        fs::read(folder.path().join("out.pdf")).expect("a PDF")
    };
    assert_eq!(made(), made());
}

/// The book without a member that the engine prints.
fn without(mut book: Value, place: &str, member: &str) -> Value {
    book.pointer_mut(place).and_then(Value::as_object_mut).expect("an object").remove(member).expect("a member");
    book
}

#[test]
fn the_days_the_aircraft_and_other_places_of_a_module_are_printed() {
    let mut book = english(&json!([text("One.")]));
    let reference = sample()["entries"].as_array().and_then(|entries| entries.last()).cloned().expect("a reference");
    assert_eq!(reference["t"], "reference");
    book["entries"].as_array_mut().expect("a list").push(reference);
    let printed = |book: &Value| {
        let folder = folder(book);
        let (output, report) = print(folder.path(), &[]);
        assert!(output.status.success() && codes(&report).is_empty(), "{report}");
        fs::read(folder.path().join("out.pdf")).expect("a PDF")
    };
    let whole = printed(&book);
    let members = [("/head", "validity"), ("/head", "publishedFor"), ("/entries/0", "also"), ("/entries/1", "applies")];
    for (place, member) in members {
        assert_ne!(printed(&without(book.clone(), place, member)), whole, "{member}");
    }
}

/// A book in a house style.
fn styled(logo: &str) -> Value {
    let link = json!({"t": "text", "k": "body", "r": [{"x": "See "}, {"x": "above", "to": "m0"}]});
    let mut book = english(&json!([text("One."), link]));
    book["head"]["style"] = json!({
        "primary": "#14306b", "accent": "#0a5757", "tint": "#e3e7ee", "header": "Controlled copy", "logo": logo,
    });
    book
}

#[test]
fn every_part_of_a_house_style_is_printed() {
    let printed = |book: &Value| {
        let folder = folder(book);
        fs::copy(folder.path().join("pictures/0001.svg"), folder.path().join("pictures/logo.svg")).expect("a logo");
        let (output, report) = print(folder.path(), &[]);
        assert!(output.status.success() && codes(&report).is_empty(), "{report}");
        assert_eq!(report["standard"], json!("PDF/A-2b"), "{report}");
        fs::read(folder.path().join("out.pdf")).expect("a PDF")
    };
    let book = styled("logo.svg");
    let whole = printed(&book);
    assert_eq!(printed(&book), whole, "the same bytes");
    assert_ne!(printed(&without(book.clone(), "/head/style", "logo")), whole, "the logo");
    for (place, other) in [
        ("/head/style/primary", "#1d5532"),
        ("/head/style/accent", "#54307f"),
        ("/head/style/tint", "#ffffff"),
        ("/head/style/header", ""),
        ("/head/style/header", "#panic(\"x\") *b* _i_ $ \\ @l <l> `r` = [#x]"),
        ("/head/footer", "Printed copies are not controlled"),
        ("/head/paper", "us-letter"),
        ("/head/paper", "a5"),
    ] {
        let mut changed = book.clone();
        *changed.pointer_mut(place).expect("a value") = json!(other);
        assert_ne!(printed(&changed), whole, "{place} {other}");
    }
}

#[test]
fn a_logo_that_cannot_be_drawn_is_left_out_and_nothing_else() {
    let folder = folder(&styled("logo.svg"));
    fs::write(folder.path().join("pictures/logo.svg"), b"<svg").expect("a logo");
    let (output, report) = print(folder.path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["logoLeftOut"], "{report}");
}

#[test]
fn a_header_that_does_not_fit_on_its_pages_is_reported() {
    let mut book = styled("0001.svg");
    book["head"]["style"]["header"] = json!("Controlled copy ".repeat(400));
    let (output, report) = print(folder(&book).path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["textCut"], "{report}");
    assert!(report["findings"][0]["detail"].as_str().is_some_and(|text| text.contains("Controlled")), "{report}");
}

#[test]
fn a_logo_is_tried_alone_and_modules_without_it() {
    let tried = |logo: &[u8], part: &str| {
        let folder = folder(&styled("logo.svg"));
        fs::write(folder.path().join("pictures/logo.svg"), logo).expect("a logo");
        let (_, report) = print(folder.path(), &["--only", part]);
        assert!(!folder.path().join("out.pdf").exists());
        report
    };
    assert_eq!(tried(PICTURE, "logo")["ok"], json!(true));
    assert_eq!(tried(b"<svg", "logo")["ok"], json!(false));
    for part in ["0-0", "0-1"] {
        let report = tried(b"<svg", part);
        assert_eq!((&report["ok"], &report["hasLogo"]), (&json!(true), &json!(true)), "{part}: {report}");
    }
}

#[test]
fn a_logo_that_no_archive_takes_costs_no_archive() {
    let folder = folder(&styled("logo.svg"));
    // No font has this letter.
    let logo = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 40 10\"><text y=\"9\">\u{1f6e9}</text></svg>";
    fs::write(folder.path().join("pictures/logo.svg"), logo).expect("a logo");
    let (output, report) = print(folder.path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(report["standard"], json!("PDF/A-2b"), "{report}");
    assert!(codes(&report).iter().all(|code| *code == "logoLeftOut"), "{report}");
}

/// A report with a narrow sheet, a wide one and an empty one.
fn report(statement: &str) -> Value {
    let columns = |count: usize| -> Vec<Value> {
        let part = |place| ["subject", "detail", "hand"][place % 3];
        (0..count).map(|place| json!({"x": format!("Column {place}"), "part": part(place), "w": 12})).collect()
    };
    let row =
        |continues: bool| json!({"continues": continues, "cells": [{"c": 0, "x": "A 1"}, {"c": 1, "x": statement}]});
    let sheet = |columns: Vec<Value>, rows: Vec<Value>| json!({"t": "sheet", "title": "Matrix", "columns": columns, "rows": rows});
    let mut cut = sheet(columns(3), vec![row(false)]);
    cut["more"] = json!("More rows in the workbook: 7");
    json!({
        "format": 1,
        "kind": "report",
        "head": {
            "title": "Compliance report", "language": "en", "date": "2026-11-17", "ident": "j",
            "words": {"page": "Page", "of": "of", "contents": "Contents", "noRows": "None."},
            "facts": [{"x": ["Collection", "A"]}], "notes": [{"x": "A note"}],
            "figures": [
                {"continues": false, "cells": [{"c": 0, "x": "Status"}, {"c": 1, "x": "Requirements"}]},
                {"continues": false, "cells": [{"c": 0, "x": "Compliant"}, {"c": 1, "x": "2"}]},
            ],
        },
        "entries": [
            sheet(columns(14), vec![row(false), row(true), row(false)]),
            sheet(columns(3), vec![row(false)]),
            sheet(columns(3), Vec::new()),
            cut,
        ],
    })
}

#[test]
fn a_report_has_a_layout_of_its_own() {
    let printed = |statement: &str| {
        let folder = folder(&report(statement));
        let (output, report) = print(folder.path(), &[]);
        assert!(output.status.success() && codes(&report).is_empty(), "{report}");
        assert_eq!(report["standard"], json!("PDF/A-2b"), "{report}");
        assert!(report["pages"].as_u64().is_some_and(|pages| pages >= 4), "each sheet begins a page: {report}");
        fs::read(folder.path().join("out.pdf")).expect("a PDF")
    };
    assert_ne!(printed("See 8.1.3.5"), printed("See 8.1.3.6"));
    printed(&"A long statement with #panic(\"x\") in it. ".repeat(200));
}

#[test]
fn text_is_never_read_as_markup() {
    let (_, report) =
        print(folder(&english(&json!([text("#panic(\"x\") #import \"y\" $ \\ `r` <l> @l = * _ [#x]")]))).path(), &[]);
    assert_eq!((&report["ok"], codes(&report).len()), (&json!(true), 0), "{report}");
}

#[test]
fn a_broken_picture_is_left_out_and_its_module_named() {
    let blocks = json!([text("Before."), {"t": "picture", "file": "0002.svg", "note": "ICN-2"}, text("Behind.")]);
    let folder = folder(&english(&blocks));
    fs::write(folder.path().join("pictures/0002.svg"), b"<svg").expect("a picture");
    let (output, report) = print(folder.path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["picturesLeftOut"], "{report}");
    assert_eq!(report["findings"][0]["module"], json!("DMC-A"));
}

#[test]
fn a_module_that_breaks_the_template_is_printed_as_plain_text() {
    // Two cells in one place.
    let cell = json!({"x": 0, "y": 0, "b": [text("cell")]});
    let table = json!({"t": "table", "layout": "grid", "widths": [1], "head": 0, "isWide": false, "rows": [{"cells": [cell, cell]}]});
    let (output, report) = print(folder(&english(&json!([table]))).path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["printedPlain"], "{report}");
}

#[test]
fn letters_that_no_font_has_are_named() {
    let (output, report) = print(folder(&english(&json!([text("a \u{1f6e9} b")]))).path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["glyphsMissing"], "{report}");
    assert_eq!(report["findings"][0]["detail"], json!("U+1F6E9"));
}

#[test]
fn a_book_that_cannot_be_read_says_so() {
    let folder = folder(&json!({"format": 99}));
    let (output, report) = print(folder.path(), &[]);
    assert_eq!((output.status.code(), &report["failure"]), (Some(4), &json!("input")));
    let (output, report) = print(folder.path(), &["--what"]);
    assert_eq!((output.status.code(), &report["failure"]), (Some(2), &json!("usage")));
    assert!(!folder.path().join("out.pdf").exists());
}

#[test]
fn some_modules_are_tried_without_a_pdf() {
    let folder = folder(&sample());
    let (output, report) = print(folder.path(), &["--only", "1-3"]);
    assert!(output.status.success(), "{report}");
    assert_eq!(report["modules"], json!(["DMC-A", "DMC-B", "DMC-C", "DMC-D"]));
    assert!(!folder.path().join("out.pdf").exists());
}

#[test]
fn too_little_memory_ends_the_program_without_a_book() {
    let folder = folder(&english(&json!([text("One.")])));
    let (output, report) = print(folder.path(), &["--memory-mb", "40"]);
    assert!(!output.status.success());
    assert_ne!(report["failure"], json!("usage"), "the limit is accepted");
    assert!(!folder.path().join("out.pdf").exists());
}

#[test]
fn a_link_between_modules_that_leads_nowhere_costs_no_book() {
    let mut book = english(&json!([text("One.")]));
    book["front"]["highlights"] = json!([{"label": "m9", "code": "DMC-X", "title": "Pump", "reasons": ["New torque"]}]);
    book["front"]["modules"] = json!([]);
    let (output, report) = print(folder(&book).path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(report["ok"], json!(true), "{report}");
}

#[test]
fn a_book_that_cannot_be_written_says_so_and_leaves_nothing() {
    let folder = folder(&english(&json!([text("One.")])));
    // A folder is in the place of the file.
    fs::create_dir(folder.path().join("out.pdf")).expect("a folder");
    let (output, report) = print(folder.path(), &[]);
    assert_eq!((output.status.code(), &report["failure"]), (Some(5), &json!("output")), "{report}");
    assert!(!folder.path().join("out.unfinished").exists());
}

#[test]
fn a_picture_as_high_as_the_page_is_printed() {
    let blocks = json!([{"t": "picture", "file": "0002.svg", "note": "ICN-2"}]);
    let folder = folder(&english(&blocks));
    let picture = br#"<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="9000"><path d="M0 0h9v9"/></svg>"#;
    fs::write(folder.path().join("pictures/0002.svg"), picture).expect("a picture");
    let (_, report) = print(folder.path(), &[]);
    assert_eq!((&report["ok"], codes(&report).len()), (&json!(true), 0), "{report}");
}

#[test]
fn long_tables_and_words_are_printed() {
    let row = |y: usize| json!({"cells": [{"x": 0, "y": y, "b": [text(&"w".repeat(500))]}, {"x": 1, "y": y, "b": [text("x")]}]});
    let rows: Vec<Value> = (0..300).map(row).collect();
    let table = json!({"t": "table", "layout": "grid", "widths": [1, 1], "head": 1, "isWide": false, "rows": rows});
    let (_, report) = print(folder(&english(&json!([table]))).path(), &[]);
    assert_eq!((&report["ok"], codes(&report).len()), (&json!(true), 0), "{report}");
}

/// How much a hard book has of everything: `AIRFOLIO_TEST_HARD_BOOK=1000` is a book with 1,000 figures and 5,000 rows.
fn hardness() -> usize {
    option_env!("AIRFOLIO_TEST_HARD_BOOK").and_then(|text| text.parse().ok()).unwrap_or(40)
}

#[test]
fn a_hard_manual_is_printed_and_names_the_modules_that_are_not_as_they_were() {
    let count = hardness();
    let figures: Vec<Value> =
        (0..count).map(|_| json!({"t": "picture", "file": "0001.svg", "note": "ICN-1"})).collect();
    let row = |y: usize| json!({"cells": [{"x": 0, "y": y, "b": [text("cell")]}, {"x": 1, "y": y, "b": [text("x")]}]});
    let rows: Vec<Value> = (0..5 * count).map(row).collect();
    let table = json!({"t": "table", "layout": "grid", "widths": [1, 1], "head": 1, "isWide": false, "rows": rows});
    let cell = json!({"x": 0, "y": 0, "b": [text("cell")]});
    let broken = json!({"t": "table", "layout": "grid", "widths": [1], "head": 0, "isWide": false, "rows": [{"cells": [cell, cell]}]});
    let right_to_left = text("\u{5e9}\u{5dc}\u{5d5}\u{5dd} \u{633}\u{644}\u{627}\u{645} 12");
    let mut book = english(&json!([text("One.")]));
    let first = book["entries"][0].clone();
    let hard =
        [json!(figures), json!([table]), json!([text(&"w".repeat(500))]), json!([right_to_left]), json!([broken])];
    let modules = (0..).zip(hard).map(|(place, blocks)| {
        let mut module = first.clone();
        (module["key"], module["label"]) = (json!(format!("DMC-HARD-{place}")), json!(format!("m{place}")));
        module["rows"] = json!([[blocks]]);
        module
    });
    book["entries"] = modules.collect();
    book["front"]["modules"] = json!([]);
    let (output, report) = print(folder(&book).path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!((&report["ok"], &report["standard"]), (&json!(true), &json!("PDF/A-2b")), "{report}");
    let found: Vec<(&str, &Value)> =
        codes(&report).into_iter().zip(report["findings"].as_array().expect("findings")).collect();
    for (code, finding) in &found {
        let expected = if *code == "printedPlain" { "DMC-HARD-4" } else { "DMC-HARD-3" };
        assert_eq!(finding["module"], json!(expected), "{report}");
    }
    assert!(found.iter().any(|(code, _)| *code == "printedPlain"), "{report}");
}

#[test]
fn a_picture_that_no_archive_takes_names_its_module() {
    let blocks = json!([text("Before."), {"t": "picture", "file": "0002.svg", "note": "ICN-2"}]);
    let folder = folder(&english(&blocks));
    // A PDF needs a program for colours that go to and fro, and archives take no programs.
    let picture = br##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">
        <linearGradient id="g" x2="0.2" spreadMethod="reflect"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient>
        <rect width="40" height="10" fill="url(#g)"/></svg>"##;
    fs::write(folder.path().join("pictures/0002.svg"), picture).expect("a picture");
    let (output, report) = print(folder.path(), &[]);
    assert!(output.status.success(), "{report}");
    assert_eq!(codes(&report), ["notArchivable"], "{report}");
    let told = (&report["standard"], &report["findings"][0]["module"]);
    assert_eq!(told, (&json!(""), &json!("DMC-A")), "{report}");
}
