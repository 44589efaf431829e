//! The text that is printed: modules with headings, paragraphs, warnings, steps and tables, and the book of them as the
//! engine reads it.

use std::fmt::Write;

use serde_json::{Value, json};

const SAMPLE: &str = include_str!("../../tests/books/sample.json");
pub(crate) const TITLE: &str = "Maintenance Manual";
pub(crate) const DATE: &str = "2026-01-15";
pub(crate) const ISSUE: &str = "001-00";
pub(crate) const COLUMNS: [&str; 3] = ["Item", "Torque", "Remark"];
const SECTIONS: u64 = 3;
/// Modules under one title of a section.
const IN_CHAPTER: usize = 10;
const WORDS: &str = "remove install the pump valve pressure panel bolt washer check open close left right line filter \
before after flight leak torque inspect cover with and of fuel hydraulic connector battery safety record";

/// A part of a module.
pub(crate) enum Block {
    Heading(String),
    Text(String),
    /// Its number within the section, from 1 on.
    Step(u64, String),
    Warning(String),
    Table(Vec<[String; 3]>),
}

/// A module of the book.
pub(crate) struct Module {
    pub(crate) number: usize,
    pub(crate) title: String,
    pub(crate) code: String,
    pub(crate) blocks: Vec<Block>,
}

impl Module {
    /// Every module has words of its own: repeated ones would be found in the caches of the programs.
    pub(crate) fn new(number: usize) -> Self {
        let mut writer = WordWriter(number as u64 + 1);
        let mut blocks = Vec::new();
        for _ in 0..SECTIONS {
            blocks.push(Block::Heading(writer.sentence(4)));
            blocks.push(Block::Text(writer.sentence(70)));
            blocks.push(Block::Warning(writer.sentence(18)));
            blocks.extend((1..=6).map(|step| Block::Step(step, writer.sentence(24))));
            let row = |_| [writer.sentence(3), writer.sentence(2), writer.sentence(8)];
            blocks.push(Block::Table((0..8).map(row).collect()));
            blocks.push(Block::Text(writer.sentence(60)));
        }
        let code = format!("DMC-BENCH-A-{:02}-{:02}-00-00A-520A-A", number / 100, number % 100);
        Self { number, title: writer.sentence(5), code, blocks }
    }
}

/// Writes words by a generator with a fixed start.
struct WordWriter(u64);

impl WordWriter {
    fn sentence(&mut self, words: usize) -> String {
        let mut text = String::new();
        for place in 0..words {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let random = self.0 >> 33;
            if place > 0 {
                text.push(' ');
            }
            text.push_str(WORDS.split(' ').nth(usize::try_from(random % 32).unwrap_or_default()).unwrap_or_default());
            // Part numbers, as manuals have many of them.
            if random.is_multiple_of(11) {
                write!(text, " {}", random % 100_000).expect("written");
            }
        }
        text.push('.');
        text
    }
}

fn text(words: &str) -> Value {
    json!({"t": "text", "k": "body", "r": [{"x": words}]})
}

fn row(number: usize, cells: [&str; 3], is_head: bool) -> Value {
    let cell = |(column, words): (usize, &str)| json!({"x": column, "y": number, "th": is_head, "b": [text(words)]});
    json!({"cells": cells.into_iter().enumerate().map(cell).collect::<Vec<_>>()})
}

fn block(block: &Block) -> Value {
    match block {
        Block::Heading(words) => json!({"t": "heading", "level": 1, "r": [{"x": words}]}),
        Block::Text(words) => text(words),
        Block::Step(number, words) => {
            json!({"t": "text", "k": "body", "r": [{"x": words}], "m": format!("{number}."), "n": 1})
        }
        Block::Warning(words) => json!({"t": "safety", "level": "warning", "title": "Warning", "b": [text(words)]}),
        Block::Table(lines) => {
            let mut rows = vec![row(0, COLUMNS, true)];
            rows.extend(
                lines.iter().zip(1..).map(|([item, torque, remark], at)| row(at, [item, torque, remark], false)),
            );
            json!({"t": "table", "layout": "grid", "widths": [1, 1, 2], "head": 1, "isWide": false, "rows": rows})
        }
    }
}

fn module(module: &Module) -> Value {
    let blocks: Vec<Value> = module.blocks.iter().map(block).collect();
    json!({
        "t": "module", "label": format!("m{}", module.number), "key": module.code, "code": module.code, "level": 2,
        "isRunning": false,
        "versions": [{"title": module.title, "language": "en", "issue": ISSUE, "date": DATE, "applies": ""}],
        "rows": [[blocks]],
    })
}

/// The book as the server describes it.
pub(crate) fn book(modules: &[Module]) -> Value {
    let mut book: Value = serde_json::from_str(SAMPLE).expect("a book");
    book["head"]["title"] = json!(TITLE);
    book["head"]["state"] = json!("approved");
    book["head"]["validity"] = json!("");
    book["head"]["publishedFor"] = json!("");
    book["front"]["highlights"] = json!([]);
    book["front"]["modules"] = modules
        .iter()
        .map(|one| {
            json!({
                "label": format!("m{}", one.number), "code": one.code, "title": one.title, "issue": ISSUE, "date": DATE,
                "state": "new",
            })
        })
        .collect();
    let mut entries = Vec::new();
    for one in modules {
        if one.number.is_multiple_of(IN_CHAPTER) {
            let title = format!("Chapter {}", one.number / IN_CHAPTER + 1);
            entries.push(json!({"t": "section", "level": 1, "title": title}));
        }
        entries.push(module(one));
    }
    book["entries"] = Value::Array(entries);
    book
}
