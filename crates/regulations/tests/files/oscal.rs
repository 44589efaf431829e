//! Catalogs of other tools, of our own writing.

use chrono::{DateTime, Utc};
use regulations::findings::SourceRule;
use regulations::oscal::to_oscal;
use regulations::{SourceFormat, SourceLimits, SourceReading, read};
use serde_json::{Value, json};

fn reading(value: &Value) -> SourceReading {
    let reading = read(value.to_string().as_bytes(), &SourceLimits::default());
    assert_eq!(reading.format, Some(SourceFormat::Oscal));
    reading
}

fn catalog(control: &Value) -> Value {
    json!({ "catalog": { "uuid": "u", "metadata": { "title": "Own", "version": "3" }, "groups": [{ "id": "g", "title": "Group", "controls": [control] }] } })
}

#[test]
fn parts_become_clauses_and_guidance() {
    let control = json!({
        "id": "ac-1", "title": "Policy", "class": "SP800-53",
        "props": [{ "name": "label", "class": "zero-padded", "value": "AC-01" }, { "name": "label", "value": "AC-1" }],
        "links": [{ "href": "#ac-1.1", "rel": "related" }, { "href": "https://example.com", "rel": "reference" }, { "href": "#nowhere" }],
        "parts": [
            { "name": "statement", "prose": "One.\n\nTwo.", "parts": [
                { "name": "item", "props": [{ "name": "label", "value": "a." }], "prose": "Three", "parts": [
                    { "name": "item", "props": [{ "name": "label", "value": "1." }], "prose": "Four {{ insert: param, p }}" } ] },
                { "name": "item", "props": [{ "name": "label", "value": "b." }], "prose": "Five" } ] },
            { "name": "guidance", "title": "Why", "prose": "Because." } ],
        "controls": [{ "id": "ac-1.1", "title": "More", "props": [{ "name": "label", "value": "AC-1(1)" }] }],
    });
    let reading = reading(&catalog(&control));
    let rules: Vec<SourceRule> = reading.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [SourceRule::ParameterOpen, SourceRule::ReferenceUnknown]);
    let item = &reading.collection.items[0];
    assert_eq!((item.code.as_str(), item.stable_id.as_str(), item.is_assessable), ("AC-1", "ac-1", true));
    let paths: Vec<&str> = item.clauses.iter().map(|clause| clause.path.as_str()).collect();
    assert_eq!(paths, ["¶1", "¶2", "a.", "a./1.", "b."]);
    assert_eq!(item.guidance, "Why\nBecause.");
    let targets: Vec<&str> = item.references.iter().map(|one| one.target.as_str()).collect();
    assert_eq!(targets, ["AC-1(1)", "https://example.com"]);
    assert_eq!(reading.collection.items[1].parent, Some(0));
}

#[test]
fn withdrawn_controls_are_named_and_left_out() {
    let status = |word: &str| json!([{ "name": "label", "value": "AC-1" }, { "name": "status", "value": word }]);
    let control = json!({
        "id": "ac-1", "title": "Policy", "props": status("Withdrawn"),
        "controls": [{ "id": "ac-1.1", "title": "More", "links": [{ "href": "#ac-1" }] }],
    });
    let withdrawn = reading(&catalog(&control));
    let found: Vec<_> = withdrawn.findings.iter().map(|finding| (finding.rule, finding.param("code"))).collect();
    assert_eq!(found, [(SourceRule::ControlWithdrawn, Some("AC-1"))], "a reference to it is no further finding");
    let items: Vec<_> = withdrawn.collection.items.iter().map(|item| (item.code.as_str(), item.parent)).collect();
    assert_eq!(items, [("ac-1.1", None)], "what is below it stands");
    let kept = reading(&catalog(&json!({ "id": "ac-1", "title": "Policy", "props": status("draft") })));
    assert_eq!(kept.findings, []);
    let item = &kept.collection.items[0];
    assert_eq!((item.is_assessable, item.tags[0].name(), item.tags[0].value()), (true, "status", "draft"));
}

