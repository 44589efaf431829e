//! Collections, categories and items that verbs need, and what they record.

use domain::change::Change;
use domain::comment::Commenter;
use domain::compliance::{
    ComplianceCollection, CompliancePath, PolicyCategory, PolicyEvent, PolicyEventKind, PolicyItem,
};
use domain::field::FieldCode;
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyEventId, PolicyItemId, UserId};
use domain::permission::Permission;
use domain::text::fold;
use domain::user::{Account, User};
use store::Tx;
use store::compliance::{NewPolicyEvent, PolicyEventSubject};

use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};

pub(super) async fn collection(tx: &mut Tx, id: &ComplianceCollectionId) -> Result<ComplianceCollection, Error> {
    let found = store::compliance::find_collection(tx, id).await?;
    found.ok_or(Error::NotFound(Missing::ComplianceCollection))
}

pub(super) async fn category(tx: &mut Tx, id: &PolicyCategoryId) -> Result<PolicyCategory, Error> {
    store::compliance::find_category(tx, id).await?.ok_or(Error::NotFound(Missing::PolicyCategory))
}

pub(super) async fn item(tx: &mut Tx, id: &PolicyItemId) -> Result<PolicyItem, Error> {
    store::compliance::find_item(tx, id).await?.ok_or(Error::NotFound(Missing::PolicyItem))
}

/// The item at a path.
pub(super) async fn item_at(tx: &mut Tx, path: &CompliancePath) -> Result<PolicyItem, Error> {
    store::compliance::find_item_at(tx, path).await?.ok_or(Error::NotFound(Missing::PolicyItem))
}

/// The category at a path.
pub(super) async fn category_at(tx: &mut Tx, path: &CompliancePath) -> Result<PolicyCategory, Error> {
    store::compliance::find_category_at(tx, path).await?.ok_or(Error::NotFound(Missing::PolicyCategory))
}

/// The collection that a path leads into.
pub(super) async fn collection_of(tx: &mut Tx, path: &CompliancePath) -> Result<ComplianceCollection, Error> {
    collection(tx, &ComplianceCollectionId(path.collection().to_owned())).await
}

/// The person of an account who may work on compliance; all others are answered alike.
pub(super) async fn owner(tx: &mut Tx, account: &str) -> Result<User, Error> {
    let unknown = || Error::field("owner", FieldCode::UnknownValue);
    let account = Account::parse(account).map_err(|_| unknown())?;
    let person = store::users::find_by_account(tx, &account).await?;
    person.filter(|person| person.may(Permission::EditCompliance)).ok_or_else(unknown)
}

/// The owner that an account names. The one before stays even without the right to work on compliance, so that the other
/// values can be changed.
pub(super) async fn owner_after(
    tx: &mut Tx,
    before: Option<&Commenter>,
    account: Option<&str>,
) -> Result<Option<UserId>, Error> {
    let Some(account) = account else { return Ok(None) };
    match before {
        Some(person) if fold(&person.account) == fold(account.trim()) => Ok(Some(person.id.clone())),
        _ => Ok(Some(owner(tx, account).await?.id)),
    }
}

pub(super) fn person(user: &User) -> Commenter {
    Commenter { id: user.id.clone(), account: user.account.as_str().to_owned(), name: user.display_name.clone() }
}

/// Records a change in the log of the program; empty details are left out.
pub(super) fn record(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    action: &'static str,
    subject: &str,
    detail: &[(&str, &str)],
) {
    let detail = detail.iter().filter(|(_, value)| !value.is_empty());
    let detail = detail.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    tx.record(Change { detail, ..ctx.change(&caller.actor(), action, "compliance", subject) });
}

/// Records the files that go with what is deleted at a path: the log keeps their hashes when their history is gone.
pub(super) async fn record_evidence(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    collection: &ComplianceCollection,
    below: &CompliancePath,
) -> Result<(), Error> {
    let files = store::compliance::list_evidence_below(tx, below).await?;
    for file in files {
        let subject = format!("{} {}", collection.details.name, file.code);
        let detail = [("file", file.file_name.as_str()), ("sha256", file.blob.as_str())];
        record(ctx, tx, caller, "policy_evidence.deleted", &subject, &detail);
    }
    Ok(())
}

/// The name of an item in the log.
pub(super) fn subject(collection: &ComplianceCollection, item: &PolicyItem) -> String {
    format!("{} {}", collection.details.name, item.details.code)
}

/// An entry in the history of an item.
#[derive(Debug, Clone, Copy)]
pub(super) struct ItemNote<'a> {
    pub(super) kind: PolicyEventKind,
    pub(super) before: &'a str,
    pub(super) after: &'a str,
    pub(super) why: &'a str,
    pub(super) subject: PolicyEventSubject<'a>,
}

impl<'a> ItemNote<'a> {
    /// About the item itself, still without values and reason.
    pub(super) fn about_item(kind: PolicyEventKind) -> Self {
        Self { kind, before: "", after: "", why: "", subject: PolicyEventSubject::Item }
    }

    /// The entry as it is added.
    pub(super) fn entry(self, ctx: &Ctx, caller: &Caller, item: &'a PolicyItemId) -> NewPolicyEvent<'a> {
        let event = PolicyEvent {
            id: PolicyEventId(ctx.ids.next()),
            kind: self.kind,
            before: self.before.to_owned(),
            after: self.after.to_owned(),
            why: self.why.to_owned(),
            account: caller.actor().as_str().to_owned(),
            on: ctx.clock.now(),
        };
        NewPolicyEvent { item, event, subject: self.subject }
    }
}

/// Adds an entry to the history of an item.
pub(super) async fn note(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    item: &PolicyItemId,
    note: ItemNote<'_>,
) -> Result<(), Error> {
    Ok(store::compliance::insert_events(tx, &[note.entry(ctx, caller, item)]).await?)
}
