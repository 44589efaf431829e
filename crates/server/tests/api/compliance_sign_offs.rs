//! Compliance: a change of what an approver signed needs another signature.

use axum::http::{Method, StatusCode};
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

use crate::comments::{PARAGRAPH, anchor, path, version};
use crate::compliance::{item, read, text};
use crate::compliance_evidence::attach;
use crate::compliance_references::{add, clean, purge};
use crate::editing;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    a_change_of_scope_needs_another_signature,
    scopes_changed_together_are_told_once,
    each_change_of_a_reference_needs_another_signature,
    a_text_that_changed_is_confirmed_and_signed_again,
    a_status_decided_with_a_changed_text_is_not_the_signed_one,
    references_that_are_cleaned_need_another_signature,
    evidence_needs_another_signature,
    a_change_of_kind_needs_another_signature,
    an_approver_signs_what_is_there_now,
    nobody_signs_a_status_that_they_proposed_before_another_person,
    the_person_who_proposed_a_status_is_told_of_the_decision,
    nothing_is_reopened_where_nobody_signs,
);

struct Signing {
    author: Client,
    approver: Client,
    collection: Value,
}

impl Signing {
    async fn new(app: &TestApp) -> Self {
        let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
        let payload = json!({
            "policyCollectionName": "A", "policyOriginator": "B", "complianceType": "audit", "needsSignOff": true,
        });
        let collection = author.post("/compliance", payload).await.ok();
        Self { author, approver, collection }
    }

    async fn propose(&self, seen: &Value, status: &str) -> Value {
        let body = json!({"id": seen["id"], "version": seen["version"], "status": status, "why": "Read"});
        self.author.put("/compliance/policyItem/status", body).await.ok()
    }

    async fn sign(&self, seen: &Value) -> TestResponse {
        let body = json!({"id": seen["id"], "version": seen["version"], "accepted": true});
        self.approver.put("/compliance/policyItem/signOff", body).await
    }

    /// Signs an item off as compliant.
    async fn signed(&self, seen: &Value) -> Value {
        let now = read(&self.author, seen).await;
        let signed = self.sign(&self.propose(&now, "compliant").await).await.ok();
        assert_eq!((&signed["status"], &signed["proposal"]), (&json!("compliant"), &Value::Null));
        signed
    }

    async fn messages(&self) -> Vec<String> {
        let messages = self.approver.get("/notifications").await.ok();
        let all = messages["items"].as_array().expect("a list").iter();
        all.filter(|one| one["code"] == "compliance.sign_off").map(|one| text(&one["text"]).to_owned()).collect()
    }
}

/// The status counts no more, and the author proposes it again.
fn assert_reopened(seen: &Value) {
    assert_eq!((&seen["status"], &seen["proposal"]["status"]), (&json!("not_assessed"), &json!("compliant")), "{seen}");
    assert_eq!(seen["proposal"]["by"]["account"], "author");
}

async fn a_change_of_scope_needs_another_signature(app: TestApp) {
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    let signed = signing.signed(&open).await;
    assert_eq!(signing.messages().await.len(), 1, "of the proposal");
    let scope = async |seen: &Value, scope: Value| {
        let mut body = json!({"id": seen["id"], "version": seen["version"]});
        body.as_object_mut().expect("an object").extend(scope.as_object().expect("an object").clone());
        signing.author.put("/compliance/policyItem/scope", body).await
    };
    let same = scope(&signed, json!({"inScope": true})).await.ok();
    assert_eq!(same["status"], "compliant", "the scope is as it was signed");
    app.wait(1);
    let changed = scope(&same, json!({"inScope": true, "applicability": "QZ-HAC"})).await.ok();
    assert_reopened(&changed);
    let messages = signing.messages().await;
    assert_eq!(messages[0], "1 requirement of A needs your sign-off after a change by author");
    assert_eq!(messages.len(), 2);
    let history = signing.author.get(&format!("/compliance/policyItem/{}/history", text(&open["id"]))).await.ok();
    let noted = lines(&history, &["kind", "before", "after"]);
    assert!(noted.contains(&"proposed compliant compliant".to_owned()), "{noted:?}");
    let signed = signing.sign(&changed).await.ok();
    assert_eq!((&signed["status"], &signed["scope"]["applicability"]), (&json!("compliant"), &json!("QZ-HAC")));
}

async fn scopes_changed_together_are_told_once(app: TestApp) {
    let signing = Signing::new(&app).await;
    let mut seen = Vec::new();
    for code in ["A 1", "A 2"] {
        let open = item(&signing.author, &signing.collection["path"], code).await;
        let signed = signing.signed(&open).await;
        seen.push(json!({"id": signed["id"], "version": signed["version"]}));
    }
    let before = signing.messages().await.len();
    app.wait(1);
    let body = json!({"items": seen, "change": "scope", "inScope": false, "why": "Not flown"});
    let changed = signing.author.put("/compliance/policyItem/bulk", body).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT);
    for one in &seen {
        assert_reopened(&read(&signing.author, one).await);
    }
    let messages = signing.messages().await;
    assert_eq!(messages.len(), before + 1);
    assert_eq!(messages[0], "2 requirements of A need your sign-off after a change by author");
}

