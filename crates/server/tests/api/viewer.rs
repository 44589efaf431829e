//! Reading: /view/default, /view/choices/default and /toc/getNeighbours.

use app::library::manuals::NewManual;
use axum::body::Body;
use axum::http::{Method, StatusCode};
use domain::change::Actor;
use domain::permission::Role;
use serde_json::{Value, json};
use testkit::app::TestApp;
use testkit::client::{API, Client};
use testkit::packages::{PackageFiles, demo};

use crate::imports::{given_manual, import, read};

testkit::on_each_app!(
    a_module_is_rendered_with_its_references,
    text_is_filtered_for_an_aircraft_a_product_or_single_conditions,
    a_container_shows_the_applicable_alternate,
    applicability_in_a_repository_selects_the_alternate,
    a_warning_in_a_repository_is_shown_with_its_text_and_symbol,
    a_module_with_a_separate_status_file_has_its_applicability,
    a_module_that_does_not_apply_is_withheld_by_default,
    the_contents_say_which_modules_apply,
    an_old_revision_shows_its_old_pictures,
    a_picture_of_the_manual_itself_comes_before_that_of_another,
    a_reader_gets_the_applicability_choices,
    contents_are_read_from_the_first_page_to_the_last,
    previous_and_next_stay_in_one_language,
    an_unreadable_module_has_its_reason,
    a_response_is_cached_until_the_library_changes,
    a_hostile_module_neither_runs_code_nor_blocks_the_server,
);

pub(crate) const BASE: &str = "/NV240/MMEL";

/// Imports a package as the next revision of `/NV240/MMEL`; returns its id.
pub(crate) async fn delivered(app: &TestApp, files: &PackageFiles, complete: &str) -> String {
    let admin = app.admin().await;
    let mut given = read(app, &admin, files).await;
    given["complete"] = json!(complete);
    let job = import(app, &admin, &given).await;
    assert_eq!(job["status"], "COMPLETED", "{}", job["errorList"]);
    job["outputMap"]["revisionId"].as_str().expect("a revision").to_owned()
}

/// A reader client for a manual with a package of the demo library.
pub(crate) async fn reader_of(app: &TestApp, package: &str) -> Client {
    given_manual(app).await;
    delivered(app, &demo(package), "yes").await;
    app.person(Role::Reader).await
}

pub(crate) fn at(code: &str) -> String {
    format!("/view/default{BASE}/DMC-NV240-A-{code}_en-US.XML")
}

/// The named members of each object in an array.
pub(crate) fn lines(list: &Value, members: &[&str]) -> Vec<String> {
    let word = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let line = |item: &Value| members.iter().map(|name| word(&item[*name])).collect::<Vec<_>>().join(" ");
    list.as_array().expect("a list").iter().map(line).collect()
}

async fn a_module_is_rendered_with_its_references(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let answer = reader.get(&at("28-21-01-00A-520A-A")).await;
    let view = answer.ok();
    assert_eq!((&view["file"]["code"], &view["truncated"]), (&json!("DMC-NV240-A-28-21-01-00A-520A-A"), &json!(false)));
    let html = view["html"].as_str().expect("text");
    assert!(html.starts_with("<article class=\"s1d-module\""), "{}", &html[..200]);
    assert!(html.contains("Remove panel 214AL (pump 1) or 214AR (pump 2)."));
    assert!(!html.contains("token") && !html.contains("<script"), "it carries neither");
    let named = &view["references"].as_array().expect("references")[0];
    assert_eq!(
        (&named["state"], &named["path"], &named["title"]),
        (
            &json!("found"),
            &json!(format!("{BASE}/DMC-NV240-A-28-21-01-00A-720A-A_en-US.XML")),
            &json!("Booster pump - Install procedure")
        )
    );
    let figure = &view["figures"][0];
    assert_eq!(
        lines(&view["figures"], &["id", "number", "title", "state", "media", "mediaType"]),
        ["s1d-fig-01 1 Booster pump, installation found image image/svg+xml"]
    );
    assert_eq!(figure["path"], "/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG");
    assert!(figure["versionId"].as_str().is_some_and(|id| !id.is_empty()) && figure.get("note").is_none());
    assert!(!lines(&view["outline"], &["id", "number", "title"]).is_empty());

    let chinese = reader.in_language("zh-CN").get(&at("28-21-01-00A-520A-A")).await.ok();
    assert_eq!(
        (&chinese["html"], &chinese["outline"]),
        (&view["html"], &view["outline"]),
        "an English module reads as one document"
    );
    let elsewhere = app.second_node();
    let other = elsewhere.signed_in("reader").await;
    assert_eq!(other.get(&at("28-21-01-00A-520A-A")).await.text(), answer.text(), "every node draws alike");
}