#[test]
fn a_group_has_groups_or_controls_as_oscal_demands() {
    let text = "code,title,type,parent_code,level\nC,Chapter,CATEGORY,,1\nC.1,Part,CATEGORY,C,\nA,direct,,C,\nB,below,,C.1,\nD,top,,,1\n";
    let collection = read(text.as_bytes(), &SourceLimits::default()).collection;
    let bytes = to_oscal(&collection, DateTime::<Utc>::UNIX_EPOCH);
    let value: Value = serde_json::from_slice(&bytes).expect("JSON");
    let chapter = &value["catalog"]["groups"][0];
    assert!(chapter.get("controls").is_none());
    assert_eq!(chapter["groups"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["catalog"]["controls"][0]["title"], "top");
    assert_eq!(value["catalog"]["metadata"]["last-modified"], "1970-01-01T00:00:00Z");
    assert_eq!(read(&bytes, &SourceLimits::default()).collection, collection);
}

#[test]
fn broken_json_and_other_json_are_refused() {
    for (text, rule) in [
        ("{", SourceRule::JsonInvalid),
        ("{}", SourceRule::FormatUnknown),
        (r#"{"catalog": 1}"#, SourceRule::ItemsNone),
        (r#"{"catalog": {"groups": [{"controls": 7}]}}"#, SourceRule::ItemsNone),
    ] {
        let reading = read(text.as_bytes(), &SourceLimits::default());
        assert!(reading.findings.iter().any(|finding| finding.rule == rule), "{text}: {:?}", reading.findings);
        assert!(reading.is_blocked());
    }
    let deep = ["{\"catalog\":", &"{\"groups\":[".repeat(100_000)].concat();
    assert_eq!(read(deep.as_bytes(), &SourceLimits::default()).findings[0].rule, SourceRule::JsonInvalid);
    let nested = (0..40)
        .fold(json!({ "id": "x", "title": "x" }), |inner, _| json!({ "id": "g", "title": "g", "groups": [inner] }));
    let reading = read(json!({ "catalog": { "groups": [nested] } }).to_string().as_bytes(), &SourceLimits::default());
    assert!(reading.findings.iter().any(|finding| finding.rule == SourceRule::TooDeep));
}

#[test]
fn a_link_to_the_second_control_of_a_code_leads_to_it() {
    let control = |id: &str, links: Value| json!({ "id": id, "title": id, "props": [{ "name": "label", "value": "AC-1" }], "links": links });
    let first = control("a", json!([{ "href": "#b" }]));
    let value = json!({ "catalog": { "metadata": { "title": "Own" }, "controls": [first, control("b", json!([]))] } });
    let reading = reading(&value);
    let items = &reading.collection.items;
    assert_ne!(items[0].code, items[1].code);
    assert_eq!(items[0].references[0].target, items[1].code);
}

#[test]
fn paths_of_a_file_are_made_unique() {
    let path = |path: &str| json!([{ "name": "path", "ns": "urn:airfolio:regulations", "value": path }]);
    let part = |text: &str| json!({ "name": "item", "prose": text, "props": path("(a)") });
    let statement = json!({ "name": "statement", "parts": [part("one"), part("two"), part("three")] });
    let reading = reading(&catalog(&json!({ "id": "x", "title": "x", "parts": [statement] })));
    let paths: Vec<&str> = reading.collection.items[0].clauses.iter().map(|clause| clause.path.as_str()).collect();
    assert_eq!(paths, ["(a)", "(a)~2", "(a)~3"]);
}

#[test]
fn a_picture_has_the_type_of_a_picture() {
    let resource =
        |kind: &str| json!({ "uuid": kind, "base64": { "filename": kind, "media-type": kind, "value": "aGk=" } });
    let mut value = catalog(&json!({ "id": "x", "title": "x" }));
    value["catalog"]["back-matter"] = json!({ "resources": [resource("text/html"), resource("image/png")] });
    let reading = reading(&value);
    let types: Vec<&str> = reading.collection.images.iter().map(|image| image.media_type.as_str()).collect();
    assert_eq!(types, ["application/octet-stream", "image/png"]);
}

#[test]
fn codes_that_thousands_share_are_counted_on() {
    let controls: Vec<Value> = (0..20_000).map(|_| json!({ "id": "x", "title": "x" })).collect();
    let groups: Vec<Value> = (0..5_000).map(|_| json!({ "id": "g", "title": "g" })).collect();
    let value = json!({ "catalog": { "metadata": { "title": "Own" }, "controls": controls, "groups": groups } });
    let collection = reading(&value).collection;
    assert_eq!(collection.items[19_999].code, "x [x.20000]");
    assert_eq!(collection.categories[4_999].code, "g 5000");
}
