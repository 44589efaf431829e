//! Figures about compliance: of all collections, or of one with its categories.

use std::collections::HashMap;
use std::sync::Arc;

use chrono::{NaiveDate, TimeDelta};
use domain::compliance::{
    ComplianceCollection, CompliancePath, MAX_CATEGORIES, MAX_COLLECTIONS, PolicyCategory, PolicyDay,
};
use domain::id::{ComplianceCollectionId, PolicyCategoryId};
use domain::permission::Permission;
use store::Tx;
use store::compliance::CategoryCounts;

use super::located;
use crate::core::caller::Caller;
use crate::core::compliance_figures::FiguresKey;
use crate::core::ctx::Ctx;
use crate::core::error::Error;

pub use crate::core::compliance_figures::ComplianceFigures;
pub use store::compliance::{ManualCounts, PolicyCounts};

/// Days of a trend.
const MAX_DAYS: i64 = 365;

/// Reads the figures of all collections, or of the one that a path leads into. They are cached until something changes.
pub async fn read(ctx: &Ctx, caller: &Caller, from: Option<&CompliancePath>) -> Result<Arc<ComplianceFigures>, Error> {
    caller.require(Permission::ReadContent)?;
    let now = ctx.clock.now();
    let today = now.date_naive();
    // Read before the data, so that a cached answer is never older than its generation.
    let generation = ctx.generation.of_compliance(&ctx.db, now).await?;
    let mut tx = caller.read(ctx).await?;
    let collection = from.map(|path| ComplianceCollectionId(path.collection().to_owned()));
    let sight = tx.sight();
    let (keys, collections) = (sight.keys().to_vec(), sight.collections().cloned());
    let key = FiguresKey { generation, collection, today, keys, collections };
    if let Some(cached) = ctx.compliance_figures.0.get(&key) {
        return Ok(cached);
    }
    let figures = count(&mut tx, key.collection.as_ref(), today).await?;
    let weight = figures.weight();
    Ok(ctx.compliance_figures.0.put(key, figures, weight))
}

async fn count(tx: &mut Tx, of: Option<&ComplianceCollectionId>, today: NaiveDate) -> Result<ComplianceFigures, Error> {
    let Some(id) = of else {
        let collections = store::compliance::list_collections(tx, MAX_COLLECTIONS).await?;
        let mut counts: HashMap<_, _> = store::compliance::count_by_collection(tx, today).await?.into_iter().collect();
        let with_counts = |one: ComplianceCollection| {
            let own = counts.remove(&one.id).unwrap_or_default();
            (one, own)
        };
        let collections: Vec<(ComplianceCollection, PolicyCounts)> = collections.into_iter().map(with_counts).collect();
        let manuals = store::compliance::count_by_manual(tx, None).await?;
        let operators = store::compliance::count_by_operator(tx, None, today).await?;
        let mut total = PolicyCounts::default();
        for (_, counts) in &collections {
            total.add(counts);
        }
        let days = trend(tx, None, today, &total).await?;
        return Ok(ComplianceFigures { collections, categories: Vec::new(), manuals, operators, days });
    };
    let collection = located::collection(tx, id).await?;
    let categories = store::compliance::list_categories(tx, Some(id), MAX_CATEGORIES).await?;
    let counts = store::compliance::count_by_category(tx, id, today).await?;
    let manuals = store::compliance::count_by_manual(tx, Some(id)).await?;
    let mut total = PolicyCounts::default();
    for one in &counts {
        total.add(&one.counts);
    }
    let operators = store::compliance::count_by_operator(tx, Some(id), today).await?;
    let days = trend(tx, Some(id), today, &total).await?;
    Ok(ComplianceFigures {
        collections: vec![(collection, total)],
        categories: rolled_up(categories, &counts),
        manuals,
        operators,
        days,
    })
}

/// The figures of the last days with those of today, which are counted now.
async fn trend(
    tx: &mut Tx,
    of: Option<&ComplianceCollectionId>,
    today: NaiveDate,
    now: &PolicyCounts,
) -> Result<Vec<PolicyDay>, Error> {
    let first = today - TimeDelta::days(MAX_DAYS);
    let mut days = store::compliance::list_days(tx, of, first, today).await?;
    let PolicyCounts { assessable, out_of_scope, by_status, .. } = *now;
    days.push(PolicyDay { day: today, assessable, out_of_scope, by_status });
    Ok(days)
}

/// Notes the figures of today, for the trend. The last note of a day stays.
pub async fn note_day(ctx: &Ctx) -> Result<(), Error> {
    let mut tx = ctx.db.begin().await?;
    store::compliance::note_day(&mut tx, ctx.clock.now().date_naive()).await?;
    Ok(tx.commit().await?)
}

/// The categories with the figures of all that is below each.
fn rolled_up(categories: Vec<PolicyCategory>, counts: &[CategoryCounts]) -> Vec<(PolicyCategory, PolicyCounts)> {
    let parents: HashMap<&PolicyCategoryId, Option<&PolicyCategoryId>> =
        categories.iter().map(|one| (&one.id, one.parent.as_ref())).collect();
    let mut sums: HashMap<PolicyCategoryId, PolicyCounts> = HashMap::new();
    for one in counts {
        let mut next = one.category.as_ref();
        while let Some(id) = next {
            sums.entry(id.clone()).or_default().add(&one.counts);
            next = parents.get(id).copied().flatten();
        }
    }
    let with_sum = |one: PolicyCategory| {
        let sum = sums.get(&one.id).copied().unwrap_or_default();
        (one, sum)
    };
    categories.into_iter().map(with_sum).collect()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;

    fn category(id: &str, parent: Option<&str>) -> PolicyCategory {
        PolicyCategory {
            id: PolicyCategoryId(id.to_owned()),
            collection: ComplianceCollectionId("c".to_owned()),
            parent: parent.map(|id| PolicyCategoryId(id.to_owned())),
            path: String::new(),
            code: String::new(),
            name: id.to_owned(),
            updated_on: DateTime::UNIX_EPOCH,
            version: 1,
        }
    }

    fn counted(id: Option<&str>, items: u64) -> CategoryCounts {
        let counts = PolicyCounts { items, ..PolicyCounts::default() };
        CategoryCounts { category: id.map(|id| PolicyCategoryId(id.to_owned())), counts }
    }

    #[test]
    fn a_category_counts_what_is_below_it() {
        let categories = vec![category("a", None), category("a1", Some("a")), category("b", None)];
        let counts = [counted(Some("a"), 1), counted(Some("a1"), 2), counted(None, 4)];
        let sums = rolled_up(categories, &counts);
        let items: Vec<(&str, u64)> = sums.iter().map(|(one, sum)| (one.name.as_str(), sum.items)).collect();
        assert_eq!(items, [("a", 3), ("a1", 2), ("b", 0)]);
    }
}
