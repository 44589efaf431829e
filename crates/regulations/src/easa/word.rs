//! Paragraphs and tables in the content controls of a Word document.

use std::collections::HashMap;

use s1000d::stream::Token;

use super::symbols::symbol;
use crate::xml::{XmlReader, XmlRefusal};

/// The text of all topics and headings, by the ids of their content controls.
#[derive(Debug, Default)]
pub(super) struct WordText {
    pub(super) controls: HashMap<String, WordControl>,
    /// The ids in the order of the document.
    pub(super) order: Vec<String>,
    pub(super) footnotes: HashMap<String, String>,
}

#[derive(Debug, Default)]
pub(super) struct WordControl {
    pub(super) is_topic: bool,
    pub(super) line: u32,
    pub(super) blocks: Vec<WordBlock>,
}

/// A paragraph, or a table as a paragraph with a line for each row.
#[derive(Debug, Default)]
pub(super) struct WordBlock {
    pub(super) style: String,
    pub(super) is_table: bool,
    pub(super) runs: Vec<WordRun>,
    pub(super) bookmarks: Vec<String>,
    pub(super) links: Vec<WordLink>,
    /// Relationship ids of pictures.
    pub(super) images: Vec<String>,
    pub(super) footnotes: Vec<String>,
}

#[derive(Debug, Default)]
pub(super) struct WordRun {
    pub(super) text: String,
    /// Printed in the colour of text that applies later.
    pub(super) is_future: bool,
}

#[derive(Debug, Clone)]
pub(super) enum WordLink {
    /// To a bookmark of the document.
    Bookmark(String),
    /// By a relationship id, to the web.
    Relationship(String),
}

/// The character style of text that applies later.
const FUTURE_STYLE: &str = "GeneralAviation";

/// Reads the document that has just started.
pub(super) fn read(xml: &mut XmlReader<'_>, text: &mut WordText) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    while xml.depth() > outside {
        match xml.next()? {
            Some(Token::Start) if xml.name() == "sdt" => control(xml, text, &mut WordControl::default())?,
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}

/// Reads a content control. Those that are neither topic nor heading add their text to the one around them.
fn control(xml: &mut XmlReader<'_>, text: &mut WordText, around: &mut WordControl) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    let line = xml.line();
    let (mut tag, mut id) = (String::new(), String::new());
    while xml.depth() > outside {
        let Some(token) = xml.next()? else { break };
        match (token, xml.name()) {
            (Token::Start, "tag") => xml.attribute("val").unwrap_or_default().clone_into(&mut tag),
            (Token::Start, "id") => xml.attribute("val").unwrap_or_default().clone_into(&mut id),
            (Token::Start, "sdtContent") if tag == "topic" || tag == "heading" => {
                let mut own = WordControl { is_topic: tag == "topic", line, blocks: Vec::new() };
                blocks(xml, text, &mut own)?;
                if !text.controls.contains_key(&id) {
                    text.order.push(id.clone());
                    text.controls.insert(id.clone(), own);
                }
            }
            (Token::Start, "sdtContent") => blocks(xml, text, around)?,
            _ => {}
        }
    }
    Ok(())
}

/// The blocks in the element that has just started.
fn blocks(xml: &mut XmlReader<'_>, text: &mut WordText, control: &mut WordControl) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    while xml.depth() > outside {
        let Some(token) = xml.next()? else { break };
        match (token, xml.name()) {
            (Token::Start, "p") => control.blocks.push(paragraph(xml)?),
            (Token::Start, "tbl") => control.blocks.push(table(xml)?),
            (Token::Start, "sdt") => self::control(xml, text, control)?,
            (Token::Start, "bookmarkStart") => {
                let name = xml.attribute("name").unwrap_or_default().to_owned();
                control.blocks.push(WordBlock { bookmarks: vec![name], ..WordBlock::default() });
            }
            (Token::Start, "Fallback" | "del" | "moveFrom") => xml.skip()?,
            _ => {}
        }
    }
    Ok(())
}

fn paragraph(xml: &mut XmlReader<'_>) -> Result<WordBlock, XmlRefusal> {
    let mut block = WordBlock::default();
    content(xml, &mut block)?;
    Ok(block)
}

