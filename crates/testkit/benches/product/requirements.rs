//! Many requirements with references to modules: figures, search, and what the references cost a check-in.
//!
//! Requirements and references are written by the store, which takes seconds instead of the minutes that 80,000 requests
//! with a durable commit each would take.

mod filling;

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use self::filling::{FilledModules, PolicyPlaces};
use crate::session::{API, AdminSession};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::times::Times;
use crate::work::WorkSizes;

const CATEGORIES: usize = 50;
/// Requests of each kind.
const ROUNDS: usize = 100;
/// Words of the texts, the rare ones too, and codes.
const QUESTIONS: [&str; 8] = ["pressure", "crew", "training", "NW.OPS.12345", "NW.OPS.77", "record", "shall", "absent"];

pub(crate) async fn measure(session: &mut AdminSession, data: &Path, sizes: &WorkSizes) -> Result<()> {
    let places = make_collection(session).await?;
    let began = Instant::now();
    let modules = filling::fill(data, &places, sizes).await?;
    println!(
        "{} requirements with {} references were written in {:.1} s",
        sizes.items,
        sizes.references,
        began.elapsed().as_secs_f64()
    );
    dashboard(session, &places).await?;
    search(session, &places, sizes).await?;
    check_ins(session, &modules).await
}

/// A collection with its categories, by requests.
async fn make_collection(session: &mut AdminSession) -> Result<PolicyPlaces> {
    let collection = json!({
        "policyCollectionName": "Northwind operations", "policyOriginator": "Northwind Authority",
        "complianceType": "regulatory",
    });
    let made = session.post("/compliance", &collection).await?;
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned).context("a text");
    let (collection, path) = (text(&made, "id")?, text(&made, "path")?);
    let mut categories = Vec::new();
    for number in 0..CATEGORIES {
        let category = json!({"parentPath": path, "name": format!("Subpart {number}")});
        let made = session.post("/compliance/policyCategory", &category).await?;
        categories.push((text(&made, "id")?, text(&made, "path")?));
    }
    Ok(PolicyPlaces { collection, path, categories })
}

/// The figures of the collection, as they are kept and after each change of a requirement.
async fn dashboard(session: &mut AdminSession, places: &PolicyPlaces) -> Result<()> {
    let path = format!("/compliance/dashboard?fromPath={}", places.path);
    let list = session.get(&format!("/compliance/policyItems?fromPath={}&pageSize=1", places.path)).await?;
    let item = &list["items"][0];
    let (id, mut version) = (item["id"].clone(), item["version"].clone());
    let (mut kept, mut counted) = (Times::default(), Times::default());
    for number in 0..ROUNDS {
        let status = if number.is_multiple_of(2) { "compliant" } else { "partially_compliant" };
        let change = json!({"id": id, "version": version, "status": status, "why": "Bench"});
        let address = format!("{API}/compliance/policyItem/status");
        let changed = session.client.put_over(&address, &session.token, None, &change).await?;
        let changed: Value = serde_json::from_slice(&changed)?;
        version.clone_from(&changed["version"]);
        for times in [&mut counted, &mut kept] {
            let began = Instant::now();
            session.get(&path).await?;
            times.since(began);
        }
    }
    figure("compliance dashboard, p95", kept.at(95)?, AtMost(50.0), "ms");
    figure("compliance dashboard after a change, p95", counted.at(95)?, AtMost(50.0), "ms");
    Ok(())
}

/// The list of requirements, searched while somebody types.
async fn search(session: &mut AdminSession, places: &PolicyPlaces, sizes: &WorkSizes) -> Result<()> {
    let mut times = Times::default();
    for question in QUESTIONS.iter().cycle().take(ROUNDS) {
        let below = &places.path;
        let path = format!("/compliance/policyItems?fromPath={below}&keywordFilter={question}&pageSize=50");
        let began = Instant::now();
        session.get(&path).await?;
        times.since(began);
    }
    println!("searching requirements, p50 {:.2} ms", times.at(50)?);
    figure(&format!("search in {} requirements, p95", sizes.items), times.at(95)?, AtMost(20.0), "ms");
    Ok(())
}

/// Check-ins of modules with 100 references each, in turn with those of modules without any.
async fn check_ins(session: &mut AdminSession, modules: &FilledModules) -> Result<()> {
    let (mut with, mut without) = (Times::default(), Times::default());
    for (referred, free) in modules.referred.iter().zip(&modules.free) {
        for (path, times) in [(free, &mut without), (referred, &mut with)] {
            session.check_out(path).await?;
            let (_, sha256) = session.save_edit(path, false).await?;
            let began = Instant::now();
            session.check_in(path, &sha256).await?;
            times.since(began);
        }
    }
    let marked = session.get("/compliance/policyItems?recheck=true&pageSize=1").await?;
    ensure!(marked["total"].as_u64().is_some_and(|total| total > 0), "the check-ins touched no reference");
    println!(
        "a check-in without references, p50 {:.2} ms, with {} {:.2} ms",
        without.at(50)?,
        filling::TOUCHED,
        with.at(50)?
    );
    let what = format!("a check-in that touches {} references, longer by", filling::TOUCHED);
    figure(&what, with.at(50)? - without.at(50)?, AtMost(10.0), "ms");
    Ok(())
}