async fn text_is_filtered_for_an_aircraft_a_product_or_single_conditions(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let admin = app.admin().await;
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAC", "serialNumber": "2003", "model": "NV240-2"},
        {"registration": "QZ-HAA", "serialNumber": "1004", "model": "NV240-1",
         "productAttributes": [{"name": "SB26003", "value": "POST"}]},
    ]});
    admin.post("/config/operator", fleet).await.ok();
    let counted = async |query: &str| {
        let view = reader.get(&format!("{}?{query}", at("26-20-00-00A-040A-A"))).await.ok();
        let applicability = &view["applicability"];
        let truths = lines(&applicability["annotations"], &["id", "truth", "text"]);
        (truths, applicability["hidden"].clone(), applicability["unknown"].clone(), view)
    };
    let (truths, hidden, unknown, view) = counted("").await;
    assert_eq!((hidden, unknown), (json!(0), json!(truths.len())), "{truths:?}");
    assert!(truths.iter().all(|line| line.contains(" unknown ")), "{truths:?}");
    let assertion = &view["applicability"]["annotations"][0]["assertion"];
    assert_eq!(
        (&assertion["applicPropertyIdent"], &assertion["applicPropertyType"], &assertion["evaluates"]),
        (&json!("SB26003"), &json!("condition"), &json!([]))
    );

    let (pre, hidden, unknown, view) = counted("set=condition:SB26003%3DPRE").await;
    assert_eq!((hidden, unknown), (json!(1), json!(0)), "{pre:?}");
    assert_eq!(
        lines(&view["applicability"]["chosen"], &["applicPropertyType", "applicPropertyIdent", "value", "name"]),
        ["condition SB26003 PRE SB NV240-26-003"]
    );
    let grey = counted("set=condition:SB26003%3DPRE&outside=grey").await.3;
    assert!(grey["html"].as_str().expect("text").len() > view["html"].as_str().expect("text").len(), "grey is there");
    assert!(grey["html"].as_str().expect("text").contains("data-applic=\"no\""));

    assert_eq!(counted("product=prd-HAA").await.0, pre, "the product table says PRE");
    let post = counted("set=condition:SB26003=POST").await.0;
    assert_ne!(post, pre);
    assert_eq!(counted("aircraft=qz-haa").await.0, post, "what the operator says wins over the product table");
    assert_eq!(counted("aircraft=QZ-HAC").await.0, post, "the product of its serial number");
    assert_eq!(counted("aircraft=QZ-HAC&set=condition:SB26003=PRE").await.0, pre, "a single condition wins");
    let chosen = counted("aircraft=QZ-HAC&set=prodattr:colour=red").await.3;
    let chosen = lines(&chosen["applicability"]["chosen"], &["applicPropertyIdent", "value"]);
    for expected in ["colour red", "model NV240-2", "registration QZ-HAC", "serialNumber 2003", "EK28AUX INSTALLED"] {
        assert!(chosen.iter().any(|line| line == expected), "{expected}: {chosen:?}");
    }
    for (query, field) in [
        ("aircraft=NONE", "aircraft: unknown_value"),
        ("product=NONE", "product: unknown_value"),
        ("set=model", "set: unknown_value"),
        ("set=other:model=1", "set: unknown_value"),
        ("outside=away", "outside: unknown_value"),
        ("colour=red", "colour: unknown_field"),
    ] {
        let refused = reader.get(&format!("{}?{query}", at("26-20-00-00A-040A-A"))).await;
        assert_eq!(refused.fields(), [field], "{query}");
    }
}

