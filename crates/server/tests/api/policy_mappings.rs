//! Mappings between collections: prove once, count in both.

use axum::body::Body;
use axum::http::Method;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::compliance::{collection, item, text};
use crate::compliance_reports::{reported, sheets};
use crate::viewer::lines;

testkit::on_each_app!(
    two_requirements_correspond_and_both_pages_show_it,
    what_is_proved_once_counts_in_both,
    a_proof_by_mapping_counts_in_figures_and_lists,
    mappings_go_out_and_come_back,
    a_file_with_unknown_codes_changes_nothing,
    the_mappings_of_a_file_are_taken_over,
    a_check_is_stale_once_a_counterpart_changes,
    mappings_alone_are_a_change,
    what_changed_or_is_gone_proves_nothing,
    a_status_that_nobody_signed_proves_a_part_where_statuses_are_signed,
    a_contradiction_of_a_file_is_a_finding,
    a_row_that_is_there_already_is_told_and_left_out,
    a_file_that_closes_a_circle_changes_nothing,
    a_mapping_that_closes_a_circle_is_refused,
);

/// Two collections with three requirements each.
async fn two(client: &Client) -> [Value; 2] {
    let mut made = Vec::new();
    for (name, start) in [("Rules", "R"), ("Audit", "Q")] {
        let one = collection(client, name).await;
        for number in 1..=3 {
            item(client, &one["path"], &format!("{start}.{number}")).await;
        }
        made.push(one);
    }
    made.try_into().expect("two")
}

async fn item_id(client: &Client, collection: &Value, code: &str) -> Value {
    let listed = client.get(&format!("/compliance/policyItems?fromPath={}", text(&collection["path"]))).await.ok();
    let found = listed["items"].as_array().expect("items").iter().find(|one| one["policyItemCode"] == code);
    found.expect("an item")["id"].clone()
}

async fn map(client: &Client, ends: &[Value; 2], codes: (&str, &str), relationship: &str) -> TestResponse {
    let source = item_id(client, &ends[0], codes.0).await;
    let target = item_id(client, &ends[1], codes.1).await;
    let body = json!({"sourceId": source, "targetId": target, "relationship": relationship, "rationale": "Same duty"});
    client.post("/compliance/mappings", body).await
}

fn between(ends: &[Value; 2]) -> String {
    format!("collectionId={}&otherId={}", text(&ends[0]["id"]), text(&ends[1]["id"]))
}

async fn comply(client: &Client, collection: &Value, code: &str, status: &str) {
    let id = item_id(client, collection, code).await;
    let seen = client.get(&format!("/compliance/policyItem/{}", text(&id))).await.ok();
    let body = json!({"id": id, "version": seen["version"], "status": status, "why": "Read"});
    client.put("/compliance/policyItem/status", body).await.ok();
}

async fn two_requirements_correspond_and_both_pages_show_it(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let made = map(&author, &ends, ("R.1", "Q.1"), "superset").await.ok();
    assert_eq!((text(&made["source"]["policyItemCode"]), text(&made["relationship"])), ("R.1", "superset"));
    assert_eq!(map(&author, &ends, ("R.1", "Q.1"), "equal").await.problem(), "409 policy_mapping.taken");
    let reversed = [ends[1].clone(), ends[0].clone()];
    assert_eq!(map(&author, &reversed, ("Q.1", "R.1"), "equal").await.problem(), "409 policy_mapping.taken");
    assert_eq!(map(&author, &ends, ("R.2", "Q.1"), "soup").await.fields(), ["relationship: unknown_value"]);
    let same = [ends[0].clone(), ends[0].clone()];
    assert_eq!(map(&author, &same, ("R.1", "R.2"), "equal").await.problem(), "409 policy_mapping.same_collection");

    let members = ["source", "relationship", "target"];
    let seen = |list: &Value| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| {
            members
                .map(|name| one[name]["policyItemCode"].as_str().or(one[name].as_str()).unwrap_or("").to_owned())
                .join(" ")
        })
        .collect()
    };
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!(seen(&listed["items"]), ["R.1 superset Q.1"]);
    let other = author.get(&format!("/compliance/mappings?{}", between(&reversed))).await.ok();
    assert_eq!(seen(&other["items"]), ["Q.1 subset R.1"]);
    let target = text(&made["target"]["id"]);
    let of_item = author.get(&format!("/compliance/policyItem/{target}/mappings")).await.ok();
    assert_eq!(seen(&of_item), ["Q.1 subset R.1"]);

    let address = format!("/compliance/mappings/{}", text(&made["id"]));
    let changed = json!({"version": 1, "sourceId": target, "relationship": "intersects", "rationale": ""});
    assert_eq!(author.put(&address, changed.clone()).await.ok()["relationship"], "intersects");
    assert_eq!(author.put(&address, changed).await.problem(), "409 changed_meanwhile");
    assert_eq!(author.delete(&format!("{address}?version=1")).await.problem(), "409 changed_meanwhile");
    assert!(author.delete(&format!("{address}?version=2")).await.status.is_success());
    assert_eq!(author.delete(&format!("{address}?version=2")).await.problem(), "404 policy_mapping.not_found");
}

