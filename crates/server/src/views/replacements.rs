//! Wire types for find and replace over many modules.

mod requests;

use std::collections::HashSet;

use app::editing::replacements::{
    FoundPlace, ModuleEditState, PlaceFault, ProposedChanges, ProposedModule, UnreadModule,
};
use domain::file::File;
use domain::language::Locale;
use serde::Serialize;
use utoipa::ToSchema;

use super::files::FileView;
use crate::problem::Problem;
use crate::texts;

pub use requests::{ApplyReplacementsRequest, ChosenPlacesRequest, FindReplacementsRequest, ReplacementRequest};

/// Places to replace. An answer is limited in modules, places and time.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProposedChanges)]
pub struct ProposedChangesView {
    pub modules: Vec<ProposedModuleView>,
    /// Modules that could not be searched, with the reason.
    pub unread: Vec<UnreadModuleView>,
    /// The modules that were looked at for this answer.
    pub read: u64,
    /// All modules to look at; only in the first answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub total: Option<u64>,
    /// There may be more: the value of `after` in the next request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

impl ProposedChangesView {
    pub fn new(changes: ProposedChanges, locale: Locale) -> Self {
        let unread = changes.unread.into_iter().map(|one| UnreadModuleView::new(one, locale));
        Self {
            unread: unread.collect(),
            modules: changes.modules.into_iter().map(ProposedModuleView::from).collect(),
            read: changes.read,
            total: changes.total,
            next: changes.next,
        }
    }
}

/// Whether the caller can change a module.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModuleEditState)]
pub enum ModuleEditStateView {
    Free,
    /// The caller has checked it out.
    Mine,
    /// Someone else has checked it out.
    Held,
    /// The caller may only read the manual.
    ReadOnly,
}

/// A module with places to replace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProposedModule)]
pub struct ProposedModuleView {
    pub path: String,
    pub title: String,
    pub code: String,
    pub language: String,
    /// The id of the version in the working lane.
    pub version: String,
    /// Of the text that was searched, in hexadecimal.
    pub sha256: String,
    /// The text is the caller's draft.
    pub is_draft: bool,
    pub state: ModuleEditStateView,
    /// The account that has checked it out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub held_by: Option<String>,
    /// 200 at most.
    pub places: Vec<FoundPlaceView>,
    /// The module has more places than are listed.
    pub is_cut: bool,
}

impl From<ProposedModule> for ProposedModuleView {
    fn from(module: ProposedModule) -> Self {
        let ProposedModule { file, sha256, is_draft, state, found } = module;
        let (state, held_by) = match state {
            ModuleEditState::Free => (ModuleEditStateView::Free, None),
            ModuleEditState::Own => (ModuleEditStateView::Mine, None),
            ModuleEditState::Held(account) => (ModuleEditStateView::Held, Some(account)),
            ModuleEditState::ReadOnly => (ModuleEditStateView::ReadOnly, None),
        };
        Self {
            title: file.version.metadata.title(),
            version: file.version_id.to_string(),
            code: file.object.identity.code,
            language: file.object.identity.language,
            path: file.path,
            sha256,
            is_draft,
            state,
            held_by,
            places: found.places.into_iter().map(FoundPlaceView::from).collect(),
            is_cut: found.is_cut,
        }
    }
}

/// Why a place cannot be replaced: tags inside it, or literal text that cannot hold the new text.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlaceFault)]
pub enum PlaceFaultView {
    Markup,
    Literal,
}

/// A place to replace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = FoundPlace)]
pub struct FoundPlaceView {
    /// Names the place in a request that applies changes.
    pub number: usize,
    /// Counted from 1.
    pub line: u32,
    /// The HTML id of the paragraph; may be empty.
    pub anchor: String,
    /// As in `Step 3, Warning`; may be empty.
    pub name: String,
    /// Text before it in the same paragraph.
    pub before: String,
    pub found: String,
    /// Text behind it in the same paragraph.
    pub after: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fault: Option<PlaceFaultView>,
}

impl From<FoundPlace> for FoundPlaceView {
    fn from(place: FoundPlace) -> Self {
        let FoundPlace { number, line, anchor, name, before, found, after, fault } = place;
        let fault = fault.map(|fault| match fault {
            PlaceFault::Markup => PlaceFaultView::Markup,
            PlaceFault::Literal => PlaceFaultView::Literal,
        });
        Self { number, line, anchor, name, before, found, after, fault }
    }
}

/// A module that could not be searched.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnreadModule)]
pub struct UnreadModuleView {
    pub path: String,
    /// The error code.
    pub code: &'static str,
    /// The reason, in the language of the request.
    pub message: String,
}

impl UnreadModuleView {
    fn new(UnreadModule { path, error }: UnreadModule, locale: Locale) -> Self {
        let problem = Problem::from(error);
        Self { path, code: problem.code, message: message(&problem, locale) }
    }
}

fn message(problem: &Problem, locale: Locale) -> String {
    texts::say(locale, &format!("problem.{}", problem.code), &problem.params)
}

/// The result for each module, in the order of the request.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplacementResults)]
pub struct ReplacementResultsView {
    pub results: Vec<ReplacementResultView>,
}

/// A module whose draft was changed, or the reason why it is refused.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReplacementResult)]
pub struct ReplacementResultView {
    pub path: String,
    /// The number of replaced places.
    pub replaced: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub file: Option<FileView>,
    /// The error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<&'static str>,
    /// The reason, in the language of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub message: Option<String>,
}

impl ReplacementResultView {
    pub fn new(module: ChosenPlacesRequest, result: Result<File, Problem>, locale: Locale) -> Self {
        let path = module.path;
        match result {
            Ok(file) => {
                // A number that is given twice is one place.
                let replaced = module.places.iter().collect::<HashSet<_>>().len();
                Self { path, replaced, file: Some(file.into()), code: None, message: None }
            }
            Err(problem) => Self {
                path,
                replaced: 0,
                file: None,
                code: Some(problem.code),
                message: Some(message(&problem, locale)),
            },
        }
    }
}
