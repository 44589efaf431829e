//! The request: the changes to mark, and the treatment of marks that a text has already.

use crate::guard::Checked;
use crate::model::ContentModel;

/// How changes are marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct MarkRequest<'m> {
    /// The id of the reason for update that the marks refer to.
    pub reason: Option<&'m str>,
    /// The content model of the module's schema. Without one, only elements that all schemas agree about are marked.
    pub model: Option<&'m ContentModel>,
    /// Editorial changes get no marks.
    pub is_editorial: bool,
    pub scope: MarkScope<'m>,
}

/// The scope of the marks: it decides which of those that a text has already are out of date.
#[derive(Debug, Clone, Copy, Default)]
pub enum MarkScope<'m> {
    /// Work on top of other work, or on an unknown issue: marks stay.
    #[default]
    Work,
    /// The first work on top of an issue: marks of the issue are replaced where something was changed.
    OnIssue,
    /// All work since the issue before, which is the earlier text: its marks are removed, and so are those written
    /// since where nothing differs any more.
    Issue {
        /// The version that was checked out, if it is not the issue before. Marks that it does not have are the
        /// author's.
        checked_out: Option<&'m Checked<'m>>,
    },
}
