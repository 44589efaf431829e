//! A regulation for the demo manuals, in two editions: requirements, the paragraphs that answer most of them, and texts
//! that the second edition lets people check again.

mod assessment;

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use chrono::{NaiveDate, TimeDelta};
use domain::compliance::{CompliancePath, PolicyItem, PolicyScope, PolicyStatus};
use domain::id::ComplianceCollectionId;
use domain::page::PageRequest;
use domain::path::FilePath;
use domain::snapshot::Reading;
use publish::csv::{CsvRow, read_csv};

use super::comments::anchor;
use super::library::DATABASE;
use super::{APPROVER, AUTHOR, DemoError, succeeded};
use crate::compliance::bulk::{self, PolicyChange};
use crate::compliance::collections::{self, TreeRequest};
use crate::compliance::comments;
use crate::compliance::evidence::{self, NewEvidence};
use crate::compliance::exchange::imports::{self, TakeoverChoices};
use crate::compliance::lists::{self, PolicyListing};
use crate::compliance::references::{self, NewReference, PolicyDestination};
use crate::compliance::statuses::{self, PolicyDecision, PolicyItemVersion};
use crate::core::caller::Caller;
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
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

/// A row of the answers: the words are the beginning of a paragraph.
struct KnownAnswerRow {
    code: String,
    manual: String,
    module: String,
    words: String,
}

fn rows(text: &str) -> Result<Vec<CsvRow>, Error> {
    let mut rows = read_csv(text).map_err(|_| Error::NotFound(Missing::File))?;
    // The first one names the columns.
    rows.drain(..rows.len().min(1));
    Ok(rows)
}

fn answers(text: &str) -> Result<Vec<KnownAnswerRow>, Error> {
    let read = |row: CsvRow| {
        let mut cells = row.cells.into_iter();
        let mut next = || cells.next().unwrap_or_default();
        KnownAnswerRow { code: next(), manual: next(), module: next(), words: next() }
    };
    Ok(rows(text)?.into_iter().map(read).collect())
}

/// The name of the collection that an edition gives.
fn collection_name(edition: &str) -> Result<String, Error> {
    let mut rows = rows(edition)?.into_iter().map(|row| row.cells);
    let named = rows.find(|cells| cells.first().is_some_and(|key| key == "policyCollectionName"));
    named.and_then(|cells| cells.into_iter().nth(2)).ok_or(Error::NotFound(Missing::ComplianceCollection))
}

/// Imports the regulation, lets its requirements refer to the manuals, and takes its second edition over; `false` when
/// it is there already.
pub async fn regulate(ctx: &Ctx, regulation: &DemoRegulation) -> Result<bool, DemoError> {
    let author = &shell::caller(ctx, Some(AUTHOR)).await?;
    let [first, second] = &regulation.editions;
    let name = collection_name(first)?;
    let known = collections::list(ctx, author, &TreeRequest::default()).await?;
    if known.iter().any(|one| one.collection.details.name == name) {
        return Ok(false);
    }
    let answers = answers(&regulation.answers)?;
    let id = take_over(ctx, author, ("azr-ops-1.csv", first), None).await?;
    let top = CompliancePath::parse(&format!("/{id}")).ok_or(Error::NotFound(Missing::ComplianceCollection))?;
    let work = RegulationWork { ctx, author, top };
    work.hand_out(&answers).await?;
    work.answer(&answers).await?;
    work.judge().await?;
    work.discuss().await?;
    take_over(ctx, author, ("azr-ops-2.csv", second), Some(id)).await?;
    Ok(true)
}

