//! Regulations in the formats of their publishers, through the database.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::packages::zipped;

use crate::compliance::{read, text};
use crate::regulations::{HEAD, checked, counts, item_with, taken, version_one};
use crate::viewer::lines;

testkit::on_each_app!(
    only_what_changed_of_an_easa_export_is_open_again,
    sections_of_the_ecfr_are_known_by_their_numbers,
    archives_and_cycles_are_refused,
    a_file_is_taken_over_once,
);

/// A topic with an id in the file and one that stays in all versions.
fn topic(id: u32, rules_id: &str, title: &str, kind: &str) -> String {
    format!(
        r#"<er:topic sdt-id="{id}" source-title="{title}" ERulesId="{rules_id}" RegulatorySource="Decision 1" TypeOfContent="{kind} (words);"/>"#
    )
}

/// The text of a topic: its title, then its paragraphs.
fn control(id: u32, title: &str, paragraphs: &[&str]) -> String {
    let paragraph = |style: &str, text: &str| {
        let text = text.replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
        format!(
            r#"<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#
        )
    };
    let content: String = paragraphs.iter().map(|text| paragraph("ListLevel0", text)).collect();
    format!(
        r#"<w:sdt><w:sdtPr><w:alias w:val="topic"/><w:tag w:val="topic"/><w:id w:val="{id}"/></w:sdtPr><w:sdtContent>{}{content}</w:sdtContent></w:sdt>"#,
        paragraph("Heading2", title)
    )
}

/// The id of a topic in the file, the one that stays, title, kind and paragraphs.
type EasaTopic<'t> = (u32, &'t str, &'t str, &'t str, &'t [&'t str]);

fn export(topics: &[EasaTopic<'_>]) -> String {
    let toc: String = topics.iter().map(|(id, rules_id, title, kind, _)| topic(*id, rules_id, title, kind)).collect();
    let body: String = topics.iter().map(|(id, _, title, _, paragraphs)| control(*id, title, paragraphs)).collect();
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?><?mso-application progid="Word.Document"?>
<pkg:package xmlns:pkg="p" xmlns:er="e" xmlns:w="w">
<pkg:part pkg:name="/customXML/item4.xml"><pkg:xmlData><er:document guid="g-1" pub-time="2026-05-13T19:03:46Z" source-title="Rules for Balloons"><er:toc>{toc}</er:toc></er:document></pkg:xmlData></pkg:part>
<pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body>{body}</w:body></w:document></pkg:xmlData></pkg:part>
</pkg:package>"#
    )
}

fn choices() -> Value {
    json!({"policyCollectionName": "Balloons", "policyOriginator": "Northwind Authority", "complianceType": "regulatory"})
}

