//! Groups and their members as CSV files.

mod parse;

use std::collections::HashSet;

use domain::field::FieldCode;
use domain::id::UserId;
use domain::permission::Permission;
use publish::table::{Cell, Table};
use store::Tx;
use store::access::GroupSummary;
use store::users::NamedUser;

use self::parse::{ParsedFile, parse};
use super::groups::{CheckedGroup, ListedGroup, insert, list_all, replace, with_members};
use super::line_files;
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, GroupError};

pub use super::line_files::ImportMode;

/// The columns, also those of an export; a file may have them in any order.
const COLUMNS: [&str; 4] = ["group", "description", "account", "name"];

/// The change of a group by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupChange {
    pub name: String,
    pub is_new: bool,
    /// The new description, if it changes.
    pub description: Option<String>,
    /// Accounts.
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

/// The changes of all groups by a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupChanges {
    pub changes: Vec<GroupChange>,
    /// The SHA-256 of the changes: the same file later changes the same only if this is the same.
    pub digest: String,
}

impl GroupChanges {
    fn new(changes: Vec<GroupChange>) -> Self {
        let text = |GroupChange { name, is_new, description, added, removed }: &GroupChange| {
            // Control characters part the values.
            let kept = description.as_deref().unwrap_or("\u{1}");
            let (added, removed) = (added.join("\u{2}"), removed.join("\u{2}"));
            [name.as_str(), if *is_new { "new" } else { "" }, kept, added.as_str(), removed.as_str()].join("\u{3}")
        };
        let digest = line_files::digest(changes.iter().map(text));
        Self { changes, digest }
    }
}

/// All groups with their members, one line each.
pub async fn export(ctx: &Ctx, caller: &Caller) -> Result<Table, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let mut rows = Vec::new();
    for ListedGroup { group, members } in list_all(&mut tx).await? {
        let row = |account: &str, name: &str| {
            [group.name.as_str(), group.description.as_str(), account, name]
                .map(|text| Cell::Text(text.to_owned()))
                .to_vec()
        };
        if members.is_empty() {
            rows.push(row("", ""));
        }
        rows.extend(members.iter().map(|(_, account, name)| row(account, name)));
    }
    Ok(Table { name: "groups".to_owned(), header: COLUMNS.map(str::to_owned).to_vec(), rows })
}

/// Makes the groups of a file what it says: groups that do not exist are made, and each has the members of its lines.
/// Groups that the file does not name stay as they are. All lines are checked first; with a defect nothing is changed,
/// nor when the file changes something else by now than the person saw.
///
/// The file is parsed, and its accounts are looked up, before the transaction that writes.
pub async fn import(ctx: &Ctx, caller: &Caller, text: String, mode: ImportMode) -> Result<GroupChanges, Error> {
    caller.require(Permission::ManageUsers)?;
    if mode != ImportMode::Check {
        require_recent(ctx, caller).await?;
    }
    let file = tokio::task::spawn_blocking(move || parse(&text)).await??;
    let groups = resolve(&mut caller.read(ctx).await?, file).await?;
    match mode {
        ImportMode::Check => {
            let planned = plan_all(&mut caller.read(ctx).await?, groups).await?;
            Ok(GroupChanges::new(planned.into_iter().map(|planned| planned.change).collect()))
        }
        ImportMode::Apply(preview) => apply(ctx, caller, groups, &preview).await,
    }
}

async fn apply(ctx: &Ctx, caller: &Caller, groups: Vec<FileGroup>, preview: &str) -> Result<GroupChanges, Error> {
    let actor = caller.actor();
    let mut tx = caller.begin(ctx).await?;
    let planned = plan_all(&mut tx, groups).await?;
    let changes = GroupChanges::new(planned.iter().map(|planned| planned.change.clone()).collect());
    if changes.digest != preview {
        return Err(GroupError::PreviewChanged.into());
    }
    for PlannedGroup { stored, group, .. } in planned {
        match stored {
            Some(stored) => {
                let before = with_members(&mut tx, &stored.group.id).await?;
                // Somebody may have changed it since the plan was made, which is what the person saw.
                if before.summary.group.version != stored.group.version {
                    return Err(GroupError::PreviewChanged.into());
                }
                replace(ctx, &mut tx, &actor, &before, group).await?;
            }
            None => {
                insert(ctx, &mut tx, &actor, group).await?;
            }
        }
    }
    tx.commit().await?;
    tracing::info!(groups.count = changes.changes.len(), "Imported groups from a file");
    Ok(changes)
}

async fn plan_all(tx: &mut Tx, groups: Vec<FileGroup>) -> Result<Vec<PlannedGroup>, Error> {
    let mut planned = Vec::new();
    for group in groups {
        planned.extend(plan(tx, group).await?);
    }
    Ok(planned)
}

/// A group of a file whose members exist.
struct FileGroup {
    name: String,
    description: Option<String>,
    members: Vec<NamedUser>,
}

/// Finds the accounts of a file; those that do not exist are defects of their lines.
async fn resolve(tx: &mut Tx, mut file: ParsedFile) -> Result<Vec<FileGroup>, Error> {
    let users = store::users::list_by_accounts(tx, &file.accounts()).await?;
    let mut groups = Vec::new();
    for group in std::mem::take(&mut file.groups) {
        let mut members = Vec::new();
        for member in group.members {
            match users.get(&member.account) {
                Some(user) => members.push(user.clone()),
                None => file.refuse(member.line, "account", FieldCode::UnknownValue),
            }
        }
        groups.push(FileGroup { name: group.name, description: group.description, members });
    }
    let defects = file.into_defects();
    if defects.is_empty() { Ok(groups) } else { Err(Error::Invalid(defects)) }
}

/// A group that a file changes.
struct PlannedGroup {
    /// `None` for a new group.
    stored: Option<GroupSummary>,
    group: CheckedGroup,
    change: GroupChange,
}

/// Compares a group of a file with the stored one; `None` when it is already like that.
async fn plan(tx: &mut Tx, FileGroup { name, description, members }: FileGroup) -> Result<Option<PlannedGroup>, Error> {
    let stored = store::access::find_group_by_name(tx, &name).await?;
    let before = match &stored {
        Some(stored) => store::access::list_members(tx, &stored.group.id).await?,
        None => Vec::new(),
    };
    let known: HashSet<&UserId> = before.iter().map(|(id, _, _)| id).collect();
    let wanted: HashSet<&UserId> = members.iter().map(|user| &user.id).collect();
    let mut added: Vec<String> = members.iter().filter(|user| !known.contains(&user.id)).map(named).collect();
    added.sort_unstable();
    let gone = before.iter().filter(|(id, _, _)| !wanted.contains(id));
    let removed: Vec<String> = gone.map(|(_, account, _)| account.clone()).collect();
    let old = stored.as_ref().map(|stored| stored.group.description.as_str()).unwrap_or_default();
    let new = description.filter(|description| description != old);
    if stored.is_some() && new.is_none() && added.is_empty() && removed.is_empty() {
        return Ok(None);
    }
    // The case of a name is changed by hand only.
    let name = stored.as_ref().map_or(name, |stored| stored.group.name.clone());
    let change = GroupChange { name: name.clone(), is_new: stored.is_none(), description: new.clone(), added, removed };
    let description = new.unwrap_or_else(|| old.to_owned());
    let group = CheckedGroup { name, description, members: members.into_iter().map(|user| user.id).collect() };
    Ok(Some(PlannedGroup { stored, group, change }))
}

fn named(user: &NamedUser) -> String {
    user.account.clone()
}
