//! OEM revisions that are decided: what they touch, the decisions, and the modules left to look at.

mod decisions;
mod open_work;
mod todo_changes;
mod todos;
mod touched;

pub use decisions::{DecisionFilter, find_confirmation, insert_decision, list_decisions};
pub use open_work::{list_open_work, list_versions, reopen_superseded, supersede_todos};
pub use todo_changes::{TodoEdit, decide_todo, insert_todos, mark_done, restore_todos, update_todo};
pub use todos::{
    TodoCounts, TodoFilter, TodoOwner, count_existing, count_todos, find_copied, find_todo, has_todo, list_todos,
};
pub use touched::{
    CopySource, TouchedObject, TouchedVersion, count_held, list_held, list_in_working, list_languages,
    list_open_requests, list_open_threads, list_touched,
};
