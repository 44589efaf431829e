//! Groups and their members as CSV files.

use std::collections::{HashMap, HashSet};

use domain::change::Actor;
use domain::field::{FieldCode, FieldError};
use domain::id::UserId;
use domain::page::PageRequest;
use domain::permission::Permission;
use domain::text::fold;
use publish::csv::{CsvRow, read_csv};
use publish::table::{Cell, Table};
use store::Tx;
use store::access::GroupFilter;

use super::groups::{
    CheckedGroup, GroupWithMembers, MAX_MEMBERS, check_description, check_name, find_user, insert, replace,
    with_members,
};
use crate::core::caller::Caller;
use crate::core::confirmation::require_recent;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Limit of lines in one file.
const MAX_LINES: usize = 50_000;
/// The columns, also those of an export; a file may have them in any order.
const COLUMNS: [&str; 4] = ["group", "description", "account", "name"];

/// What a file does to a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupChange {
    pub name: String,
    pub is_new: bool,
    /// Accounts.
    pub added: Vec<String>,
    pub removed: Vec<String>,
}

/// Whether a file is only checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImportMode {
    Check,
    Apply,
}

/// All groups with their members, one line each.
pub async fn export(ctx: &Ctx, caller: &Caller) -> Result<Table, Error> {
    caller.require(Permission::ManageUsers)?;
    let mut tx = caller.read(ctx).await?;
    let mut rows = Vec::new();
    let mut number = 1;
    while let Some(request) = PageRequest::parse(number, PageRequest::MAX_SIZE) {
        number += 1;
        let page = store::access::list_groups(&mut tx, &GroupFilter::default(), request).await?;
        for one in &page.items {
            let members = store::access::list_members(&mut tx, &one.group.id).await?;
            let row = |account: &str, name: &str| {
                [&one.group.name, &one.group.description, account, name]
                    .map(|text| Cell::Text(text.to_owned()))
                    .to_vec()
            };
            if members.is_empty() {
                rows.push(row("", ""));
            }
            rows.extend(members.iter().map(|(_, account, name)| row(account, name)));
        }
        if page.items.is_empty() {
            break;
        }
    }
    Ok(Table { name: "groups".to_owned(), header: COLUMNS.map(str::to_owned).to_vec(), rows })
}

/// Makes the groups of a file what it says: groups that do not exist are made, and each has the members of its lines.
/// Groups that the file does not name stay as they are. All lines are checked first; with a defect nothing is changed.
pub async fn import(ctx: &Ctx, caller: &Caller, text: &str, mode: ImportMode) -> Result<Vec<GroupChange>, Error> {
    caller.require(Permission::ManageUsers)?;
    if mode == ImportMode::Apply {
        require_recent(ctx, caller).await?;
    }
    let mut tx = caller.begin(ctx).await?;
    let groups = check(&mut tx, text).await?;
    let (actor, mut changes) = (caller.actor(), Vec::new());
    for group in groups {
        changes.extend(write(ctx, &mut tx, &actor, group).await?);
    }
    if mode == ImportMode::Apply {
        tx.commit().await?;
        tracing::info!(groups.count = changes.len(), "Imported groups from a file");
    }
    Ok(changes)
}

/// A group as the lines of a file describe it.
struct GroupLines {
    name: String,
    description: Option<String>,
    members: Vec<UserId>,
}

async fn check(tx: &mut Tx, text: &str) -> Result<Vec<GroupLines>, Error> {
    let rows = read_csv(text).map_err(|error| defect(error.line, "", FieldCode::Character))?;
    let Some((header, rows)) = rows.split_first() else { return Err(Error::field("csv", FieldCode::Required)) };
    let columns = GroupColumns::of(header)?;
    if rows.len() > MAX_LINES {
        return Err(Error::field("csv", FieldCode::TooMany));
    }
    let mut found = FoundGroups::default();
    for row in rows {
        found.add(tx, &columns, row).await?;
    }
    if found.defects.is_empty() { Ok(found.groups) } else { Err(Error::Invalid(found.defects)) }
}

fn field(line: usize, column: &str, code: FieldCode) -> FieldError {
    let path = if column.is_empty() { format!("lines[{line}]") } else { format!("lines[{line}].{column}") };
    FieldError::new(path, code)
}

fn defect(line: usize, column: &str, code: FieldCode) -> Error {
    Error::Invalid(vec![field(line, column, code)])
}

