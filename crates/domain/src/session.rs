//! Login sessions.

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::{IdentityProviderId, PublicationId, SessionId, UserId};
use crate::text::fold;

/// One login. It ends by expiry, by logout, or when the account changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Session {
    pub id: SessionId,
    pub user_id: UserId,
    pub client: SessionClient,
    pub created_on: DateTime<Utc>,
    /// The last use, to within a few minutes.
    pub used_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    pub revoked_on: Option<DateTime<Utc>>,
    /// The last time the user proved who they are: at sign-in, or when asked again.
    pub confirmed_on: DateTime<Utc>,
    /// The identity provider at which the user signed in; `None` for a password.
    pub provider: Option<SessionProvider>,
}

/// The identity provider that opened a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionProvider {
    pub id: IdentityProviderId,
    pub name: String,
}

/// The computer that opened a session.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionClient {
    /// The network address at login.
    pub address: String,
    /// The browser or program, as its `User-Agent` names it.
    pub device: String,
}

impl SessionClient {
    /// The most characters of a device.
    const MAX_DEVICE: usize = 300;

    /// A client with the printable beginning of its `User-Agent`.
    pub fn new(address: String, user_agent: &str) -> Self {
        let device = user_agent.chars().filter(|c| !c.is_control()).take(Self::MAX_DEVICE).collect();
        Self { address, device }
    }
}

impl Session {
    /// Not expired and not ended.
    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        self.revoked_on.is_none() && now < self.expires_on
    }
}

/// An act that counts as a signature: it needs a proof of identity that was given for it, and uses it up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedAct(String);

impl SignedAct {
    const APPROVAL: &str = "approval:";
    const RELEASE: &str = "release:";
    /// The most characters; a path of two names is shorter.
    const MAX_CHARS: usize = 600;

    /// The approval of a publication.
    pub fn approval(id: &PublicationId) -> Self {
        Self(fold(&[Self::APPROVAL, &id.0].concat()))
    }

    /// The release of a manual that needs no approval.
    pub fn release(manual_path: &str) -> Self {
        Self(fold(&[Self::RELEASE, manual_path].concat()))
    }

    /// An act as clients name it: `approval:` and the id of a publication, or `release:` and the path of a manual.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        if text.chars().count() > Self::MAX_CHARS {
            return Err(FieldCode::TooLong);
        }
        let folded = fold(text);
        let subject = [Self::APPROVAL, Self::RELEASE].iter().find_map(|kind| folded.strip_prefix(kind));
        match subject {
            Some(subject) if !subject.is_empty() => Ok(Self(folded)),
            _ => Err(FieldCode::UnknownValue),
        }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_is_named_by_its_kind_and_its_subject() {
        let id = PublicationId("p1".to_owned());
        assert_eq!(SignedAct::parse("approval:p1"), Ok(SignedAct::approval(&id)));
        assert_eq!(SignedAct::parse("release:/nv240/mmel"), Ok(SignedAct::release("/NV240/MMEL")));
        for unknown in ["", "approval:", "withdrawal:p1", "release"] {
            assert_eq!(SignedAct::parse(unknown), Err(FieldCode::UnknownValue), "{unknown}");
        }
        assert_eq!(SignedAct::parse(&format!("release:/{}", "x".repeat(600))), Err(FieldCode::TooLong));
    }
}