async fn a_container_shows_the_applicable_alternate(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let container = at("26-21-01-00A-914A-A");
    let offered = async |query: &str| {
        let view = reader.get(&format!("{container}{query}")).await.ok();
        (lines(&view["references"], &["state", "code", "applies"]), view["applicability"]["hidden"].clone())
    };
    let (single, double) = ("DMC-NV240-A-26-21-01-00A-920A-A", "DMC-NV240-A-26-21-01-00B-920A-A");
    assert_eq!(
        offered("").await,
        (vec![format!("found {single} unknown"), format!("found {double} unknown")], json!(0))
    );
    assert_eq!(
        offered("?product=prd-HAA").await,
        (vec![format!("found {single} yes"), format!("found {double} no")], json!(1))
    );
    assert_eq!(
        offered("?set=condition:SB26003=POST").await,
        (vec![format!("found {single} no"), format!("found {double} yes")], json!(1))
    );
}

/// The header of a repository, up to its entries.
const REPOSITORY: &str = "<dmodule><identAndStatusSection><dmAddress><dmIdent>\
    <dmCode modelIdentCode='NV240' systemDiffCode='A' systemCode='00' subSystemCode='0' subSubSystemCode='0' \
    assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='0A2' infoCodeVariant='A' itemLocationCode='D'/>\
    <language languageIsoCode='en' countryIsoCode='US'/><issueInfo issueNumber='001' inWork='00'/></dmIdent>\
    <dmAddressItems><issueDate year='2025' month='11' day='03'/><dmTitle><techName>Statements</techName></dmTitle>\
    </dmAddressItems></dmAddress><dmStatus issueType='new'><security securityClassification='01'/></dmStatus>\
    </identAndStatusSection><content><commonRepository><applicRepository>";

/// The maintenance manual, with the applicability of its container's alternates in a repository.
pub(crate) fn with_a_repository() -> PackageFiles {
    let (mut files, mut repository) = (demo("amm"), REPOSITORY.to_owned());
    for (name, bytes) in &mut files {
        let Some(ident) = ["26-21-01-00A-920A", "26-21-01-00B-920A"].into_iter().find(|code| name.contains(code))
        else {
            continue;
        };
        let text = String::from_utf8(std::mem::take(bytes)).expect("text");
        let (head, rest) = text.split_once("<applic>").expect("a statement");
        let (statement, tail) = rest.split_once("</applic>").expect("its end");
        let named = ["<applicSpec><applicSpecIdent applicIdentValue='", ident, "'/><applic>"].concat();
        repository += &[named.as_str(), statement, "</applic></applicSpec>"].concat();
        *bytes = format!("{head}<applicRef applicIdentValue='{ident}'/>{tail}").into_bytes();
    }
    repository.push_str("</applicRepository></commonRepository></content></dmodule>");
    files.push(("DMC-NV240-A-00-00-00-00A-0A2A-D_001-00_EN-US.XML".to_owned(), repository.into_bytes()));
    files
}

async fn applicability_in_a_repository_selects_the_alternate(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &with_a_repository(), "yes").await;
    let reader = app.person(Role::Reader).await;
    let view = async |code: &str, query: &str| reader.get(&format!("{}{query}", at(code))).await.ok();
    let single = view("26-21-01-00A-920A-A", "?product=prd-HAA").await;
    let module = &single["applicability"]["module"];
    assert_eq!((&module["text"], &module["truth"]), (&json!("Pre SB NV240-26-003"), &json!("yes")));
    assert_eq!(single["file"]["quality"], "firstVerification");
    let double = view("26-21-01-00B-920A-A", "?product=prd-HAA").await;
    assert_eq!(double["applicability"]["module"]["truth"], "no");
    let offered = async |query: &str| lines(&view("26-21-01-00A-914A-A", query).await["references"], &["applies"]);
    assert_eq!(offered("").await, ["unknown", "unknown"]);
    assert_eq!(offered("?set=condition:SB26003=POST").await, ["no", "yes"]);
}

