//! The modules with a text, and the places where it would be replaced.

use std::sync::Arc;
use std::time::{Duration, Instant};

use domain::access::AccessLevel;
use domain::field::FieldCode;
use domain::file::File;
use domain::id::UserId;
use domain::language::Locale;
use domain::page::Order;
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::replacement::TextReplacement;
use domain::snapshot::Reading;
use domain::text::fold;
use store::files::{FileFilter, FileScope, FileSort};

use super::searched::{self, ProposedModule, SearchedModule};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::{manuals, revisions};

/// Modules that are listed at once.
const BATCH: u32 = 50;
/// Limits of one answer; the next one goes on behind its last module.
const MAX_MODULES: u64 = 500;
const MAX_PLACES: usize = 500;
const MAX_TIME: Duration = Duration::from_secs(5);

/// A search for places to replace, in the working lane of some manuals.
#[derive(Debug, Clone)]
pub struct ReplacementSearch {
    pub manuals: Vec<ManualPath>,
    pub replacement: TextReplacement,
    /// As in `en-US`; empty matches all.
    pub language: String,
    /// Empty matches all.
    pub content_type: String,
    /// Only modules that the caller has checked out.
    pub only_own: bool,
    /// The last module that was read; the search goes on behind it.
    pub behind: Option<FilePath>,
}

/// A module that could not be searched.
#[derive(Debug)]
pub struct UnreadModule {
    pub path: String,
    pub error: Error,
}

/// Places to replace in some modules.
#[derive(Debug, Default)]
pub struct ProposedChanges {
    pub modules: Vec<ProposedModule>,
    pub unread: Vec<UnreadModule>,
    /// The modules that were looked at for this answer.
    pub read: u64,
    /// All modules to look at; only in the first answer.
    pub total: Option<u64>,
    /// The path to go on behind; `None` when all modules were looked at.
    pub next: Option<String>,
    places: usize,
}

impl ReplacementSearch {
    fn filter(&self) -> FileFilter {
        FileFilter {
            scope: FileScope::Modules,
            text: String::new(),
            content_type: self.content_type.clone(),
            language: self.language.clone(),
            system: String::new(),
            status: None,
            sort: FileSort::Code,
            order: Order::Ascending,
        }
    }

    /// The user whose check-outs alone are searched.
    fn holder<'c>(&self, caller: &'c Caller) -> Option<&'c UserId> {
        self.only_own.then_some(&caller.user.id)
    }

    /// The manuals that are left, and the folded key to go on behind in the first of them.
    fn rest(&self) -> Result<(&[ManualPath], String), Error> {
        let unknown = || Error::field("after", FieldCode::UnknownValue);
        match &self.behind {
            None => Ok((self.manuals.as_slice(), String::new())),
            Some(FilePath::Object { manual, key_folded }) => {
                let last = fold(&manual.to_string());
                let at = self.manuals.iter().position(|one| fold(&one.to_string()) == last).ok_or_else(unknown)?;
                Ok((&self.manuals[at..], key_folded.clone()))
            }
            Some(FilePath::Media(_)) => Err(unknown()),
        }
    }
}

impl ProposedChanges {
    fn is_full(&self) -> bool {
        self.read >= MAX_MODULES || self.places >= MAX_PLACES
    }