async fn only_what_changed_of_an_easa_export_is_open_again(app: TestApp) {
    let keep = "(a)\tThe operator of a balloon shall keep the records of all flights for two years.";
    let keep_longer = keep.replace("two years", "five years");
    let show = "(b)\tThe operator shall show the records to the authority on request.";
    let fuel = "(a)\tThe pilot shall check the burner and the gas before each flight of the balloon.";
    let crew = "(a)\tEach member of the crew shall hold a licence that fits the balloon.";
    let first: [EasaTopic<'_>; 2] =
        [(1, "ERULES-1", "X.1 Records", "IR", &[keep, show]), (2, "ERULES-2", "X.2 Burner", "IR", &[fuel])];
    let second: [EasaTopic<'_>; 2] = [
        (77, "ERULES-1", "X.1 Records", "IR", &[keep_longer.as_str(), show]),
        (78, "ERULES-3", "X.3 Crew", "IR", &[crew]),
    ];
    let author = app.person(Role::Author).await;
    let packed = zipped(&vec![("export.xml".to_owned(), export(&first).into_bytes())]);
    let import = checked(&app, &author, "fileName=balloons.zip", packed).await;
    assert_eq!((text(&import["state"]), text(&import["format"])), ("ready", "easa"), "{import}");
    let done = taken(&app, &author, &import, choices()).await;
    let records = item_with(&author, &done, "X.1").await;
    assert_eq!(lines(&records["clauses"], &["marker"]), ["(a)", "(b)"]);
    let body = json!({"id": records["id"], "version": records["version"], "status": "compliant", "why": ""});
    author.put("/compliance/policyItem/status", body).await.ok();
    let query = format!("fileName=balloons.xml&collectionId={}", text(&done["collectionId"]));
    let other_ids = first.map(|(id, rules_id, title, kind, paragraphs)| (id + 40, rules_id, title, kind, paragraphs));
    let again = checked(&app, &author, &query, export(&other_ids)).await;
    assert_eq!(text(&again["state"]), "unchanged", "ids of the file mean nothing: {again}");
    let next = checked(&app, &author, &query, export(&second)).await;
    assert_eq!(counts(&next), ["added 1", "changed 1", "withdrawn 1"]);
    let done = taken(&app, &author, &next, json!({})).await;
    assert_eq!(done["state"], "taken", "{done}");
    let records = read(&author, &records).await;
    assert_eq!((text(&records["status"]), &records["needsRecheck"]), ("compliant", &json!(true)));
    assert!(text(&records["text"]).contains("five years"));
}

async fn sections_of_the_ecfr_are_known_by_their_numbers(app: TestApp) {
    let part = |years: &str| {
        format!(
            "<DIV5 N=\"98\" TYPE=\"PART\"><HEAD>PART 98—Kites</HEAD>\
             <DIV8 N=\"98.1\" TYPE=\"SECTION\"><HEAD>§ 98.1 Records.</HEAD><P>(a) Keep the records of kites for {years} years.</P></DIV8>\
             <DIV8 N=\"98.2\" TYPE=\"SECTION\"><HEAD>§ 98.2 Strings.</HEAD><P>Each kite shall have a string of its own.</P></DIV8></DIV5>"
        )
    };
    let author = app.person(Role::Author).await;
    let import = checked(&app, &author, "fileName=part98.xml", part("two")).await;
    assert_eq!((text(&import["state"]), text(&import["format"])), ("ready", "ecfr"), "{import}");
    let done = taken(&app, &author, &import, choices()).await;
    let query = format!("fileName=part98.xml&collectionId={}", text(&done["collectionId"]));
    let next = checked(&app, &author, &query, part("nine")).await;
    assert_eq!(counts(&next), ["changed 1", "unchanged 1"]);
    let address = format!("/compliance/imports/{}/changes?class=changed", text(&next["id"]));
    let changed = author.get(&address).await.ok();
    assert_eq!(lines(&changed["items"], &["title", "likeness"]), ["Records 0"], "{changed}");
}

async fn archives_and_cycles_are_refused(app: TestApp) {
    let author = app.person(Role::Author).await;
    let bomb = zipped(&vec![("export.xml".to_owned(), vec![b' '; 16 << 20])]);
    let cycle = [HEAD, "A.1,One,a,A.2,RULE,\nA.2,Two,b,A.1,RULE,\n"].concat().into_bytes();
    for (name, bytes, rule) in
        [("bomb.zip", bomb, "regulation.archive_too_large"), ("cycle.csv", cycle, "regulation.parent_cycle")]
    {
        let import = checked(&app, &author, &format!("fileName={name}"), bytes).await;
        assert_eq!(text(&import["state"]), "blocked", "{name}");
        let rules = lines(&import["findings"], &["rule"]);
        assert!(rules.contains(&rule.to_owned()), "{name}: {rules:?}");
    }
    assert_eq!(author.get("/compliance").await.ok(), json!([]));
}

async fn a_file_is_taken_over_once(app: TestApp) {
    let author = app.person(Role::Author).await;
    let import = checked(&app, &author, "fileName=one.csv", version_one()).await;
    let address = format!("/compliance/imports/{}/takeover", text(&import["id"]));
    author.post(&address, json!({})).await.ok();
    // Whether the second job is refused now or later, it changes nothing.
    author.post(&address, json!({})).await;
    app.run_jobs().await;
    let collections = author.get("/compliance").await.ok();
    assert_eq!(lines(&collections, &["policyCollectionName"]), ["Northwind Ops"]);
    let path = text(&collections[0]["path"]);
    assert_eq!(author.get(&format!("/compliance/policyItems?fromPath={path}")).await.ok()["total"], 3);
}
