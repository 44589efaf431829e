//! Two states of a module with their differences: /view/compare/default.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo};

use crate::editing::edit;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    lanes_are_compared_in_one_text,
    revisions_and_moments_are_compared,
    a_replaced_picture_is_shown_before_and_after,
    only_its_author_compares_a_draft,
    the_source_of_both_states_is_given,
    the_source_of_a_draft_that_is_no_xml_is_given,
    states_that_are_none_are_refused,
    differences_are_told_in_chinese,
    a_separate_status_file_is_compared,
);

pub(crate) const MODULE: &str = "DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML";

fn compare(left: &str, right: &str, layout: &str) -> String {
    format!("/view/compare/default{BASE}/{MODULE}?left={left}&right={right}&layout={layout}")
}

/// The demo with another wording of one module, in its next issue.
pub(crate) fn revised() -> PackageFiles {
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("28-21-01-00A-520A")).expect("a module");
    let text = String::from_utf8(bytes.clone()).expect("text").replace("Remove panel 214AL", "Take off panel 214AL");
    *bytes = text.replace("issueNumber=\"001\"", "issueNumber=\"002\"").into_bytes();
    files
}

fn html(answer: &Value) -> &str {
    answer["pages"][0]["html"].as_str().expect("a page")
}

async fn lanes_are_compared_in_one_text(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let same = reader.get(&compare("oem", "working", "one")).await.ok();
    assert_eq!((&same["count"], &same["differences"], &same["status"]), (&json!(0), &json!([]), &json!([])));
    delivered(&app, &revised(), "yes").await;
    let told = reader.get(&compare("working", "oem", "one")).await.ok();
    assert_eq!(told["pages"].as_array().map(Vec::len), Some(1));
    let marked = "<del data-difference=\"0\">Remove </del><ins data-difference=\"0\">Take off</ins> panel 214AL";
    assert!(html(&told).contains(marked), "{}", html(&told));
    let difference = &told["differences"][0];
    assert_eq!(
        (&difference["kind"], &difference["old"], &difference["new"], &difference["difference"]),
        (&json!("words"), &json!("Remove"), &json!("Take off"), &json!(0))
    );
    assert!(difference["place"].as_str().expect("a place").starts_with("Step "), "{difference}");
    let issue = told["status"].as_array().expect("a list").iter().find(|one| one["new"] == "002-00");
    assert_eq!(issue.map(|one| &one["old"]), Some(&json!("001-00")), "{}", told["status"]);
}

async fn revisions_and_moments_are_compared(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let first = reader.get(&format!("/view/default{BASE}/{MODULE}")).await.ok()["file"]["versionId"].clone();
    let moment = app.ctx.clock.now().to_rfc3339_opts(chrono::SecondsFormat::Secs, true);
    app.clock.advance(chrono::TimeDelta::hours(1));
    let revision = delivered(&app, &revised(), "yes").await;
    for (left, right) in [
        (first.as_str().expect("an id").to_owned(), format!("revision:{revision}")),
        (format!("oem@{moment}"), "oem".to_owned()),
    ] {
        let told = reader.get(&compare(&left, &right, "beside")).await.ok();
        assert_eq!(told["count"], json!(1), "{left} {right}");
        assert_eq!(told["right"]["revision"], json!(revision), "{left} {right}");
        assert!(html(&told).contains("<del data-difference=\"0\">Remove </del>"), "{}", html(&told));
    }
}

async fn a_replaced_picture_is_shown_before_and_after(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("282101")).expect("a picture");
    picture.1 = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>second</title></svg>".to_vec();
    delivered(&app, &files, "yes").await;
    let one = reader.get(&compare("working", "oem", "one")).await.ok();
    let replaced = &one["pages"][0]["replaced"][0];
    let after =
        &one["pages"][0]["figures"][usize::try_from(replaced["figure"].as_u64().expect("an index")).expect("small")];
    assert_eq!(replaced["before"]["icn"], after["icn"]);
    assert_ne!(replaced["before"]["versionId"], after["versionId"]);
    assert_eq!((&one["count"], &replaced["difference"]), (&json!(1), &json!(0)));
    assert_eq!(one["differences"][0]["kind"], "pictureContent");
    let beside = reader.get(&compare("working", "oem", "beside")).await.ok();
    for page in [0, 1] {
        assert_eq!(beside["pages"][page]["replaced"][0]["difference"], json!(0), "{page}");
    }
    let source = reader.get(&compare("working", "oem", "source")).await.ok();
    assert_eq!((&source["count"], &source["pages"]), (&json!(1), &json!([])));
}

