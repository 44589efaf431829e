//! Content models agree with the validator, and what they offer stays valid.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

#[path = "../../testkit/src/data.rs"]
mod data;
#[path = "diff/modules.rs"]
mod modules;

use std::io::{Cursor, Write};
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use s1000d::edit::{BlockCommand, BlockEdit, edits, insertions};
use s1000d::model::{AttributeKind, ContentModel, ElementModel, ModelLearner, ModelOrigin};
use s1000d::splice;
use s1000d::xsd::{self, SchemaSet, Schemas};
use serde_json::Value;
use zip::write::SimpleFileOptions;

/// The cases that the tests of the web read, too.
const CASES: &str = include_str!("model/cases.json");

const INSTANCE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// A schema set of our own.
static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| {
    let files = [
        ("proced", include_str!("model/proced.xsd")),
        ("descript", include_str!("model/proced.xsd")),
        ("pm", include_str!("model/proced.xsd")),
        ("common", include_str!("model/common.xsd")),
        ("xlink", include_str!("model/xlink.xsd")),
    ];
    let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in files {
        let path = format!("S1000D_4-2/xml_schema_flat/{name}.xsd");
        zip.start_file(path, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(text.as_bytes()).expect("a file");
    }
    let set = SchemaSet::open(zip.finish().expect("a ZIP").get_ref()).expect("a set");
    set.verify().expect("usable schemas");
    Schemas::new(vec![Arc::new(set)])
});

static MODEL: LazyLock<Arc<ContentModel>> =
    LazyLock::new(|| SCHEMAS.of_issue("4-2").and_then(|set| set.model("proced")).expect("a model"));

/// A module of the schema with these steps.
fn module(steps: &str) -> String {
    format!(
        "<dmodule xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" \
         xsi:noNamespaceSchemaLocation=\"http://www.s1000d.org/S1000D_4-2/xml_schema_flat/proced.xsd\">\n\
         <content><referencedApplicGroup><applic id=\"a1\"><displayText><simplePara>MSN 1</simplePara></displayText></applic>\
         </referencedApplicGroup><procedure><mainProcedure>{steps}</mainProcedure></procedure></content></dmodule>"
    )
}

fn violations(schemas: &Schemas, text: &str) -> Vec<String> {
    let found = xsd::check(schemas, text.as_bytes());
    found
        .into_iter()
        .filter(|finding| finding.rule.as_str().starts_with("xsd."))
        .map(|finding| format!("{finding:?}"))
        .collect()
}

fn element<'m>(model: &'m ContentModel, path: &[&str]) -> &'m ElementModel {
    let (root, below) = path.split_first().expect("a path");
    let root = model.find(root).expect("an element");
    below.iter().fold(root, |parent, name| model.child(parent, name).expect("a child"))
}

fn names(value: &Value) -> Vec<&str> {
    value.as_array().expect("names").iter().map(|name| name.as_str().expect("a name")).collect()
}

#[test]
fn the_cases_shared_with_the_web_hold() {
    let cases: Vec<Value> = serde_json::from_str(CASES).expect("cases");
    assert!(cases.len() > 30);
    for case in &cases {
        let (path, children) = (names(&case["path"]), names(&case["children"]));
        let parent = element(&MODEL, &path);
        assert_eq!(MODEL.accepts(parent, &children), case["valid"] == true, "{case}");
        let Some(at) = case["at"].as_u64().and_then(|at| usize::try_from(at).ok()) else { continue };
        let (before, behind) = children.split_at(at);
        let mut found: Vec<&str> =
            MODEL.insertable(parent, before, behind).iter().map(|one| one.name.as_str()).collect();
        let mut expected = names(&case["insertable"]);
        found.sort_unstable();
        expected.sort_unstable();
        assert_eq!(found, expected, "{case}");
    }
}

