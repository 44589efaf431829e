//! Auditors: accounts that read chosen collections and manuals until a date, and nothing else.

use app::compliance::dashboard;
use app::users::sessions;
use axum::http::{Method, StatusCode};
use chrono::TimeDelta;
use domain::id::UserId;
use domain::permission::Role;
use serde_json::{Value, json};
use server::permissions::{Access, FOR_AUDITORS, of};
use testkit::app::{PASSWORD, TestApp};
use testkit::client::Client;

use crate::audit_packs::{of_item, pack_of};
use crate::change_requests::{create, id_of};
use crate::comments::path;
use crate::compliance::{collection, item, text};
use crate::compliance_references::referring;
use crate::permissions::{filled, operations};
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    an_auditor_reads_what_was_granted,
    everything_else_does_not_exist_for_an_auditor,
    an_auditor_uses_no_other_operation,
    what_is_made_later_is_hidden_from_an_auditor,
    the_end_of_an_auditor_ends_sign_in_and_sessions,
    an_administrator_changes_what_an_auditor_reads,
    an_auditor_is_made_and_changed_only_with_a_fresh_proof,
    an_auditor_needs_an_end_and_something_to_read,
    an_auditor_downloads_the_packs_of_the_collections,
    nobody_tells_or_asks_an_auditor_anything,
    an_auditor_gets_no_cached_figures_of_another_auditor,
);

const LOG_IN: &str = "/users/login";

fn in_hours(app: &TestApp, hours: i64) -> Value {
    json!(app.ctx.clock.now() + TimeDelta::hours(hours))
}

/// Makes an auditor who has chosen a password.
pub(crate) async fn auditor(app: &TestApp, collections: Value, manuals: Value) -> Client {
    let admin = app.admin().await;
    let new = json!({"account": "auditor", "email": "a@example.com", "until": in_hours(app, 2),
        "collectionIds": collections, "manualPaths": manuals});
    let made = admin.post("/auditors", new).await.ok();
    assert_eq!(made["auditor"]["user"]["auditor"], true, "{made}");
    let first = text(&made["password"]);
    let change =
        json!({"account": "auditor", "oldPassword": first, "newPassword": PASSWORD, "confirmPassword": PASSWORD});
    let changed = app.anonymous().log_in("auditor", first).await.post("/user-manage/changePwd", change).await;
    assert_eq!(changed.status, StatusCode::NO_CONTENT, "{}", changed.text());
    app.signed_in("auditor").await
}

async fn an_auditor_reads_what_was_granted(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let auditor = auditor(&app, json!([of_item(&open)]), json!([BASE])).await;
    let me = auditor.get("/users/me").await.ok();
    assert_eq!(me["permissions"], json!(["readContent"]), "{me}");
    let collections = auditor.get("/compliance").await.ok();
    assert_eq!(lines(&collections, &["policyCollectionName"]), ["A"]);
    let items = auditor.get("/compliance/policyItems").await.ok();
    assert_eq!(lines(&items["items"], &["policyItemCode"]), ["A 1"]);
    let read = auditor.get(&format!("/compliance/policyItem/{}", text(&open["id"]))).await.ok();
    assert_eq!(read["references"][0]["manualPath"], BASE);
    assert_eq!(auditor.get(&format!("/view/default{}", path())).await.status, StatusCode::OK);
    let manuals = auditor.get("/csdb/manual").await.ok();
    assert_eq!(lines(&manuals, &["path"]), [BASE]);
}

async fn everything_else_does_not_exist_for_an_auditor(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    let other = collection(&author, "B").await;
    let hidden = item(&author, &other["path"], "B 1").await;
    let auditor = auditor(&app, json!([other["id"]]), json!([])).await;
    assert_eq!(lines(&auditor.get("/compliance").await.ok(), &["policyCollectionName"]), ["B"]);
    assert_eq!(lines(&auditor.get("/compliance/policyItems").await.ok()["items"], &["policyItemCode"]), ["B 1"]);
    auditor.get(&format!("/compliance/policyItem/{}", text(&hidden["id"]))).await.ok();
    let address = format!("/compliance/policyItem/{}", text(&open["id"]));
    for path in [address.clone(), format!("{address}/history"), format!("{address}/wordings")] {
        assert_eq!(auditor.get(&path).await.problem(), "404 policy_item.not_found", "{path}");
    }
    let of = of_item(&open);
    let tree = auditor.get(&format!("/compliance?fromPath=/{}", text(&of))).await;
    assert_eq!(tree.problem(), "404 compliance.not_found");
    let packs = auditor.get(&format!("/compliance/auditPacks?collectionId={}", text(&of))).await;
    assert_eq!(packs.problem(), "404 compliance.not_found");
    let below = auditor.get(&format!("/compliance/policyItems?fromPath=/{}", text(&of))).await.ok();
    assert_eq!(below["items"], json!([]));
    assert_eq!(auditor.get("/csdb/manual").await.ok(), json!([]), "although the manual is open to all others");
    assert_eq!(auditor.get(&format!("/view/default{}", path())).await.status, StatusCode::NOT_FOUND);
    assert_eq!(auditor.get(&format!("/bytes/default{}", path())).await.status, StatusCode::NOT_FOUND);
}

