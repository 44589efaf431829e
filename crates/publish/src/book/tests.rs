//! The book of every module at hand has all its words, in their order.

mod content;
mod official;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use domain::language::Locale;
use s1000d::document::{Document, NodeId, plain};
use s1000d::guard;

use super::*;

fn module(content: &str) -> String {
    format!("<dmodule><content>{content}</content></dmodule>")
}

fn document(bytes: &[u8]) -> Document {
    Document::read(&guard::check(bytes).expect("it passes")).expect("it is read")
}

fn printed(document: &Document) -> PrintedText<'_> {
    PrintedText {
        document,
        key: "DMC-A",
        title: "Pump",
        status: None,
        around: &[],
        language: "en-US",
        highlights: &[],
        issue: "001-00",
        date: "2026-01-01",
    }
}

fn book_of(documents: &[&Document], languages: BookLanguages, library: &BookLibrary) -> Book {
    let mut builder = BookBuilder::new(library, languages, BookHead::default(), BookFront::default());
    let texts: Vec<PrintedText<'_>> = documents.iter().map(|document| printed(document)).collect();
    builder.module(BookPlace { label: "m0", code: "DMC-A", level: 1 }, &texts);
    builder.finish()
}

fn blocks(content: &str) -> Vec<BookBlock> {
    let document = document(module(content).as_bytes());
    let book = book_of(&[&document], BookLanguages::English, &BookLibrary::default());
    all(&book).into_iter().cloned().collect()
}

/// The blocks of all modules, those in tables and warnings not counted.
fn all(book: &Book) -> Vec<&BookBlock> {
    let modules = book.entries.iter().filter_map(|entry| match entry {
        BookEntry::Module(module) => Some(module),
        BookEntry::Section { .. } | BookEntry::Reference { .. } => None,
    });
    modules.flat_map(|module| module.rows.iter().flatten().flatten()).collect()
}

/// The author's text of some blocks.
fn written<'b>(blocks: impl IntoIterator<Item = &'b BookBlock>, out: &mut String) {
    for block in blocks {
        out.push('\n');
        match &block.content {
            BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } => {
                runs.iter().filter(|run| !run.is_added).for_each(|run| out.push_str(&run.text));
            }
            BookContent::Safety { blocks, .. } => written(blocks, out),
            BookContent::Table(table) => {
                table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| written(&cell.blocks, out));
            }
            BookContent::Picture { .. } => {}
        }
    }
}

fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the demo library") {
        let path = entry.expect("an entry").path();
        let is_module = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("DM"))
            && path.extension().is_some_and(|end| end.eq_ignore_ascii_case("xml"));
        if path.is_dir() {
            files(&path, out);
        } else if is_module {
            out.push(path);
        }
    }
}

