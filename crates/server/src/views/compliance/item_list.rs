//! Wire types for lists of items.

use app::compliance::lists::{PolicyItemSort, PolicyListing};
use domain::compliance::{MappingProof, PolicyItemKind, PolicyStatus};
use domain::field::FieldCode;
use domain::page::Order;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::requests::parse_from_path;
use crate::views::page::{OrderView, PageNumber, PageSize};
use crate::views::paths::parse_path;

/// Sort column of a list of requirements.
#[derive(Debug, Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PolicyItemSort)]
pub enum PolicyItemSortView {
    #[default]
    Position,
    Code,
    Title,
    Status,
    Owner,
    ReviewDate,
    UpdatedOn,
}

impl From<PolicyItemSortView> for PolicyItemSort {
    fn from(sort: PolicyItemSortView) -> Self {
        match sort {
            PolicyItemSortView::Position => Self::Position,
            PolicyItemSortView::Code => Self::Code,
            PolicyItemSortView::Title => Self::Title,
            PolicyItemSortView::Status => Self::Status,
            PolicyItemSortView::Owner => Self::Owner,
            PolicyItemSortView::ReviewDate => Self::ReviewOn,
            PolicyItemSortView::UpdatedOn => Self::UpdatedOn,
        }
    }
}

/// Requirements in scope, or those out of it.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum PolicyScopeFilter {
    In,
    Out,
}

/// Which requirements are listed.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
#[expect(clippy::struct_excessive_bools, reason = "each is a filter of its own")]
pub struct PolicyItemsQuery {
    pub page_number: Option<PageNumber>,
    pub page_size: Option<PageSize>,
    /// The path of a collection, a category or an item: those below it; without it, or with `/`, all.
    pub from_path: Option<String>,
    /// One or several, separated by commas.
    pub status: Option<String>,
    #[param(inline)]
    pub scope: Option<PolicyScopeFilter>,
    /// IR, DR, CS, AMC, GM, STD, REC, RULE, POLICY or INFO.
    pub kind: Option<String>,
    /// Those that are assessed, or those that are not.
    pub assessable: Option<bool>,
    /// Only those whose status waits for an approver.
    #[serde(default)]
    pub proposed: bool,
    /// An account.
    pub owner: Option<String>,
    /// Only mine.
    #[serde(default)]
    pub mine: bool,
    /// The code of an operator.
    pub operator: Option<String>,
    /// As in `/H160/MEL`: those that refer to it.
    pub manual_path: Option<String>,
    /// The path of a module: those that refer to it or to one of its paragraphs.
    pub module: Option<String>,
    /// Only those with a reference that has to be checked again.
    #[serde(default)]
    pub recheck: bool,
    /// Only those that a version of the regulation changed, and that nobody has assessed since.
    #[serde(default)]
    pub reassess: bool,
    /// Only those without a reference to a manual that I may read.
    #[serde(default)]
    pub unreferenced: bool,
    /// `mapped` or `part`: only those that requirements of other collections prove; `open`: only those that none proves.
    pub proof: Option<String>,
    /// Only those whose review date has passed.
    #[serde(default)]
    pub overdue: bool,
    /// Part of the code, the title, the text or a clause.
    pub keyword_filter: Option<String>,
    /// Default: position.
    #[param(inline)]
    pub sort: Option<PolicyItemSortView>,
    /// Default: asc.
    pub order: Option<OrderView>,
}

impl PolicyItemsQuery {
    pub fn listing(self) -> Result<PolicyListing, app::Error> {
        let unknown = |field: &'static str| move || app::Error::field(field, FieldCode::UnknownValue);
        let statuses = self.status.as_deref().unwrap_or_default().split(',').filter(|word| !word.is_empty());
        let statuses = statuses.map(|word| PolicyStatus::parse(word.trim()).ok_or_else(unknown("status")));
        let proof = |word: &str| MappingProof::parse_by_mapping(word).ok_or_else(unknown("proof"));
        let kind = |word: &str| PolicyItemKind::parse(word).ok_or_else(unknown("kind"));
        Ok(PolicyListing {
            below: parse_from_path(self.from_path.as_deref())?,
            statuses: statuses.collect::<Result<_, _>>()?,
            in_scope: self.scope.map(|scope| matches!(scope, PolicyScopeFilter::In)),
            kind: self.kind.as_deref().map(kind).transpose()?,
            assessable: self.assessable,
            proposed: self.proposed,
            owner: self.owner,
            mine: self.mine,
            operator: self.operator,
            manual: self.manual_path.as_deref().map(parse_path).transpose()?,
            module: self.module.as_deref().map(parse_path).transpose()?,
            recheck: self.recheck,
            reassess: self.reassess,
            unreferenced: self.unreferenced,
            proof: self.proof.as_deref().map(proof).transpose()?,
            overdue: self.overdue,
            text: self.keyword_filter.unwrap_or_default(),
            sort: self.sort.unwrap_or_default().into(),
            order: self.order.map_or(Order::Ascending, Order::from),
        })
    }
}
