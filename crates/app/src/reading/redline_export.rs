//! The redline of a manual to take away: one HTML file, or its changes in words as a table.
//!
//! Both are made module by module from what the caller may read, in the order of the contents.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use domain::field::FieldCode;
use domain::id::SnapshotId;
use domain::language::Locale;
use domain::package::Difference;
use domain::path::{FilePath, ManualPath};
use domain::snapshot::{Reading, Snapshot};
use publish::redline;
use tokio::sync::Semaphore;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::reading::manual_redline::{self, ChangedModule, ManualRedline, ModuleChangeFilter};
use crate::reading::viewer::{
    self, CompareLayout, ComparedPage, ComparedState, ComparedStates, Media, PictureState, RedlineChange,
    ResolvedPicture,
};
use crate::reading::{content, pictures};

pub use publish::redline::{EmbeddedPicture, RedlineEntry, RedlineTexts};

/// Modules of one HTML file.
pub const MAX_PAGES: usize = 2_000;
/// Modules whose changes one table lists: some seconds of work.
pub const MAX_LISTED: usize = 500;
/// Bytes of one picture in an HTML file, and of all of them.
const MAX_PICTURE: usize = 4 << 20;
const MAX_PICTURES: usize = 64 << 20;
/// Modules that all exports of this node draw at once, so that readers do not wait for them.
static DRAWINGS: Semaphore = Semaphore::const_new(2);

/// The words of a file about each module.
#[derive(Debug, Clone, Default)]
pub struct ModuleWords {
    pub new: String,
    pub changed: String,
    pub removed: String,
    /// Only pictures of the module were replaced.
    pub pictures: String,
    /// The module could not be drawn.
    pub failed: String,
    /// More may be marked than was changed.
    pub coarse: String,
    /// The page is cut.
    pub cut: String,
}

impl ModuleWords {
    pub fn of(&self, difference: Difference) -> &str {
        match difference {
            Difference::New => &self.new,
            Difference::Changed => &self.changed,
            Difference::Removed => &self.removed,
            Difference::Unchanged => &self.pictures,
        }
    }
}

/// The changes that are taken away. Refuses more modules than `most`.
pub async fn find(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    states: [Reading; 2],
    filter: &ModuleChangeFilter,
    most: usize,
) -> Result<(ManualRedline, Vec<ChangedModule>), Error> {
    let (redline, modules) = manual_redline::read(ctx, caller, path, states, filter).await?;
    if modules.len() > most {
        // A section of the contents has fewer.
        return Err(Error::field("section", FieldCode::TooMany));
    }
    Ok((redline, modules))
}

/// The compared states with their numbers and issues, the old one first.
pub async fn states(ctx: &Ctx, caller: &Caller, redline: &ManualRedline) -> Result<[Snapshot; 2], Error> {
    let mut tx = caller.read(ctx).await?;
    let missing = || Error::NotFound(Missing::Revision);
    let [old, new] = redline.states;
    let old = store::snapshots::find(&mut tx, old).await?.ok_or_else(missing)?;
    let new = store::snapshots::find(&mut tx, new).await?.ok_or_else(missing)?;
    Ok([old, new])
}

/// A file that is written while it is sent.
pub struct RedlineFile {
    ctx: Ctx,
    caller: Caller,
    locale: Locale,
    texts: RedlineTexts,
    words: ModuleWords,
    states: [SnapshotId; 2],
    modules: Vec<ChangedModule>,
    /// The next part: 0 is the head, then come the modules.
    part: usize,
    /// Bytes of pictures that may still be added.
    left: usize,
}

impl std::fmt::Debug for RedlineFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RedlineFile")
            .field("modules", &self.modules.len())
            .field("part", &self.part)
            .finish_non_exhaustive()
    }
}

impl RedlineFile {
    /// A file of changes that were found.
    pub fn new(
        ctx: Ctx,
        caller: Caller,
        locale: Locale,
        (redline, modules): (&ManualRedline, Vec<ChangedModule>),
        (texts, words): (RedlineTexts, ModuleWords),
    ) -> Self {
        let states = redline.states;
        Self { ctx, caller, locale, texts, words, states, modules, part: 0, left: MAX_PICTURES }
    }

    /// The next part of the file; `None` at its end. A module that cannot be drawn says so, and the file goes on.
    pub async fn next_part(&mut self) -> Option<String> {
        let part = self.part;
        self.part += 1;
        if part == 0 {
            let entries: Vec<RedlineEntry<'_>> = self.modules.iter().map(|module| entry(module, &self.words)).collect();
            return Some(redline::head(&self.texts, &entries));
        }
        let Some(module) = self.modules.get(part - 1).cloned() else {
            return (part == self.modules.len() + 1).then(|| redline::foot().to_owned());
        };
        let drawn = draw(&self.ctx, &self.caller, self.states, &module, self.locale).await;
        let page = match drawn {
            Ok(compared) => self.page(compared, part).await,
            Err(error) => Err(error),
        };
        let entry = entry(&module, &self.words);
        Some(match page {
            Ok((html, notes)) => {
                let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
                redline::module(&entry, part, &notes, Some(&html))
            }
            Err(error) => {
                tracing::warn!(file.path = %module.path, error = %error, "A module is missing in a redline");
                redline::module(&entry, part, &[&self.words.failed], None)
            }
        })
    }