#[test]
fn attributes_have_their_values_and_their_meaning() {
    let of = |path: &[&str], name: &str| {
        let found = MODEL.attribute(element(&MODEL, path), name).expect("an attribute");
        let values = found.values.map(|index| MODEL.values[index].join(" ")).unwrap_or_default();
        (found.kind, found.is_required, found.is_closed, values)
    };
    assert_eq!(
        of(&["proceduralStep"], "changeType"),
        (AttributeKind::Text, false, true, "add modify delete".to_owned())
    );
    assert_eq!(
        of(&["para"], "changeMark"),
        (AttributeKind::Text, false, true, "0 1".to_owned()),
        "of the type it extends"
    );
    assert_eq!(
        of(&["emphasis"], "emphasisType"),
        (AttributeKind::Text, false, false, "0 1".to_owned()),
        "others are allowed"
    );
    assert_eq!(of(&["internalRef"], "internalRefId"), (AttributeKind::Reference, true, false, String::new()));
    assert_eq!(of(&["internalRef"], "xlink:actuate"), (AttributeKind::Text, false, true, "onRequest".to_owned()));
    assert_eq!(of(&["proceduralStep"], "warningRefs").0, AttributeKind::References);
    assert_eq!(of(&["applic"], "id"), (AttributeKind::Id, true, false, String::new()));
    assert!(MODEL.attribute(element(&MODEL, &["reading", "limits", "value"]), "kind").is_some());
    assert!(
        MODEL.attribute(element(&MODEL, &["reading", "value"]), "kind").is_none(),
        "another element of the same name"
    );
    let has_text = |path: &[&str]| element(&MODEL, path).has_text;
    assert!(
        has_text(&["para"]) && has_text(&["reading", "unit"]) && !has_text(&["listItem"]) && !has_text(&["symbol"])
    );
}

#[test]
fn a_new_element_has_what_it_needs() {
    let new = |name: &str| MODEL.new_element(element(&MODEL, &[name]), &|id| id == "applic-0001");
    assert_eq!(new("para").as_deref(), Some("<para></para>"));
    assert_eq!(new("note").as_deref(), Some("<note><notePara></notePara></note>"));
    assert_eq!(new("randomList").as_deref(), Some("<randomList><listItem><para></para></listItem></randomList>"));
    assert_eq!(new("proceduralStep").as_deref(), Some("<proceduralStep><para></para></proceduralStep>"), "not a title");
    assert_eq!(
        new("applic").as_deref(),
        Some("<applic id=\"applic-0002\"><displayText><simplePara></simplePara></displayText></applic>")
    );
    assert_eq!(new("internalRef"), None, "its target has to be chosen");
    assert_eq!(new("reading"), None, "its value has to be a number");
    assert_eq!(new("figure"), None, "its picture has to be chosen");
}

/// Random content for steps: valid and invalid.
fn steps() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("Open the valve".to_owned()),
        Just("Turn <emphasis>left</emphasis>".to_owned()),
        Just(String::new()),
        Just("a &lt; b<!-- c -->".to_owned()),
        Just("See<randomList>\n<listItem><para>one</para></listItem>\n<listItem><para>two</para></listItem></randomList>".to_owned()),
    ];
    let part = (0..4_usize, line).prop_map(|(kind, line)| match kind {
        0 => format!("<note><notePara>{}</notePara></note>", line.split("<randomList>").next().unwrap_or_default()),
        1 => format!("<para applicRefId=\"a1\">{line}</para>"),
        _ => format!("<para>{line}</para>\n"),
    });
    let parts = prop::collection::vec(part, 1..4).prop_map(|parts| parts.concat());
    let leaf = parts.prop_map(|parts| format!("<proceduralStep>{parts}</proceduralStep>"));
    let step = leaf.prop_recursive(2, 8, 3, |inner| {
        prop::collection::vec(inner, 1..3).prop_map(|inner| {
            format!("<proceduralStep><title>T</title>\n<para>x</para>{}</proceduralStep>", inner.concat())
        })
    });
    prop::collection::vec(step, 1..4).prop_map(|steps| steps.join("\n"))
}

