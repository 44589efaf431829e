//! Paragraphs, and clauses by the markers in them.

use s1000d::stream::Token;

use crate::clauses::{ClauseBuilder, SourceClause, chained_markers};
use crate::clean;
use crate::xml::{XmlReader, XmlRefusal};

/// A paragraph as text, with the bytes that are in italics.
#[derive(Debug, Default)]
pub(super) struct Paragraph {
    text: String,
    italics: Vec<std::ops::Range<usize>>,
    is_table: bool,
    /// The addresses of its pictures.
    pub(super) images: Vec<String>,
}

impl Paragraph {
    /// Reads the paragraph that has just started.
    pub(super) fn read(xml: &mut XmlReader<'_>) -> Result<Self, XmlRefusal> {
        let outside = xml.depth().saturating_sub(1);
        let mut paragraph = Self::default();
        let mut italic_from = None;
        while xml.depth() > outside {
            match xml.next()? {
                Some(Token::Start) if italic_from.is_none() && is_italic(xml) => {
                    italic_from = Some((paragraph.text.len(), xml.depth()));
                }
                Some(Token::End) => {
                    if let Some((start, _)) = italic_from.filter(|(_, depth)| xml.depth() < *depth) {
                        paragraph.italics.push(start..paragraph.text.len());
                        italic_from = None;
                    }
                }
                Some(Token::Start) if xml.name() == "br" => paragraph.text.push('\n'),
                Some(Token::Start) if xml.name() == "img" => {
                    paragraph.images.extend(xml.attribute("src").map(clean::line));
                }
                Some(Token::Start) => {}
                Some(Token::Text) => paragraph.push(xml.text()),
                None => break,
            }
        }
        Ok(paragraph)
    }

    pub(super) fn of_text(text: &str) -> Self {
        let mut paragraph = Self::default();
        paragraph.push(text);
        paragraph
    }

    /// Line ends in the file are layout. Positions of italics count in the text without leading blanks.
    pub(super) fn push(&mut self, text: &str) {
        for c in text.chars() {
            let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
            if c != ' ' || !(self.text.is_empty() || self.text.ends_with(' ')) {
                self.text.push(c);
            }
        }
    }

    /// Reads the table that has just started: a line for each row, its cells separated by bars.
    pub(super) fn read_table(xml: &mut XmlReader<'_>) -> Result<Self, XmlRefusal> {
        let outside = xml.depth().saturating_sub(1);
        let mut table = Self { is_table: true, ..Self::default() };
        let mut cells = 0;
        while xml.depth() > outside {
            let Some(token) = xml.next()? else { break };
            match (token, xml.name()) {
                (Token::Start, "TR" | "ROW" | "tr") => {
                    table.text.push('\n');
                    cells = 0;
                }
                (Token::Start, "TH" | "TD" | "ENT" | "CHED" | "th" | "td") => {
                    if cells > 0 {
                        table.text.push_str(" | ");
                    }
                    cells += 1;
                    let text = xml.whole_text(usize::MAX)?;
                    table.text.push_str(&clean::line(&text));
                }
                _ => {}
            }
        }
        Ok(table)
    }

    fn is_italic_at(&self, position: usize) -> bool {
        self.italics.iter().any(|range| range.contains(&position))
    }

    /// The markers at the beginning, each with the text between it and the next.
    fn parts(&self) -> Vec<MarkerPart<'_>> {
        let mut parts: Vec<MarkerPart<'_>> = Vec::new();
        let mut rest = self.text.as_str();
        loop {
            let (markers, after) = chained_markers(rest);
            if markers.is_empty() {
                break;
            }
            let mut position = self.text.len() - rest.len();
            for marker in markers {
                position += self.text[position..].find(marker).unwrap_or(0);
                // The letter in the brackets decides: the brackets are set either way.
                parts.push(MarkerPart { marker, is_italic: self.is_italic_at(position + 1), text: "" });
                position += marker.len();
            }
            rest = after;
            let Some(next) = self.after_heading(after).filter(|_| parts.len() < 6) else { break };
            if let Some(last) = parts.last_mut() {
                last.text = after[..after.len() - next.len()].trim_end_matches(['—', '–', '-', ' ']);
            }
            rest = next;
        }
        match parts.last_mut() {
            Some(last) => last.text = rest,
            None => parts.push(MarkerPart { marker: "", is_italic: false, text: rest }),
        }
        parts
    }

    /// The text behind a heading in italics and a dash, if a marker follows: `Title—(1) Text`. Takes the end of the text.
    fn after_heading<'t>(&self, text: &'t str) -> Option<&'t str> {
        let start = self.text.len() - text.len();
        let dash = text.find(['—', '–', '-']).filter(|_| !text.is_empty() && self.is_italic_at(start))?;
        let next = text[dash..].trim_start_matches(['—', '–', '-', ' ']);
        let is_marker = !chained_markers(next).0.is_empty() && next.starts_with('(');
        is_marker.then_some(next)
    }
}

/// A marker and the text behind it.
#[derive(Debug)]
struct MarkerPart<'t> {
    marker: &'t str,
    is_italic: bool,
    text: &'t str,
}

/// Elements that do not end a paragraph.
pub(super) fn is_inline(name: &str) -> bool {
    matches!(name, "I" | "E" | "em" | "B" | "SU" | "AC" | "FR" | "sup" | "sub" | "a")
}

fn is_italic(xml: &XmlReader<'_>) -> bool {
    match xml.name() {
        "I" | "em" => true,
        "E" => matches!(xml.attribute("T"), Some("02" | "04" | "05")),
        _ => false,
    }
}

/// The clauses of a section, and the number of those whose level is a guess.
pub(super) fn clauses_of(paragraphs: &[Paragraph]) -> (Vec<SourceClause>, usize) {
    let parts: Vec<(MarkerPart<'_>, bool)> = paragraphs
        .iter()
        .flat_map(|paragraph| {
            let parts = if paragraph.is_table {
                vec![MarkerPart { marker: "", is_italic: false, text: &paragraph.text }]
            } else {
                paragraph.parts()
            };
            parts.into_iter().map(|part| (part, paragraph.is_table))
        })
        .filter(|(part, _)| !part.marker.is_empty() || !part.text.trim().is_empty())
        .collect();
    let mut builder = ClauseBuilder::default();
    for (place, (part, is_table)) in parts.iter().enumerate() {
        if part.marker.is_empty() {
            if *is_table && builder.len() > 0 {
                builder.proceed(part.text);
            } else {
                builder.aside(part.text);
            }
            continue;
        }
        let next = parts[place + 1..].iter().take(200).map(|(part, _)| part.marker).find(|marker| !marker.is_empty());
        builder.inferred(part.marker, part.is_italic, next, part.text);
    }
    builder.finish()
}
