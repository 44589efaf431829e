//! People as CSV files.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};

testkit::on_each_app!(
    people_are_written_to_a_file_and_read_from_it,
    a_file_makes_accounts_and_changes_names_and_addresses,
    a_file_with_a_defect_changes_nobody,
    a_file_of_people_is_applied_as_its_preview_shows_it_or_not_at_all,
);

async fn check(admin: &Client, csv: &str) -> TestResponse {
    admin.post("/user-manage/importUsers", json!({"csv": csv})).await
}

async fn apply(admin: &Client, csv: &str, digest: &Value) -> TestResponse {
    admin.post("/user-manage/importUsers", json!({"csv": csv, "apply": true, "preview": digest})).await
}

/// Ann and Bob are readers, Bob in the group Fleet 2.
async fn people(app: &TestApp) -> Client {
    let admin = app.admin().await;
    for account in ["ann", "bob"] {
        app.add(account, Role::Reader).await;
    }
    for (name, members) in [("Fleet 2", json!(["bob"])), ("Auditors", json!([]))] {
        admin.post("/groups", json!({"name": name, "members": members})).await.ok();
    }
    admin
}

async fn user(admin: &Client, account: &str) -> Value {
    admin.get(&format!("/user-manage/getUserByAccount?account={account}")).await.ok()
}

async fn people_are_written_to_a_file_and_read_from_it(app: TestApp) {
    let admin = people(&app).await;
    let ann = app.signed_in("ann").await;
    let file = "account,role,status,guestUntil,groups\nANN,author,,2027/03/01,\"Fleet 2\nAuditors\"\nbob,,inactive,,\n";
    let checked = check(&admin, file).await.ok();
    let expected = json!([
        {"account": "ann", "isNew": false, "joined": ["Auditors", "Fleet 2"], "left": [], "values": [
            {"name": "role", "before": "reader", "after": "author"},
            {"name": "guestUntil", "before": "", "after": "2027-03-01T23:59:59Z"},
        ]},
        {"account": "bob", "isNew": false, "joined": [], "left": ["Fleet 2"], "values": [
            {"name": "status", "before": "active", "after": "inactive"},
        ]},
    ]);
    assert_eq!(checked["changes"], expected);
    assert_eq!(user(&admin, "ann").await["role"], "reader", "it was only checked");
    assert_eq!(apply(&admin, file, &checked["digest"]).await.ok(), checked);
    assert_eq!(ann.get("/users/me").await.ok()["user"]["role"], "author", "it counts at once");
    assert_eq!(user(&admin, "bob").await["status"], "inactive");
    let log = admin.get("/audit?action=user.updated").await.ok().to_string();
    assert!(log.contains("reader → author") && log.contains("active → inactive"), "{log}");

    let written = admin.get("/user-manage/exportUsers").await;
    assert!(written.header("content-disposition").contains("users.csv"));
    let text = written.text();
    assert!(text.starts_with("\u{feff}account,name,email,role,status,guestUntil,groups\r\n"), "{text}");
    assert!(text.contains("author,active,2027-03-01T23:59:59Z,\"Auditors\nFleet 2\""), "{text}");
    assert_eq!(check(&admin, &text).await.ok()["changes"], json!([]), "an export changes nothing");
    app.wait(16 * 60);
    assert_eq!(apply(&admin, file, &checked["digest"]).await.problem(), "403 confirmation.required");
}