/// The place of each column in a file.
struct GroupColumns(HashMap<&'static str, usize>);

impl GroupColumns {
    fn of(header: &CsvRow) -> Result<Self, Error> {
        let mut places = HashMap::new();
        for (place, cell) in header.cells.iter().enumerate() {
            let known = COLUMNS.into_iter().find(|name| *name == fold(cell.trim()));
            if let Some(name) = known {
                places.insert(name, place);
            }
        }
        match ["group", "account"].into_iter().find(|name| !places.contains_key(name)) {
            Some(name) => Err(defect(header.line, name, FieldCode::Required)),
            None => Ok(Self(places)),
        }
    }

    fn cell<'r>(&self, row: &'r CsvRow, name: &str) -> &'r str {
        self.0.get(name).and_then(|place| row.cells.get(*place)).map_or("", |cell| cell.trim())
    }
}

/// The groups of the lines read so far, and what is wrong with them.
#[derive(Default)]
struct FoundGroups {
    groups: Vec<GroupLines>,
    places: HashMap<String, usize>,
    users: HashMap<String, Option<UserId>>,
    defects: Vec<FieldError>,
}

impl FoundGroups {
    async fn add(&mut self, tx: &mut Tx, columns: &GroupColumns, row: &CsvRow) -> Result<(), Error> {
        let cell = |name| columns.cell(row, name);
        let mut defects = Vec::new();
        let mut refuse = |column, code| defects.push(field(row.line, column, code));
        let name = check_name(cell("group")).map_err(|code| refuse("group", code)).ok();
        let description = check_description(cell("description")).map_err(|code| refuse("description", code)).ok();
        let account = cell("account");
        let user = self.user(tx, account).await?;
        if user.is_none() && !account.is_empty() {
            refuse("account", FieldCode::UnknownValue);
        }
        if let (Some(name), Some(description)) = (name, description) {
            let group = self.group(name);
            // The first line with a description decides.
            group.description = group.description.take().or(Some(description).filter(|text| !text.is_empty()));
            match user {
                Some(user) if group.members.contains(&user) => refuse("account", FieldCode::Taken),
                Some(_) if group.members.len() >= MAX_MEMBERS => refuse("group", FieldCode::TooMany),
                Some(user) => group.members.push(user),
                None => {}
            }
        }
        self.defects.extend(defects);
        Ok(())
    }

    fn group(&mut self, name: String) -> &mut GroupLines {
        let next = self.groups.len();
        let place = *self.places.entry(fold(&name)).or_insert(next);
        if place == next {
            self.groups.push(GroupLines { name, description: None, members: Vec::new() });
        }
        &mut self.groups[place]
    }

    async fn user(&mut self, tx: &mut Tx, account: &str) -> Result<Option<UserId>, Error> {
        if let Some(known) = self.users.get(account) {
            return Ok(known.clone());
        }
        let user = find_user(tx, account).await?;
        self.users.insert(account.to_owned(), user.clone());
        Ok(user)
    }
}

/// Writes one group; `None` when it is already like that.
async fn write(ctx: &Ctx, tx: &mut Tx, actor: &Actor, lines: GroupLines) -> Result<Option<GroupChange>, Error> {
    let GroupLines { name, description, members } = lines;
    let Some(stored) = store::access::find_group_by_name(tx, &name).await? else {
        let group = CheckedGroup { name, description: description.unwrap_or_default(), members };
        let made = insert(ctx, tx, actor, group).await?;
        return Ok(Some(GroupChange {
            name: made.summary.group.name.clone(),
            is_new: true,
            added: accounts(&made, None),
            removed: Vec::new(),
        }));
    };
    let description = description.unwrap_or_else(|| stored.group.description.clone());
    let old: HashSet<UserId> =
        store::access::list_members(tx, &stored.group.id).await?.into_iter().map(|(id, _, _)| id).collect();
    if description == stored.group.description && old == members.iter().cloned().collect() {
        return Ok(None);
    }
    let before = with_members(tx, &stored.group.id).await?;
    // The case of a name is changed by hand only.
    let group = CheckedGroup { name: stored.group.name.clone(), description, members };
    let after = replace(ctx, tx, actor, &before, group).await?;
    Ok(Some(GroupChange {
        name: stored.group.name,
        is_new: false,
        added: accounts(&after, Some(&before)),
        removed: accounts(&before, Some(&after)),
    }))
}

/// The members of a group that `other` does not have.
fn accounts(group: &GroupWithMembers, other: Option<&GroupWithMembers>) -> Vec<String> {
    let is_new = |account: &str| other.is_none_or(|other| !other.members.iter().any(|one| one.account == account));
    group.members.iter().map(|one| one.account.clone()).filter(|account| is_new(account)).collect()
}