/// Uploads an edition, lets it be checked, and takes it over.
async fn take_over(
    ctx: &Ctx,
    author: &Caller,
    (file_name, text): (&str, &str),
    collection: Option<ComplianceCollectionId>,
) -> Result<ComplianceCollectionId, DemoError> {
    let bytes = Bytes::from(text.to_owned());
    let uploaded = imports::upload(ctx, author, file_name, collection, bytes).await?.import;
    succeeded(shell::finish(ctx, author, &uploaded.check_job, |_| ()).await?)?;
    let asked = imports::take(ctx, author, &uploaded.id, TakeoverChoices::default()).await?;
    let taken = succeeded(shell::finish(ctx, author, &asked.id, |_| ()).await?)?;
    Ok(ComplianceCollectionId(taken.outputs.get("collectionId").cloned().unwrap_or_default()))
}

/// What the demo people do with the first edition.
struct RegulationWork<'a> {
    ctx: &'a Ctx,
    author: &'a Caller,
    /// The path of the collection.
    top: CompliancePath,
}

/// Requirements by their code.
type CodedItems = HashMap<String, PolicyItem>;

fn version_of(item: &PolicyItem) -> PolicyItemVersion {
    PolicyItemVersion { id: item.id.clone(), version: item.version }
}

fn found<'a>(items: &'a CodedItems, code: &str) -> Result<&'a PolicyItem, Error> {
    items.get(code).ok_or(Error::NotFound(Missing::PolicyItem))
}

/// The day of the next review of a requirement.
fn review_day(number: usize, today: NaiveDate) -> NaiveDate {
    const MONTHS: [i64; 4] = [2, 5, 8, 11];
    if number % 10 == OVERDUE {
        return today - TimeDelta::days(10);
    }
    today + TimeDelta::days(30 * MONTHS[number % MONTHS.len()])
}

/// Systems and inspections are the approver's, everything else is the author's.
fn owner_of(code: &str) -> &'static str {
    if code.starts_with("AZR.SYS") || code.starts_with("AZR.INS") { APPROVER } else { AUTHOR }
}

impl RegulationWork<'_> {
    /// The requirements as they are now.
    async fn items(&self) -> Result<CodedItems, Error> {
        let listing = PolicyListing { below: Some(self.top.clone()), ..PolicyListing::default() };
        let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::PolicyItem))?;
        let listed = lists::list(self.ctx, self.author, listing, page).await?.items;
        Ok(listed.into_iter().map(|one| (one.item.details.code.clone(), one.item)).collect())
    }

    /// Gives each requirement an owner and the day of its next review.
    async fn hand_out(&self, answers: &[KnownAnswerRow]) -> Result<(), Error> {
        let items = self.items().await?;
        for owner in [AUTHOR, APPROVER] {
            let own = items.values().filter(|item| owner_of(&item.details.code) == owner);
            let own: Vec<PolicyItemVersion> = own.map(version_of).collect();
            let change = PolicyChange::Owner(Some(owner.to_owned()));
            bulk::change(self.ctx, self.author, &own, &change, "").await?;
        }
        let (items, today) = (self.items().await?, self.ctx.clock.now().date_naive());
        let mut by_day: BTreeMap<NaiveDate, Vec<PolicyItemVersion>> = BTreeMap::new();
        for (number, row) in answers.iter().enumerate() {
            by_day.entry(review_day(number, today)).or_default().push(version_of(found(&items, &row.code)?));
        }
        for (day, own) in by_day {
            bulk::change(self.ctx, self.author, &own, &PolicyChange::ReviewDate(Some(day)), "").await?;
        }
        Ok(())
    }

    /// Lets most requirements refer to the paragraphs that answer them, and assesses them.
    async fn answer(&self, answers: &[KnownAnswerRow]) -> Result<(), Error> {
        let items = self.items().await?;
        for (number, row) in answers.iter().enumerate().filter(|(number, _)| number % 5 != UNANSWERED) {
            let item = found(&items, &row.code)?;
            let path = format!("/{DATABASE}/{}/{}_en-US.XML", row.manual, row.module);
            refer(self.ctx, self.author, item, &path, &row.words).await?;
            let status = assessment::status(number, &row.code);
            if status == PolicyStatus::NotAssessed {
                continue;
            }
            let decision = PolicyDecision { status, why: assessment::reason(&row.code).to_owned(), read: None };
            statuses::set(self.ctx, self.author, &version_of(item), &decision).await?;
        }
        Ok(())
    }

    /// Decides about requirements that no text answers, and takes one out of scope.
    async fn judge(&self) -> Result<(), Error> {
        let items = self.items().await?;
        let (code, status) = assessment::WITHOUT_TEXT;
        let decision = PolicyDecision { status, why: assessment::reason(code).to_owned(), read: None };
        statuses::set(self.ctx, self.author, &version_of(found(&items, code)?), &decision).await?;
        let (code, reason) = assessment::OUT_OF_SCOPE;
        let scope = PolicyScope { in_scope: false, reason: reason.to_owned(), ..PolicyScope::default() };
        statuses::set_scope(self.ctx, self.author, &version_of(found(&items, code)?), scope).await
    }

    /// Adds files that prove how requirements are met, and asks about one of them.
    async fn discuss(&self) -> Result<(), Error> {
        let items = self.items().await?;
        for (code, file_name, day, text) in assessment::EVIDENCE {
            let new = NewEvidence {
                item: found(&items, code)?.id.clone(),
                reference: None,
                file_name: file_name.to_owned(),
                effective_on: day.parse().ok(),
            };
            evidence::add(self.ctx, self.author, new, Bytes::from_static(text.as_bytes())).await?;
        }
        let approver = shell::caller(self.ctx, Some(APPROVER)).await?;
        let asked = &found(&items, assessment::ASKED_ABOUT)?.id;
        comments::write(self.ctx, &approver, asked, assessment::QUESTION).await?;
        comments::write(self.ctx, self.author, asked, assessment::ANSWER).await
    }
}