async fn each_change_of_a_reference_needs_another_signature(app: TestApp) {
    reader_of(&app, "amm").await;
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    signing.signed(&open).await;
    let added = add(&signing.author, &open, json!({"path": BASE})).await.ok();
    assert_reopened(&added);
    let reference = |seen: &Value, comment: &str| {
        let one = &seen["references"][0];
        json!({"id": one["id"], "version": one["version"], "comment": comment, "why": "Audit",
            "policyItemVersion": seen["version"]})
    };
    let signed = signing.signed(&open).await;
    let address = "/compliance/policyItem/policyRef";
    let same = signing.author.put(address, reference(&signed, "See there")).await.ok();
    assert_eq!((&same["status"], &same["version"]), (&json!("compliant"), &signed["version"]), "nothing changed");
    let commented = signing.author.put(address, reference(&same, "Only chapter 28")).await.ok();
    assert_reopened(&commented);

    let signed = signing.signed(&open).await;
    let mut moved = reference(&signed, "Only chapter 28");
    moved["place"] = json!({"path": BASE, "chapter": "28-21"});
    let moved = signing.author.put(address, moved).await.ok();
    assert_eq!(moved["references"][0]["target"], "chapter");
    assert_reopened(&moved);

    let signed = signing.signed(&open).await;
    let one = &signed["references"][0];
    let body = json!({"id": one["id"], "version": one["version"], "why": "Wrong chapter"});
    assert_reopened(&signing.author.put(&format!("{address}/delete"), body).await.ok());
}

/// A requirement that is signed off with a reference to a paragraph, whose words change afterwards.
async fn with_changed_text(signing: &Signing) -> Value {
    let author = &signing.author;
    let open = item(author, &signing.collection["path"], "A 1").await;
    let place = json!({"path": path(), "version": version(author).await, "anchor": anchor(author, PARAGRAPH).await});
    add(author, &open, place).await.ok();
    signing.signed(&open).await;
    let (_, saved) = editing::edit(author, &path(), |text| text.replacen("cartridge", "housing", 1)).await;
    editing::check_in(author, &path(), json!({"step": "inWork", "comment": "New pump"}), &saved).await.ok();
    let now = read(author, &open).await;
    assert_eq!((&now["status"], &now["references"][0]["state"]), (&json!("compliant"), &json!("recheck")));
    now
}

async fn a_text_that_changed_is_confirmed_and_signed_again(app: TestApp) {
    reader_of(&app, "amm").await;
    let signing = Signing::new(&app).await;
    let now = with_changed_text(&signing).await;
    let confirm = |seen: &Value| {
        let reference = &seen["references"][0];
        json!({"id": reference["id"], "version": reference["version"], "comment": "See there",
            "confirmVersion": reference["currentVersion"], "policyItemVersion": seen["version"], "why": "Still true"})
    };
    let confirmed = signing.author.put("/compliance/policyItem/policyRef", confirm(&now)).await.ok();
    assert_eq!(confirmed["references"][0]["state"], "current");
    assert_reopened(&confirmed);
    let signed = signing.signed(&confirmed).await;
    let again = signing.author.put("/compliance/policyItem/policyRef", confirm(&signed)).await.ok();
    assert_eq!(again["status"], "compliant", "it is the text that was signed");
}

async fn a_status_decided_with_a_changed_text_is_not_the_signed_one(app: TestApp) {
    reader_of(&app, "amm").await;
    let signing = Signing::new(&app).await;
    let now = with_changed_text(&signing).await;
    let reference = &now["references"][0];
    let decision = json!({"id": now["id"], "version": now["version"], "status": "partially_compliant", "why": "New pump",
        "reference": {"id": reference["id"], "version": reference["version"],
            "confirmVersion": reference["currentVersion"]}});
    let decided = signing.author.put("/compliance/policyItem/status", decision).await.ok();
    assert_eq!(decided["references"][0]["state"], "current");
    assert_eq!(decided["status"], "not_assessed");
    assert_eq!(decided["proposal"]["status"], "partially_compliant");
}

async fn references_that_are_cleaned_need_another_signature(app: TestApp) {
    reader_of(&app, "amm").await;
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    add(&signing.author, &open, json!({"path": path()})).await.ok();
    signing.signed(&open).await;
    let admin = app.admin().await;
    assert_eq!(admin.delete(&format!("/files/default{}?force=true", path())).await.status, 204);
    purge(&app).await;
    let shown = clean(&signing.author, &open, None).await.ok();
    assert_eq!(read(&signing.author, &open).await["status"], "compliant", "they are only shown");
    let one = &shown["references"][0];
    let listed = json!([{"id": one["id"], "version": one["version"]}]);
    clean(&signing.author, &open, Some(listed)).await.ok();
    assert_reopened(&read(&signing.author, &open).await);
}