async fn a_file_makes_accounts_and_changes_names_and_addresses(app: TestApp) {
    let admin = people(&app).await;
    let file = "account,name,email,role,groups\nzoe,Zoë Li,zoe@example.com,author,Fleet 2\nyan,Yan,yan@example.com,,\n\
                ann,Ann Wu,ann.wu@example.com,,\nbob,,,,Fleet 2\n";
    let checked = check(&admin, file).await.ok();
    let change = |name: &str, before: &str, after: &str| json!({"name": name, "before": before, "after": after});
    let new = |account: &str, name: &str, email: &str, role: &str, joined: Value| {
        let values = [("name", name), ("email", email), ("role", role), ("status", "active")];
        let values = values.map(|(column, value)| change(column, "", value));
        json!({"account": account, "isNew": true, "values": values, "joined": joined, "left": []})
    };
    let expected = json!([
        new("zoe", "Zoë Li", "zoe@example.com", "author", json!(["Fleet 2"])),
        new("yan", "Yan", "yan@example.com", "reader", json!([])),
        {"account": "ann", "isNew": false, "joined": [], "left": [], "values": [
            change("name", "", "Ann Wu"),
            change("email", "ann@example.com", "ann.wu@example.com"),
        ]},
    ]);
    assert_eq!(checked["changes"], expected);
    let missing = admin.get("/user-manage/getUserByAccount?account=zoe").await;
    assert_eq!(missing.problem(), "404 user.not_found", "it was only checked");
    assert_eq!(apply(&admin, file, &checked["digest"]).await.ok(), checked);
    let zoe = user(&admin, "zoe").await;
    assert_eq!(
        (&zoe["displayName"], &zoe["role"], &zoe["status"]),
        (&json!("Zoë Li"), &json!("author"), &json!("active"))
    );
    assert_eq!(user(&admin, "ann").await["email"], "ann.wu@example.com");
    assert_eq!(check(&admin, file).await.ok()["changes"], json!([]));
    let log = admin.get("/audit?action=user.created").await.ok().to_string();
    assert!(log.contains("zoe@example.com") && log.contains("yan@example.com"), "{log}");
    let reset = admin.post("/user-manage/resetPwd", json!({"account": "zoe"})).await.ok();
    let password = reset["password"].as_str().expect("a password");
    let signed_in = app.anonymous().post("/users/login", json!({"account": "zoe", "password": password})).await;
    assert_eq!(signed_in.status.as_u16(), 200);

    let incomplete =
        "account,name,email,status\numa,Uma,,\nvic,,vic@example.com,\nwin,Win,win,\nxi,Xi,xi@example.com,pending\n";
    let expected = [
        "lines[2].email: required",
        "lines[3].name: required",
        "lines[4].email: email",
        "lines[5].status: unknown_value",
    ];
    assert_eq!(check(&admin, incomplete).await.fields(), expected);
}

async fn a_file_with_a_defect_changes_nobody(app: TestApp) {
    let admin = people(&app).await;
    let file =
        "account,role,status,guestUntil,groups\nann,author,,,\nnobody,,,,\nbob,admin,pending,2027-03-01,Fleet 9\n";
    let expected =
        ["lines[3].account: unknown_value", "lines[4].status: unknown_value", "lines[4].groups: unknown_value"];
    assert_eq!(check(&admin, file).await.fields(), expected);
    assert_eq!(apply(&admin, file, &json!("any")).await.fields(), expected);
    assert_eq!(user(&admin, "ann").await["role"], "reader");
    assert_eq!(check(&admin, "name\nann").await.fields(), ["lines[1].account: required"]);
    let last = "account,role\nadmin,reader\n";
    let digest = check(&admin, last).await.ok()["digest"].clone();
    assert_eq!(apply(&admin, last, &digest).await.problem(), "409 user.last_admin");
    let update = json!({"accounts": ["bob"], "role": "admin", "status": "inactive"});
    admin.post("/user-manage/updateUsers", update).await.ok();
    let passed_on = "account,role,status\nadmin,reader,\nbob,,active\n";
    let digest = check(&admin, passed_on).await.ok()["digest"].clone();
    apply(&admin, passed_on, &digest).await.ok();
    assert_eq!(admin.get("/user-manage/exportUsers").await.problem(), "403 forbidden");
}

async fn a_file_of_people_is_applied_as_its_preview_shows_it_or_not_at_all(app: TestApp) {
    let admin = people(&app).await;
    let file = "account,groups\nbob,Auditors\n";
    let shown = check(&admin, file).await.ok();
    let unseen = admin.post("/user-manage/importUsers", json!({"csv": file, "apply": true})).await;
    assert_eq!(unseen.fields(), ["preview: required"]);
    let update = json!({"accounts": ["bob"], "joinGroups": [], "role": "author"});
    admin.post("/user-manage/updateUsers", update).await.ok();
    assert_eq!(apply(&admin, file, &shown["digest"]).await.ok(), shown, "another value does not matter");
    assert_eq!(apply(&admin, file, &shown["digest"]).await.problem(), "409 user.preview_changed", "it has happened");
}