async fn what_is_proved_once_counts_in_both(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    map(&author, &ends, ("R.1", "Q.1"), "superset").await.ok();
    map(&author, &ends, ("R.1", "Q.2"), "subset").await.ok();
    map(&author, &ends, ("R.2", "Q.2"), "equal").await.ok();
    comply(&author, &ends[0], "R.1", "compliant").await;

    let figures = ["own", "mapped", "part", "open", "missing"];
    let coverage = author.get(&format!("/compliance/mappings/coverage?{}", between(&ends))).await.ok();
    assert_eq!(lines(&coverage["figures"], &figures), ["1 0 0 1 1", "0 1 1 0 1"]);
    let reversed = [ends[1].clone(), ends[0].clone()];
    let query = between(&reversed);
    let missing = author.get(&format!("/compliance/mappings/coverage?{query}&proof=part,open,missing")).await.ok();
    let listed = &missing["items"]["items"];
    assert_eq!(lines(listed, &["policyItemCode", "proof"]), ["Q.2 part", "Q.3 missing"]);
    assert_eq!(lines(&listed[0]["counterparts"], &["policyItemCode", "relationship"]), ["R.1 subset", "R.2 equal"]);
    let wrong = author.get(&format!("/compliance/mappings/coverage?{query}&proof=soup")).await;
    assert_eq!(wrong.fields(), ["proof: unknown_value"]);
    comply(&author, &ends[0], "R.2", "compliant").await;
    let coverage = author.get(&format!("/compliance/mappings/coverage?{query}")).await.ok();
    assert_eq!(lines(&coverage["figures"], &figures), ["0 2 0 0 1", "2 0 0 0 1"]);
}

async fn a_proof_by_mapping_counts_in_figures_and_lists(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    map(&author, &ends, ("R.1", "Q.1"), "superset").await.ok();
    map(&author, &ends, ("R.1", "Q.2"), "subset").await.ok();
    comply(&author, &ends[0], "R.1", "compliant").await;
    let path = text(&ends[1]["path"]);
    let figures = ["mapped", "mappedPart"];
    let dashboard = author.get(&format!("/compliance/dashboard?fromPath={path}")).await.ok();
    let counted = |counts: &Value| figures.map(|name| counts[name].clone());
    assert_eq!(counted(&dashboard["collections"][0]["counts"]), [json!(1), json!(1)], "{dashboard}");
    assert_eq!(counted(&dashboard["operators"][0]["counts"]), [json!(1), json!(1)]);
    let all = author.get("/compliance/dashboard").await.ok();
    let of_all: Vec<[Value; 2]> =
        all["collections"].as_array().expect("a list").iter().map(|one| counted(&one["counts"])).collect();
    assert!(of_all.contains(&[json!(1), json!(1)]) && of_all.contains(&[json!(0), json!(0)]), "{all}");

    let listed = async |query: &str| {
        let found = author.get(&format!("/compliance/policyItems?fromPath={path}{query}")).await.ok();
        assert_eq!(found["total"], json!(found["items"].as_array().expect("items").len()));
        found["items"].clone()
    };
    let mapped = listed("&proof=mapped").await;
    assert_eq!(lines(&mapped, &["policyItemCode", "proof"]), ["Q.1 mapped"]);
    let members = ["policyCollectionName", "policyItemCode", "relationship", "proof"];
    assert_eq!(lines(&mapped[0]["provedBy"], &members), ["Rules R.1 superset mapped"]);
    let part = listed("&proof=part").await;
    assert_eq!(lines(&part, &["policyItemCode", "proof"]), ["Q.2 part"]);
    let open = author.get(&format!("/compliance/policyItem/{}", text(&part[0]["id"]))).await.ok();
    assert_eq!(open["proof"], "part");
    assert_eq!(lines(&open["provedBy"], &members), ["Rules R.1 subset part"], "the rest is missing");
    assert_eq!(lines(&listed("&proof=open").await, &["policyItemCode"]), ["Q.2", "Q.3"]);
    let wrong = author.get("/compliance/policyItems?proof=own").await;
    assert_eq!(wrong.fields(), ["proof: unknown_value"]);

    let job = reported(&app, &author, &open, json!({})).await;
    let found = sheets(&author, &job).await;
    assert!(found[1].contains("Rules: R.1 (includes it)") && found[1].contains("Rules: R.1 (a part of it)"));
    let gaps = &found[2];
    assert!(!gaps.contains("Title Q.1") && gaps.contains("Title Q.3"), "what is proved once is no gap: {gaps}");
    assert!(gaps.contains("Title Q.2") && gaps.contains("The rest is still missing"), "{gaps}");
    let job = reported(&app, &author, &open, json!({"proof": "mapped"})).await;
    let found = sheets(&author, &job).await;
    assert!(found[0].contains("Proved by mapping") && !found[1].contains("Title Q.2"), "{}", found[1]);

    comply(&author, &ends[1], "Q.1", "non_compliant").await;
    assert_eq!(listed("&proof=mapped").await, json!([]), "a finding about the requirement itself counts");
    comply(&author, &ends[0], "R.1", "not_assessed").await;
    assert_eq!(listed("&proof=part").await, json!([]));
}

