use proptest::prelude::*;

use super::*;
use crate::document::Anchor;
use crate::guard;
use crate::splice;

fn module(content: &str) -> String {
    format!("<dmodule><content><description><para id=\"p\">{content}</para></description></content></dmodule>")
}

fn paragraph(text: &str) -> Option<ParagraphText> {
    let checked = guard::check_text(text).expect("a text");
    let (document, runs) = Document::read_for_editing(&checked).expect("a document");
    let (node, _) = document.find(&Anchor::parse("s1d-p")).expect("a paragraph");
    ParagraphText::of(&document, &runs, node)
}

/// The content of the paragraph after a proposed text is accepted.
fn accepted(content: &str, new: &str) -> Result<String, ProposalRefusal> {
    let text = module(content);
    let splices = paragraph(&text).expect("a line").splices(new)?;
    let changed = splice::apply(&text, &splices).expect("splices that do not overlap");
    assert_eq!(paragraph(&changed).map(|line| line.text).as_deref(), Some(new), "{changed}");
    let inner = changed.split_once("<para id=\"p\">").and_then(|(_, rest)| rest.rsplit_once("</para>"));
    Ok(inner.expect("the paragraph").0.to_owned())
}

#[test]
fn the_text_has_placeholders_for_what_is_no_text() {
    for (content, expected) in [
        ("Close the\n  valve.", "Close the valve."),
        ("Do <emphasis>not</emphasis> run &amp; wait", "Do not run & wait"),
        ("See <internalRef internalRefId=\"a>b\"/>, then <dmRef><a/></dmRef>.", "See ⟦1⟧, then ⟦2⟧."),
        ("H<subScript>2</subScript>O<!-- water --> is <![CDATA[<wet>]]>", "H⟦1⟧O is ⟦2⟧"),
        ("10<superScript>3</superScript> Pa", "10⟦1⟧ Pa"),
        ("<emphasis>5 m<superScript>2</superScript></emphasis>", "5 m⟦1⟧"),
        ("5\u{a0}Nm\u{3000}a&#160;b", "5\u{a0}Nm\u{3000}a\u{a0}b"),
        ("关闭<emphasis>阀门</emphasis>。", "关闭阀门。"),
    ] {
        assert_eq!(paragraph(&module(content)).map(|line| line.text).as_deref(), Some(expected), "{content}");
    }
    assert_eq!(paragraph(&module("a ⟦1⟧ b")), None);
    assert_eq!(paragraph(&module(" ")), None);
}

#[test]
fn only_the_bytes_of_changed_words_are_replaced() {
    for (content, new, expected) in [
        ("Close the valve.", "Open the valve.", "Open the valve."),
        ("Close  the\n\tvalve.", "Close the drain valve.", "Close  the\n\tdrain valve."),
        ("Do <emphasis id=\"e\">not</emphasis> run.", "Do not walk.", "Do <emphasis id=\"e\">not</emphasis> walk."),
        ("a &lt; b &#x26; c", "a < b & d", "a &lt; b &#x26; d"),
        ("Set 5 V.", "Set <5 & >4 V.", "Set &lt;5 &amp; &gt;4 V."),
        (
            "See <internalRef internalRefId=\"x\"/>.",
            "Look at ⟦1⟧ first.",
            "Look at <internalRef internalRefId=\"x\"/> first.",
        ),
        ("Do a, b, c <dmRef/>", "⟦1⟧: do a, b, c", "<dmRef/>: do a, b, c"),
        ("关闭<!-- 1 -->阀门。", "打开阀门。", "打开<!-- 1 -->阀门。"),
        ("Stop.", "Stop. Wait 5 s.", "Stop. Wait 5 s."),
        ("One two three", "two", "two"),
        ("10<superScript>3</superScript> Pa", "20⟦1⟧ Pa", "20<superScript>3</superScript> Pa"),
        ("5 m<superScript>2</superScript>", "5 mm⟦1⟧", "5 mm<superScript>2</superScript>"),
        ("5&#160;Nm <emphasis>now</emphasis>", "5\u{a0}Nm then", "5&#160;Nm <emphasis>then</emphasis>"),
        ("a <emphasis> b</emphasis>", "ab", "ab<emphasis></emphasis>"),
        ("a <emphasis> 关</emphasis>", "a 打关", "a <emphasis> 打关</emphasis>"),
        (" 关", "打关", " 打关"),
        ("One\r\ntwo\r\nthree", "One 2 three", "One\r\n2\r\nthree"),
    ] {
        assert_eq!(accepted(content, new).as_deref(), Ok(expected), "{content}");
    }
}