async fn only_its_author_compares_a_draft(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    assert_eq!(author.get(&compare("base", "draft", "one")).await.problem(), "409 file.not_checked_out");
    edit(&author, &format!("{BASE}/{MODULE}"), |text| text.replace("Remove panel 214AL", "Take off panel 214AL")).await;
    let told = author.get(&compare("base", "draft", "one")).await.ok();
    assert_eq!(
        (&told["count"], &told["right"]["draft"], &told["left"]["draft"]),
        (&json!(1), &json!(true), &json!(false))
    );
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    assert_eq!(second.get(&compare("working", "draft", "one")).await.problem(), "409 file.already_checked_out");
    assert_eq!(reader.get(&compare("working", "draft", "one")).await.problem(), "403 forbidden");
}

async fn the_source_of_both_states_is_given(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &revised(), "yes").await;
    let told = reader.get(&compare("working", "oem", "source")).await.ok();
    let source = |side: usize| told["sources"][side].as_str().expect("a text");
    assert!(source(0).contains("Remove panel 214AL") && source(1).contains("Take off panel 214AL"));
    assert_eq!(told["pages"], json!([]));
}

async fn the_source_of_a_draft_that_is_no_xml_is_given(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    edit(&author, &format!("{BASE}/{MODULE}"), |text| text.replace("</dmodule>", "")).await;
    let told = author.get(&compare("base", "draft", "source")).await.ok();
    let source = |side: usize| told["sources"][side].as_str().expect("a text");
    assert!(source(0).contains("</dmodule>") && !source(1).contains("</dmodule>"));
    assert!(!author.get(&compare("base", "draft", "one")).await.status.is_success());
}

async fn states_that_are_none_are_refused(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let problem = async |left: &str| reader.get(&compare(left, "working", "one")).await.problem();
    assert_eq!(problem("nothing").await, "404 file.not_found");
    assert_eq!(problem("revision:999999").await, "404 revision.not_found");
    assert_eq!(reader.get(&compare("oem@yesterday", "oem", "one")).await.fields(), ["left: type"]);
    assert_eq!(problem("released").await, "404 file.not_found");
}

async fn differences_are_told_in_chinese(app: TestApp) {
    let reader = reader_of(&app, "amm").await.in_language("zh-CN");
    delivered(&app, &revised(), "yes").await;
    let told = reader.get(&compare("working", "oem", "one")).await.ok();
    assert!(told["differences"][0]["place"].as_str().expect("a place").starts_with("步骤 "), "{}", told["differences"]);
}

async fn a_separate_status_file_is_compared(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    delivered(&app, &demo("mmel-r2"), "yes").await;
    // The next revision changes its applicability alone, which its status file states.
    let module = "DMC-NV240-A-21-51-01-00A-180A-A_en-US.XML";
    for layout in ["one", "beside", "source"] {
        let address = format!("/view/compare/default{BASE}/{module}?left=working&right=oem&layout={layout}");
        let told = reader.get(&address).await.ok();
        assert_eq!(told["count"], json!(1), "{layout}: {told}");
        let change = &told["differences"][0];
        assert_eq!(
            (&change["kind"], &change["old"], &change["new"]),
            (
                &json!("applicability"),
                &json!("NV240-2 with air conditioning (EK 21-02)"),
                &json!("With air conditioning (EK 21-02)")
            ),
            "{layout}"
        );
        let mut status = told["status"].as_array().expect("a list").iter();
        assert!(status.any(|one| one["old"] == "2026/03/02" && one["new"] == "2026/09/14"), "{layout}: {told}");
    }
}