/// Makes commands one after the other; each changes one range, and the text stays valid.
fn check_commands(
    text: &str,
    choices: &[(prop::sample::Index, prop::sample::Index)],
    schemas: &Schemas,
) -> Result<usize, TestCaseError> {
    let mut text = text.to_owned();
    let mut made = 0;
    for (place, choice) in choices {
        // Only the steps have text that is edited.
        let start = text.find("<mainProcedure>").expect("steps");
        let position = text.floor_char_boundary(start + place.index(text.len() - start));
        let model = schemas.model_of(&text).expect("a well-formed text").expect("a model");
        let mut offered = edits(&text, position, &BlockCommand::ALL, schemas).expect("edits");
        offered.extend(insertions(&text, position, &BlockCommand::ALL, &model).expect("insertions"));
        // A figure is valid with its illustration, which the editor adds in the same step.
        offered.retain(|edit| edit.inserted.as_deref() != Some("figure"));
        if offered.is_empty() {
            continue;
        }
        let BlockEdit { splice, caret, command, inserted, .. } = choice.get(&offered);
        prop_assert_eq!(command.is_insertion(), inserted.is_some());
        let changed = splice::apply(&text, std::slice::from_ref(splice)).expect("a text");
        prop_assert!(changed.starts_with(&text[..splice.range.start]) && changed.ends_with(&text[splice.range.end..]));
        prop_assert!(splice.text.is_char_boundary(*caret), "{:?}", splice);
        prop_assert!(roxmltree::Document::parse(&changed).is_ok(), "{:?} {:?}\n{}", command, inserted, changed);
        let (before, after) = (violations(schemas, &text), violations(schemas, &changed));
        prop_assert!(after.len() <= before.len(), "{:?} {:?}\n{}\n{:?}", command, inserted, changed, after);
        text = changed;
        made += 1;
    }
    Ok(made)
}

#[test]
fn an_insertion_never_splits_a_tag() {
    let text = module("<proceduralStep><para>Turn <emphasis>left</emphasis> now<!-- c --></para></proceduralStep>");
    let model = SCHEMAS.model_of(&text).expect("a well-formed text").expect("a model");
    let places = text.find("<para>").expect("a start")..text.find("</proceduralStep>").expect("an end");
    for position in places {
        for BlockEdit { splice, command, .. } in insertions(&text, position, &BlockCommand::ALL, &model).expect("edits")
        {
            let changed = splice::apply(&text, &[splice]).expect("a text");
            assert!(roxmltree::Document::parse(&changed).is_ok(), "{command:?} at {position}\n{changed}");
        }
    }
}

#[test]
fn any_commands_keep_a_module_valid() {
    let mut made = 0;
    let mut runner = TestRunner::new(Config { cases: 60, failure_persistence: None, ..Config::default() });
    let choices = prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 4..12);
    for _ in 0..60 {
        let tree = (steps(), choices.clone()).new_tree(&mut runner).expect("a case");
        let (steps, choices) = prop::strategy::ValueTree::current(&tree);
        let text = module(&steps);
        assert_eq!(violations(&SCHEMAS, &text), [""; 0], "{text}");
        made += check_commands(&text, &choices, &SCHEMAS).expect("sound commands");
    }
    assert!(made > 100, "the test must try something: {made}");
}

#[test]
fn the_model_and_the_validator_agree_about_any_children() {
    let inside = ["title", "warning", "caution", "note", "hint", "para", "proceduralStep"];
    let whole = |name: &str| MODEL.new_element(element(&MODEL, &[name]), &|_| false).expect("an element");
    let mut runner = TestRunner::new(Config { cases: 200, failure_persistence: None, ..Config::default() });
    let strategy = prop::collection::vec(0..inside.len(), 0..6);
    let result = runner.run(&strategy, |picked| {
        let children: Vec<&str> = picked.iter().map(|index| inside[*index]).collect();
        let content: String = children.iter().map(|name| whole(name)).collect();
        let text = module(&format!("<proceduralStep>{content}</proceduralStep>"));
        let is_valid = violations(&SCHEMAS, &text).is_empty();
        prop_assert_eq!(MODEL.accepts(element(&MODEL, &["proceduralStep"]), &children), is_valid, "{:?}", children);
        Ok(())
    });
    result.expect("they agree");
}

/// The steps of a module after a command behind some words, with `|` where the cursor is.
fn after(steps: &str, words: &str, command: BlockCommand, inserted: Option<&str>) -> Option<String> {
    let text = module(steps);
    let position = text.find(words).expect("the words") + words.len();
    let mut offered = edits(&text, position, &[command], &SCHEMAS).expect("edits");
    offered.extend(insertions(&text, position, &[command], &MODEL).expect("insertions"));
    let edit = offered.into_iter().find(|edit| edit.inserted.as_deref() == inserted)?;
    let changed = splice::apply(&text, std::slice::from_ref(&edit.splice)).expect("a text");
    let at = edit.splice.range.start + edit.caret;
    let marked = format!("{}|{}", &changed[..at], &changed[at..]);
    let inside = marked.split_once("<mainProcedure>")?.1.split_once("</mainProcedure>")?.0;
    Some(inside.to_owned())
}

