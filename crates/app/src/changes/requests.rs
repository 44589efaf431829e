//! Asking for a change, and describing it.

use std::collections::HashSet;

use domain::access::AccessLevel;
use domain::change_request::{
    ChangeRequest, MAX_REVIEWERS, RequestDetails, RequestOrigin, RequestPlace, RequestStatus, may_describe,
};
use domain::field::FieldCode;
use domain::id::{ChangeRequestId, UserId, VersionId};
use domain::path::{FilePath, ManualPath};
use domain::permission::Permission;
use domain::snapshot::Reading;
use domain::user::User;
use domain::workspace::parse_anchor;
use store::Tx;

use super::{located, people};
use crate::comments::people::{ReaderRules, workers};
use crate::comments::places;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ChangeRequestError, Error, FileError, Missing};
use crate::editing::change_requests::{find, record};
use crate::library::{files, manuals};

/// The paragraph that somebody reads and asks to be changed.
#[derive(Debug, Clone)]
pub struct NamedPlace {
    pub path: FilePath,
    /// The version that is read.
    pub version: VersionId,
    /// The HTML id of a paragraph or picture; empty for the whole module.
    pub anchor: String,
}

/// The people who are asked to do something, by account.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestPeople {
    pub assignee: Option<String>,
    pub reviewers: Vec<String>,
}

/// A change request to create.
#[derive(Debug, Clone)]
pub struct NewRequest {
    pub manual: ManualPath,
    pub place: Option<NamedPlace>,
    pub details: RequestDetails,
    pub people: RequestPeople,
}

/// Asks for a change of a manual. Readers describe it; authors also plan it.
pub async fn create(ctx: &Ctx, caller: &Caller, new: NewRequest) -> Result<ChangeRequestId, Error> {
    caller.require_person(Permission::Comment)?;
    let NewRequest { manual: path, place, details, people: asked } = new;
    let place = match place {
        Some(place) => Some(read_place(ctx, caller, &path, place).await?),
        None => None,
    };
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let manual = manuals::at_path(&mut tx, &path).await?;
    located::require_room(ctx, &mut tx, caller).await?;
    let is_plain = asked == RequestPeople::default()
        && details.due_on.is_none()
        && details.reference.is_empty()
        && details.origin == RequestOrigin::Comment;
    if !is_plain {
        Caller::require_in_manual(&tx, AccessLevel::Author, &manual)?;
    }
    let (assignee, reviewers) = find_people(&rules, &mut tx, &path, &asked, &RequestPeople::default()).await?;
    let now = ctx.clock.now();
    let request = ChangeRequest {
        id: ChangeRequestId(ctx.ids.next()),
        number: store::change_requests::take_number(&mut tx, &manual.csdb_id).await?,
        manual_id: manual.id.clone(),
        csdb_name: manual.csdb_name.to_string(),
        // Read from the database afterwards.
        csdb_type: String::new(),
        manual_name: manual.name.to_string(),
        manual_type: manual.details.manual_type.clone(),
        details,
        status: RequestStatus::NotOpen,
        outcome: None,
        place,
        creator: people::commenter(&caller.user),
        assignee: assignee.as_ref().map(people::commenter),
        finished_by: None,
        created_on: now,
        updated_on: now,
        version: 1,
        round: 0,
    };
    store::change_requests::insert(&mut tx, &manual.csdb_id, &request).await?;
    store::change_requests::replace_asked(&mut tx, &request.id, &ids(&reviewers)).await?;
    record(ctx, &mut tx, caller, &request, "change_request.created", &[("title", request.details.title.as_str())]);
    tell_of_new(ctx, &mut tx, caller, &rules, &request, (assignee, reviewers)).await?;
    tx.commit().await?;
    tracing::info!(change_request.id = %request.id, "Created change request {}", request.subject());
    Ok(request.id)
}

