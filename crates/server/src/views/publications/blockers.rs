//! Wire types for blockers of publications.

use app::publications::blockers::{
    BlockingTodo, BrokenReference, ExcessiveItem, PublicationBlockers, TemporaryLeftover, UnreleasedModule,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The manual to publish.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BlockersQuery {
    /// As in `/H160/MEL`.
    pub manual_path: String,
}

/// An open to-do of an OEM revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BlockingTodo)]
pub struct BlockingTodoView {
    pub id: String,
    pub revision_id: String,
    pub reason: String,
    pub conflicts: u64,
    pub path: String,
}

/// A module that is not released.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UnreleasedModule)]
pub struct UnreleasedModuleView {
    pub path: String,
    /// Draft, Review or Obsolete.
    pub status: String,
}

/// A reference that leads nowhere.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BrokenReference)]
pub struct BrokenReferenceView {
    /// The path of the module with the reference.
    pub path: String,
    pub target: String,
    pub line: u32,
    /// Delivered broken by the manufacturer: listed, but not blocking.
    pub delivered: bool,
}

/// An object whose present version was published for some days only.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TemporaryLeftover)]
pub struct TemporaryLeftoverView {
    pub path: String,
    /// The revision number of the temporary revision that has ended.
    pub revision: String,
}

/// An item that allows more than the master list or has to be judged, without an override.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExcessiveItem)]
pub struct ExcessiveItemView {
    pub path: String,
    /// How many of its points allow more or have to be judged.
    pub points: u64,
}

/// The points to settle before a manual can be published; each list is cut after 100.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PublicationBlockers)]
pub struct PublicationBlockersView {
    /// How many points block a publication that is not a draft.
    pub blocking: u64,
    pub conflicts: Vec<BlockingTodoView>,
    pub todos: Vec<BlockingTodoView>,
    /// Open to-dos, conflicts included.
    pub todo_count: u64,
    pub conflict_count: u64,
    pub unreleased: Vec<UnreleasedModuleView>,
    pub unreleased_count: u64,
    /// Compliance references to check again, where the rules of editing let publications wait for them.
    pub recheck_count: u64,
    /// Items of a minimum equipment list that its guard does not let pass.
    pub excessive_items: Vec<ExcessiveItemView>,
    pub excessive_item_count: u64,
    /// Objects that came with temporary revisions that have ended and would become permanent; they do not block.
    pub leftovers: Vec<TemporaryLeftoverView>,
    pub leftover_count: u64,
    pub missing_pictures: Vec<BrokenReferenceView>,
    pub broken_references: Vec<BrokenReferenceView>,
    /// Those that block.
    pub picture_count: u64,
    pub reference_count: u64,
    /// Those that were delivered broken.
    pub delivered_picture_count: u64,
    pub delivered_reference_count: u64,
    /// The languages that a draft can be limited to, as in `en-US`.
    pub languages: Vec<String>,
    /// Formats that cannot be made now: `pdf` while the PDF engine is not there.
    pub unavailable_formats: Vec<String>,
    /// ready, building (it will be there within minutes) or missing (it is not installed).
    pub pdf_engine: String,
}

impl From<BlockingTodo> for BlockingTodoView {
    fn from(todo: BlockingTodo) -> Self {
        Self {
            id: todo.id.0,
            revision_id: todo.revision.to_string(),
            reason: todo.reason.as_str().to_owned(),
            conflicts: todo.conflicts,
            path: todo.path,
        }
    }
}

impl From<UnreleasedModule> for UnreleasedModuleView {
    fn from(module: UnreleasedModule) -> Self {
        Self { path: module.path, status: module.status.as_str().to_owned() }
    }
}

impl From<TemporaryLeftover> for TemporaryLeftoverView {
    fn from(leftover: TemporaryLeftover) -> Self {
        Self { path: leftover.path, revision: leftover.revision }
    }
}

impl From<ExcessiveItem> for ExcessiveItemView {
    fn from(item: ExcessiveItem) -> Self {
        Self { path: item.path, points: item.points }
    }
}

impl From<BrokenReference> for BrokenReferenceView {
    fn from(reference: BrokenReference) -> Self {
        Self { path: reference.path, target: reference.target, line: reference.line, delivered: reference.is_delivered }
    }
}

impl From<PublicationBlockers> for PublicationBlockersView {
    fn from(blockers: PublicationBlockers) -> Self {
        let todos = |list: Vec<BlockingTodo>| list.into_iter().map(BlockingTodoView::from).collect();
        let references = |list: Vec<BrokenReference>| list.into_iter().map(BrokenReferenceView::from).collect();
        Self {
            blocking: blockers.blocking,
            conflicts: todos(blockers.conflicts),
            todos: todos(blockers.todos),
            todo_count: blockers.todo_count,
            conflict_count: blockers.conflict_count,
            unreleased: blockers.unreleased.into_iter().map(UnreleasedModuleView::from).collect(),
            unreleased_count: blockers.unreleased_count,
            recheck_count: blockers.rechecks,
            excessive_items: blockers.excessive.into_iter().map(ExcessiveItemView::from).collect(),
            excessive_item_count: blockers.excessive_count,
            leftovers: blockers.leftovers.into_iter().map(TemporaryLeftoverView::from).collect(),
            leftover_count: blockers.leftover_count,
            missing_pictures: references(blockers.missing_pictures),
            broken_references: references(blockers.broken_references),
            picture_count: blockers.broken.pictures,
            reference_count: blockers.broken.references,
            delivered_picture_count: blockers.broken.delivered_pictures,
            delivered_reference_count: blockers.broken.delivered_references,
            languages: blockers.languages,
            pdf_engine: blockers.pdf_engine.as_str().to_owned(),
            unavailable_formats: blockers.unavailable.into_iter().map(|format| format.as_str().to_owned()).collect(),
        }
    }
}