async fn a_status_that_nobody_signed_proves_a_part_where_statuses_are_signed(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let ends = two(&author).await;
    map(&author, &ends, ("R.1", "Q.1"), "equal").await.ok();
    comply(&author, &ends[0], "R.1", "compliant").await;
    let figures = async || {
        let coverage = author.get(&format!("/compliance/mappings/coverage?{}", between(&ends))).await.ok();
        lines(&coverage["figures"], &["own", "mapped", "part"])
    };
    assert_eq!(figures().await, ["1 0 0", "0 1 0"]);
    let ask = async |one: &Value, name: &str| {
        let values = json!({
            "version": one["version"], "policyCollectionName": name, "policyOriginator": "Northwind Authority",
            "complianceType": "regulatory", "needsSignOff": true,
        });
        approver.put(&format!("/compliance/{}", text(&one["id"])), values).await.ok();
    };
    ask(&ends[1], "Audit").await;
    assert_eq!(figures().await, ["1 0 0", "0 0 1"]);
    ask(&ends[0], "Rules").await;
    assert_eq!(figures().await, ["1 0 0", "0 1 0"], "both are signed");
}

async fn send(client: &Client, query: &str, bytes: impl Into<Body>) -> TestResponse {
    let address = format!("{API}/compliance/mappings/import?{query}");
    let request = client.request(Method::POST, &address).header("content-type", "application/octet-stream");
    client.send(request.body(bytes.into()).expect("a request")).await
}

async fn mappings_go_out_and_come_back(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    map(&author, &ends, ("R.1", "Q.1"), "superset").await.ok();
    map(&author, &ends, ("R.1", "Q.2"), "equal").await.ok();
    for format in ["csv", "xlsx"] {
        let file = author.get(&format!("/compliance/mappings/export?{}&format={format}", between(&ends))).await;
        assert!(file.status.is_success(), "{format}");
        // From either side it says the same.
        for query in [between(&ends), between(&[ends[1].clone(), ends[0].clone()])] {
            let back = send(&author, &query, file.body.clone()).await.ok();
            let counts = (&back["added"], &back["changed"], &back["unchanged"]);
            assert_eq!(counts, (&json!(0), &json!(0), &json!(2)), "{format} {back}");
        }
    }
    let table = "source_code;target_code;relationship\nR.1;Q.1;subset\nR.3;Q.3;equal\n";
    let preview = send(&author, &between(&ends), table).await.ok();
    assert_eq!((&preview["added"], &preview["changed"]), (&json!(1), &json!(1)));
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!(listed["total"], 2, "a preview writes nothing");
    send(&author, &format!("{}&dryRun=false", between(&ends)), table).await.ok();
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!(lines(&listed["items"], &["relationship"]), ["subset", "equal", "equal"]);
}

