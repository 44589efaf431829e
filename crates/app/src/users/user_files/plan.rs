//! The changes of a file of people, compared with the stored accounts.

use std::collections::{HashMap, HashSet};

use domain::field::FieldCode;
use domain::id::{GroupId, UserId};
use domain::permission::Role;
use domain::text::fold;
use domain::user::{User, UserStatus};
use store::Tx;

use super::parse::{ParsedPeople, ParsedPerson};
use super::{UserChange, UserChanges, ValueChange, end_of};
use crate::core::ctx::Ctx;
use crate::core::error::Error;
use crate::users::groups::{ListedGroup, MAX_MEMBERS, list_all};
use crate::users::line_files::Defects;
use crate::users::{GuestChange, MustChange, ParsedUser, build, check_rules, with_values};

/// An account that a file changes or makes.
pub(super) struct PlannedPerson {
    pub(super) before: Option<User>,
    pub(super) wanted: User,
    change: UserChange,
}

/// A group, and what a file changes about its members.
pub(super) struct GroupMoves {
    pub(super) id: GroupId,
    name: String,
    members: HashSet<UserId>,
    pub(super) joining: Vec<UserId>,
    pub(super) leaving: HashSet<UserId>,
    /// The last line of the file that adds a member.
    last_joined: usize,
}

/// The changes of a file.
pub(super) struct FilePlan {
    pub(super) people: Vec<PlannedPerson>,
    pub(super) groups: Vec<GroupMoves>,
}

impl FilePlan {
    pub(super) fn changes(&self) -> UserChanges {
        UserChanges::new(self.people.iter().map(|person| person.change.clone()).collect())
    }
}

/// Compares a file with the stored accounts.
pub(super) async fn plan(ctx: &Ctx, tx: &mut Tx, file: ParsedPeople) -> Result<FilePlan, Error> {
    let ParsedPeople { people: lines, mut defects } = file;
    let mut groups: Vec<GroupMoves> = list_all(tx).await?.into_iter().map(moves_of).collect();
    let places: HashMap<String, usize> =
        groups.iter().enumerate().map(|(place, group)| (fold(&group.name), place)).collect();
    let mut people = Vec::new();
    for line in lines {
        let before = store::users::find_by_account(tx, &line.account).await?;
        let Some(wanted) = wanted(ctx, before.as_ref(), &line, &mut defects) else { continue };
        let mut change = values_changed(before.as_ref(), &wanted);
        if let Some(names) = &line.groups {
            let found: HashSet<usize> = names.iter().filter_map(|name| places.get(&fold(name)).copied()).collect();
            if names.iter().any(|name| !places.contains_key(&fold(name))) {
                defects.refuse(line.line, "groups", FieldCode::UnknownValue);
            }
            move_between_groups(&mut groups, &found, (&wanted.id, line.line), &mut change);
        }
        if !change.is_empty() {
            people.push(PlannedPerson { before, wanted, change });
        }
    }
    for group in groups.iter().filter(|group| !group.joining.is_empty()) {
        if group.members.len() + group.joining.len() > MAX_MEMBERS + group.leaving.len() {
            defects.refuse(group.last_joined, "groups", FieldCode::TooMany);
        }
    }
    let defects = defects.into_list();
    if defects.is_empty() { Ok(FilePlan { people, groups }) } else { Err(Error::Invalid(defects)) }
}

/// The account that a line describes; `None` when it describes none. Its defects are reported.
fn wanted(ctx: &Ctx, before: Option<&User>, line: &ParsedPerson, defects: &mut Defects) -> Option<User> {
    let described = before.map_or_else(|| new_account(ctx, line), |before| Ok(changed(before, line)));
    let mut refuse = |(column, code)| defects.refuse(line.line, column, code);
    let wanted = described.map_err(&mut refuse).ok()?;
    if let Err(defect) = check_rules(before.unwrap_or(&active(&wanted)), &wanted) {
        refuse(defect);
    }
    Some(wanted)
}

/// An account as its line describes it.
fn changed(before: &User, line: &ParsedPerson) -> User {
    User {
        display_name: line.display_name.clone().unwrap_or_else(|| before.display_name.clone()),
        email: line.email.clone().unwrap_or_else(|| before.email.clone()),
        ..with_values(before, line.role, line.status, line.guest_until)
    }
}

/// The account that a line makes, or what it lacks. A line without a name and an address more likely has a typing error.
fn new_account(ctx: &Ctx, line: &ParsedPerson) -> Result<User, (&'static str, FieldCode)> {
    let (display_name, email) = match (line.display_name.clone(), line.email.clone()) {
        (Some(name), Some(email)) => (name, email),
        (None, None) => return Err(("account", FieldCode::UnknownValue)),
        (None, _) => return Err(("name", FieldCode::Required)),
        (_, None) => return Err(("email", FieldCode::Required)),
    };
    let guest_until = match line.guest_until {
        GuestChange::Keep => None,
        GuestChange::Set(until) => until,
    };
    let checked = ParsedUser { account: line.account.clone(), email, display_name, password: None, guest_until };
    let (role, status) = (line.role.unwrap_or(Role::Reader), line.status.unwrap_or(UserStatus::Active));
    Ok(build(ctx, checked, role, status, MustChange::No))
}

/// The same account in use: a new one is checked as a change of it.
fn active(user: &User) -> User {
    User { status: UserStatus::Active, ..user.clone() }
}

fn moves_of(ListedGroup { group, members }: ListedGroup) -> GroupMoves {
    GroupMoves {
        id: group.id,
        name: group.name,
        members: members.into_iter().map(|(user, ..)| user).collect(),
        joining: Vec::new(),
        leaving: HashSet::new(),
        last_joined: 0,
    }
}

/// Lets the person of a line belong to exactly the groups at these places.
fn move_between_groups(
    groups: &mut [GroupMoves],
    wanted: &HashSet<usize>,
    (user, line): (&UserId, usize),
    change: &mut UserChange,
) {
    for (place, group) in groups.iter_mut().enumerate() {
        match (group.members.contains(user), wanted.contains(&place)) {
            (false, true) => {
                group.joining.push(user.clone());
                group.last_joined = line;
                change.joined.push(group.name.clone());
            }
            (true, false) => {
                group.leaving.insert(user.clone());
                change.left.push(group.name.clone());
            }
            _ => {}
        }
    }
}

/// The name of a value that files change, and the value of an account.
type NamedValue = (&'static str, fn(&User) -> String);

fn values_changed(before: Option<&User>, wanted: &User) -> UserChange {
    let all: [NamedValue; 5] = [
        ("name", |user| user.display_name.clone()),
        ("email", |user| user.email.as_str().to_owned()),
        ("role", |user| user.role.as_str().to_owned()),
        ("status", |user| user.status.as_str().to_owned()),
        ("guestUntil", |user| end_of(user.guest_until)),
    ];
    let compared =
        all.map(|(name, of)| ValueChange { name, before: before.map(of).unwrap_or_default(), after: of(wanted) });
    let values = compared.into_iter().filter(|change| change.before != change.after).collect();
    let account = before.unwrap_or(wanted).account.to_string();
    UserChange { account, is_new: before.is_none(), values, joined: Vec::new(), left: Vec::new() }
}
