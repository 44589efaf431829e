use proptest::prelude::*;

use super::*;
use crate::guard::{Forbidden, Limits};

/// Every token as one line of text.
fn tokens(bytes: &[u8]) -> Result<Vec<String>, Refusal> {
    let mut stream = Stream::new(bytes);
    let mut found = Vec::new();
    while let Some(token) = stream.next_token()? {
        let line = stream.line();
        found.push(match token {
            Token::Start => {
                let attributes: Vec<String> =
                    stream.attributes().map(|(key, value)| format!(" {key}={value}")).collect();
                format!("{line} <{}{}", stream.name(), attributes.concat())
            }
            Token::End => format!("{line} >{}", stream.name()),
            Token::Text => format!("{line} {:?}", stream.text()),
        });
    }
    Ok(found)
}

#[test]
fn tokens_come_with_their_lines_and_resolved_references() {
    let text = "<?xml version='1.0'?>\n<!DOCTYPE x [\n<!ENTITY i SYSTEM 'i.png' NDATA png>]>\n<n:pm a='1&lt;2'\n b=\"&#x6C27;\">\n<e/>A &amp; B<![CDATA[<c>]]></n:pm>\n";
    let expected =
        ["4 <pm a=1<2 b=氧", "5 \"\\n\"", "6 <e", "6 >e", "6 \"A \"", "6 \"&\"", "6 \" B\"", "6 \"<c>\"", "6 >pm"];
    assert_eq!(tokens(text.as_bytes()).expect("it reads"), expected);
    let mut stream = Stream::new(text.as_bytes());
    stream.next_token().expect("a root");
    assert_eq!(stream.entities()[0].system, "i.png");
    assert_eq!((stream.attribute("b"), stream.attribute("c")), (Some("氧"), None));
}

#[test]
fn the_text_of_an_element_is_folded_and_an_element_can_be_passed_over() {
    let mut stream = Stream::new("<a><t> x\n <b>y</b> z </t><u><v/>1</u><w/></a>".as_bytes());
    stream.next_token().expect("a");
    stream.next_token().expect("t");
    assert_eq!(stream.read_text().expect("text"), "x y z");
    stream.next_token().expect("u");
    stream.skip_element().expect("passed");
    stream.next_token().expect("w");
    assert_eq!(stream.name(), "w");
}

#[test]
fn what_the_guard_refuses_a_stream_refuses() {
    for (text, line, reason) in [
        (
            "<!DOCTYPE a [\n<!ENTITY b 'c'>]><a>&b;</a>",
            2,
            Reason::Doctype { what: Forbidden::ParsedEntity, declaration: "<!ENTITY b 'c'>".into() },
        ),
        ("<?xml version='1.0' encoding='latin2'?><a/>", 1, Reason::Encoding("latin2".into())),
        ("<a>\n\n\0</a>", 3, Reason::Nul),
        ("", 1, Reason::Empty),
    ] {
        assert_eq!(tokens(text.as_bytes()), Err(Refusal::new(line, reason)), "{text}");
    }
    assert_eq!(tokens("<a>".repeat(257).as_bytes()), Err(Refusal::new(1, Reason::TooDeep { limit: 256 })));
    assert_eq!(tokens(b"<a>\xE9</a>"), Err(Refusal::new(1, Reason::NotText("UTF-8"))));
    for text in [
        "<a>\n</b>",
        "<a>",
        "x<a/>",
        "<a/>x",
        "<a/><b/>",
        "<a>&b;</a>",
        "<a b='&c;'/>",
        "<a b='1' b='2'/>",
        "<a>&#0;</a>",
    ] {
        let refusal = tokens(text.as_bytes()).expect_err(text);
        assert!(matches!(refusal.reason, Reason::NotWellFormed(_)), "{text}: {refusal}");
    }
}

#[test]
fn the_size_of_a_stream_has_an_end() {
    let small = |_: &str| Limits { bytes: 1000, ..Limits::TREE };
    let mut stream = Stream::within(b"<a><b>".as_slice().chain(std::io::repeat(b' ').take(2000)), small);
    let refusal = loop {
        if let Err(refusal) = stream.next_token() {
            break refusal;
        }
    };
    assert_eq!(refusal.reason, Reason::TooLarge { limit: 1000 });
}

#[test]
fn one_piece_cannot_fill_the_memory() {
    let filler = || std::io::repeat(b'x').take(9 << 20);
    for (start, end) in [("<pm>", "</pm>"), ("<pm><!--", "--></pm>"), ("<pm a='", "'/>")] {
        let mut stream = Stream::new(start.as_bytes().chain(filler()).chain(end.as_bytes()));
        let refusal = loop {
            match stream.next_token() {
                Ok(Some(_)) => {}
                Ok(None) => panic!("{start} passed"),
                Err(refusal) => break refusal,
            }
        };
        assert_eq!(refusal.reason, Reason::ValueTooLong { limit: 8 << 20 }, "{start}");
    }
    let title = format!("<t>{}</t>", "x&amp;".repeat(40_000));
    let mut stream = Stream::new(title.as_bytes());
    stream.next_token().expect("t");
    assert_eq!(stream.read_text(), Err(Refusal::new(1, Reason::ValueTooLong { limit: 64 << 10 })));
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = tokens(&bytes);
    }

    #[test]
    fn any_markup_is_read_or_refused(text in "(<|>|/|!|\\?|\\[|\\]|--|DOCTYPE|ENTITY|CDATA|\"|'|=|a|x:b|&|;|#|0|%| |\\n|é|氧){0,60}") {
        let _ = tokens(text.as_bytes());
    }
}