/// The place in the version that is read.
async fn read_place(ctx: &Ctx, caller: &Caller, manual: &ManualPath, asked: NamedPlace) -> Result<RequestPlace, Error> {
    let anchor = parse_anchor(&asked.anchor).map_err(|code| Error::field("anchor", code))?;
    let unknown = |field: &str| Error::field(field, FieldCode::UnknownValue);
    let is_inside = matches!(&asked.path, FilePath::Object { manual: own, .. }
        if own.csdb.folded() == manual.csdb.folded() && own.manual.folded() == manual.manual.folded());
    if !is_inside {
        return Err(unknown("path"));
    }
    let mut tx = caller.read(ctx).await?;
    let (object, _) = files::object_at(&mut tx, &asked.path).await?;
    let found = store::files::find_version(&mut tx, object, asked.version).await?;
    let file = found.ok_or(Error::NotFound(Missing::File))?;
    drop(tx);
    if file.version.content.media_type != "application/xml" {
        return Err(FileError::NotText.into());
    }
    let quote = if anchor.is_empty() {
        domain::comment::quote(&file.version.metadata.title())
    } else {
        places::quote(ctx, &file, anchor.clone()).await?.ok_or_else(|| unknown("anchor"))?
    };
    Ok(RequestPlace { object, version: asked.version, anchor, quote, path: file.path })
}

/// Finds the people who are asked. Those without the level for it are refused, unless they were asked before: somebody
/// who lost it meanwhile does not keep others from changing the rest.
async fn find_people(
    rules: &ReaderRules,
    tx: &mut Tx,
    manual: &ManualPath,
    asked: &RequestPeople,
    before: &RequestPeople,
) -> Result<(Option<User>, Vec<User>), Error> {
    if asked.reviewers.len() > MAX_REVIEWERS {
        return Err(Error::field("reviewers", FieldCode::TooMany));
    }
    let least = |is_known: bool, level: AccessLevel| if is_known { AccessLevel::None } else { level };
    let assignee = match &asked.assignee {
        Some(account) => {
            let level = least(asked.assignee == before.assignee, AccessLevel::Author);
            Some(people::with_level(rules, tx, manual, ("assignee", account), level).await?)
        }
        None => None,
    };
    let mut reviewers: Vec<User> = Vec::new();
    for account in &asked.reviewers {
        let level = least(before.reviewers.contains(account), AccessLevel::Approve);
        let person = people::with_level(rules, tx, manual, ("reviewers", account), level).await?;
        if reviewers.iter().all(|known| known.id != person.id) {
            reviewers.push(person);
        }
    }
    Ok((assignee, reviewers))
}

/// Tells those who are asked to do something, and for a paragraph those who work on its module. When nobody is, the
/// request of a reader is told to the authors of the manual.
async fn tell_of_new(
    ctx: &Ctx,
    tx: &mut Tx,
    caller: &Caller,
    rules: &ReaderRules,
    request: &ChangeRequest,
    (assignee, reviewers): (Option<User>, Vec<User>),
) -> Result<(), Error> {
    let mut informed = HashSet::new();
    let assignee = Vec::from_iter(assignee);
    people::tell(ctx, tx, caller, request, assignee, "change_request.assigned", &mut informed).await?;
    people::tell(ctx, tx, caller, request, reviewers, "change_request.reviewer", &mut informed).await?;
    if let Some(path) = request.place.as_ref().and_then(|place| FilePath::parse(&place.path)) {
        let current = match files::at_path(tx, &path, &Reading::default()).await {
            Ok(located) => Some(located.file),
            // The module is read in an older revision.
            Err(Error::NotFound(_)) => None,
            Err(error) => return Err(error),
        };
        let workers = workers(rules, tx, &path, current.as_ref()).await?;
        people::tell(ctx, tx, caller, request, workers, "change_request.created", &mut informed).await?;
    }
    if informed.is_empty() && located::level(tx, request) < AccessLevel::Author {
        let authors = people::authors(rules, tx, &located::manual_of(request)?).await?;
        people::tell(ctx, tx, caller, request, authors, "change_request.created", &mut informed).await?;
    }
    Ok(())
}

/// New details of a change request, and the version that the caller has seen.
#[derive(Debug, Clone)]
pub struct RequestUpdate {
    pub version: i64,
    pub details: RequestDetails,
    pub people: RequestPeople,
}