/// The maintenance manual, with a warning of a task in a repository.
pub(crate) fn with_a_shared_warning() -> PackageFiles {
    let mut files = demo("amm");
    let (_, bytes) = files.iter_mut().find(|(name, _)| name.contains("26-21-01-00A-920A")).expect("a task");
    let text = String::from_utf8(std::mem::take(bytes)).expect("text");
    let named = "<warningsAndCautionsRef><warningRef id='shared-1' warningIdentNumber='hot-1'/></warningsAndCautionsRef><procedure>";
    let text =
        text.replacen("<procedure>", named, 1).replacen("<mainProcedure", "<mainProcedure warningRefs='shared-1'", 1);
    *bytes = text.into_bytes();
    let repository = REPOSITORY.replace("<applicRepository>", "<warningRepository>")
        + "<warningSpec><warningIdent warningIdentNumber='hot-1'/><symbol infoEntityIdent='ICN-HOT'/>\
           <warningAndCautionPara>The bottle stays hot for an hour.</warningAndCautionPara></warningSpec>\
           </warningRepository></commonRepository></content></dmodule>";
    files.push(("DMC-NV240-A-00-00-00-00A-0A2A-D_001-00_EN-US.XML".to_owned(), repository.into_bytes()));
    files
}

async fn a_warning_in_a_repository_is_shown_with_its_text_and_symbol(app: TestApp) {
    given_manual(&app).await;
    delivered(&app, &with_a_shared_warning(), "yes").await;
    let reader = app.person(Role::Reader).await;
    let view = reader.get(&at("26-21-01-00A-920A-A")).await.ok();
    let html = view["html"].as_str().expect("text");
    assert!(html.contains("The bottle stays hot for an hour."), "{html}");
    assert!(html.contains("data-icn=\"ICN-HOT\""), "{html}");
}

async fn a_module_with_a_separate_status_file_has_its_applicability(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let module = async |query: &str| {
        let view = reader.get(&format!("{}?outside=grey&{query}", at("21-51-01-00A-180A-A"))).await.ok();
        assert!(view["html"].as_str().expect("text").contains("data-kind=\"dispatchItem\""));
        view["applicability"]["module"].clone()
    };
    let open = module("").await;
    assert_eq!(
        (&open["truth"], &open["text"]),
        (&json!("unknown"), &json!("NV240-2 with air conditioning (EK 21-02)"))
    );
    let assertion = &open["assertion"];
    assert_eq!(assertion["logicalOperator"], "and");
    assert_eq!(
        lines(&assertion["evaluates"], &["applicPropertyIdent", "applicPropertyType", "applicPropertyValues"]),
        ["model prodattr NV240-2", "EK21AC condition INSTALLED"]
    );
    assert_eq!(module("set=prodattr:model=NV240-1").await["truth"], "no");
    assert_eq!(module("set=prodattr:model=NV240-2&set=condition:EK21AC=INSTALLED").await["truth"], "yes");
    let other = module("set=prodattr:model=NV240-2").await;
    assert_eq!(other["truth"], "unknown");
    assert!(other["reason"].as_str().is_some_and(|words| words.contains("NV240-2")), "{}", other["reason"]);
}

async fn a_module_that_does_not_apply_is_withheld_by_default(app: TestApp) {
    let reader = reader_of(&app, "mmel-r1").await;
    let view = async |query: &str| {
        let view = reader.get(&format!("{}?{query}", at("21-51-01-00A-180A-A"))).await.ok();
        let text = view["html"].as_str().expect("text").to_owned();
        (text, view)
    };
    let (text, hidden) = view("set=prodattr:model=NV240-1").await;
    assert_eq!(
        text,
        "<article class=\"s1d-module\" lang=\"en-US\"><p class=\"s1d-hidden s1d-gen\" data-applic=\"no\" \
         data-applic-id=\"module\">Not shown, applicable to: NV240-2 with air conditioning (EK 21-02)</p></article>"
    );
    assert_eq!((&hidden["withheld"], &hidden["applicability"]["hidden"]), (&json!(true), &json!(1)));
    for part in ["outline", "references", "figures", "reasons"] {
        assert_eq!(hidden[part], json!([]), "{part}");
    }
    let module = &hidden["applicability"]["module"];
    assert_eq!((&module["truth"], module["reason"].as_str().is_some()), (&json!("no"), true), "it can tell why");
    let asked = format!("{}?set=prodattr:model=NV240-1", at("21-51-01-00A-180A-A"));
    let chinese = reader.in_language("zh-CN").get(&asked).await.ok()["html"].to_string();
    assert!(chinese.contains("zh-CN") && chinese.contains("未显示，适用于："), "{chinese}");

    for query in ["set=prodattr:model=NV240-1&outside=grey", "", "set=prodattr:model=NV240-2"] {
        let (text, shown) = view(query).await;
        assert!(text.contains("data-kind=\"dispatchItem\""), "{query}");
        assert_eq!(shown["withheld"], false, "{query}");
    }
}