#[test]
fn steps_are_indented_and_outdented() {
    let flat = "\n<proceduralStep><para>one</para></proceduralStep>\n<proceduralStep id=\"s2\"><para>two</para></proceduralStep>";
    let nested = "\n<proceduralStep><para>one</para>\n<proceduralStep id=\"s2\"><para>two|</para></proceduralStep></proceduralStep>";
    assert_eq!(after(flat, "two", BlockCommand::Indent, None).as_deref(), Some(nested));
    let flat = flat.replace("two", "two|");
    assert_eq!(after(&nested.replace('|', ""), "two", BlockCommand::Outdent, None).as_deref(), Some(&*flat));
    assert_eq!(after(&flat, "one", BlockCommand::Indent, None), None, "no step stands before it");
    let with_applicability =
        flat.replace('|', "").replacen("<proceduralStep>", "<proceduralStep applicRefId=\"a1\">", 1);
    assert_eq!(after(&with_applicability, "two", BlockCommand::Indent, None), None, "it would apply to less");
    let three = "<proceduralStep><para>a</para><proceduralStep><para>b</para></proceduralStep> <proceduralStep><para>c</para></proceduralStep></proceduralStep>";
    let expected = "<proceduralStep><para>a</para></proceduralStep><proceduralStep><para>b|</para> <proceduralStep><para>c</para></proceduralStep></proceduralStep>";
    assert_eq!(after(three, ">b", BlockCommand::Outdent, None).as_deref(), Some(expected), "the order stays");
}

#[test]
fn list_items_are_indented_and_outdented() {
    let list = |items: &str| format!("<proceduralStep><para>x<randomList>{items}</randomList></para></proceduralStep>");
    let flat = list("<listItem><para>one</para></listItem>\n<listItem><para>two</para></listItem>");
    let nested =
        list("<listItem><para>one<randomList><listItem><para>two|</para></listItem></randomList></para></listItem>");
    assert_eq!(after(&flat, "two", BlockCommand::Indent, None).as_deref(), Some(&*nested));
    let back = list("<listItem><para>one</para></listItem><listItem><para>two|</para></listItem>");
    assert_eq!(after(&nested.replace('|', ""), "two", BlockCommand::Outdent, None).as_deref(), Some(&*back));
    let longer = list(
        "<listItem><para>one<randomList><listItem><para>two</para></listItem></randomList></para></listItem>\n<listItem><para>three</para></listItem>",
    );
    let indented = list(
        "<listItem><para>one<randomList><listItem><para>two</para></listItem>\n<listItem><para>three|</para></listItem></randomList></para></listItem>",
    );
    assert_eq!(after(&longer, "three", BlockCommand::Indent, None).as_deref(), Some(&*indented));
}

#[test]
fn elements_are_inserted_where_the_model_allows_them() {
    let steps = "<proceduralStep><para>one</para></proceduralStep>";
    let note = "<proceduralStep><para>one</para><note><notePara>|</notePara></note></proceduralStep>";
    assert_eq!(after(steps, "one", BlockCommand::InsertAfter, Some("note")).as_deref(), Some(note));
    assert_eq!(
        after(steps, "one", BlockCommand::InsertAfter, Some("warning")),
        None,
        "a warning stands before the text"
    );
    let warning = "<proceduralStep><warning><warningAndCautionPara>|</warningAndCautionPara></warning><para>one</para></proceduralStep>";
    assert_eq!(after(steps, "one", BlockCommand::InsertBefore, Some("warning")).as_deref(), Some(warning));
    let list =
        "<proceduralStep><para>o<randomList><listItem><para>|</para></listItem></randomList>ne</para></proceduralStep>";
    assert_eq!(after(steps, "<para>o", BlockCommand::InsertInside, Some("randomList")).as_deref(), Some(list));
    let figure = "<proceduralStep><para>one</para><figure id=\"figure-0001\"><title>|</title><graphic infoEntityIdent=\"\"/></figure></proceduralStep>";
    assert_eq!(after(steps, "one", BlockCommand::InsertAfter, Some("figure")).as_deref(), Some(figure));
    let reference = "<proceduralStep><para>a &lt; b</para></proceduralStep>";
    assert_eq!(after(reference, "a &l", BlockCommand::InsertInside, Some("randomList")), None, "in a reference");
    assert!(after(reference, "a &lt;", BlockCommand::InsertInside, Some("randomList")).is_some());
    let empty = "<proceduralStep><para></para></proceduralStep>";
    let replaced = "<proceduralStep><note><notePara>|</notePara></note></proceduralStep>";
    assert_eq!(
        after(empty, "<para>", BlockCommand::InsertAfter, Some("note")).as_deref(),
        Some(replaced),
        "nothing is lost"
    );
}

