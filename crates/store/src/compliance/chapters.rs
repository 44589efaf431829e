//! References to chapters, and whether the contents still have these.

use domain::id::{ManualId, PolicyReferenceId};

use crate::StoreError;
use crate::tx::Tx;

/// A reference to a chapter of a manual.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterReference {
    pub id: PolicyReferenceId,
    pub chapter: String,
    /// The contents had no such chapter when they were last compared.
    pub is_gone: bool,
}

/// The references to chapters of a manual.
pub async fn list_chapter_references(tx: &mut Tx, manual: &ManualId) -> Result<Vec<ChapterReference>, StoreError> {
    const SQL: &str = "
        SELECT id, chapter, chapter_gone
        FROM policy_reference
        WHERE manual_id = $1 AND target = 'chapter'
        ORDER BY id";
    let rows: Vec<(String, String, bool)> =
        on_tx!(tx, |conn| sqlx::query_as(SQL).bind(&manual.0).fetch_all(conn).await?);
    let read = |(id, chapter, is_gone)| ChapterReference { id: PolicyReferenceId(id), chapter, is_gone };
    Ok(rows.into_iter().map(read).collect())
}

/// Stores whether the contents have the chapter of a reference.
pub async fn update_chapter_gone(tx: &mut Tx, id: &PolicyReferenceId, is_gone: bool) -> Result<(), StoreError> {
    const SQL: &str = "UPDATE policy_reference SET chapter_gone = $2 WHERE id = $1";
    on_tx!(tx, |conn| sqlx::query(SQL).bind(&id.0).bind(is_gone).execute(conn).await?.rows_affected());
    Ok(())
}