async fn the_contents_say_which_modules_apply(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let ask = async |more: Value| {
        let mut body = json!({"manualPath": BASE, "anywhere": true, "keyword": "26-21-01"});
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        reader.post("/toc/getLeafNodeWithPage", body).await
    };
    let said = async |more: Value| lines(&ask(more).await.ok()["items"], &["code", "applies"]);
    let [pre, post] = ["00A", "00B"].map(|variant| format!("DMC-NV240-A-26-21-01-{variant}-920A-A"));
    let open = said(json!({})).await;
    assert!(open.len() > 1 && open.iter().all(|line| line.ends_with(" null")), "nobody is read for: {open:?}");
    let chosen = said(json!({"set": ["condition:SB26003=POST"]})).await;
    assert!(chosen.contains(&format!("{pre} no")) && chosen.contains(&format!("{post} yes")), "{chosen:?}");
    let product = said(json!({"product": "prd-HAA"})).await;
    assert!(product.iter().any(|line| line.ends_with(" no")), "{product:?}");
    let other = said(json!({"set": ["prodattr:model=NV240-1"]})).await;
    assert!(other.contains(&format!("{post} unknown")), "{other:?}");
    let below =
        ask(json!({"set": ["condition:SB26003=POST"], "anywhere": false, "nodeId": "1", "keyword": ""})).await.ok();
    for node in below["items"].as_array().expect("nodes") {
        assert_eq!(node["applies"].is_null(), node["sourceFiles"] == json!([]), "a section is nothing to read: {node}");
    }
    for left in [json!({"aircraft": "QZ-NONE"}), json!({"product": "prd-NONE"})] {
        assert_eq!(said(left).await, open, "contents stay readable for whoever chose what is no longer there");
    }
    assert_eq!(ask(json!({"set": ["nonsense"]})).await.fields(), ["set: unknown_value"]);
}

async fn an_old_revision_shows_its_old_pictures(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let first = reader.get("/revisions?manualPath=/NV240/MMEL").await.ok()[0]["id"].clone();
    let first = first.as_str().expect("an id");
    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("282101")).expect("a picture");
    picture.1 = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>second</title></svg>".to_vec();
    let second = delivered(&app, &files, "yes").await;

    let figure = async |query: &str| {
        let view = reader.get(&format!("{}?{query}", at("28-21-01-00A-520A-A"))).await.ok();
        view["figures"][0].clone()
    };
    let shown = async |figure: Value| {
        let (path, version) = (figure["path"].as_str().expect("a path"), figure["versionId"].as_str().expect("an id"));
        let bytes = reader.get(&format!("/bytes/default{path}?version={version}&as=view")).await;
        assert!(bytes.status.is_success(), "{}", bytes.text());
        bytes.text().contains("second")
    };
    assert!(!shown(figure("").await).await, "people still work on the first");
    assert!(!shown(figure(&format!("revision={first}")).await).await);
    assert!(shown(figure("lane=oem").await).await);
    assert!(shown(figure(&format!("revision={second}")).await).await);
    let path = figure("").await["path"].as_str().expect("a path").to_owned();
    let old = reader.get(&format!("/bytes/default{path}?revision={first}&as=view")).await;
    assert!(!old.text().contains("second"), "a revision says which version of a picture is meant");
    assert!(reader.get(&format!("/bytes/default{path}?as=view")).await.text().contains("second"), "the newest");
}

