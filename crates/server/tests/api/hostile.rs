//! Hostile values in every field of every request.

mod calls;

use axum::body::Body;
use axum::http::Method;
use calls::{Call, operator, percent};
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client, TestResponse};
use testkit::packages::{demo, pre_import, send, zipped};

testkit::on_each_app!(
    hostile_field_values_are_refused_or_stored_as_text,
    hostile_query_values_are_refused_or_searched_for,
    hostile_ids_are_refused_or_not_found,
    a_nul_is_refused_with_its_field,
    unknown_fields_are_refused_unless_the_whole_entity_is_sent_back,
    a_thousand_aircraft_fit_and_one_more_does_not,
    a_filter_longer_than_any_name_is_refused,
);

const TEXTS: [&str; 13] = [
    "",
    " ",
    "'; DROP TABLE user_account; --",
    "\" OR 1=1 /*",
    "x'); DELETE FROM operator WHERE ('a'='a",
    "_!%",
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}{account}",
    "../../../etc/passwd",
    "a\r\nSet-Cookie: a=b",
    "\u{202e}gnp.exe\u{200b}",
    "e\u{301}\u{301}\u{301} 👩‍✈️ 空客",
];

/// Names of internals, which no response may contain.
const INSIDES: [&str; 12] = [
    "sqlx",
    "panicked",
    "serde",
    "expected",
    "backtrace",
    "select ",
    "insert into",
    "syntax error",
    "constraint",
    "/crates/",
    ".rs:",
    "argon2",
];

/// Fields of a whole entity that clients may send but not change.
const NOT_TAKEN: [&str; 9] = [
    "/id",
    "/role",
    "/status",
    "/createdOn",
    "/updatedOn",
    "/lastSignInOn",
    "/preferences/locale",
    "/preferences/effectivity/outside",
    "/preferences/mailByKind",
];

fn values() -> Vec<Value> {
    let long = "long ".repeat(2_000);
    let mut values: Vec<Value> = TEXTS.iter().map(|text| json!(text)).collect();
    values.extend([
        json!(long),
        json!(null),
        json!(true),
        json!(-1),
        json!(u64::MAX),
        json!(1.5e300),
        json!([]),
        json!({}),
        json!([[[["deep"]]]]),
    ]);
    values
}

fn nothing_leaks(answer: &TestResponse, about: &str) {
    let status = answer.status.as_u16();
    assert!(status < 500, "{about}: {status} {}", answer.text());
    let text = answer.text().to_lowercase();
    for word in INSIDES {
        assert!(!text.contains(word), "{about} tells {word}: {text}");
    }
    if !answer.status.is_success() {
        assert_eq!(answer.header("content-type"), "application/problem+json", "{about}");
    }
}

/// JSON pointers of all fields and elements in `body`, at every depth.
fn places(body: &Value, at: &str) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match body {
        Value::Object(fields) => fields.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(n, value)| (format!("{at}/{n}"), value)).collect(),
        _ => Vec::new(),
    };
    inner.into_iter().flat_map(|(at, value)| std::iter::once(at.clone()).chain(places(value, &at))).collect()
}

/// `/aircraft/0/model` as spelled in problems: `aircraft[0].model`.
fn in_wire_words(pointer: &str) -> String {
    pointer.split('/').skip(1).fold(String::new(), |words, part| match part.parse::<usize>() {
        Ok(index) => format!("{words}[{index}]"),
        Err(_) if words.is_empty() => part.to_owned(),
        Err(_) => format!("{words}.{part}"),
    })
}

async fn prepared(app: &TestApp) -> Client {
    let admin = app.admin().await;
    app.add("victim", Role::Author).await;
    admin.post("/config/operator", operator("VICTIM", "HB-VIC")).await.ok();
    admin.post("/csdb", json!({"csdbName": "VICTIM"})).await.ok();
    admin.post("/csdb/manual", json!({"csdbName": "VICTIM", "manualName": "MEL"})).await.ok();
    pre_import(&admin, &send(&admin, "victim.zip", zipped(&demo("mmel-zh"))).await).await;
    app.run_jobs().await;
    admin
}