    /// Adds a module that was searched. One that cannot be read is listed with its reason.
    fn add(&mut self, path: &str, searched: Result<Option<ProposedModule>, Error>) -> Result<(), Error> {
        match searched {
            Ok(None) => {}
            Ok(Some(module)) => {
                self.places += module.found.places.len();
                self.modules.push(module);
            }
            Err(error @ (Error::File(_) | Error::Draft(_) | Error::NotFound(_))) => {
                self.unread.push(UnreadModule { path: path.to_owned(), error });
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Proposes the changes of a replacement. An answer is limited in modules, places and time; the next one goes on behind
/// it. Every module is read: the search index knows words, not every text.
pub async fn propose(
    ctx: &Ctx,
    caller: &Caller,
    search: &ReplacementSearch,
    locale: Locale,
) -> Result<ProposedChanges, Error> {
    caller.require_person(Permission::EditContent)?;
    let (manuals, mut behind) = search.rest()?;
    let mut turn = searched::turn().await?;
    let started = Instant::now();
    let wanted = Arc::new(search.replacement.clone());
    let mut found = ProposedChanges::default();
    if search.behind.is_none() {
        found.total = Some(count(ctx, caller, search).await?);
    }
    for manual in manuals {
        loop {
            let (files, may_edit) = list(ctx, caller, manual, search, &behind).await?;
            let Some(last) = files.last() else { break };
            behind = fold(&last.object.identity.key);
            for file in files {
                let path = file.path.clone();
                found.read += 1;
                let searched = SearchedModule { file, may_edit }.search(ctx, caller, &wanted, locale, &mut turn).await;
                found.add(&path, searched)?;
                if found.is_full() || started.elapsed() >= MAX_TIME {
                    found.next = Some(path);
                    return Ok(found);
                }
            }
        }
        behind.clear();
    }
    Ok(found)
}

/// The number of modules to look at.
async fn count(ctx: &Ctx, caller: &Caller, search: &ReplacementSearch) -> Result<u64, Error> {
    let mut tx = caller.read(ctx).await?;
    let filter = search.filter();
    let mut total = 0;
    for path in &search.manuals {
        let manual = manuals::at_path(&mut tx, path).await?;
        if let Some(snapshot) = revisions::in_lane(&mut tx, &manual, &Reading::default()).await? {
            total += store::files::count_matching(&mut tx, snapshot, &filter, search.holder(caller)).await?;
        }
    }
    Ok(total)
}

/// The next modules of a manual behind a folded key, and whether the caller may edit them.
async fn list(
    ctx: &Ctx,
    caller: &Caller,
    path: &ManualPath,
    search: &ReplacementSearch,
    behind: &str,
) -> Result<(Vec<File>, bool), Error> {
    let mut tx = caller.read(ctx).await?;
    let manual = manuals::at_path(&mut tx, path).await?;
    let may_edit = Caller::require_in_manual(&tx, AccessLevel::Author, &manual).is_ok();
    let files = match revisions::in_lane(&mut tx, &manual, &Reading::default()).await? {
        Some(snapshot) => {
            let (filter, holder) = (search.filter(), search.holder(caller));
            store::files::list_behind(&mut tx, snapshot, &filter, holder, behind, BATCH).await?
        }
        None => Vec::new(),
    };
    Ok((files, may_edit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::error::FileError;

    fn search(manuals: &[&str], behind: Option<&str>) -> ReplacementSearch {
        let replacement = TextReplacement {
            find: "a".to_owned(),
            replace: "b".to_owned(),
            match_case: false,
            whole_words: false,
            with_data: false,
        };
        ReplacementSearch {
            manuals: manuals.iter().map(|path| ManualPath::parse(path).expect("a manual")).collect(),
            replacement,
            language: String::new(),
            content_type: String::new(),
            only_own: false,
            behind: behind.map(|path| FilePath::parse(path).expect("a file")),
        }
    }

    #[test]
    fn an_answer_has_limits() {
        let read = |read: u64, places: usize| ProposedChanges { read, places, ..ProposedChanges::default() }.is_full();
        assert!(!read(MAX_MODULES - 1, MAX_PLACES - 1));
        assert!(read(MAX_MODULES, 0) && read(1, MAX_PLACES));
    }

    #[test]
    fn a_module_that_cannot_be_read_does_not_end_the_search() {
        let mut found = ProposedChanges::default();
        found.add("/H160/MEL/DMC-A.XML", Err(FileError::NotText.into())).expect("it is listed");
        assert_eq!(found.unread[0].path, "/H160/MEL/DMC-A.XML");
        assert!(found.add("/H160/MEL/DMC-B.XML", Err(Error::Forbidden)).is_err());
    }

    #[test]
    fn a_search_goes_on_behind_the_last_module() {
        let manuals = ["/H160/MEL", "/H160/AMM"];
        let rest = |behind: Option<&str>| {
            let search = search(&manuals, behind);
            search.rest().map(|(left, key)| (left.len(), key)).map_err(|error| error.code())
        };
        assert_eq!(rest(None), Ok((2, String::new())));
        assert_eq!(rest(Some("/h160/amm/DMC-A_en-US.XML")), Ok((1, "dmc-a_en-us".to_owned())));
        assert!(rest(Some("/H160/FCOM/DMC-A.XML")).is_err());
        assert!(rest(Some("/H160/MULTIMEDIA/ICN-1.PNG")).is_err());
    }
}
