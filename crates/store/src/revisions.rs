//! OEM revisions that are decided: what they touch, the decisions, and the modules left to look at.

mod decisions;
mod todos;
mod touched;

pub use decisions::{DecisionFilter, find_confirmation, insert_decision, list_decisions};
pub use todos::{
    TodoCounts, TodoEdit, TodoFilter, TodoOwner, count_todos, decide_todo, find_todo, insert_todo, list_todos,
    mark_done, restore_todo, update_todo,
};
pub use touched::{
    TouchedObject, TouchedVersion, count_open_threads, list_held, list_in_working, list_languages, list_touched,
};
