//! Exports of EASA of our own writing.

use std::io::{Cursor, Write};

use regulations::findings::SourceRule;
use regulations::model::{ItemKind, SourceCollection, SourceItem};
use regulations::{SourceFormat, SourceLimits, SourceReading, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn topic(id: u32, title: &str, kind: &str) -> String {
    format!(
        r#"<er:topic sdt-id="{id}" source-title="{title}" ERulesId="ERULES-1-{id}" Domain="Air operations;" Keywords="a; b;" AmendedBy="Amendment 5;" ApplicabilityDate="6 March, 2014 [point X.1(b) until 26 January 2022]" RegulatorySource="Decision 1" TypeOfContent="{kind} (words);"/>"#
    )
}

fn control(id: u32, tag: &str, content: &str) -> String {
    format!(
        r#"<w:sdt><w:sdtPr><w:alias w:val="{tag}"/><w:tag w:val="{tag}"/><w:id w:val="{id}"/></w:sdtPr><w:sdtContent>{content}</w:sdtContent></w:sdt>"#
    )
}

/// A paragraph of a style; `\t` in the text is a tab.
fn p(style: &str, text: &str) -> String {
    let text = text.replace('\t', "</w:t><w:tab/><w:t xml:space=\"preserve\">");
    format!(
        r#"<w:p><w:pPr><w:pStyle w:val="{style}"/><w:tabs><w:tab w:pos="1"/></w:tabs></w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>"#
    )
}

/// A paragraph in the colour of text that applies later.
fn future(style: &str, text: &str) -> String {
    p(style, text).replace("<w:r>", r#"<w:r><w:rPr><w:rStyle w:val="GeneralAviation"/></w:rPr>"#)
}

fn export(toc: &str, body: &str, parts: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="utf-8"?><?mso-application progid="Word.Document"?>
<pkg:package xmlns:pkg="p" xmlns:er="e" xmlns:w="w" xmlns:r="r" xmlns:a="a">
<pkg:part pkg:name="/customXML/item1.xml"><pkg:xmlData><junk/></pkg:xmlData></pkg:part>
<pkg:part pkg:name="/customXML/item4.xml"><pkg:xmlData><er:document guid="g-1" pub-time="2026-05-13T19:03:46Z" source-title="Rules for Balloons"><er:toc>{toc}</er:toc></er:document></pkg:xmlData></pkg:part>
<pkg:part pkg:name="/word/document.xml"><pkg:xmlData><w:document><w:body>{body}</w:body></w:document></pkg:xmlData></pkg:part>
{parts}</pkg:package>"#
    )
}

fn reading(text: &str) -> SourceReading {
    let reading = read(text.as_bytes(), &SourceLimits::default());
    assert_eq!(reading.format, Some(SourceFormat::Easa));
    reading
}

fn rules(reading: &SourceReading) -> Vec<SourceRule> {
    reading.findings.iter().map(|finding| finding.rule).collect()
}

fn item<'c>(collection: &'c SourceCollection, code: &str) -> &'c SourceItem {
    &collection.items[collection.item_at_code(code).expect("the item")]
}

fn one_topic(content: &str) -> SourceReading {
    let text = [&p("Heading2CS", "X.1 Title"), &p("Dxshortdesc", "Decision 1"), content].concat();
    reading(&export(&topic(1, "X.1 Title", "IR"), &control(1, "topic", &text), ""))
}

