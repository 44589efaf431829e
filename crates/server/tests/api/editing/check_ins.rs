//! Check-ins: what a version becomes, and what is refused.

use domain::permission::Role;
use serde_json::json;
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo, zipped};

use super::{CHECK_OUT, RESTORE, act, address, bytes, check_in, edit, path, save, sha256};
use crate::imports::given_manual;
use crate::settings;
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    a_check_in_is_a_version_that_all_readers_see,
    a_check_in_changes_only_what_it_stamps,
    a_full_issue_has_a_date_a_type_and_a_reason,
    a_module_with_a_separate_status_file_is_versioned_by_date,
    versions_of_one_day_are_told_apart,
    a_text_too_long_to_save_is_not_checked_out,
    a_text_is_written_in_the_encoding_it_declares,
    a_check_in_is_refused_for_what_the_text_says,
    a_draft_with_another_code_becomes_a_module_of_its_own,
    only_its_owner_makes_a_module_from_a_draft,
    schema_errors_do_not_block_where_an_approver_allows_them,
    a_check_in_follows_the_installed_schemas,
    a_draft_that_was_saved_meanwhile_is_not_checked_in,
);

async fn a_check_in_is_a_version_that_all_readers_see(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.index().await;
    let before = reader.get(&format!("/files/default{}", path())).await.ok();
    let target = "DMC-NV240-A-24-30-00-00A-040A-A";
    let referrers = async || {
        let named = reader.get(&format!("/files/referenced/default{BASE}/{target}_en-US.XML")).await.ok();
        named["referencedBy"].to_string().contains(&path())
    };
    assert!(!referrers().await);
    let change = |text: &str| {
        let reference = "<dmRef><dmRefIdent><dmCode modelIdentCode=\"NV240\" systemDiffCode=\"A\" systemCode=\"24\" \
            subSystemCode=\"3\" subSubSystemCode=\"0\" assyCode=\"00\" disassyCode=\"00\" disassyCodeVariant=\"A\" \
            infoCode=\"040\" infoCodeVariant=\"A\" itemLocationCode=\"A\"/></dmRefIdent></dmRef></refs>";
        text.replace("Booster pump</techName>", "Zephyr pump</techName>").replacen("</refs>", reference, 1)
    };
    let (_, saved) = edit(&author, &path(), change).await;
    let said = json!({"comment": "Another pump", "step": "inWork"});
    let file = check_in(&author, &path(), said, &saved).await.ok();
    assert_eq!(
        [&file["title"], &file["issueNumber"], &file["inWork"], &file["status"], &file["origin"], &file["createdBy"]],
        ["Zephyr pump - Remove procedure", "001", "01", "Draft", "airline", "author"]
    );
    assert_eq!(author.get("/files/wip").await.ok()["drafts"], json!([]));
    assert_eq!(author.post("/users/checkedOutListWithPage", json!({})).await.ok()["total"], json!(0));
    app.index().await;
    let versions = reader.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(
        [&versions[0]["versionId"], &versions[0]["why"], &versions[0]["basedOn"][0], &versions[1]["origin"]],
        [&file["versionId"], &json!("Another pump"), &before["versionId"], &json!("oem")]
    );
    let list = reader.get(&format!("/dm/getAllDmListWithPage?manualPath={BASE}&keywordFilter=zephyr")).await.ok();
    assert_eq!((&list["total"], &list["items"][0]["path"]), (&json!(1), &json!(path())));
    let found = reader.post("/files/fts/default", json!({"searchText": "zephyr"})).await.ok();
    assert_eq!((&found["total"], &found["items"][0]["path"]), (&json!(1), &json!(path())), "{found}");
    let gone =
        reader.post("/files/fts/default", json!({"searchText": "code:28-21-01-00A-520A-A title:booster"})).await.ok();
    assert_eq!(gone["total"], json!(0), "the title before is no longer found");
    assert!(referrers().await, "the new reference is known");
    let place = reader.get(&format!("/toc/getNeighbours?path={}", path())).await.ok();
    let trail = place["trail"].as_array().expect("a trail");
    assert_eq!(trail.last().map(|node| &node["name"]), Some(&json!("Zephyr pump - Remove procedure")), "{place}");
    let nodes = json!({"manualPath": BASE, "anywhere": true, "includeLeaf": true, "keyword": "zephyr"});
    let contents = reader.post("/toc/getLeafNodeWithPage", nodes).await.ok();
    assert_eq!(contents["items"][0]["name"], json!("Zephyr pump - Remove procedure"), "{contents}");
    let page = reader.get(&format!("/view/default{}", path())).await.ok();
    assert_eq!(page["file"]["title"], json!("Zephyr pump - Remove procedure"));
    let oem = reader.get(&format!("/view/default{}?lane=oem", path())).await.ok();
    assert_eq!(oem["file"]["title"], json!("Booster pump - Remove procedure"), "what was delivered stays");
    let log = app.admin().await.get("/audit?action=file.checked_in").await.ok();
    assert_eq!(
        (&log["items"][0]["subject"], &log["items"][0]["detail"]["why"]),
        (&json!(path()), &json!("Another pump"))
    );
}

