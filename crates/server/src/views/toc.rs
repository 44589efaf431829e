//! Wire types for contents.

use app::reading::toc::{TocAnswer, TocEntry, TocPosition, TocQuery, TocSource, TocTop};
use app::reading::viewer::Choice;
use chrono::{DateTime, Utc};
use domain::field::FieldCode;
use domain::id::ProfileId;
use domain::language::Locale;
use domain::page::Page;
use domain::toc::TocNodeType;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{PageNumber, PageSize, PageView};
use super::paths::parse_path;
use super::revisions::{LaneView, RevisionView};
use super::viewer::TruthView;
use super::words::TocNodeTypeView;

/// An entry in the contents of a manual.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TocNode)]
pub struct TocNodeView {
    pub id: String,
    pub name: String,
    pub r#type: TocNodeTypeView,
    /// The number before the name, as in `21-10`.
    pub toc_prefix: String,
    /// The path of the container it belongs to.
    #[schema(required = true)]
    pub container: Option<String>,
    /// The paths of its modules.
    pub source_files: Vec<String>,
    #[schema(no_recursion)]
    pub children: Vec<Self>,
    pub profile_id: String,
    pub manual_id: String,
    /// The path of its module, or of the manual.
    pub path: String,
    pub child_count: u32,
    pub leaf: bool,
    /// The referenced object was not delivered.
    pub dangling: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub language: Option<String>,
    /// Applicability to the requested aircraft, or to those of the profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applies: Option<TruthView>,
    /// The entry's own applicability as displayed text, when it is not met.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub applies_to: Option<String>,
}

impl TocNodeView {
    fn of<T>(contents: &TocAnswer<T>, seen: TocEntry) -> Self {
        let node = seen.placed.node;
        let object = seen.placed.object;
        let dangling = object.is_none() && node.node_type != TocNodeType::Section;
        let code = match &object {
            Some(object) => Some(object.code.clone()),
            None => dangling.then(|| node.key.clone()),
        };
        Self {
            id: node.id.to_string(),
            name: if node.title.is_empty() { node.key } else { node.title },
            r#type: TocNodeTypeView(node.node_type),
            toc_prefix: node.prefix,
            container: seen.container,
            source_files: object.iter().map(|object| object.path.clone()).collect(),
            children: seen.children.into_iter().map(|child| Self::of(contents, child)).collect(),
            profile_id: contents.profile.id.0.clone(),
            manual_id: contents.manual.id.0.clone(),
            path: object.as_ref().map_or_else(|| contents.manual.path(), |object| object.path.clone()),
            child_count: node.child_count,
            leaf: node.leaf,
            dangling,
            code,
            language: object.map(|object| object.language).filter(|language| !language.is_empty()),
            applies: seen.applies.map(TruthView::from),
            applies_to: seen.applies_to,
        }
    }
}

impl From<TocAnswer<TocEntry>> for TocNodeView {
    fn from(contents: TocAnswer<TocEntry>) -> Self {
        let seen = contents.of.clone();
        Self::of(&contents, seen)
    }
}

impl From<TocAnswer<Page<TocEntry>>> for PageView<TocNodeView> {
    fn from(contents: TocAnswer<Page<TocEntry>>) -> Self {
        let page = contents.of.clone().map(|seen| TocNodeView::of(&contents, seen));
        page.into()
    }
}

/// The first level of the contents, with manual and revision.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = TopToc)]
pub struct TopTocView {
    /// Empty so far, but an import is running.
    pub generating: bool,
    /// Left out while the lane is empty.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub revision: Option<RevisionView>,
    pub lane: LaneView,
    /// An OEM revision is waiting for a decision.
    pub newer_revision_waits: bool,
    /// At most 100.
    pub nodes: Vec<TocNodeView>,
}

impl From<TocAnswer<TocTop>> for TopTocView {
    fn from(contents: TocAnswer<TocTop>) -> Self {
        let top = contents.of.clone();
        Self {
            generating: top.generating,
            revision: top.revision.map(RevisionView::from),
            lane: top.lane.into(),
            newer_revision_waits: top.newer_revision_waits,
            nodes: top.places.into_iter().map(|seen| TocNodeView::of(&contents, seen)).collect(),
        }
    }
}