async fn a_picture_of_the_manual_itself_comes_before_that_of_another(app: TestApp) {
    given_manual(&app).await;
    let other = NewManual { csdb: "NV240".to_owned(), name: "AMM".to_owned(), ..NewManual::default() };
    app::library::manuals::create_as(&app.ctx, &Actor::System, &other).await.expect("a manual");
    let admin = app.admin().await;
    let mut given = read(&app, &admin, &demo("amm")).await;
    given["manualName"] = json!("AMM");
    assert_eq!(import(&app, &admin, &given).await["status"], "COMPLETED");
    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("282101")).expect("a picture");
    *picture = (picture.0.replace(".SVG", ".PNG"), b"\x89PNG\r\n\x1a\n".to_vec());
    delivered(&app, &files, "yes").await;

    let reader = app.person(Role::Reader).await;
    for (manual, name) in [("MMEL", "00005-A-001-01.PNG"), ("AMM", "00005-A-001-01.SVG")] {
        let path = at("28-21-01-00A-520A-A").replace("MMEL", manual);
        let view = reader.get(&path).await.ok();
        let picture = view["figures"][0]["path"].as_str().expect("a path");
        assert!(picture.ends_with(name), "{manual}: {picture}");
    }
}

async fn a_reader_gets_the_applicability_choices(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let at = format!("/view/choices/default{BASE}");
    let choices = reader.get(&at).await.ok();
    let properties = lines(&choices["properties"], &["type", "ident", "values"]);
    assert!(properties.contains(&"prodattr model [\"NV240-1\",\"NV240-2\"]".to_owned()), "{properties:?}");
    assert!(properties.contains(&"condition SB26003 [\"PRE\",\"POST\"]".to_owned()), "{properties:?}");
    let products = lines(&choices["products"], &["id", "label"]);
    assert_eq!(products[0], "prd-HAA QZ-HAA · NV240-1 · 1004");
    assert_eq!(lines(&choices["products"][0]["assigns"], &["type", "ident", "value"])[0], "prodattr model NV240-1");
    assert_eq!(choices["aircraft"], json!([]));
    let admin = app.admin().await;
    let other = json!({"code": "OTH", "name": "Others", "country": "CH", "aircraft": [
        {"registration": "HB-ZQA", "serialNumber": "1", "model": "H160-B"}]});
    admin.post("/config/operator", other).await.ok();
    let listed = async || lines(&reader.get(&at).await.ok()["aircraft"], &["registration", "model", "operator"]);
    assert!(listed().await.is_empty(), "its tables know no such model");
    let fleet = json!({"code": "AZB", "name": "Azure Bay", "country": "QZ", "aircraft": [
        {"registration": "QZ-HAC", "serialNumber": "2003", "model": "NV240-2"}]});
    admin.post("/config/operator", fleet).await.ok();
    assert_eq!(listed().await, ["QZ-HAC NV240-2 Azure Bay"], "those of a model of the manual");
}

async fn contents_are_read_from_the_first_page_to_the_last(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let standing = async |path: &str| reader.get(&format!("/toc/getNeighbours?path={path}")).await.ok();
    let path = format!("{BASE}/DMC-NV240-A-28-21-01-00A-520A-A_en-US.XML");
    let middle = standing(&path).await;
    let trail = middle["trail"].as_array().expect("a trail");
    assert_eq!(trail.last().expect("itself")["path"], json!(path));
    assert!(trail.len() > 1 && trail[0]["type"] == "toc", "it begins at the root");
    let total = middle["total"].as_u64().expect("a number");
    let (mut walked, mut next) = (0, middle.clone());
    while let Some(previous) = next.get("previous").and_then(|node| node["path"].as_str()).map(str::to_owned) {
        next = standing(&previous).await;
        walked += 1;
        assert_eq!(next["position"], json!(middle["position"].as_u64().expect("a number") - walked));
    }
    assert_eq!(next["position"], 1);
    let after = standing(middle["next"]["path"].as_str().expect("a next one")).await;
    assert_eq!(after["previous"]["path"], json!(path));
    assert!(total > walked);
    let outside = standing(&format!("{BASE}/DMC-NV240-A-00-00-00-00A-022A-D_en-US.XML")).await;
    assert_eq!((&outside["trail"], &outside["position"]), (&json!([]), &json!(0)), "it is not in the contents");
    let none = reader.get(&format!("/toc/getNeighbours?path={path}&lane=released")).await.ok();
    assert_eq!(none["trail"], json!([]));
    assert_eq!(reader.get("/toc/getNeighbours?path=/NV240/MMEL/NONE.XML").await.problem(), "404 file.not_found");
    let other = format!("/toc/getNeighbours?path={path}&profileId=none");
    assert_eq!(reader.get(&other).await.problem(), "404 profile.not_found");
}

