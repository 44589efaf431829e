//! Clauses of a topic, by the styles of its paragraphs.

use super::word::{WordBlock, WordLink};
use crate::clauses::{ClauseBuilder, SourceClause, tabbed_marker};
use crate::clean;
use crate::model::{FutureClause, RuleDate};

/// The text of a topic.
#[derive(Debug, Default)]
pub(super) struct TopicBody {
    pub(super) clauses: Vec<SourceClause>,
    pub(super) future: Vec<FutureClause>,
    /// Links, pictures and footnotes with the paths of their clauses.
    pub(super) links: Vec<(String, WordLink)>,
    pub(super) images: Vec<(String, String)>,
}

/// The style of the line below the title that repeats the regulatory source.
const SOURCE_STYLE: &str = "Dxshortdesc";

#[derive(Debug, Default)]
struct BodyBuilder {
    clauses: ClauseBuilder,
    body: TopicBody,
    /// Where the texts begin that still wait for their date.
    waiting: Option<usize>,
    /// The levels and markers of clauses that apply later, in which further ones may stand.
    later: Vec<(usize, String)>,
}

/// Makes clauses of the blocks of a topic with this title.
pub(super) fn read(blocks: &[WordBlock], title: &str, mut footnote: impl FnMut(&str) -> Option<String>) -> TopicBody {
    let title = clean::folded(title);
    let mut builder = BodyBuilder::default();
    let mut is_first = true;
    for block in blocks {
        let text = text_of(block, false);
        let is_title = std::mem::take(&mut is_first) && clean::folded(&text) == title;
        // An empty block before the title is none.
        is_first = !is_title && text.trim().is_empty() && builder.clauses.len() == 0;
        if is_title || block.style == SOURCE_STYLE {
            continue;
        }
        builder.block(block, &text, &mut footnote);
    }
    builder.body.clauses = builder.clauses.finish().0;
    builder.body
}

/// The text that applies, or with the text that applies later.
fn text_of(block: &WordBlock, with_future: bool) -> String {
    block.runs.iter().filter(|run| with_future || !run.is_future).map(|run| run.text.as_str()).collect()
}

impl BodyBuilder {
    fn block(&mut self, block: &WordBlock, text: &str, footnote: &mut impl FnMut(&str) -> Option<String>) {
        let is_future = block.runs.iter().any(|run| run.is_future && !run.text.trim().is_empty());
        let is_current = !text.trim().is_empty();
        if is_note(&text_of(block, true)) && self.date(&text_of(block, true)) {
            return;
        }
        let mut path = if is_current { self.clause(block, text) } else { String::new() };
        if is_future {
            self.future(block, &path);
        } else if is_current {
            self.waiting = None;
            self.later.clear();
        }
        if !is_current && !is_future && block.images.is_empty() {
            return;
        }
        if path.is_empty() && !block.images.is_empty() && !is_future {
            self.clauses.proceed("").clone_into(&mut path);
        }
        for text in block.footnotes.iter().filter(|_| is_current).filter_map(|id| footnote(id)) {
            self.clauses.proceed(&["[", &text, "]"].concat());
        }
        self.body.links.extend(block.links.iter().map(|link| (path.clone(), link.clone())));
        self.body.images.extend(block.images.iter().map(|image| (path.clone(), image.clone())));
    }

    /// Adds a paragraph; gives the path of its clause.
    fn clause(&mut self, block: &WordBlock, text: &str) -> String {
        let builder = &mut self.clauses;
        let style = block.style.as_str();
        let (marker, rest) = tabbed_marker(text).unwrap_or(("", text));
        let path = if block.is_table {
            builder.paragraph(0, text)
        } else if let Some(level) = level(style, "ListLevel") {
            if marker.is_empty() { builder.paragraph(level, rest) } else { builder.at_level(level, marker, rest) }
        } else if let Some(level) = level(style, "bullet") {
            builder.at_level(level, if marker.is_empty() { "•" } else { marker }, rest)
        } else if let Some(level) = level(style, "Normal").filter(|level| *level > 0) {
            if builder.continues(level) { builder.proceed(text) } else { builder.paragraph(level, text) }
        } else if marker.is_empty() {
            builder.paragraph(0, text)
        } else {
            builder.at_level(0, marker, rest)
        };
        path.to_owned()
    }

    /// Adds a text that applies later: in the clause around it, or by its own marker.
    fn future(&mut self, block: &WordBlock, path: &str) {
        let whole = text_of(block, true);
        let (marker, rest) = tabbed_marker(&whole).unwrap_or(("", &whole));
        let path = if path.is_empty() { self.later_path(block, marker) } else { path.to_owned() };
        self.waiting.get_or_insert(self.body.future.len());
        self.body.future.push(FutureClause { path, text: clean::block(rest), applicable: RuleDate::default() });
    }

    /// The path that a clause which applies later will have.
    fn later_path(&mut self, block: &WordBlock, marker: &str) -> String {
        let level = level(&block.style, "ListLevel").unwrap_or(0);
        self.later.retain(|(open, _)| *open < level);
        let above = self.clauses.path_above(self.later.first().map_or(level, |(first, _)| *first));
        if !marker.is_empty() {
            self.later.push((level, marker.to_owned()));
        }
        let markers = self.later.iter().map(|(_, marker)| marker.as_str());
        let parts: Vec<&str> = [above.as_str()].into_iter().chain(markers).filter(|part| !part.is_empty()).collect();
        parts.join("/")
    }

    /// Gives a date to the texts above it; `false` if none wait for one.
    fn date(&mut self, note: &str) -> bool {
        let Some(start) = self.waiting.take() else { return false };
        let date = RuleDate::find(note);
        for future in &mut self.body.future[start..] {
            future.applicable = date.clone();
        }
        true
    }
}

/// A paragraph in square brackets.
fn is_note(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[') && text.ends_with(']')
}

/// The level in the name of a style: 2 of `ListLevel2`.
fn level(style: &str, name: &str) -> Option<usize> {
    let number = style.strip_prefix(name)?;
    if number.len() == 1 { number.parse().ok() } else { None }
}