async fn still_sound(app: &TestApp) {
    app.wait(600);
    let admin = app.admin().await;
    assert_eq!(admin.get("/audit/verify").await.ok()["intact"], true);
    assert!(admin.get("/user-manage/queryAllUsers").await.ok()["total"].as_u64() >= Some(2));
    assert!(admin.get("/config/operator").await.ok()["total"].as_u64() >= Some(1));
}

async fn hostile_field_values_are_refused_or_stored_as_text(app: TestApp) {
    prepared(&app).await;
    let mut n = 0;
    for call in Call::ALL {
        // The test takes so long in simulated time that the session would expire.
        app.wait(600);
        let admin = app.admin().await;
        for place in places(&call.body(&admin, 0).await, "") {
            for value in values() {
                n += 1;
                // Throttling would hide the real response.
                app.wait(11);
                let mut body = call.body(&admin, n).await;
                let Some(field) = body.pointer_mut(&place) else { continue };
                *field = value.clone();
                let about = format!("{call:?} {place} = {value:.60}");
                let answer = call.send(&admin, &body).await;
                nothing_leaks(&answer, &about);
                if !answer.status.is_success() {
                    continue;
                }
                let Some((told, found)) = call.kept(&admin, &answer.ok()).await else { continue };
                assert_eq!(told, found, "{about}");
                let echo = found.pointer(&place).and_then(Value::as_str);
                if let (Some(echo), Some(sent)) = (echo, value.as_str().filter(|text| !text.trim().is_empty())) {
                    let is_taken = !NOT_TAKEN.iter().any(|one| place == *one || place.starts_with(&format!("{one}/")));
                    assert!(echo == sent.trim() || !is_taken, "{about} became {echo}");
                }
            }
        }
    }
    still_sound(&app).await;
}

async fn hostile_query_values_are_refused_or_searched_for(app: TestApp) {
    let admin = prepared(&app).await;
    let package = admin.get("/packages").await.ok()["items"][0]["id"].as_str().expect("an id").to_owned();
    let in_package = |call: &str| format!("/packages/{package}/{call}");
    let (findings, groups) = (in_package("findings"), in_package("findings/groups"));
    let (export, comparison) = (in_package("findings/export"), in_package("comparison"));
    for (path, names) in [
        ("/packages", &["keyword", "toMend", "pageNumber", "pageSize"][..]),
        (&findings, &["code", "severity", "file", "wholePackage", "keyword", "pageNumber", "pageSize"]),
        (&groups, &["by", "severity", "keyword"]),
        (&export, &["format", "code", "severity", "file", "wholePackage", "keyword"]),
        (&comparison, &["csdbName", "manualName", "complete", "state", "pageNumber", "pageSize"]),
        ("/user-manage/getUserByAccount", &["account"]),
        (
            "/user-manage/queryAllUsers",
            &["filter", "pageNumber", "pageSize", "sort", "order", "role", "status", "a: b", "`"],
        ),
        ("/config/operator", &["code", "filter", "pageNumber", "pageSize", "sort", "order", "[]"]),
        ("/notifications", &["pageNumber", "pageSize", "unread"]),
        ("/csdb", &["csdbType"]),
        ("/csdb/manual", &["csdbName", "csdbType", "manualType"]),
        ("/csdb/profile", &["manualPath"]),
        (
            "/folders/default/VICTIM/MEL",
            &["keywordFilter", "childFiles", "statusFilter", "pageSize", "lane", "revision"],
        ),
        ("/toc/getTopToc", &["profileId", "manualPath", "revision"]),
        ("/dm/getAllDmListWithPage", &["manualPath", "keywordFilter", "contentType", "system", "sort", "lane"]),
        ("/dm/getContentDmsByContainer", &["containerPath"]),
        ("/sns/subchapters", &["chapter"]),
        ("/sns/systemsOfManual", &["manualPath", "revision"]),
        ("/audit", &["actor", "action", "subject", "from", "to", "pageNumber", "pageSize"]),
    ] {
        for name in names {
            for text in TEXTS.iter().copied().chain(["4294967295", "18446744073709551616", "+262142-12-31T23:59:59Z"]) {
                let address = format!("{path}?{}={}", percent(name), percent(text));
                let answer = admin.get(&address).await;
                nothing_leaks(&answer, &address);
            }
        }
        let twice = admin.get(&format!("{path}?{0}=1&{0}=1", names[0])).await;
        assert_eq!(twice.problem(), "400 request.invalid", "{path}");
    }
    for id in TEXTS.iter().filter(|id| !id.is_empty()) {
        let answer = admin.put(&format!("/notifications/{}/read", percent(id)), json!({})).await;
        assert_eq!(answer.problem(), "404 notification.not_found", "{id}");
        for call in ["/folders/default", "/files/default", "/files/referenced/default", "/files/getVersions/default"] {
            let address = format!("{call}/VICTIM/{}", percent(id));
            let answer = admin.get(&address).await;
            nothing_leaks(&answer, &address);
            assert_eq!(answer.status.as_u16(), 404, "{address}");
        }
    }
    for broken in ["%ff", "%ff%fe", "%"] {
        nothing_leaks(&admin.get(&format!("/config/operator?filter={broken}")).await, broken);
        nothing_leaks(&admin.put(&format!("/notifications/{broken}/read"), json!({})).await, broken);
    }
    admin.delete(&format!("/config/operator?code={}", percent(TEXTS[2]))).await.problem();
    still_sound(&app).await;
}

