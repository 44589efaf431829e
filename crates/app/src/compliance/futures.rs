//! Texts of requirements that are published but apply later.
//!
//! They are never merged into the requirement: the next version of the regulation does that. On the day from which one
//! applies, the requirement and the references of its clause have to be checked again.

use chrono::NaiveDate;
use domain::change::Actor;
use domain::compliance::{FutureText, PolicyEvent, PolicyEventKind, PolicyItem, PolicyStatus, RegulationChangeClass};
use domain::id::{PolicyEventId, PolicyItemId};
use store::Tx;
use store::compliance::{NewPolicyEvent, PolicyEventSubject};
use store::regulations::{DueItem, SourceFuture};

use super::located::{collection, subject};
use crate::core::ctx::Ctx;
use crate::core::error::Error;

/// Items that are read at once.
const ITEMS_AT_ONCE: u64 = 200;

/// The texts of an item that apply later, in the order of the file.
pub(super) async fn list(tx: &mut Tx, id: &PolicyItemId) -> Result<Vec<FutureText>, Error> {
    let text = |SourceFuture { path, text, applicable }| FutureText {
        clause: path,
        text,
        applicable: applicable.raw,
        applicable_on: applicable.date,
    };
    Ok(store::regulations::list_futures(tx, id).await?.into_iter().map(text).collect())
}

/// Notes the days that have come. Each item is written on its own, so that nobody waits for all of them.
pub(super) async fn begin(ctx: &Ctx) -> Result<(), Error> {
    let today = ctx.clock.now().date_naive();
    loop {
        let due = store::regulations::list_due(&mut ctx.db.read().await?, today, ITEMS_AT_ONCE).await?;
        let mut noted = 0;
        for one in &due {
            noted += u64::from(begin_item(ctx, one, today).await?);
        }
        // What another node notes at the same time is not read again and again.
        if noted == 0 {
            return Ok(());
        }
    }
}

/// The texts of an item that begin to apply, and the day of the next one.
fn beginning(due: &DueItem, today: NaiveDate) -> (Vec<(&SourceFuture, NaiveDate)>, Option<NaiveDate>) {
    let dated = due.futures.iter().filter_map(|future| Some((future, future.applicable.date?)));
    let (begun, later): (Vec<_>, Vec<_>) =
        dated.filter(|(_, day)| *day >= due.since).partition(|(_, day)| *day <= today);
    (begun, later.into_iter().map(|(_, day)| day).min())
}

/// Notes the days of one item that have come; `false` when somebody else did so.
async fn begin_item(ctx: &Ctx, due: &DueItem, today: NaiveDate) -> Result<bool, Error> {
    let (begun, next) = beginning(due, today);
    let mut tx = ctx.db.begin().await?;
    // Somebody may have deleted it since.
    let Some(found) = store::compliance::find_item(&mut tx, &due.id).await? else { return Ok(false) };
    let has_references = store::compliance::count_references(&mut tx, &due.id).await? > 0;
    let is_assessed = found.status != PolicyStatus::NotAssessed || found.proposal.is_some();
    let recheck = !begun.is_empty() && !found.is_withdrawn && (is_assessed || has_references);
    let now = ctx.clock.now();
    if !store::regulations::begin_texts(&mut tx, due, next, recheck, now).await? {
        // Another node was quicker, or a version of the regulation was taken over.
        return Ok(false);
    }
    if !found.is_withdrawn {
        for (future, day) in begun {
            note(ctx, &mut tx, &found, day).await?;
            let references = store::regulations::list_references_of_path(&mut tx, &due.id, &future.path).await?;
            store::compliance::mark_suspects(&mut tx, &references, Actor::System.as_str(), now).await?;
        }
    }
    tx.commit().await?;
    Ok(true)
}

/// Tells in the history and in the change log that another text applies since a day.
async fn note(ctx: &Ctx, tx: &mut Tx, item: &PolicyItem, day: NaiveDate) -> Result<(), Error> {
    let event = PolicyEvent {
        id: PolicyEventId(ctx.ids.next()),
        kind: PolicyEventKind::Edition,
        before: RegulationChangeClass::Changed.as_str().to_owned(),
        after: day.to_string(),
        why: String::new(),
        account: Actor::System.as_str().to_owned(),
        on: ctx.clock.now(),
    };
    let new = NewPolicyEvent { item: &item.id, event, subject: PolicyEventSubject::Item };
    store::compliance::insert_events(tx, &[new]).await?;
    let of = collection(tx, &item.collection).await?;
    tx.record(ctx.change(&Actor::System, "policy_item.text_applies", "compliance", &subject(&of, item)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use store::regulations::SourceDate;

    use super::*;

    #[test]
    fn a_text_begins_on_its_day_and_once() {
        let day = |day| NaiveDate::from_ymd_opt(2027, 1, day).expect("a day");
        let future = |path: &str, date: Option<NaiveDate>| SourceFuture {
            path: path.to_owned(),
            applicable: SourceDate { date, ..SourceDate::default() },
            ..SourceFuture::default()
        };
        let futures = vec![
            future("(a)", Some(day(5))),
            future("(b)", Some(day(9))),
            future("(c)", None),
            future("(d)", Some(day(2))),
        ];
        let due = DueItem { id: PolicyItemId("i".to_owned()), since: day(5), futures };
        let paths = |today: u32| {
            let (begun, next) = beginning(&due, day(today));
            (begun.iter().map(|(future, _)| future.path.clone()).collect::<Vec<_>>(), next)
        };
        assert_eq!(paths(4), (Vec::new(), Some(day(5))), "the one of the second day was noted before");
        assert_eq!(paths(5), (vec!["(a)".to_owned()], Some(day(9))));
        assert_eq!(paths(9), (vec!["(a)".to_owned(), "(b)".to_owned()], None));
    }
}
