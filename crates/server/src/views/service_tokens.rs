//! Wire types for tokens of other systems.

use app::users::service_tokens::{CreatedServiceToken, NewServiceToken, OwnedServiceToken};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A token of another system.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ServiceToken)]
pub struct ServiceTokenView {
    pub id: String,
    pub name: String,
    pub permissions: Vec<&'static str>,
    /// The only databases that the token sees; without a list it sees all that its creator sees.
    pub databases: Option<Vec<String>>,
    /// The account of its creator; the token may never do more than this user.
    pub created_by: String,
    /// The creator's account is active; otherwise the token is refused.
    pub usable: bool,
    pub created_on: DateTime<Utc>,
    pub expires_on: DateTime<Utc>,
    /// The last use, to within a minute.
    pub used_on: Option<DateTime<Utc>>,
}

impl From<OwnedServiceToken> for ServiceTokenView {
    fn from(OwnedServiceToken { token, account, usable }: OwnedServiceToken) -> Self {
        let names = |csdbs: Vec<domain::name::Name>| csdbs.iter().map(|name| name.as_str().to_owned()).collect();
        Self {
            id: token.id.0,
            name: token.name,
            permissions: token.permissions.iter().map(|permission| permission.as_str()).collect(),
            databases: token.csdbs.map(names),
            created_by: account,
            usable,
            created_on: token.created_on,
            expires_on: token.expires_on,
            used_on: token.used_on,
        }
    }
}

/// A new token with its text.
#[derive(Serialize, ToSchema)]
#[schema(as = CreatedServiceToken)]
pub struct CreatedServiceTokenView {
    /// Sent as a bearer token. The server stores only its hash and cannot show it again.
    pub token: String,
    pub details: ServiceTokenView,
}

impl std::fmt::Debug for CreatedServiceTokenView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CreatedServiceTokenView").field("details", &self.details).finish_non_exhaustive()
    }
}

impl From<CreatedServiceToken> for CreatedServiceTokenView {
    fn from(CreatedServiceToken { owned, text }: CreatedServiceToken) -> Self {
        Self { token: text, details: owned.into() }
    }
}

/// A token to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateServiceTokenRequest {
    /// The purpose of the token.
    pub name: String,
    /// At least one of readContent, editContent, importPackages, createLibrary, deleteLibrary, manageOperators,
    /// viewAudit, viewSystem and manageSystem.
    pub permissions: Vec<String>,
    /// Names of databases; left out, the token sees all that its creator sees.
    pub databases: Option<Vec<String>>,
    /// Days until it expires, at most 366.
    pub days: i64,
}

impl From<CreateServiceTokenRequest> for NewServiceToken {
    fn from(request: CreateServiceTokenRequest) -> Self {
        let CreateServiceTokenRequest { name, permissions, databases, days } = request;
        Self { name, permissions, csdbs: databases, days }
    }
}