async fn hostile_ids_are_refused_or_not_found(app: TestApp) {
    let admin = prepared(&app).await;
    let long = "long-".repeat(400);
    for text in TEXTS.iter().copied().chain([long.as_str()]).filter(|text| !text.is_empty()) {
        let id = percent(text);
        for (method, path) in [
            (Method::GET, format!("/jobs/{id}")),
            (Method::PUT, format!("/jobs/{id}/notified")),
            (Method::POST, format!("/jobs/{id}/cancel")),
            (Method::POST, format!("/jobs/{id}/retry")),
            (Method::GET, format!("/jobs/{id}/artifact/{id}")),
            (Method::GET, format!("/packages/{id}")),
            (Method::GET, format!("/packages/{id}/findings")),
            (Method::GET, format!("/packages/{id}/comparison")),
            (Method::DELETE, format!("/packages/{id}")),
            (Method::DELETE, format!("/vault/uploads/{id}")),
        ] {
            let body = (method == Method::PUT || method == Method::POST).then(|| json!({}));
            let about = format!("{method} {path}");
            let answer = admin.ask(method, &path, body).await;
            nothing_leaks(&answer, &about);
            assert_eq!(answer.status.as_u16(), 404, "{about}: {}", answer.text());
        }
        for name in [id.clone(), format!("{id}.zip")] {
            let file = admin.request(Method::POST, &format!("{API}/vault/files/{name}"));
            let file = file.header("content-type", "application/zip").body(Body::from("PK")).expect("a request");
            nothing_leaks(&admin.send(file).await, &name);
        }
        let Ok(header) = axum::http::HeaderValue::from_str(text) else { continue };
        for (method, path, name) in [
            (Method::POST, "/vault/files/a.zip", "upload-id"),
            (Method::POST, "/vault/files/a.zip", "content-type"),
            (Method::PATCH, "/vault/uploads/none", "upload-offset"),
        ] {
            let request = admin.request(method, &format!("{API}{path}")).header(name, &header);
            let answer = admin.send(request.body(Body::from("PK")).expect("a request")).await;
            nothing_leaks(&answer, &format!("{name}: {text}"));
        }
    }
    still_sound(&app).await;
}

