//! The redline of a manual to take away: one HTML file, or its changes in words.

use serde_json::json;
use testkit::app::TestApp;
use testkit::packages::demo;

use crate::redline::{MODULE, revised};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_redline_is_one_file_that_needs_nothing_else,
    new_and_removed_modules_are_in_the_file,
    changes_in_words_are_a_table,
    what_the_page_does_not_show_is_said,
    what_the_page_shows_is_not_said_again,
    an_export_follows_the_filters,
);

fn address(what: &str) -> String {
    format!("/redline/{what}/default{BASE}?left=working&right=oem")
}

async fn a_redline_is_one_file_that_needs_nothing_else(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised(), "yes").await;
    let answer = reader.get(&address("file")).await;
    assert!(answer.status.is_success(), "{}", answer.text());
    let header = |name: &str| answer.headers[name].to_str().expect("text").to_owned();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert!(header("content-disposition").contains("-redline.html"));
    let file = answer.text();
    assert!(file.starts_with("<!DOCTYPE html>") && file.ends_with("</html>\n"), "{}", &file[..200]);
    assert!(file.contains(MODULE) && file.contains("id=\"module-1\"") && file.contains("data-difference"), "{file}");
    assert!(file.contains("<ins ") || file.contains("<del "), "the change is marked");
    for outside in ["<script", " src=\"/", " src=\"http", "<link", "@import", "url("] {
        assert!(!file.contains(outside), "{outside}");
    }
}

async fn new_and_removed_modules_are_in_the_file(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = demo("amm");
    files.retain(|(name, _)| !name.contains("28-41-00-00A-412A"));
    delivered(&app, &files, "yes").await;
    let removed = reader.get(&address("file")).await.text();
    assert!(removed.contains("28-41-00-00A-412A") && removed.contains(">Removed<"), "{}", &removed[..2_000]);
    assert!(removed.matches("<article").count() == 1, "with its text");
    // The other way round the module is new.
    let back = format!("/redline/file/default{BASE}?left=oem&right=working");
    let new = reader.get(&back).await.text();
    assert!(new.contains(">New<") && !new.contains("<ins "), "all of it is new, so nothing is marked");
}

async fn what_the_page_does_not_show_is_said(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("ICN-NV240-A-282101")).expect("a picture");
    picture.1 = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>second</title></svg>".to_vec();
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-41-00-00A-412A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    assert_ne!(*bytes, text.into_bytes());
    delivered(&app, &files, "yes").await;
    let file = reader.get(&address("file")).await.text();
    let replaced = file.split("<section id=\"module-").find(|section| section.contains(MODULE)).expect("the module");
    assert!(replaced.contains("Image changed") && replaced.contains("<b>Before</b><img "), "{replaced}");
    let status =
        file.split("<section id=\"module-").find(|section| section.contains("28-41-00-00A-412A")).expect("the module");
    assert!(status.contains("class=\"unseen\"") && status.contains("002"), "{status}");
}

async fn what_the_page_shows_is_not_said_again(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-40-00-00A-040A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text");
    // The place of a paragraph outside of sections has no name.
    let text = text.replacen("<description>", "<description><para>Handle with care.</para>", 1);
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    delivered(&app, &files, "yes").await;
    let file = reader.get(&address("file")).await.text();
    let module =
        file.split("<section id=\"module-").find(|section| section.contains("28-40-00-00A-040A")).expect("the module");
    let (_, listed) = module.split_once("class=\"unseen\"").expect("changes of the status");
    let (listed, page) = listed.split_once("</div>").expect("the end of the list");
    assert!(page.contains("Handle with care."), "{page}");
    assert!(listed.contains("002") && !listed.contains("Handle with care."), "{listed}");
}

async fn changes_in_words_are_a_table(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised(), "yes").await;
    let csv = reader.get(&address("words")).await;
    assert!(csv.status.is_success(), "{}", csv.text());
    let text = csv.text();
    let mut lines = text.lines();
    assert!(lines.next().is_some_and(|header| header.contains("Module") && header.contains("Before")), "{text}");
    assert!(lines.all(|line| line.contains(MODULE)) && text.lines().count() > 1, "{text}");
    let book = reader.get(&format!("{}&format=xlsx", address("words"))).await;
    assert!(book.body.starts_with(b"PK"), "a workbook");
}

async fn an_export_follows_the_filters(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised(), "yes").await;
    let none = reader.get(&format!("{}&state=new", address("file"))).await.text();
    assert!(none.contains("No changes") && !none.contains("module-1"), "{none}");
    // A file with a filter says so: it is printed and sent.
    assert!(none.contains("Only: Change") && none.contains("0 of 1"), "{none}");
    let all = reader.get(&address("file")).await.text();
    assert!(!all.contains("Only:") && !all.contains("1 of 1"), "{}", &all[..2_000]);
    let words = reader.get(&format!("{}&state=changed", address("words"))).await.text();
    assert!(words.contains("Only: Change") && words.contains("1 of 1"), "{words}");
    for what in ["file", "words"] {
        let odd = reader.get(&format!("{}&state=odd", address(what))).await;
        assert_eq!(odd.fields(), ["state: unknown_value"], "{what}");
        let missing = reader.get(&format!("/redline/{what}/default/NONE/MEL?left=oem&right=working")).await;
        assert_eq!(missing.status.as_u16(), 404, "{what}");
    }
    for what in ["export", "file", "words"] {
        for wrong in ["pageNumber", "pageSize"] {
            let refused = reader.get(&format!("{}&{wrong}=0", address(what))).await;
            assert_eq!(refused.fields(), [format!("{wrong}: unknown_value")], "{what}");
        }
    }
    let told = reader.get(&format!("/redline/default{BASE}?left=working&right=oem")).await.ok();
    assert_eq!(told["counts"]["viewed"], json!(0), "an export ticks nothing");
}
