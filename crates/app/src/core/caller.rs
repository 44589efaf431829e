//! The signed-in user of a request.

use domain::change::Actor;
use domain::permission::Permission;
use domain::session::Session;
use domain::user::User;

use crate::core::error::Error;

/// A signed-in user with the session of the request.
#[derive(Clone)]
pub struct Caller {
    pub user: User,
    pub session: Session,
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
        if self.user.may(permission) { Ok(()) } else { Err(Error::Forbidden) }
    }

    /// The name under which the caller's changes are recorded.
    pub fn actor(&self) -> Actor {
        Actor::User(self.user.account.as_str().to_owned())
    }
}
