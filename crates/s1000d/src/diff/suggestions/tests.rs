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
fn accepted(content: &str, new: &str) -> Result<String, PlaceholderChanged> {
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
        ("H<subScript>2</subScript>O<!-- water --> is <![CDATA[<wet>]]>", "H2O is ⟦1⟧"),
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
    ] {
        assert_eq!(accepted(content, new).as_deref(), Ok(expected), "{content}");
    }
}

#[test]
fn a_placeholder_stays_in_its_place() {
    let content = "See <dmRef/> and <dmRef/>.";
    for new in ["See ⟦2⟧ and ⟦1⟧.", "See ⟦1⟧.", "See ⟦1⟧ and ⟦2⟧ and ⟦3⟧.", "See ⟦1⟧ and ⟦2."]
    {
        assert_eq!(accepted(content, new), Err(PlaceholderChanged), "{new}");
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
    fn an_accepted_text_is_the_text_of_the_paragraph(old in "[a-c刹<&] ?([a-c刹<&.] ?){0,12}[a-c]", new in "[a-c刹<&] ?([a-c刹<&.] ?){0,12}[a-c]") {
        let content = escaped(&old.chars().collect::<Vec<_>>());
        prop_assert!(accepted(&content, &new).is_ok());
    }

    #[test]
    fn a_redline_holds_both_texts(old in "([a-c刹]| ){0,20}", new in "([a-c刹]| ){0,20}") {
        let pieces = redline(&old, &new);
        let side = |other: RedlineKind| pieces.iter().filter(|piece| piece.kind != other).map(|piece| piece.text.as_str()).collect::<String>();
        prop_assert_eq!(side(RedlineKind::Inserted), old);
        prop_assert_eq!(side(RedlineKind::Deleted), new);
    }
}
