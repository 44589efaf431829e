//! People as CSV files: their names, addresses, roles, status, ends and groups; new people become accounts.

mod parse;
mod plan;

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, SecondsFormat, Utc};
use domain::change::Actor;
use domain::id::UserId;
use domain::page::{Order, PageRequest};
use domain::permission::{Permission, Role};
use domain::user::{User, UserStatus};
use publish::table::{Cell, Table};
use store::Tx;

use self::parse::{ParsedPeople, parse};
use self::plan::{PlannedPerson, plan};
use super::bulk::change_members;
use super::groups::{ListedGroup, list_all};
use super::line_files::{self, ImportMode};
use super::{UserFilter, UserSort, hash_unknown, insert, replace};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, UserError};

/// The columns, also those of an export; a file may have them in any order.
const COLUMNS: [&str; 7] = ["account", "name", "email", "role", "status", "guestUntil", "groups"];
/// Parts the names of groups in a cell: they are single lines.
const GROUP_SEPARATOR: &str = "\n";

/// A value of an account that a file changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueChange {
    /// The column.
    pub name: &'static str,
    pub before: String,
    pub after: String,
}

/// The change of an account by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChange {
    pub account: String,
    /// The file makes the account.
    pub is_new: bool,
    pub values: Vec<ValueChange>,
    /// Names of groups.
    pub joined: Vec<String>,
    pub left: Vec<String>,
}

impl UserChange {
    fn is_empty(&self) -> bool {
        self.values.is_empty() && self.joined.is_empty() && self.left.is_empty()
    }

    fn text(&self) -> String {
        let values = self.values.iter().map(|change| [change.name, &change.before, &change.after].join("\u{1}"));
        let values = values.collect::<Vec<_>>().join("\u{2}");
        let (joined, left) = (self.joined.join("\u{2}"), self.left.join("\u{2}"));
        let kind = if self.is_new { "new" } else { "" };
        [self.account.as_str(), kind, values.as_str(), joined.as_str(), left.as_str()].join("\u{3}")
    }
}

/// The changes of all accounts by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserChanges {
    pub changes: Vec<UserChange>,
    /// The SHA-256 of the changes: the same file later changes the same only if this is the same.
    pub digest: String,
}

impl UserChanges {
    fn new(changes: Vec<UserChange>) -> Self {
        let digest = line_files::digest(changes.iter().map(UserChange::text));
        Self { changes, digest }
    }
}

/// All accounts with their groups, one line each.
pub async fn export(ctx: &Ctx, caller: &Caller) -> Result<Table, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let mut groups: HashMap<UserId, Vec<String>> = HashMap::new();
    for ListedGroup { group, members } in list_all(&mut tx).await? {
        for (user, ..) in members {
            groups.entry(user).or_default().push(group.name.clone());
        }
    }
    let filter =
        UserFilter { text: String::new(), role: None, status: None, sort: UserSort::Account, order: Order::Ascending };
    let mut rows = Vec::new();
    let mut number = 1;
    while let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) {
        number += 1;
        let page = store::users::list(&mut tx, &filter, request).await?;
        if page.items.is_empty() {
            break;
        }
        rows.extend(
            page.items.iter().map(|user| line_of(user, groups.get(&user.id).map(Vec::as_slice).unwrap_or_default())),
        );
    }
    Ok(Table { name: "users".to_owned(), header: COLUMNS.map(str::to_owned).to_vec(), rows })
}

fn line_of(user: &User, groups: &[String]) -> Vec<Cell> {
    let (end, groups) = (end_of(user.guest_until), groups.join(GROUP_SEPARATOR));
    let texts: [&str; 7] = [
        user.account.as_str(),
        &user.display_name,
        user.email.as_str(),
        user.role.as_str(),
        user.status.as_str(),
        &end,
        &groups,
    ];
    texts.map(|text| Cell::Text(text.to_owned())).to_vec()
}

fn end_of(until: Option<DateTime<Utc>>) -> String {
    // Without a loss: the file of an export changes nothing.
    until.map_or_else(String::new, |end| end.to_rfc3339_opts(SecondsFormat::AutoSi, true))
}

/// Makes the accounts of a file what it says: columns that it does not have stay as they are, and so do accounts that it
/// does not name. A line with an unknown account, a name and an address makes an account whose password nobody knows: its
/// owner signs in at a provider, or an administrator resets the password. All lines are checked first; with a defect
/// nothing is changed, nor when the file changes something else by now than the person saw.
pub async fn import(ctx: &Ctx, caller: &Caller, text: String, mode: ImportMode) -> Result<UserChanges, Error> {
    caller.require(Permission::ManageUsers)?;
    if mode != ImportMode::Check {
        require_recent(ctx, caller).await?;
    }
    let file = tokio::task::spawn_blocking(move || parse(&text)).await??;
    match mode {
        ImportMode::Check => {
            let plan = plan(ctx, &mut caller.read(ctx).await?, file).await?;
            Ok(plan.changes())
        }
        ImportMode::Apply(preview) => apply(ctx, caller, file, &preview).await,
    }
}

async fn apply(ctx: &Ctx, caller: &Caller, file: ParsedPeople, preview: &str) -> Result<UserChanges, Error> {
    let hash = hash_unknown(ctx).await?;
    let mut tx = caller.begin(ctx).await?;
    let mut plan = plan(ctx, &mut tx, file).await?;
    let changes = plan.changes();
    if changes.digest != preview {
        return Err(UserError::PreviewChanged.into());
    }
    // The last administrator may pass the role on, also to an account that the file activates.
    plan.people.sort_by_key(|person| (person.wanted.role, person.wanted.status) != (Role::Admin, UserStatus::Active));
    let mut ids = Vec::with_capacity(plan.people.len());
    for person in plan.people {
        ids.push(person.wanted.id.clone());
        write(ctx, &mut tx, &caller.actor(), person, &hash).await?;
    }
    for group in &plan.groups {
        if group.joining.is_empty() && group.leaving.is_empty() {
            continue;
        }
        let change = |members: &mut BTreeSet<UserId>| {
            members.extend(group.joining.iter().cloned());
            members.retain(|member| !group.leaving.contains(member));
        };
        change_members(ctx, &mut tx, caller, &group.id, change).await?;
    }
    tx.commit().await?;
    for id in &ids {
        ctx.sessions.forget(id);
    }
    tracing::info!(users = ids.len(), "Imported accounts from a file");
    Ok(changes)
}

/// Writes an account; a new one with the hash of its password.
async fn write(ctx: &Ctx, tx: &mut Tx, actor: &Actor, person: PlannedPerson, hash: &str) -> Result<(), Error> {
    let PlannedPerson { before, wanted, .. } = person;
    match before {
        Some(before) if wanted == before => {}
        Some(before) => {
            replace(ctx, tx, actor, &before, wanted).await?;
        }
        None => {
            insert(ctx, tx, actor, "user.created", &wanted, hash).await?;
            store::users::update_email_trust(tx, &wanted.id, true).await?;
        }
    }
    Ok(())
}
