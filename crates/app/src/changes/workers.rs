//! The people whose work is that of a change request, when it is set aside.

use std::collections::HashSet;

use domain::access::AccessLevel;
use domain::change_request::ChangeRequest;
use domain::file::File;
use domain::id::UserId;
use domain::user::{Account, User};
use domain::workspace::Holder;
use store::Tx;

use super::located::{self, Contributors};
use super::people;
use crate::comments::people::ReaderRules;
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// The authors of the versions of a change request, its creator and its assignee: what they do on top of its versions
/// belongs to it, unless they say otherwise. What others do there is another change.
pub(super) struct RequestWorkers<'a> {
    pub(super) request: &'a ChangeRequest,
    contributors: Contributors,
}

impl<'a> RequestWorkers<'a> {
    pub(super) async fn find(tx: &mut Tx, request: &'a ChangeRequest) -> Result<Self, Error> {
        Ok(Self { request, contributors: Contributors::find(tx, request).await? })
    }

    pub(super) fn contain(&self, holder: &Holder) -> bool {
        self.contains(&holder.user, &holder.account)
    }

    fn contains(&self, id: &UserId, account: &str) -> bool {
        let assignee = self.request.assignee.as_ref().map(|person| &person.id);
        self.request.creator.id == *id || assignee == Some(id) || self.contributors.contain(id, account)
    }

    pub(super) async fn contain_user(&self, tx: &mut Tx, id: &UserId) -> Result<bool, Error> {
        let user = store::users::find(tx, id).await?;
        Ok(user.is_some_and(|user| self.contains(&user.id, user.account.as_str())))
    }

    /// Who gets the text of a version as a draft: its author, if they may still edit, or the caller.
    pub(super) async fn owner(
        &self,
        tx: &mut Tx,
        caller: &Caller,
        rules: &ReaderRules,
        file: &File,
    ) -> Result<UserId, Error> {
        let manual = located::manual_of(self.request)?;
        let author = find_account(tx, &file.version.created_by).await?;
        let author = author.filter(|author| rules.level(author, &manual) >= AccessLevel::Author);
        Ok(author.map_or_else(|| caller.user.id.clone(), |author| author.id))
    }

    /// Tells the participants and the authors that the work is set aside.
    pub(super) async fn tell(&self, ctx: &Ctx, tx: &mut Tx, caller: &Caller, rules: &ReaderRules) -> Result<(), Error> {
        let manual = located::manual_of(self.request)?;
        let mut concerned = people::participants(rules, tx, self.request).await?;
        for account in self.contributors.accounts() {
            let author = find_account(tx, account).await?;
            concerned.extend(author.filter(|author| rules.level(author, &manual) >= AccessLevel::Read));
        }
        let code = "change_request.set_aside";
        people::tell(ctx, tx, caller, self.request, concerned, code, &mut HashSet::new()).await
    }
}

async fn find_account(tx: &mut Tx, account: &str) -> Result<Option<User>, Error> {
    let Ok(account) = Account::parse(account) else { return Ok(None) };
    Ok(store::users::find_by_account(tx, &account).await?)
}
