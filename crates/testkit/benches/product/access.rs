//! The cost of limits: lists, contents and search of one reader, first without limits, then with every second of 200
//! databases limited to one of 50 groups. The reader is in all groups, so that both times see the same rows.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::PASSWORD;
use crate::client::BenchClient;
use crate::program::MeasuredProgram;
use crate::reading::import_demo;

const API: &str = "/kbj/api";
const DATABASES: usize = 200;
const GROUPS: usize = 50;
/// The reader's temporary password, which is changed at once.
const FIRST_PASSWORD: &str = "first-password-1";
const ROUNDS: usize = 5;
const MEASURED: Duration = Duration::from_secs(2);

const QUESTIONS: [(&str, &str); 6] = [
    ("databases", "/csdb"),
    ("manuals of all databases", "/csdb/manual"),
    ("counts", "/counts"),
    ("contents of a manual", "/toc/getTopToc?manualPath=/BENCH/AMM"),
    ("modules of a manual", "/dm/getAllDmListWithPage?manualPath=/BENCH/AMM"),
    ("search", "/files/fts/export?q=%7B%22searchText%22%3A%22pump%22%7D&format=csv"),
];

pub(crate) async fn measure(airfolio: &Path, people: usize) -> Result<()> {
    let data = tempfile::tempdir()?;
    let (server, _) = MeasuredProgram::airfolio(airfolio, data.path()).await?;
    let mut client = BenchClient::connect(server.address).await?;
    let admin = client.sign_in("admin", PASSWORD).await?;
    import_demo(&mut client, &admin).await?;
    fill(&mut client, &admin, people).await?;
    let reader = signed_in_reader(&mut client).await?;

    println!("\n{DATABASES} databases, {GROUPS} groups, {people} people: CPU per request, best of {ROUNDS} rounds");
    println!("{:<44} {:>10}  {:>10}  {:>8}", "(promised: at most 1.10)", "open", "limited", "ratio");
    // Rounds of both states alternate, so that a busy moment of the machine does not affect only one.
    let mut best = vec![[f64::MAX; 2]; QUESTIONS.len()];
    for _ in 0..ROUNDS {
        for state in 0..2 {
            limit(&mut client, &admin, state == 1).await?;
            for (best, (_, path)) in best.iter_mut().zip(QUESTIONS) {
                let cost = cpu_per_request(&server, &mut client, path, &reader).await?;
                best[state] = best[state].min(cost);
            }
        }
    }
    for ((name, _), [open, limited]) in QUESTIONS.iter().zip(best) {
        println!("{name:<44} {:>7.0} µs  {:>7.0} µs  {:>8.2}", open * 1e6, limited * 1e6, limited / open);
    }
    server.stop()
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
    client.post(&format!("{API}/groups/import"), token, &json!({"csv": lines, "apply": true})).await?;
    Ok(())
}

async fn signed_in_reader(client: &mut BenchClient) -> Result<String> {
    let token = client.sign_in("user0", FIRST_PASSWORD).await?;
    let change = json!({"account": "user0", "oldPassword": FIRST_PASSWORD, "newPassword": PASSWORD,
        "confirmPassword": PASSWORD});
    client.post(&format!("{API}/user-manage/changePwd"), Some(&token), &change).await?;
    client.sign_in("user0", PASSWORD).await
}

/// Limits every second database to a group, the one with content included, or opens all.
async fn limit(client: &mut BenchClient, admin: &str, limited: bool) -> Result<()> {
    for number in (0..DATABASES).step_by(2) {
        let path = if number == 0 { "/BENCH".to_owned() } else { format!("/{}", place(number)) };
        let grant = if limited { json!({"group": group(number / 2), "level": "read"}) } else { Value::Null };
        let grants: Vec<Value> = Some(grant).into_iter().filter(|grant| !grant.is_null()).collect();
        let change = json!({"paths": [path], "limited": limited, "grants": grants, "replace": true});
        client.put(&format!("{API}/access"), admin, &change).await?;
    }
    Ok(())
}

async fn cpu_per_request(server: &MeasuredProgram, client: &mut BenchClient, path: &str, reader: &str) -> Result<f64> {
    let path = format!("{API}{path}");
    let process = server.process();
    client.get(&path, Some(reader)).await.context("before the measurement")?;
    let (began, before, mut count) = (Instant::now(), process.cpu()?, 0_u32);
    while began.elapsed() < MEASURED {
        client.get(&path, Some(reader)).await?;
        count += 1;
    }
    Ok(process.cpu()?.saturating_sub(before).as_secs_f64() / f64::from(count))
}
