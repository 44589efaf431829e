//! Single expressions with their values.

use s1000d::xpath::{NameTable, XPathFault, parse};

use crate::{Comparable, evaluate, libxml};

const DOCUMENT: &str = r#"<a xmlns:x="urn:x" p="1"><b q="u"><c/><c q="2">t</c></b><b/><x:d>uv</x:d><!--k--></a>"#;

#[test]
fn expressions_have_the_values_of_the_standard() {
    let nodes = |paths: &[&str]| Comparable::Nodes(paths.iter().map(|path| (*path).to_owned()).collect());
    let text = |text: &str| Comparable::Text(text.to_owned());
    let cases = [
        ("//c", nodes(&["/a/b/c", "/a/b/c[2]"])),
        ("//b[1]/c[last()]", nodes(&["/a/b/c[2]"])),
        ("//@q", nodes(&["/a/b/@q", "/a/b/c[2]/@q"])),
        ("//c[@q]/ancestor::*[1]", nodes(&["/a/b"])),
        ("(//c/ancestor::*)[1]", nodes(&["/a"])),
        ("//*[self::b or self::x:d][not(*)]", nodes(&["/a/b[2]", "/a/x:d"])),
        ("/a/comment() | /a/b[2]", nodes(&["/a/b[2]", "/a/comment()"])),
        ("//c[. = 't']/preceding-sibling::c", nodes(&["/a/b/c"])),
        ("//b[@q = //c/@q]", nodes(&[])),
        ("count(//c) = 2 and //c/@q > 1", Comparable::Boolean(true)),
        ("//c/@q = //b/@q or false()", Comparable::Boolean(false)),
        ("- -2 * 3 - 1", Comparable::Number(5.0)),
        ("7 mod -2 + 6 div 4", Comparable::Number(2.5)),
        ("string(//x:d)", text("uv")),
        ("substring('12345', 1.5, 2.6)", text("234")),
        ("translate('bar', 'abc', 'AB')", text("BAr")),
        ("concat(name(//x:d), local-name(/*), 1 div 0)", text("x:daInfinity")),
        ("normalize-space('  u \n v ')", text("u v")),
        // Names that are operators elsewhere.
        ("//div | //and/or", nodes(&[])),
        ("1 > 2 > -1", Comparable::Boolean(true)),
    ];
    for (expression, value) in cases {
        assert_eq!(evaluate(DOCUMENT, expression).ok(), Some(value.clone()), "{expression}");
        assert_eq!(libxml::evaluate(DOCUMENT, expression), Some(value), "{expression}");
    }
}

#[test]
fn what_is_not_in_the_language_is_an_error_with_its_place() {
    let unexpected = |word: &str| XPathFault::Unexpected(word.to_owned());
    let cases = [
        ("", 0, XPathFault::End),
        ("//", 2, XPathFault::End),
        ("//a[", 4, XPathFault::End),
        ("//a]", 3, unexpected("]")),
        ("//é[1", 5, XPathFault::End),
        ("//a/@b eq 'c'", 7, unexpected("eq")),
        ("for $x in //a return $x", 4, XPathFault::Variable),
        ("if (//a) then 1 else 2", 9, unexpected("then")),
        ("every $x in //a satisfies $x", 6, XPathFault::Variable),
        ("matches(//a, 'b')", 0, XPathFault::UnknownFunction("matches".to_owned())),
        ("//a/string()", 4, XPathFault::UnknownFunction("string".to_owned())),
        ("(1, 2)", 2, unexpected(",")),
        ("//a except //b", 4, unexpected("except")),
        ("//*:a", 3, unexpected(":")),
        ("count(1)", 8, XPathFault::NeedsNodes("count()".to_owned())),
        ("not()", 5, XPathFault::Arguments("not")),
        ("'a' | //b", 9, XPathFault::NeedsNodes("|".to_owned())),
        ("//y:a", 2, XPathFault::UnknownPrefix("y".to_owned())),
        ("id('a')", 0, XPathFault::Unsupported("id()")),
        ("//a/namespace::*", 4, XPathFault::Unsupported("namespace::")),
        ("//a/up::b", 4, XPathFault::UnknownAxis("up".to_owned())),
        ("//a['b]", 4, XPathFault::OpenLiteral),
        ("//a!b", 3, unexpected("!")),
    ];
    for (expression, at, fault) in cases {
        let error = parse(expression, &[], &mut NameTable::default()).err();
        assert_eq!(error.map(|error| (error.at, error.fault)), Some((at, fault)), "{expression}");
    }
}