#[test]
fn the_tree_of_the_file_is_that_of_the_collection() {
    let toc = [
        r#"<er:heading sdt-id="10" title="SUBPART A — GENERAL"/><er:toc>"#,
        &topic(1, "X.1 Rule", "IR"),
        "<er:toc>",
        &topic(2, "AMC1 X.1(a)(1);(2) Means", "AMC to IR"),
        &topic(3, "GM1 X.1 Guidance", "GM to IR"),
        "</er:toc>",
        &topic(4, "X.2 Rule", "IR"),
        r#"</er:toc><er:heading sdt-id="11" title="Part Empty"/><er:heading sdt-id="12" title="SUBPART B"/>"#,
    ];
    let texts = [(1, "X.1 Rule"), (2, "AMC1 X.1(a)(1);(2) Means"), (3, "GM1 X.1 Guidance"), (4, "X.2 Rule")];
    let body: String = texts
        .map(|(id, title)| control(id, "topic", &[p("Heading2", title), p("Normal0", "Words.")].concat()))
        .concat();
    let reading = reading(&export(&toc.concat(), &body, ""));
    assert_eq!(rules(&reading), []);
    let collection = &reading.collection;
    let names: Vec<&str> = collection.categories.iter().map(|category| category.name.as_str()).collect();
    assert_eq!(names, ["SUBPART A — GENERAL", "Part Empty", "SUBPART B"]);
    let amc = item(collection, "AMC1 X.1(a)(1);(2)");
    assert_eq!((amc.kind, amc.parent, amc.category), (ItemKind::Amc, Some(0), Some(0)));
    assert_eq!(amc.covers, ["(a)/(1)", "(a)/(2)"]);
    assert_eq!(item(collection, "X.2").parent, None);
    assert_eq!(amc.effective.note(), "point X.1(b) until 26 January 2022");
    assert_eq!((amc.amendment.as_str(), amc.source_ref.as_str()), ("Amendment 5", "Decision 1"));
    let tags: Vec<(&str, &str)> = amc.tags.iter().map(|tag| (tag.name(), tag.value())).collect();
    assert_eq!(tags, [("Domain", "Air operations"), ("Keywords", "a"), ("Keywords", "b")]);
    assert_eq!(collection.head.publication_id, "g-1");
}

#[test]
fn styles_make_clauses() {
    let content = [
        p("Normal0", "Lead   in."),
        p("ListLevel0", "(a)\tfirst\n      line"),
        p("ListLevel1", "(1)\tsecond"),
        p("ListLevel2", "(i)\tthird"),
        p("Normal2", "more of the second level"),
        p("ListLevel0", "(b)\tfourth"),
        p("Normal1", "goes on"),
        p("ListLevel0", "(reserved)"),
        p("bullet0", "point"),
        p("Normal0", "0.1.1\tContents"),
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>A</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>B</w:t></w:r></w:p></w:tc></w:tr></w:tbl>".to_owned(),
    ];
    let reading = one_topic(&content.concat());
    let clauses: Vec<(&str, &str)> =
        reading.collection.items[0].clauses.iter().map(|clause| (clause.path.as_str(), clause.text.as_str())).collect();
    let expected = [
        ("¶1", "Lead   in."),
        ("(a)", "first line"),
        ("(a)/(1)", "second"),
        ("(a)/(1)/(i)", "third"),
        ("(a)/(1)/¶1", "more of the second level"),
        ("(b)", "fourth\ngoes on"),
        ("¶2", "(reserved)"),
        ("•1", "point"),
        ("0.1.1", "Contents"),
        ("¶3", "A | B"),
    ];
    assert_eq!(clauses, expected);
}

#[test]
fn text_that_applies_later_is_kept_apart_with_its_date() {
    let content = [
        p("ListLevel0", "(a)\tnow"),
        future("ListLevel0", "(b)\tlater"),
        future("ListLevel1", "(1)\tlater too"),
        p("Normal0", "[applicable from 25 February 2027 - Regulation 1]"),
        p("ListLevel0", "(d)\tstays"),
        p("Normal0", "[a remark in brackets]"),
    ];
    let reading = one_topic(&content.concat());
    assert_eq!(rules(&reading), [SourceRule::FutureText]);
    let item = &reading.collection.items[0];
    assert_eq!(item.text(), "(a) now\n(d) stays\n[a remark in brackets]");
    let future: Vec<(&str, &str, String)> = item
        .future
        .iter()
        .map(|one| (one.path.as_str(), one.text.as_str(), one.applicable.date().expect("a date").to_string()))
        .collect();
    let date = "2027-02-25".to_owned();
    assert_eq!(future, [("(b)", "later", date.clone()), ("(b)/(1)", "later too", date)]);
}

