//! Official sample sets, module by module; the tests report when they are missing.

use std::collections::BTreeMap;

use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::Client;
use testkit::official::file;
use testkit::packages::zipped;

use crate::imports::given_manual;
use crate::official::delivered;
use crate::viewer::lines;

testkit::on_each_app!(
    every_module_of_the_official_sets_is_read,
    a_container_resolves_to_the_alternate_of_each_customer
);

/// The undisplayable figures of the second set: one picture was not delivered, two are Flash.
const BOXES: [&str; 3] = [
    "missing ICN-S3627-S1000D0619-001-01",
    "unsupported ICN-C0419-S1000D0370-001-01",
    "unsupported ICN-C0419-S1000D0384-001-01",
];

/// Contents for modules delivered without any.
const CONTENTS: &str = "<pm><identAndStatusSection><pmAddress><pmIdent>\
    <pmCode modelIdentCode='AJ' pmIssuer='KHZAE' pmNumber='00001' pmVolume='00'/>\
    <language languageIsoCode='en' countryIsoCode='CA'/><issueInfo issueNumber='000' inWork='01'/></pmIdent>\
    <pmAddressItems><issueDate year='2019' month='08' day='09'/><pmTitle>Pump ABC</pmTitle></pmAddressItems></pmAddress>\
    <pmStatus issueType='new'><security securityClassification='01'/></pmStatus></identAndStatusSection>\
    <content><pmEntry><dmRef><dmRefIdent><dmCode modelIdentCode='AJ' systemDiffCode='A' systemCode='35' \
    subSystemCode='1' subSubSystemCode='3' assyCode='51' disassyCode='00' disassyCodeVariant='A' infoCode='040' \
    infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef></pmEntry></content></pm>";

async fn modules(reader: &Client) -> Vec<String> {
    let page = reader.get("/dm/getAllDmListWithPage?manualPath=/NV240/MMEL&pageSize=500").await.ok();
    lines(&page["items"], &["path"])
}

/// Reads every module; returns the number of pictures per state, and those not displayed.
async fn read_all(reader: &Client) -> (BTreeMap<String, usize>, Vec<String>) {
    let (mut states, mut boxes) = (BTreeMap::new(), Vec::new());
    for path in modules(reader).await {
        let view = reader.get(&format!("/view/default{path}")).await.ok();
        assert!(view["html"].as_str().is_some_and(|html| html.starts_with("<article")), "{path}");
        for figure in view["figures"].as_array().expect("figures") {
            let state = figure["state"].as_str().expect("a state").to_owned();
            if state == "found" {
                shown(reader, figure).await;
            } else {
                assert!(figure["note"].as_str().is_some_and(|note| !note.is_empty()), "{figure}");
                boxes.push(format!("{state} {}", figure["icn"].as_str().expect("a name")));
            }
            *states.entry(state).or_default() += 1;
        }
    }
    boxes.sort();
    boxes.dedup();
    (states, boxes)
}

async fn shown(reader: &Client, figure: &Value) {
    let (path, version) = (figure["path"].as_str().expect("a path"), figure["versionId"].as_str().expect("an id"));
    let bytes = reader.get(&format!("/bytes/default{path}?version={version}&as=view")).await;
    assert!(bytes.status.is_success(), "{path}: {}", bytes.text());
    assert_eq!(json!(bytes.header("content-type")), figure["mediaType"], "{path}");
    assert!(!bytes.body.is_empty(), "{path}");
}

async fn every_module_of_the_official_sets_is_read(app: TestApp) {
    let (Some(first), Some(second)) = (file("packages/bike-4.1.zip"), file("packages/bike-4.2.zip")) else { return };
    given_manual(&app).await;
    let admin = app.admin().await;
    let reader = app.person(Role::Reader).await;
    delivered(&app, &admin, "bike-4.1.zip", &first).await;
    let (states, boxes) = read_all(&reader).await;
    assert_eq!((states["found"] > 40, boxes), (true, Vec::new()), "{states:?}");
    let shared = "/view/default/NV240/MMEL/DMC-S1000DLIGHTING-AAA-D00-00-00-00AA-057A-A_en-US.XML";
    let shared = reader.get(&format!("{shared}?set=prodattr:type=Road&outside=grey")).await.ok();
    let first = &shared["applicability"]["annotations"][0];
    assert_eq!(
        (&first["text"], &first["truth"]),
        (&json!("Mountain bicycle and (Mountain storm Mk1 or Brook trekker Mk9)"), &json!("no")),
        "what the repository says"
    );

    admin.delete("/csdb?csdbName=NV240").await.ok();
    given_manual(&app).await;
    delivered(&app, &admin, "bike-4.2.zip", &second).await;
    let (states, boxes) = read_all(&reader).await;
    assert_eq!((states["found"] > 40, boxes), (true, BOXES.map(str::to_owned).to_vec()), "{states:?}");
}

async fn a_container_resolves_to_the_alternate_of_each_customer(app: TestApp) {
    let names = ["00A-040A", "00A-520A", "00B-520A", "00C-520A"]
        .map(|code| format!("DMC-AJ-A-35-13-51-{code}-A_000-01_EN-CA.XML"));
    let files: Option<Vec<_>> =
        names.iter().map(|name| Some((name.clone(), file(&format!("examples/container/{name}"))?))).collect();
    let Some(mut files) = files else { return };
    files.push(("PMC-AJ-KHZAE-00001-00_000-01_EN-CA.XML".to_owned(), CONTENTS.as_bytes().to_vec()));
    given_manual(&app).await;
    let admin = app.admin().await;
    delivered(&app, &admin, "container.zip", &zipped(&files)).await;
    for (customer, chosen) in [("A", "00B"), ("B", "00C")] {
        let expected = file(&format!("examples/container/customer{customer}/{}", names[0])).expect("what they have");
        let variant = format!("disassyCodeVariant=\"{}\" infoCode=\"520\"", &chosen[2..]);
        assert!(String::from_utf8(expected).expect("text").contains(&variant), "the truth is what they were given");
        let at = |code: &str| {
            format!("/view/default/NV240/MMEL/DMC-AJ-A-35-13-51-{code}-A_en-CA.XML?set=prodattr:config={customer}")
        };
        let text = admin.get(&at("00A-040A")).await.ok();
        assert_eq!(
            lines(&text["references"], &["state", "code"]),
            [format!("found DMC-AJ-A-35-13-51-{chosen}-520A-A")]
        );
        let container = admin.get(&at("00A-520A")).await.ok();
        let offered = lines(&container["references"], &["code", "applies"]);
        let truth =
            |code: &str| format!("DMC-AJ-A-35-13-51-{code}-520A-A {}", if code == chosen { "yes" } else { "no" });
        assert_eq!(offered, [truth("00B"), truth("00C")]);
        assert_eq!(container["applicability"]["hidden"], 1);
    }
}
