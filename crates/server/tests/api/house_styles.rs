use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::blobs::{file_of, named};

testkit::on_each_app!(
    an_operator_has_the_standard_look_until_it_has_a_style,
    all_errors_of_a_style_name_their_fields,
    two_editors_cannot_overwrite_each_others_style,
    an_editor_of_a_removed_style_cannot_overwrite_the_next_one,
    a_drawing_is_kept_without_what_runs_or_fetches,
    a_lost_logo_is_told_and_not_read_as_none,
    changes_of_a_style_are_in_the_log,
    the_style_goes_with_its_operator,
    only_those_who_manage_operators_change_a_style,
);

/// A PNG of one pixel.
const PNG: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
const STYLE: &str = "/config/operator/style";

pub(crate) fn style(code: &str, version: i64) -> Value {
    json!({
        "code": code, "version": version, "primary": "navy", "accent": "teal", "paper": "letter",
        "header": "{manual}, Rev. {revision}", "footer": "受控文件", "logo": PNG,
    })
}

fn version_of(style: &Value) -> i64 {
    style["version"].as_i64().expect("a version")
}

/// A PNG of one line: its width and what depends on it.
fn wide_png(differing: &str) -> String {
    ["data:image/png;base64,iVBORw0KGgoAAAANSUhEUg", differing, "AAAAAElFTkSuQmCC"].concat()
}

fn drawing(inside: &str) -> Value {
    let file = format!("<svg xmlns='http://www.w3.org/2000/svg'>{inside}</svg>");
    json!(format!("data:image/svg+xml;base64,{}", STANDARD.encode(file)))
}

async fn given_operator(app: &TestApp) {
    let operator = json!({"code": "ALP", "name": "Alpine Rotor", "country": "CH"});
    app.admin().await.post("/config/operator", operator).await.ok();
}

async fn an_operator_has_the_standard_look_until_it_has_a_style(app: TestApp) {
    given_operator(&app).await;
    let (admin, reader) = (app.admin().await, app.person(Role::Reader).await);
    let standard = reader.get(&format!("{STYLE}?code=alp")).await.ok();
    assert_eq!((&standard["code"], &standard["version"]), (&json!("ALP"), &json!(0)));
    assert_eq!((&standard["primary"], &standard["paper"]), (&json!("black"), &json!("a4")));
    assert!(standard.get("logo").is_none() && standard.get("updatedOn").is_none(), "{standard}");
    let navy = json!({"name": "navy", "colour": "#14306b", "tint": "#e3e7ee"});
    assert!(standard["palette"].as_array().is_some_and(|all| all.contains(&navy)), "{}", standard["palette"]);
    assert_eq!(standard["papers"], json!(["a4", "letter", "a5"]));
    assert_eq!(standard["placeholders"], json!(["manual", "revision", "date"]));

    let saved = admin.put(STYLE, style("ALP", 0)).await.ok();
    assert_eq!(saved["logo"], json!(PNG));
    let first = version_of(&saved);
    assert!(first > 0, "{first}");
    assert_eq!(reader.get(&format!("{STYLE}?code=ALP")).await.ok(), saved);
    let mut next = style("ALP", first);
    next["logo"] = Value::Null;
    next["paper"] = json!("a5");
    let next = admin.put(STYLE, next).await.ok();
    let second = version_of(&next);
    assert_eq!((second, &next["paper"], next.get("logo")), (first + 1, &json!("a5"), None));

    let removal = |version: i64| format!("{STYLE}?code=ALP&version={version}");
    assert_eq!(admin.delete(&removal(first)).await.problem(), "409 changed_meanwhile");
    assert_eq!(admin.delete(&removal(second)).await.status.as_u16(), 204);
    assert_eq!(reader.get(&format!("{STYLE}?code=ALP")).await.ok(), standard);
    assert_eq!(admin.delete(&removal(second)).await.problem(), "409 changed_meanwhile");
    for code in ["NONE", "A%20B"] {
        assert_eq!(reader.get(&format!("{STYLE}?code={code}")).await.problem(), "404 operator.not_found");
    }
    assert_eq!(admin.put(STYLE, style("NONE", 0)).await.problem(), "404 operator.not_found");
}

