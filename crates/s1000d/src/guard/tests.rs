use proptest::prelude::*;

use super::*;

fn refusal(text: &str) -> Refusal {
    check(text.as_bytes()).expect_err(text)
}

#[test]
fn a_module_with_notations_and_unparsed_entities_passes() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE dmodule [\n<!-- ]> -->\n<?x ]>?>\n\
        <!NOTATION cgm PUBLIC \"-//USA-DOD//NOTATION Computer Graphics Metafile//EN\">\n\
        <!NOTATION png PUBLIC '-//W3C//NOTATION PNG//EN' \"png>\">\n<!NOTATION svg SYSTEM \"svg\">\n\
        <!ENTITY ICN-F0210-HYD01-001-01 SYSTEM \"ICN-F0210-HYD01-001-01.CGM\" NDATA cgm>\n\
        <!ENTITY ICN-2 PUBLIC \"x\" 'ICN-2.png' NDATA png >\n]>\n<a:dmodule xmlns:a=\"urn:x\"/>";
    let checked = check(text.as_bytes()).expect("it passes");
    assert_eq!(checked.root(), "dmodule");
    assert_eq!(checked.text(), text);
    let first = Entity {
        name: "ICN-F0210-HYD01-001-01".into(),
        system: "ICN-F0210-HYD01-001-01.CGM".into(),
        notation: "cgm".into(),
    };
    let second = Entity { name: "ICN-2".into(), system: "ICN-2.png".into(), notation: "png".into() };
    assert_eq!(checked.entities(), [first, second]);
}

#[test]
fn a_plain_document_type_passes() {
    assert!(check(b"<!DOCTYPE dmodule><dmodule/>").is_ok());
    assert!(check(b"<!DOCTYPE dmodule [] ><dmodule/>").is_ok());
}

#[test]
fn whatever_expands_or_is_fetched_is_refused_with_its_line() {
    for (subset, what) in [
        ("<!ENTITY a \"lol\">", Forbidden::ParsedEntity),
        ("<!ENTITY a 'lol'>", Forbidden::ParsedEntity),
        ("<!ENTITY a SYSTEM \"file:///etc/passwd\">", Forbidden::ExternalEntity),
        ("<!ENTITY a PUBLIC \"x\" \"http://example.org/\">", Forbidden::ExternalEntity),
        ("<!ENTITY % p SYSTEM \"x\">", Forbidden::ParameterEntity),
        ("%p;", Forbidden::ParameterEntity),
        ("<!ATTLIST dmodule id CDATA \"x\">", Forbidden::Declaration),
        ("<!ELEMENT dmodule ANY>", Forbidden::Declaration),
    ] {
        let text = format!("<!DOCTYPE dmodule [\n<!NOTATION cgm SYSTEM \"cgm\">\n{subset}]><dmodule/>");
        let reason = Reason::Doctype { what, declaration: subset.to_owned() };
        assert_eq!(refusal(&text), Refusal::new(3, reason), "{subset}");
    }
    for text in ["<!DOCTYPE a SYSTEM \"a.dtd\"><a/>", "<!DOCTYPE a PUBLIC \"a\" \"b\" []><a/>"] {
        let reason = refusal(text).reason;
        assert!(matches!(reason, Reason::Doctype { what: Forbidden::ExternalSubset, .. }), "{text}: {reason}");
    }
}

#[test]
fn a_document_type_that_cannot_be_read_is_refused() {
    for text in [
        "<!DOCTYPE a [<!ENTITY >]><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM y NDATA z>]><a/>",
        "<!DOCTYPE a [<!NOTATION >]><a/>",
        "<!DOCTYPE a [nonsense]><a/>",
        "<!DOCTYPE a [] x><a/>",
        "<!DOCTYPE a x><a/>",
        "<!DOCTYPE ><a/>",
        "<!DOCTYPE a [",
        "<a/><!DOCTYPE a>",
    ] {
        assert!(matches!(refusal(text).reason, Reason::NotWellFormed(_)), "{text}: {}", refusal(text));
    }
}

#[test]
fn nesting_has_an_end() {
    let nested = |depth: usize| format!("{}{}", "<a>\n".repeat(depth), "</a>".repeat(depth));
    assert!(check(nested(256).as_bytes()).is_ok());
    assert_eq!(refusal(&nested(257)), Refusal::new(257, Reason::TooDeep { limit: 256 }));
    assert_eq!(refusal(&"<a>".repeat(2000)).reason, Reason::TooDeep { limit: 256 });
}