async fn an_auditor_uses_no_other_operation(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let auditor = auditor(&app, json!([made["id"]]), json!([BASE])).await;
    for (id, method, path) in operations() {
        if FOR_AUDITORS.contains(&id.as_str()) || of(&id) == Some(Access::Open) {
            continue;
        }
        let answer = auditor.ask(method.clone(), &filled(&path), None).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{id}: {}", answer.text());
        if method != Method::HEAD {
            assert_eq!(answer.problem(), "403 forbidden", "{id}");
        }
    }
    let known = operations();
    for id in FOR_AUDITORS {
        assert!(known.iter().any(|(operation, ..)| operation == id), "{id} is no operation");
    }
}

async fn what_is_made_later_is_hidden_from_an_auditor(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let auditor = auditor(&app, json!([made["id"]]), json!([BASE])).await;
    let admin = app.admin().await;
    admin.post("/csdb", json!({"csdbName": "H160"})).await.ok();
    for (csdb, manual) in [("H160", "MEL"), ("NV240", "AMM")] {
        admin.post("/csdb/manual", json!({"csdbName": [csdb], "manualName": [manual]})).await.ok();
    }
    collection(&author, "B").await;
    assert_eq!(lines(&auditor.get("/csdb/manual").await.ok(), &["path"]), [BASE]);
    assert_eq!(lines(&auditor.get("/compliance").await.ok(), &["policyCollectionName"]), ["A"]);
}

async fn the_end_of_an_auditor_ends_sign_in_and_sessions(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let auditor = auditor(&app, json!([made["id"]]), json!([])).await;
    let token =
        auditor.get("/users/downloadToken?scope=jobs").await.ok()["token"].as_str().expect("a token").to_owned();
    auditor.get("/compliance").await.ok();
    // The session itself would last for some hours more.
    app.wait(2 * 3600);
    assert_eq!(auditor.get("/compliance").await.problem(), "401 session.revoked");
    let file = format!("/compliance/auditPacks/none/file?token={token}");
    assert_eq!(app.anonymous().get(&file).await.status, StatusCode::UNAUTHORIZED);
    let typed = json!({"account": "auditor", "password": PASSWORD});
    assert_eq!(app.anonymous().post(LOG_IN, typed).await.problem(), "401 login.guest_ended");
}

async fn an_administrator_changes_what_an_auditor_reads(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (one, other) = (collection(&author, "A").await, collection(&author, "B").await);
    let auditor = auditor(&app, json!([one["id"]]), json!([])).await;
    let admin = app.admin().await;
    let listed = admin.get("/auditors").await.ok();
    assert_eq!(lines(&listed[0]["collections"], &["name"]), ["A"]);
    let version = &listed[0]["user"]["version"];
    let update =
        json!({"until": in_hours(&app, 1), "collectionIds": [other["id"]], "manualPaths": [], "version": version});
    let after = admin.put("/auditors/auditor", update.clone()).await.ok();
    assert_eq!(
        (lines(&after["collections"], &["name"]), &after["user"]["guestUntil"]),
        (vec!["B".to_owned()], &in_hours(&app, 1))
    );
    assert_eq!(admin.put("/auditors/auditor", update.clone()).await.problem(), "409 changed_meanwhile");
    assert_eq!(lines(&auditor.get("/compliance").await.ok(), &["policyCollectionName"]), ["B"], "at once");
    assert_eq!(admin.put("/auditors/author", update).await.problem(), "404 user.not_found", "no auditor");
    let log = admin.get("/audit?action=auditor.").await.ok();
    assert_eq!(lines(&log["items"], &["action", "subject"]), ["auditor.updated auditor", "auditor.created auditor"]);
    // The page of accounts cannot take the end away, or give another role.
    let mut user = admin.get("/user-manage/getUserByAccount?account=auditor").await.ok();
    user["guestUntil"] = Value::Null;
    assert_eq!(admin.post("/user-manage/updateUser", user.clone()).await.fields(), ["guestUntil: required"]);
    user["guestUntil"] = in_hours(&app, 1);
    user["role"] = json!("author");
    assert_eq!(admin.post("/user-manage/updateUser", user).await.fields(), ["role: not_together"]);
}