async fn all_errors_of_a_style_name_their_fields(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let mut wrong = style("ALP", 0);
    for (field, value) in [("primary", "red"), ("accent", "#ff0000"), ("paper", "a0"), ("header", "{page}")] {
        wrong[field] = json!(value);
    }
    wrong["footer"] = json!("x".repeat(121));
    wrong["logo"] = json!("data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==");
    let answer = admin.put(STYLE, wrong.clone()).await;
    assert_eq!(answer.problem(), "400 request.invalid");
    let expected = [
        "primary: unknown_value",
        "accent: unknown_value",
        "paper: unknown_value",
        "header: unknown_value",
        "footer: too_long",
        "logo: style_logo",
    ];
    assert_eq!(answer.fields(), expected);
    wrong["logo"] = json!("no data URL");
    assert_eq!(admin.put(STYLE, wrong).await.fields(), expected);
    for (logo, code) in [
        ("https://example.com/logo.png".to_owned(), "style_logo"),
        ("data:text/html;base64,PGh0bWw+".to_owned(), "style_logo"),
        ("data:image/jpeg;base64,/9j/4AAQSkZJRg==".to_owned(), "style_logo"),
        ("data:image/svg+xml;base64,PGh0bWwvPg==".to_owned(), "style_logo"),
        (wide_png("AAB9EAAAABAQAAAABBRGPuAAAADElEQVR42mNgGLkAAAD8AAEy0wUi"), "style_logo"),
        (format!("data:image/png;base64,{}", "AAAA".repeat(50_000)), "too_long"),
    ] {
        let mut wrong = style("ALP", 0);
        wrong["logo"] = json!(logo);
        assert_eq!(admin.put(STYLE, wrong).await.fields(), [format!("logo: {code}")], "{}", &logo[..25]);
    }
    for inside in [
        "<image href='data:image/png;base64,iVBORw0KGgo='/>",
        "<defs><marker id='m'><path d='M0 0'/></marker></defs>",
        "<mask id='m'><g mask='url(#m)'/></mask>",
    ] {
        let mut wrong = style("ALP", 0);
        wrong["logo"] = drawing(inside);
        assert_eq!(admin.put(STYLE, wrong).await.fields(), ["logo: style_logo"], "{inside}");
    }
    let mut odd = style("ALP", 0);
    odd["font"] = json!("Comic");
    assert_eq!(admin.put(STYLE, odd).await.fields(), ["font: unknown_field"]);
    assert_eq!(admin.get(&format!("{STYLE}?code=ALP")).await.ok()["version"], 0);
    let mut widest = style("ALP", 0);
    widest["logo"] = json!(wide_png("AAB9AAAAABAQAAAACuhgjQAAAADElEQVR42mNgGLEAAAD7AAEEc13A"));
    admin.put(STYLE, widest).await.ok();
}

