//! Publications of all manuals that concern a person, as the dashboard counts them.

use domain::access::AccessLevel;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;

use super::readers::set_receivers;
use super::{approve, given_operator, id_of, published};
use crate::limited::{Limits, change_access};
use crate::viewer::reader_of;

testkit::on_each_app!(every_count_of_publications_equals_its_list, drafts_are_for_people_who_work_on_their_manual,);

const GROUPS: [(&str, &str); 4] = [
    ("drafts", "publicationDrafts"),
    ("forApproval", "publicationsForApproval"),
    ("published", "publicationsPublished"),
    ("toAcknowledge", "publicationsToAcknowledge"),
];

/// The lengths of the four lists; each is compared with its count, where the person has one.
async fn lengths(client: &Client) -> [Value; 4] {
    let counts = client.get("/counts").await.ok();
    let mut lengths = [Value::Null, Value::Null, Value::Null, Value::Null];
    for (length, (group, count)) in lengths.iter_mut().zip(GROUPS) {
        let list = client.get(&format!("/publications/groups?group={group}")).await.ok();
        assert_eq!(list["items"].as_array().map(|items| json!(items.len())).as_ref(), Some(&list["total"]), "{list}");
        if let Some(counted) = counts.get(count) {
            assert_eq!(counted, &list["total"], "{group}");
        }
        *length = list["total"].clone();
    }
    lengths
}

async fn every_count_of_publications_equals_its_list(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    assert_eq!(lengths(&author).await, [json!(0), json!(0), json!(0), json!(0)]);
    published(&app, &author, "exportQuickAta2300", json!({})).await;
    let frozen = published(&app, &author, "exportApproveAta2300", json!({"revision": "1"})).await;
    assert_eq!(lengths(&author).await, [json!(1), json!(1), json!(0), json!(0)]);
    let waiting = approver.get("/publications/groups?group=forApproval").await.ok();
    let row = &waiting["items"][0];
    assert_eq!((&row["id"], &row["state"]), (&frozen["publication"], &json!("readyForApprove")));
    assert_eq!((&row["csdbName"], &row["manualName"]), (&json!("NV240"), &json!("MMEL")));
    // Readers have neither the counts nor the lists.
    let counts = reader.get("/counts").await.ok();
    assert_eq!((counts.get("publicationDrafts"), counts.get("publicationsForApproval")), (None, None));
    assert_eq!(lengths(&reader).await, [json!(0), json!(0), json!(0), json!(0)]);

    set_receivers(&approver, &["reader"]).await;
    approve(&app, &approver, &frozen).await;
    assert_eq!(lengths(&author).await, [json!(1), json!(0), json!(1), json!(0)]);
    assert_eq!(lengths(&reader).await, [json!(0), json!(0), json!(1), json!(1)]);
    let acknowledge = format!("/publications/{}/acknowledge", id_of(&frozen));
    reader.post(&acknowledge, Value::Null).await.ok();
    assert_eq!(lengths(&reader).await, [json!(0), json!(0), json!(1), json!(0)]);
    app.wait(31 * 24 * 3600);
    let reader = app.signed_in("reader").await;
    assert_eq!(lengths(&reader).await, [json!(0), json!(0), json!(0), json!(0)], "it is not new any more");
    let odd = reader.get("/publications/groups?group=odd").await;
    assert_eq!(odd.fields(), ["group: unknown_value"]);
}

async fn drafts_are_for_people_who_work_on_their_manual(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let author = app.person(Role::Author).await;
    published(&app, &author, "exportQuickAta2300", json!({})).await;
    assert_eq!(lengths(&author).await[0], json!(1));
    Limits::of_group(&app, "/NV240", "Crew", &["author"], AccessLevel::Read).await;
    assert_eq!(lengths(&author).await[0], json!(0), "they read the manual, and do not work on it");
    let path = domain::path::CsdbPath::parse("/NV240").expect("a path");
    change_access(&app, &path, &[("Crew", Some(AccessLevel::Author))]).await;
    assert_eq!(lengths(&author).await[0], json!(1));
}