async fn a_file_with_unknown_codes_changes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let table = "source_collection,source_code,target_code,relationship\n,R.1,Q.1,equal\n,R.9,Q.1,equal\nElsewhere,R.1,Q.2,equal\n";
    let report = send(&author, &format!("{}&dryRun=false", between(&ends)), table).await.ok();
    assert_eq!((&report["isBlocked"], &report["added"]), (&json!(true), &json!(1)));
    let expected = ["mapping.code_unknown", "mapping.collection_unknown"];
    assert_eq!(lines(&report["findings"], &["rule"]), expected);
    assert!(text(&report["findings"][0]["message"]).contains("R.9"));
    assert_eq!(lines(&report["findings"], &["line"]), ["3", "4"]);
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!(listed["total"], 0);
    let same = format!("collectionId={0}&otherId={0}", text(&ends[0]["id"]));
    assert_eq!(send(&author, &same, "a").await.problem(), "409 policy_mapping.same_collection");
    assert_eq!(send(&author, &between(&ends), "").await.fields(), ["file: required"]);
}

async fn the_mappings_of_a_file_are_taken_over(app: TestApp) {
    use crate::regulations::{checked, taken, version_one};
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let file = version_one()
        .replacen("external_id\n", "external_id,mappings\n", 1)
        .replace(",A,RULE,\nA.3", ",A,RULE,,Audit:Q.1|equal\nA.3");
    let import = checked(&app, &author, "fileName=one.csv", file).await;
    assert_eq!(text(&import["state"]), "ready", "{import}");
    let done = taken(&app, &author, &import, json!({})).await;
    let query = format!("collectionId={}&otherId={}", text(&done["collectionId"]), text(&ends[1]["id"]));
    let listed = author.get(&format!("/compliance/mappings?{query}")).await.ok();
    assert_eq!(lines(&listed["items"], &["relationship"]), ["equal"]);
    assert_eq!(listed["items"][0]["source"]["policyItemCode"], "A.2");
}

async fn a_check_is_stale_once_a_counterpart_changes(app: TestApp) {
    use crate::regulations::{checked, taken, version_one};
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let file = version_one()
        .replacen("external_id\n", "external_id,mappings\n", 1)
        .replace(",A,RULE,\nA.3", ",A,RULE,,Audit:Q.1|equal\nA.3");
    let import = checked(&app, &author, "fileName=one.csv", file).await;
    assert_eq!(text(&import["state"]), "ready", "{import}");
    let address = format!("/compliance/policyItem/{}", text(&item_id(&author, &ends[1], "Q.1").await));
    author.put(&address, json!({"version": 1, "policyItemCode": "Q.7"})).await.ok();
    let refused = taken(&app, &author, &import, json!({})).await;
    assert_eq!(refused["state"], "ready", "the mapping that was shown would be missing");
}

async fn mappings_alone_are_a_change(app: TestApp) {
    use crate::regulations::{checked, imported, taken, version_one};
    let author = app.person(Role::Author).await;
    let easa = collection(&author, "EASA: Ops").await;
    item(&author, &easa["path"], "E.1").await;
    two(&author).await;
    let first = imported(&app, &author).await;
    let with = |counterpart: &str| {
        let file = version_one().replacen("external_id\n", "external_id,mappings\n", 1);
        file.replace(",A,RULE,\nA.3", &[",A,RULE,,", counterpart, "\nA.3"].concat())
    };
    let id = text(&first["collectionId"]);
    let query = format!("fileName=one.csv&collectionId={id}");
    for (counterpart, rule) in [
        ("Elsewhere:Q.1|equal", "regulationImport.counterpart_collection"),
        ("Audit:Q.9|equal", "regulationImport.counterpart_code"),
        ("Northwind Ops:A.3|equal", "regulationImport.counterpart_same"),
    ] {
        let import = checked(&app, &author, &query, with(counterpart)).await;
        assert_eq!(text(&import["state"]), "unchanged", "{counterpart}");
        assert_eq!(own_findings(&import), [format!("{rule} warn")], "{import}");
    }
    let both = with("\"Audit:Q.1|equal\nEASA: Ops:E.1|subset\"");
    let import = checked(&app, &author, &query, both.clone()).await;
    assert_eq!((text(&import["state"]), own_findings(&import).len()), ("ready", 0), "{import}");
    taken(&app, &author, &import, json!({})).await;
    let listed = author.get(&format!("/compliance/mappings?collectionId={id}")).await.ok();
    assert_eq!(listed["total"], 2, "{listed}");
    let again = checked(&app, &author, &query, both).await;
    assert_eq!(text(&again["state"]), "unchanged", "{again}");
    let import = checked(&app, &author, &query, with("Audit:Q.1|subset")).await;
    assert_eq!(own_findings(&import), ["regulationImport.counterpart_differs warn"]);
    let exported = author.get(&format!("/compliance/export/{id}?format=csv")).await.text();
    let back = checked(&app, &author, &query, exported).await;
    assert_eq!((text(&back["state"]), own_findings(&back).len()), ("unchanged", 0), "{back}");
}

