//! Wire types for the profiles of manuals.

use app::library::manuals::{OperatorProfile, ProfileInput};
use domain::field::FieldCode;
use domain::manual::Manual;
use domain::profile::{ProfileAssertion, ProfileScope};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::toc::TocNodeView;
use super::viewer::{AssertionView, LogicalOperatorView, PropertyKindView};

/// The content that a profile shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ProfileScope)]
pub enum ProfileScopeView {
    /// All content.
    All,
    /// Content that applies to an aircraft of the operator, as its fleet is now.
    Fleet,
    /// Content that can apply where the assertion holds.
    Assertion,
}

impl From<&ProfileScope> for ProfileScopeView {
    fn from(scope: &ProfileScope) -> Self {
        match scope {
            ProfileScope::All => Self::All,
            ProfileScope::Fleet => Self::Fleet,
            ProfileScope::Asserted(_) => Self::Assertion,
        }
    }
}

/// A view of a manual: all content, or an operator's.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Profile)]
pub struct ProfileView {
    pub id: String,
    pub name: String,
    /// Always `profileToc`: the profile is the root of its contents.
    #[schema(example = "profileToc")]
    pub r#type: String,
    /// Always empty: a profile has no number.
    pub toc_prefix: String,
    /// Always null: a profile has no container.
    #[schema(required = true)]
    pub container: Option<String>,
    /// Always empty: a profile has no text.
    pub source_files: Vec<String>,
    /// Always empty: use `getTopToc`.
    pub children: Vec<TocNodeView>,
    /// Its id, as used in contents requests.
    pub profile_id: String,
    pub manual_id: String,
    /// The path of the manual.
    pub path: String,
    /// The operator's code.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub operator: Option<String>,
    pub scope: ProfileScopeView,
    /// For `fleet` that of the aircraft as they are now; left out for `all`, and for a fleet without aircraft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub assertion: Option<AssertionView>,
    /// It can be neither changed nor deleted.
    pub fixed: bool,
    /// Send it back with a change; a concurrent change is then refused with 409.
    pub version: i64,
}

/// The type of every profile on the wire.
const PROFILE_TYPE: &str = "profileToc";

impl ProfileView {
    pub fn of(manual: &Manual, found: OperatorProfile) -> Self {
        let profile = found.profile;
        Self {
            fixed: profile.is_fixed(),
            scope: ProfileScopeView::from(&profile.scope),
            profile_id: profile.id.0.clone(),
            id: profile.id.0,
            name: profile.name,
            r#type: PROFILE_TYPE.to_owned(),
            toc_prefix: String::new(),
            container: None,
            source_files: Vec::new(),
            children: Vec::new(),
            manual_id: manual.id.0.clone(),
            path: manual.path(),
            operator: found.operator,
            assertion: found.assertion.as_ref().map(AssertionView::from),
            version: profile.version,
        }
    }
}

impl From<&ProfileAssertion> for AssertionView {
    fn from(assertion: &ProfileAssertion) -> Self {
        match assertion {
            ProfileAssertion::Property { ident, is_condition, values } => Self {
                applic_property_ident: Some(ident.clone()),
                applic_property_type: Some(if *is_condition {
                    PropertyKindView::Condition
                } else {
                    PropertyKindView::Prodattr
                }),
                applic_property_values: Some(values.clone()),
                ..Self::default()
            },
            ProfileAssertion::Joined { is_any, parts } => Self {
                logical_operator: Some(if *is_any { LogicalOperatorView::Or } else { LogicalOperatorView::And }),
                evaluates: parts.iter().map(Self::from).collect(),
                ..Self::default()
            },
        }
    }
}

/// An assertion: a property with values, or assertions joined by an operator (specification, section 3).
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AssertionRequest {
    pub applic_property_ident: Option<String>,
    /// Default: prodattr.
    pub applic_property_type: Option<PropertyKindView>,
    /// In S1000D notation: `a|b` is a set, `x~y` a range.
    pub applic_property_values: Option<String>,
    pub logical_operator: Option<LogicalOperatorView>,
    #[serde(default)]
    #[schema(no_recursion)]
    pub evaluates: Vec<Self>,
}

impl From<AssertionRequest> for ProfileAssertion {
    fn from(request: AssertionRequest) -> Self {
        match request.logical_operator {
            Some(operator) => Self::Joined {
                is_any: operator == LogicalOperatorView::Or,
                parts: request.evaluates.into_iter().map(Self::from).collect(),
            },
            None => Self::Property {
                ident: request.applic_property_ident.unwrap_or_default(),
                is_condition: request.applic_property_type == Some(PropertyKindView::Condition),
                values: request.applic_property_values.unwrap_or_default(),
            },
        }
    }
}

fn input(
    name: String,
    operator: Option<String>,
    scope: ProfileScopeView,
    assertion: Option<AssertionRequest>,
) -> Result<ProfileInput, app::Error> {
    let scope = match (scope, assertion) {
        (ProfileScopeView::All, _) => ProfileScope::All,
        (ProfileScopeView::Fleet, _) => ProfileScope::Fleet,
        (ProfileScopeView::Assertion, Some(assertion)) => ProfileScope::Asserted(assertion.into()),
        (ProfileScopeView::Assertion, None) => return Err(app::Error::field("assertion", FieldCode::Required)),
    };
    Ok(ProfileInput { name, operator: operator.unwrap_or_default(), scope })
}

/// A profile to add to a manual.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AddProfileRequest {
    #[schema(example = "/H160/MEL")]
    pub manual_path: String,
    pub name: String,
    /// The operator's code; required for `fleet`.
    pub operator: Option<String>,
    pub scope: ProfileScopeView,
    /// Required for `assertion`, ignored otherwise.
    pub assertion: Option<AssertionRequest>,
}

impl AddProfileRequest {
    pub fn parse(self) -> Result<ProfileInput, app::Error> {
        input(self.name, self.operator, self.scope, self.assertion)
    }
}

/// A whole profile; replaces the stored one.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UpdateProfileRequest {
    pub id: String,
    pub version: i64,
    pub name: String,
    /// The operator's code; required for `fleet`.
    pub operator: Option<String>,
    pub scope: ProfileScopeView,
    /// Required for `assertion`, ignored otherwise.
    pub assertion: Option<AssertionRequest>,
}

impl UpdateProfileRequest {
    pub fn parse(self) -> Result<ProfileInput, app::Error> {
        input(self.name, self.operator, self.scope, self.assertion)
    }
}

/// Selects a profile in the version that was shown.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct DeleteProfileQuery {
    pub id: String,
    pub version: i64,
}