async fn an_auditor_is_made_and_changed_only_with_a_fresh_proof(app: TestApp) {
    let author = app.person(Role::Author).await;
    let made = collection(&author, "A").await;
    let admin = app.admin().await;
    app.clock.advance(TimeDelta::minutes(16));
    let new = json!({"account": "auditor", "email": "a@example.com", "until": in_hours(&app, 2),
        "collectionIds": [made["id"]], "manualPaths": []});
    let needed = "403 confirmation.required";
    assert_eq!(admin.post("/auditors", new.clone()).await.problem(), needed, "its first password is shown");
    assert_eq!(admin.get("/auditors").await.ok(), json!([]));
    let update = json!({"until": in_hours(&app, 1), "collectionIds": [], "manualPaths": [], "version": 1});
    assert_eq!(admin.put("/auditors/auditor", update).await.problem(), needed);
    admin.post("/users/confirm", json!({"password": PASSWORD})).await.ok();
    let made = admin.post("/auditors", new).await.ok();
    assert_eq!(made["auditor"]["user"]["account"], "auditor");
}

async fn nobody_tells_or_asks_an_auditor_anything(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    auditor(&app, json!([]), json!([BASE])).await;
    let id = id_of(&create(&reader, json!({"title": "Pump"})).await.ok());
    let posts = format!("/changeRequests/{id}/posts");
    let open = author.post(&posts, json!({"text": "Which one, @auditor and @approver?"})).await.ok();
    assert_eq!(open["posts"][0]["mentions"], json!(["approver"]));
    let body = json!({"manualPath": BASE, "before": [], "accounts": ["auditor"]});
    let refused = approver.put("/publications/receivers", body).await;
    assert_eq!(refused.fields(), ["accounts.auditor: unknown_value"]);
    let offered = author.get(&format!("/comments/people/default{}?keywordFilter=auditor", path())).await.ok();
    assert_eq!(offered, json!([]));
}

async fn an_auditor_needs_an_end_and_something_to_read(app: TestApp) {
    let admin = app.admin().await;
    let new = |until: Value, collections: Value, manuals: Value| {
        json!({"account": "auditor", "email": "a@example.com", "until": until, "collectionIds": collections,
            "manualPaths": manuals})
    };
    let soon = in_hours(&app, 1);
    for (body, refused) in [
        (new(soon.clone(), json!([]), json!([])), "collectionIds: required"),
        (new(soon.clone(), json!(["none"]), json!([])), "collectionIds: unknown_value"),
        (new(soon.clone(), json!([]), json!(["/NONE/MEL"])), "manualPaths: unknown_value"),
        (new(soon, json!([]), json!(["/NONE"])), "manualPaths: unknown_value"),
        (new(in_hours(&app, -1), json!([]), json!(["/NONE/MEL"])), "until: unknown_value"),
    ] {
        assert_eq!(admin.post("/auditors", body).await.fields(), [refused]);
    }
    let endless = json!({"account": "auditor", "email": "a@example.com", "collectionIds": []});
    assert_eq!(admin.post("/auditors", endless).await.status, StatusCode::BAD_REQUEST);
    let reader = app.person(Role::Reader).await;
    assert_eq!(reader.get("/auditors").await.problem(), "403 forbidden");
}

async fn an_auditor_downloads_the_packs_of_the_collections(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let open = referring(&author).await;
    app.wait(1);
    let of = of_item(&open);
    let (id, bytes) = pack_of(&app, &author, &of, &json!(app.ctx.clock.now())).await;
    let auditor = auditor(&app, json!([of]), json!([BASE])).await;
    let list = format!("/compliance/auditPacks?collectionId={}", text(&of));
    assert_eq!(lines(&auditor.get(&list).await.ok(), &["id"]), std::slice::from_ref(&id));
    let file = format!("/compliance/auditPacks/{id}/file");
    assert!(auditor.get(&file).await.body == bytes);
    let admin = app.admin().await;
    let version = admin.get("/auditors").await.ok()[0]["user"]["version"].clone();
    let body = json!({"version": version, "until": in_hours(&app, 1), "collectionIds": [of], "manualPaths": []});
    admin.put("/auditors/auditor", body).await.ok();
    assert_eq!(auditor.get(&file).await.problem(), "404 artifact.not_found", "it quotes a manual that is not granted");
    assert_eq!(auditor.get(&list).await.ok(), json!([]));
}

async fn an_auditor_gets_no_cached_figures_of_another_auditor(app: TestApp) {
    let author = app.person(Role::Author).await;
    let (one, other) = (collection(&author, "A").await, collection(&author, "B").await);
    let first = auditor(&app, json!([one["id"]]), json!([])).await;
    let mut caller = sessions::authenticate(&app.ctx, Some(first.token())).await.expect("an auditor");
    let new = json!({"account": "second", "email": "b@example.com", "until": in_hours(&app, 2),
        "collectionIds": [other["id"]], "manualPaths": []});
    app.admin().await.post("/auditors", new).await.ok();
    let second = app.admin().await.get("/user-manage/getUserByAccount?account=second").await.ok();
    let mut names = Vec::new();
    for id in [caller.user.id.clone(), UserId(text(&second["id"]).to_owned())] {
        caller.user.id = id;
        let figures = dashboard::read(&app.ctx, &caller, None).await.expect("figures");
        names.extend(figures.collections.iter().map(|(found, _)| found.details.name.clone()));
    }
    assert_eq!(names, ["A", "B"]);
}
