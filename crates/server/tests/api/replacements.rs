//! Find and replace over many modules.

use app::library::manuals::{self, NewManual};
use axum::http::Method;
use domain::access::AccessLevel;
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{Client, TestResponse};
use testkit::packages::demo;

use crate::editing;
use crate::imports::{import, read};
use crate::limited::Limits;
use crate::viewer::{BASE, lines, reader_of};

testkit::on_each_app!(
    places_are_found_and_replaced_in_drafts,
    a_module_that_is_not_checked_out_is_refused_or_taken,
    a_module_that_changed_meanwhile_is_refused_and_the_others_are_changed,
    a_module_of_another_user_is_listed_and_refused,
    the_own_draft_is_searched_and_changed,
    applying_twice_changes_nothing_twice,
    a_draft_that_was_searched_is_changed_once,
    a_search_goes_on_behind_its_last_module,
    a_long_search_has_several_answers,
    a_manual_is_searched_once,
    hidden_and_read_only_manuals_stay_as_they_are,
    requests_have_limits,
);

fn module(code: &str) -> String {
    format!("{BASE}/DMC-NV240-A-{code}_en-US.XML")
}

/// With three flappers.
fn removal() -> String {
    module("28-21-01-00A-520A-A")
}

/// With one flapper.
fn installation() -> String {
    module("28-21-01-00A-720A-A")
}

fn flapper() -> Value {
    json!({"find": "flapper", "replace": "non-return valve", "wholeWords": true})
}

async fn find(client: &Client, more: Value) -> TestResponse {
    let mut request = json!({"replacement": flapper(), "manuals": [BASE]});
    for (name, value) in more.as_object().expect("members") {
        request[name] = value.clone();
    }
    client.post("/replacements/search", request).await
}

/// The modules with a flapper.
async fn found(client: &Client) -> Vec<Value> {
    find(client, json!({})).await.ok()["modules"].as_array().expect("modules").clone()
}

/// All places of a module, as a request names them.
fn chosen(module: &Value) -> Value {
    let places: Vec<Value> =
        module["places"].as_array().expect("places").iter().map(|place| place["number"].clone()).collect();
    json!({"path": module["path"], "version": module["version"], "sha256": module["sha256"], "places": places})
}

async fn apply(client: &Client, modules: &[Value], check_out: bool) -> Vec<String> {
    let request = json!({"replacement": flapper(), "checkOut": check_out, "modules": modules});
    let answer = client.post("/replacements/apply", request).await.ok();
    let result = |one: &Value| match one["code"].as_str() {
        Some(code) => code.to_owned(),
        None => one["replaced"].to_string(),
    };
    answer["results"].as_array().expect("results").iter().map(result).collect()
}

async fn text(client: &Client, path: &str) -> String {
    client.get(&format!("/bytes/default{path}")).await.text()
}

async fn draft(client: &Client, path: &str) -> String {
    let opened = client.ask(Method::POST, &format!("/drafts/default{path}?tab=a"), None).await.ok();
    assert_eq!(opened["isMine"], json!(true), "no other tab has it open");
    opened["text"].as_str().expect("a text").to_owned()
}

async fn places_are_found_and_replaced_in_drafts(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    assert_eq!(find(&reader, json!({})).await.problem(), "403 forbidden");
    let answer = find(&author, json!({})).await.ok();
    let modules = answer["modules"].as_array().expect("modules");
    assert_eq!(
        lines(&answer["modules"], &["path", "state", "isDraft"]),
        [format!("{} free false", removal()), format!("{} free false", installation())]
    );
    assert_eq!((&answer["read"], &answer["next"]), (&answer["total"], &Value::Null), "all modules were read");
    let places = lines(&modules[0]["places"], &["number", "found"]);
    assert_eq!(places, ["0 flapper", "1 Flapper", "2 flapper"]);
    let first = &modules[0]["places"][0];
    assert!(first["before"].as_str().is_some_and(|text| text.ends_with("supply tank. A ")), "{first}");
    assert!(first["after"].as_str().is_some_and(|text| text.starts_with(" closes the hole")), "{first}");
    assert!(first["anchor"].as_str().is_some_and(|anchor| anchor.starts_with("s1d-")), "{first}");
    let before = [text(&author, &removal()).await, text(&author, &installation()).await];
    let some =
        json!({"path": removal(), "version": modules[0]["version"], "sha256": modules[0]["sha256"], "places": [0, 2]});
    assert_eq!(apply(&author, &[some, chosen(&modules[1])], true).await, ["2", "1"]);
    let expected =
        before[0].replace(" A flapper", " A non-return valve").replace("the flapper", "the non-return valve");
    assert_eq!(draft(&author, &removal()).await, expected, "the chosen places alone");
    assert_eq!(draft(&author, &installation()).await, before[1].replace("flapper", "non-return valve"));
    assert_eq!(text(&reader, &removal()).await, before[0], "nothing is checked in");
    let left = find(&author, json!({})).await.ok();
    assert_eq!(lines(&left["modules"], &["path", "state", "isDraft"]), [format!("{} mine true", removal())]);
    let exact = json!({"find": "Flapper", "replace": "x", "matchCase": true});
    let exact = find(&author, json!({"replacement": exact})).await.ok();
    assert_eq!(exact["modules"][0]["places"].as_array().map(Vec::len), Some(1), "{exact}");
}