/// Findings about the collection, besides those about the file.
fn own_findings(import: &Value) -> Vec<String> {
    let findings = lines(&import["findings"], &["rule", "severity"]);
    findings.into_iter().filter(|finding| finding.starts_with("regulationImport.")).collect()
}

async fn what_changed_or_is_gone_proves_nothing(app: TestApp) {
    use crate::regulations::{checked, imported, taken, version_two};
    let author = app.person(Role::Author).await;
    let audit = two(&author).await[1].clone();
    let first = imported(&app, &author).await;
    let id = text(&first["collectionId"]);
    let rules = json!({"id": id, "path": format!("/{id}")});
    let ends = [rules.clone(), audit.clone()];
    for (rule, question) in [("A.1", "Q.1"), ("A.2", "Q.2"), ("A.3", "Q.3")] {
        map(&author, &ends, (rule, question), "equal").await.ok();
        comply(&author, &rules, rule, "compliant").await;
    }
    let figures = ["own", "mapped", "part", "open", "missing"];
    let query = between(&[audit.clone(), rules.clone()]);
    let address = format!("/compliance/mappings/coverage?{query}");
    assert_eq!(lines(&author.get(&address).await.ok()["figures"], &figures)[0], "0 3 0 0 0");

    let query = format!("fileName=two.csv&collectionId={id}");
    let second = checked(&app, &author, &query, version_two()).await;
    taken(&app, &author, &second, json!({})).await;
    let coverage = author.get(&address).await.ok();
    assert_eq!(lines(&coverage["figures"], &figures), ["0 1 0 2 0", "1 0 0 1 0"], "{coverage}");
    let listed = coverage["items"]["items"].as_array().expect("items");
    let shown: Vec<String> = (listed.iter())
        .flat_map(|one| lines(&one["counterparts"], &["policyItemCode", "counts", "needsRecheck", "isWithdrawn"]))
        .collect();
    assert_eq!(shown, ["A.1 true true false", "A.20 true false false", "A.3 false false true"]);
    comply(&author, &audit, "Q.2", "non_compliant").await;
    let found = lines(&author.get(&address).await.ok()["figures"], &figures)[0].clone();
    assert_eq!(found, "0 0 0 3 0", "a finding about the requirement itself counts");
    comply(&author, &audit, "Q.2", "not_assessed").await;
    assert_eq!(lines(&author.get(&address).await.ok()["figures"], &figures)[0], "0 1 0 2 0");
    let crew = item_id(&author, &rules, "A.20").await;
    let seen = author.get(&format!("/compliance/policyItem/{}", text(&crew))).await.ok();
    let scope = json!({"id": crew, "version": seen["version"], "inScope": false, "reason": "Not ours"});
    author.put("/compliance/policyItem/scope", scope).await.ok();
    assert_eq!(lines(&author.get(&address).await.ok()["figures"], &figures)[0], "0 0 0 3 0");
}

async fn a_contradiction_of_a_file_is_a_finding(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let table = "source_collection,source_code,target_collection,target_code,relationship\n\
        Rules,R.1,Audit,Q.1,subset\nAudit,Q.1,Rules,R.1,subset\nRules,R.2,Audit,Q.2,subset\nAudit,Q.2,Rules,R.2,superset\n";
    let report = send(&author, &between(&ends), table).await.ok();
    let rows = ["mapping.contradiction 3", "regulation.mapping_duplicate 5"];
    assert_eq!(lines(&report["findings"], &["rule", "line"]), rows, "{report}");
    assert_eq!(report["isBlocked"], true);
    let table = "source_code,target_code,relationship\nR.1,Q.1,equal\nR.1,Q.1,subset\n";
    let report = send(&author, &between(&ends), table).await.ok();
    assert_eq!(lines(&report["findings"], &["rule", "line"]), ["mapping.contradiction 3"], "{report}");
}