async fn two_editors_cannot_overwrite_each_others_style(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let version = version_of(&admin.put(STYLE, style("ALP", 0)).await.ok());
    assert_eq!(admin.put(STYLE, style("ALP", 0)).await.problem(), "409 changed_meanwhile", "both began without one");
    let (mut first, mut second) = (style("ALP", version), style("ALP", version));
    first["header"] = json!("First");
    second["header"] = json!("Second");
    let (first, second) = tokio::join!(admin.put(STYLE, first), admin.put(STYLE, second));
    let mut statuses = [first.status.as_u16(), second.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(version_of(&admin.get(&format!("{STYLE}?code=ALP")).await.ok()), version + 1);
}

async fn an_editor_of_a_removed_style_cannot_overwrite_the_next_one(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let read = version_of(&admin.put(STYLE, style("ALP", 0)).await.ok());
    let is_refused = async || {
        assert_eq!(admin.put(STYLE, style("ALP", read)).await.problem(), "409 changed_meanwhile");
        let removal = admin.delete(&format!("{STYLE}?code=ALP&version={read}")).await;
        assert_eq!(removal.problem(), "409 changed_meanwhile");
    };
    app.wait(1);
    admin.delete(&format!("{STYLE}?code=ALP&version={read}")).await.ok();
    is_refused().await;
    let mut other = style("ALP", 0);
    other["header"] = json!("Another");
    admin.put(STYLE, other.clone()).await.ok();
    is_refused().await;

    app.wait(1);
    assert_eq!(admin.delete("/config/operator?code=ALP").await.status.as_u16(), 204);
    given_operator(&app).await;
    admin.put(STYLE, other).await.ok();
    is_refused().await;
    assert_eq!(admin.get(&format!("{STYLE}?code=ALP")).await.ok()["header"], json!("Another"));
}

async fn a_drawing_is_kept_without_what_runs_or_fetches(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let mut wanted = style("ALP", 0);
    wanted["logo"] = drawing("<script>alert(1)</script><a href='https://example.com'><path d='M0 0h9v9'/></a>");
    let saved = admin.put(STYLE, wanted).await.ok();
    let logo = saved["logo"].as_str().expect("a logo");
    let encoded = logo.strip_prefix("data:image/svg+xml;base64,").expect("a drawing");
    let kept = String::from_utf8(STANDARD.decode(encoded).expect("base64")).expect("UTF-8");
    assert!(kept.contains("M0 0h9v9"), "{kept}");
    for part in ["script", "alert", "example.com"] {
        assert!(!kept.contains(part), "{part} in {kept}");
    }
    let mut again = style("ALP", version_of(&saved));
    again["logo"] = json!(logo);
    assert_eq!(admin.put(STYLE, again).await.ok()["logo"], json!(logo), "saved as it was read");
}

async fn a_lost_logo_is_told_and_not_read_as_none(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let saved = admin.put(STYLE, style("ALP", 0)).await.ok();
    assert_eq!(saved["isLogoLost"], json!(false));
    let encoded = PNG.strip_prefix("data:image/png;base64,").expect("a data URL");
    let file = file_of(&app.blob_folder(), &named(&STANDARD.decode(encoded).expect("base64")));
    std::fs::write(&file, b"another").expect("it is damaged");
    let read = async || {
        let shown = admin.get(&format!("{STYLE}?code=ALP")).await.ok();
        (shown["isLogoLost"] == json!(true), shown.get("logo").is_none(), shown["primary"] == json!("navy"))
    };
    assert_eq!(read().await, (true, true, true), "damaged");
    std::fs::remove_file(&file).expect("it is removed");
    assert_eq!(read().await, (true, true, true), "missing");
    let again = admin.put(STYLE, style("ALP", version_of(&saved))).await.ok();
    assert_eq!((&again["isLogoLost"], &again["logo"]), (&json!(false), &json!(PNG)));
}

async fn changes_of_a_style_are_in_the_log(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    let version = version_of(&admin.put(STYLE, style("ALP", 0)).await.ok());
    let entry = admin.get("/audit?action=operator.style_updated").await.ok()["items"][0].clone();
    assert_eq!(entry["subject"], "ALP");
    let detail = entry["detail"].to_string();
    assert!(detail.contains("black → navy") && detail.contains("a4 → letter"), "{detail}");
    admin.delete(&format!("{STYLE}?code=ALP&version={version}")).await.ok();
    assert_eq!(admin.get("/audit?action=operator.style_removed").await.ok()["total"], 1);
}

async fn the_style_goes_with_its_operator(app: TestApp) {
    given_operator(&app).await;
    let admin = app.admin().await;
    admin.put(STYLE, style("ALP", 0)).await.ok();
    assert_eq!(admin.delete("/config/operator?code=ALP").await.status.as_u16(), 204);
    given_operator(&app).await;
    assert_eq!(admin.get(&format!("{STYLE}?code=ALP")).await.ok()["version"], 0, "another operator of this code");
}

async fn only_those_who_manage_operators_change_a_style(app: TestApp) {
    given_operator(&app).await;
    for role in [Role::Reader, Role::Author, Role::Approver] {
        let person = app.person(role).await;
        let mut unreadable = style("ALP", 0);
        unreadable["logo"] = json!("no data URL");
        for wanted in [style("ALP", 0), unreadable] {
            assert_eq!(person.put(STYLE, wanted).await.problem(), "403 forbidden", "{role:?}");
        }
        let removal = person.delete(&format!("{STYLE}?code=ALP&version=1")).await;
        assert_eq!(removal.problem(), "403 forbidden", "{role:?}");
    }
}