async fn a_check_in_changes_only_what_it_stamps(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, saved) = edit(&author, &path(), |text| text.replace("</content>", "<!-- é -->\r\n</content>")).await;
    let said = json!({"step": "inWork", "issueDate": "2026-11-17"});
    check_in(&author, &path(), said, &saved).await.ok();
    let expected = text
        .replace("</content>", "<!-- é -->\r\n</content>")
        .replace("<issueInfo issueNumber=\"001\" inWork=\"00\"/>", "<issueInfo issueNumber=\"001\" inWork=\"01\"/>")
        .replace("year=\"2025\" month=\"11\" day=\"03\"", "year=\"2026\" month=\"11\" day=\"17\"")
        .replace("<dmStatus issueType=\"new\">", "<dmStatus issueType=\"changed\">");
    assert_eq!(bytes(&author, &path()).await, expected);
}

async fn a_full_issue_has_a_date_a_type_and_a_reason(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let reason = json!({"text": "Torque < 14 & new seal", "type": "urt02", "highlight": true});
    let said = json!({"comment": "SB 28-012", "step": "full", "issueDate": "2026-12-01", "issueType": "revised", "reason": reason});
    let file = check_in(&author, &path(), said, &saved).await.ok();
    assert_eq!(
        [&file["issueNumber"], &file["inWork"], &file["issueDate"], &file["issueType"]],
        ["002", "00", "2026-12-01", "revised"]
    );
    let text = bytes(&author, &path()).await;
    let reason =
        "updateReasonType=\"urt02\" updateHighlight=\"1\"><simplePara>Torque &lt; 14 &amp; new seal</simplePara>";
    assert!(text.contains(reason), "{text}");
    let (_, saved) = edit(&author, &path(), |text| text.replace("Boost", "Fuel")).await;
    let odd = json!({"step": "half", "issueType": "odd", "reason": {"text": " ", "type": "urt99"}});
    let refused = check_in(&author, &path(), odd, &saved).await;
    assert_eq!(refused.problem(), "400 request.invalid");
    let fields =
        ["step: unknown_value", "issueType: unknown_value", "reason.text: required", "reason.type: unknown_value"];
    assert_eq!(refused.fields(), fields);
    let file = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!([&file["issueNumber"], &file["inWork"]], ["002", "01"]);
}

async fn a_module_with_a_separate_status_file_is_versioned_by_date(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let file = format!("{BASE}/DMC-NV240-A-21-21-01-00A-180A-A_en-US.XML");
    let before = reader.get(&format!("/files/default{file}")).await.ok();
    let (_, saved) = edit(&author, &file, |text| text.replace("Cockpit ventilation fan", "Cockpit blower")).await;
    app.wait(60);
    let after = check_in(&author, &file, json!({"step": "inWork"}), &saved).await.ok();
    assert_eq!((&after["issueNumber"], &after["issueType"]), (&json!(""), &json!("changed")));
    // The clock of the tests stands in the year 2026.
    assert_eq!(
        (&before["issueDate"], &after["issueDate"]),
        (&json!("2026-03-02T00:00:00Z"), &json!("2026-01-01T00:01:00Z"))
    );
    assert_eq!(after["title"], json!("Cockpit blower"));
    assert_eq!(after["properties"]["approvalRequired"], before["properties"]["approvalRequired"], "of the status file");
    assert_eq!(after["properties"]["fileName"], before["properties"]["fileName"]);
    let text = bytes(&author, &file).await;
    assert!(text.contains(&format!("<issueInfo issueDate=\"{}\"/>", after["issueDate"].as_str().expect("a date"))));
}

