//! The text runs of a page that is edited.

use std::path::Path;

use domain::language::Locale;
use s1000d::applic::Assignments;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::document::html::{self, Options, Outside, Unresolved};
use s1000d::document::{Document, TextRun};
use s1000d::guard;

use super::whole::{below, unpacked};
use crate::data;

/// The page of a module for a reader, the same for an author, and its runs.
fn drawn(text: &str) -> (String, String, Vec<TextRun>) {
    let checked = guard::check(text.as_bytes()).expect("a file");
    let (document, runs) = Document::read_for_editing(&checked).expect("a document");
    let (tables, choice) = (Tables::default(), Assignments::default());
    let options = Options {
        locale: Locale::English,
        choice: &choice,
        outside: Outside::Grey,
        tables: Bilingual::alike(&tables),
        links: &Unresolved,
    };
    (html::draw(&document, &options).html, html::draw_for_editing(&document, &runs, &options).html, runs)
}

fn texts<'t>(text: &'t str, runs: &[TextRun]) -> Vec<(String, &'t str)> {
    runs.iter().map(|run| (run.element.to_string(), &text[run.range.clone()])).collect()
}

#[test]
fn a_run_is_the_text_of_an_element_up_to_the_next_block() {
    let text = "<dmodule><content><description><levelledPara><title>Pump</title>\
        <para>Open <emphasis>both</emphasis>:<randomList><listItem><para>a &amp; b</para></listItem></randomList> now.<!-- c --></para>\
        <para warningRefs='>'></para><para/><table><tgroup cols='2'><tbody><row><entry></entry><entry>c</entry></row></tbody></tgroup></table><note><notePara>See <internalRef internalRefId='x'/>.</notePara></note>\
        </levelledPara></description></content></dmodule>";
    let (_, page, runs) = drawn(text);
    let expected = [
        ("title", "Pump"),
        ("para", "Open <emphasis>both</emphasis>:"),
        ("para", "a &amp; b"),
        ("para", " now.<!-- c -->"),
        ("para", ""),
        ("para", "/>"),
        ("entry", ""),
        ("entry", "c"),
        ("notePara", "See <internalRef internalRefId='x'/>."),
    ];
    assert_eq!(texts(text, &runs), expected.map(|(element, text)| (element.to_owned(), text)));
    assert!(
        page.contains("<p class=\"s1d-para\" id=\"s1d-:1.1.3\"><span class=\"s1d-run\" data-run=\"4\"></span></p>"),
        "{page}"
    );
    assert!(page.contains("See <span class=\"s1d-chip\" data-chip=\"4\">"), "{page}");
    assert!(page.contains("Open <strong class=\"s1d-emphasis\">both</strong>:</span>"), "{page}");
}

#[test]
fn empty_elements_without_a_place_for_text_say_which_tags_it_gets() {
    let text = "<dmodule><content><description><para/><para><randomList><listItem/><listItem>\n </listItem>\
        <listItem><!-- c --></listItem></randomList></para><table><tgroup cols='2'><tbody><row><entry/><entry align='left' />\
        <entry></entry></row></tbody></tgroup></table></description></content></dmodule>";
    let (_, page, runs) = drawn(text);
    let filled: Vec<String> = runs
        .iter()
        .map(|run| {
            let tags = run.missing.as_ref().expect("tags");
            let mut whole = text[run.around.clone()].to_owned();
            let range = run.range.start - run.around.start..run.range.end - run.around.start;
            whole.replace_range(range, &format!("{}words{}", tags.open, tags.close));
            whole
        })
        .collect();
    let expected = [
        "<para>words</para>",
        "<listItem><para>words</para></listItem>",
        "<listItem><para>words</para></listItem>",
        "<entry><para>words</para></entry>",
        "<entry align='left' ><para>words</para></entry>",
        "<entry><para>words</para></entry>",
    ];
    assert_eq!(filled, expected, "a comment is not replaced");
    for run in 0..runs.len() {
        assert!(page.contains(&format!("<span class=\"s1d-run\" data-run=\"{run}\"></span>")), "{run}: {page}");
    }
}

