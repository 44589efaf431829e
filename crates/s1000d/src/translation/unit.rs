//! The lines of a module that are translated.

use std::ops::Range;

use foldhash::HashMap;
use roxmltree::Node;

use crate::document::{inner_range, is_in_line, start_tag_len, text_runs};
use crate::text::letters;

/// A line of text, with the elements in it as codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TranslationUnit {
    /// The local name of the element around it.
    pub element: String,
    /// The bytes of that element.
    pub around: Range<usize>,
    /// The number of lines of the same element before it.
    pub ordinal: usize,
    /// The bytes of the line, without the white space at its ends.
    pub range: Range<usize>,
    pub parts: Vec<UnitPart>,
    pub codes: Vec<InlineCode>,
}

/// A part of a line. Numbers are indexes of its codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnitPart {
    Text {
        /// References are resolved, and each run of white space is one blank.
        text: String,
        /// As it stands in the file.
        source: String,
    },
    Open(usize),
    Close(usize),
    Alone(usize),
}

/// Something in a line that is no text: it stays as it is, and only its place changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InlineCode {
    /// The start tag, or all of what stands alone.
    pub start: String,
    /// The end tag of a pair around text.
    pub end: Option<String>,
    /// The text inside what stands alone, or its name.
    pub label: String,
}

/// Elements around text that is translated. What others hold is data or has its own module.
const PAIRS: &[&str] = &[
    "abbreviation",
    "acronym",
    "acronymDefinition",
    "acronymTerm",
    "acronymTermDefinition",
    "captionText",
    "changeInline",
    "emphasis",
    "footnote",
    "inlineSignificantData",
    "internalRef",
    "notePara",
    "para",
    "simplePara",
    "subScript",
    "subject",
    "subscrpt",
    "superScript",
    "supscrpt",
    "techLabel",
];

/// Titles in the address of a module.
const TITLES: &[&str] = &["infoName", "infoNameVariant", "pmTitle", "shortPmTitle", "techName"];

/// Elements of the content with one line of text that the page does not edit.
const NAMES: &[&str] = &["descrForPart", "name", "pmEntryTitle", "shortName"];

impl TranslationUnit {
    /// Whether it holds text besides white space.
    pub fn has_text(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, UnitPart::Text { text, .. } if !text.trim().is_empty()))
    }

    /// Whether it holds letters: numbers and signs are the same in all languages.
    pub fn has_words(&self) -> bool {
        let is_word = |text: &str| text.chars().any(char::is_alphabetic);
        self.parts.iter().any(|part| matches!(part, UnitPart::Text { text, .. } if is_word(text)))
    }

    /// Whether both lines say the same with the same codes.
    pub fn is_same(&self, other: &Self) -> bool {
        self.codes.len() == other.codes.len()
            && self.codes.iter().zip(&other.codes).all(|(one, two)| one.is_same(two))
            && self.parts.len() == other.parts.len()
            && self.parts.iter().zip(&other.parts).all(|(one, two)| match (one, two) {
                (UnitPart::Text { text: one, .. }, UnitPart::Text { text: two, .. }) => one == two,
                (one, two) => one == two,
            })
    }

    /// Reads the line in a range of a text; `None` when tags in it do not belong together.
    fn read(text: &str, element: &str, around: Range<usize>, range: Range<usize>) -> Option<Self> {
        let range = trimmed(text, range)?;
        let mut reader = LineReader { text, end: range.end, parts: Vec::new(), codes: Vec::new(), open: Vec::new() };
        reader.read(range.start)?;
        let LineReader { parts, codes, open, .. } = reader;
        open.is_empty().then(|| Self { element: element.to_owned(), around, ordinal: 0, range, parts, codes })
    }
}

impl InlineCode {
    /// Whether both are the same but for change marks, which a copy does not have.
    pub fn is_same(&self, other: &Self) -> bool {
        self.end.is_some() == other.end.is_some() && without_marks(&self.start) == without_marks(&other.start)
    }
}

/// The attributes of change marks.
const CHANGE_MARKS: [&str; 3] = ["changeMark", "changeType", "reasonForUpdateRefIds"];

/// Whether an attribute marks a change.
pub(super) fn is_change_mark(name: &str) -> bool {
    CHANGE_MARKS.contains(&name)
}

/// A piece of markup without the attributes of change marks.
pub(crate) fn without_marks(markup: &str) -> String {
    let mut kept = markup.to_owned();
    for name in CHANGE_MARKS {
        while let Some(range) = attribute_range(&kept, name) {
            kept.replace_range(range, "");
        }
    }
    kept
}

