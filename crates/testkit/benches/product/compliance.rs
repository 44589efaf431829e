//! Compliance: suggestions against known answers, and figures, search, a report and check-ins with 20,000 requirements and
//! 60,000 references.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, SqliteConnection};
use testkit::requirements::{KnownAnswer, is_answer, known_answers};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::finding::indexed;
use crate::program::MeasuredProgram;
use crate::reading::{import_demo, import_package};
use crate::table::{Goal, figure};
use crate::work::told;

const API: &str = "/kbj/api";
const ITEMS: u32 = 20_000;
const REFERENCES: u32 = 60_000;
/// References to the module that is checked in.
const TOUCHED: u32 = 100;
/// Two modules that are alike: one has references, the other none.
const MODULES: [&str; 2] = ["DMC-NV240-A-28-21-01-00A-520A-A_en-US", "DMC-NV240-A-28-21-01-00A-720A-A_en-US"];
const ROUNDS: usize = 10;
const READINGS: usize = 100;
/// Every tenth reading of the figures comes after a change, which empties their cache.
const CHANGED: usize = 10;
const WORDS: [&str; 5] = ["b 1999", "requirement 777", "inspection", "number 12345", "nothing of the kind"];

pub(crate) async fn measure(airfolio: &Path) -> Result<()> {
    println!("\ncompliance, {ITEMS} requirements and {REFERENCES} references");
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    import_demo(&mut client, &token).await?;
    import_package(&mut client, &token, "mmel-r1", "MMEL").await?;
    indexed(server.process(), &mut client, &token).await?;
    suggestions(&mut client, &token).await?;
    collection(&mut client, &token, "BENCH").await?;
    server.stop()?;

    let mut database = SqliteConnectOptions::new().filename(data.path().join("airfolio.db")).connect().await?;
    fill(&mut database).await?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let token = client.sign_in("admin", PASSWORD).await?;
    told("figures of compliance", dashboard(&mut client, &token).await);
    told("the page of a collection", collection_page(&mut client, &token).await);
    told("search in requirements", search(&mut client, &token).await);
    told("the report of a collection", report(&mut client, &token).await);
    told("check-ins with references", check_ins(&mut client, &token, &mut database).await);
    server.stop()
}

/// Makes a collection; gives its path.
async fn collection(client: &mut BenchClient, token: &str, name: &str) -> Result<String> {
    let body = json!({"policyCollectionName": name, "policyOriginator": "Bench", "complianceType": "regulatory"});
    let made = client.post(&format!("{API}/compliance"), Some(token), &body).await?;
    Ok(made["path"].as_str().context("a path")?.to_owned())
}

/// How often the known answer is among the first five suggestions.
async fn suggestions(client: &mut BenchClient, token: &str) -> Result<()> {
    let parent = collection(client, token, "AZR").await?;
    let (answers, mut right) = (known_answers(), 0_u32);
    for answer in &answers {
        let KnownAnswer { code, title, text, .. } = answer;
        let item = json!({"parentPath": parent, "policyItemCode": code, "title": title, "text": text});
        let item = client.post(&format!("{API}/compliance/policyItem"), Some(token), &item).await?;
        let id = item["id"].as_str().context("an id")?;
        let found = client.get(&format!("{API}/compliance/policyItem/{id}/suggestions"), Some(token)).await?;
        let found: Vec<Value> = serde_json::from_slice(&found)?;
        right += u32::from(found.iter().take(5).any(|one| is_answer(answer, one)));
    }
    let all = u32::try_from(answers.len())?;
    let share = f64::from(right) / f64::from(all) * 100.0;
    figure("right paragraph among the first five suggestions", share, Goal::AtLeast(80.0), "%");
    Ok(())
}

