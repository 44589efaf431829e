//! Wire types for second factors.

use app::Error;
use app::core::totp::QrPath;
use app::users::confirmation::Proof;
use app::users::second_factor::{FactorState, NewFactor};
use chrono::{DateTime, Utc};
use domain::permission::Role;
use domain::session::SignedAct;
use domain::user::User;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::users::RoleView;
use crate::secret::Secret;

/// The state of the caller's second factor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SecondFactor)]
pub struct FactorView {
    /// Absent when the account has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub since: Option<DateTime<Utc>>,
    /// The caller's role requires one.
    pub required: bool,
    pub recovery_codes_left: u64,
}

impl FactorView {
    /// Builds the view.
    pub fn new(user: &User, state: FactorState) -> Self {
        Self { since: user.second_factor_on, required: state.required, recovery_codes_left: state.recovery_codes_left }
    }
}

/// A QR code as the path of an SVG picture with one unit per module.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = QrCode)]
pub struct QrCodeView {
    /// Width and height, without a margin.
    pub size: i32,
    pub path: String,
}

impl From<QrPath> for QrCodeView {
    fn from(qr: QrPath) -> Self {
        Self { size: qr.size, path: qr.path }
    }
}

/// The secret for an authenticator app, in three forms.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NewSecondFactor)]
pub struct NewFactorView {
    /// Base32, for typing.
    #[schema(value_type = String)]
    pub secret: Secret,
    /// An `otpauth` address.
    #[schema(value_type = String)]
    pub uri: Secret,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub qr: Option<QrCodeView>,
}

impl From<NewFactor> for NewFactorView {
    fn from(factor: NewFactor) -> Self {
        Self { secret: factor.secret.base32().into(), uri: factor.uri.into(), qr: factor.qr.map(QrCodeView::from) }
    }
}

/// A code of an authenticator app.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorCodeRequest {
    #[schema(value_type = String)]
    pub code: Secret,
}

/// Recovery codes, returned once; each is valid once in place of a code of the app.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RecoveryCodes)]
pub struct RecoveryCodesView {
    #[schema(value_type = Vec<String>)]
    pub recovery_codes: Vec<Secret>,
}

impl From<Vec<String>> for RecoveryCodesView {
    fn from(codes: Vec<String>) -> Self {
        Self { recovery_codes: codes.into_iter().map(Secret::from).collect() }
    }
}

/// A proof of identity: a code where the account has a second factor, otherwise the password.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmRequest {
    #[schema(value_type = String, nullable = false, required = false)]
    pub password: Option<Secret>,
    /// A code of the app, or a recovery code.
    #[schema(value_type = String, nullable = false, required = false)]
    pub code: Option<Secret>,
    /// The act for which the proof is given, which uses it up: `approval:` and the id of a publication, or `release:` and
    /// the path of a manual that needs no approval.
    #[schema(nullable = false, required = false)]
    pub act: Option<String>,
}

impl TryFrom<ConfirmRequest> for Proof {
    type Error = Error;

    fn try_from(request: ConfirmRequest) -> Result<Self, Error> {
        Ok(Self {
            password: request.password.map(Secret::into_exposed),
            code: request.code.map(Secret::into_exposed),
            act: parsed_act(request.act.as_deref())?,
        })
    }
}

/// The act that a proof of identity is for.
pub fn parsed_act(act: Option<&str>) -> Result<Option<SignedAct>, Error> {
    act.map(SignedAct::parse).transpose().map_err(|code| Error::field("act", code))
}

/// Selects the account whose second factor is removed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetFactorRequest {
    pub account: String,
}

/// The roles that must have a second factor.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SecondFactorRoles)]
pub struct FactorRolesView {
    pub roles: Vec<RoleView>,
    pub version: i64,
}

impl FactorRolesView {
    /// Builds the view.
    pub fn new(roles: &[Role], version: i64) -> Self {
        Self { roles: roles.iter().copied().map(RoleView::from).collect(), version }
    }
}

/// The whole setting.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FactorRolesRequest {
    pub roles: Vec<RoleView>,
    pub version: i64,
}

impl FactorRolesRequest {
    /// The parsed roles.
    pub fn roles(&self) -> Vec<Role> {
        self.roles.iter().copied().map(Role::from).collect()
    }
}