    /// The page of a module with its pictures, and what has to be said about it.
    async fn page(&mut self, compared: ComparedStates, part: usize) -> Result<(String, Vec<String>), Error> {
        let mut notes = Vec::new();
        if compared.is_coarse {
            notes.push(self.words.coarse.clone());
        }
        let Some(page) = compared.pages.into_iter().next() else { return Ok((String::new(), notes)) };
        if page.rendered.truncated {
            notes.push(self.words.cut.clone());
        }
        let embedded = embed(&self.ctx, &page, &mut self.left).await?;
        let prefix = ["m", &part.to_string(), "-"].concat();
        Ok((redline::with_pictures(&page.rendered.html, &prefix, &embedded), notes))
    }
}

fn entry<'a>(module: &'a ChangedModule, words: &'a ModuleWords) -> RedlineEntry<'a> {
    let code = module.path.rsplit('/').next().unwrap_or_default();
    RedlineEntry { title: &module.title, code, state: words.of(module.difference) }
}

/// A module in both states. A new or removed one is compared with itself: all of its text is there, without marks.
async fn draw(
    ctx: &Ctx,
    caller: &Caller,
    states: [SnapshotId; 2],
    module: &ChangedModule,
    locale: Locale,
) -> Result<ComparedStates, Error> {
    let path = FilePath::parse(&module.path).ok_or(Error::NotFound(Missing::File))?;
    // Never closed.
    let _place = DRAWINGS.acquire().await;
    let [old, new] = match module.difference {
        Difference::New => [states[1]; 2],
        Difference::Removed => [states[0]; 2],
        Difference::Changed | Difference::Unchanged => states,
    };
    let state = |snapshot| ComparedState::Read(Reading { revision: Some(snapshot), ..Reading::default() });
    Box::pin(viewer::compare(ctx, caller, [&path, &path], [state(old), state(new)], CompareLayout::One, locale)).await
}

/// The pictures of a page as far as there is room for them.
async fn embed(ctx: &Ctx, page: &ComparedPage, left: &mut usize) -> Result<Vec<Option<EmbeddedPicture>>, Error> {
    let mut embedded = Vec::with_capacity(page.figures.len());
    for figure in &page.figures {
        embedded.push(picture(ctx, figure, left).await?);
    }
    Ok(embedded)
}

async fn picture(ctx: &Ctx, figure: &ResolvedPicture, left: &mut usize) -> Result<Option<EmbeddedPicture>, Error> {
    let (PictureState::Found, Some(Media::Image | Media::Cgm), Some(file)) =
        (figure.state, figure.media, figure.file.as_ref())
    else {
        return Ok(None);
    };
    if file.version.content.size > MAX_PICTURE as u64 {
        return Ok(None);
    }
    let viewed = pictures::view(ctx, file).await?;
    let Ok(shown) = viewed.as_ref() else { return Ok(None) };
    let bytes = match &shown.converted {
        Some(bytes) => Some(bytes.clone()),
        None => content::find(ctx, &file.version.content.blob).await?,
    };
    let Some(bytes) = bytes.filter(|bytes| bytes.len() <= MAX_PICTURE.min(*left)) else { return Ok(None) };
    *left -= bytes.len();
    Ok(Some(EmbeddedPicture { media_type: shown.media_type, bytes: STANDARD.encode(&bytes) }))
}

/// One change of a module in words; none for a module that is new, removed or could not be read.
#[derive(Debug, Clone)]
pub struct WordedChange {
    pub module: ChangedModule,
    pub change: Option<RedlineChange>,
}

/// The changes of modules in words.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    redline: &ManualRedline,
    modules: Vec<ChangedModule>,
    locale: Locale,
) -> Result<Vec<WordedChange>, Error> {
    let mut listed = Vec::new();
    for module in modules {
        let is_compared = matches!(module.difference, Difference::Changed | Difference::Unchanged);
        let compared =
            if is_compared { draw(ctx, caller, redline.states, &module, locale).await.map(Some) } else { Ok(None) };
        let changes: Vec<RedlineChange> = match compared {
            Ok(Some(ComparedStates { differences, .. })) => {
                let status = differences.status.into_iter();
                differences.content.into_iter().chain(differences.pictures).chain(status).collect()
            }
            // A lost or unreadable text is told where the module is opened.
            Ok(None) | Err(Error::File(_)) => Vec::new(),
            Err(error) => return Err(error),
        };
        if changes.is_empty() {
            listed.push(WordedChange { module, change: None });
            continue;
        }
        listed.extend(changes.into_iter().map(|change| WordedChange { module: module.clone(), change: Some(change) }));
    }
    Ok(listed)
}
