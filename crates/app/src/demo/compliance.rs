//! A regulation for the demo manuals, in two editions: requirements, the paragraphs that answer most of them, and texts
//! that the second edition lets people check again.

use std::collections::HashMap;

use chrono::{NaiveDate, TimeDelta};
use domain::compliance::{
    CollectionDetails, CompliancePath, ComplianceType, PolicyItemDetails, PolicyItemKind, PolicyStatus,
};
use domain::id::PolicyItemId;
use domain::path::FilePath;
use domain::snapshot::Reading;
use publish::csv::{CsvRow, read_csv};

use super::comments::anchor;
use super::library::DATABASE;
use crate::compliance::categories::{self, CategoryDetails};
use crate::compliance::items::{self, PolicyItemValues};
use crate::compliance::references::{self, NewReference, PolicyDestination};
use crate::compliance::statuses::{self, PolicyDecision, PolicyItemVersion};
use crate::compliance::{collections, lists, reviews};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{ComplianceError, Error, Missing};
use crate::imports::shell;
use crate::library::files;
use crate::users::notifications;

/// The files of the demo regulation.
#[derive(Debug, Clone)]
pub struct DemoRegulation {
    /// The first and the second edition, in the layout of our own tables.
    pub editions: [String; 2],
    /// The paragraph that answers each requirement.
    pub answers: String,
}

/// Every fifth requirement, counted from this one, has no reference.
const UNANSWERED: usize = 3;
/// Every tenth requirement, counted from this one, has an overdue review.
const OVERDUE: usize = 7;

/// A row of an edition.
struct RegulationRow {
    code: String,
    title: String,
    text: String,
    parent: String,
    kind: String,
}

fn rows(text: &str) -> Result<Vec<CsvRow>, Error> {
    let mut rows = read_csv(text).map_err(|_| Error::NotFound(Missing::File))?;
    // The first one names the columns.
    rows.drain(..rows.len().min(1));
    Ok(rows)
}

fn edition(text: &str) -> Result<Vec<RegulationRow>, Error> {
    let read = |row: CsvRow| {
        let mut cells = row.cells.into_iter();
        let mut next = || cells.next().unwrap_or_default();
        let (code, title, text, parent) = (next(), next(), next(), next());
        // The level of a category says nothing more.
        next();
        RegulationRow { code, title, text, parent, kind: next() }
    };
    Ok(rows(text)?.into_iter().map(read).collect())
}

/// The details of the collection that the first rows of an edition give.
fn details(edition: &[RegulationRow]) -> CollectionDetails {
    let value = |key: &str| {
        let found = edition.iter().find(|row| row.kind == "META" && row.code == key);
        found.map(|row| row.text.clone()).unwrap_or_default()
    };
    CollectionDetails {
        name: value("policyCollectionName"),
        originator: value("policyOriginator"),
        compliance_type: ComplianceType::parse(&value("complianceType")).unwrap_or(ComplianceType::Regulatory),
        source_reference: value("sourceReference"),
        edition: value("version"),
        effective_on: value("effective_date").parse().ok(),
        needs_sign_off: false,
    }
}

