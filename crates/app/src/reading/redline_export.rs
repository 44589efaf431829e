//! The redline of a manual to take away: one HTML file, or its changes in words as a table.
//!
//! Both are made module by module from what the caller may read, in the order of the contents.

mod embedded;
mod words;

use domain::field::FieldCode;
use domain::id::{ManualId, SnapshotId};
use domain::language::Locale;
use domain::package::Difference;
use domain::path::{FilePath, ManualPath, file_name_of};
use domain::permission::Permission;
use domain::snapshot::{Reading, Snapshot};
use publish::redline;
use tokio::sync::Semaphore;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing, Unauthenticated};
use crate::reading::manual_redline::{self, ChangedModule, ManualRedline, ModuleChangeFilter};
use crate::reading::viewer::{self, CompareLayout, ComparedState, ComparedStates, RedlineChange};
use crate::users::sessions;

use self::embedded::PictureRoom;

pub use publish::redline::{MarkWords, RedlineEntry, RedlineSection, RedlineTexts};
pub use words::ModuleWords;

/// Modules of one HTML file.
pub const MAX_PAGES: usize = 2_000;
/// Modules whose changes one table lists: some seconds of work.
pub const MAX_LISTED: usize = 500;
/// Modules that all exports of this node draw at once, so that readers do not wait for them.
static DRAWINGS: Semaphore = Semaphore::const_new(2);

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
    manual: ManualId,
    modules: Vec<ChangedModule>,
    /// The next part: 0 is the head, then come the modules.
    part: usize,
    room: PictureRoom,
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
        let (states, manual) = (redline.states, redline.manual.id.clone());
        Self { ctx, caller, locale, texts, words, states, manual, modules, part: 0, room: PictureRoom::default() }
    }

    /// The next part of the file; `None` at its end. A module that cannot be drawn says so, and the file goes on; it breaks
    /// off for somebody who may not read the manual any more.
    pub async fn next_part(&mut self) -> Result<Option<String>, Error> {
        self.caller = current(&self.ctx, &self.caller, &self.manual).await?;
        let part = self.part;
        self.part += 1;
        if part == 0 {
            let entries: Vec<RedlineEntry<'_>> = self.modules.iter().map(|module| entry(module, &self.words)).collect();
            return Ok(Some(redline::head(&self.texts, &entries)));
        }
        let Some(module) = self.modules.get(part - 1).cloned() else {
            return Ok((part == self.modules.len() + 1).then(|| redline::foot().to_owned()));
        };
        let drawn = draw(&self.ctx, &self.caller, self.states, &module, self.locale).await;
        let page = match drawn {
            Ok(compared) => self.page(compared, part).await,
            Err(error) => Err(error),
        };
        let entry = entry(&module, &self.words);
        Ok(Some(match page {
            Ok(ModulePage { html, notes, unseen }) => {
                let unseen_title = self.words.unseen.as_str();
                let section = RedlineSection { notes: &notes, unseen_title, unseen: &unseen, page: Some(&html) };
                redline::module(&entry, part, &section)
            }
            Err(error) => {
                tracing::warn!(file.path = %module.path, error = %error, "A module is missing in a redline");
                let notes = [self.words.failed.clone()];
                redline::module(&entry, part, &RedlineSection { notes: &notes, ..RedlineSection::default() })
            }
        }))
    }

    /// The page of a module with its pictures, and what has to be said about it.
    async fn page(&mut self, compared: ComparedStates, part: usize) -> Result<ModulePage, Error> {
        let (mut notes, mut unseen) = (Vec::new(), Vec::new());
        if compared.is_coarse {
            notes.push(self.words.coarse.clone());
        }
        let differences = &compared.differences;
        let off_page = differences.content.iter().filter(|change| !change.is_on_page);
        let listed = off_page.chain(&differences.pictures).chain(&differences.status);
        unseen.extend(listed.map(|change| self.words.line(change)));
        let Some(page) = compared.pages.into_iter().next() else {
            return Ok(ModulePage { html: String::new(), notes, unseen });
        };
        if page.rendered.truncated {
            notes.push(self.words.cut.clone());
        }
        let embedded = self.room.embed(&self.ctx, &page).await?;
        if embedded.is_incomplete {
            notes.push(self.words.without_pictures.clone());
        }
        let prefix = ["m", &part.to_string(), "-"].concat();
        let html = redline::with_pictures(&page.rendered.html, &prefix, &embedded.pictures, &self.words.marks);
        Ok(ModulePage { html, notes, unseen })
    }
}

/// The page of a module.
struct ModulePage {
    html: String,
    notes: Vec<String>,
    /// Changes that the page does not show.
    unseen: Vec<String>,
}

fn entry<'a>(module: &'a ChangedModule, words: &'a ModuleWords) -> RedlineEntry<'a> {
    let code = file_name_of(&module.path);
    let (state, kind) = (words.of(module.difference), module.difference.as_str());
    RedlineEntry { title: &module.title, code, state, kind }
}

/// The caller as they are now, if they still may read the manual: a file of many modules takes minutes.
async fn current(ctx: &Ctx, caller: &Caller, manual: &ManualId) -> Result<Caller, Error> {
    let ended = || Error::Unauthenticated(Unauthenticated::Revoked);
    let caller = sessions::current(ctx, caller).await.ok_or_else(ended)?;
    caller.require(Permission::ReadContent)?;
    store::manuals::find(&mut caller.read(ctx).await?, manual).await?.ok_or(Error::NotFound(Missing::Manual))?;
    Ok(caller)
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

/// A row about a module in words.
#[derive(Debug, Clone)]
pub struct WordedChange {
    pub module: ChangedModule,
    pub change: WordedRow,
}

/// The text of a row.
#[derive(Debug, Clone)]
pub enum WordedRow {
    Change(RedlineChange),
    /// It is new, removed, or nothing of it can be said in words.
    Whole,
    /// The module could not be read.
    Failed,
    /// More may be listed than was changed.
    Coarse,
    /// So many changes of the module are not listed.
    More(usize),
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
        let caller = &current(ctx, caller, &redline.manual.id).await?;
        let is_compared = matches!(module.difference, Difference::Changed | Difference::Unchanged);
        let compared =
            if is_compared { draw(ctx, caller, redline.states, &module, locale).await.map(Some) } else { Ok(None) };
        let rows = match compared {
            Ok(Some(compared)) => rows(compared),
            Ok(None) => vec![WordedRow::Whole],
            // A lost or unreadable text is told where the module is opened.
            Err(Error::File(_)) => vec![WordedRow::Failed],
            Err(error) => return Err(error),
        };
        listed.extend(rows.into_iter().map(|change| WordedChange { module: module.clone(), change }));
    }
    Ok(listed)
}

/// The rows about a compared module.
fn rows(compared: ComparedStates) -> Vec<WordedRow> {
    let ComparedStates { differences, count, is_coarse, .. } = compared;
    let more = count.saturating_sub(differences.content.len() + differences.pictures.len());
    let changes = differences.content.into_iter().chain(differences.pictures).chain(differences.status);
    let mut rows: Vec<WordedRow> = changes.map(WordedRow::Change).collect();
    if rows.is_empty() {
        rows.push(WordedRow::Whole);
    }
    if more > 0 {
        rows.push(WordedRow::More(more));
    }
    if is_coarse {
        rows.insert(0, WordedRow::Coarse);
    }
    rows
}
