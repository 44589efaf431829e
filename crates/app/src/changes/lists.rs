//! Reading change requests: lists of them, and one with all that belongs to it.

use domain::access::AccessLevel;
use domain::change::LoggedChange;
use domain::change_request::{
    ChangeRequest, ListedRequest, RequestAction, RequestActor, RequestModule, RequestOrigin, RequestPost,
    RequestRefusal, RequestReviewer, RequestStatus, act, is_approved, may_describe, may_review,
};
use domain::comment::mentions;
use domain::id::ChangeRequestId;
use domain::page::{Order, Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::subject::Subject;
use domain::text::fold;
use store::Tx;
use store::change_requests::RequestFilter;

use super::located::{self, Contributors};
use super::people;
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::editing::change_requests::find;
use crate::library::files;

pub use store::artifacts::Artifact;
pub use store::change_requests::RequestSort;

/// Change requests that one exported list contains at most.
const MAX_EXPORTED: usize = 50_000;
/// Entries of a history; the newest ones.
const MAX_HISTORY: i64 = 500;

/// The filter of a list, as a person gives it.
#[derive(Debug, Clone, Default)]
pub struct RequestListing {
    /// Those with one of these; all when it is empty.
    pub statuses: Vec<RequestStatus>,
    pub origin: Option<RequestOrigin>,
    pub csdb_type: Option<String>,
    pub manual_type: Option<String>,
    pub manual: Option<ManualPath>,
    /// Only those with this module, or about it.
    pub module: Option<FilePath>,
    /// Only those that the caller created, works on or reviews.
    pub mine: bool,
    /// Only those that wait for the verdict of the caller.
    pub awaits_me: bool,
    pub assignee: Option<String>,
    pub created_by: Option<String>,
    /// Only open ones whose day has passed.
    pub overdue: bool,
    pub text: String,
    pub sort: RequestSort,
    pub order: Order,
}

/// One page of the change requests of manuals that the caller may see.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    wanted: RequestListing,
    page: PageRequest,
) -> Result<Page<ListedRequest>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &wanted.text)?;
    let mut tx = caller.read(ctx).await?;
    let filter = filter(ctx, &mut tx, caller, wanted).await?;
    Ok(store::change_requests::list(&mut tx, &filter, page).await?)
}

/// The change requests of an exported list.
#[derive(Debug, Clone)]
pub struct ExportedRequests {
    pub items: Vec<ListedRequest>,
    /// There are more than one export contains.
    pub is_cut: bool,
}

/// All change requests that pass, for an export.
pub async fn list_all(ctx: &Ctx, caller: &Caller, wanted: RequestListing) -> Result<ExportedRequests, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &wanted.text)?;
    let mut tx = caller.read(ctx).await?;
    let filter = filter(ctx, &mut tx, caller, wanted).await?;
    let mut items = store::change_requests::list_all(&mut tx, &filter, MAX_EXPORTED as u64 + 1).await?;
    let is_cut = items.len() > MAX_EXPORTED;
    items.truncate(MAX_EXPORTED);
    Ok(ExportedRequests { items, is_cut })
}

async fn filter(ctx: &Ctx, tx: &mut Tx, caller: &Caller, wanted: RequestListing) -> Result<RequestFilter, Error> {
    let object = match &wanted.module {
        Some(path) => Some(files::object_at(tx, path).await?.0),
        None => None,
    };
    let me = || caller.user.id.clone();
    Ok(RequestFilter {
        statuses: wanted.statuses,
        origin: wanted.origin,
        csdb_type: wanted.csdb_type,
        manual_type: wanted.manual_type,
        manual: wanted.manual,
        object,
        concerns: wanted.mine.then(me),
        awaits: wanted.awaits_me.then(me),
        assignee: wanted.assignee,
        created_by: wanted.created_by,
        due_before: wanted.overdue.then(|| ctx.clock.now().date_naive()),
        text: wanted.text,
        sort: wanted.sort,
        order: wanted.order,
    })
}

/// A change request with what its page shows.
#[derive(Debug, Clone)]
pub struct OpenRequest {
    pub request: ChangeRequest,
    pub reviewers: Vec<RequestReviewer>,
    pub modules: Vec<RequestModule>,
    pub posts: Vec<OpenPost>,
    pub attachments: Vec<Artifact>,
    pub abilities: RequestAbilities,
    /// The verdicts are enough to publish.
    pub is_approved: bool,
}

