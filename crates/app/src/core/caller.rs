//! The signed-in user of a request, or the service token that acts for its creator.

use std::sync::Arc;

use domain::change::Actor;
use domain::id::ServiceTokenId;
use domain::permission::Permission;
use domain::service_token::ServiceToken;
use domain::session::Session;
use domain::user::User;

use crate::core::error::Error;

/// A signed-in user with the session of the request.
#[derive(Clone)]
pub struct Caller {
    /// For a service token its creator.
    pub user: User,
    /// For a service token its lifetime, without a proof of identity.
    pub session: Session,
    /// The service token of the request, which narrows what its creator may do.
    pub service: Option<Arc<ServiceToken>>,
    /// The role requires a second factor and the account has none.
    pub must_add_factor: bool,
    /// A fresh token, when the one that was shown is half spent.
    pub renewed_token: Option<String>,
}

impl std::fmt::Debug for Caller {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Caller").field("user", &self.user).field("session", &self.session).finish_non_exhaustive()
    }
}

impl Caller {
    /// Refuses unless the caller may.
    pub fn require(&self, permission: Permission) -> Result<(), Error> {
        let in_scope = self.service.as_ref().is_none_or(|token| token.may(permission));
        if in_scope && self.user.may(permission) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// Refuses unless the caller is a person who may: drafts and check-outs belong to somebody.
    pub fn require_person(&self, permission: Permission) -> Result<(), Error> {
        if self.service.is_some() {
            return Err(Error::Forbidden);
        }
        self.require(permission)
    }

    /// The service token of the request, if it is for some databases only. Jobs and packages of its creator that are about
    /// no database do not exist for it: they may name other databases.
    pub(crate) fn limited_token(&self) -> Option<&ServiceTokenId> {
        self.service.as_ref().filter(|token| token.csdbs.is_some()).map(|token| &token.id)
    }

    /// The person has to change an initial password; those who sign in at a provider do not use it.
    pub fn must_change_password(&self) -> bool {
        self.user.must_change_password && self.service.is_none() && self.session.provider.is_none()
    }

    /// The name under which the caller's changes are recorded.
    pub fn actor(&self) -> Actor {
        match &self.service {
            Some(token) => Actor::service(&token.name),
            None => Actor::User(self.user.account.as_str().to_owned()),
        }
    }
}