/// Lets a requirement refer to the paragraph of a module that begins with some words.
async fn refer(ctx: &Ctx, author: &Caller, item: &PolicyItem, path: &str, words: &str) -> Result<(), Error> {
    let path = FilePath::parse(path).ok_or(Error::NotFound(Missing::File))?;
    let file = files::find(ctx, author, &path, &Reading::default()).await?;
    let anchor = anchor(ctx, &file, words).await?;
    let new = NewReference {
        item: item.id.clone(),
        clause: None,
        item_version: None,
        destination: PolicyDestination::Module { path, version: Some(file.version_id), anchor },
        comment: String::new(),
        why: String::new(),
    };
    references::add(ctx, author, new).await.map(drop)
}

/// Lets requirements of the regulation refer to paragraphs of modules of a manual too; each is a code, the path of a
/// module and the beginning of a paragraph. Requirements that are not there are left out.
pub(super) async fn refer_all(ctx: &Ctx, author: &Caller, wanted: &[(&str, String, &str)]) -> Result<(), Error> {
    let listing = PolicyListing { text: "AZR.".to_owned(), ..PolicyListing::default() };
    let page = PageRequest::parse(1, PageRequest::MAX_SIZE).ok_or(Error::NotFound(Missing::PolicyItem))?;
    let items: Vec<PolicyItem> =
        lists::list(ctx, author, listing, page).await?.items.into_iter().map(|one| one.item).collect();
    for (code, path, words) in wanted {
        if let Some(item) = items.iter().find(|item| item.details.code == *code && !item.is_withdrawn) {
            refer(ctx, author, item, path, words).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edition_names_its_collection() {
        let text = "code,title,text,parent_code,level,type\nversion,,Edition 1,,,META\n\
            policyCollectionName,,\"Light, and small\",,,META\nA,General,,,1,CATEGORY\n";
        assert_eq!(collection_name(text).expect("a name"), "Light, and small");
        assert!(collection_name("code,title\nA,General\n").is_err());
    }

    #[test]
    fn every_tenth_review_is_overdue_and_the_others_are_to_come() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 18).expect("a day");
        let overdue = (0..60).filter(|number| review_day(*number, today) < today).count();
        assert_eq!(overdue, 6);
        assert!((0..60).all(|number| review_day(number, today) != today));
    }
}