/// Changes the text of the files of a package.
fn changed(name: &str, change: impl Fn(&str, String) -> String) -> PackageFiles {
    let text = |(name, bytes): (String, Vec<u8>)| match String::from_utf8(bytes) {
        Ok(text) => (name.clone(), change(&name, text).into_bytes()),
        Err(error) => (name, error.into_bytes()),
    };
    demo(name).into_iter().map(text).collect()
}

async fn versions_of_one_day_are_told_apart(app: TestApp) {
    given_manual(&app).await;
    // The status list is without the checksums, which are no longer right.
    let by_day = |_: &str, text: String| text.replace("T00:00:00Z\"", "\"").replace("checksum", "sum");
    delivered(&app, &changed("mmel-r1", by_day), "yes").await;
    let author = app.person(Role::Author).await;
    let file = format!("{BASE}/DMC-NV240-A-21-21-01-00A-180A-A_en-US.XML");
    let (fan, blower) = ("Cockpit ventilation fan", "Cockpit blower");
    let said = || json!({"step": "inWork"});
    let (_, saved) = edit(&author, &file, |text| text.replace(fan, blower)).await;
    let day = check_in(&author, &file, said(), &saved).await.ok();
    assert_eq!(day["issueDate"], json!("2026-01-01"));
    let versions = async || author.get(&format!("/files/getVersions/default{file}")).await.ok();
    let first = versions().await[1]["versionId"].as_str().expect("an id").to_owned();
    let restored = author.post(&format!("{}?version={first}", address(RESTORE, &file)), json!({"comment": ""})).await;
    assert_eq!(restored.ok()["issueDate"], json!("2026-01-01T00:00:00Z"));
    let (_, saved) = edit(&author, &file, |text| text.replace(fan, blower)).await;
    let again = check_in(&author, &file, said(), &saved).await.ok();
    assert_ne!(again["versionId"], day["versionId"], "the same text is a version of its own");
    // The text of the restored version in the same second would be that version.
    let (_, saved) = edit(&author, &file, |text| text.replace(blower, fan)).await;
    assert_eq!(check_in(&author, &file, said(), &saved).await.problem(), "409 changed_meanwhile");
    app.wait(1);
    check_in(&author, &file, said(), &saved).await.ok();
    assert_eq!(versions().await.as_array().map(Vec::len), Some(5));
}

async fn a_text_too_long_to_save_is_not_checked_out(app: TestApp) {
    let long = |name: &str, text: String| {
        let words = || (0..1_300_000).fold(String::new(), |words, number| words + &number.to_string() + " ");
        let is_one = name.contains("28-21-01-00A-520A-A");
        if is_one { text.replace("</content>", &format!("<!-- {}--></content>", words())) } else { text }
    };
    given_manual(&app).await;
    delivered(&app, &changed("amm", long), "yes").await;
    let refused = act(&app.person(Role::Author).await, CHECK_OUT).await;
    assert_eq!(refused.problem(), "422 draft.refused");
    assert_eq!(refused.json()["findings"][0]["message"], json!("The document is larger than 8 MB"));
}

