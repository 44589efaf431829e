//! Reading items: lists of them, and one with all that belongs to it.

use domain::comment::{PlaceState, ThreadPlace};
use domain::compliance::{
    ComplianceCollection, CompliancePath, FutureText, ListedPolicyItem, MAX_REFERENCES, MappingProof, MeansState,
    ModuleReference, PolicyCategory, PolicyClause, PolicyEvent, PolicyEvidence, PolicyHeader, PolicyItem,
    PolicyItemKind, PolicyMeans, PolicyStatus, ProvingItem, may_sign_off,
};
use domain::id::{PolicyEventId, PolicyItemId, VersionId};
use domain::page::{Order, Page, PageRequest};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use store::Tx;
use store::compliance::{PolicyItemFilter, StoredMeans};

use super::{futures, located, places};
use crate::comments::paragraphs::{self, AnchoredParagraph};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::library::files;

pub use super::places::QuotedReference;
pub use store::compliance::PolicyItemSort;

/// References to a module that the reader marks.
const MAX_MARKS: u64 = 500;
/// Entries of a history that are read at once.
const MAX_HISTORY: u64 = 500;
/// Items right below another one that its page lists.
const MAX_BELOW: u64 = 1_000;

/// Which items are listed, as a person asks for them.
#[derive(Debug, Clone, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a filter of its own")]
pub struct PolicyListing {
    /// Only those below this collection, category or item.
    pub below: Option<CompliancePath>,
    /// Those with one of these; all when it is empty.
    pub statuses: Vec<PolicyStatus>,
    pub in_scope: Option<bool>,
    pub kind: Option<PolicyItemKind>,
    pub assessable: Option<bool>,
    /// Only those whose status waits for an approver.
    pub proposed: bool,
    /// Only those of this account.
    pub owner: Option<String>,
    /// Only those of the caller.
    pub mine: bool,
    pub operator: Option<String>,
    /// Only those that refer to this manual.
    pub manual: Option<ManualPath>,
    /// Only those that refer to this module.
    pub module: Option<FilePath>,
    /// Only those with a reference that has to be checked again.
    pub recheck: bool,
    /// Only those that a version of the regulation changed, and that nobody has assessed since.
    pub reassess: bool,
    /// Only those without a reference.
    pub unreferenced: bool,
    /// Only those that nobody has assessed and that items of other collections prove, wholly or in part; open for those that
    /// no mapping proves wholly.
    pub proof: Option<MappingProof>,
    /// Only those whose review is overdue.
    pub overdue: bool,
    pub text: String,
    pub sort: PolicyItemSort,
    pub order: Order,
}

/// One page of items.
pub async fn list(
    ctx: &Ctx,
    caller: &Caller,
    wanted: PolicyListing,
    page: PageRequest,
) -> Result<Page<ListedPolicyItem>, Error> {
    caller.require(Permission::ReadContent)?;
    Error::unless_searchable("keywordFilter", &wanted.text)?;
    let mut tx = caller.read(ctx).await?;
    let module = match &wanted.module {
        Some(path) => Some(files::object_at(&mut tx, path).await?.0),
        None => None,
    };
    let filter = PolicyItemFilter {
        below: wanted.below,
        statuses: wanted.statuses,
        in_scope: wanted.in_scope,
        kind: wanted.kind,
        assessable: wanted.assessable,
        proposed: wanted.proposed,
        owner: wanted.owner,
        owned_by: wanted.mine.then(|| caller.user.id.clone()),
        operator: wanted.operator,
        manual: wanted.manual,
        module,
        recheck: wanted.recheck,
        reassess: wanted.reassess,
        unreferenced: wanted.unreferenced,
        proof: wanted.proof,
        review_before: wanted.overdue.then(|| ctx.clock.now().date_naive()),
        text: wanted.text,
        sort: wanted.sort,
        order: wanted.order,
    };
    Ok(store::compliance::list_items(&mut tx, &filter, page).await?)
}

/// An item with what its page shows.
#[derive(Debug, Clone)]
pub struct OpenPolicyItem {
    pub item: PolicyItem,
    pub collection: ComplianceCollection,
    /// The categories around it, from the top.
    pub around: Vec<PolicyCategory>,
    pub clauses: Vec<PolicyClause>,
    pub references: Vec<QuotedReference>,
    pub evidence: Vec<PolicyEvidence>,
    /// How it is met, each with its state today.
    pub means: Vec<(PolicyMeans, MeansState)>,
    /// Means of compliance and guidance that belong to it.
    pub below: Vec<PolicyHeader>,
    /// Texts that are published but apply later.
    pub futures: Vec<FutureText>,
    /// Items of other collections that prove it while nobody has assessed it.
    pub proved_by: Vec<ProvingItem>,
    pub abilities: PolicyAbilities,
}

/// The actions that the caller may take on an item.
#[derive(Debug, Clone, Copy)]
pub struct PolicyAbilities {
    pub edit: bool,
    /// Decide about the status that waits.
    pub sign_off: bool,
    pub delete: bool,
}

