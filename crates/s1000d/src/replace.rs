//! Find and replace: the places of a text in a module, and the module with some of them replaced.
//!
//! Text is found as people read it: white space counts as one blank, references as their characters, and the tags of
//! marks such as emphasis do not show. Only bytes of text are replaced; a place with markup inside it stays as it is.
//! Attributes, elements with codes, paths of business rules and the titles of other modules are never touched.

mod letters;
mod lines;
mod pattern;
#[cfg(test)]
mod tests;

use std::ops::Range;

use domain::language::Locale;
use domain::replacement::{MAX_PLACES_IN_MODULE, TextReplacement};

use self::letters::LineLetter;
use self::pattern::Pattern;
use crate::document::{Document, NodeIndex};
use crate::guard::{self, Refusal};
use crate::object;
use crate::splice::{self, Splice};

/// Characters that are shown before and behind a place.
const CONTEXT: usize = 80;

/// Why a place is not replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceFault {
    /// There are tags, comments or instructions inside it.
    Markup,
    /// It is in literal text (CDATA), which cannot hold the new text, or the new text would end such a text together
    /// with the signs around it.
    Literal,
}

/// A place of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundPlace {
    /// Counted from 0 over all places of the module.
    pub number: usize,
    /// Counted from 1.
    pub line: u32,
    /// The HTML id of the paragraph; empty where the reader shows none.
    pub anchor: String,
    /// As in `Step 3, Warning`; may be empty.
    pub name: String,
    pub before: String,
    pub found: String,
    pub after: String,
    /// `None` when it can be replaced.
    pub fault: Option<PlaceFault>,
}

/// The places of a module.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FoundPlaces {
    pub places: Vec<FoundPlace>,
    /// There are more than are given.
    pub is_cut: bool,
}

/// Finds the places of a text that a replacement would change, in a module that is read or edited.
pub fn find(text: &str, wanted: &TextReplacement, locale: Locale) -> Result<FoundPlaces, Refusal> {
    let checked = guard::check_text(text)?;
    let (matches, is_cut) = matches(text, wanted)?;
    if matches.is_empty() {
        return Ok(FoundPlaces::default());
    }
    let document = Document::read(&checked)?;
    let nodes = NodeIndex::of(&document);
    let mut places = Vec::with_capacity(matches.len());
    let (mut line, mut counted) = (1_u32, 0);
    for (number, TextMatch { range, before, found, after, fault, .. }) in matches.into_iter().enumerate() {
        // The places are in the order of the text: lines are counted from the place before on.
        line = line.saturating_add(guard::line_at(&text[counted..], range.start.saturating_sub(counted)) - 1);
        counted = range.start;
        let node = nodes.innermost(&document, range.start);
        places.push(FoundPlace {
            number,
            line,
            anchor: document.anchor_id(node).unwrap_or_default().to_owned(),
            name: nodes.place(&document, range.start, locale),
            before,
            found,
            after,
            fault,
        });
    }
    Ok(FoundPlaces { places, is_cut })
}

/// The text with these places replaced; `None` when one is not there or cannot be replaced, or the module would become
/// another one.
pub fn replace(text: &str, wanted: &TextReplacement, numbers: &[usize]) -> Result<Option<String>, Refusal> {
    let before = guard::check_text(text)?;
    let (matches, _) = matches(text, wanted)?;
    let mut splices = Vec::with_capacity(numbers.len());
    for number in numbers {
        match matches.get(*number) {
            Some(TextMatch { range, new, fault: None, .. }) => {
                splices.push(Splice::replace(range.clone(), new.as_str()));
            }
            _ => return Ok(None),
        }
    }
    // A number that is given twice is one place.
    splices.sort_by_key(|splice| splice.range.start);
    splices.dedup();
    let Some(changed) = splice::apply(text, &splices) else { return Ok(None) };
    let is_same_module = {
        let after = guard::check_text(&changed)?;
        object::read(&before)?.0.identity == object::read(&after)?.0.identity
    };
    Ok(is_same_module.then_some(changed))
}

/// A place in the bytes of a text.
struct TextMatch {
    range: Range<usize>,
    before: String,
    found: String,
    after: String,
    /// As it is written into the file.
    new: String,
    fault: Option<PlaceFault>,
}

/// The places in the order of the text, as many as an answer has, and whether there are more. A place that has the new
/// text already is none.
fn matches(text: &str, wanted: &TextReplacement) -> Result<(Vec<TextMatch>, bool), Refusal> {
    let xml = object::parse_text(text)?;
    let pattern = Pattern::new(wanted);
    let mut found = Vec::new();
    for line in lines::of(&xml, wanted.with_data) {
        let letters = letters::of(text, &line);
        for range in pattern.find(&letters) {
            let words = words_of(&letters[range.clone()]);
            if words == wanted.replace {
                continue;
            }
            if found.len() == MAX_PLACES_IN_MODULE {
                return Ok((found, true));
            }
            found.push(matched(text, &letters, range, words, &wanted.replace));
        }
    }
    Ok((found, false))
}

fn matched(text: &str, letters: &[LineLetter], range: Range<usize>, found: String, replace: &str) -> TextMatch {
    let inside = &letters[range.clone()];
    let is_literal = inside.iter().any(|letter| letter.is_literal);
    let is_whole = inside.windows(2).all(|pair| pair[0].range.end == pair[1].range.start);
    let start = inside.first().map_or(0, |letter| letter.range.start);
    let end = inside.last().map_or(start, |letter| letter.range.end);
    let new = if is_literal { replace.to_owned() } else { escaped(replace) };
    let fault = if !is_whole {
        Some(PlaceFault::Markup)
    } else if is_literal && replace.contains([']', '>']) || ends_literal(text, &(start..end), &new) {
        Some(PlaceFault::Literal)
    } else {
        None
    };
    TextMatch {
        range: start..end,
        before: before(&letters[..range.start]),
        found,
        after: after(&letters[range.end..]),
        new,
        fault,
    }
}

/// Whether new text and the signs around it would be the end of literal text, which no text may have.
fn ends_literal(text: &str, place: &Range<usize>, new: &str) -> bool {
    let bytes = text.as_bytes();
    let before = &bytes[place.start.saturating_sub(2)..place.start];
    let behind = &bytes[place.end..bytes.len().min(place.end + 2)];
    [before, new.as_bytes(), behind].concat().windows(3).any(|signs| signs == b"]]>")
}

fn words_of(letters: &[LineLetter]) -> String {
    letters.iter().map(|letter| letter.c).filter(|c| *c != letters::BREAK).collect()
}

fn before(letters: &[LineLetter]) -> String {
    let from = letters.len().saturating_sub(CONTEXT);
    let words = words_of(&letters[from..]);
    if from > 0 { format!("…{words}") } else { words }
}

fn after(letters: &[LineLetter]) -> String {
    let mut words = words_of(&letters[..letters.len().min(CONTEXT)]);
    if letters.len() > CONTEXT {
        words.push('…');
    }
    words
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            c => out.push(c),
        }
    }
    out
}