#[test]
fn attributes_have_a_number_and_a_length() {
    let many = |count: usize| {
        let attributes: Vec<String> = (0..count).map(|index| format!(" a{index}='x'")).collect();
        format!("<a{}/>", attributes.concat())
    };
    assert!(check(many(256).as_bytes()).is_ok());
    assert_eq!(refusal(&many(257)).reason, Reason::TooManyAttributes { limit: 256 });
    let long = |length: usize| format!("<a>\n<b c='{}'/></a>", "x".repeat(length));
    assert!(check(long(65_536).as_bytes()).is_ok());
    assert_eq!(refusal(&long(65_537)), Refusal::new(2, Reason::ValueTooLong { limit: 65_536 }));
}

#[test]
fn namespaces_in_force_have_a_number() {
    let level = |index: usize| format!("<a xmlns:n{index}='urn:{index}'>");
    let nested: String = (0..65).map(level).collect();
    assert_eq!(refusal(&format!("{nested}{}", "</a>".repeat(65))).reason, Reason::TooManyNamespaces { limit: 64 });
    // A tool that declares the same one on every element is no danger.
    let beside: String = (0..500).map(|_| "<b xmlns:x='urn:x'/><b xmlns:x='urn:x'></b>").collect();
    assert!(check(format!("<a>{beside}</a>").as_bytes()).is_ok());
}

/// Small limits of two kinds, so that the tests need no large files.
fn small(root: &str) -> Limits {
    let scale = if root == "pm" { 10 } else { 1 };
    Limits { nodes: 100 * scale, bytes: 1000 * u64::from(scale), ..Limits::TREE }
}

#[test]
fn nodes_have_a_number_that_depends_on_the_kind() {
    let filled = |root: &str| format!("<{root}>{}</{root}>", "<b/>".repeat(100));
    assert_eq!(check_within(filled("a").as_bytes(), small), Err(Refusal::new(1, Reason::TooManyNodes { limit: 100 })));
    assert!(check_within(filled("pm").as_bytes(), small).is_ok());
    let texts = format!("<a>{}</a>", "x<!---->y<?z?><![CDATA[]]>".repeat(25));
    assert!(check_within(texts.as_bytes(), small).is_err(), "every kind of node counts");
}

#[test]
fn a_file_has_a_size_that_depends_on_the_kind() {
    let filled = |root: &str| format!("<{root}>{}</{root}>", "x".repeat(1000));
    assert_eq!(check_within(filled("a").as_bytes(), small), Err(Refusal::new(1, Reason::TooLarge { limit: 1000 })));
    assert!(check_within(filled("pm").as_bytes(), small).is_ok());
    assert!(Limits::of_root("pm").bytes > Limits::of_root("dmodule").bytes);
    assert!(Limits::of_root("pm").nodes > Limits::of_root("dmodule").nodes);
}

#[test]
fn utf_16_is_read_by_its_mark_or_its_first_character() {
    let text = "<?xml version=\"1.0\" encoding=\"UTF-16\"?><a>氧气瓶 𝄞</a>";
    let little: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    for bytes in [
        little.clone(),
        big.clone(),
        [&[0xFF, 0xFE][..], &little].concat(),
        [&[0xFE, 0xFF][..], &big].concat(),
        [&[0xEF, 0xBB, 0xBF][..], text.as_bytes()].concat(),
    ] {
        assert_eq!(check(&bytes).expect("it passes").text(), text);
    }
    assert_eq!(check(&little[..little.len() - 1]).expect_err("half").reason, Reason::NotText("UTF-16"));
}

#[test]
fn windows_1252_and_latin_1_are_read_as_declared() {
    use std::io::Read;
    for name in ["windows-1252", "ISO-8859-1", "Latin1"] {
        let bytes =
            [b"<?xml version='1.0' encoding = \"", name.as_bytes(), b"\"?>\n<a>caf\xE9 5 \x80 \x96</a>"].concat();
        let text = format!("<?xml version='1.0' encoding = \"{name}\"?>\n<a>café 5 € –</a>");
        let checked = check(&bytes).expect("it passes");
        assert_eq!(checked.text(), text);
        let written = if name == "windows-1252" {
            bytes.clone()
        } else {
            [b"<?xml version='1.0' encoding = \"", name.as_bytes(), b"\"?>\n<a>caf\xE9 5 &#x20AC; &#x2013;</a>"]
                .concat()
        };
        assert_eq!(checked.encoding().encode(&text), written);
        let mut streamed = String::new();
        encoding::Utf8Reader::new(bytes.as_slice()).read_to_string(&mut streamed).expect("text");
        assert_eq!(streamed, text);
        assert_eq!(checked.encoding().encode("<a>氧</a>"), b"<a>&#x6C27;</a>");
    }
    // A mark says more than the declaration.
    let marked = "\u{FEFF}<?xml version='1.0' encoding='windows-1252'?><a>é</a>";
    assert!(check(marked.as_bytes()).expect("it passes").text().ends_with("<a>é</a>"));
}

