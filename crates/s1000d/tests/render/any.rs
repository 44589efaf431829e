//! Any tree of elements in any order gives safe HTML that browsers read as it is meant, with every letter in its place.

use std::collections::BTreeSet;

use domain::language::Locale;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use roxmltree::{Document, Node};
use s1000d::applic::{Assignments, Property, PropertyKind};
use s1000d::document::html::Outside;

use super::reading::{draw, draw_for, letters};

const TAGS: &[&str] = &[
    "a",
    "abbr",
    "article",
    "aside",
    "br",
    "caption",
    "code",
    "col",
    "colgroup",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "li",
    "ol",
    "p",
    "s",
    "section",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
    "math",
    "mfrac",
    "mi",
    "mn",
    "mo",
    "mover",
    "mroot",
    "mrow",
    "msqrt",
    "msub",
    "msubsup",
    "msup",
    "mtable",
    "mtd",
    "mtext",
    "mtr",
    "munder",
    "munderover",
];
const ATTRIBUTES: &[&str] =
    &["class", "colspan", "href", "id", "lang", "open", "rel", "role", "rowspan", "scope", "title", "width"];
const LINES: &[&str] = &[
    "p", "h2", "h3", "h4", "h5", "h6", "dt", "summary", "caption", "span", "strong", "em", "code", "sub", "sup", "u",
    "s", "abbr",
];
const PHRASES: &[&str] = &["a", "abbr", "br", "code", "em", "s", "span", "strong", "sub", "sup", "u", "math"];

/// Only our elements and attributes, nested so that a browser makes the same tree of it.
pub(crate) fn assert_safe(html: &str) {
    let text = format!("<x>{html}</x>");
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{error}: {html}"));
    let mut ids = BTreeSet::new();
    for node in document.root_element().descendants().skip(1).filter(Node::is_element) {
        let name = node.tag_name().name();
        assert!(TAGS.contains(&name), "{name}: {html}");
        let parent = node.parent_element().map(|parent| parent.tag_name().name()).unwrap_or_default();
        let stands = match name {
            "li" => matches!(parent, "ul" | "ol"),
            "tr" => matches!(parent, "thead" | "tbody" | "tfoot"),
            "td" | "th" => parent == "tr",
            "thead" | "tbody" | "tfoot" | "caption" | "colgroup" => parent == "table",
            "dt" | "dd" => parent == "div",
            "figcaption" => parent == "figure",
            "summary" => parent == "details",
            "a" => !node.ancestors().skip(1).any(|around| around.tag_name().name() == "a"),
            _ => !matches!(parent, "ul" | "ol" | "table" | "tbody" | "thead" | "tfoot" | "tr") || name == "col",
        };
        assert!(stands, "{name} in {parent}: {html}");
        let in_line = node.ancestors().skip(1).any(|around| LINES.contains(&around.tag_name().name()));
        assert!(!in_line || PHRASES.contains(&name) || name.starts_with('m'), "{name} in a line: {html}");
        for attribute in node.attributes() {
            let key = attribute.name();
            assert!(ATTRIBUTES.contains(&key) || key.starts_with("data-"), "{key}: {html}");
            let own = |class: &str| class.starts_with("s1d-");
            assert!(key != "class" || attribute.value().split(' ').all(own), "{}: {html}", attribute.value());
            assert!(key != "href" || attribute.value().starts_with('#'), "{}: {html}", attribute.value());
            assert!(key != "id" || ids.insert(attribute.value().to_owned()), "{} twice: {html}", attribute.value());
        }
    }
}

