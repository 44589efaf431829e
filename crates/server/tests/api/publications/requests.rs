//! Change requests that end with the publication of their work, and items that the MEL guard does not let pass.

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::packages::demo;

use super::{approval, approve, ask, given_operator, published};
use crate::change_requests;
use crate::comments;
use crate::editing;
use crate::mel_guard::{categorised, guard_at, override_at, step_at};
use crate::viewer::{BASE, delivered, reader_of};

testkit::on_each_app!(
    an_approval_closes_the_request_whose_work_is_approved,
    an_approval_leaves_a_request_whose_work_came_later,
    an_approval_leaves_a_request_whose_new_module_came_later,
    an_item_that_allows_more_blocks_all_but_drafts,
    a_stricter_master_list_blocks_an_approval,
    an_item_that_became_another_module_blocks_as_well,
);

/// Finishes the work on a request, and releases its module.
async fn finished(author: &Client, approver: &Client) -> String {
    let request = change_requests::opened(author, "Pump").await;
    change_requests::work(author, &request, "housing").await.ok();
    change_requests::act(author, &request, "finish").await.ok();
    for (client, step) in [(author, "submit"), (approver, "release")] {
        let version = json!(comments::version(client).await);
        step_at(client, &comments::path(), step, &version).await.ok();
    }
    request
}

async fn status(client: &Client, request: &str) -> Value {
    let open = client.get(&format!("/changeRequests/{request}")).await.ok();
    json!([open["request"]["status"], open["request"]["outcome"]])
}

async fn an_approval_closes_the_request_whose_work_is_approved(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let request = finished(&author, &approver).await;
    let named = json!({"changeRequestId": request});
    let first = published(&app, &author, "exportApproveAta2300", named.clone()).await;
    approve(&app, &approver, &first).await;
    assert_eq!(status(&author, &request).await[0], "Ready for Publish", "nobody has approved its work");
    change_requests::review(&app.admin().await, &request, json!({"verdict": "approved"})).await.ok();
    published(&app, &author, "exportQuickAta2300", named.clone()).await;
    let second = published(&app, &author, "exportApproveAta2300", named).await;
    assert_eq!(status(&author, &request).await[0], "Ready for Publish", "neither a draft nor what waits closes it");
    approve(&app, &approver, &second).await;
    assert_eq!(status(&author, &request).await, json!(["Closed", "published"]));
    let told = author.get("/notifications").await.ok().to_string();
    assert!(told.contains("approver published change request #1: Pump"), "{told}");
    let log = app.admin().await.get("/audit?action=change_request.published").await.ok();
    assert_eq!(log["total"], 1, "{log}");
}

async fn an_approval_leaves_a_request_whose_work_came_later(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let request = change_requests::opened(&author, "Pump").await;
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"changeRequestId": request})).await;
    change_requests::work(&author, &request, "housing").await.ok();
    change_requests::act(&author, &request, "finish").await.ok();
    change_requests::review(&app.admin().await, &request, json!({"verdict": "approved"})).await.ok();
    approve(&app, &approver, &waiting).await;
    assert_eq!(status(&author, &request).await[0], "Ready for Publish");
}

async fn an_approval_leaves_a_request_whose_new_module_came_later(app: TestApp) {
    reader_of(&app, "amm").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let request = change_requests::opened(&author, "Valve").await;
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"changeRequestId": request})).await;
    let name = "DMC-NV240-A-29-11-09-00A-520A-A_en-US.XML";
    let valve = json!({"manualPath": BASE, "techName": "Valve", "infoName": "Remove", "contentType": "proced",
        "checkOut": true});
    author.post(&format!("/dm/default/{name}"), valve).await.ok();
    let path = format!("{BASE}/{name}");
    let (_, saved) = editing::edit(&author, &path, |text| text.replace("<para></para>", "<para>Cut</para>")).await;
    let said = json!({"step": "inWork", "changeRequestId": request});
    editing::check_in(&author, &path, said, &saved).await.ok();
    change_requests::act(&author, &request, "finish").await.ok();
    change_requests::review(&app.admin().await, &request, json!({"verdict": "approved"})).await.ok();
    approve(&app, &approver, &waiting).await;
    assert_eq!(status(&author, &request).await[0], "Ready for Publish", "the publication does not have the module");
}

/// The item that `categorised` changes.
const ITEM: &str = "DMC-NV240-A-30-31-01-00A-180A-A_en-US.XML";

async fn an_item_that_allows_more_blocks_all_but_drafts(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let blockers = async |client: &Client| {
        let found = client.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
        (found["excessiveItems"].clone(), found["excessiveItemCount"].clone(), found["blocking"].clone())
    };
    assert_eq!(blockers(&author).await, (json!([]), json!(0), json!(0)), "items as the manufacturer delivered them");
    let path = format!("{BASE}/{ITEM}");
    categorised(&app, &author, "C", "D").await;
    let (items, count, blocking) = blockers(&author).await;
    assert_eq!((&items[0]["path"], &count), (&json!(path), &json!(1)), "{items}");
    assert_eq!(blocking, 2, "it is not released either");
    let refused = ask(&author, "exportApproveAta2300", json!({"formats": ["ata2300"]})).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
    published(&app, &author, "exportQuickAta2300", json!({"formats": ["ata2300"]})).await;
    let item = guard_at(&author, &path).await["item"].clone();
    override_at(&approver, &path, &item, "Agreed with the authority").await.ok();
    let (items, count, _) = blockers(&author).await;
    assert_eq!((items, count), (json!([]), json!(0)), "an approver has overridden it");
}

async fn a_stricter_master_list_blocks_an_approval(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    given_operator(&app).await;
    let (author, approver) = (app.person(Role::Author).await, app.person(Role::Approver).await);
    let waiting = published(&app, &author, "exportApproveAta2300", json!({"formats": ["ata2300"]})).await;
    // Its category of the item is B, where the frozen text has C.
    delivered(&app, &demo("mmel-r2"), "yes").await;
    let refused = ask(&approver, "exportFormalAta2300", approval(&waiting)).await;
    assert_eq!(refused.problem(), "409 publication.blocked");
}

async fn an_item_that_became_another_module_blocks_as_well(app: TestApp) {
    reader_of(&app, "mmel-r1").await;
    let author = app.person(Role::Author).await;
    let path = format!("{BASE}/{ITEM}");
    app.wait(60);
    let described = |text: &str| {
        let (head, rest) = text.split_once("<content>").expect("a content");
        let (_, tail) = rest.split_once("</content>").expect("an end");
        [head, "<content><description><para>See the crew.</para></description></content>", tail].concat()
    };
    let (_, saved) = editing::edit(&author, &path, described).await;
    editing::check_in(&author, &path, json!({"step": "inWork", "comment": "Other"}), &saved).await.ok();
    let found = author.get(&format!("/publications/blockers?manualPath={BASE}")).await.ok();
    assert_eq!(
        (&found["excessiveItems"][0]["path"], &found["excessiveItemCount"]),
        (&json!(path), &json!(1)),
        "{found}"
    );
}
