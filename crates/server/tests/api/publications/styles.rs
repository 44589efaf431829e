//! Publications in the house style of their operator, which they keep.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use super::books::given_engine;
use super::sites::{site, text};
use super::{PLAIN, approve, ask, download, ended, given_operator, published};
use crate::house_styles::style;
use crate::viewer::reader_of;

testkit::on_each_app!(
    a_book_has_the_house_style_and_its_manifest_says_so,
    a_website_has_the_house_style,
    an_approved_book_keeps_the_style_that_was_reviewed,
    a_reviewed_style_survives_the_deletion_of_its_operator,
    a_book_that_was_reviewed_without_a_style_gets_none,
    packages_have_no_style,
    a_logo_that_ends_the_engine_is_named,
);

const STYLE: &str = "/config/operator/style";
/// Gives what it got, and fails without a logo where the book names one.
const ENGINE: &str = "if /bin/grep -q '\"logo\"' \"$1/book.json\"; then test -f \"$1/pictures/logo.png\" || exit 1; fi\n\
    /bin/cp \"$1/book.json\" \"$2\"\necho '{\"ok\":true}'";

async fn printed(client: &Client, outputs: &Value, name: &str) -> Value {
    serde_json::from_slice(&download(client, outputs, name).await).expect("JSON")
}

async fn a_book_has_the_house_style_and_its_manifest_says_so(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    given_engine(&app, ENGINE);
    let draft = async || {
        let outputs = published(&app, &author, "exportQuickAta2300", json!({"formats": ["pdf"]})).await;
        let book = printed(&author, &outputs, "NV240-MMEL-4.1-draft.pdf").await;
        (book, printed(&author, &outputs, "manifest.json").await)
    };
    let (plain, manifest) = draft().await;
    assert_eq!((plain["head"].get("style"), &plain["head"]["paper"]), (None, &json!("a4")));
    assert_eq!(manifest.get("style"), None);

    admin.put(STYLE, style("AZB", 0)).await.ok();
    let (book, manifest) = draft().await;
    let head = &book["head"];
    let title = head["title"].as_str().expect("a title");
    let expected = json!({
        "primary": "#14306b", "accent": "#0a5757", "tint": "#e3e7ee", "header": format!("{title}, Rev. 4.1"),
        "logo": "logo.png",
    });
    assert_eq!(head["style"], expected);
    assert_eq!((&head["footer"], &head["paper"]), (&json!("受控文件"), &json!("us-letter")));
    assert_eq!(manifest["style"]["header"], json!("{manual}, Rev. {revision}"));
    assert_eq!(manifest["style"]["logo"]["sha256"].as_str().map(str::len), Some(64));
    assert_eq!(draft().await, (book, manifest), "the same input gives the same bytes");
}

async fn a_website_has_the_house_style(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let (_, plain) = site(&app, &author).await;
    app.admin().await.put(STYLE, style("AZB", 0)).await.ok();
    let (zip, styled) = site(&app, &author).await;
    let css = text(&styled, "data/site.css");
    for part in ["--af-accent: #0a5757;", "--site-primary: #14306b;", "size: letter;", "content: \"受控文件\""] {
        assert!(css.contains(part), "{part} in {css}");
    }
    let rules = text(&styled, "assets/site.css");
    let rule = rules.split_once(".site-logo {").and_then(|(_, rest)| rest.split_once('}')).expect("a rule").0;
    assert!(rule.contains("max-width: 100%;") && rule.contains("object-fit: contain;"), "{rule}");
    let index = text(&styled, "index.html");
    assert!(index.contains("<img class=\"site-logo\" src=\"./data/logo.png\" alt=\"Azure Bay\">"), "{index}");
    assert!(styled.contains_key("data/logo.png") && !plain.contains_key("data/logo.png"));
    let is_page = |name: &&String| name.starts_with("modules/");
    assert!(plain.keys().filter(is_page).all(|name| plain.get(name) == styled.get(name)), "pages stay as they are");
    assert_eq!(site(&app, &author).await.0, zip, "the same input gives the same bytes");
}

