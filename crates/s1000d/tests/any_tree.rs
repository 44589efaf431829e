//! Any tree of known elements in any order is read without a panic: the same properties that `fuzz/` looks for.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;
use s1000d::applic::tables::Tables;
use s1000d::{guard, object, publication};

const ELEMENTS: &[&str] = &[
    "identAndStatusSection",
    "dmAddress",
    "dmIdent",
    "dmCode",
    "language",
    "issueInfo",
    "dmAddressItems",
    "issueDate",
    "dmTitle",
    "techName",
    "dmStatus",
    "applic",
    "displayText",
    "evaluate",
    "assert",
    "qualityAssurance",
    "unverified",
    "content",
    "referencedApplicGroup",
    "procedure",
    "container",
    "dmRef",
    "dmRefIdent",
    "pmRef",
    "pmRefIdent",
    "pmCode",
    "externalPubRef",
    "internalRef",
    "graphic",
    "dispatchItem",
    "dispatchCondition",
    "remarks",
    "oProcedureRef",
    "pmEntry",
    "pmEntryTitle",
    "title",
    "productAttribute",
    "enumeration",
    "condType",
    "cond",
    "product",
    "assign",
    "para",
    "emphasis",
];

const ATTRIBUTES: &[&str] = &[
    "id",
    "internalRefId",
    "applicRefId",
    "warningRefs",
    "infoEntityIdent",
    "modelIdentCode",
    "systemCode",
    "pmNumber",
    "languageIsoCode",
    "countryIsoCode",
    "issueNumber",
    "inWork",
    "issueDate",
    "year",
    "month",
    "day",
    "andOr",
    "applicPropertyIdent",
    "applicPropertyValues",
    "applicPropertyValue",
    "condTypeRefId",
    "valuePattern",
    "valueDataType",
    "pmEntryType",
    "imfIdentIcn",
];

const VALUES: &[&str] = &[
    "", "a", "b", "A", "en", "US", "1", "001", "2026", "02", "30", "1~9", "a|b", "PRE", "integer", "or", "[", "氧",
    "&lt;", "-", "~|~",
];

fn element() -> impl Strategy<Value = String> {
    let attributes = || {
        btree_map(select(ATTRIBUTES), select(VALUES), 0..4).prop_map(|all| {
            let written: Vec<String> = all.into_iter().map(|(name, value)| format!(" {name}=\"{value}\"")).collect();
            written.concat()
        })
    };
    let leaf = prop_oneof![
        (select(ELEMENTS), attributes()).prop_map(|(name, attributes)| format!("<{name}{attributes}/>")),
        select(&["text", " ", "\n", "&amp;", "<!-- c -->", "<![CDATA[<x>]]>", "<?p i?>", "氧气瓶"][..])
            .prop_map(str::to_owned),
    ];
    leaf.prop_recursive(8, 60, 6, move |inner| {
        (select(ELEMENTS), attributes(), vec(inner, 0..6))
            .prop_map(|(name, attributes, children)| format!("<{name}{attributes}>{}</{name}>", children.concat()))
    })
}

proptest! {
    #[test]
    fn any_object_is_read(root in select(&["dmodule", "dmStatus", "comment", "icnMetadataFile", "dataUpdateFile", "x"][..]), parts in vec(element(), 0..6)) {
        let text = format!("<{root}>{}</{root}>", parts.concat());
        let checked = guard::check(text.as_bytes()).expect("it is well-formed");
        let (object, _) = object::read(&checked).expect("it is well-formed");
        prop_assert!(object.references.iter().all(|reference| reference.line > 0));
        Tables::read(&checked).expect("it is well-formed").check(&object);
    }

    #[test]
    fn any_contents_are_a_forest_in_order(parts in vec(element(), 0..8)) {
        let text = format!("<pm><content>{}</content></pm>", parts.concat());
        let (publication, _) = publication::read(text.as_bytes()).expect("it is well-formed");
        for (index, node) in publication.nodes.iter().enumerate() {
            prop_assert!(node.parent.is_none_or(|parent| (parent as usize) < index));
        }
        let checked = guard::check(text.as_bytes()).expect("it is well-formed");
        prop_assert_eq!(checked.root(), "pm");
    }
}