async fn a_text_is_written_in_the_encoding_it_declares(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let declared = |text: &str| text.replacen("UTF-8", "ISO-8859-1", 1).replace("Booster", "Boost – é");
    let (text, saved) =
        edit(&author, &path(), |text| declared(text).replace("</content>", "<!--\n– --></content>")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let line = text[..text.find("</content>").expect("content")].lines().count() + 1;
    assert_eq!(refused.json()["findings"][0]["line"], json!(line), "{}", refused.text());
    save(&author, &path(), "a", &saved, &declared(&text)).await.ok();
    check_in(&author, &path(), json!({"step": "inWork"}), &sha256(&declared(&text))).await.ok();
    let written = author.get(&format!("/bytes/default{}", path())).await;
    let expected = b"Boost &#x2013; \xE9";
    assert!(written.body.windows(expected.len()).any(|bytes| bytes == expected), "{}", written.text());
}

async fn a_check_in_is_refused_for_what_the_text_says(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let said = || json!({"step": "inWork"});
    let (text, _) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let mut replaces = sha256(&text.replace("Booster", "Boost"));
    for (changed, problem) in [
        (text.clone(), "422 checkin.unchanged"),
        (text.replace("</content>", ""), "422 checkin.invalid"),
        (text.replacen("infoCode=\"520\"", "infoCode=\"521\"", 1), "422 checkin.other_identity"),
        (text.replacen("languageIsoCode=\"en\"", "languageIsoCode=\"fr\"", 1), "422 checkin.other_identity"),
    ] {
        save(&author, &path(), "a", &replaces, &changed).await.ok();
        replaces = sha256(&changed);
        let refused = check_in(&author, &path(), said(), &replaces).await;
        assert_eq!(refused.problem(), problem, "{}", refused.text());
        if problem == "422 checkin.invalid" {
            assert!(refused.json()["findings"][0]["line"].is_number(), "{}", refused.text());
        }
    }
    let kept = author.get("/files/wip").await.ok();
    assert_eq!((&kept["drafts"][0]["state"], &kept["drafts"][0]["sha256"]), (&json!("open"), &json!(replaces)));
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(1));
}

async fn a_draft_with_another_code_becomes_a_module_of_its_own(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let other = |text: &str| text.replacen("infoCode=\"520\"", "infoCode=\"529\"", 1).replace("Booster", "Boost");
    let (_, saved) = edit(&author, &path(), other).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.other_identity");
    let identity = refused.json()["identity"].as_str().expect("the code of the text").to_owned();
    assert_eq!(identity, "DMC-NV240-A-28-21-01-00A-529A-A_en-US");
    let body = json!({"manualPath": BASE, "draftOf": path(), "sha256": saved, "checkOut": true, "comment": "Apart"});
    let made = author.post(&format!("/dm/default/{identity}"), body.clone()).await.ok();
    assert_eq!(
        (&made["issueNumber"], &made["inWork"], &made["checkedOutBy"], &made["title"]),
        (&json!("000"), &json!("01"), &json!("author"), &json!("Boost pump - Remove procedure")),
        "{made}"
    );
    let xml = bytes(&reader, made["path"].as_str().expect("a path")).await;
    assert!(xml.contains("Boost") && !xml.contains("sourceDmIdent"), "{xml}");
    let drafts = author.get("/files/wip").await.ok();
    assert_eq!(
        (&drafts["drafts"][0]["path"], &drafts["drafts"][0]["state"], &drafts["drafts"][0]["sha256"]),
        (&json!(path()), &json!("open"), &json!(saved)),
        "the draft stays"
    );
    let versions = reader.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(1));
    assert_eq!(author.post(&format!("/dm/default/{identity}"), body).await.problem(), "409 module.code_taken");
}

async fn only_its_owner_makes_a_module_from_a_draft(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    app.add("second", Role::Author).await;
    let second = app.signed_in("second").await;
    let name = "/dm/default/DMC-NV240-A-28-21-01-00A-529A-A_en-US";
    let body = |sha256: &str| json!({"manualPath": BASE, "draftOf": path(), "sha256": sha256});
    let (_, saved) = edit(&author, &path(), |text| text.replace("</content>", "")).await;
    assert_eq!(reader.post(name, body(&saved)).await.problem(), "403 forbidden");
    assert_eq!(second.post(name, body(&saved)).await.problem(), "409 file.already_checked_out");
    assert_eq!(author.post(name, body("0")).await.problem(), "409 changed_meanwhile");
    let without = json!({"manualPath": BASE, "draftOf": path()});
    assert_eq!(author.post(name, without).await.fields(), ["sha256: required"]);
    assert_eq!(author.post(name, body(&saved)).await.problem(), "422 checkin.invalid", "it is not well-formed");
    let found = reader.get(&format!("/files/default{BASE}/DMC-NV240-A-28-21-01-00A-529A-A_en-US.XML")).await;
    assert_eq!(found.problem(), "404 file.not_found");
}

