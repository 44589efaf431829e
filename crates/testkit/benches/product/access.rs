//! The cost of limits: lists, contents and search of one reader, first without limits, then with every second of 200
//! databases limited to one of 50 groups, one of them with a generated manual. The reader is in all groups, so that both
//! times see the same rows. Then the answers to somebody without a grant are measured.

mod hidden;

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::client::BenchClient;
use crate::program::MeasuredProgram;
use crate::session::{API, AdminSession};
use crate::table::Goal::AtMost;
use crate::table::figure;
use crate::{PASSWORD, read_archive};

/// The database with content; the others have an empty manual each.
const DATABASE: &str = "/BENCH";
const DATABASES: usize = 200;
const GROUPS: usize = 50;
/// The reader's temporary password, which is changed at once.
const FIRST_PASSWORD: &str = "first-password-1";
const ROUNDS: usize = 5;
const MEASURED: Duration = Duration::from_secs(2);

const QUESTIONS: [Question; 6] = [
    Question { name: "databases", path: "/csdb", body: "" },
    Question { name: "manuals of all databases", path: "/csdb/manual", body: "" },
    Question { name: "counts", path: "/counts", body: "" },
    Question { name: "contents of a manual", path: "/toc/getTopToc?manualPath=/BENCH/AMM", body: "" },
    Question { name: "modules of a manual", path: "/dm/getAllDmListWithPage?manualPath=/BENCH/AMM", body: "" },
    Question {
        name: "search",
        path: "/files/fts/default",
        body: r#"{"searchText": "pump", "pageNumber": 1, "pageSize": 20}"#,
    },
];
/// CPU time with limits as a multiple of that without.
const BOUND: f64 = 1.1;

/// A request of the reader; one without a body is a GET.
struct Question {
    name: &'static str,
    path: &'static str,
    body: &'static str,
}

pub(crate) async fn measure(airfolio: &Path, schemas: &Path, corpus: &Path, people: usize) -> Result<()> {
    let data = tempfile::tempdir()?;
    let mut session = AdminSession::begin(airfolio, schemas, data.path()).await?;
    let checked = session.send_package(read_archive(corpus)?).await?;
    let (imported, _) = session.job("universalImport", checked.parameters).await?;
    session.indexed().await?;
    let AdminSession { program, mut client, token } = session;
    fill(&mut client, &token, people).await?;
    let reader = signed_in(&mut client, "user0").await?;
    // In no group that sees the database with content.
    let stranger = signed_in(&mut client, "user1").await?;

    println!(
        "\n{DATABASES} databases, {GROUPS} groups, {people} people, {} modules: CPU per request, best of {ROUNDS} rounds",
        imported["outputMap"]["modules"].as_str().unwrap_or_default()
    );
    // Rounds of both states alternate, so that a busy moment of the machine does not affect only one.
    let mut best = vec![[f64::MAX; 2]; QUESTIONS.len()];
    for _ in 0..ROUNDS {
        for state in 0..2 {
            limit(&mut client, state == 1).await?;
            for (best, question) in best.iter_mut().zip(&QUESTIONS) {
                let cost = cpu_per_request(&program, &mut client, question, &reader).await?;
                best[state] = best[state].min(cost);
            }
        }
    }
    for (Question { name, .. }, [open, limited]) in QUESTIONS.iter().zip(best) {
        println!("{name}: {:.0} µs without limits, {:.0} µs with them", open * 1e6, limited * 1e6);
        figure(&format!("{name}, CPU with limits of that without"), limited / open, AtMost(BOUND), "times");
    }
    let import = imported["id"].as_str().context("the import has no id")?;
    hidden::measure(&mut client, (&token, &stranger), (DATABASE.trim_start_matches('/'), import)).await?;
    program.stop()
}

fn place(number: usize) -> String {
    format!("DB{number}")
}

fn group(number: usize) -> String {
    format!("Group {}", number % GROUPS)
}

/// Makes databases, people and groups; everyone is in two groups, the reader in all.
async fn fill(client: &mut BenchClient, admin: &str, people: usize) -> Result<()> {
    let token = Some(admin);
    for number in 1..DATABASES {
        let csdb = json!({"csdbName": place(number), "csdbType": "H160"});
        client.post(&format!("{API}/csdb"), token, &csdb).await?;
        let manual = json!({"csdbName": [place(number)], "manualName": ["MEL"]});
        client.post(&format!("{API}/csdb/manual"), token, &manual).await?;
    }
    let mut lines = String::from("group,account\n");
    for number in 0..people {
        let account = format!("user{number}");
        let user = json!({"account": account, "email": "user@bench.example", "role": "reader",
            "password": FIRST_PASSWORD});
        client.post(&format!("{API}/user-manage/createUser"), token, &user).await?;
        let groups = if number == 0 { 0..GROUPS } else { number..number + 2 };
        lines.extend(groups.map(|each| format!("{},{account}\n", group(each))));
    }
    import_groups(client, &lines).await
}

/// Imports groups with their members, as the preview of the file shows them.
async fn import_groups(client: &mut BenchClient, csv: &str) -> Result<()> {
    let (path, admin) = (format!("{API}/groups/import"), confirmed(client).await?);
    let preview = client.post(&path, Some(&admin), &json!({"csv": csv})).await?;
    let order = json!({"csv": csv, "apply": true, "preview": preview["digest"]});
    client.post(&path, Some(&admin), &order).await.map(drop)
}

/// A new session of the administrator: rights are changed only shortly after a sign-in.
async fn confirmed(client: &mut BenchClient) -> Result<String> {
    client.sign_in("admin", PASSWORD).await
}

async fn signed_in(client: &mut BenchClient, account: &str) -> Result<String> {
    let token = client.sign_in(account, FIRST_PASSWORD).await?;
    let change = json!({"account": account, "oldPassword": FIRST_PASSWORD, "newPassword": PASSWORD,
        "confirmPassword": PASSWORD});
    client.post(&format!("{API}/user-manage/changePwd"), Some(&token), &change).await?;
    client.sign_in(account, PASSWORD).await
}

/// Limits every second database to a group, the one with content included, or opens all.
async fn limit(client: &mut BenchClient, limited: bool) -> Result<()> {
    let admin = confirmed(client).await?;
    for number in (0..DATABASES).step_by(2) {
        let path = if number == 0 { DATABASE.to_owned() } else { format!("/{}", place(number)) };
        let grant = if limited { json!({"group": group(number / 2), "level": "read"}) } else { Value::Null };
        let grants: Vec<Value> = Some(grant).into_iter().filter(|grant| !grant.is_null()).collect();
        let change = json!({"paths": [path], "limited": limited, "grants": grants, "replace": true});
        client.put(&format!("{API}/access"), &admin, &change).await?;
    }
    Ok(())
}

async fn cpu_per_request(
    server: &MeasuredProgram,
    client: &mut BenchClient,
    question: &Question,
    reader: &str,
) -> Result<f64> {
    let process = server.process();
    ask(client, question, reader).await.context("before the measurement")?;
    let (began, before, mut count) = (Instant::now(), process.cpu()?, 0_u32);
    while began.elapsed() < MEASURED {
        ask(client, question, reader).await?;
        count += 1;
    }
    Ok(process.cpu()?.saturating_sub(before).as_secs_f64() / f64::from(count))
}

async fn ask(client: &mut BenchClient, Question { path, body, .. }: &Question, reader: &str) -> Result<()> {
    let path = format!("{API}{path}");
    if body.is_empty() {
        client.get(&path, Some(reader)).await.map(drop)
    } else {
        client.post(&path, Some(reader), &serde_json::from_str(body)?).await.map(drop)
    }
}