async fn a_row_that_is_there_already_is_told_and_left_out(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    let table = "source_collection,source_code,target_collection,target_code,relationship\n\
        Rules,R.1,Audit,Q.1,subset\nAudit,Q.1,Rules,R.1,superset\nRules,R.1,Audit,Q.1,subset\n";
    let query = format!("{}&dryRun=false", between(&ends));
    let report = send(&author, &query, table).await.ok();
    let rows = ["regulation.mapping_duplicate 4 warn", "regulation.mapping_duplicate 3 warn"];
    assert_eq!(lines(&report["findings"], &["rule", "line", "severity"]), rows, "{report}");
    assert_eq!((&report["isBlocked"], &report["added"]), (&json!(false), &json!(1)));
    let again = send(&author, &query, table).await.ok();
    let counts = (&again["added"], &again["changed"], &again["unchanged"]);
    assert_eq!(counts, (&json!(0), &json!(0), &json!(1)), "importing again changes nothing");
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!((&listed["total"], &listed["items"][0]["version"]), (&json!(1), &json!(1)));
}

async fn a_file_that_closes_a_circle_changes_nothing(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    map(&author, &ends, ("R.1", "Q.1"), "subset").await.ok();
    // R.1 is part of Q.1, which is equal to R.2, which is part of Q.2, which is part of R.1.
    let table =
        "source_code,target_code,relationship\nR.2,Q.1,equal\nR.3,Q.3,subset\nR.2,Q.2,subset\nR.1,Q.2,superset\n";
    let report = send(&author, &format!("{}&dryRun=false", between(&ends)), table).await.ok();
    let found = lines(&report["findings"], &["rule", "line"]);
    assert_eq!(found, ["mapping.circle 2", "mapping.circle 4", "mapping.circle 5"], "{report}");
    let told = text(&report["findings"][2]["message"]);
    for code in ["R.1", "Q.1", "R.2", "Q.2"] {
        assert!(told.contains(code), "{told}");
    }
    let listed = author.get(&format!("/compliance/mappings?{}", between(&ends))).await.ok();
    assert_eq!(listed["total"], 1, "nothing of it is written");
    let other = table.replace("superset", "intersects");
    let report = send(&author, &format!("{}&dryRun=false", between(&ends)), other).await.ok();
    assert_eq!((&report["isBlocked"], &report["added"]), (&json!(false), &json!(4)), "{report}");
}

async fn a_mapping_that_closes_a_circle_is_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let ends = two(&author).await;
    // R.1 is part of Q.1, which is equal to R.2, which is part of Q.2.
    for (codes, relationship) in [(("R.1", "Q.1"), "subset"), (("R.2", "Q.1"), "equal"), (("R.2", "Q.2"), "subset")] {
        map(&author, &ends, codes, relationship).await.ok();
    }
    let refused = map(&author, &ends, ("R.1", "Q.2"), "superset").await;
    assert_eq!(refused.problem(), "409 policy_mapping.circle");
    let told = refused.json()["title"].as_str().expect("a title").to_owned();
    for code in ["R.1", "Q.1", "R.2", "Q.2"] {
        assert!(told.contains(code), "{told}");
    }
    let listed = format!("/compliance/mappings?{}", between(&ends));
    assert_eq!(author.get(&listed).await.ok()["total"], 3, "nothing of it is written");

    let made = map(&author, &ends, ("R.1", "Q.2"), "intersects").await.ok();
    let address = format!("/compliance/mappings/{}", text(&made["id"]));
    let closing = json!({"version": 1, "sourceId": made["source"]["id"], "relationship": "equal", "rationale": ""});
    assert_eq!(author.put(&address, closing).await.problem(), "409 policy_mapping.circle");
    let fitting = json!({"version": 1, "sourceId": made["source"]["id"], "relationship": "subset", "rationale": ""});
    assert_eq!(author.put(&address, fitting).await.ok()["relationship"], "subset");
}