async fn previous_and_next_stay_in_one_language(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    delivered(&app, &demo("amm-zh"), "no").await;
    let standing = async |path: &str| reader.get(&format!("/toc/getNeighbours?path={path}")).await.ok();
    for language in ["en-US", "zh-CN"] {
        let first = standing(&format!("{BASE}/DMC-NV240-A-26-20-00-00A-040A-A_{language}.XML")).await;
        for way in ["previous", "next"] {
            let (mut place, mut walked) = (first.clone(), 0);
            while let Some(path) = place[way]["path"].as_str().map(str::to_owned) {
                assert!(path.ends_with(&format!("_{language}.XML")), "{language}: {path}");
                place = standing(&path).await;
                walked += 1;
            }
            let end = if way == "next" { first["total"].clone() } else { json!(1) };
            assert_eq!((walked > 0, &place["position"]), (true, &end), "{language} {way}");
        }
    }
}

async fn an_unreadable_module_has_its_reason(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let picture = "/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG";
    let module = at("28-21-01-00A-520A-A");
    for (path, problem) in [
        (format!("/view/default{picture}"), "415 file.not_text"),
        ("/view/default/NV240/MMEL/NONE.XML".to_owned(), "404 file.not_found"),
        ("/view/default/NV240/MMEL".to_owned(), "404 file.not_found"),
        (format!("{module}?lane=released"), "404 file.not_found"),
        (format!("{module}?revision=999999"), "404 revision.not_found"),
        (format!("{module}?version=999999"), "404 file.not_found"),
        (format!("{module}?version=x"), "404 file.not_found"),
        ("/view/choices/default/NV240/NONE".to_owned(), "404 manual.not_found"),
    ] {
        assert_eq!(reader.get(&path).await.problem(), problem, "{path}");
    }
    let other = reader.get(&at("28-21-01-00A-720A-A")).await.ok()["file"]["versionId"].clone();
    let swapped = format!("{module}?version={}", other.as_str().expect("an id"));
    assert_eq!(reader.get(&swapped).await.problem(), "404 file.not_found", "a version of another module");
    let own = reader.get(&module).await.ok()["file"]["versionId"].clone();
    let fixed = format!("{module}?version={}&lane=released", own.as_str().expect("an id"));
    assert_eq!(reader.get(&fixed).await.ok()["file"]["versionId"], own, "a version is read whatever the lane");
}

