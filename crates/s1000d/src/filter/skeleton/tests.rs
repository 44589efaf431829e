//! The skeleton agrees with the parser.

use proptest::prelude::*;

use super::*;

/// The elements of a text as the parser sees them: name, range, attributes.
fn parsed(text: &str) -> Option<Vec<String>> {
    let document = object::parse_text(text).ok()?;
    let written = |node: roxmltree::Node<'_, '_>| {
        let attributes: Vec<String> =
            node.attributes().map(|one| format!("{}={:?}@{:?}", one.name(), one.value(), one.range_value())).collect();
        let has_text = node.children().any(|child| {
            child.is_text() && child.text().is_some_and(|text| !text.bytes().all(|byte| byte.is_ascii_whitespace()))
        });
        format!("{} {:?} {has_text} {}", node.tag_name().name(), node.range(), attributes.join(" "))
    };
    Some(document.descendants().filter(roxmltree::Node::is_element).map(written).collect())
}

/// The same of the skeleton.
fn read(text: &str) -> Option<Vec<String>> {
    let skeleton = Skeleton::read(text).ok()?;
    let written = |part: SkeletonElement<'_, '_>| {
        let attributes: Vec<String> = part
            .attributes()
            .filter(|one| one.key() != "xmlns" && !one.key().starts_with("xmlns:"))
            .map(|one| {
                let key = one.key().rsplit(':').next().unwrap_or_default();
                format!("{key}={:?}@{:?}", one.value(), one.value_range())
            })
            .collect();
        format!("{} {:?} {} {}", part.name(), part.range(), part.has_text(), attributes.join(" "))
    };
    Some(skeleton.parts().map(written).collect())
}

#[test]
fn texts_that_are_not_well_formed_are_refused() {
    for text in [
        "",
        "x",
        "<a>",
        "</a>",
        "<a/><b/>",
        "<a></b>",
        "<a><b></a></b>",
        "<a b=c/>",
        "<a b='1' b='2'/>",
        "<a b='1'c='2'/>",
        "<a b='<'/>",
        "<a b='&x;'/>",
        "<a>&x;</a>",
        "<a>& b</a>",
        "<a>&#0;</a>",
        "<a>&#x+41;</a>",
        "<a>]]></a>",
        "<a><!-- -- --></a>",
        "<a><?xml version='1.0'?></a>",
        "<a x:b=''/>",
        "<x:a/>",
        "<a xmlns:x='urn:x' x:b='' y:b=''/>",
        "<a xmlns:x='u' xmlns:y='u' x:b='' y:b=''/>",
        "<a>\u{1}</a>",
        "<1/>",
        "<a>x</a>y",
        "<!DOCTYPE a [<!ENTITY]><a/>",
        "<a/><!DOCTYPE a>",
    ] {
        assert_eq!(parsed(text), None, "the parser refuses {text}");
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn many_loose_signs_cost_no_square_of_them() {
    for sign in ["&", "&#65", "&amp"] {
        let text = ["<a>", &sign.repeat(2_000_000), "</a>"].concat();
        assert!(Skeleton::read(&text).is_err(), "{sign}");
        let value = ["<a b='", &sign.repeat(2_000_000), "'/>"].concat();
        assert!(Skeleton::read(&value).is_err(), "{sign}");
    }
}

#[test]
fn rare_forms_are_read_as_the_parser_reads_them() {
    for text in [
        "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY I SYSTEM \"]>.cgm\" NDATA cgm><!-- ]> ' -->]>\n<a b='>'>1 > 0</a>\n",
        "<a xmlns='urn:x' xmlns:x='urn:y'><x:b x:c='1' c='2'/></a>",
        "<a><b xmlns:z='urn:z' z:c=''/></a>",
        "<é ü='1'>x</é>",
        "<a b = \"1&amp;2&#10;\"\n c='x\ty' >&lt;<![CDATA[ <b> ]]></a >",
        "<a><![CDATA[]]> <?p x?><!----><b/>\u{a0}</a>",
    ] {
        assert!(parsed(text).is_some(), "{text}");
        assert_eq!(read(text), parsed(text), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_text_is_read_as_the_parser_reads_it(
        text in "(<a>|</a>|<b c='[^<]{0,3}'( d=\"x\")?>|</b>|<b/>|<x:a xmlns:x='u'/>|&amp;|&#6[0-9];|&|[ a>\\]'-]|<!--[a-]{0,3}-->|<!\\[CDATA\\[[a>]?\\]\\]>|<\\?[px] ?\\?>|\n){0,14}"
    ) {
        prop_assert_eq!(read(&text), parsed(&text));
    }

    #[test]
    fn a_whole_text_with_one_sign_changed_is_read_as_the_parser_reads_it(at in 0usize..130, sign in "[<>/&;\"'= a:!?\\]-]") {
        let text = "<?xml version='1.0'?><!DOCTYPE r><r xmlns:x='u' x:i=\"1\"><a b=\"1\" c='2'>x &amp; y<b/></a><!-- c --><?p q?> <c d='&#65;'>z</c></r>";
        let mut text = text.to_owned();
        if at < text.len() {
            text.replace_range(at..=at, &sign);
        }
        prop_assert_eq!(read(&text), parsed(&text), "{}", text);
    }
}