/// Writes requirements and references into the database: over HTTP it would take minutes.
async fn fill(database: &mut SqliteConnection) -> Result<()> {
    const ITEM: &str = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
        INSERT INTO policy_item (
            id, collection_id, path, code, code_folded, title, title_folded, text, text_folded, guidance, kind,
            is_assessable, status, in_scope, scope_reason, applicability, operator_code, position, created_on,
            updated_on, version, code_slot, path_slot)
        SELECT 'bench-' || i, k.id, '/' || k.id || '/bench-' || i, 'B ' || i, 'b ' || i, 'Requirement ' || i,
            'requirement ' || i,
            'The operator shall describe system number ' || i || ', its limits and its inspection.',
            'the operator shall describe system number ' || i || ', its limits and its inspection.',
            '', 'RULE', TRUE,
            CASE i % 4 WHEN 0 THEN 'not_assessed' WHEN 1 THEN 'compliant' WHEN 2 THEN 'partially_compliant'
                ELSE 'non_compliant' END,
            TRUE, '', '', '', i, 0, 0, 1, 'bench-' || i, 'bench-' || i
        FROM n, compliance_collection k
        WHERE k.name = 'BENCH'";
    const REFERENCE: &str = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1),
        place AS (
            SELECT ROW_NUMBER() OVER (ORDER BY e.object_id) - 1 AS k, e.object_id, e.version_id, e.manual_id
            FROM lane_entry e
            JOIN manual m ON m.id = e.manual_id
            JOIN object o ON o.id = e.object_id
            WHERE e.deleted = FALSE AND e.working_from <= m.working_snapshot_id
            AND e.working_to > m.working_snapshot_id AND m.name = 'AMM' AND o.key NOT IN ($3, $4))
        INSERT INTO policy_reference (
            id, policy_item_id, target, manual_id, object_id, version_id, chapter, anchor, quote, state, comment,
            created_by, created_on, updated_on, version)
        SELECT 'bench-' || n.i, 'bench-' || (n.i % $2 + 1), 'module', p.manual_id, p.object_id, p.version_id, '', '',
            'Text', 'current', '', u.id, 0, 0, 1
        FROM n
        JOIN place p ON p.k = n.i % (SELECT COUNT(*) FROM place)
        JOIN user_account u ON u.account_folded = 'admin'";
    const TOUCHING: &str = "
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
        INSERT INTO policy_reference (
            id, policy_item_id, target, manual_id, object_id, version_id, chapter, anchor, quote, state, comment,
            created_by, created_on, updated_on, version)
        SELECT 'touched-' || n.i, 'bench-' || n.i, 'paragraph', e.manual_id, e.object_id, e.version_id, '',
            'p' || n.i || '~1', 'Text', 'current', '', u.id, 0, 0, 1
        FROM n
        JOIN object o ON o.key = $2
        JOIN lane_entry e ON e.object_id = o.id AND e.deleted = FALSE
        JOIN manual m ON m.id = e.manual_id AND e.working_from <= m.working_snapshot_id
            AND e.working_to > m.working_snapshot_id
        JOIN user_account u ON u.account_folded = 'admin'";
    sqlx::query(ITEM).bind(ITEMS).execute(&mut *database).await?;
    let [touched, other] = MODULES;
    sqlx::query(REFERENCE).bind(REFERENCES).bind(ITEMS).bind(touched).bind(other).execute(&mut *database).await?;
    sqlx::query(TOUCHING).bind(TOUCHED).bind(touched).execute(&mut *database).await?;
    Ok(())
}

fn percentile(times: &mut [Duration], percent: usize) -> Result<f64> {
    times.sort_unstable();
    let time = times.get(times.len() * percent / 100).context("something was measured")?;
    Ok(time.as_secs_f64() * 1e3)
}

async fn dashboard(client: &mut BenchClient, token: &str) -> Result<()> {
    let mut times = Vec::with_capacity(READINGS);
    for reading in 0..READINGS {
        if reading % CHANGED == 0 {
            let status = json!({"id": format!("bench-{}", reading + 1), "version": 1, "status": "compliant"});
            client.put(&format!("{API}/compliance/policyItem/status"), token, &status).await?;
        }
        let began = Instant::now();
        client.get(&format!("{API}/compliance/dashboard"), Some(token)).await?;
        times.push(began.elapsed());
    }
    figure("GET /compliance/dashboard, p95", percentile(&mut times, 95)?, Goal::AtMost(50.0), "ms");
    Ok(())
}

/// The requests of a collection's page before people can work on it: the tree, the first requirements and the figures.
async fn collection_page(client: &mut BenchClient, token: &str) -> Result<()> {
    let all = client.get(&format!("{API}/compliance"), Some(token)).await?;
    let all: Vec<Value> = serde_json::from_slice(&all)?;
    let bench = all.iter().find(|one| one["policyCollectionName"] == "BENCH").context("the collection")?;
    let path = bench["path"].as_str().context("a path")?;
    let parts = [
        format!("{API}/compliance?fromPath={path}&recursive=true&withItems=false"),
        format!("{API}/compliance/policyItems?fromPath={path}&pageSize=20"),
        format!("{API}/compliance/dashboard?fromPath={path}"),
    ];
    let mut times = Vec::with_capacity(ROUNDS);
    for round in 0..ROUNDS {
        // A change empties the caches.
        let status = json!({"id": format!("bench-{}", 2 * READINGS + round), "version": 1, "status": "compliant"});
        client.put(&format!("{API}/compliance/policyItem/status"), token, &status).await?;
        let began = Instant::now();
        for part in &parts {
            client.get(part, Some(token)).await?;
        }
        times.push(began.elapsed());
    }
    figure("data of a collection's page, p95", percentile(&mut times, 95)?, Goal::AtMost(1_000.0), "ms");
    Ok(())
}