/// A schema of our own for procedures, which demands one element as the content.
fn schema(content: &str) -> Vec<u8> {
    let any = |name: &str| {
        format!(
            "<xs:element name=\"{name}\"><xs:complexType><xs:sequence><xs:any minOccurs=\"0\" maxOccurs=\"unbounded\" \
             processContents=\"skip\"/></xs:sequence></xs:complexType></xs:element>"
        )
    };
    let text = format!(
        "<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\"><xs:element name=\"dmodule\"><xs:complexType>\
         <xs:sequence>{}{}</xs:sequence></xs:complexType></xs:element></xs:schema>",
        any("identAndStatusSection"),
        any(content)
    );
    let file = |name: &str| (format!("S1000D_4-2/xml_schema_flat/{name}.xsd"), text.clone().into_bytes());
    zipped(&vec![file("descript"), file("pm"), file("proced")])
}

async fn schema_errors_do_not_block_where_an_approver_allows_them(app: TestApp) {
    reader_of(&app, "amm").await;
    settings::send(&app.admin().await, "/config/schemaSets", schema("procedures")).await.ok();
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let said = json!({"step": "inWork", "comment": "x"});
    assert_eq!(check_in(&author, &path(), said.clone(), &saved).await.problem(), "422 checkin.invalid");
    let manual = approver.get(&format!("/folders/default{BASE}")).await.ok();
    assert_eq!(manual["attributeMap"]["schemaErrorsBlock"], json!(["yes"]));
    let version = &manual["version"];
    let rules = json!({"manualPath": BASE, "schemaErrorsBlock": false, "version": version});
    assert_eq!(author.put("/csdb/manual/rules", rules.clone()).await.problem(), "403 forbidden");
    let changed = approver.put("/csdb/manual/rules", rules.clone()).await.ok();
    assert_eq!(changed["attributeMap"]["schemaErrorsBlock"], json!(["no"]));
    assert_eq!(approver.put("/csdb/manual/rules", rules).await.problem(), "409 changed_meanwhile");
    check_in(&author, &path(), said, &saved).await.ok();
}

async fn a_check_in_follows_the_installed_schemas(app: TestApp) {
    reader_of(&app, "amm").await;
    let (author, admin) = (app.person(Role::Author).await, app.admin().await);
    settings::send(&admin, "/config/schemaSets", schema("procedures")).await.ok();
    let (_, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let refused = check_in(&author, &path(), json!({"step": "inWork"}), &saved).await;
    assert_eq!(refused.problem(), "422 checkin.invalid");
    let finding = &refused.json()["findings"][0];
    assert_eq!(finding["rule"], json!("xsd.element_unexpected"), "{finding}");
    assert!(finding["line"].as_u64().is_some_and(|line| line > 40), "{finding}");
    settings::send(&admin, "/config/schemaSets", schema("content")).await.ok();
    check_in(&author, &path(), json!({"step": "inWork"}), &saved).await.ok();
}

async fn a_draft_that_was_saved_meanwhile_is_not_checked_in(app: TestApp) {
    reader_of(&app, "amm").await;
    let author = app.person(Role::Author).await;
    let (text, saved) = edit(&author, &path(), |text| text.replace("Booster", "Boost")).await;
    let stale = check_in(&author, &path(), json!({"step": "inWork"}), &sha256(&text)).await;
    assert_eq!(stale.problem(), "409 changed_meanwhile");
    // Two tabs check the same draft in at once: one version.
    let (file, said) = (path(), json!({"step": "inWork"}));
    let (one, other) =
        tokio::join!(check_in(&author, &file, said.clone(), &saved), check_in(&author, &file, said.clone(), &saved));
    let succeeded = [&one, &other].iter().filter(|answer| answer.status.is_success()).count();
    assert_eq!(succeeded, 1, "{} {}", one.text(), other.text());
    let versions = author.get(&format!("/files/getVersions/default{}", path())).await.ok();
    assert_eq!(versions.as_array().map(Vec::len), Some(2));
}
