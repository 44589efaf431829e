//! Compliance: collections, categories, requirements, their status and scope.

use axum::body::Body;
use axum::http::{Method, StatusCode};
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};

use crate::viewer::lines;

testkit::on_each_app!(
    collections_have_the_fields_of_the_specification,
    required_values_are_named,
    categories_and_items_form_a_tree,
    a_second_officer_is_told_and_nothing_is_lost,
    a_status_has_a_history_that_tells_who_when_and_why,
    an_approver_signs_a_status_off_where_the_collection_asks_for_it,
    a_requirement_out_of_scope_needs_a_reason,
    many_items_are_changed_together_or_not_at_all,
    items_are_filtered_searched_and_sorted,
    figures_count_what_the_lists_show,
    responses_are_revalidated_by_their_tag,
    only_administrators_delete,
    clauses_keep_their_ids,
);

/// A collection with the literal payload of the specification.
pub(crate) async fn collection(client: &Client, name: &str) -> Value {
    let payload = json!({
        "policyCollectionName": name,
        "policyOriginator": "Northwind Authority",
        "complianceType": "regulatory",
        "sourceReference": "NWA 21-4",
    });
    client.post("/compliance", payload).await.ok()
}

/// A requirement at a path.
pub(crate) async fn item(client: &Client, parent: &Value, code: &str) -> Value {
    let payload = json!({"parentPath": parent, "policyItemCode": code, "title": format!("Title {code}")});
    client.post("/compliance/policyItem", payload).await.ok()
}

pub(crate) fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

async fn set_status(client: &Client, item: &Value, status: &str, why: &str) -> TestResponse {
    let body = json!({"id": item["id"], "version": item["version"], "status": status, "why": why});
    client.put("/compliance/policyItem/status", body).await
}

pub(crate) async fn read(client: &Client, item: &Value) -> Value {
    let id = text(&item["id"]);
    client.get(&format!("/compliance/policyItem/{id}")).await.ok()
}