/// Adds everything in the paragraph or cell that has just started.
fn content(xml: &mut XmlReader<'_>, block: &mut WordBlock) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    let mut run = WordRun::default();
    while xml.depth() > outside {
        let Some(token) = xml.next()? else { break };
        match (token, xml.name()) {
            (Token::Start, "pPr") => properties(xml, block)?,
            (Token::Start, "rStyle") => run.is_future = xml.attribute("val") == Some(FUTURE_STYLE),
            (Token::Start, "t") => {
                let is_kept = xml.attribute("space") == Some("preserve");
                let text = xml.whole_text(usize::MAX)?;
                push_text(&mut run.text, &text, is_kept);
            }
            (Token::Start, "tab") => run.text.push('\t'),
            (Token::Start, "br" | "cr" | "p") => run.text.push('\n'),
            (Token::Start, "noBreakHyphen") => run.text.push('\u{2011}'),
            (Token::Start, "sym") => run.text.extend(symbol(xml)),
            (Token::Start | Token::End, "r") => {
                let done = std::mem::take(&mut run);
                if !done.text.is_empty() {
                    block.runs.push(done);
                }
            }
            (Token::Start, "Fallback" | "del" | "moveFrom" | "sdtPr" | "instrText") => xml.skip()?,
            (Token::Start, _) => element(xml, block),
            _ => {}
        }
    }
    if !run.text.is_empty() {
        block.runs.push(run);
    }
    Ok(())
}

/// Elements that only carry attributes.
fn element(xml: &XmlReader<'_>, block: &mut WordBlock) {
    let value = |name| xml.attribute(name).map(ToOwned::to_owned);
    match xml.name() {
        "bookmarkStart" => block.bookmarks.extend(value("name")),
        "hyperlink" => {
            let link = value("anchor").map(WordLink::Bookmark);
            block.links.extend(link.or_else(|| value("id").map(WordLink::Relationship)));
        }
        "blip" => block.images.extend(value("embed")),
        "imagedata" => block.images.extend(value("id")),
        "footnoteReference" => block.footnotes.extend(value("id")),
        _ => {}
    }
}

/// The properties of a paragraph, of which the style alone counts: tabs in them are positions, not characters.
fn properties(xml: &mut XmlReader<'_>, block: &mut WordBlock) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    while xml.depth() > outside {
        match xml.next()? {
            Some(Token::Start) if xml.name() == "pStyle" && block.style.is_empty() => {
                xml.attribute("val").unwrap_or_default().clone_into(&mut block.style);
            }
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}

/// White space is layout of the file, except for blanks in text that asks to keep them.
fn push_text(run: &mut String, text: &str, is_kept: bool) {
    let mut rest = text;
    while let Some(start) = rest.find([' ', '\t', '\n', '\r']) {
        run.push_str(&rest[..start]);
        let after = rest[start..].trim_start_matches([' ', '\t', '\n', '\r']);
        let blank = &rest[start..rest.len() - after.len()];
        run.push_str(if is_kept && !blank.contains(['\n', '\r']) { blank } else { " " });
        rest = after;
    }
    run.push_str(rest);
}

/// A table: a line for each row, its cells separated by bars.
fn table(xml: &mut XmlReader<'_>) -> Result<WordBlock, XmlRefusal> {
    let mut block = WordBlock { is_table: true, ..WordBlock::default() };
    let outside = xml.depth().saturating_sub(1);
    let mut cells = 0;
    while xml.depth() > outside {
        let Some(token) = xml.next()? else { break };
        match (token, xml.name()) {
            (Token::Start, "tr") => {
                cells = 0;
                block.runs.push(WordRun { text: "\n".to_owned(), is_future: false });
            }
            (Token::Start, "tc") => {
                if cells > 0 {
                    block.runs.push(WordRun { text: " | ".to_owned(), is_future: false });
                }
                cells += 1;
                cell(xml, &mut block)?;
            }
            (Token::Start, "Fallback" | "del" | "moveFrom") => xml.skip()?,
            _ => {}
        }
    }
    Ok(block)
}

/// Adds a cell on one line.
fn cell(xml: &mut XmlReader<'_>, block: &mut WordBlock) -> Result<(), XmlRefusal> {
    let start = block.runs.len();
    content(xml, block)?;
    let mut is_first = true;
    for run in &mut block.runs[start..] {
        let line = run.text.replace(['\n', '\t'], " ");
        run.text = if is_first { line.trim_start().to_owned() } else { line };
        is_first = is_first && run.text.is_empty();
    }
    Ok(())
}

/// Reads the footnotes that have just started, each as one line.
pub(super) fn read_footnotes(xml: &mut XmlReader<'_>, text: &mut WordText) -> Result<(), XmlRefusal> {
    let outside = xml.depth().saturating_sub(1);
    while xml.depth() > outside {
        match xml.next()? {
            Some(Token::Start) if xml.name() == "footnote" => {
                let id = xml.attribute("id").unwrap_or_default().to_owned();
                let block = paragraph(xml)?;
                let line: String = block.runs.iter().map(|run| run.text.as_str()).collect();
                text.footnotes.insert(id, crate::clean::line(&line));
            }
            Some(_) => {}
            None => break,
        }
    }
    Ok(())
}