#[test]
fn links_and_pictures_belong_to_their_clauses() {
    let link = |attribute: &str| {
        format!(
            r#"<w:p><w:pPr><w:pStyle w:val="ListLevel0"/></w:pPr><w:r><w:t>(a)</w:t><w:tab/></w:r><w:hyperlink {attribute}><w:r><w:t>see</w:t></w:r></w:hyperlink></w:p>"#
        )
    };
    let image = r#"<w:p><w:r><w:drawing><a:blip r:embed="rId7"/></w:drawing></w:r></w:p>"#;
    let first = [
        link(r#"w:anchor="_DxCrossRefBm2""#),
        link(r#"w:anchor="_Toc9""#),
        link(r#"w:anchor="_Gone""#),
        link(r#"r:id="rId5""#),
        link(r#"r:id="rId6""#),
        image.to_owned(),
    ];
    let second = r#"<w:p><w:bookmarkStart w:id="1" w:name="_DxCrossRefBm2"/><w:r><w:t>X.2 Other</w:t></w:r></w:p>"#;
    let body = [control(1, "topic", &first.concat()), control(2, "topic", second)].concat();
    let toc = [topic(1, "X.1 Title", "IR"), topic(2, "X.2 Other", "IR")].concat();
    let parts = r#"<pkg:part pkg:name="/word/_rels/document.xml.rels"><pkg:xmlData><Relationships><Relationship Id="rId5" Target="https://example.com/a"/><Relationship Id="rId6" Target="javascript:alert(1)"/><Relationship Id="rId7" Target="media/image1.png"/></Relationships></pkg:xmlData></pkg:part>
<pkg:part pkg:name="/word/media/image1.png"><pkg:binaryData>iVBO
Rw==</pkg:binaryData></pkg:part><pkg:part pkg:name="/word/media/image2.png"><pkg:binaryData>iVBORw==</pkg:binaryData></pkg:part>"#;
    let reading = reading(&export(&toc, &body, parts));
    let item = item(&reading.collection, "X.1");
    let references: Vec<(&str, &str)> =
        item.references.iter().map(|one| (one.clause.as_str(), one.target.as_str())).collect();
    assert_eq!(references, [("(a)", "X.2"), ("(a)~4", "https://example.com/a")]);
    assert_eq!(rules(&reading), [SourceRule::ReferenceUnknown, SourceRule::ReferenceUnknown]);
    assert_eq!(item.images[0].clause, "(a)~5");
    let images: Vec<(&str, &[u8])> =
        reading.collection.images.iter().map(|image| (image.name.as_str(), image.bytes.as_slice())).collect();
    assert_eq!(images, [("image1.png", &[0x89, b'P', b'N', b'G'][..])], "only what a topic shows");
}

#[test]
fn a_topic_in_several_places_is_one_item() {
    let amc = topic(3, "AMC1 X.1;X.2 Means", "AMC to IR");
    let again = amc.replace("sdt-id=\"3\"", "sdt-id=\"4\"");
    let other = amc.replace("sdt-id=\"3\"", "sdt-id=\"5\"");
    let toc = [
        topic(1, "X.1 Rule", "IR"),
        format!("<er:toc>{amc}</er:toc>"),
        topic(2, "X.2 Rule", "IR"),
        format!("<er:toc>{again}{other}</er:toc>"),
    ];
    let texts = [(1, "One."), (2, "Two."), (3, "Same."), (4, "Same."), (5, "Different.")];
    let body: String = texts.map(|(id, text)| control(id, "topic", &p("Normal0", text))).concat();
    let reading = reading(&export(&toc.concat(), &body, ""));
    assert_eq!(reading.collection.items.len(), 3);
    assert_eq!(rules(&reading), [SourceRule::PlacedAgain, SourceRule::TextDiffers]);
    let means = &reading.collection.items[1];
    assert_eq!((means.parent, means.also_under.first()), (Some(0), Some(&2)));
}

#[test]
fn texts_and_topics_without_each_other_are_findings() {
    let body = [control(2, "topic", &p("Normal0", "Nobody's.")), control(3, "heading", &p("Heading1", "X"))].concat();
    let reading = reading(&export(&topic(1, "X.1 Rule", "IR"), &body, ""));
    assert_eq!(rules(&reading), [SourceRule::TextMissing, SourceRule::TextUnused]);
    assert!(!reading.is_blocked());
    let nothing = self::reading(r#"<pkg:package xmlns:pkg="p"><pkg:part pkg:name="a"/></pkg:package>"#);
    assert_eq!(rules(&nothing), [SourceRule::MetadataMissing]);
}

#[test]
fn a_zipped_export_is_the_same() {
    let text = export(&topic(1, "X.1 Rule", "IR"), &control(1, "topic", &p("Normal0", "Words.")), "");
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("folder/export.xml", SimpleFileOptions::default()).expect("an entry");
    zip.write_all(text.as_bytes()).expect("its content");
    let bytes = zip.finish().expect("an archive").into_inner();
    let packed = read(&bytes, &SourceLimits::default());
    assert_eq!(packed.collection, reading(&text).collection);
    assert_ne!(packed.sha256, reading(&text).sha256);
}

#[test]
fn signs_of_symbol_fonts_are_characters_and_moved_text_stands_once() {
    let sign = |code: &str| format!(r#"<w:sym w:font="Symbol" w:char="{code}"/>"#);
    let text = format!(
        r#"<w:p><w:r><w:t xml:space="preserve">V </w:t>{}<w:t xml:space="preserve"> 5{}</w:t></w:r><w:moveFrom><w:r><w:t>gone</w:t></w:r></w:moveFrom></w:p>"#,
        sign("F0B3"),
        ["</w:t>", &sign("F0B0"), &sign("F0FF"), "<w:t>"].concat()
    );
    let reading = one_topic(&text);
    assert_eq!(item(&reading.collection, "X.1").clauses[0].text, "V ≥ 5°\u{f0ff}");
}

#[test]
fn a_tree_that_is_too_deep_blocks() {
    let topics: String = (1..40).map(|id| ["<er:toc>", &topic(id, &format!("X.{id} T"), "IR")].concat()).collect();
    let toc = [topics.as_str(), &"</er:toc>".repeat(39)].concat();
    let reading = reading(&export(&toc, "", ""));
    assert!(rules(&reading).contains(&SourceRule::TooDeep));
}

#[test]
fn two_pictures_of_one_name_are_one() {
    let picture =
        |part: &str| format!(r#"<pkg:part pkg:name="{part}"><pkg:binaryData>aGk=</pkg:binaryData></pkg:part>"#);
    let relationships = r#"<pkg:part pkg:name="/word/_rels/document.xml.rels"><pkg:xmlData><Relationships><Relationship Id="r7" Target="media/a.png"/></Relationships></pkg:xmlData></pkg:part>"#;
    let parts = [relationships, &picture("/word/media/a.png"), &picture("/word/glossary/media/a.png")].concat();
    let text = [p("Heading2CS", "X.1 Title").as_str(), r#"<w:p><w:r><a:blip r:embed="r7"/></w:r></w:p>"#].concat();
    let reading = reading(&export(&topic(1, "X.1 Title", "IR"), &control(1, "topic", &text), &parts));
    assert_eq!(reading.collection.images.len(), 1);
    assert_eq!(item(&reading.collection, "X.1").images[0].image, "a.png");
}

#[test]
fn a_text_and_a_footnote_are_not_copied_for_all_that_name_them() {
    let toc = [topic(1, "X.1 Rule", "IR"), topic(1, "X.2 Rule", "IR").replace("ERULES-1-1", "ERULES-1-9")].concat();
    let twice = reading(&export(&toc, &control(1, "topic", &p("Normal0", "Words.")), ""));
    assert_eq!(rules(&twice), [SourceRule::TextMissing]);
    let counts: Vec<usize> = twice.collection.items.iter().map(|item| item.clauses.len()).collect();
    assert_eq!(counts, [1, 0]);
    let again = [topic(1, "X.1 Rule", "IR"), topic(1, "X.1 Rule", "IR")].concat();
    let again = reading(&export(&again, &control(1, "topic", &p("Normal0", "Words.")), ""));
    assert_eq!(rules(&again), [SourceRule::PlacedAgain]);

    let note = r#"<pkg:part pkg:name="/word/footnotes.xml"><pkg:xmlData><w:footnotes><w:footnote w:id="7"><w:p><w:r><w:t>Note</w:t></w:r></w:p></w:footnote></w:footnotes></pkg:xmlData></pkg:part>"#;
    let body = p("Normal0", "Words.")
        .replace("</w:p>", &[r#"<w:r><w:footnoteReference w:id="7"/></w:r>"#.repeat(3).as_str(), "</w:p>"].concat());
    let noted = reading(&export(&topic(1, "X.1 Rule", "IR"), &control(1, "topic", &body), note));
    assert_eq!(noted.collection.items[0].text(), "Words.\n[Note]");
}
