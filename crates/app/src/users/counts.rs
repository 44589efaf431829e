//! The figures beside the entries of header and sidebar.

use domain::permission::Permission;
use domain::publication::PublicationGroup;
use store::Tx;
use store::compliance::RecheckFilter;

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The counts; each equals the length of the list that its entry opens.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HeaderCounts {
    /// Open threads that the caller follows.
    pub comments: u64,
    pub checkouts: u64,
    pub bookmarks: u64,
    pub recents: u64,
    /// OEM revisions that wait for a decision.
    pub updates: u64,
    pub databases: u64,
    pub manuals: u64,
    /// In the working lanes of all manuals.
    pub modules: u64,
    pub messages: u64,
    pub tasks: u64,
    pub operators: u64,
    pub aircraft: u64,
    /// Only for those who manage users.
    pub users: Option<u64>,
    pub pending_users: Option<u64>,
    /// Only for those who publish.
    pub publication_drafts: Option<u64>,
    pub publications_for_approval: Option<u64>,
    /// Approved in the last days.
    pub publications_published: u64,
    pub publications_to_acknowledge: u64,
    /// The number of reviews that wait for the owner of requirements; only for those who may work on compliance.
    pub policy_reviews: Option<u64>,
}

/// Counts what waits for the caller.
pub async fn read(ctx: &Ctx, caller: &Caller) -> Result<HeaderCounts, Error> {
    let mut tx = caller.read(ctx).await?;
    let (manuals, modules) = store::manuals::count(&mut tx).await?;
    let mut counts = HeaderCounts {
        updates: store::snapshots::count_waiting(&mut tx).await?,
        databases: store::csdbs::count(&mut tx).await?,
        manuals,
        modules,
        messages: store::notifications::count_unread(&mut tx, &caller.user.id).await?,
        comments: store::comments::count_open(&mut tx, &caller.user.id).await?,
        checkouts: store::checkouts::count_held(&mut tx, &caller.user.id).await?,
        bookmarks: store::workspace::count_bookmarks(&mut tx, &caller.user.id).await?,
        recents: store::workspace::count_recent(&mut tx, &caller.user.id).await?,
        tasks: store::jobs::count_unnotified(&mut tx, &caller.user.id).await?,
        operators: store::operators::count(&mut tx).await?,
        aircraft: store::operators::count_aircraft(&mut tx).await?,
        publications_published: published(PublicationGroup::Published, &mut tx, ctx, caller).await?,
        publications_to_acknowledge: published(PublicationGroup::ToAcknowledge, &mut tx, ctx, caller).await?,
        ..HeaderCounts::default()
    };
    if caller.user.may(Permission::ManageUsers) {
        counts.users = Some(store::users::count(&mut tx).await?);
        counts.pending_users = Some(store::users::count_pending(&mut tx).await?);
    }
    if caller.user.may(Permission::EditCompliance) {
        let today = ctx.clock.now().date_naive();
        let mine = RecheckFilter { today, owner: Some(caller.user.id.clone()), ..RecheckFilter::default() };
        let items = store::compliance::count_items_to_review(&mut tx, &caller.user.id, today).await?;
        counts.policy_reviews = Some(store::compliance::count_rechecks(&mut tx, &mine).await? + items);
    }
    if caller.user.may(Permission::PublishDraft) {
        counts.publication_drafts = Some(published(PublicationGroup::Drafts, &mut tx, ctx, caller).await?);
        counts.publications_for_approval = Some(published(PublicationGroup::ForApproval, &mut tx, ctx, caller).await?);
    }
    Ok(counts)
}

async fn published(group: PublicationGroup, tx: &mut Tx, ctx: &Ctx, caller: &Caller) -> Result<u64, Error> {
    Ok(store::publications::count_group(tx, group, &caller.user.id, ctx.clock.now()).await?)
}