async fn a_response_is_cached_until_the_library_changes(app: TestApp) {
    let reader = reader_of(&app, "amm").await;
    let second = app.second_node();
    let other = second.signed_in("reader").await;
    let path = at("28-21-01-00A-520A-A");
    let first = reader.get(&path).await;
    let tag = first.header("etag").to_owned();
    assert_eq!(first.header("cache-control"), "private, no-cache");
    let asked = async |client: &Client, headers: &[(&str, &str)]| {
        let mut request = client.request(Method::GET, &format!("{API}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        client.send(request.body(Body::empty()).expect("a request")).await
    };
    let known = asked(&reader, &[("if-none-match", &tag)]).await;
    assert_eq!((known.status, known.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let gzipped = asked(&reader, &[("accept-encoding", "br, gzip")]).await;
    assert_eq!((gzipped.header("content-encoding"), gzipped.header("etag")), ("gzip", tag.as_str()));
    assert!(gzipped.body.starts_with(&[0x1f, 0x8b]) && gzipped.body.len() < first.body.len());
    let packed = asked(&reader, &[("accept-encoding", "gzip, br, zstd")]).await;
    assert_eq!((packed.header("content-encoding"), packed.header("etag")), ("zstd", tag.as_str()));
    assert_eq!(zstd::decode_all(&packed.body[..]).expect("a whole answer"), first.body);
    assert!(packed.body.len() < first.body.len() / 2, "{} of {}", packed.body.len(), first.body.len());
    assert_eq!(asked(&other, &[]).await.header("etag"), tag, "every node has the same tag");

    let mut files = demo("amm");
    let picture = files.iter_mut().find(|(name, _)| name.contains("282101")).expect("a picture");
    picture.1 = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/>".to_vec();
    delivered(&app, &files, "yes").await;
    let oem = format!("{path}?lane=oem");
    let fresh = reader.get(&oem).await.ok()["figures"][0]["versionId"].clone();
    assert_ne!(fresh, first.ok()["figures"][0]["versionId"]);
    app.wait(2);
    assert_eq!(other.get(&oem).await.ok()["figures"][0]["versionId"], fresh, "the other node hears of it");
    assert_eq!(
        asked(&reader, &[("if-none-match", &tag)]).await.status,
        StatusCode::NOT_MODIFIED,
        "nothing else changed"
    );

    app.admin().await.delete("/csdb?csdbName=NV240").await.ok();
    assert_eq!(reader.get(&path).await.problem(), "404 file.not_found", "what is gone is gone at once");
    app.wait(2);
    assert_eq!(other.get(&path).await.problem(), "404 file.not_found");
    assert_eq!(app.anonymous().get(&path).await.problem(), "401 session.missing", "who asks is looked at every time");
}

async fn a_hostile_module_neither_runs_code_nor_blocks_the_server(app: TestApp) {
    given_manual(&app).await;
    let mut files = demo("amm");
    let hostile = "<para>&lt;script&gt;alert(1)&lt;/script&gt;<externalPubRef xmlns:xlink='http://www.w3.org/1999/xlink' \
        xlink:href='javascript:alert(1)'><externalPubRefIdent><externalPubTitle>javascript:alert(2)</externalPubTitle>\
        </externalPubRefIdent></externalPubRef><emphasis onclick='alert(3)' style='x:\\75rl(x)'>x</emphasis></para>";
    let rows = "<row><entry><para>cell</para></entry></row>".repeat(20_000);
    let table = format!("<table><tgroup cols='1'><tbody>{rows}</tbody></tgroup></table>");
    let nested = format!("{}x{}", "<emphasis>".repeat(200), "</emphasis>".repeat(200));
    let many = format!("{hostile}<para>{nested}</para>{}{table}", "<para>again</para>".repeat(100_000));
    for (name, bytes) in &mut files {
        if name.contains("28-21-01-00A-520A") {
            let text = String::from_utf8(bytes.clone()).expect("text");
            let at = text.find("<commonInfo>").expect("a place") + "<commonInfo>".len();
            *bytes = format!("{}{many}{}", &text[..at], &text[at..]).into_bytes();
        } else if name.contains("ICN-NV240-A-282101") {
            *bytes = b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script>\
                <a href='javascript:alert(3)'><rect width='1' style='fill:\\75rl(http://evil.example)'/></a></svg>"
                .to_vec();
        }
    }
    delivered(&app, &files, "yes").await;
    let reader = app.person(Role::Reader).await;
    let view = reader.get(&at("28-21-01-00A-520A-A")).await.ok();
    let html = view["html"].as_str().expect("text");
    assert!(
        html.matches("again").count() >= 100_000 || view["truncated"] == true,
        "it is whole, or says that it is cut"
    );
    for harm in ["<script", "onclick", "href=\"javascript", "style="] {
        assert!(!html.contains(harm), "{harm}");
    }
    let picture = "/bytes/default/NV240/MULTIMEDIA/ICN-NV240-A-282101-0-NVR01-00005-A-001-01.SVG?as=view";
    let picture = reader.get(picture).await.text();
    for harm in ["script", "onload", "javascript", "evil", "style"] {
        assert!(!picture.contains(harm), "{harm}: {picture}");
    }
    assert!(picture.contains("<rect width=\"1\">"));
}