fn demo() -> Vec<(String, Vec<u8>)> {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo"), &mut paths);
    paths.sort();
    paths.into_iter().map(|path| (path.display().to_string(), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn no_word_of_the_demo_library_is_lost() {
    let demo = demo();
    assert!(demo.len() > 50, "{}", demo.len());
    for (name, bytes) in &demo {
        let document = document(bytes);
        let book = book_of(&[&document], BookLanguages::English, &BookLibrary::default());
        let mut own = String::new();
        written(all(&book), &mut own);
        let expected = plain::text(&document, NodeId::ROOT);
        assert_eq!(letters(&own), letters(&expected), "{name}");
    }
}

#[test]
fn the_same_modules_give_the_same_bytes() {
    let demo = demo();
    let documents: Vec<Document> = demo.iter().take(20).map(|(_, bytes)| document(bytes)).collect();
    let documents: Vec<&Document> = documents.iter().collect();
    let library = BookLibrary::default();
    let written = || {
        let builder =
            BookBuilder::new(&library, BookLanguages::OneAfterTheOther, BookHead::default(), BookFront::default());
        let mut stream = BookStream::begin(builder, Vec::new()).expect("memory");
        for (index, document) in documents.iter().enumerate() {
            let label = format!("m{index}");
            let place = BookPlace { label: &label, code: "DMC", level: 1 };
            stream.builder.section(1, "Chapter", &[]);
            stream.builder.module(place, &[printed(document)]);
            stream.flush().expect("memory");
        }
        stream.finish().expect("memory")
    };
    let first = written();
    assert_eq!(first, written());
    let book: serde_json::Value = serde_json::from_slice(&first).expect("JSON");
    assert_eq!(
        (&book["format"], book["entries"].as_array().map(Vec::len)),
        (&serde_json::json!(BOOK_FORMAT), Some(40))
    );
    assert!(book["front"]["modules"].is_array() && book["head"]["words"].is_object());
}

#[test]
fn words_of_blocks_do_not_run_together() {
    let content = "<description><levelledPara><title>Fuel</title><para>one <emphasis>two</emphasis>three</para>\
        <para>four<randomList><listItem><para>five</para></listItem></randomList>six</para></levelledPara></description>";
    let mut text = String::new();
    written(&blocks(content), &mut text);
    let words: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(words, ["Fuel", "one", "twothree", "four", "five", "six"]);
}

#[test]
fn a_step_has_its_number_before_its_first_paragraph() {
    let content = "<procedure><mainProcedure><proceduralStep><para>Open.</para><proceduralStep><para>Wide.</para>\
        </proceduralStep></proceduralStep></mainProcedure></procedure>";
    let steps: Vec<(String, u8)> = blocks(content)
        .into_iter()
        .filter_map(|block| match block.content {
            BookContent::Text { marker, .. } if !marker.is_empty() => Some((marker, block.indent)),
            _ => None,
        })
        .collect();
    assert_eq!(steps.len(), 2, "{steps:?}");
    assert_eq!((steps[0].1, steps[1].1), (1, 2));
}

#[test]
fn what_is_marked_as_changed_has_a_bar() {
    let content = "<description><para>old</para><para changeMark='1' changeType='modify'>new</para>\
        <para>in <changeInline changeMark='1' changeType='add'>line</changeInline></para></description>";
    let bars: Vec<bool> = blocks(content).iter().map(|block| block.is_changed).collect();
    assert_eq!(bars, [false, true, true]);
}

#[test]
fn links_lead_to_places_that_exist_once() {
    let content = "<description><levelledPara id='a'><title>A</title><para>See <internalRef internalRefId='b'/> and \
        <internalRef internalRefId='none'/></para></levelledPara><levelledPara id='b'><title>B</title><para>x</para>\
        </levelledPara></description>";
    let document = document(module(content).as_bytes());
    let book = book_of(&[&document, &document], BookLanguages::OneAfterTheOther, &BookLibrary::default());
    let ids: Vec<&String> = all(&book).into_iter().flat_map(|block| &block.ids).collect();
    let links: Vec<&String> = all(&book)
        .into_iter()
        .filter_map(|block| match &block.content {
            BookContent::Text { runs, .. } => Some(runs.iter().filter_map(|run| run.link.as_ref())),
            _ => None,
        })
        .flatten()
        .collect();
    assert_eq!(ids, ["m0:s1d-b", "m0.1:s1d-b"]);
    assert_eq!(links, ids);
}

#[test]
fn the_items_of_a_minimum_equipment_list_are_one_table() {
    let item = |number: &str| {
        format!(
            "<dispatchItem itemNumber='{number}'><title>Lights</title><dispatchCondition repairCategory='C' numberInstalled='2' \
             numberRequired='1'><remarks><para>One may be off.</para></remarks></dispatchCondition></dispatchItem>"
        )
    };
    let found = blocks(&(item("33-1") + &item("33-2")));
    let [BookBlock { content: BookContent::Table(table), .. }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((table.layout, table.head, table.widths.len()), (TableLayout::Mel, 1, 5));
    assert_eq!(table.rows.len(), 5);
    let lines: Vec<usize> = table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.y).collect();
    assert!(lines.is_sorted(), "{lines:?}");
    assert_eq!(lines.last(), Some(&4));
}

#[test]
fn translations_stand_side_by_side_block_by_block() {
    let text = |words: [&str; 2]| {
        let content = format!("<description><para>{}</para><para>{}</para></description>", words[0], words[1]);
        document(module(&content).as_bytes())
    };
    let (english, chinese) = (text(["Open.", "Close."]), text(["打开。", "关闭。"]));
    let book = book_of(&[&english, &chinese], BookLanguages::SideBySide, &BookLibrary::default());
    let [BookEntry::Module(module)] = book.entries.as_slice() else { panic!("one module") };
    assert_eq!((module.versions.len(), module.rows.len()), (2, 2));
    let longer = document(module_with_heading().as_bytes());
    let book = book_of(&[&english, &longer], BookLanguages::SideBySide, &BookLibrary::default());
    let [BookEntry::Module(module)] = book.entries.as_slice() else { panic!("one module") };
    assert_eq!(module.rows.len(), 1);
    assert_eq!(book.head.words["contents"], "Contents 目录");
}

fn module_with_heading() -> String {
    module("<description><levelledPara><title>A</title><para>x</para></levelledPara></description>")
}

#[test]
fn tables_in_tables_end_as_paragraphs() {
    let table = |inner: &str| {
        format!("<table><tgroup cols='1'><tbody><row><entry>{inner}</entry></row></tbody></tgroup></table>")
    };
    let nested = (0..6).fold("<para>deep</para>".to_owned(), |inner, _| table(&inner));
    let found = blocks(&format!("<description>{nested}</description>"));
    let mut text = String::new();
    written(&found, &mut text);
    assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["deep"]);
    assert!(depth(&found) <= usize::from(MAX_NESTING), "{}", depth(&found));
}

fn depth(blocks: &[BookBlock]) -> usize {
    let inner = |block: &BookBlock| match &block.content {
        BookContent::Safety { blocks, .. } => 1 + depth(blocks),
        BookContent::Table(table) => {
            1 + table.rows.iter().flat_map(|row| &row.cells).map(|cell| depth(&cell.blocks)).max().unwrap_or_default()
        }
        _ => 0,
    };
    blocks.iter().map(inner).max().unwrap_or_default()
}

#[test]
fn every_word_of_a_book_exists_in_both_languages() {
    for word in BookWord::ALL {
        for locale in Locale::ALL {
            assert!(!word.text(locale).is_empty(), "{word:?}");
        }
    }
}

/// A file of the PDF engine, which reads what is written here.
fn of_engine(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../pdf").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_template_has_all_its_words() {
    let template = of_engine("template/book.typ");
    let is_letter = |c: char| c.is_ascii_alphanumeric();
    let used =
        template.split("words.").skip(1).map(|rest| rest.split(|c: char| !is_letter(c)).next().unwrap_or_default());
    let known: Vec<&str> = BookWord::ALL.iter().map(|word| word.key()).collect();
    let mut count = 0;
    for word in used.filter(|word| *word != "at") {
        assert!(known.contains(&word), "{word}");
        count += 1;
    }
    assert!(count > 20, "{count}");
}

fn names(value: &serde_json::Value, out: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Array(list) => list.iter().for_each(|item| names(item, out)),
        serde_json::Value::Object(object) => {
            for (name, item) in object {
                out.insert(name.clone());
                names(item, out);
            }
        }
        _ => {}
    }
}

#[test]
fn the_engine_is_tested_with_everything_that_a_book_can_have() {
    let sample = serde_json::from_str(&of_engine("tests/books/sample.json")).expect("a book");
    let mut tested = BTreeSet::new();
    names(&sample, &mut tested);
    let mut written = BTreeSet::new();
    for (_, bytes) in demo() {
        let document = document(&bytes);
        let book = book_of(&[&document], BookLanguages::English, &BookLibrary::default());
        names(&serde_json::to_value(&book).expect("JSON"), &mut written);
    }
    assert!(written.len() > 30, "{written:?}");
    let untested: Vec<&String> = written.difference(&tested).collect();
    assert!(untested.is_empty(), "{untested:?}");
}