async fn a_nul_is_refused_with_its_field(app: TestApp) {
    let admin = prepared(&app).await;
    for call in Call::ALL {
        let body = call.body(&admin, 1).await;
        for place in places(&body, "") {
            let mut odd = body.clone();
            *odd.pointer_mut(&place).expect("it is there") = json!("a\0b");
            let answer = call.send(&admin, &odd).await;
            assert_eq!(answer.problem(), "400 request.invalid", "{call:?} {place}");
            assert_eq!(answer.fields(), [format!("{}: nul", in_wire_words(&place))], "{call:?}");
        }
        let mut odd = body.clone();
        odd["a\0b"] = json!(1);
        assert_eq!(call.send(&admin, &odd).await.fields(), ["a\0b: nul"], "{call:?}");
    }
    assert_eq!(admin.get("/config/operator?filter=a%00b").await.fields(), ["query: nul"]);
    assert_eq!(admin.put("/notifications/a%00b/read", json!({})).await.fields(), ["path: nul"]);
    assert_eq!(admin.get("/config%00/operator").await.problem(), "404 route.not_found");
}

async fn unknown_fields_are_refused_unless_the_whole_entity_is_sent_back(app: TestApp) {
    let admin = prepared(&app).await;
    for call in Call::ALL {
        for name in ["isAdmin", "<b>", "'; DROP TABLE operator; --", "__proto__", "account "] {
            let mut body = call.body(&admin, 1).await;
            body[name] = json!("x");
            let answer = call.send(&admin, &body).await;
            if call.takes_whole_entity() {
                assert_eq!(answer.status.as_u16(), 200, "{call:?} {name}: {}", answer.text());
            } else {
                assert_eq!(answer.fields(), [format!("{name}: unknown_field")], "{call:?}");
            }
        }
        let mut body = call.body(&admin, 2).await;
        body["n".repeat(100_000)] = json!("x");
        let answer = call.send(&admin, &body).await;
        assert!(answer.body.len() < 4_000, "{call:?} says {} bytes about a long name", answer.body.len());
    }
}

async fn a_thousand_aircraft_fit_and_one_more_does_not(app: TestApp) {
    let admin = app.admin().await;
    let fleet = |count: usize| -> Value {
        let one =
            |n: usize| json!({"registration": format!("HB-{n}"), "serialNumber": n.to_string(), "model": "H160-B"});
        (0..count).map(one).collect()
    };
    let mut body = operator("FLEET", "HB-0");
    body["aircraft"] = fleet(1_001);
    assert_eq!(admin.post("/config/operator", body.clone()).await.fields(), ["aircraft: too_many"]);
    body["aircraft"] = fleet(1_000);
    let made = admin.post("/config/operator", body).await.ok();
    assert_eq!(made["aircraft"].as_array().map(Vec::len), Some(1_000));
    assert_eq!(admin.put("/config/operator", made).await.ok()["version"], 2);
    assert_eq!(admin.get("/counts").await.ok()["aircraft"], 1_000);

    let mut body = operator("WRONG", "HB-9999");
    body["aircraft"] = json!(vec![json!({"registration": "", "serialNumber": "", "model": ""}); 1_000]);
    let answer = admin.post("/config/operator", body).await;
    assert_eq!(answer.fields().len(), 100, "a form shows no more");
}

async fn a_filter_longer_than_any_name_is_refused(app: TestApp) {
    let admin = app.admin().await;
    for path in ["/user-manage/queryAllUsers?filter", "/config/operator?filter", "/audit?subject", "/audit?actor"] {
        // SQLite refuses patterns of more than 50,000 bytes.
        for length in [9_000, 60_000] {
            let answer = admin.get(&format!("{path}={}", "x".repeat(length))).await;
            assert_eq!(answer.problem(), "400 request.invalid", "{path} {length}");
            assert_eq!(answer.fields(), ["query: too_long"]);
        }
        admin.get(&format!("{path}={}", "x".repeat(200))).await.ok();
    }
}