/// A post with what its reader sees.
#[derive(Debug, Clone)]
pub struct OpenPost {
    pub post: RequestPost,
    /// The accounts that it mentions and that may read the manual.
    pub mentions: Vec<String>,
    /// The caller wrote it.
    pub is_own: bool,
}

/// The actions that the caller may take on a change request.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent abilities")]
pub struct RequestAbilities {
    pub actions: Vec<RequestAction>,
    /// Change title and description, and attach files.
    pub may_describe: bool,
    /// Change due date, assignee and reviewers, and add modules while it is in progress.
    pub may_plan: bool,
    /// Write it as a comment for the manufacturer.
    pub may_send: bool,
    pub may_review: bool,
    /// The caller is an approver, but contributed to the work that is reviewed.
    pub is_own_work: bool,
}

/// Reads a change request of a manual that the caller may see.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId) -> Result<OpenRequest, Error> {
    caller.require(Permission::ReadContent)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.read(ctx).await?;
    let request = find(&mut tx, id).await?;
    let work = Contributors::find(&mut tx, &request).await?;
    let reviewers = located::reviewers(&rules, &mut tx, &request, &work).await?;
    let is_approved = is_approved(&reviewers);
    let posts = store::change_requests::list_posts(&mut tx, id).await?;
    let mentioned = people::mentioned_accounts(&rules, &mut tx, &located::manual_of(&request)?, &posts).await?;
    let opened = |post: RequestPost| {
        let names: Vec<String> = mentions(&post.text).into_iter().map(fold).collect();
        let mentions = mentioned.iter().filter(|account| names.contains(&fold(account))).cloned().collect();
        OpenPost { is_own: post.author.id == caller.user.id, mentions, post }
    };
    Ok(OpenRequest {
        modules: placed_modules(&mut tx, &request).await?,
        abilities: abilities(located::actor(&tx, caller, &request, &work), caller, &request, is_approved),
        posts: posts.into_iter().map(opened).collect(),
        attachments: store::artifacts::list(&mut tx, &Subject::from(id)).await?,
        request,
        reviewers,
        is_approved,
    })
}

/// The modules of a change request, and whether the working version contains the work on each.
async fn placed_modules(tx: &mut Tx, request: &ChangeRequest) -> Result<Vec<RequestModule>, Error> {
    let mut modules = store::change_requests::list_modules(tx, request).await?;
    let is_open = matches!(request.status, RequestStatus::InProgress | RequestStatus::Pending);
    let Some(working) = located::working_lane(tx, request).await?.filter(|_| is_open) else { return Ok(modules) };
    for module in &mut modules {
        module.is_away = !located::is_present(tx, working, module).await?;
    }
    Ok(modules)
}

fn abilities(actor: RequestActor, caller: &Caller, request: &ChangeRequest, is_approved: bool) -> RequestAbilities {
    let is_person = caller.service.is_none();
    let may = |action: &RequestAction| is_person && act(request.status, *action, actor, is_approved).is_ok();
    let is_planner = actor.level >= AccessLevel::Author;
    let is_asker = actor.is_creator && request.status == RequestStatus::NotOpen;
    let review = may_review(request.status, actor);
    RequestAbilities {
        actions: RequestAction::ALL.into_iter().filter(may).collect(),
        may_describe: is_person && may_describe(request.status) && (is_planner || is_asker),
        may_plan: is_person && is_planner && request.status != RequestStatus::Closed,
        may_send: is_planner && caller.require(Permission::EditContent).is_ok(),
        may_review: is_person && review.is_ok(),
        is_own_work: is_person && review == Err(RequestRefusal::OwnWork),
    }
}

/// The history of a change request, newest first, as the change log has it.
pub async fn history(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId) -> Result<Vec<LoggedChange>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let request = find(&mut tx, id).await?;
    // A database of the same name may have had a request of this number before.
    let (subject, since) = (request.subject(), request.created_on);
    Ok(store::changes::list_of_change_request(&mut tx, &subject, since, MAX_HISTORY).await?)
}