#[test]
fn us_ascii_is_written_with_references_only() {
    let text = "<?xml version='1.0' encoding='US-ASCII'?><a>café \u{81} €</a>";
    let encoding = check(text.as_bytes()).expect("it passes").encoding();
    assert_eq!(
        encoding.encode(text),
        b"<?xml version='1.0' encoding='US-ASCII'?><a>caf&#xE9; &#x81; &#x20AC;</a>".to_vec()
    );
}

#[test]
fn a_character_that_cannot_be_written_is_refused_where_a_reference_is_not_read() {
    let refused = |name: &str, rest: &str| {
        let text = format!("<?xml version='1.0' encoding='{name}'?>\n{rest}");
        Encoding::default().for_text(&text).require_all(&text).err()
    };
    for rest in [
        "<!DOCTYPE a [\n<!NOTATION x SYSTEM '氧'>]><a/>",
        "<a>\n<!-- <b> 氧 --></a>",
        "<a><![CDATA[\n</x>氧]]></a>",
        "<a t='氧'>\n<?x 氧?></a>",
    ] {
        for (name, encoding) in [("windows-1252", "windows-1252"), ("latin1", "ISO-8859-1"), ("ascii", "US-ASCII")] {
            assert_eq!(refused(name, rest), Some(Refusal::new(3, Reason::Lacking { character: '氧', encoding })));
        }
        assert_eq!(refused("UTF-8", rest), None);
    }
    assert_eq!(refused("latin1", "<!DOCTYPE a><a t='氧'><!-- é -->氧 €</a><?x y?>"), None);
    assert_eq!(refused("windows-1252", "<a><!-- € --></a>"), None);
    assert!(refused("iso-8859-1", "<a><!-- € --></a>").is_some());
    assert!(refused("us-ascii", "<a><!-- é --></a>").is_some());
}

#[test]
fn other_encodings_are_refused_by_name() {
    assert_eq!(
        refusal("<?xml version=\"1.0\" encoding=\"ISO-8859-2\"?><a/>").reason,
        Reason::Encoding("ISO-8859-2".into())
    );
    let greek = b"<?xml version='1.0' encoding='windows-1253'?>\n<a>\xE9</a>";
    assert_eq!(check(greek).expect_err("greek"), Refusal::new(2, Reason::Encoding("windows-1253".into())));
    let unquoted = "<?xml version='1.0' encoding=ફ".bytes().chain([0xE9]).collect::<Vec<u8>>();
    assert_eq!(check(&unquoted).expect_err("no quotes").reason, Reason::NotText("UTF-8"));
    assert_eq!(check(b"<a>\n\n\xE9</a>").expect_err("latin"), Refusal::new(3, Reason::NotText("UTF-8")));
}

#[test]
fn what_is_no_document_is_refused() {
    assert_eq!(refusal("").reason, Reason::Empty);
    assert_eq!(refusal("<!-- only -->").reason, Reason::Empty);
    assert_eq!(refusal("<a>\n\0</a>"), Refusal::new(2, Reason::Nul));
    for text in ["<a>", "<a/><b/>", "<a", "<a>\n<!-- ", "</a>"] {
        assert!(matches!(refusal(text).reason, Reason::NotWellFormed(_)), "{text}");
    }
}

proptest! {
    #[test]
    fn any_bytes_pass_or_are_refused(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let _ = check(&bytes);
    }

    #[test]
    fn any_markup_passes_or_is_refused(text in "(<|>|/|!|\\?|\\[|\\]|--|DOCTYPE|ENTITY|NDATA|SYSTEM|CDATA|\"|'|=|a|x:b|&|;|%| |\\n|é|氧){0,60}") {
        let _ = check(text.as_bytes());
        let _ = check(format!("<!DOCTYPE a [{text}]><a/>").as_bytes());
    }

    #[test]
    fn a_stream_of_utf_16_comes_out_as_it_went_in(text in "\\PC{0,400}", big in any::<bool>()) {
        use std::io::Read;
        let mark = if big { vec![0xFE, 0xFF] } else { vec![0xFF, 0xFE] };
        let units = text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() });
        let bytes: Vec<u8> = mark.into_iter().chain(units).collect();
        let mut read = String::new();
        encoding::Utf8Reader::new(bytes.as_slice()).read_to_string(&mut read).expect("text");
        prop_assert_eq!(read, text);
    }
}
