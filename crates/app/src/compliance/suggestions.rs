//! Paragraphs that may answer a requirement, by likeness of text and by codes. A person decides: nothing is referred to by itself.

use domain::compliance::{MAX_REFERENCES, PolicyItem};
use domain::field::FieldCode;
use domain::id::{PolicyClauseId, PolicyItemId};
use domain::permission::Permission;
use store::Tx;

use super::{located, places};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::reading::search::{self, AlikeText, ComparedText};

/// Suggestions that are given at once.
const MAX_SUGGESTIONS: usize = 10;
/// Characters of a requirement that are compared: its beginning says what it is about.
const MAX_COMPARED: usize = 4_000;

/// The paragraphs that are most like an item, or one of its clauses, without those that it refers to already.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyItemId,
    clause: Option<&PolicyClauseId>,
) -> Result<Vec<AlikeText>, Error> {
    caller.require(Permission::EditCompliance)?;
    let mut tx = caller.read(ctx).await?;
    let item = located::item(&mut tx, id).await?;
    let text = text_of(&mut tx, &item, clause).await?;
    let references = store::compliance::list_references(&mut tx, id, MAX_REFERENCES).await?;
    drop(tx);
    let known = places::quote(ctx, references).await?;
    let known = known.into_iter().map(|one| (one.located.path, one.anchor)).collect();
    let compared = ComparedText { code: item.details.code, title: item.details.title, text, known };
    search::alike(ctx, caller, compared, MAX_SUGGESTIONS).await
}

/// The text of a clause, or that of the item with all of its clauses.
async fn text_of(tx: &mut Tx, item: &PolicyItem, clause: Option<&PolicyClauseId>) -> Result<String, Error> {
    let clauses = store::compliance::list_clauses(tx, &item.id).await?;
    let text = if let Some(id) = clause {
        let own = clauses.into_iter().find(|clause| clause.id == *id);
        own.ok_or_else(|| Error::field("policyClauseId", FieldCode::UnknownValue))?.text
    } else {
        let texts = clauses.into_iter().map(|clause| clause.text);
        std::iter::once(item.details.text.clone()).chain(texts).collect::<Vec<_>>().join("\n")
    };
    Ok(text.chars().take(MAX_COMPARED).collect())
}