/// The position of a module in the contents.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Neighbours)]
pub struct NeighboursView {
    /// The ancestors and the module itself; empty when it is not in the contents.
    pub trail: Vec<TocNodeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub previous: Option<TocNodeView>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<TocNodeView>,
    /// Counted from 1; 0 when it is not in the contents.
    pub position: u64,
    /// Number of modules in the contents.
    pub total: u64,
}

impl From<TocAnswer<TocPosition>> for NeighboursView {
    fn from(contents: TocAnswer<TocPosition>) -> Self {
        let standing = contents.of.clone();
        let one = |seen: TocEntry| TocNodeView::of(&contents, seen);
        Self {
            trail: standing.trail.into_iter().map(one).collect(),
            previous: standing.previous.map(one),
            next: standing.next.map(one),
            position: standing.position,
            total: standing.total,
        }
    }
}

/// Selects a module in the contents.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct NeighboursQuery {
    /// As in `/H160/MEL/DMC-….XML`.
    pub path: String,
    /// Default: the profile `All` of its manual.
    pub profile_id: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// Selects the contents.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TopTocQuery {
    /// Either this or the path of a manual.
    pub profile_id: Option<String>,
    /// Selects the profile `All` of this manual.
    pub manual_path: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// Selects an entry of the contents.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TocNodeQuery {
    /// Either this or the path of a manual.
    pub profile_id: Option<String>,
    /// Selects the profile `All` of this manual.
    pub manual_path: Option<String>,
    pub node_id: String,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
}

/// Parses the selection of the contents.
pub fn whose(profile_id: Option<String>, manual_path: Option<&str>) -> Result<TocSource, app::Error> {
    match (profile_id, manual_path) {
        (Some(id), _) => Ok(TocSource::Profile(ProfileId(id))),
        (None, Some(path)) => Ok(TocSource::ManualAt(parse_path(path)?)),
        (None, None) => Err(app::Error::field("profileId", FieldCode::Required)),
    }
}

/// Selects children of an entry.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeafNodesRequest {
    /// Either this or the path of a manual.
    pub profile_id: Option<String>,
    /// Selects the profile `All` of this manual.
    pub manual_path: Option<String>,
    /// Default: the first level.
    pub node_id: Option<String>,
    /// Searches the whole contents in reading order and ignores `nodeId`; default: false.
    pub anywhere: Option<bool>,
    /// Includes modules; otherwise only entries that can have children. Default: true.
    pub include_leaf: Option<bool>,
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// Part of the title or the code.
    pub keyword: Option<String>,
    /// Only publications in this language, as in `en-US`, or in the first language of the contents when none is in it.
    /// Default: all languages.
    pub language: Option<String>,
    pub lane: Option<LaneView>,
    pub revision: Option<String>,
    /// The lane as it was at this moment, as in `2026-03-01T00:00:00Z`.
    pub as_of: Option<DateTime<Utc>>,
    /// The registration of an aircraft. With an aircraft, a product or properties, each module has its applicability;
    /// without them as the profile has it, unless it shows all content.
    pub aircraft: Option<String>,
    /// A product id from `/view/choices`.
    pub product: Option<String>,
    /// As in `prodattr:model=NV240-1` or `condition:SB26003=POST`.
    pub set: Option<Vec<String>>,
}

impl LeafNodesRequest {
    pub fn below(&self, locale: Locale) -> TocQuery {
        TocQuery {
            node: self.node_id.clone(),
            anywhere: self.anywhere.unwrap_or(false),
            leaves: self.include_leaf.unwrap_or(true),
            text: self.keyword.clone().unwrap_or_default(),
            language: self.language.clone(),
            choice: Choice {
                aircraft: self.aircraft.clone(),
                product: self.product.clone(),
                set: self.set.clone().unwrap_or_default(),
                profile: None,
            },
            locale,
        }
    }
}