/// The bytes of the first attribute of this name, with the white space before it.
fn attribute_range(markup: &str, name: &str) -> Option<Range<usize>> {
    let at = markup.find(name)?;
    let before = markup.get(..at)?;
    let start = before.trim_end_matches(is_space).len();
    let value = markup.get(at + name.len()..)?.trim_start_matches(is_space).strip_prefix('=')?;
    let value = value.trim_start_matches(is_space);
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let length = value.get(1..)?.find(quote)?;
    (start < at).then(|| start..markup.len() - value.len() + length + 2)
}

/// The lines of a module in their order: titles, the content, and statements of applicability.
pub(crate) fn units_of(xml: &roxmltree::Document<'_>) -> Vec<TranslationUnit> {
    let text = xml.input_text();
    let places = named_places(xml);
    let runs = text_runs(xml).into_iter().filter(|run| is_within(&places.content, &run.around));
    let lines = runs.map(|run| (run.element.to_string(), run.around, run.range));
    let mut units: Vec<TranslationUnit> = lines
        .chain(places.names)
        .filter(|(_, around, _)| !is_within(&places.deleted, around))
        .filter_map(|(element, around, range)| TranslationUnit::read(text, &element, around, range))
        .collect();
    units.sort_by_key(|unit| (unit.range.start, unit.range.end));
    // A name that holds a paragraph, which is not valid, is one line.
    let mut end = 0;
    units.retain(|unit| {
        let is_free = unit.range.start >= end;
        end = end.max(unit.range.end);
        is_free
    });
    let mut seen: HashMap<usize, usize> = HashMap::default();
    for unit in &mut units {
        let before = seen.entry(unit.around.start).or_default();
        unit.ordinal = *before;
        *before += 1;
    }
    units
}

/// The parts of a module with text to translate.
#[derive(Default)]
struct NamedPlaces {
    /// The bytes of elements whose lines of text are translated, in their order.
    content: Vec<Range<usize>>,
    /// The bytes of blocks that are marked as deleted, in their order.
    deleted: Vec<Range<usize>>,
    /// Elements with one line, which the page does not edit: name, bytes, bytes inside.
    names: Vec<(String, Range<usize>, Range<usize>)>,
}

fn named_places(xml: &roxmltree::Document<'_>) -> NamedPlaces {
    let mut places = NamedPlaces::default();
    let root = xml.root_element();
    for node in root.descendants().filter(Node::is_element) {
        if matches!(node.tag_name().name(), "content" | "displayText") {
            add_outermost(&mut places.content, node.range());
        }
        if node.attribute("changeType") == Some("delete") && !is_in_line(node) {
            add_outermost(&mut places.deleted, node.range());
        }
    }
    collect(root, &mut places);
    places
}

/// Adds the range of an element that begins later than all others, unless it is inside one of them.
fn add_outermost(ranges: &mut Vec<Range<usize>>, range: Range<usize>) {
    if ranges.last().is_none_or(|last| last.end <= range.start) {
        ranges.push(range);
    }
}

/// Whether a range is inside one of these, which are in their order and apart.
fn is_within(ranges: &[Range<usize>], range: &Range<usize>) -> bool {
    let after = ranges.partition_point(|one| one.start <= range.start);
    after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|one| range.end <= one.end)
}

/// The guard bounds the depth.
fn collect<'d>(node: Node<'d, 'd>, places: &mut NamedPlaces) {
    for part in node.children().filter(Node::is_element) {
        let name = part.tag_name().name();
        if matches!(name, "dmRef" | "pmRef" | "externalPubRef") || is_in_line(part) {
            continue;
        }
        let is_title = TITLES.contains(&name) && is_in_address(part);
        let is_name = NAMES.contains(&name) && part.ancestors().any(|around| around.tag_name().name() == "content");
        match inner_range(part).filter(|_| is_title || is_name) {
            Some(inner) => places.names.push((name.to_owned(), part.range(), inner)),
            None => collect(part, places),
        }
    }
}

fn is_in_address(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|around| matches!(around.tag_name().name(), "dmAddressItems" | "pmAddressItems"))
}

fn is_space(c: char) -> bool {
    c.is_ascii_whitespace()
}

fn trimmed(text: &str, range: Range<usize>) -> Option<Range<usize>> {
    let inside = text.get(range.clone())?;
    let start = range.start + (inside.len() - inside.trim_start_matches(is_space).len());
    let end = start + text.get(start..range.end)?.trim_end_matches(is_space).len();
    Some(start..end)
}