async fn an_approved_book_keeps_the_style_that_was_reviewed(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let admin = app.admin().await;
    let saved = admin.put(STYLE, style("AZB", 0)).await.ok();
    given_engine(&app, ENGINE);
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    let name = "NV240-MMEL-4.1.pdf";
    let reviewed = printed(&author, &waiting, name).await;
    let mut other = style("AZB", saved["version"].as_i64().expect("a version"));
    other["primary"] = json!("green");
    other["logo"] = Value::Null;
    other["header"] = json!("Later");
    admin.put(STYLE, other).await.ok();
    let formal = approve(&app, &approver, &waiting).await;
    let book = printed(&author, &formal, name).await;
    assert_eq!(book["head"]["state"], json!("approved"));
    assert_eq!(book["head"]["style"], reviewed["head"]["style"]);
    let manifest = printed(&author, &formal, "manifest.json").await;
    assert_eq!((&manifest["style"]["primary"], &manifest["style"]["logo"]["format"]), (&json!("navy"), &json!("png")));

    let draft = published(&app, &author, "exportQuickAta2300", json!({"formats": ["pdf"]})).await;
    let draft = printed(&author, &draft, "NV240-MMEL-4.1-draft.pdf").await;
    assert_eq!(draft["head"]["style"]["header"], json!("Later"), "the next one has the new style");
    assert_eq!(draft["head"]["style"].get("logo"), None);
}

async fn a_reviewed_style_survives_the_deletion_of_its_operator(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let admin = app.admin().await;
    admin.put(STYLE, style("AZB", 0)).await.ok();
    given_engine(&app, ENGINE);
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    let name = "NV240-MMEL-4.1.pdf";
    let reviewed = printed(&author, &waiting, name).await;
    admin.delete("/config/operator?code=AZB").await.ok();
    let formal = approve(&app, &approver, &waiting).await;
    let book = printed(&author, &formal, name).await;
    assert_eq!(book["head"]["style"]["logo"], json!("logo.png"));
    assert_eq!(book["head"]["style"], reviewed["head"]["style"]);
    assert_eq!(book["head"]["operator"], reviewed["head"]["operator"], "its name stays, too");
}

async fn a_book_that_was_reviewed_without_a_style_gets_none(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    given_engine(&app, ENGINE);
    let wanted = json!({"formats": ["pdf"], "approvalRequired": "yes"});
    let waiting = published(&app, &author, "exportApproveAta2300", wanted).await;
    app.admin().await.put(STYLE, style("AZB", 0)).await.ok();
    let formal = approve(&app, &approver, &waiting).await;
    let book = printed(&author, &formal, "NV240-MMEL-4.1.pdf").await;
    assert_eq!((book["head"].get("style"), &book["head"]["paper"]), (None, &json!("a4")));
    assert_eq!(printed(&author, &formal, "manifest.json").await.get("style"), None);
}

async fn packages_have_no_style(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let package = async || {
        let outputs = published(&app, &author, "exportQuickAta2300", json!({})).await;
        (download(&author, &outputs, PLAIN).await, printed(&author, &outputs, "manifest.json").await)
    };
    let before = package().await;
    app.admin().await.put(STYLE, style("AZB", 0)).await.ok();
    assert!(package().await == before, "other systems have a look of their own");
}

async fn a_logo_that_ends_the_engine_is_named(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    let told = async |logo: &str| {
        let script = format!(
            "case \"$6\" in\n0-0) echo '{{\"ok\":true,\"modules\":[\"DMC-1\",\"DMC-2\"],\"hasLogo\":true}}' ;;\n\
             0-1) echo '{{\"ok\":true}}' ;;\nlogo) {logo} ;;\n*) kill -9 $$ ;;\nesac"
        );
        given_engine(&app, &script);
        let asked = ask(&author, "exportQuickAta2300", json!({"formats": ["pdf"]})).await;
        ended(&app, &author, asked).await["errorList"].to_string()
    };
    let blamed = told("kill -9 $$").await;
    assert!(blamed.contains("job.failed.pdfLogo") && !blamed.contains("DMC-"), "{blamed}");
    let blamed = told("echo '{\"ok\":true}'").await;
    assert!(blamed.contains("job.failed.pdfModule") && blamed.contains("DMC-2"), "{blamed}");
}
