//! Modules while they are edited: a text that is not stored, rendered as readers will see it.

use std::ops::Range;
use std::sync::Arc;

use domain::language::Locale;
use domain::path::FilePath;
use domain::snapshot::Reading;
use s1000d::applic::Assignments;
use s1000d::applic::repository;
use s1000d::document::html::{self, Options, Rendered, Unresolved};
use s1000d::document::{Document, MissingTags, shared};
use s1000d::guard::{self, Refusal};

use super::repositories::{self, WithShared};
use super::{LocatedModule, Outside, ResolvedPicture, ResolvedReference, figures, find, place, references, tables};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{DraftError, Error};

/// The page of a text, with the runs of it that can be edited.
#[derive(Debug, Clone)]
pub struct EditedPage {
    pub rendered: Rendered,
    pub references: Vec<ResolvedReference>,
    pub figures: Vec<ResolvedPicture>,
    pub runs: Vec<EditedRun>,
}

/// A run of text that can be edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedRun {
    /// The local name of the element around it.
    pub element: String,
    /// In units of UTF-16 from the beginning of the text.
    pub range: Range<usize>,
    /// The tags that the first words get.
    pub missing: Option<MissingTags>,
}

/// Renders a text of the module at a path. All of it is shown, whatever it applies to.
pub(crate) async fn edited(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    text: String,
    locale: Locale,
) -> Result<EditedPage, Error> {
    let mut tx = caller.read(ctx).await?;
    let opened = find(&mut tx, path, &Reading::default(), None).await?;
    let sources = tables::sources(&mut tx, &opened).await?;
    let set = sources.of_module(&mut tx, &opened.file).await?;
    drop(tx);
    let tables = tables::read(ctx, &sources).await?.of(set).clone();
    let (rendered, runs) = draw(ctx, &opened, text, tables, locale).await?;

    let mut tx = caller.read(ctx).await?;
    let targets = references::look_up(&mut tx, &opened, &rendered).await?;
    drop(tx);
    let references = references::resolve(ctx, &opened, &rendered, &targets, &Assignments::default()).await?;
    let figures = figures::resolve(ctx, &opened, &rendered, &targets.named).await?;
    Ok(EditedPage { rendered, references, figures, runs })
}

async fn draw(
    ctx: &Ctx,
    opened: &LocatedModule,
    text: String,
    tables: tables::MergedTables,
    locale: Locale,
) -> Result<(Rendered, Vec<EditedRun>), Error> {
    let names_shared = repository::is_named_in(text.as_bytes()) || shared::is_named_in(text.as_bytes());
    let entries = if names_shared { repositories::read(ctx, opened.own).await? } else { Arc::default() };
    let language = opened.file.object.identity.language.clone();
    let place = place(ctx, text.len() as u64).await;
    let drawn = tokio::task::spawn_blocking(move || {
        let _place = place;
        let links = WithShared { links: Unresolved, entries, language };
        let choice = Assignments::default();
        let options =
            Options { locale, choice: &choice, outside: Outside::Grey, tables: tables.bilingual(), links: &links };
        draw_text(&text, &options)
    });
    Ok(drawn.await?.map_err(DraftError::Refused)?)
}

fn draw_text(text: &str, options: &Options<'_>) -> Result<(Rendered, Vec<EditedRun>), Refusal> {
    let (document, runs) = Document::read_for_editing(&guard::check_text(text)?)?;
    let rendered = html::draw_for_editing(&document, &runs, options);
    let mut units = Utf16Counter::new(document.source().text());
    let runs = runs.iter().map(|run| EditedRun {
        element: run.element.to_string(),
        range: units.at(run.range.start)..units.at(run.range.end),
        missing: run.missing.clone(),
    });
    Ok((rendered, runs.collect()))
}

/// Turns positions in bytes, each behind the one before it, into units of UTF-16.
struct Utf16Counter<'a> {
    text: &'a str,
    bytes: usize,
    units: usize,
}

impl<'a> Utf16Counter<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, bytes: 0, units: 0 }
    }

    fn at(&mut self, position: usize) -> usize {
        self.units += self.text.get(self.bytes..position).map_or(0, |text| text.encode_utf16().count());
        self.bytes = position.max(self.bytes);
        self.units
    }
}

#[cfg(test)]
mod tests {
    use s1000d::applic::tables::{Bilingual, Tables};

    use super::*;

    fn drawn(text: &str) -> (Rendered, Vec<Range<usize>>) {
        let tables = Tables::default();
        let options = Options {
            locale: Locale::English,
            choice: &Assignments::default(),
            outside: Outside::Grey,
            tables: Bilingual { english: &tables, chinese: &tables },
            links: &Unresolved,
        };
        let (rendered, runs) = draw_text(text, &options).expect("a page");
        (rendered, runs.into_iter().map(|run| run.range).collect())
    }

    #[test]
    fn runs_are_counted_in_units_of_utf16() {
        let text =
            "<dmodule><content><description><para>\u{1d11e}刹</para><para>b</para></description></content></dmodule>";
        let (rendered, ranges) = drawn(text);
        assert_eq!(ranges, [37..40, 53..54]);
        assert!(rendered.html.contains("<span class=\"s1d-run\" data-run=\"1\">b</span>"), "{}", rendered.html);
    }

    #[test]
    fn the_declared_encoding_of_a_text_does_not_move_its_runs() {
        let text =
            "<dmodule><content><description><para>5 °é–</para><para>Close</para></description></content></dmodule>";
        for encoding in ["ISO-8859-1", "windows-1252", "US-ASCII", "UTF-16"] {
            let text = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>{text}");
            let units: Vec<u16> = text.encode_utf16().collect();
            let (rendered, ranges) = drawn(&text);
            let runs: Vec<String> = ranges.into_iter().map(|range| String::from_utf16_lossy(&units[range])).collect();
            assert_eq!(runs, ["5 °é–", "Close"], "{encoding}");
            assert!(rendered.html.contains("5 °é–"), "{encoding}");
        }
    }
}
