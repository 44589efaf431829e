//! The front matter of a book, from records.

use std::collections::HashSet;

use domain::id::{ManualId, VersionId};
use domain::language::Locale;
use domain::page::PageRequest;
use domain::publication::{ApprovalDetails, ManualPublication, PublicationState};
use publish::book::{BookApproval, BookChange, BookFront, BookHead, BookPaper, EffectiveModule};
use store::Tx;
use store::publications::{PublicationFilter, SourceVersion};

use super::BookOrder;
use super::contents::BookStop;
use super::names::{issue_text, label, title};
use crate::core::error::Error;

/// Publications that the change record lists.
const MAX_EARLIER: u32 = 100;
/// The type of an issue of a module that did not exist before.
const NEW: &str = "new";

/// The publications of a manual that were approved and not withdrawn, the newest first.
pub(super) async fn earlier(tx: &mut Tx, manual: &ManualId) -> Result<Vec<ManualPublication>, Error> {
    let Some(page) = PageRequest::parse(1, MAX_EARLIER) else { return Ok(Vec::new()) };
    let filter = PublicationFilter { with_internal: false, ..PublicationFilter::default() };
    let mut found = store::publications::list(tx, manual, filter, page).await?.items;
    found.retain(|one| matches!(one.state, PublicationState::Approved | PublicationState::Superseded));
    Ok(found)
}

pub(super) fn head(order: BookOrder<'_>, modules: &[Vec<SourceVersion>], locale: Locale) -> BookHead {
    let manual = &order.content.manual;
    let newest = modules.iter().flatten().filter_map(|version| version.issue.date.get(..10)).max();
    let alias = manual.alias.as_str();
    let (language, region) = locale.as_str().split_once('-').unwrap_or(("en", "US"));
    BookHead {
        title: if alias.is_empty() { manual.name.to_string() } else { alias.to_owned() },
        manual_type: manual.details.manual_type.clone(),
        product: manual.details.model_ident_code.clone(),
        operator: order.operator.to_owned(),
        revision: order.content.revision.clone(),
        date: newest.unwrap_or_default().to_owned(),
        state: order.state,
        paper: BookPaper::A4,
        language: language.to_owned(),
        region: region.to_owned(),
        ident: [manual.id.0.as_str(), &order.content.revision].join(" "),
        ..BookHead::default()
    }
}

pub(super) fn lists(
    order: BookOrder<'_>,
    stops: &[BookStop],
    modules: &[Vec<SourceVersion>],
    earlier: &[ManualPublication],
    changed: Option<&HashSet<VersionId>>,
) -> BookFront {
    let places = stops.iter().filter_map(|stop| match stop {
        BookStop::Module { module, .. } => Some(*module),
        BookStop::Section { .. } => None,
    });
    let effective = places.filter_map(|place| Some(effective(place, modules.get(place)?.first()?, changed))).collect();
    BookFront {
        approval: order.approval.map(|details| BookApproval {
            authority: details.authority.clone(),
            date: details.revision_date.to_string(),
            approved_by: details.approved_by.clone(),
            job_title: details.job_title.clone(),
            reference: details.reference.clone(),
        }),
        is_approval_required: order.content.manual.details.approval_required,
        modules: effective,
        changes: changes(order, earlier),
        ..BookFront::default()
    }
}

fn effective(place: usize, version: &SourceVersion, changed: Option<&HashSet<VersionId>>) -> EffectiveModule {
    let is_changed = changed.is_some_and(|changed| changed.contains(&version.version_id));
    let state = match (is_changed, version.issue.kind.as_str()) {
        (false, _) => "",
        (true, NEW) => "new",
        (true, _) => "changed",
    };
    EffectiveModule {
        label: label(place),
        code: version.code.clone(),
        title: title(version),
        issue: issue_text(&version.issue),
        date: version.issue.date.get(..10).unwrap_or_default().to_owned(),
        state: state.to_owned(),
        applies: String::new(),
    }
}

/// Earlier publications from the oldest on, and this one.
fn changes(order: BookOrder<'_>, earlier: &[ManualPublication]) -> Vec<BookChange> {
    let change = |revision: &str, approval: Option<&ApprovalDetails>| BookChange {
        revision: revision.to_owned(),
        date: approval.map(|details| details.revision_date.to_string()).unwrap_or_default(),
        approved_by: approval.map(|details| details.approved_by.clone()).unwrap_or_default(),
        reference: approval.map(|details| details.reference.clone()).unwrap_or_default(),
    };
    let before = earlier.iter().rev().map(|one| change(&one.revision, one.approval.as_ref()));
    before.chain([change(&order.content.revision, order.approval)]).collect()
}
