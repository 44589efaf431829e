//! The search in one module.

use std::sync::Arc;
use std::time::Duration;

use domain::file::File;
use domain::language::Locale;
use domain::replacement::TextReplacement;
use s1000d::replace::{self, FoundPlaces};
use tokio::sync::{Semaphore, SemaphorePermit};

use super::current::current_text;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, FileError};
use crate::editing::source;

/// Searches at once: reading modules must not wait for them.
const AT_ONCE: usize = 2;
static SEARCHES: Semaphore = Semaphore::const_new(AT_ONCE);
/// The longest wait for a place among them. The answer must be there before the request times out.
const MAX_WAIT: Duration = Duration::from_secs(20);

/// Whether the caller can change a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ModuleEditState {
    Free,
    /// The caller has checked it out.
    Own,
    /// This account has checked it out.
    Held(String),
    /// The caller may only read the manual.
    ReadOnly,
}

/// A module with places to replace.
#[derive(Debug)]
pub struct ProposedModule {
    pub file: File,
    /// Of the text that was searched.
    pub sha256: String,
    /// The text is the caller's draft.
    pub is_draft: bool,
    pub state: ModuleEditState,
    pub found: FoundPlaces,
}

/// A place among the searches that run.
pub(super) async fn turn() -> Result<Option<SemaphorePermit<'static>>, Error> {
    match tokio::time::timeout(MAX_WAIT, SEARCHES.acquire()).await {
        Ok(turn) => Ok(turn.ok()),
        Err(_) => Err(Error::Busy),
    }
}

/// A module that is searched.
pub(super) struct SearchedModule {
    pub(super) file: File,
    /// The caller may edit the modules of its manual.
    pub(super) may_edit: bool,
}

impl SearchedModule {
    /// Its places; `None` when it has none. The thread that searches holds the turn: when nobody waits for the answer
    /// any more, it goes on to the end of the module.
    pub(super) async fn search(
        self,
        ctx: &Ctx,
        caller: &Caller,
        wanted: &Arc<TextReplacement>,
        locale: Locale,
        turn: &mut Option<SemaphorePermit<'static>>,
    ) -> Result<Option<ProposedModule>, Error> {
        let Self { file, may_edit } = self;
        let (text, draft) = current_text(ctx, caller, &file).await?;
        let (wanted, held) = (Arc::clone(wanted), turn.take());
        let searched = tokio::task::spawn_blocking(move || {
            let found = replace::find(&text, &wanted, locale).map(|found| (found, source::sha256(&text)));
            (found, held)
        });
        let (found, held) = searched.await?;
        *turn = held;
        let (found, sha256) = found.map_err(FileError::Unreadable)?;
        if found.places.is_empty() {
            return Ok(None);
        }
        let state = match &file.holder {
            _ if !may_edit => ModuleEditState::ReadOnly,
            Some(holder) if holder.user == caller.user.id => ModuleEditState::Own,
            Some(holder) => ModuleEditState::Held(holder.account.clone()),
            None => ModuleEditState::Free,
        };
        Ok(Some(ProposedModule { file, sha256, is_draft: draft.is_some(), state, found }))
    }
}
