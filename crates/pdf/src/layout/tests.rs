//! The places of texts on small pages.

use serde_json::{Value, json};

use super::*;

/// The smallest gap between two texts of a line, in points: runs of the same text touch each other.
const TOUCH: f64 = 0.05;

/// A text on a page; lengths in points.
struct PrintedRun {
    page: usize,
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    is_cut: bool,
}

/// A module of the sample alone in a book of A5.
fn small(place: usize) -> Value {
    let mut book: Value = serde_json::from_str(include_str!("../../tests/books/sample.json")).expect("a book");
    let module = book["entries"][place].take();
    book["entries"] = json!([module]);
    book["front"] = json!({
        "approval": null, "isApprovalRequired": false, "modules": [], "highlights": [], "changes": [], "terms": [],
    });
    book["head"]["paper"] = json!("a5");
    book["head"]["state"] = json!("approved");
    book["head"]["style"] = json!({"primary": "#14306b", "accent": "#0a5757", "tint": "#e3e7ee", "header": ""});
    book
}

fn runs(book: &Value) -> Vec<PrintedRun> {
    let mut book = BookFile::parse(book.to_string().as_bytes()).expect("a book");
    let shared = SharedWorld::open(Path::new("."), FontSet::load(&[]), false).expect("a template");
    text::prepare(&mut book, shared.fonts());
    let document = compile(&shared, &book).map_err(|messages| messages.join("; ")).expect("a layout");
    let mut runs = Vec::new();
    document.texts(&mut |placed| {
        let left = placed.at.x.to_pt();
        runs.push(PrintedRun {
            page: placed.page,
            text: placed.item.text.to_string(),
            left,
            right: left + placed.item.width().to_pt(),
            baseline: placed.at.y.to_pt(),
            is_cut: placed.is_cut(),
        });
    });
    runs
}

/// Refuses texts that are printed over each other on the page that has `word`.
fn assert_apart(runs: &[PrintedRun], word: &str) {
    let page = runs.iter().find(|run| run.text.contains(word)).expect("the word is printed").page;
    let shown: Vec<&PrintedRun> = runs.iter().filter(|run| run.page == page && !run.text.trim().is_empty()).collect();
    for one in &shown {
        for other in &shown {
            let is_beside = (one.baseline - other.baseline).abs() < 1.0 && one.left < other.left;
            assert!(!is_beside || one.right < other.left + TOUCH, "{:?} runs into {:?}", one.text, other.text);
        }
    }
}

#[test]
fn the_columns_of_a_minimum_equipment_list_do_not_run_into_each_other() {
    let mut book = small(3);
    assert_eq!(book["entries"][0]["key"], "DMC-B");
    for paper in ["a5", "a4"] {
        book["head"]["paper"] = json!(paper);
        assert_apart(&runs(&book), "category");
    }
}

#[test]
fn a_heading_that_is_wider_than_its_column_is_hyphenated_on_small_paper() {
    let cell = |x: usize, words: &str| json!({"x": x, "y": 0, "th": true, "b": [{"t": "text", "k": "body", "r": [{"x": words}]}]});
    let mut book = small(3);
    let table = json!({
        "t": "table", "layout": "grid", "widths": [1, 12], "head": 0, "isWide": false,
        "rows": [{"cells": [cell(0, "Installation"), cell(1, "Remarks")]}],
    });
    book["entries"][0]["rows"] = json!([[[table]]]);
    assert_apart(&runs(&book), "Remarks");
}

#[test]
fn part_numbers_in_many_columns_do_not_run_into_each_other() {
    let cell = |x: usize| {
        let number = format!("MS20470AD4-{x:02}");
        json!({"x": x, "y": 0, "b": [{"t": "text", "k": "body", "r": [{"x": number}]}]})
    };
    let mut book = small(3);
    for (columns, is_wide) in [(8, false), (14, true), (26, true)] {
        let (widths, cells) = (vec![12; columns], (0..columns).map(cell).collect::<Vec<Value>>());
        let table = json!({
            "t": "table", "layout": "grid", "widths": widths, "head": 0, "isWide": is_wide,
            "rows": [{"cells": cells}],
        });
        book["entries"][0]["rows"] = json!([[[table]]]);
        for paper in ["a5", "a4"] {
            book["head"]["paper"] = json!(paper);
            assert_apart(&runs(&book), "MS");
        }
    }
}

#[test]
fn the_title_of_a_table_stands_on_the_page_of_the_table() {
    let text = |kind: &str, words: &str| json!({"t": "text", "k": kind, "r": [{"x": words}]});
    let table = json!({
        "t": "table", "layout": "grid", "widths": [1], "head": 0, "isWide": true,
        "rows": [{"cells": [{"x": 0, "y": 0, "b": [text("body", "Connector")]}]}],
    });
    let mut book = small(3);
    book["entries"][0]["rows"] = json!([[[text("body", "Before"), text("caption", "Harness"), table]]]);
    let runs = runs(&book);
    let pages =
        |word: &str| runs.iter().filter(|run| run.text.contains(word)).map(|run| run.page).collect::<Vec<usize>>();
    assert_eq!((pages("Harness").len(), pages("Harness")), (1, pages("Connector")));
    assert_ne!(pages("Before"), pages("Connector"));
}

#[test]
fn a_long_header_and_a_long_footer_stay_on_the_page() {
    let words = |count: usize| "Controlled ".repeat(count);
    let mut book = small(3);
    book["head"]["title"] = json!(words(11));
    book["head"]["style"]["header"] = json!(words(21));
    book["head"]["footer"] = json!(words(21));
    let section = json!({"t": "section", "level": 1, "title": words(11)});
    let module = book["entries"][0].take();
    book["entries"] = json!([section, module]);
    for paper in ["a5", "a4"] {
        book["head"]["paper"] = json!(paper);
        let runs = runs(&book);
        let count = runs.iter().map(|run| run.text.matches("Controlled").count()).sum::<usize>();
        assert!(count > 2 * 21, "they are printed: {count}");
        let cut: Vec<&str> = runs.iter().filter(|run| run.is_cut).map(|run| run.text.as_str()).collect();
        assert_eq!(cut, Vec::<&str>::new(), "{paper}");
    }
}
