//! The work of the demo people on the first edition of the regulation. Each part leaves existing work alone.

use std::collections::BTreeMap;

use bytes::Bytes;
use chrono::{NaiveDate, TimeDelta};
use domain::compliance::{CompliancePath, ListedPolicyItem, PolicyItem, PolicyScope, PolicyStatus};
use domain::page::PageRequest;

use super::assessment;
use super::references::refer;
use crate::compliance::bulk::{self, PolicyChange};
use crate::compliance::comments;
use crate::compliance::evidence::{self, NewEvidence};
use crate::compliance::lists::{self, PolicyListing};
use crate::compliance::statuses::{self, PolicyDecision, PolicyItemVersion};
use crate::core::ctx::Ctx;
use crate::core::error::{Error, Missing};
use crate::demo::library::DATABASE;
use crate::demo::people::DemoPeople;
use crate::demo::{APPROVER, AUTHOR};

/// Every fifth requirement, counted from this one, has no reference.
const UNANSWERED: usize = 3;
/// Every tenth requirement, counted from this one, has an overdue review.
const OVERDUE: usize = 6;

/// A row of the answers: the words are the beginning of a paragraph.
pub(super) struct KnownAnswerRow {
    pub(super) code: String,
    pub(super) manual: String,
    pub(super) module: String,
    pub(super) words: String,
}

/// The people at work in a collection.
pub(super) struct RegulationWork<'a> {
    pub(super) ctx: &'a Ctx,
    pub(super) people: &'a DemoPeople,
    /// The path of the collection.
    pub(super) top: CompliancePath,
}

/// Requirements by their code, in its order, so that each load writes the same history.
type CodedItems = BTreeMap<String, ListedPolicyItem>;

fn version_of(item: &PolicyItem) -> PolicyItemVersion {
    PolicyItemVersion { id: item.id.clone(), version: item.version }
}

fn found<'a>(items: &'a CodedItems, code: &str) -> Result<&'a ListedPolicyItem, Error> {
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
        let listed = lists::list(self.ctx, &self.people.author, listing, page).await?.items;
        Ok(listed.into_iter().map(|one| (one.item.details.code.clone(), one)).collect())
    }

    async fn change(&self, own: &[PolicyItemVersion], change: &PolicyChange) -> Result<(), Error> {
        if own.is_empty() {
            return Ok(());
        }
        bulk::change(self.ctx, &self.people.author, own, change, "").await
    }

    /// Gives each requirement an owner and the day of its next review, unless it has them.
    pub(super) async fn hand_out(&self, answers: &[KnownAnswerRow]) -> Result<(), Error> {
        let items = self.items().await?;
        for owner in [AUTHOR, APPROVER] {
            let own = items.values().map(|one| &one.item).filter(|item| item.owner.is_none());
            let own = own.filter(|item| owner_of(&item.details.code) == owner);
            let own: Vec<PolicyItemVersion> = own.map(version_of).collect();
            self.change(&own, &PolicyChange::Owner(Some(owner.to_owned()))).await?;
        }
        let (items, today) = (self.items().await?, self.ctx.clock.now().date_naive());
        let mut by_day: BTreeMap<NaiveDate, Vec<PolicyItemVersion>> = BTreeMap::new();
        for (number, row) in answers.iter().enumerate() {
            let item = &found(&items, &row.code)?.item;
            if item.details.review_on.is_none() {
                by_day.entry(review_day(number, today)).or_default().push(version_of(item));
            }
        }
        for (day, own) in by_day {
            self.change(&own, &PolicyChange::ReviewDate(Some(day))).await?;
        }
        Ok(())
    }

    /// Lets most requirements refer to the paragraphs that answer them, and assesses them.
    pub(super) async fn answer(&self, answers: &[KnownAnswerRow]) -> Result<(), Error> {
        let items = self.items().await?;
        for (number, row) in answers.iter().enumerate().filter(|(number, _)| number % 5 != UNANSWERED) {
            let one = found(&items, &row.code)?;
            if one.references == 0 {
                let path = format!("/{DATABASE}/{}/{}_en-US.XML", row.manual, row.module);
                refer(self.ctx, &self.people.author, &one.item, &path, &row.words).await?;
            }
            // Nobody assesses what does not concern the operator.
            if row.code != assessment::OUT_OF_SCOPE.0 {
                self.assess(&one.item, assessment::status(number, &row.code)).await?;
            }
        }
        Ok(())
    }

    /// Sets the status of a requirement that nobody has assessed.
    async fn assess(&self, item: &PolicyItem, status: PolicyStatus) -> Result<(), Error> {
        if item.status != PolicyStatus::NotAssessed || status == PolicyStatus::NotAssessed {
            return Ok(());
        }
        let why = assessment::reason(&item.details.code).to_owned();
        let decision = PolicyDecision { status, why, read: None };
        statuses::set(self.ctx, &self.people.author, &version_of(item), &decision).await
    }

    /// Decides about requirements that no text answers, and takes one out of scope.
    pub(super) async fn judge(&self) -> Result<(), Error> {
        let items = self.items().await?;
        let (code, status) = assessment::WITHOUT_TEXT;
        self.assess(&found(&items, code)?.item, status).await?;
        let (code, reason) = assessment::OUT_OF_SCOPE;
        let item = &found(&items, code)?.item;
        if !item.scope.in_scope {
            return Ok(());
        }
        let scope = PolicyScope { in_scope: false, reason: reason.to_owned(), ..PolicyScope::default() };
        statuses::set_scope(self.ctx, &self.people.author, &version_of(item), scope).await
    }

    /// Adds files that prove how requirements are met, and asks about one of them.
    pub(super) async fn discuss(&self) -> Result<(), Error> {
        let (ctx, DemoPeople { author, approver, .. }) = (self.ctx, self.people);
        let items = self.items().await?;
        for (code, file_name, day, text) in assessment::EVIDENCE {
            let item = found(&items, code)?.item.id.clone();
            let known = lists::read(ctx, author, &item).await?.evidence;
            if known.iter().any(|file| file.file_name == file_name) {
                continue;
            }
            let file_name = file_name.to_owned();
            let new = NewEvidence { item, reference: None, file_name, effective_on: day.parse().ok() };
            evidence::add(ctx, author, new, Bytes::from_static(text.as_bytes())).await?;
        }
        let asked = &found(&items, assessment::ASKED_ABOUT)?.item.id;
        let said = comments::list(ctx, author, asked).await?.len();
        if said == 0 {
            comments::write(ctx, approver, asked, assessment::QUESTION).await?;
        }
        if said < 2 {
            comments::write(ctx, author, asked, assessment::ANSWER).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tenth_review_is_overdue_and_the_others_are_to_come() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 18).expect("a day");
        let overdue = (0..60).filter(|number| review_day(*number, today) < today).count();
        assert_eq!(overdue, 6);
        assert!((0..60).all(|number| review_day(number, today) != today));
    }

    #[test]
    fn what_does_not_concern_the_operator_is_not_overdue() {
        let answers = include_str!("../../../../../demo/regulation/answers.csv");
        let mut codes = answers.lines().skip(1).filter_map(|line| line.split(',').next());
        let number = codes.position(|code| code == assessment::OUT_OF_SCOPE.0).expect("it is one of them");
        assert_ne!(number % 10, OVERDUE);
    }
}