struct LineReader<'t> {
    text: &'t str,
    end: usize,
    parts: Vec<UnitPart>,
    codes: Vec<InlineCode>,
    /// The codes of elements that have not ended yet.
    open: Vec<usize>,
}

impl LineReader<'_> {
    fn read(&mut self, start: usize) -> Option<()> {
        let file = self.text;
        let mut at = start;
        while at < self.end {
            let rest = file.get(at..self.end)?;
            let length = if rest.starts_with('<') {
                self.code(rest)?
            } else {
                let length = rest.find('<').unwrap_or(rest.len());
                let text = folded(letters(file, at..at + length).into_iter().map(|(c, _)| c));
                self.parts.push(UnitPart::Text { text, source: rest.get(..length)?.to_owned() });
                length
            };
            at += length;
        }
        (at == self.end).then_some(())
    }

    /// Takes the code at the start of a text; gives its length.
    fn code(&mut self, rest: &str) -> Option<usize> {
        let markup = markup_len(rest)?;
        let tag = rest.get(..markup)?;
        if tag.starts_with("</") {
            let index = self.open.pop()?;
            self.codes.get_mut(index)?.end = Some(tag.to_owned());
            self.parts.push(UnitPart::Close(index));
            return Some(markup);
        }
        let is_pair = is_start_tag(tag) && PAIRS.contains(&name_of(tag));
        let index = self.codes.len();
        if is_pair {
            self.codes.push(InlineCode { start: tag.to_owned(), end: None, label: name_of(tag).to_owned() });
            self.open.push(index);
            self.parts.push(UnitPart::Open(index));
            return Some(markup);
        }
        let length = if is_start_tag(tag) { element_len(rest)? } else { markup };
        let written = rest.get(..length)?;
        self.codes.push(InlineCode { start: written.to_owned(), end: None, label: label_of(written) });
        self.parts.push(UnitPart::Alone(index));
        Some(length)
    }
}

/// The length of the tag, comment, instruction or literal text at the start of a text.
fn markup_len(rest: &str) -> Option<usize> {
    for (start, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
        if rest.starts_with(start) {
            return rest.get(start.len()..)?.find(end).map(|at| start.len() + at + end.len());
        }
    }
    start_tag_len(rest)
}

/// Whether a piece of markup begins an element that does not end with it.
fn is_start_tag(tag: &str) -> bool {
    !tag.starts_with("</") && !tag.starts_with("<!") && !tag.starts_with("<?") && !tag.ends_with("/>")
}

/// The local name in a tag.
fn name_of(tag: &str) -> &str {
    let name = tag.trim_start_matches(['<', '/', '?', '!']);
    let name = name.split(|c: char| is_space(c) || matches!(c, '>' | '/')).next().unwrap_or_default();
    name.rsplit(':').next().unwrap_or_default()
}

/// The length of the element at the start of a text.
fn element_len(rest: &str) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        let markup = rest.get(at..)?;
        let length = markup_len(markup)?;
        let tag = markup.get(..length)?;
        if tag.starts_with("</") {
            depth = depth.checked_sub(1)?;
        } else if is_start_tag(tag) {
            depth += 1;
        }
        at += length;
        if depth == 0 {
            return Some(at);
        }
        at += rest.get(at..)?.find('<')?;
    }
}

/// Letters of the longest label.
const MAX_LABEL: usize = 60;

/// The text inside a piece of markup, shortened; without text, its name.
fn label_of(written: &str) -> String {
    let mut text = String::new();
    let mut at = 0;
    while let Some(rest) = written.get(at..).filter(|rest| !rest.is_empty()) {
        if let Some(literal) = rest.strip_prefix("<![CDATA[") {
            text.push_str(literal.split("]]>").next().unwrap_or_default());
        }
        let length = if rest.starts_with('<') {
            text.push(' ');
            markup_len(rest).unwrap_or(rest.len())
        } else {
            let length = rest.find('<').unwrap_or(rest.len());
            text.extend(letters(written, at..at + length).into_iter().map(|(c, _)| c));
            length
        };
        at += length;
    }
    let text = folded(text.trim().chars());
    let label = if text.is_empty() { name_of(written) } else { text.as_str() };
    label.chars().take(MAX_LABEL).collect()
}

/// Text with each run of white space as one blank.
fn folded(text: impl IntoIterator<Item = char>) -> String {
    let mut out = String::new();
    for c in text {
        match c {
            c if !is_space(c) => out.push(c),
            _ if out.ends_with(' ') => {}
            _ => out.push(' '),
        }
    }
    out
}
