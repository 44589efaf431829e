//! Two states of a module with their differences, as readers see them.

mod pictures;
mod sources;

use domain::id::SnapshotId;
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::applic::Assignments;
use s1000d::document::html::{Options, Outside, Rendered, Unresolved};
use s1000d::guard;
use s1000d::redline::{ListedDifferences, Redline};

use self::sources::ComparedSource;
use super::repositories::WithShared;
use super::{ResolvedPicture, ResolvedReference, figures, place, references};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::library::files::File;

pub use pictures::ReplacedPicture;
pub use s1000d::redline::{RedlineChange, RedlineKind};
pub use sources::ComparedState;

/// The form in which two states are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareLayout {
    /// Both in one text.
    One,
    /// Each on a page of its own.
    Beside,
    /// The XML of both.
    Source,
}

/// Two states of a module, the old one first.
#[derive(Debug)]
pub struct ComparedStates {
    pub sides: [ComparedVersion; 2],
    /// One page, or one for each side; none for the source.
    pub pages: Vec<ComparedPage>,
    /// The XML of each side, where it was asked for.
    pub sources: Vec<String>,
    pub differences: ListedDifferences,
    /// The number of differences on the page, pictures included.
    pub count: usize,
    /// More may be called deleted and inserted than necessary: the texts are too large or too different.
    pub is_coarse: bool,
}

/// One of two compared states.
#[derive(Debug, Clone)]
pub struct ComparedVersion {
    pub file: File,
    /// The revision in which everything it names was looked up; none while it is what people work with.
    pub revision: Option<SnapshotId>,
    /// The text of a draft, which is not stored as a version.
    pub is_draft: bool,
}

/// A page with marks.
#[derive(Debug)]
pub struct ComparedPage {
    pub rendered: Rendered,
    pub references: Vec<ResolvedReference>,
    pub figures: Vec<ResolvedPicture>,
    /// Pictures with the same code and another content.
    pub replaced: Vec<ReplacedPicture>,
}

/// Compares two states of the module at a path, for no particular aircraft.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    [old, new]: [ComparedState; 2],
    layout: CompareLayout,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require(Permission::ReadContent)?;
    let sources = [sources::read(ctx, caller, path, old).await?, sources::read(ctx, caller, path, new).await?];
    let size = sources.iter().map(|source| source.text.len() as u64).sum();
    let permit = place(ctx, size).await;
    let drawing = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let drawn = draw(&sources, layout, locale);
        drawn.map(|drawn| (drawn, sources))
    });
    let (drawn, sources) = drawing.await?.map_err(FileError::Unreadable)?;
    let mut compared = ComparedStates {
        count: drawn.count,
        differences: drawn.differences,
        is_coarse: drawn.is_coarse,
        pages: Vec::new(),
        sources: Vec::new(),
        sides: sources.each_ref().map(ComparedSource::version),
    };
    match drawn.pages {
        Pages::One(page) => {
            let resolved = one_page(ctx, caller, &sources, *page, (&drawn.kept_pictures, drawn.count)).await?;
            compared.pages.push(resolved);
        }
        Pages::Beside(pages) => {
            let [left, right] = *pages;
            let left = resolved(ctx, caller, &sources[0], left).await?;
            let right = resolved(ctx, caller, &sources[1], right).await?;
            compared.pages.extend(pictures::compare_pages(left, right, drawn.count));
        }
        Pages::Source => compared.sources.extend(sources.into_iter().map(|source| source.text)),
    }
    pictures::list(&mut compared);
    Ok(compared)
}

/// Pages before their references and pictures are looked up.
enum Pages {
    One(Box<s1000d::document::html::RedlinedPage>),
    Beside(Box<[Rendered; 2]>),
    Source,
}

struct DrawnComparison {
    pages: Pages,
    differences: ListedDifferences,
    count: usize,
    is_coarse: bool,
    kept_pictures: Vec<String>,
}

fn draw(
    sources: &[ComparedSource; 2],
    layout: CompareLayout,
    locale: Locale,
) -> Result<DrawnComparison, guard::Refusal> {
    let choice = Assignments::default();
    let links = sources.each_ref().map(|source| WithShared { links: Unresolved, entries: source.entries.clone() });
    let options = |side: usize| Options {
        locale,
        choice: &choice,
        outside: Outside::Grey,
        tables: sources[side].tables.bilingual(),
        links: &links[side],
    };
    let (old, new) = (options(0), options(1));
    let checked = (guard::check_text(&sources[0].text)?, guard::check_text(&sources[1].text)?);
    let redline = Redline::read(&checked.0, &checked.1)?;
    Ok(DrawnComparison {
        pages: match layout {
            CompareLayout::One => Pages::One(Box::new(redline.one_text([&old, &new]))),
            CompareLayout::Beside => Pages::Beside(Box::new(redline.beside([&old, &new]))),
            CompareLayout::Source => Pages::Source,
        },
        differences: redline.differences([&old, &new]),
        count: redline.count(),
        is_coarse: redline.is_coarse(),
        kept_pictures: redline.kept_pictures(),
    })
}

/// A page with its references and pictures looked up in its own state.
async fn resolved(
    ctx: &Ctx,
    caller: &Caller,
    source: &ComparedSource,
    rendered: Rendered,
) -> Result<ComparedPage, Error> {
    let mut tx = caller.read(ctx).await?;
    let targets = references::look_up(&mut tx, &source.opened, &rendered).await?;
    drop(tx);
    let choice = Assignments::default();
    let references = references::resolve(ctx, &source.opened, &rendered, &targets, &choice).await?;
    let figures = figures::resolve(ctx, &source.opened, &rendered, &targets.named).await?;
    Ok(ComparedPage { rendered, references, figures, replaced: Vec::new() })
}

/// A page of both states, on which each reference and picture is looked up in the state that it comes from.
async fn one_page(
    ctx: &Ctx,
    caller: &Caller,
    sources: &[ComparedSource; 2],
    page: s1000d::document::html::RedlinedPage,
    (kept_pictures, count): (&[String], usize),
) -> Result<ComparedPage, Error> {
    let mut old = resolved(ctx, caller, &sources[0], page.rendered.clone()).await?;
    let mut new = resolved(ctx, caller, &sources[1], page.rendered).await?;
    for index in page.old_references {
        std::mem::swap(&mut new.references[index], &mut old.references[index]);
    }
    for index in page.old_figures {
        new.figures[index] = old.figures[index].clone();
    }
    new.replaced = pictures::replaced(&new, &old.figures, kept_pictures, count);
    Ok(new)
}
