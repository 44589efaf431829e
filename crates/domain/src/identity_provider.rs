//! Providers of `OpenID Connect`, and who may sign in how.

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::IdentityProviderId;
use crate::mail::check_url;
use crate::permission::Role;
use crate::text;
use crate::user::Account;

/// A provider whose accounts can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityProvider {
    pub id: IdentityProviderId,
    /// The text of its button on the sign-in page.
    pub name: String,
    /// The address that identifies it; its description is found below it.
    pub issuer: Issuer,
    pub client_id: String,
    /// Space-separated scopes that are asked for besides `openid`.
    pub scopes: String,
    /// Make an account at the first sign-in; otherwise only known people may sign in.
    pub creates_accounts: bool,
    /// All addresses of the provider are verified, also when it does not say so.
    pub trusts_email: bool,
    /// The role of new accounts, and of people whose claim names no role.
    pub default_role: Role,
    /// The claim with the role, if roles come from the provider.
    pub role_claim: Option<String>,
    /// The role of each value of the claim; of several, the one with the most rights.
    pub roles: Vec<(String, Role)>,
    /// The claim with the names of groups, if memberships come from the provider.
    pub groups_claim: Option<String>,
    pub enabled: bool,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl IdentityProvider {
    /// The longest name, client id and claim.
    const MAX_LINE: usize = 200;

    /// Parses a name, a client id or a value of a claim.
    pub fn parse_line(line: &str) -> Result<String, FieldCode> {
        text::line(line, 1, Self::MAX_LINE)
    }

    /// Parses the name of a claim; empty means none.
    pub fn parse_claim(claim: &str) -> Result<Option<String>, FieldCode> {
        let claim = text::line(claim, 0, Self::MAX_LINE)?;
        Ok(Some(claim).filter(|claim| !claim.is_empty()))
    }

    /// Parses scopes separated by spaces.
    pub fn parse_scopes(scopes: &str) -> Result<String, FieldCode> {
        let scopes = text::line(scopes, 0, Self::MAX_LINE)?;
        let allowed = |c: char| c.is_ascii_graphic() && !matches!(c, '"' | '\\');
        if scopes.split(' ').any(|scope| !scope.chars().all(allowed)) {
            return Err(FieldCode::Character);
        }
        Ok(scopes.split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The role for these values of the role claim.
    pub fn role_of(&self, values: &[String]) -> Role {
        let named = self.roles.iter().filter(|(value, _)| values.contains(value)).map(|(_, role)| *role);
        // The order of roles begins with the one that has the most rights.
        named.min().unwrap_or(self.default_role)
    }
}

/// The rules for signing in.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SignInSettings {
    /// The only account that may sign in with a password; without one all may.
    pub emergency_account: Option<Account>,
    /// The address of the application in browsers; empty: as in the settings of mail.
    pub public_url: String,
}

impl SignInSettings {
    /// Parses the address of the application in browsers; may be empty.
    pub fn parse_url(url: &str) -> Result<String, FieldCode> {
        check_url(url, 0)
    }

    /// Whether `account` may sign in with a password.
    pub fn allows_password(&self, account: &Account) -> bool {
        self.emergency_account.as_ref().is_none_or(|emergency| emergency == account)
    }
}

/// The address of a provider: `https`, or `http` on this computer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issuer(String);

impl Issuer {
    const MAX: usize = 500;

    /// Parses an address without query and fragment.
    pub fn parse(text: &str) -> Result<Self, FieldCode> {
        let text = text::line(text, 1, Self::MAX)?;
        let has_more = text.contains(['?', '#']);
        if !has_more && is_secure(&text) { Ok(Self(text)) } else { Err(FieldCode::Url) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The provider runs on this computer, without encryption.
    pub fn is_local(&self) -> bool {
        self.0.starts_with("http://")
    }

    /// The address of the provider's description.
    pub fn discovery(&self) -> String {
        format!("{}/.well-known/openid-configuration", self.0.trim_end_matches('/'))
    }
}

/// The address is `https`, or `http` on this computer, and names no user, who could pass for the host.
pub fn is_secure(address: &str) -> bool {
    if address.contains(['@', '\\']) || !address.chars().all(|c| c.is_ascii_graphic()) {
        return false;
    }
    let host = |rest: &str| rest.split(['/', '?', '#']).next().unwrap_or_default().to_owned();
    if let Some(rest) = address.strip_prefix("https://") {
        return !host(rest).is_empty();
    }
    let Some(rest) = address.strip_prefix("http://") else { return false };
    let host = host(rest);
    let name = host
        .strip_suffix(|c: char| c.is_ascii_digit())
        .map_or(host.as_str(), |_| host.rsplit_once(':').map_or(host.as_str(), |(name, _)| name));
    matches!(name, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_is_https_or_on_this_computer() {
        for (address, accepted) in [
            ("https://login.example.com", true),
            ("https://login.example.com/realms/fleet", true),
            ("http://localhost:8080", true),
            ("http://127.0.0.1:8080/a", true),
            ("http://127.0.0.1", true),
            ("http://[::1]:1", true),
            ("http://login.example.com", false),
            ("http://localhost.example.com", false),
            ("http://127.0.0.1.example.com:80", false),
            ("https://", false),
            ("https://login.example.com?x", false),
            ("https://user@login.example.com", false),
            ("http://localhost:x@10.0.0.5/token", false),
            ("https://login.example.com\\@localhost", false),
            ("ftp://login.example.com", false),
            ("", false),
        ] {
            assert_eq!(Issuer::parse(address).is_ok(), accepted, "{address}");
        }
        let issuer = Issuer::parse("https://a.example/b/").expect("an address");
        assert_eq!(issuer.discovery(), "https://a.example/b/.well-known/openid-configuration");
    }

    #[test]
    fn scopes_are_words() {
        assert_eq!(IdentityProvider::parse_scopes(" profile  email "), Ok("profile email".to_owned()));
        assert_eq!(IdentityProvider::parse_scopes("a\"b"), Err(FieldCode::Character));
    }
}
