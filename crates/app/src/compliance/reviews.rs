//! The work list of those who own requirements: references whose text changed, with what changed, and reminders.

use std::collections::{BTreeSet, HashMap};

use domain::comment::PlaceState;
use domain::compliance::{LocatedReference, PolicyReference, PolicyStatus, whole_wording};
use domain::id::{PolicyEventId, PolicyItemId, PolicyReferenceId, UserId};
use domain::notification::NotificationKind;
use domain::page::{Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::user::User;
use s1000d::diff::suggestions::RedlinePiece;
use store::Tx;
use store::compliance::{RecheckFilter, ReviewedReference};

use super::places::{self, QuotedReference};
use super::{futures, means};
use crate::comments::paragraphs::{self, AnchoredText, TextRedline};
use crate::core::access;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::library::{files, manuals};
use crate::users::notifications;

/// References that are listed at once: each is compared word by word.
const MAX_REVIEWS: u32 = 50;

/// A reference to check again, with what changed, or one whose review is due.
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
    /// The differences of the paragraph since it was confirmed; empty where its text is the same or cannot be read.
    pub redline: Vec<RedlinePiece>,
    /// The differences of the requirement since the reference was confirmed; empty where its text is the same.
    pub requirement: Vec<RedlinePiece>,
    /// The requirement changed since the reference was confirmed, perhaps without a difference of its text.
    pub is_requirement_changed: bool,
    /// The texts are long, and not all differences are shown.
    pub has_more_differences: bool,
}

/// Which references to check again are listed.
#[derive(Debug, Clone, Default)]
pub struct ReviewListing {
    /// Only those that the caller is in charge of: their own, and those without an owner of the caller's requirements.
    pub mine: bool,
    /// Only those to this manual.
    pub manual: Option<ManualPath>,
    /// Only those to this module.
    pub module: Option<FilePath>,
    /// Only those of this requirement.
    pub item: Option<PolicyItemId>,
}

/// One page of the references to check again. A page has at most 50.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    wanted: ReviewListing,
    page: PageRequest,
) -> Result<Page<PolicyReview>, Error> {
    caller.require(Permission::ReadContent)?;
    let page = PageRequest::parse(page.number(), page.size().min(MAX_REVIEWS)).unwrap_or(page);
    let mut tx = caller.read(ctx).await?;
    let manual = match &wanted.manual {
        Some(path) => Some(manuals::at_path(&mut tx, path).await?.id),
        None => None,
    };
    let module = match &wanted.module {
        Some(path) => Some(files::object_at(&mut tx, path).await?.0),
        None => None,
    };
    let owner = wanted.mine.then(|| caller.user.id.clone());
    let today = ctx.clock.now().date_naive();
    let filter = RecheckFilter { today, owner, manual, module, item: wanted.item };
    let Page { items, total, request } = store::compliance::list_rechecks(&mut tx, &filter, page).await?;
    let requirements = requirements(&mut tx, &items).await?;
    drop(tx);
    let quoted = places::quote(ctx, items.iter().map(|one| one.located.clone()).collect()).await?;
    let texts = texts(ctx, &quoted).await?;
    let mut redlines = redlines(texts).await?.into_iter();
    let RequirementChanges { of_reference, pairs } = requirements;
    let of_requirements = paragraphs::redlines(pairs).await?;
    let reviews = items.into_iter().zip(quoted).map(|(one, reference)| {
        let changed = of_reference.get(&one.located.reference.id).copied();
        let requirement = changed.flatten().and_then(|place| of_requirements.get(place)).cloned().unwrap_or_default();
        let paragraph = redlines.next().unwrap_or_default();
        PolicyReview {
            is_requirement_changed: changed.is_some(),
            reference,
            collection_name: one.collection_name,
            code: one.code,
            title: one.title,
            path: one.path,
            status: one.status,
            version: one.version,
            has_more_differences: paragraph.is_cut || requirement.is_cut,
            redline: paragraph.pieces,
            requirement: requirement.pieces,
        }
    });
    Ok(Page { items: reviews.collect(), total, request })
}

/// An old and a new text.
type TextPair = (String, String);

/// The redlines of pairs, in their order; empty where there is no pair.
async fn redlines(pairs: Vec<Option<TextPair>>) -> Result<Vec<TextRedline>, Error> {
    let known: Vec<bool> = pairs.iter().map(Option::is_some).collect();
    let mut found = paragraphs::redlines(pairs.into_iter().flatten().collect()).await?.into_iter();
    let redline = |is_known: bool| is_known.then(|| found.next()).flatten().unwrap_or_default();
    Ok(known.into_iter().map(redline).collect())
}