async fn collections_have_the_fields_of_the_specification(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "NWA Ops").await;
    let id = text(&made["id"]).to_owned();
    assert_eq!(made["path"], json!(format!("/{id}")));
    assert_eq!((&made["parent"], &made["childs"]), (&json!("/"), &json!([])));
    for (field, value) in [
        ("policyCollectionName", "NWA Ops"),
        ("policyOriginator", "Northwind Authority"),
        ("complianceType", "regulatory"),
        ("sourceReference", "NWA 21-4"),
        ("createdBy", "author"),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    let changed = json!({
        "version": 1, "policyCollectionName": "NWA Ops 2", "policyOriginator": "NWA", "complianceType": "audit",
        "sourceReference": "", "collectionVersion": "Issue 2", "effectiveDate": "2027-01-01",
    });
    let after = author.put(&format!("/compliance/{id}"), changed).await.ok();
    assert_eq!((&after["collectionVersion"], &after["effectiveDate"]), (&json!("Issue 2"), &json!("2027-01-01")));
    let reader = app.person(Role::Reader).await;
    let all = reader.get("/compliance?recursive=true").await.ok();
    assert_eq!(lines(&all, &["policyCollectionName", "complianceType", "version"]), ["NWA Ops 2 audit 2"]);
    let one = reader.get(&format!("/compliance?fromPath=/{id}")).await.ok();
    assert_eq!(one[0]["id"], json!(id));
    assert_eq!(reader.get("/compliance?fromPath=/none").await.problem(), "404 compliance.not_found");
    let admin = app.admin().await;
    let gone = admin.put("/compliance/delete", json!({"complianceInfoPath": format!("/{id}")})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    assert_eq!(reader.get("/compliance").await.ok(), json!([]));
    let actions = admin.get("/audit?action=compliance.").await.ok();
    let expected = ["compliance.deleted NWA Ops 2", "compliance.updated NWA Ops", "compliance.created NWA Ops"];
    assert_eq!(lines(&actions["items"], &["action", "subject"]), expected);
}

async fn required_values_are_named(app: TestApp) {
    let author = app.person(Role::Author).await;
    let empty = json!({"policyCollectionName": "", "policyOriginator": " ", "complianceType": ""});
    let refused = author.post("/compliance", empty).await;
    assert_eq!(refused.problem(), "400 request.invalid");
    let required = ["policyCollectionName: required", "policyOriginator: required", "complianceType: required"];
    assert_eq!(refused.fields(), required);
    let odd = json!({"policyCollectionName": "A", "policyOriginator": "B", "complianceType": "legal"});
    assert_eq!(author.post("/compliance", odd).await.fields(), ["complianceType: unknown_value"]);
    let missing = author.post("/compliance", json!({"policyCollectionName": "A", "complianceType": "audit"})).await;
    assert_eq!(missing.fields(), ["policyOriginator: required"]);

    let made = collection(&author, "A").await;
    let again = json!({"policyCollectionName": "a", "policyOriginator": "B", "complianceType": "audit"});
    assert_eq!(author.post("/compliance", again).await.problem(), "409 compliance.name_taken");
    let nameless = json!({"parentPath": made["path"], "policyCategoryCode": "1", "name": ""});
    assert_eq!(author.post("/compliance/policyCategory", nameless).await.fields(), ["name: required"]);
    let codeless = json!({"parentPath": made["path"], "policyItemCode": ""});
    assert_eq!(author.post("/compliance/policyItem", codeless).await.fields(), ["policyItemCode: required"]);
    item(&author, &made["path"], "A 1").await;
    let taken = json!({"parentPath": made["path"], "policyItemCode": "a 1"});
    assert_eq!(author.post("/compliance/policyItem", taken).await.problem(), "409 policy_item.code_taken");
    let other = collection(&author, "B").await;
    let rename = json!({
        "version": 1, "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit",
    });
    let renamed = author.put(&format!("/compliance/{}", text(&other["id"])), rename).await;
    assert_eq!(renamed.problem(), "409 compliance.name_taken");
    let second = item(&author, &made["path"], "A 2").await;
    let recode = json!({"version": 1, "policyItemCode": "a 1"});
    let recoded = author.put(&format!("/compliance/policyItem/{}", text(&second["id"])), recode).await;
    assert_eq!(recoded.problem(), "409 policy_item.code_taken");
    let nowhere = json!({"parentPath": "/none", "policyItemCode": "A 3"});
    assert_eq!(author.post("/compliance/policyItem", nowhere).await.problem(), "404 compliance.not_found");
}

async fn categories_and_items_form_a_tree(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let top = json!({"parentPath": made["path"], "policyCategoryCode": "ORO", "name": "Organisation"});
    let top = author.post("/compliance/policyCategory", top).await.ok();
    assert_eq!(top["parentPath"], made["path"]);
    let sub = json!({"parentPath": top["path"], "name": "Training"});
    let sub = author.post("/compliance/policyCategory", sub).await.ok();
    let rule = item(&author, &sub["path"], "ORO.1").await;
    let guidance = item(&author, &rule["path"], "GM1 ORO.1").await;
    assert_eq!(guidance["parentPath"], rule["path"]);

    let path = text(&made["path"]);
    let tree = author.get(&format!("/compliance?fromPath={path}&recursive=true")).await.ok();
    let category = &tree[0]["childs"][0];
    assert_eq!((&category["type"], &category["policyCategoryCode"]), (&json!("policyCategory"), &json!("ORO")));
    let below = &category["childs"][0];
    assert_eq!((&below["name"], &below["childs"][0]["policyItemCode"]), (&json!("Training"), &json!("ORO.1")));
    assert_eq!(below["childs"][0]["childs"][0]["policyItemCode"], "GM1 ORO.1");
    let flat = author.get(&format!("/compliance?fromPath={path}")).await.ok();
    assert_eq!(flat[0]["childs"][0]["childs"], json!([]), "only what is right below");
    let without = author.get(&format!("/compliance?fromPath={path}&recursive=true&withItems=false")).await.ok();
    assert_eq!(without[0]["childs"][0]["childs"][0]["childs"], json!([]));
    let from_sub = author.get(&format!("/compliance?fromPath={}&recursive=true", text(&sub["path"]))).await.ok();
    assert_eq!(from_sub[0]["childs"][0]["id"], sub["id"]);

    let renamed = json!({"version": 1, "policyCategoryCode": "ORO.GEN", "name": "General"});
    let id = text(&top["id"]);
    let renamed = author.put(&format!("/compliance/policyCategory/{id}"), renamed).await.ok();
    assert_eq!((&renamed["name"], &renamed["version"]), (&json!("General"), &json!(2)));
    let open = read(&author, &rule).await;
    assert_eq!(lines(&open["categories"], &["name"]), ["General", "Training"]);
    assert_eq!(lines(&open["childs"], &["policyItemCode"]), ["GM1 ORO.1"]);
    let admin = app.admin().await;
    let gone = admin.put("/compliance/policyCategory/delete", json!({"policyCategoryPath": top["path"]})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let address = format!("/compliance/policyItem/{}", text(&rule["id"]));
    assert_eq!(author.get(&address).await.problem(), "404 policy_item.not_found", "its items go with it");
}

async fn a_second_officer_is_told_and_nothing_is_lost(app: TestApp) {
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let made = collection(&author, "A").await;
    let seen = item(&author, &made["path"], "A 1").await;
    let address = format!("/compliance/policyItem/{}", text(&seen["id"]));
    let update = |title: &str| json!({"version": seen["version"], "policyItemCode": "A 1", "title": title});
    author.put(&address, update("First")).await.ok();
    assert_eq!(second.put(&address, update("Second")).await.problem(), "409 changed_meanwhile");
    assert_eq!(set_status(&second, &seen, "compliant", "").await.problem(), "409 changed_meanwhile");
    let scope = json!({"id": seen["id"], "version": seen["version"], "inScope": false, "reason": "No"});
    assert_eq!(second.put("/compliance/policyItem/scope", scope).await.problem(), "409 changed_meanwhile");
    let now = read(&second, &seen).await;
    assert_eq!((&now["title"], &now["status"]), (&json!("First"), &json!("not_assessed")));
    set_status(&second, &now, "compliant", "Seen both").await.ok();
    let stale = json!({"version": 9, "policyCollectionName": "B", "policyOriginator": "C", "complianceType": "audit"});
    let refused = author.put(&format!("/compliance/{}", text(&made["id"])), stale).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let admin = app.admin().await;
    let refused = admin.put("/compliance/delete", json!({"complianceInfoPath": made["path"], "version": 9})).await;
    assert_eq!(refused.problem(), "409 changed_meanwhile");
    let category = json!({"parentPath": made["path"], "name": "Fuel"});
    let category = author.post("/compliance/policyCategory", category).await.ok();
    let address = format!("/compliance/policyCategory/{}", text(&category["id"]));
    author.put(&address, json!({"version": 1, "name": "Fuel system"})).await.ok();
    assert_eq!(second.put(&address, json!({"version": 1, "name": "Oil"})).await.problem(), "409 changed_meanwhile");
    let delete = json!({"policyCategoryPath": category["path"], "version": 1});
    assert_eq!(admin.put("/compliance/policyCategory/delete", delete).await.problem(), "409 changed_meanwhile");
}

async fn a_status_has_a_history_that_tells_who_when_and_why(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let mut open = item(&author, &made["path"], "A 1").await;
    let refused = set_status(&author, &open, "not_applicable", "").await;
    assert_eq!(refused.fields(), ["why: required"], "auditors ask why");
    assert_eq!(set_status(&author, &open, "done", "").await.fields(), ["status: unknown_value"]);
    for (status, why) in [("partially_compliant", "Half of it"), ("compliant", "")] {
        app.wait(1);
        open = set_status(&author, &open, status, why).await.ok();
        assert_eq!(open["status"], status);
    }
    let reader = app.person(Role::Reader).await;
    let history = reader.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await.ok();
    let expected = [
        "status partially_compliant compliant  author",
        "status not_assessed partially_compliant Half of it author",
        "created  A 1  author",
    ];
    assert_eq!(lines(&history, &["kind", "before", "after", "why", "by"]), expected);
    assert!(text(&history[0]["on"]) > text(&history[1]["on"]));
    let log = app.admin().await.get("/audit?action=policy_item.status").await.ok();
    assert_eq!(log["total"], 2, "the chained log has it too");
}

async fn an_approver_signs_a_status_off_where_the_collection_asks_for_it(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let payload = json!({
        "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
    });
    let made = author.post("/compliance", payload).await.ok();
    let open = item(&author, &made["path"], "A 1").await;
    let sign = async |who: &Client, item: &Value, accepted: bool, why: &str| {
        let body = json!({"id": item["id"], "version": item["version"], "accepted": accepted, "why": why});
        who.put("/compliance/policyItem/signOff", body).await
    };
    assert_eq!(sign(&approver, &open, true, "").await.problem(), "409 policy_item.nothing_proposed");
    let waiting = set_status(&author, &open, "compliant", "Done").await.ok();
    assert_eq!((&waiting["status"], &waiting["proposal"]["status"]), (&json!("not_assessed"), &json!("compliant")));
    assert_eq!(waiting["abilities"]["maySignOff"], false);
    assert_eq!(sign(&author, &waiting, true, "").await.problem(), "403 forbidden");
    let listed = approver.get("/compliance/policyItems?proposed=true").await.ok();
    assert_eq!(lines(&listed["items"], &["policyItemCode"]), ["A 1"]);
    assert_eq!(read(&approver, &open).await["abilities"]["maySignOff"], true);
    assert_eq!(sign(&approver, &waiting, false, "").await.fields(), ["why: required"]);
    let rejected = sign(&approver, &waiting, false, "No evidence").await.ok();
    assert_eq!((&rejected["status"], &rejected["proposal"]), (&json!("not_assessed"), &Value::Null));

    let own = set_status(&approver, &rejected, "compliant", "").await.ok();
    assert_eq!(sign(&approver, &own, true, "").await.problem(), "403 policy_item.own_proposal");
    let admin = app.admin().await;
    app.wait(16 * 60);
    assert_eq!(sign(&admin, &own, true, "Seen").await.problem(), "403 confirmation.required");
    let signed = sign(&app.admin().await, &own, true, "Seen").await.ok();
    assert_eq!((&signed["status"], &signed["proposal"]), (&json!("compliant"), &Value::Null));
    let update = json!({
        "version": 1, "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit",
        "needsSignOff": false,
    });
    let address = format!("/compliance/{}", text(&made["id"]));
    assert_eq!(author.put(&address, update.clone()).await.problem(), "403 forbidden");
    let delete = admin.put("/compliance/delete", json!({"complianceInfoPath": made["path"]})).await;
    assert_eq!(delete.problem(), "403 confirmation.required");
    assert_eq!(approver.put(&address, update).await.ok()["needsSignOff"], false);
}

async fn a_requirement_out_of_scope_needs_a_reason(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let scope = |more: Value| {
        let mut body = json!({"id": open["id"], "version": open["version"], "inScope": false});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    let address = "/compliance/policyItem/scope";
    assert_eq!(author.put(address, scope(json!({}))).await.fields(), ["reason: required"]);
    let unknown = scope(json!({"reason": "No", "operator": "NONE"}));
    assert_eq!(author.put(address, unknown).await.fields(), ["operator: unknown_value"]);
    let after = author.put(address, scope(json!({"reason": "No hoist", "applicability": "NV240-1"}))).await.ok();
    let expected = json!({"inScope": false, "reason": "No hoist", "applicability": "NV240-1", "operator": ""});
    assert_eq!(after["scope"], expected);
    let out = author.get("/compliance/policyItems?scope=out").await.ok();
    assert_eq!(out["total"], 1);
}

async fn many_items_are_changed_together_or_not_at_all(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let (one, other) = (item(&author, &made["path"], "A 1").await, item(&author, &made["path"], "A 2").await);
    let bulk = async |version: i64, more: Value| {
        let seen = |item: &Value| json!({"id": item["id"], "version": version});
        let mut body = json!({"items": [seen(&one), seen(&other)], "why": "Audit"});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        author.put("/compliance/policyItem/bulk", body).await
    };
    let values = async |name: &str| {
        let found = author.get("/compliance/policyItems?sort=code").await.ok();
        lines(&found["items"], &[name])
    };
    assert_eq!(bulk(1, json!({"change": "status", "status": "compliant"})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(values("status").await, ["compliant", "compliant"]);
    author
        .put("/compliance/policyItem/status", json!({"id": other["id"], "version": 2, "status": "non_compliant"}))
        .await
        .ok();
    let lost = bulk(2, json!({"change": "reviewDate", "reviewDate": "2028-01-01"})).await;
    assert_eq!(lost.problem(), "409 changed_meanwhile");
    assert_eq!(values("reviewDate").await, ["null", "null"], "the first one is not changed either");
    set_status(&author, &read(&author, &one).await, "compliant", "").await.ok();
    assert_eq!(bulk(3, json!({"change": "owner", "owner": "author"})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(bulk(4, json!({"change": "scope", "inScope": false})).await.status, StatusCode::NO_CONTENT);
    let now = read(&author, &one).await;
    assert_eq!((&now["owner"]["account"], &now["scope"]["reason"]), (&json!("author"), &json!("Audit")));
    assert_eq!(bulk(5, json!({"change": "colour"})).await.fields(), ["change: unknown_value"]);
    assert_eq!(bulk(5, json!({"change": "status"})).await.fields(), ["status: required"]);
    let reasonless = json!({"change": "status", "status": "not_applicable", "why": ""});
    assert_eq!(bulk(5, reasonless).await.fields(), ["why: required"]);
    assert_eq!(bulk(5, json!({"change": "owner", "owner": "author"})).await.status, StatusCode::NO_CONTENT);
    assert_eq!(read(&author, &one).await["version"], 5, "they have that owner already");
    let seen = json!({"id": one["id"], "version": 5});
    let twice = json!({"items": [seen, seen], "change": "status", "status": "compliant"});
    assert_eq!(author.put("/compliance/policyItem/bulk", twice).await.fields(), ["items: unknown_value"]);
    let many = json!({"items": vec![seen; 201], "change": "owner"});
    assert_eq!(author.put("/compliance/policyItem/bulk", many).await.fields(), ["items: too_many"]);
    let none = json!({"items": [], "change": "owner"});
    assert_eq!(author.put("/compliance/policyItem/bulk", none).await.fields(), ["items: required"]);
}

async fn items_are_filtered_searched_and_sorted(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let category = json!({"parentPath": made["path"], "name": "Fuel"});
    let category = author.post("/compliance/policyCategory", category).await.ok();
    item(&author, &made["path"], "A 2").await;
    let first = item(&author, &category["path"], "A 1").await;
    let details = json!({"version": 1, "policyItemCode": "A 1", "title": "Pumps", "text": "100% of 张伟\nSecond line",
        "kind": "GM", "owner": "author", "reviewDate": "2020-01-01",
        "clauses": [{"marker": "(a)", "text": "Drain the SUMP"}]});
    author.put(&format!("/compliance/policyItem/{}", text(&first["id"])), details).await.ok();
    let path = text(&category["path"]);
    for (query, expected) in [
        (String::new(), vec!["A 2", "A 1"]),
        ("?sort=code".to_owned(), vec!["A 1", "A 2"]),
        ("?sort=code&order=desc".to_owned(), vec!["A 2", "A 1"]),
        (format!("?fromPath={path}"), vec!["A 1"]),
        (format!("?fromPath={}", text(&made["path"])), vec!["A 2", "A 1"]),
        ("?keywordFilter=100%25".to_owned(), vec!["A 1"]),
        ("?keywordFilter=title".to_owned(), vec!["A 2"]),
        ("?keywordFilter=the%20sump".to_owned(), vec!["A 1"]),
        ("?kind=GM".to_owned(), vec!["A 1"]),
        ("?assessable=true".to_owned(), vec!["A 2"]),
        ("?assessable=false".to_owned(), vec!["A 1"]),
        ("?scope=in".to_owned(), vec!["A 2", "A 1"]),
        ("?scope=out".to_owned(), vec![]),
        ("?fromPath=/".to_owned(), vec!["A 2", "A 1"]),
        ("?owner=AUTHOR".to_owned(), vec!["A 1"]),
        ("?mine=true".to_owned(), vec!["A 1"]),
        ("?overdue=true".to_owned(), vec!["A 1"]),
        ("?status=compliant,not_assessed".to_owned(), vec!["A 2", "A 1"]),
        ("?status=compliant".to_owned(), vec![]),
        ("?unreferenced=true&assessable=true".to_owned(), vec!["A 2"]),
        ("?recheck=true".to_owned(), vec![]),
    ] {
        let found = author.get(&format!("/compliance/policyItems{query}")).await.ok();
        assert_eq!(lines(&found["items"], &["policyItemCode"]), expected, "{query}");
        assert_eq!(found["total"], json!(expected.len()), "{query}");
        assert_eq!(found["items"][0]["text"], Value::Null, "lists have no texts: {query}");
    }
    let unknown = author.get("/compliance/policyItems?status=done").await;
    assert_eq!(unknown.fields(), ["status: unknown_value"]);
    let owner = json!({"version": 2, "policyItemCode": "A 1", "owner": "nobody"});
    let refused = author.put(&format!("/compliance/policyItem/{}", text(&first["id"])), owner).await;
    assert_eq!(refused.fields(), ["owner: unknown_value"]);
}

async fn figures_count_what_the_lists_show(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let category = json!({"parentPath": made["path"], "name": "Fuel"});
    let category = author.post("/compliance/policyCategory", category).await.ok();
    let one = item(&author, &category["path"], "A 1").await;
    item(&author, &category["path"], "A 2").await;
    item(&author, &made["path"], "A 3").await;
    set_status(&author, &one, "compliant", "").await.ok();
    let all = author.get("/compliance/dashboard").await.ok();
    let counts = &all["collections"][0]["counts"];
    assert_eq!((&counts["items"], &counts["assessable"], &counts["unreferenced"]), (&json!(3), &json!(3), &json!(3)));
    let by_status = lines(&counts["byStatus"], &["status", "count"]);
    let expected = ["not_assessed 2", "compliant 1", "partially_compliant 0", "non_compliant 0", "not_applicable 0"];
    assert_eq!(by_status, expected);
    assert_eq!(all["categories"], json!([]));
    let of_one = author.get(&format!("/compliance/dashboard?fromPath={}", text(&made["path"]))).await.ok();
    let figures = lines(&of_one["categories"], &["name"]);
    assert_eq!((figures, &of_one["categories"][0]["counts"]["items"]), (vec!["Fuel".to_owned()], &json!(2)));
    assert_eq!(author.get("/compliance/dashboard?fromPath=/none").await.problem(), "404 compliance.not_found");
}

async fn responses_are_revalidated_by_their_tag(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    let of_item = format!("/compliance/policyItem/{}", text(&open["id"]));
    let history = format!("{of_item}/history");
    let lists = ["/compliance", "/compliance/policyItems", "/compliance/dashboard"];
    for address in lists.into_iter().chain([of_item.as_str(), history.as_str()]) {
        let tag = author.get(address).await.header("etag").to_owned();
        assert!(tag.len() > 10, "{address}: {tag}");
        let again = async || {
            let request = author.request(Method::GET, &format!("{API}{address}")).header("if-none-match", &tag);
            author.send(request.body(Body::empty()).expect("a request")).await.status
        };
        assert_eq!(again().await, StatusCode::NOT_MODIFIED, "{address}");
    }
    let tag = author.get("/compliance").await.header("etag").to_owned();
    collection(&author, "B").await;
    assert_ne!(author.get("/compliance").await.header("etag"), tag);
}

async fn only_administrators_delete(app: TestApp) {
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let made = collection(&author, "A").await;
    let open = item(&author, &made["path"], "A 1").await;
    for (address, body) in [
        ("/compliance/delete", json!({"complianceInfoPath": made["path"]})),
        ("/compliance/policyItem/delete", json!({"policyItemPath": open["path"]})),
    ] {
        for who in [&author, &approver] {
            assert_eq!(who.put(address, body.clone()).await.problem(), "403 forbidden", "{address}");
        }
    }
    let admin = app.admin().await;
    let gone = admin.put("/compliance/policyItem/delete", json!({"policyItemPath": open["path"]})).await;
    assert_eq!(gone.status, StatusCode::NO_CONTENT);
    let again = admin.put("/compliance/policyItem/delete", json!({"policyItemPath": open["path"]})).await;
    assert_eq!(again.problem(), "404 policy_item.not_found");
}

async fn clauses_keep_their_ids(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let clauses = json!([{"marker": "(a)", "text": "One"}, {"marker": "(b)", "text": "Two"}]);
    let payload = json!({"parentPath": made["path"], "policyItemCode": "A 1", "clauses": clauses});
    let open = author.post("/compliance/policyItem", payload).await.ok();
    assert_eq!(lines(&open["clauses"], &["marker", "text"]), ["(a) One", "(b) Two"]);
    let kept = open["clauses"][1]["id"].clone();
    let update =
        |version: i64, clauses: Value| json!({"version": version, "policyItemCode": "A 1", "clauses": clauses});
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    let changed = json!([{"id": kept, "marker": "(a)", "text": "Two"}, {"marker": "(b)", "text": "Three"}]);
    let after = author.put(&address, update(1, changed)).await.ok();
    assert_eq!(lines(&after["clauses"], &["marker", "text"]), ["(a) Two", "(b) Three"]);
    assert_eq!(after["clauses"][0]["id"], kept);
    let foreign = json!([{"id": "none", "text": "One"}]);
    assert_eq!(author.put(&address, update(2, foreign)).await.fields(), ["clauses: unknown_value"]);
    let twice = json!([{"id": kept, "text": "One"}, {"id": kept, "text": "Two"}]);
    assert_eq!(author.put(&address, update(2, twice)).await.fields(), ["clauses: unknown_value"]);
}