/// The page without the elements of runs.
fn without_runs(page: &str) -> String {
    let mut plain = String::with_capacity(page.len());
    let mut spans = Vec::new();
    let mut rest = page;
    while let Some(at) = rest.find('<') {
        plain.push_str(&rest[..at]);
        let end = at + rest[at..].find('>').expect("the end of a tag") + 1;
        let tag = &rest[at..end];
        let is_ours = tag.starts_with("<span class=\"s1d-run\"") || tag.starts_with("<span class=\"s1d-chip\"");
        let is_kept = if tag == "</span>" { spans.pop().expect("an open span") } else { !is_ours };
        if tag.starts_with("<span") {
            spans.push(is_kept);
        }
        if is_kept {
            plain.push_str(tag);
        }
        rest = &rest[end..];
    }
    plain + rest
}

/// The text of a run on the page, without blanks and what is edited as a whole.
fn shown(page: &str, run: usize) -> Option<String> {
    let start = page.find(&format!("<span class=\"s1d-run\" data-run=\"{run}\""))?;
    let (mut text, mut rest, mut spans) = (String::new(), &page[start..], Vec::new());
    loop {
        let at = rest.find('<')?;
        if !spans.contains(&true) {
            text.push_str(&rest[..at]);
        }
        let tag = &rest[at..=at + rest[at..].find('>')?];
        if tag.starts_with("<span") {
            spans.push(tag.starts_with("<span class=\"s1d-chip\""));
        } else if tag == "</span>" {
            spans.pop();
        }
        if spans.is_empty() {
            break;
        }
        rest = &rest[at + tag.len()..];
    }
    let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#39;", "'");
    Some(text.replace("&amp;", "&").split_whitespace().collect())
}

/// The text of a run that is not inside of an element which is edited as a whole; without blanks.
fn typed(xml: &roxmltree::Document<'_>) -> String {
    const MARKS: &[&str] = &["changeInline", "emphasis", "r", "subScript", "subscrpt", "superScript", "supscrpt"];
    let is_mark = |node: roxmltree::Node<'_, '_>| !node.is_element() || MARKS.contains(&node.tag_name().name());
    let texts = xml.descendants().filter(|node| node.is_text() && node.ancestors().all(is_mark));
    texts.filter_map(|node| node.text()).flat_map(str::split_whitespace).collect()
}

fn check(name: &str, text: &str) -> usize {
    let (read, edited, runs) = drawn(text);
    assert_eq!(without_runs(&edited), read, "{name}: authors see the page of readers");
    let mut end = 0;
    for (index, run) in runs.iter().enumerate() {
        assert!(end <= run.range.start, "{name}: no run holds another");
        end = run.range.end;
        let source = if run.missing.is_some() { "" } else { &text[run.range.clone()] };
        let alone = format!("<r xmlns:xlink='l' xmlns:xsi='i' xmlns:rdf='r' xmlns:dc='d'>{source}</r>");
        let xml = roxmltree::Document::parse(&alone).unwrap_or_else(|error| panic!("{name}: {error}: {source}"));
        let written = edited.matches(&format!(" data-run=\"{index}\"")).count();
        assert!(written <= 1, "{name}: {source}");
        if let Some(shown) = shown(&edited, index) {
            assert_eq!(shown, typed(&xml), "{name}: a run stands around its own text: {source}");
        }
    }
    edited.matches(" data-run=").count()
}

fn check_all(files: &[(String, Vec<u8>)]) -> usize {
    files.iter().map(|(name, bytes)| check(name, guard::check(bytes).expect("a file").text())).sum()
}

#[test]
fn authors_of_the_demo_library_edit_the_pages_of_its_readers() {
    let demo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../demo");
    assert!(check_all(&below(&demo)) > 2_000);
}

#[test]
fn authors_of_official_packages_edit_the_pages_of_their_readers() {
    for name in ["bike-4.1", "bike-4.2"] {
        let Some(path) = data::path(&format!("packages/{name}.zip")) else { continue };
        let runs = check_all(&unpacked(&path));
        assert!(runs > 500, "{name}: {runs}");
    }
}