/// How the requirements of a page changed.
#[derive(Default)]
struct RequirementChanges {
    /// The references whose requirement changed since they were confirmed, with the place of its wordings in `pairs`;
    /// `None` where something else than its text changed.
    of_reference: HashMap<PolicyReferenceId, Option<usize>>,
    /// The wordings then and now, each once: they may be long, and many references may belong to one requirement.
    pairs: Vec<TextPair>,
}

async fn requirements(tx: &mut Tx, items: &[ReviewedReference]) -> Result<RequirementChanges, Error> {
    let references: Vec<&PolicyReferenceId> = items.iter().map(|one| &one.located.reference.id).collect();
    let first = store::compliance::list_requirement_changes(tx, &references).await?;
    let all = items.iter().map(|one| &one.located.reference);
    let changed: Vec<(&PolicyReference, Option<&PolicyEventId>)> =
        all.filter_map(|reference| Some((reference, first.get(&reference.id)?.as_ref()))).collect();
    let worded = changed.iter().filter_map(|(reference, event)| Some((&reference.item, (*event)?)));
    let (of_items, events): (BTreeSet<&PolicyItemId>, BTreeSet<&PolicyEventId>) = worded.unzip();
    let (of_items, events): (Vec<_>, Vec<_>) = (of_items.into_iter().collect(), events.into_iter().collect());
    let mut before = store::compliance::list_wordings_before(tx, &events).await?;
    let texts = store::compliance::list_item_texts(tx, &of_items).await?;
    let clauses = store::compliance::list_clauses_of(tx, &of_items).await?;
    let mut found = RequirementChanges::default();
    let mut places: HashMap<&PolicyEventId, usize> = HashMap::new();
    for (reference, event) in changed {
        if let Some(event) = event
            && let Some(old) = before.remove(event)
            && let Some(text) = texts.get(&reference.item)
        {
            let own = clauses.get(&reference.item).map(Vec::as_slice).unwrap_or_default();
            places.insert(event, found.pairs.len());
            found.pairs.push((old, whole_wording(text, own)));
        }
        let place = event.and_then(|event| places.get(event)).copied();
        found.of_reference.insert(reference.id.clone(), place);
    }
    Ok(found)
}

/// The paragraphs of references when they were confirmed and now, of those that changed and can be read.
async fn texts(ctx: &Ctx, quoted: &[QuotedReference]) -> Result<Vec<Option<TextPair>>, Error> {
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
    let mut pairs = vec![None; quoted.len()];
    for (position, pair) in positions.into_iter().zip(texts.chunks_exact(2)) {
        pairs[position] = pair[0].clone().zip(pair[1].clone());
    }
    Ok(pairs)
}

/// The page of the work list.
const LINK: &str = "/compliance-review";

/// A reminder for the owner of requirements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reminder {
    /// Texts to check again.
    Recheck,
    /// Reviews that are overdue.
    Review,
}

/// Marks what has to be checked again because a text applies since today or because means of compliance ended, and tells the owners of requirements of texts to
/// check again and of overdue reviews, each once. Those who may not work on
/// compliance any more are not told, nor is anybody of manuals that they may not see.
pub async fn remind(ctx: &Ctx) -> Result<(), Error> {
    futures::begin(ctx).await?;
    means::end(ctx).await?;
    let mut tx = ctx.db.read().await?;
    let rechecks = store::compliance::list_untold_owners(&mut tx).await?;
    let reviews = store::compliance::list_unreminded_owners(&mut tx, ctx.clock.now().date_naive()).await?;
    drop(tx);
    for (owners, reminder) in [(rechecks, Reminder::Recheck), (reviews, Reminder::Review)] {
        for owner in owners {
            tell(ctx, &owner, reminder).await?;
        }
    }
    Ok(())
}

async fn tell(ctx: &Ctx, owner: &UserId, reminder: Reminder) -> Result<(), Error> {
    let owner = store::users::find(&mut ctx.db.read().await?, owner).await?;
    let Some(owner) = owner.filter(|owner: &User| owner.may(Permission::EditCompliance)) else { return Ok(()) };
    let sight = access::sight(ctx, &owner.id, owner.role).await?;
    let now = ctx.clock.now();
    let mut tx = ctx.db.begin().await?.limited_to(owner.id.clone(), sight);
    let (count, code) = match reminder {
        Reminder::Recheck => {
            (store::compliance::take_untold_rechecks(&mut tx, &owner.id, now).await?, "compliance.recheck")
        }
        Reminder::Review => {
            let today = now.date_naive();
            (store::compliance::take_untold_reviews(&mut tx, &owner.id, today).await?, "compliance.review")
        }
    };
    if count == 0 {
        return Ok(());
    }
    let count = count.to_string();
    let params = [("count", count.as_str())];
    notifications::leave(ctx, &mut tx, &[owner], NotificationKind::Revisions, code, &params, LINK).await?;
    Ok(tx.commit().await?)
}
