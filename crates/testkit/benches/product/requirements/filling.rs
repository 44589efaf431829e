//! Writes requirements and references into the database of a running program.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use chrono::{DateTime, Utc};
use domain::compliance::{
    CompliancePath, PolicyItem, PolicyItemDetails, PolicyItemKind, PolicyPlace, PolicyScope, PolicyStatus, PolicyTarget,
};
use domain::id::{
    ComplianceCollectionId, ManualId, ObjectId, PolicyCategoryId, PolicyItemId, PolicyReferenceId, UserId,
};
use domain::name::Name;
use domain::object::ObjectKind;
use domain::user::Account;
use store::snapshots::SnapshotObject;
use store::{Db, Tx};

use crate::work::WorkSizes;

/// References to one module whose check-in is measured.
pub(crate) const TOUCHED: usize = 100;
/// Modules of each kind whose check-in is measured.
const CHECK_INS: usize = 20;
/// Rows of one transaction: the program writes, too.
const AT_ONCE: usize = 5_000;
/// Any time that is over: 2026-01-01.
const WRITTEN_ON: i64 = 1_767_225_600;
/// Sentences of the requirements.
const SENTENCES: [&str; 6] = [
    "The operator shall keep a record of each flight.",
    "The flight crew shall complete the training before the first flight.",
    "The pressure of the cabin shall be monitored at all times.",
    "A procedure shall describe how a defect is reported.",
    "Each manual shall name the person who is responsible for it.",
    "The equipment shall be inspected at the interval of its manufacturer.",
];

/// The collection and its categories.
pub(crate) struct PolicyPlaces {
    pub(crate) collection: String,
    pub(crate) path: String,
    /// Ids and paths.
    pub(crate) categories: Vec<(String, String)>,
}

/// The paths of modules that are checked in afterwards.
pub(crate) struct FilledModules {
    /// With [`TOUCHED`] references each.
    pub(crate) referred: Vec<String>,
    /// Without references.
    pub(crate) free: Vec<String>,
}

/// The manual that is referred to, and by whom.
struct ReferredManual {
    id: ManualId,
    modules: Vec<SnapshotObject>,
    admin: UserId,
}

pub(crate) async fn fill(data: &Path, places: &PolicyPlaces, sizes: &WorkSizes) -> Result<FilledModules> {
    ensure!(sizes.items > 0 && sizes.references >= TOUCHED * CHECK_INS, "more references are needed");
    let db = Db::open(&format!("sqlite:{}", data.join("airfolio.db").display()), 2).await?;
    let manual = find_manual(&db).await?;
    ensure!(manual.modules.len() > 2 * CHECK_INS, "more modules are needed");
    let now = DateTime::from_timestamp(WRITTEN_ON, 0).unwrap_or_default();
    for start in (0..sizes.items).step_by(AT_ONCE) {
        let mut tx = db.begin().await?;
        for number in start..sizes.items.min(start + AT_ONCE) {
            let item = item(places, number, now)?;
            ensure!(store::compliance::insert_item(&mut tx, &item).await?, "{} is there already", item.details.code);
        }
        tx.commit().await?;
    }
    for start in (0..sizes.references).step_by(AT_ONCE) {
        let mut tx = db.begin().await?;
        for number in start..sizes.references.min(start + AT_ONCE) {
            insert_reference(&mut tx, &manual, number, sizes.items, now).await?;
        }
        tx.commit().await?;
    }
    db.close().await;
    let path = |module: &SnapshotObject| domain::path::of_object("BENCH", Some("AMM"), &module.key);
    let (referred, others) = manual.modules.split_at(CHECK_INS);
    Ok(FilledModules {
        referred: referred.iter().map(path).collect(),
        free: others.iter().take(CHECK_INS).map(path).collect(),
    })
}

async fn find_manual(db: &Db) -> Result<ReferredManual> {
    let mut tx = db.read().await?;
    let name = |text: &str| Name::in_path(text).ok().context("a name");
    let manual = store::manuals::find_by_name(&mut tx, &name("BENCH")?, &name("AMM")?).await?.context("the manual")?;
    let working = manual.lanes.working.context("a working lane")?;
    let mut modules = store::snapshots::list_objects(&mut tx, working, ObjectId(0), 1_000_000).await?;
    modules.retain(|module| module.kind == ObjectKind::DataModule && !module.deleted);
    let account = Account::parse("admin").ok().context("an account")?;
    let admin = store::users::find_by_account(&mut tx, &account).await?.context("the administrator")?;
    Ok(ReferredManual { id: manual.id, modules, admin: admin.id })
}

fn item_id(number: usize) -> PolicyItemId {
    PolicyItemId(format!("bench-item-{number}"))
}

fn item(places: &PolicyPlaces, number: usize, now: DateTime<Utc>) -> Result<PolicyItem> {
    let (category, path) = &places.categories[number % places.categories.len()];
    let id = item_id(number);
    let path = CompliancePath::parse(path).context("the path of a category")?.below(&id.0).to_string();
    let text: Vec<&str> = SENTENCES.iter().cycle().skip(number % SENTENCES.len()).take(4).copied().collect();
    let details = PolicyItemDetails {
        code: format!("NW.OPS.{number}"),
        title: format!("Requirement {number}"),
        text: text.join(" "),
        guidance: String::new(),
        kind: PolicyItemKind::Rule,
        effective_on: None,
        is_assessable: true,
        review_on: None,
    };
    Ok(PolicyItem {
        id,
        collection: ComplianceCollectionId(places.collection.clone()),
        category: Some(PolicyCategoryId(category.clone())),
        parent: None,
        path,
        details,
        status: PolicyStatus::ALL[number % PolicyStatus::ALL.len()],
        proposal: None,
        scope: PolicyScope::default(),
        owner: None,
        created_on: now,
        updated_on: now,
        version: 1,
    })
}

/// The first references lead to the modules that are checked in, the others to all but these and those without any.
async fn insert_reference(
    tx: &mut Tx,
    manual: &ReferredManual,
    number: usize,
    items: usize,
    now: DateTime<Utc>,
) -> Result<()> {
    let measured = TOUCHED * CHECK_INS;
    let others = &manual.modules[2 * CHECK_INS..];
    let module = if number < measured { &manual.modules[number / TOUCHED] } else { &others[number % others.len()] };
    let place = PolicyPlace {
        target: PolicyTarget::Module,
        manual: manual.id.clone(),
        module: Some((module.object_id, module.version_id)),
        chapter: String::new(),
        anchor: String::new(),
        quote: module.tech_name.clone(),
    };
    let (id, item) = (PolicyReferenceId(format!("bench-reference-{number}")), item_id(number % items));
    store::compliance::insert_reference(tx, &id, (&item, None), &place, "", (&manual.admin, now)).await?;
    Ok(())
}
