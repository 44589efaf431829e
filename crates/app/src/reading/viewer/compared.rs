//! Two states of a module with their differences, as readers see them.

mod pictures;
mod sources;

use domain::id::SnapshotId;
use domain::language::Locale;
use domain::path::FilePath;
use domain::permission::Permission;
use s1000d::applic::Assignments;
use s1000d::document::html::{self, Options, Outside, RedlinedPage, Rendered, Unresolved};
use s1000d::guard::{self, Checked};
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

/// The texts of the sides of a merge.
#[derive(Debug, Clone)]
pub struct MergedSides {
    pub theirs: String,
    pub ours: String,
}

/// Compares two states of the module at a path, or of two modules, for no particular aircraft.
pub async fn compare(
    ctx: &Ctx,
    caller: &Caller,
    paths: [&FilePath; 2],
    states: [ComparedState; 2],
    layout: CompareLayout,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    Box::pin(draw_states(ctx, caller, paths, states, (layout, None), locale)).await
}

/// Compares the base of a merge with its result, in one text: each difference says which side it comes from.
pub(crate) async fn compare_merged(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    states: [ComparedState; 2],
    sides: MergedSides,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    Box::pin(draw_states(ctx, caller, [path, path], states, (CompareLayout::One, Some(sides)), locale)).await
}

async fn draw_states(
    ctx: &Ctx,
    caller: &Caller,
    paths: [&FilePath; 2],
    [old, new]: [ComparedState; 2],
    (layout, sides): (CompareLayout, Option<MergedSides>),
    locale: Locale,
) -> Result<ComparedStates, Error> {
    caller.require(Permission::ReadContent)?;
    let sources = [sources::read(ctx, caller, paths[0], old).await?, sources::read(ctx, caller, paths[1], new).await?];
    let sides_size = sides.as_ref().map_or(0, |sides| sides.theirs.len() + sides.ours.len());
    let size = sources.iter().map(|source| source.text.len() as u64).sum::<u64>() + sides_size as u64;
    let permit = place(ctx, size).await;
    let drawing = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        let drawn = draw(&sources, layout, sides.as_ref(), locale);
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
        Pages::Beside(pages) => compared.pages.extend(both_pages(ctx, caller, &sources, *pages, drawn.count).await?),
        Pages::Source(pages) => {
            // Pictures are looked up on the pages, so that all layouts count the same.
            if let Some(pages) = pages {
                compared.pages.extend(both_pages(ctx, caller, &sources, *pages, drawn.count).await?);
            }
            compared.sources.extend(sources.into_iter().map(|source| source.text));
        }
    }
    pictures::list(&mut compared);
    if layout == CompareLayout::Source {
        compared.pages.clear();
    }
    Ok(compared)
}

/// Pages before their references and pictures are looked up.
enum Pages {
    One(Box<RedlinedPage>),
    Beside(Box<[Rendered; 2]>),
    /// None where the texts cannot be drawn.
    Source(Option<Box<[Rendered; 2]>>),
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
    sides: Option<&MergedSides>,
    locale: Locale,
) -> Result<DrawnComparison, guard::Refusal> {
    let choice = Assignments::default();
    let links = sources.each_ref().map(|source| WithShared {
        links: Unresolved,
        entries: source.entries.clone(),
        language: source.opened.file.object.identity.language.clone(),
    });
    let options = |side: usize| Options {
        locale,
        choice: &choice,
        outside: Outside::Grey,
        tables: sources[side].tables.bilingual(),
        links: &links[side],
    };
    let (old, new) = (options(0), options(1));
    let checked = match (guard::check_text(&sources[0].text), guard::check_text(&sources[1].text)) {
        (Ok(old), Ok(new)) => (old, new),
        // A draft that is not well-formed at the moment.
        _ if layout == CompareLayout::Source => return Ok(DrawnComparison::unmarked(Pages::Source(None))),
        (Err(refusal), _) | (_, Err(refusal)) => return Err(refusal),
    };
    let redline = match (read(&checked.0, &checked.1, sides), layout) {
        (Ok(redline), _) => redline,
        (Err(refusal), CompareLayout::One) => return Err(refusal),
        (Err(_), CompareLayout::Source) => return Ok(DrawnComparison::unmarked(Pages::Source(None))),
        (Err(_), CompareLayout::Beside) => {
            let pages = [html::render(&checked.0, &old)?, html::render(&checked.1, &new)?];
            return Ok(DrawnComparison::unmarked(Pages::Beside(Box::new(pages))));
        }
    };
    let (mut differences, mut count) = (redline.differences([&old, &new]), redline.count());
    if let Some(found) = status_differences(sources, [&old, &new]) {
        // Differences that are listed have the numbers of their marks.
        if differences.content.len() == count {
            count += found.content.len();
            differences.content.extend(found.content);
        } else {
            differences.status.extend(found.content);
        }
        differences.status.extend(found.status);
    }
    Ok(DrawnComparison {
        pages: match layout {
            CompareLayout::One => Pages::One(Box::new(redline.one_text([&old, &new]))),
            CompareLayout::Beside => Pages::Beside(Box::new(redline.beside([&old, &new]))),
            CompareLayout::Source => Pages::Source(Some(Box::new(redline.beside([&old, &new])))),
        },
        differences,
        count,
        is_coarse: redline.is_coarse(),
        kept_pictures: redline.kept_pictures(),
    })
}

/// The differences of the separate status files, where both states have one.
fn status_differences(sources: &[ComparedSource; 2], options: [&Options<'_>; 2]) -> Option<ListedDifferences> {
    let [old, new] = sources.each_ref().map(|source| source.status.as_deref());
    let (old, new) = old.zip(new).filter(|(old, new)| old != new)?;
    let (old, new) = (guard::check_text(old).ok()?, guard::check_text(new).ok()?);
    // One that cannot be compared says nothing.
    Redline::status_differences(&old, &new, options).ok()
}

fn read<'t>(
    old: &'t Checked<'_>,
    new: &'t Checked<'_>,
    sides: Option<&MergedSides>,
) -> Result<Redline<'t>, guard::Refusal> {
    match sides {
        None => Redline::read(old, new),
        Some(MergedSides { theirs, ours }) => {
            Redline::read_merged(old, new, [&guard::check_text(theirs)?, &guard::check_text(ours)?])
        }
    }
}

impl DrawnComparison {
    /// Texts that cannot be compared: too large, or no XML.
    fn unmarked(pages: Pages) -> Self {
        let differences = ListedDifferences::default();
        Self { pages, differences, count: 0, is_coarse: true, kept_pictures: Vec::new() }
    }
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

/// The pages of both states, each looked up in its own.
async fn both_pages(
    ctx: &Ctx,
    caller: &Caller,
    sources: &[ComparedSource; 2],
    [left, right]: [Rendered; 2],
    count: usize,
) -> Result<[ComparedPage; 2], Error> {
    let left = resolved(ctx, caller, &sources[0], left).await?;
    let right = resolved(ctx, caller, &sources[1], right).await?;
    Ok(pictures::compare_pages(left, right, count))
}

/// A page of both states, on which each reference and picture is looked up in the state that it comes from.
async fn one_page(
    ctx: &Ctx,
    caller: &Caller,
    sources: &[ComparedSource; 2],
    page: RedlinedPage,
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