async fn search(client: &mut BenchClient, token: &str) -> Result<()> {
    let mut times = Vec::new();
    for _ in 0..READINGS / WORDS.len() {
        for words in WORDS {
            let words = words.replace(' ', "%20");
            let path = format!("{API}/compliance/policyItems?keywordFilter={words}&pageSize=20");
            let began = Instant::now();
            client.get(&path, Some(token)).await?;
            times.push(began.elapsed());
        }
    }
    figure("search in requirements, p95", percentile(&mut times, 95)?, Goal::AtMost(20.0), "ms");
    Ok(())
}

/// The report of the whole collection as a workbook, from the request to its end.
async fn report(client: &mut BenchClient, token: &str) -> Result<()> {
    let all: Vec<Value> = serde_json::from_slice(&client.get(&format!("{API}/compliance"), Some(token)).await?)?;
    let bench = all.iter().find(|one| one["policyCollectionName"] == "BENCH").context("the collection")?;
    let order = json!({
        "jobName": "downloadComplianceReportJob",
        "parameterMap": {"collectionId": bench["id"], "format": "xlsx"},
    });
    let began = Instant::now();
    let asked = client.post(&format!("{API}/jobs"), Some(token), &order).await?;
    let path = format!("{API}/jobs/{}", asked["id"].as_str().context("an id")?);
    let job = loop {
        let job: Value = serde_json::from_slice(&client.get(&path, Some(token)).await?)?;
        match job["status"].as_str() {
            Some("COMPLETED") => break job,
            Some("FAILED") => bail!("the report failed: {}", job["errorList"]),
            _ => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    };
    figure("report of a collection as XLSX", began.elapsed().as_secs_f64(), Goal::AtMost(20.0), "s");
    let rows = job["outputMap"]["rows"].as_str().and_then(|rows| rows.parse::<u32>().ok()).unwrap_or_default();
    if rows < REFERENCES {
        bail!("the report has {rows} rows");
    }
    Ok(())
}

/// Checks both modules in, in turn; the references to one of them are current again before each time.
async fn check_ins(client: &mut BenchClient, token: &str, database: &mut SqliteConnection) -> Result<()> {
    const RESET: &str = "UPDATE policy_reference SET state = 'current' WHERE id LIKE 'touched-%'";
    let mut times = [Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        for (module, times) in MODULES.into_iter().zip(&mut times) {
            sqlx::query(RESET).execute(&mut *database).await?;
            times.push(check_in(client, token, &format!("/BENCH/AMM/{module}.XML"), round).await?);
        }
    }
    let [mut touching, mut others] = times;
    let more = percentile(&mut touching, 50)? - percentile(&mut others, 50)?;
    figure("check-in that touches 100 references, longer by", more.max(0.0), Goal::AtMost(10.0), "ms");
    Ok(())
}

/// Changes a module and checks it in; gives the time of the check-in.
async fn check_in(client: &mut BenchClient, token: &str, path: &str, round: usize) -> Result<Duration> {
    let nothing = json!({});
    client.post(&format!("{API}/dm/checkout/default{path}"), Some(token), &nothing).await?;
    let draft = client.post(&format!("{API}/drafts/default{path}?tab=a"), Some(token), &nothing).await?;
    let text = draft["text"].as_str().context("a text")?;
    let (before, sha256) = (text.rfind("</para>").context("a paragraph")?, draft["sha256"].as_str().context("a hash")?);
    let changed = format!("{} Round {round}.{}", &text[..before], &text[before..]);
    let saved = format!("{API}/drafts/default{path}?tab=a");
    let saved =
        client.put_matching(&saved, token, sha256, &json!({"text": changed, "version": draft["version"]})).await?;
    let said = json!({"step": "inWork", "comment": "Bench", "sha256": saved["sha256"]});
    let began = Instant::now();
    client.post(&format!("{API}/dm/checkin/default{path}"), Some(token), &said).await?;
    Ok(began.elapsed())
}