#[test]
fn the_models_of_the_official_schemas_accept_an_official_package() {
    let (Some(package), Some(zip)) = (modules::package("bike-4.1"), data::path("schemas/S1000D_4-1.zip")) else {
        return;
    };
    let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
    let schemas = Schemas::new(vec![Arc::new(set)]);
    let mut checked = 0;
    for (name, text) in package {
        if !violations(&schemas, &text).is_empty() {
            continue;
        }
        let Some(model) = schemas.model_of(&text).expect("a well-formed text") else { continue };
        assert_eq!(model.origin, ModelOrigin::Schema);
        let xml = read(&text);
        check_tree(
            &model,
            model.find(xml.root_element().tag_name().name()).expect("a root"),
            xml.root_element(),
            &name,
        );
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn official_schemas_have_models_within_the_limits() {
    for issue in ["4-1", "4-2"] {
        let Some(zip) = data::path(&format!("schemas/S1000D_{issue}.zip")) else { return };
        let set = SchemaSet::open(&std::fs::read(zip).expect("a file")).expect("a set");
        let new = |schema: &str, name: &str| {
            let model = set.model(schema).unwrap_or_else(|| panic!("{issue} {schema}: no model"));
            model.new_element(element(&model, &[name]), &|_| false)
        };
        let cell = "<entry><para></para></entry>";
        let table = format!("<table><tgroup cols=\"2\"><tbody><row>{cell}{cell}</row></tbody></tgroup></table>");
        assert_eq!(new("descript", "table"), Some(table), "{issue}");
        let step = "<proceduralStep><para></para></proceduralStep>";
        assert_eq!(new("proced", "proceduralStep").as_deref(), Some(step), "{issue}");
        assert!(new("learning", "para").is_some(), "{issue}: the largest schema");
    }
}

#[test]
fn a_learned_model_accepts_the_modules_it_was_learned_from() {
    let texts: Vec<String> = modules::demo().into_iter().map(|(_, text)| text).collect();
    let mut learner = ModelLearner::default();
    for text in &texts {
        learner.learn(text).expect("a module");
    }
    let model = learner.model();
    assert_eq!(model.origin, ModelOrigin::Learned);
    for text in &texts {
        let root = read(text);
        let root = root.root_element();
        check_tree(&model, model.find(root.tag_name().name()).expect("a root"), root, "demo");
    }
    let step = model.find("proceduralStep").expect("steps");
    assert!(!model.accepts(step, &["proceduralStep", "title"]), "none of them has a title at the end");
}

fn read(text: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).expect("a module")
}

fn check_tree(model: &ContentModel, own: &ElementModel, node: roxmltree::Node<'_, '_>, file: &str) {
    let inside: Vec<_> = node.children().filter(roxmltree::Node::is_element).collect();
    let written = |node: roxmltree::Node<'_, '_>| {
        let prefix = node.tag_name().namespace().and_then(|space| node.lookup_prefix(space));
        prefix.map_or_else(String::new, |prefix| format!("{prefix}:")) + node.tag_name().name()
    };
    let names: Vec<String> = inside.iter().map(|part| written(*part)).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    assert!(model.accepts(own, &names), "{file}: {} {names:?}", own.name);
    // The attributes that name the schema are allowed everywhere.
    for attribute in node.attributes().filter(|attribute| attribute.namespace() != Some(INSTANCE)) {
        let prefix = attribute.namespace().and_then(|space| node.lookup_prefix(space));
        let name = prefix.map_or_else(String::new, |prefix| format!("{prefix}:")) + attribute.name();
        let known = model.attribute(own, &name).unwrap_or_else(|| panic!("{file}: {} {name}", own.name));
        let values = known.values.filter(|_| known.is_closed).map(|index| &model.values[index]);
        assert!(
            values.is_none_or(|values| values.iter().any(|value| value == attribute.value())),
            "{file}: {attribute:?}"
        );
    }
    for part in inside {
        let child = model.child(own, &written(part)).unwrap_or_else(|| panic!("{file}: {}", written(part)));
        check_tree(model, child, part, file);
    }
}