async fn evidence_needs_another_signature(app: TestApp) {
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    signing.signed(&open).await;
    let added = attach(&signing.author, &open, "fileName=audit.pdf", b"seen".to_vec()).await.ok();
    assert_reopened(&added);
    signing.signed(&open).await;
    let address = format!("/compliance/evidence/{}", text(&added["evidence"][0]["id"]));
    assert_reopened(&signing.author.ask(Method::DELETE, &address, None).await.ok());
}

async fn a_change_of_kind_needs_another_signature(app: TestApp) {
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    let signed = signing.signed(&open).await;
    let values = json!({"version": signed["version"], "policyItemCode": "A 1", "title": signed["title"], "kind": "AMC",
        "isAssessable": true});
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    assert_reopened(&signing.author.put(&address, values).await.ok());
}

async fn an_approver_signs_what_is_there_now(app: TestApp) {
    reader_of(&app, "amm").await;
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    let waiting = signing.propose(&open, "compliant").await;
    let messages = signing.messages().await.len();
    app.wait(1);
    let added = add(&signing.approver, &open, json!({"path": BASE})).await.ok();
    assert_eq!(added["proposal"]["status"], "compliant", "it stays proposed");
    assert_eq!(added["proposal"]["by"]["account"], "approver");
    assert_eq!(signing.messages().await.len(), messages, "approvers know of it already");
    assert_eq!(signing.sign(&waiting).await.problem(), "409 changed_meanwhile");
    assert_eq!(signing.sign(&added).await.problem(), "403 policy_item.own_proposal");
}

async fn nobody_signs_a_status_that_they_proposed_before_another_person(app: TestApp) {
    let signing = Signing::new(&app).await;
    app.add("second", Role::Approver).await;
    let second = app.signed_in("second").await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    let scope = async |seen: &Value, applicability: &str| {
        let body =
            json!({"id": seen["id"], "version": seen["version"], "inScope": true, "applicability": applicability});
        signing.author.put("/compliance/policyItem/scope", body).await.ok()
    };
    let body = json!({"id": open["id"], "version": open["version"], "status": "compliant", "why": "Read"});
    let proposed = signing.approver.put("/compliance/policyItem/status", body).await.ok();
    let again = scope(&proposed, "QZ-HAA").await;
    assert_eq!(again["proposal"]["by"]["account"], "author");
    let shown = async |client: &Client| read(client, &open).await["abilities"]["maySignOff"].clone();
    assert_eq!((shown(&signing.approver).await, shown(&second).await), (json!(false), json!(true)));
    assert_eq!(signing.sign(&again).await.problem(), "403 policy_item.own_proposal", "it is the approver's status");
    let body = json!({"id": again["id"], "version": again["version"], "accepted": true});
    let signed = second.put("/compliance/policyItem/signOff", body).await.ok();
    assert_eq!((&signed["status"], &signed["proposal"]), (&json!("compliant"), &Value::Null));
    let changed = scope(&signed, "QZ-HAB").await;
    assert_reopened(&changed);
    assert_eq!(
        signing.sign(&changed).await.ok()["status"],
        "compliant",
        "another person signed what the approver proposed"
    );
}

async fn the_person_who_proposed_a_status_is_told_of_the_decision(app: TestApp) {
    let signing = Signing::new(&app).await;
    let open = item(&signing.author, &signing.collection["path"], "A 1").await;
    let waiting = signing.propose(&open, "compliant").await;
    let body = json!({"id": waiting["id"], "version": waiting["version"], "accepted": false, "why": "No evidence"});
    let rejected = signing.approver.put("/compliance/policyItem/signOff", body).await.ok();
    app.wait(1);
    let waiting = signing.propose(&rejected, "compliant").await;
    signing.sign(&waiting).await.ok();
    let messages = signing.author.get("/notifications").await.ok();
    let expected = ["compliance.signed_off /compliance/", "compliance.rejected /compliance/"];
    let told = lines(&messages["items"], &["code", "link"]);
    assert!(told.iter().zip(expected).all(|(line, start)| line.starts_with(start)) && told.len() == 2, "{told:?}");
}

async fn nothing_is_reopened_where_nobody_signs(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let made = crate::compliance::collection(&author, "B").await;
    let open = item(&author, &made["path"], "B 1").await;
    let set = json!({"id": open["id"], "version": open["version"], "status": "compliant"});
    let set = author.put("/compliance/policyItem/status", set).await.ok();
    let added = add(&author, &open, json!({"path": BASE})).await.ok();
    assert_eq!((&added["status"], &added["version"]), (&json!("compliant"), &set["version"]));
}