const ELEMENTS: &[&str] = &[
    "description",
    "levelledPara",
    "levelledParaAlts",
    "title",
    "para",
    "simplePara",
    "emphasis",
    "subScript",
    "verbatimText",
    "acronym",
    "acronymTerm",
    "acronymDefinition",
    "changeInline",
    "quantity",
    "quantityValue",
    "footnote",
    "footnoteRef",
    "randomList",
    "sequentialList",
    "listItem",
    "definitionList",
    "definitionListItem",
    "listItemTerm",
    "listItemDefinition",
    "table",
    "tgroup",
    "colspec",
    "spanspec",
    "thead",
    "tfoot",
    "tbody",
    "row",
    "entry",
    "entrytbl",
    "captionGroup",
    "captionBody",
    "captionRow",
    "captionEntry",
    "caption",
    "captionLine",
    "figure",
    "figureAlts",
    "graphic",
    "hotspot",
    "legend",
    "multimedia",
    "symbol",
    "warning",
    "caution",
    "note",
    "notePara",
    "warningsAndCautions",
    "warningAndCautionPara",
    "preliminaryRqmts",
    "closeRqmts",
    "reqCondGroup",
    "reqCondNoRef",
    "reqCond",
    "reqPersons",
    "person",
    "personCategory",
    "trade",
    "reqSupplies",
    "supplyDescrGroup",
    "supplyDescr",
    "name",
    "identNumber",
    "reqQuantity",
    "remarks",
    "noConds",
    "mainProcedure",
    "proceduralStep",
    "proceduralStepAlts",
    "checkListItem",
    "dmRef",
    "dmRefIdent",
    "dmCode",
    "refs",
    "externalPubRef",
    "externalPubTitle",
    "internalRef",
    "toolRef",
    "container",
    "crewDrill",
    "crewDrillStep",
    "challengeAndResponse",
    "challenge",
    "response",
    "if",
    "caseCond",
    "isolationStep",
    "isolationStepAnswer",
    "yesNoAnswer",
    "yesAnswer",
    "choice",
    "illustratedPartsCatalog",
    "catalogSeqNumber",
    "itemSeqNumber",
    "partRef",
    "partSegment",
    "quantityPerNextHigherAssy",
    "wireGroup",
    "wire",
    "wireIdent",
    "maintAllocation",
    "maintAllocationGroup",
    "groupNumber",
    "taskDefinition",
    "taskGroup",
    "taskItem",
    "task",
    "structureObjectRuleGroup",
    "structureObjectRule",
    "objectPath",
    "objectUse",
    "productAttributeList",
    "productAttribute",
    "enumeration",
    "product",
    "assign",
    "pmEntry",
    "pmEntryTitle",
    "deliveryList",
    "deliveryListItem",
    "dispatchFileName",
    "dispatchItem",
    "cdlItem",
    "dispatchCondition",
    "itemNumber",
    "repairCategory",
    "numberInstalled",
    "provisoList",
    "proviso",
    "placard",
    "oProcedureRef",
    "dispatchProcedure",
    "procContent",
    "dispatchLocator",
    "locatorEntry",
    "electronicMessage",
    "glossaryRepository",
    "glossaryItem",
    "term",
    "definition",
    "referencedApplicGroup",
    "applic",
    "displayText",
    "evaluate",
    "assert",
    "equation",
    "math",
    "mrow",
    "mi",
    "mfrac",
    "br",
    "x",
    "script",
];
const KEYS: &[&str] = &[
    "id",
    "internalRefId",
    "applicRefId",
    "warningRefs",
    "infoEntityIdent",
    "colname",
    "namest",
    "nameend",
    "spanname",
    "morerows",
    "cols",
    "colwidth",
    "align",
    "changeType",
    "reasonForUpdateRefIds",
    "nextActionRefId",
    "orderedStepsFlag",
    "label",
    "item",
    "indenture",
    "emphasisType",
    "listItemPrefix",
    "unitOfMeasure",
    "onclick",
    "style",
    "href",
];
const VALUES: &[&str] = &[
    "",
    "a",
    "b",
    "c",
    "1",
    "2",
    "add",
    "em02",
    "pf01",
    "javascript:x",
    "&lt;b&gt;",
    "&quot;",
    "a b",
    "氧",
    "999999999999",
];

fn element() -> impl Strategy<Value = String> {
    let attributes = || {
        btree_map(select(KEYS), select(VALUES), 0..3).prop_map(|all| {
            let written: Vec<String> = all.into_iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
            written.concat()
        })
    };
    let leaf = prop_oneof![
        (select(ELEMENTS), attributes()).prop_map(|(name, attributes)| format!("<{name}{attributes}/>")),
        select(&["text", " ", "\n", "&amp;&lt;", "<!-- c -->", "<![CDATA[<x>]]>", "<?p i?>", "氧气瓶"][..])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(7, 60, 6, move |inner| {
        (select(ELEMENTS), attributes(), vec(inner, 0..6))
            .prop_map(|(name, attributes, children)| format!("<{name}{attributes}>{}</{name}>", children.concat()))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(512) })]

    #[test]
    fn any_soup_is_drawn_safely_and_whole(parts in vec(element(), 0..6)) {
        let text = format!("<dmodule><content>{}</content></dmodule>", parts.concat());
        let rendered = draw("soup", text.as_bytes());
        assert_safe(&rendered.html);
        let [written, drawn] = letters(&text, &rendered.html);
        prop_assert_eq!(written, drawn, "{}", rendered.html);
    }

    #[test]
    fn what_does_not_apply_leaves_a_safe_page_wherever_it_stood(parts in vec(element(), 0..6)) {
        let text = format!("<dmodule><content>{NOT_FOR_US}{}</content></dmodule>", parts.concat());
        let mut choice = Assignments::default();
        choice.assign(Property { kind: PropertyKind::Attribute, ident: "model".into() }, "2");
        let hidden = draw_for("soup", text.as_bytes(), Locale::Chinese, &choice, Outside::Hide);
        assert_safe(&hidden.html);
        let grey = draw_for("soup", text.as_bytes(), Locale::English, &choice, Outside::Grey);
        assert_safe(&grey.html);
        let [written, drawn] = letters(&text, &grey.html);
        prop_assert_eq!(written, drawn, "{}", grey.html);
        prop_assert_eq!(hidden.html.contains("data-applic=\"no\""), hidden.hidden > 0, "{}", hidden.html);
    }
}

/// Pieces that refer to `a` are for another model.
const NOT_FOR_US: &str = "<referencedApplicGroup><applic id=\"a\"><assert applicPropertyIdent=\"model\" \
    applicPropertyType=\"prodattr\" applicPropertyValues=\"1\"/></applic></referencedApplicGroup>";