#[test]
fn a_placeholder_stays_in_its_place() {
    let content = "See <dmRef/> and <dmRef/>.";
    for new in ["See ⟦2⟧ and ⟦1⟧.", "See ⟦1⟧.", "See ⟦1⟧ and ⟦2⟧ and ⟦3⟧.", "See ⟦1⟧ and ⟦2."]
    {
        assert_eq!(accepted(content, new), Err(ProposalRefusal::PlaceholderChanged), "{new}");
    }
}

#[test]
fn an_exponent_and_an_unknown_entity_are_not_text_to_change() {
    let source = "10<superScript>3</superScript> &foo; Pa";
    let line = ParagraphText::read(source, 0..source.len()).expect("a line");
    assert_eq!(line.text, "10⟦1⟧ ⟦2⟧ Pa");
    assert_eq!(line.splices("104 ⟦2⟧ Pa"), Err(ProposalRefusal::PlaceholderChanged));
    assert_eq!(line.splices("10⟦1⟧ bar Pa"), Err(ProposalRefusal::PlaceholderChanged));
    assert_eq!(ParagraphText::read("a & b", 0..5), None, "a reference without an end");
}

#[test]
fn a_text_that_would_be_read_otherwise_is_refused() {
    let line = ParagraphText::read("a b", 0..3).expect("a line");
    for new in ["a  b", " a b", "a b\n"] {
        assert_eq!(line.splices(new), Err(ProposalRefusal::OtherText), "{new:?}");
    }
}

#[test]
fn a_redline_has_whole_words() {
    let shown = |old: &str, new: &str| {
        let piece = |piece: RedlinePiece| match piece.kind {
            RedlineKind::Same => piece.text,
            RedlineKind::Deleted => format!("[-{}-]", piece.text),
            RedlineKind::Inserted => format!("[+{}+]", piece.text),
        };
        redline(old, new).into_iter().map(piece).collect::<String>()
    };
    assert_eq!(shown("Close the valve.", "Open the valve."), "[-Close-][+Open+] the valve.");
    assert_eq!(shown("Wait 5 s.", "Wait 10 min."), "Wait [-5 s-][+10 min+].");
    assert_eq!(shown("同一段。", "同一段。"), "同一段。");
    assert_eq!(shown("关闭阀门", "打开阀门"), "[-关闭-][+打开+]阀门");
    assert_eq!(shown("", "a"), "[+a+]");
}

proptest! {
    #[test]
    fn an_accepted_text_is_the_text_of_the_paragraph(old in "[a-c刹<&] ?([a-c刹<&.\u{a0}\u{3000}] ?){0,12}[a-c]", new in "[a-c刹<&] ?([a-c刹<&.\u{a0}\u{3000}] ?){0,12}[a-c]") {
        let content = escaped(&old.chars().collect::<Vec<_>>());
        prop_assert!(accepted(&content, &new).is_ok());
    }

    #[test]
    fn a_redline_holds_both_texts(old in "([a-c刹\u{a0}\u{3000}]| ){0,20}", new in "([a-c刹\u{a0}\u{3000}]| ){0,20}") {
        let pieces = redline(&old, &new);
        let side = |other: RedlineKind| pieces.iter().filter(|piece| piece.kind != other).map(|piece| piece.text.as_str()).collect::<String>();
        prop_assert_eq!(side(RedlineKind::Inserted), old);
        prop_assert_eq!(side(RedlineKind::Deleted), new);
    }
}