/// Changes the details of a change request. Its creator describes it until it is opened, authors plan it until it is
/// closed.
pub async fn update(ctx: &Ctx, caller: &Caller, id: &ChangeRequestId, update: RequestUpdate) -> Result<(), Error> {
    caller.require_person(Permission::Comment)?;
    let rules = ReaderRules::load(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let before = find(&mut tx, id).await?;
    let asked_before = asked_of(&mut tx, &before).await?;
    if located::level(&tx, &before) < AccessLevel::Author {
        let RequestDetails { title, description, .. } = &update.details;
        let (title, description) = (title.clone(), description.clone());
        let described = RequestDetails { title, description, ..before.details.clone() };
        let is_own = before.creator.id == caller.user.id && before.status == RequestStatus::NotOpen;
        if !is_own || described != update.details || update.people != asked_before {
            return Err(Error::Forbidden);
        }
    }
    located::require_room(ctx, &mut tx, caller).await?;
    if before.version != update.version {
        return Err(Error::ChangedMeanwhile);
    }
    require_changeable(&before, &asked_before, &update)?;
    let manual = located::manual_of(&before)?;
    let (assignee, reviewers) = find_people(&rules, &mut tx, &manual, &update.people, &asked_before).await?;
    let (assignee_id, now) = (assignee.as_ref().map(|person| &person.id), ctx.clock.now());
    if !store::change_requests::update_details(&mut tx, &before, &update.details, assignee_id, now).await? {
        return Err(Error::ChangedMeanwhile);
    }
    store::change_requests::replace_asked(&mut tx, id, &ids(&reviewers)).await?;
    let after = find(&mut tx, id).await?;
    let changes = differences((&before, &asked_before), (&after, &update.people));
    let detail: Vec<(&str, &str)> = changes.iter().map(|(name, value)| (*name, value.as_str())).collect();
    record(ctx, &mut tx, caller, &after, "change_request.updated", &detail);
    let mut informed = HashSet::new();
    let was = |person: &User| asked_before.assignee.as_deref() == Some(person.account.as_str());
    let worker: Vec<User> = assignee.into_iter().filter(|person| !was(person)).collect();
    people::tell(ctx, &mut tx, caller, &after, worker, "change_request.assigned", &mut informed).await?;
    let was = |person: &User| asked_before.reviewers.iter().any(|account| account == person.account.as_str());
    let asked: Vec<User> = reviewers.into_iter().filter(|person| !was(person)).collect();
    people::tell(ctx, &mut tx, caller, &after, asked, "change_request.reviewer", &mut informed).await?;
    Ok(tx.commit().await?)
}

/// Refuses changes of what the reviewers have read. While the work is reviewed, only the due date and the assignee may
/// change, and reviewers may be added; a closed change request stays as it is.
fn require_changeable(
    before: &ChangeRequest,
    asked_before: &RequestPeople,
    update: &RequestUpdate,
) -> Result<(), Error> {
    if may_describe(before.status) {
        return Ok(());
    }
    let planned = RequestDetails { due_on: update.details.due_on, ..before.details.clone() };
    let keeps_reviewers = asked_before.reviewers.iter().all(|account| update.people.reviewers.contains(account));
    let is_open = before.status != RequestStatus::Closed;
    if is_open && planned == update.details && keeps_reviewers { Ok(()) } else { Err(ChangeRequestError::Fixed.into()) }
}

/// The people who are asked now.
async fn asked_of(tx: &mut Tx, request: &ChangeRequest) -> Result<RequestPeople, Error> {
    let reviewers = store::change_requests::list_reviewers(tx, &request.id).await?;
    let reviewers = reviewers.into_iter().filter(|reviewer| reviewer.is_asked).map(|reviewer| reviewer.person.account);
    let assignee = request.assignee.as_ref().map(|person| person.account.clone());
    Ok(RequestPeople { assignee, reviewers: reviewers.collect() })
}

/// The changes of an update, with the old and the new value.
fn differences(
    (before, asked_before): (&ChangeRequest, &RequestPeople),
    (after, asked): (&ChangeRequest, &RequestPeople),
) -> Vec<(&'static str, String)> {
    let (one, other) = (&before.details, &after.details);
    let day = |details: &RequestDetails| details.due_on.map(|day| day.to_string()).unwrap_or_default();
    let account = |people: &RequestPeople| people.assignee.clone().unwrap_or_default();
    let values = [
        ("title", one.title.clone(), other.title.clone()),
        ("origin", one.origin.as_str().to_owned(), other.origin.as_str().to_owned()),
        ("reference", one.reference.clone(), other.reference.clone()),
        ("dueDate", day(one), day(other)),
        ("assignee", account(asked_before), account(asked)),
        ("reviewers", asked_before.reviewers.join(", "), asked.reviewers.join(", ")),
    ];
    let different = values.into_iter().filter(|(_, old, new)| old != new);
    let mut changes: Vec<_> = different.map(|(name, old, new)| (name, format!("{old} → {new}"))).collect();
    if one.description != other.description {
        // Too long for the log.
        changes.push(("description", "…".to_owned()));
    }
    changes
}

fn ids(people: &[User]) -> Vec<UserId> {
    people.iter().map(|person| person.id.clone()).collect()
}