async fn a_module_that_is_not_checked_out_is_refused_or_taken(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let modules: Vec<Value> = found(&author).await.iter().map(chosen).collect();
    author.ask(Method::POST, &format!("/files/checkout/default{}", installation()), None).await.ok();
    assert_eq!(apply(&author, &modules, false).await, ["file.not_checked_out", "1"]);
    assert_eq!(apply(&author, &modules[..1], true).await, ["3"]);
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!(held["total"], json!(2));
}

async fn a_module_that_changed_meanwhile_is_refused_and_the_others_are_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let modules: Vec<Value> = found(&author).await.iter().map(chosen).collect();
    let (_, saved) = editing::edit(&author, &removal(), |text| text.replace("supply tank", "main tank")).await;
    assert_eq!(apply(&author, &modules, true).await, ["changed_meanwhile", "1"]);
    assert!(draft(&author, &removal()).await.contains("A flapper closes"), "the newer draft is as it was");
    editing::check_in(&author, &removal(), json!({"step": "inWork", "comment": "Tank"}), &saved).await.ok();
    assert_eq!(apply(&author, &modules[..1], true).await, ["changed_meanwhile"], "a newer version");
    let fresh = found(&author).await;
    assert_eq!(apply(&author, &[chosen(&fresh[0])], true).await, ["3"]);
}

async fn a_module_of_another_user_is_listed_and_refused(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let modules: Vec<Value> = found(&author).await.iter().map(chosen).collect();
    editing::edit(&second, &removal(), |text| text.replace("A flapper", "A flap")).await;
    let listed = find(&author, json!({})).await.ok();
    assert_eq!(lines(&listed["modules"], &["state"]), ["held", "free"]);
    assert_eq!(listed["modules"][0]["heldBy"], json!("second"));
    assert_eq!(
        listed["modules"][0]["places"].as_array().map(Vec::len),
        Some(3),
        "the draft of another user is not shown"
    );
    assert_eq!(apply(&author, &modules, true).await, ["file.already_checked_out", "1"]);
    assert!(draft(&second, &removal()).await.contains("A flap closes"), "the other draft is as it was");
}

async fn the_own_draft_is_searched_and_changed(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    editing::edit(&author, &removal(), |text| text.replace("A flapper", "A flap")).await;
    let mine = find(&author, json!({"onlyMine": true})).await.ok();
    assert_eq!(lines(&mine["modules"], &["path", "state", "isDraft"]), [format!("{} mine true", removal())]);
    assert_eq!(mine["modules"][0]["places"].as_array().map(Vec::len), Some(2));
    assert_eq!((&mine["read"], &mine["total"]), (&json!(1), &json!(1)), "no other module is looked at");
    assert_eq!(apply(&author, &[chosen(&mine["modules"][0])], false).await, ["2"]);
    let text = draft(&author, &removal()).await;
    assert!(text.contains("A flap closes") && text.contains("the non-return valve has closed"), "{text}");
}

async fn applying_twice_changes_nothing_twice(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let replacement = json!({"find": "flapper", "replace": "flapper valve"});
    let answer = find(&author, json!({"replacement": replacement})).await.ok();
    let module = chosen(&answer["modules"][1]);
    let request = json!({"replacement": replacement, "checkOut": true, "modules": [module]});
    for _ in 0..2 {
        let answer = author.post("/replacements/apply", request.clone()).await.ok();
        assert_eq!(answer["results"][0]["replaced"], json!(1), "{answer}");
    }
    assert_eq!(draft(&author, &installation()).await.matches("flapper valve").count(), 1);
}

async fn a_draft_that_was_searched_is_changed_once(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    editing::edit(&author, &removal(), |text| text.replace("A flapper", "A flap")).await;
    let mut module = chosen(&found(&author).await[0]);
    module["places"] = json!([0, 1, 0]);
    assert_eq!(apply(&author, std::slice::from_ref(&module), false).await, ["2"], "a number twice is one place");
    let changed = draft(&author, &removal()).await;
    // The draft that was searched is not kept, so nobody can tell that this request came twice.
    assert_eq!(apply(&author, &[module], false).await, ["changed_meanwhile"]);
    assert_eq!(draft(&author, &removal()).await, changed);
}