/// Makes the regulation with its references, and takes its second edition over; `false` when it is there already.
pub async fn regulate(ctx: &Ctx, regulation: &DemoRegulation) -> Result<bool, Error> {
    let author = shell::caller(ctx, Some(super::AUTHOR)).await?;
    let [first, second] = [edition(&regulation.editions[0])?, edition(&regulation.editions[1])?];
    let made = match collections::create(ctx, &author, details(&first)).await {
        Ok(made) => made,
        Err(Error::Compliance(ComplianceError::NameTaken)) => return Ok(false),
        Err(error) => return Err(error),
    };
    let top = path(&made.path())?;
    let mut categories = HashMap::new();
    for row in first.iter().filter(|row| row.kind == "CATEGORY") {
        let details = CategoryDetails { code: row.code.clone(), name: row.title.clone() };
        let category = categories::create(ctx, &author, &top, details).await?;
        categories.insert(row.code.as_str(), path(&category.path)?);
    }
    let today = ctx.clock.now().date_naive();
    let mut requirements: HashMap<&str, PolicyItemId> = HashMap::new();
    let own = first.iter().filter(|row| !matches!(row.kind.as_str(), "META" | "CATEGORY"));
    for (number, row) in own.enumerate() {
        let category = categories.get(row.parent.as_str()).unwrap_or(&top);
        let review = (number % 10 == OVERDUE).then(|| today - TimeDelta::days(10));
        let id = items::create(ctx, &author, category, values(row, review, "")).await?;
        requirements.insert(&row.code, id);
    }
    answer(ctx, &author, &requirements, &regulation.answers).await?;
    for row in &second {
        let Some(id) = requirements.get(row.code.as_str()) else { continue };
        let open = lists::read(ctx, &author, id).await?.item;
        if open.details.text != row.text {
            let changed = values(row, open.details.review_on, "Edition 2");
            items::update(ctx, &author, id, open.version, changed).await?;
        }
    }
    collections::update(ctx, &author, &made.id, made.version, details(&second)).await?;
    // Those who try the product do not have to clear messages first, nor those that the next start would send.
    reviews::remind(ctx).await?;
    notifications::read_all(ctx, &author).await?;
    Ok(true)
}

fn path(text: &str) -> Result<CompliancePath, Error> {
    CompliancePath::parse(text).ok_or(Error::NotFound(Missing::ComplianceCollection))
}

fn values(row: &RegulationRow, review_on: Option<NaiveDate>, why: &str) -> PolicyItemValues {
    PolicyItemValues {
        details: PolicyItemDetails {
            code: row.code.clone(),
            title: row.title.clone(),
            text: row.text.clone(),
            guidance: String::new(),
            kind: PolicyItemKind::Rule,
            effective_on: None,
            is_assessable: true,
            review_on,
        },
        clauses: Vec::new(),
        owner: Some(super::AUTHOR.to_owned()),
        why: why.to_owned(),
    }
}

/// Lets most requirements refer to the paragraphs that answer them, and assesses them.
async fn answer(
    ctx: &Ctx,
    author: &Caller,
    requirements: &HashMap<&str, PolicyItemId>,
    answers: &str,
) -> Result<(), Error> {
    for (number, row) in rows(answers)?.into_iter().enumerate() {
        let [code, manual, module, words] = row.cells.as_slice() else { continue };
        let Some(id) = requirements.get(code.as_str()).filter(|_| number % 5 != UNANSWERED) else { continue };
        let text = format!("/{DATABASE}/{manual}/{module}_en-US.XML");
        let path = FilePath::parse(&text).ok_or(Error::NotFound(Missing::File))?;
        let file = files::find(ctx, author, &path, &Reading::default()).await?;
        let anchor = anchor(ctx, &file, words).await?;
        let destination = PolicyDestination::Module { path, version: Some(file.version_id), anchor };
        let comment = String::new();
        let new = NewReference {
            item: id.clone(),
            clause: None,
            item_version: None,
            destination,
            comment,
            why: String::new(),
        };
        references::add(ctx, author, new).await?;
        let status = if number % 7 == 6 { PolicyStatus::PartiallyCompliant } else { PolicyStatus::Compliant };
        let read = PolicyItemVersion { id: id.clone(), version: 1 };
        let decision = PolicyDecision { status, why: String::new(), read: None };
        statuses::set(ctx, author, &read, &decision).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_has_its_details_categories_and_requirements() {
        let text = "code,title,text,parent_code,level,type\nversion,,Edition 1,,,META\neffective_date,,2026-01-15,,,META\n\
            A,General,,,1,CATEGORY\nA.1,First,\"One, two.\",A,,RULE\n";
        let rows = edition(text).expect("an edition");
        assert_eq!(rows.len(), 4);
        assert_eq!((rows[3].text.as_str(), rows[3].parent.as_str(), rows[3].kind.as_str()), ("One, two.", "A", "RULE"));
        let details = details(&rows);
        assert_eq!((details.edition.as_str(), details.effective_on), ("Edition 1", "2026-01-15".parse().ok()));
    }
}
