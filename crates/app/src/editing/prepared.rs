//! A changed text that becomes the caller's draft.

use domain::access::AccessLevel;
use domain::draft::{Draft, DraftState, NO_TAB};
use domain::id::{DraftId, VersionId};
use domain::path::FilePath;
use store::Tx;
use store::drafts::DraftText;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::{checkouts, drafts, source};
use crate::library::files;

/// The changed text of a file, not stored yet.
pub(super) struct PreparedText {
    pub(super) path: FilePath,
    /// The version in the working lane when the text was read.
    pub(super) version: VersionId,
    /// The draft that the text is of; `None` for the text of the working lane.
    pub(super) draft: Option<DraftId>,
    /// The SHA-256 of the text before the change.
    pub(super) before: String,
    pub(super) text: String,
}

impl PreparedText {
    /// Saves the text in the caller's draft of the file, which is checked out if it is free. A newer version or draft is
    /// refused.
    pub(super) async fn put(self, ctx: &Ctx, caller: &Caller, tx: &mut Tx) -> Result<(), Error> {
        let found = files::writable(tx, &self.path, AccessLevel::Author).await?.file;
        let (object, now) = (found.object.id, ctx.clock.now());
        checkouts::lock(ctx, tx, caller, &found).await?;
        // On PostgreSQL the lock may have waited for a transaction that made a version: it is read again.
        let file = files::writable(tx, &self.path, AccessLevel::Author).await?.file;
        if file.version_id != self.version {
            return Err(Error::ChangedMeanwhile);
        }
        let sha256 = source::sha256(&self.text);
        drafts::set_others_aside(tx, caller, object).await?;
        let found = drafts::find_own(tx, caller, object).await?;
        require_same_draft(self.draft.as_ref(), found.as_ref())?;
        if let Some(draft) = found {
            let (content, replaces, tab) = (self.text.as_str(), self.before.as_str(), draft.tab.as_str());
            let text = DraftText { content, sha256: &sha256, replaces, base: draft.base, tab, saved_on: now };
            let is_saved = store::drafts::save(tx, &draft.id, &text).await?;
            return if is_saved { Ok(()) } else { Err(Error::ChangedMeanwhile) };
        }
        let draft = Draft {
            id: DraftId(ctx.ids.next()),
            object_id: object,
            user_id: caller.user.id.clone(),
            base: file.version_id,
            sha256,
            size: self.text.len() as u64,
            tab: NO_TAB.to_owned(),
            state: DraftState::Open,
            opened_on: now,
            saved_on: now,
            ended_on: None,
        };
        let is_begun = store::drafts::insert(tx, &draft, &self.text).await?;
        if is_begun { Ok(()) } else { Err(Error::ChangedMeanwhile) }
    }
}

/// Refuses when the draft that a text was read from has ended, or another one has begun: a text that was discarded must
/// not come back.
fn require_same_draft(read: Option<&DraftId>, found: Option<&Draft>) -> Result<(), Error> {
    if read == found.map(|draft| &draft.id) { Ok(()) } else { Err(Error::ChangedMeanwhile) }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use domain::id::{ObjectId, UserId};

    use super::*;

    #[test]
    fn a_text_is_saved_in_the_draft_that_it_was_read_from() {
        let draft = Draft {
            id: DraftId("1".to_owned()),
            object_id: ObjectId(1),
            user_id: UserId("u".to_owned()),
            base: VersionId(1),
            sha256: String::new(),
            size: 0,
            tab: NO_TAB.to_owned(),
            state: DraftState::Open,
            opened_on: DateTime::UNIX_EPOCH,
            saved_on: DateTime::UNIX_EPOCH,
            ended_on: None,
        };
        assert!(require_same_draft(None, None).is_ok());
        assert!(require_same_draft(Some(&draft.id), Some(&draft)).is_ok());
        assert!(require_same_draft(Some(&draft.id), None).is_err(), "it was discarded");
        assert!(require_same_draft(None, Some(&draft)).is_err(), "it has begun");
        assert!(require_same_draft(Some(&DraftId("2".to_owned())), Some(&draft)).is_err());
    }
}