/// Reads an item.
pub async fn read(ctx: &Ctx, caller: &Caller, id: &PolicyItemId) -> Result<OpenPolicyItem, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let item = located::item(&mut tx, id).await?;
    let collection = located::collection(&mut tx, &item.collection).await?;
    let around = around(&mut tx, &item).await?;
    let clauses = store::compliance::list_clauses(&mut tx, id).await?;
    let references = store::compliance::list_references(&mut tx, id, MAX_REFERENCES).await?;
    let evidence = store::compliance::list_evidence(&mut tx, id).await?;
    let means = store::compliance::list_means(&mut tx, id).await?;
    let below = store::compliance::list_headers_below(&mut tx, id, MAX_BELOW).await?;
    let futures = futures::list(&mut tx, id).await?;
    let mut proofs = store::compliance::list_proofs(&mut tx, std::slice::from_ref(id)).await?;
    let proved_by = proofs.remove(id).unwrap_or_default();
    let may_approve_own = store::settings::find_editing_rules(&mut tx).await?.0.own_release;
    drop(tx);
    let can_sign = may_sign_off(&item, &caller.user.id, may_approve_own).is_ok();
    let abilities = PolicyAbilities {
        edit: caller.require(Permission::EditCompliance).is_ok(),
        sign_off: can_sign && caller.require_person(Permission::Approve).is_ok(),
        delete: caller.require_person(Permission::DeleteLibrary).is_ok(),
    };
    let references = places::quote(ctx, references).await?;
    let evidence = evidence.into_iter().map(|stored| stored.evidence).collect();
    let today = ctx.clock.now().date_naive();
    let dated = |StoredMeans { means, .. }| {
        let state = means.state(today);
        (means, state)
    };
    let means = means.into_iter().map(dated).collect();
    Ok(OpenPolicyItem {
        item,
        collection,
        around,
        clauses,
        references,
        evidence,
        means,
        below,
        futures,
        proved_by,
        abilities,
    })
}

/// The categories around an item, from the top.
async fn around(tx: &mut Tx, item: &PolicyItem) -> Result<Vec<PolicyCategory>, Error> {
    let mut found = Vec::new();
    let mut next = item.category.clone();
    while let Some(id) = next.take() {
        let category = located::category(tx, &id).await?;
        next.clone_from(&category.parent);
        found.push(category);
    }
    found.reverse();
    Ok(found)
}

/// The history of an item, newest first: the last entries, or those before an entry.
pub async fn history(
    ctx: &Ctx,
    caller: &Caller,
    id: &PolicyItemId,
    before: Option<&PolicyEventId>,
) -> Result<Vec<PolicyEvent>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    located::item(&mut tx, id).await?;
    Ok(store::compliance::list_events(&mut tx, id, before, MAX_HISTORY).await?)
}

/// A reference to a module, with its place in the version that is read.
#[derive(Debug, Clone)]
pub struct PlacedReference {
    pub reference: ModuleReference,
    /// Its id is empty for the whole module, and for a paragraph that is gone.
    pub place: ThreadPlace,
}

/// The references to the module at a path, with the places of their paragraphs in a version.
pub async fn of_module(
    ctx: &Ctx,
    caller: &Caller,
    path: &FilePath,
    version: VersionId,
) -> Result<Vec<PlacedReference>, Error> {
    caller.require(Permission::ReadContent)?;
    let mut tx = caller.read(ctx).await?;
    let (object, _) = files::object_at(&mut tx, path).await?;
    let file = store::files::find_version(&mut tx, object, version).await?.ok_or(Error::NotFound(Missing::File))?;
    let references = store::compliance::list_of_module(&mut tx, object, MAX_MARKS).await?;
    drop(tx);
    let to = file.version.content.blob;
    let wanted: Vec<AnchoredParagraph> = references
        .iter()
        .map(|one| AnchoredParagraph {
            from: one.confirmed_blob.clone().unwrap_or_default(),
            to: to.clone(),
            anchor: one.anchor.clone(),
        })
        .collect();
    // The same content has the same paragraphs, and the whole module is no paragraph.
    let own = |one: &AnchoredParagraph| one.from == one.to || one.anchor.is_empty();
    let others: Vec<AnchoredParagraph> = wanted.iter().filter(|one| !own(one)).cloned().collect();
    let mut found = paragraphs::find(ctx, &others).await?.into_iter().map(|one| one.place);
    let placed = |(reference, one): (ModuleReference, &AnchoredParagraph)| {
        let same = || ThreadPlace { id: paragraphs::html_id(&one.anchor), state: PlaceState::Unchanged };
        let place = if own(one) { same() } else { found.next().unwrap_or_else(ThreadPlace::gone) };
        PlacedReference { reference, place }
    };
    Ok(references.into_iter().zip(&wanted).map(placed).collect())
}
