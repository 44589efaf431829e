//! The input of a takeover, and the rows that it writes.

use chrono::{DateTime, Utc};
use domain::id::{ComplianceCollectionId, PolicyCategoryId, PolicyClauseId, PolicyItemId, PolicyReferenceId};
use regulations::compare::{CategoryChange, ItemChange, ItemPart};
use regulations::model::SourceCollection;
use store::regulations::{
    CopiedReferences, CurrentReference, EditionEvent, PlacedCategory, PlacedClause, PlacedItem, PolicyWording,
};

use super::stored::StoredEdition;

/// The compared items, and the decisions of people.
pub(super) struct PlanInput<'a> {
    pub(super) collection: &'a ComplianceCollectionId,
    pub(super) old: &'a StoredEdition,
    pub(super) new: &'a SourceCollection,
    pub(super) changes: &'a [ItemChange],
    pub(super) categories: &'a [CategoryChange],
    /// The items that were merged and split.
    pub(super) parts: &'a [ItemPart],
    pub(super) references: &'a [CurrentReference],
    /// A changed status counts once an approver has signed it off.
    pub(super) needs_sign_off: bool,
    /// The name of the new version, for the history.
    pub(super) edition: &'a str,
    /// The time of planning; [`EditionPlan::set_time`] replaces it in the rows.
    pub(super) now: DateTime<Utc>,
}

/// The rows that are written.
#[derive(Debug, Default)]
pub(super) struct EditionPlan {
    /// Those around others first.
    pub(super) new_categories: Vec<PlacedCategory>,
    pub(super) changed_categories: Vec<PlacedCategory>,
    /// The innermost first.
    pub(super) withdrawn_categories: Vec<PolicyCategoryId>,
    /// Those above others first.
    pub(super) added: Vec<PlacedItem>,
    /// With whether somebody has to assess it again.
    pub(super) rewritten: Vec<(PlacedItem, bool)>,
    pub(super) moved: Vec<PlacedItem>,
    pub(super) withdrawn: Vec<PolicyItemId>,
    /// Items whose codes change.
    pub(super) freed: Vec<PolicyItemId>,
    pub(super) clauses: Vec<PlacedClause>,
    pub(super) gone_clauses: Vec<PolicyClauseId>,
    pub(super) wordings: Vec<PolicyWording>,
    pub(super) events: Vec<EditionEvent>,
    /// Changed items whose status an approver has to sign off again.
    pub(super) to_sign: Vec<PolicyItemId>,
    /// Changed items whose proposed status is dropped.
    pub(super) dropped: Vec<PolicyItemId>,
    /// References that somebody has to check again.
    pub(super) suspects: Vec<PolicyReferenceId>,
    /// References that items get from those of which they have a part.
    pub(super) copied: Vec<CopiedReferences>,
    /// Items of the new version with their ids, for mappings.
    pub(super) item_ids: Vec<PolicyItemId>,
}

impl EditionPlan {
    /// Gives the rows the time at which they are written.
    pub(super) fn set_time(&mut self, now: DateTime<Utc>) {
        for placed in &mut self.new_categories {
            placed.category.updated_on = now;
        }
        for wording in &mut self.wordings {
            wording.replaced_on = now;
        }
    }
}
