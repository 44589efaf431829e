//! Wire types for identity providers and the rules for signing in.

use app::users::identity_providers::{ProviderDetails, ProviderError, StoredProvider};
use app::users::sign_in_settings::{SignInOptions, SignInRules, SignInUpdate};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::users::RoleView;
use crate::secret::Secret;

/// The role of people with a value of the role claim.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RoleOfClaim)]
pub struct RoleOfClaimView {
    pub value: String,
    pub role: RoleView,
}

/// An identity provider; its client secret is never shown.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = IdentityProvider)]
#[expect(clippy::struct_excessive_bools, reason = "four independent switches of a form")]
pub struct IdentityProviderView {
    pub id: String,
    pub name: String,
    pub issuer: String,
    pub client_id: String,
    pub has_secret: bool,
    pub scopes: String,
    /// An account is made at the first sign-in; otherwise only known people may sign in.
    pub creates_accounts: bool,
    /// All addresses of the provider are verified, also when it does not say so.
    pub trusts_email: bool,
    pub default_role: RoleView,
    /// The claim with the role; empty: administrators choose roles.
    pub role_claim: String,
    pub roles: Vec<RoleOfClaimView>,
    /// The claim with the names of groups; empty: administrators choose members.
    pub groups_claim: String,
    pub enabled: bool,
    pub version: i64,
}

impl From<StoredProvider> for IdentityProviderView {
    fn from(StoredProvider { provider, sealed_secret }: StoredProvider) -> Self {
        let roles = provider.roles.into_iter().map(|(value, role)| RoleOfClaimView { value, role: role.into() });
        Self {
            id: provider.id.0,
            name: provider.name,
            issuer: provider.issuer.as_str().to_owned(),
            client_id: provider.client_id,
            has_secret: !sealed_secret.is_empty(),
            scopes: provider.scopes,
            creates_accounts: provider.creates_accounts,
            trusts_email: provider.trusts_email,
            default_role: provider.default_role.into(),
            role_claim: provider.role_claim.unwrap_or_default(),
            roles: roles.collect(),
            groups_claim: provider.groups_claim.unwrap_or_default(),
            enabled: provider.enabled,
            version: provider.version,
        }
    }
}

/// An identity provider to add, or to replace.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IdentityProviderRequest {
    pub name: String,
    /// `https`, or `http` on the server itself.
    #[schema(example = "https://login.example.com/realms/fleet")]
    pub issuer: String,
    pub client_id: String,
    /// Omitted: the stored secret stays; it is required again when issuer or client id change. Empty: without a secret.
    #[schema(value_type = String, nullable = false, required = false)]
    pub secret: Option<Secret>,
    /// Separated by spaces; `openid` is added.
    pub scopes: String,
    pub creates_accounts: bool,
    #[serde(default)]
    pub trusts_email: bool,
    pub default_role: RoleView,
    #[serde(default)]
    pub role_claim: String,
    #[serde(default)]
    pub roles: Vec<RoleOfClaimView>,
    #[serde(default)]
    pub groups_claim: String,
    pub enabled: bool,
}

impl From<IdentityProviderRequest> for ProviderDetails {
    fn from(request: IdentityProviderRequest) -> Self {
        Self {
            name: request.name,
            issuer: request.issuer,
            client_id: request.client_id,
            secret: request.secret.map(Secret::into_exposed),
            scopes: request.scopes,
            creates_accounts: request.creates_accounts,
            trusts_email: request.trusts_email,
            default_role: request.default_role.into(),
            role_claim: request.role_claim,
            roles: request.roles.into_iter().map(|one| (one.value, one.role.into())).collect(),
            groups_claim: request.groups_claim,
            enabled: request.enabled,
        }
    }
}

/// The version of the provider that is replaced.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ProviderVersionQuery {
    pub version: i64,
}

/// The result of a call to a provider.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderTest)]
pub struct ProviderTestView {
    /// `unreachable`, `status`, `tooLarge`, `unreadable`, `otherIssuer`, `insecure` or `busy`; `null` when it works.
    pub failure: Option<&'static str>,
}

impl From<Option<ProviderError>> for ProviderTestView {
    fn from(failure: Option<ProviderError>) -> Self {
        Self { failure: failure.map(|error| error.as_str()) }
    }
}

/// The rules for signing in.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SignInSettings)]
pub struct SignInSettingsView {
    /// The only account that may sign in with a password; empty: all may.
    pub emergency_account: String,
    /// The address of the application in browsers; empty: as in the settings of mail.
    pub public_url: String,
    /// The address that counts; empty when it is set nowhere.
    pub effective_url: String,
    /// The path below the public address to which providers send browsers back.
    pub callback_path: String,
    pub version: i64,
}

impl SignInSettingsView {
    /// Builds the view.
    pub fn new(rules: SignInRules, callback_path: &str) -> Self {
        let SignInRules { settings, version, effective_url } = rules;
        let account = settings.emergency_account.map(|account| account.as_str().to_owned());
        Self {
            emergency_account: account.unwrap_or_default(),
            public_url: settings.public_url,
            effective_url,
            callback_path: callback_path.to_owned(),
            version,
        }
    }
}

/// New rules for signing in.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignInSettingsRequest {
    /// An active administrator; empty: all may sign in with a password.
    pub emergency_account: String,
    pub public_url: String,
    pub version: i64,
}

impl From<SignInSettingsRequest> for SignInUpdate {
    fn from(request: SignInSettingsRequest) -> Self {
        let SignInSettingsRequest { emergency_account, public_url, version } = request;
        Self { emergency_account, public_url, version }
    }
}

/// A provider on the sign-in page.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OfferedProvider)]
pub struct OfferedProviderView {
    pub id: String,
    pub name: String,
}

/// The ways to sign in.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SignInOptions)]
pub struct SignInOptionsView {
    /// `false`: only the emergency account may sign in with a password, and nobody registers.
    pub passwords: bool,
    pub providers: Vec<OfferedProviderView>,
}

impl From<SignInOptions> for SignInOptionsView {
    fn from(options: SignInOptions) -> Self {
        let providers = options.providers.into_iter().map(|(id, name)| OfferedProviderView { id: id.0, name });
        Self { passwords: options.passwords, providers: providers.collect() }
    }
}

/// A sign-in to begin.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StartSignInRequest {
    /// The id of an identity provider.
    pub provider: String,
    /// The person must sign in again, also when the provider remembers them.
    #[serde(default)]
    pub fresh: bool,
    /// The act that the person proves by signing in again, as in `POST /users/confirm`; includes `fresh`.
    #[schema(nullable = false, required = false)]
    pub act: Option<String>,
}

/// A page of the provider to which the browser goes.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProviderPage)]
pub struct ProviderPageView {
    /// `null`: the provider has no such page.
    pub url: Option<String>,
}

/// The answer of the provider.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FinishSignInRequest {
    #[schema(value_type = String)]
    pub code: Secret,
    #[schema(value_type = String)]
    pub state: Secret,
    /// As in the address to which the provider sent the browser; `null` when it was not there.
    #[serde(default)]
    pub iss: Option<String>,
}

/// The query with which a provider sends a browser back; other values are ignored.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CallbackQuery {
    #[param(value_type = Option<String>)]
    pub code: Option<Secret>,
    #[param(value_type = Option<String>)]
    pub state: Option<Secret>,
    /// The issuer.
    pub iss: Option<String>,
    pub error: Option<String>,
}
