//! The work list of those who own requirements: references whose text changed, with what changed, and reminders.

use domain::comment::PlaceState;
use domain::compliance::{LocatedReference, PolicyStatus};
use domain::id::UserId;
use domain::notification::NotificationKind;
use domain::page::{Page, PageRequest};
use domain::permission::Permission;
use s1000d::diff::suggestions::{RedlinePiece, redline};
use store::Tx;
use store::compliance::{ReviewedReference, UntoldOwner};

use super::places::{self, QuotedReference};
use crate::comments::paragraphs::{self, AnchoredText};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::notifications;

/// Characters of each text that a redline compares.
const MAX_COMPARED: usize = 20_000;

/// A reference to check again, with what changed.
#[derive(Debug, Clone)]
pub struct PolicyReview {
    pub reference: QuotedReference,
    pub collection_name: String,
    pub code: String,
    pub title: String,
    /// The path of the requirement.
    pub path: String,
    pub status: PolicyStatus,
    /// The version of the requirement.
    pub version: i64,
    /// The differences of the paragraph since it was confirmed; empty where its text is the same.
    pub redline: Vec<RedlinePiece>,
    /// The differences of the requirement since the reference was confirmed; empty where its text is the same.
    pub requirement: Vec<RedlinePiece>,
}

/// One page of the references to check again: those of the caller's requirements, or all.
pub async fn list(ctx: &Ctx, caller: &Caller, mine: bool, page: PageRequest) -> Result<Page<PolicyReview>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let owner = mine.then_some(&caller.user.id);
    let Page { items, total, request } = store::compliance::list_rechecks(&mut tx, owner, page).await?;
    let mut requirements = Vec::with_capacity(items.len());
    for one in &items {
        requirements.push(requirement_redline(&mut tx, one).await?);
    }
    drop(tx);
    let quoted = places::quote(ctx, items.iter().map(|one| one.located.clone()).collect()).await?;
    let redlines = text_redlines(ctx, &quoted).await?;
    let reviews = items.into_iter().zip(quoted).zip(redlines).zip(requirements);
    let reviews = reviews.map(|(((one, reference), redline), requirement)| PolicyReview {
        reference,
        collection_name: one.collection_name,
        code: one.code,
        title: one.title,
        path: one.path,
        status: one.status,
        version: one.version,
        redline,
        requirement,
    });
    Ok(Page { items: reviews.collect(), total, request })
}

/// What changed in the requirement since its reference was confirmed.
async fn requirement_redline(tx: &mut Tx, reviewed: &ReviewedReference) -> Result<Vec<RedlinePiece>, Error> {
    let reference = &reviewed.located.reference;
    let before = store::compliance::find_requirement_before(tx, &reference.item, reference.updated_on).await?;
    Ok(before.map(|before| compared(&before, &reviewed.text)).unwrap_or_default())
}

/// The differences of two texts; empty where there are none.
fn compared(old: &str, new: &str) -> Vec<RedlinePiece> {
    if old == new {
        return Vec::new();
    }
    let cut = |text: &str| text.chars().take(MAX_COMPARED).collect::<String>();
    redline(&cut(old), &cut(new))
}

/// What changed in the paragraphs of references since they were confirmed.
async fn text_redlines(ctx: &Ctx, quoted: &[QuotedReference]) -> Result<Vec<Vec<RedlinePiece>>, Error> {
    let mut wanted = Vec::new();
    let mut positions = Vec::new();
    for (position, one) in quoted.iter().enumerate() {
        let LocatedReference { reference, confirmed_blob, now, .. } = &one.located;
        let Some((from, (_, to))) = confirmed_blob.as_ref().zip(now.as_ref()) else { continue };
        if one.state == PlaceState::Changed && !reference.anchor.is_empty() {
            wanted.push(AnchoredText { content: from.clone(), anchor: reference.anchor.clone() });
            wanted.push(AnchoredText { content: to.clone(), anchor: one.anchor.clone() });
            positions.push(position);
        }
    }
    let texts = paragraphs::texts(ctx, wanted).await?;
    let mut redlines = vec![Vec::new(); quoted.len()];
    for (position, pair) in positions.into_iter().zip(texts.chunks_exact(2)) {
        redlines[position] = compared(&pair[0], &pair[1]);
    }
    Ok(redlines)
}

/// The page of the work list.
const LINK: &str = "/compliance-review";

/// Tells the owners of requirements of texts to check again and of overdue reviews, each once.
pub async fn remind(ctx: &Ctx) -> Result<(), Error> {
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?;
    let rechecks = store::compliance::take_untold_rechecks(&mut tx, now).await?;
    let reviews = store::compliance::take_untold_reviews(&mut tx, now.date_naive()).await?;
    for (untold, code) in [(rechecks, "compliance.recheck"), (reviews, "compliance.review")] {
        for UntoldOwner { user, count } in untold {
            tell(ctx, &mut tx, &user, code, count).await?;
        }
    }
    Ok(tx.commit().await?)
}

async fn tell(ctx: &Ctx, tx: &mut Tx, owner: &UserId, code: &str, count: u64) -> Result<(), Error> {
    let Some(owner) = store::users::find(tx, owner).await? else { return Ok(()) };
    let count = count.to_string();
    let params = [("count", count.as_str())];
    notifications::leave(ctx, tx, &[owner], NotificationKind::Revisions, code, &params, LINK).await
}

#[cfg(test)]
mod tests {
    use s1000d::diff::suggestions::PieceKind;

    use super::*;

    #[test]
    fn only_texts_that_differ_have_a_redline() {
        assert!(compared("Two pumps.", "Two pumps.").is_empty());
        let pieces = compared("Two pumps.", "Three pumps.");
        let kinds: Vec<PieceKind> = pieces.iter().map(|piece| piece.kind).collect();
        assert_eq!(kinds, [PieceKind::Deleted, PieceKind::Inserted, PieceKind::Same]);
    }
}