async fn a_long_search_has_several_answers(app: TestApp) {
    reader_of(&app, "amm").await;
    let manual = NewManual { csdb: "NV240".to_owned(), name: "SECOND".to_owned(), ..NewManual::default() };
    manuals::create_as(&app.ctx, &Actor::System, &manual).await.expect("a manual");
    let admin = app.admin().await;
    let mut given = read(&app, &admin, &demo("amm")).await;
    (given["manualName"], given["complete"]) = (json!("SECOND"), json!("yes"));
    let job = import(&app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    let author = app.person(Role::Author).await;
    let second = removal().replace(BASE, "/NV240/SECOND");
    let paths = [removal(), installation(), module("28-40-00-00A-040A-A"), second];
    for (path, count) in paths.iter().zip([200, 200, 200, 1]) {
        let para = format!("<para>{}</para></content>", "zebra ".repeat(count));
        editing::edit(&author, path, |text| text.replace("</content>", &para)).await;
    }
    let zebra = json!({"find": "zebra", "replace": "horse"});
    let mut more = json!({"replacement": zebra, "manuals": [BASE, "/NV240/SECOND"]});
    let (mut listed, mut read, mut total, mut answers) = (Vec::new(), 0, None, 0);
    loop {
        let answer = find(&author, more.clone()).await.ok();
        answers += 1;
        listed.extend(lines(&answer["modules"], &["path"]));
        read += answer["read"].as_u64().expect("a number");
        total = total.or(answer["total"].as_u64());
        if answer["next"].is_null() {
            break;
        }
        more["after"] = answer["next"].clone();
    }
    assert_eq!(listed, paths, "each once, in both manuals");
    assert_eq!(Some(read), total);
    assert!(answers > 1, "600 places are more than one answer has");
}

async fn a_manual_is_searched_once(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let once = find(&author, json!({})).await.ok();
    let twice = find(&author, json!({"manuals": [BASE, BASE.to_lowercase()]})).await.ok();
    assert_eq!((&twice["total"], &twice["modules"]), (&once["total"], &once["modules"]));
}

async fn a_search_goes_on_behind_its_last_module(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let rest = find(&author, json!({"after": removal()})).await.ok();
    assert_eq!(lines(&rest["modules"], &["path"]), [installation()]);
    assert_eq!(rest["total"], Value::Null);
    assert_eq!(find(&author, json!({"after": "/NV240/AMM/DMC-A.XML"})).await.fields(), ["after: unknown_value"]);
    let chinese = find(&author, json!({"language": "zh-CN"})).await.ok();
    assert_eq!((&chinese["modules"], &chinese["total"]), (&json!([]), &json!(0)));
    let descriptions = find(&author, json!({"contentType": "descript"})).await.ok();
    assert_eq!(descriptions["modules"], json!([]), "both are procedures");
}

async fn hidden_and_read_only_manuals_stay_as_they_are(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let modules: Vec<Value> = found(&author).await.iter().map(chosen).collect();
    Limits::of_group(&app, BASE, "Readers", &["author"], AccessLevel::Read).await;
    let listed = find(&author, json!({})).await.ok();
    assert_eq!(lines(&listed["modules"], &["state"]), ["readOnly", "readOnly"]);
    assert_eq!(apply(&author, &modules, true).await, ["forbidden", "forbidden"]);
    Limits::of_group(&app, "/NV240", "Nobody", &[], AccessLevel::Read).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    assert_eq!(find(&second, json!({})).await.problem(), "404 manual.not_found");
    assert_eq!(apply(&second, &modules, true).await, ["file.not_found", "file.not_found"]);
}

async fn requests_have_limits(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    assert_eq!(find(&author, json!({"manuals": []})).await.fields(), ["manuals: required"]);
    assert_eq!(find(&author, json!({"manuals": vec![BASE; 51]})).await.fields(), ["manuals: too_many"]);
    let blank = json!({"find": " ", "replace": "a\nb"});
    let refused = find(&author, json!({"replacement": blank})).await;
    assert_eq!(refused.fields(), ["replacement.find: required", "replacement.replace: character"]);
    let module = json!({"path": removal(), "version": "1", "sha256": "", "places": [0]});
    let apply = async |modules: Vec<Value>| {
        author.post("/replacements/apply", json!({"replacement": flapper(), "modules": modules})).await
    };
    assert_eq!(apply(Vec::new()).await.fields(), ["modules: required"]);
    assert_eq!(apply(vec![module.clone(); 51]).await.fields(), ["modules: too_many"]);
    let mut odd = chosen(&found(&author).await[0]);
    odd["places"] = json!([7]);
    let mut many = module;
    many["places"] = json!(vec![0; 201]);
    let answer = author
        .post("/replacements/apply", json!({"replacement": flapper(), "checkOut": true, "modules": [odd, many]}))
        .await
        .ok();
    assert_eq!(lines(&answer["results"], &["code"]), ["request.invalid", "request.invalid"]);
    let held = author.post("/users/checkedOutListWithPage", json!({})).await.ok();
    assert_eq!(held["total"], json!(0), "a refused module is not checked out");
}
