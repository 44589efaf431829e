//! Wire types for references.

use app::compliance::cleaning::GoneReference;
use app::compliance::lists::{PlacedReference, QuotedReference};
use app::compliance::references::Chapter;
use chrono::{DateTime, NaiveDate, Utc};
use domain::compliance::LocatedReference;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::views::comments::CommenterView;

/// A reference from a requirement to a place in a manual. All names are empty where it leads nowhere.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyRef)]
pub struct PolicyRefView {
    pub id: String,
    pub policy_item_id: String,
    /// Missing for the whole requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub policy_clause_id: Option<String>,
    /// manual, chapter, module or paragraph.
    pub target: String,
    /// current or recheck.
    pub state: String,
    /// The state of its text since it was confirmed: unchanged, changed or gone.
    pub text_state: String,
    /// As in `/H160/MEL`.
    pub manual_path: String,
    /// The path of the module.
    pub path: String,
    /// The code of the module.
    pub code: String,
    /// The title of the module.
    pub title: String,
    /// As in `28-21`; empty for other targets than chapters.
    pub chapter: String,
    /// The id of the version in which it was confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub confirmed_version: Option<String>,
    /// The id of the version in the working lane; send it back to confirm its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub current_version: Option<String>,
    /// The HTML id of the paragraph in the working lane.
    pub anchor: String,
    /// The beginning of its text when it was confirmed.
    pub quote: String,
    /// The beginning of its text now; empty when it is gone.
    pub current_quote: String,
    pub comment: String,
    /// The person in charge of it; missing where the owner of the requirement is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub owner: Option<CommenterView>,
    /// The day of its next review, besides that of the requirement.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review_date: Option<NaiveDate>,
    pub author: CommenterView,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
    pub version: i64,
}

impl From<QuotedReference> for PolicyRefView {
    fn from(quoted: QuotedReference) -> Self {
        let text_state = quoted.state.as_str();
        let LocatedReference { reference, manual_path, path, code, title, now, .. } = quoted.located;
        Self {
            id: reference.id.0,
            policy_item_id: reference.item.0,
            policy_clause_id: reference.clause.map(|id| id.0),
            target: reference.target.as_str().to_owned(),
            state: reference.state.as_str().to_owned(),
            text_state: text_state.to_owned(),
            manual_path,
            path,
            code,
            title,
            chapter: reference.chapter,
            confirmed_version: reference.confirmed.map(|version| version.to_string()),
            current_version: now.map(|(version, _)| version.to_string()),
            anchor: quoted.anchor,
            quote: reference.quote,
            current_quote: quoted.quote,
            comment: reference.comment,
            owner: reference.owner.map(CommenterView::from),
            review_date: reference.review_on,
            author: reference.author.into(),
            created_on: reference.created_on,
            updated_on: reference.updated_on,
            version: reference.version,
        }
    }
}

/// A reference that leads nowhere.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GonePolicyRef)]
pub struct GoneReferenceView {
    pub id: String,
    pub policy_item_id: String,
    pub policy_item_code: String,
    pub target: String,
    /// Empty where the manual is deleted, too.
    pub manual_path: String,
    /// The beginning of its text when it was confirmed; empty where the manual is deleted.
    pub quote: String,
    pub comment: String,
    pub author: CommenterView,
    pub created_on: DateTime<Utc>,
    /// Send it back to delete the reference.
    pub version: i64,
}

impl From<GoneReference> for GoneReferenceView {
    fn from(gone: GoneReference) -> Self {
        let LocatedReference { reference, manual_path, .. } = gone.located;
        Self {
            id: reference.id.0,
            policy_item_id: reference.item.0,
            policy_item_code: gone.item_code,
            target: reference.target.as_str().to_owned(),
            manual_path,
            quote: reference.quote,
            comment: reference.comment,
            author: reference.author.into(),
            created_on: reference.created_on,
            version: reference.version,
        }
    }
}

/// The references that lead nowhere.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CleanedPolicyRefs)]
pub struct CleanedReferencesView {
    pub references: Vec<GoneReferenceView>,
    /// They are deleted now.
    pub removed: bool,
}

/// The version of a module that is read.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ModuleReferencesQuery {
    /// Its id.
    pub version: String,
}

/// A chapter in the contents of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PolicyChapter)]
pub struct PolicyChapterView {
    /// Its number or title, after those of the sections around it, as in `3 / 28`: the `chapter` of a reference.
    pub name: String,
    pub title: String,
}

impl From<Chapter> for PolicyChapterView {
    fn from(Chapter { name, title }: Chapter) -> Self {
        Self { name, title }
    }
}

/// A requirement that refers to a module.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ModulePolicyRef)]
pub struct ModuleReferenceView {
    pub id: String,
    pub policy_item_id: String,
    /// The path of the requirement.
    pub policy_item_path: String,
    pub policy_item_code: String,
    pub title: String,
    /// Of the requirement.
    pub status: String,
    /// current or recheck.
    pub state: String,
    /// The state of the text in this version: unchanged, changed or gone.
    pub text_state: String,
    /// The HTML id of the paragraph in this version; empty for the whole module, and for a paragraph that is gone.
    pub anchor: String,
}

impl From<PlacedReference> for ModuleReferenceView {
    fn from(placed: PlacedReference) -> Self {
        let PlacedReference { reference, place } = placed;
        Self {
            id: reference.id.0,
            policy_item_id: reference.item.id.0,
            policy_item_path: reference.item.path,
            policy_item_code: reference.item.code,
            title: reference.item.title,
            status: reference.item.status.as_str().to_owned(),
            state: reference.state.as_str().to_owned(),
            text_state: place.state.as_str().to_owned(),
            anchor: place.id,
        }
    }
}
