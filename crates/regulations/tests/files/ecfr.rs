//! Files of the eCFR of our own writing.

use regulations::findings::SourceRule;
use regulations::{SourceFormat, SourceLimits, SourceReading, read};

fn reading(text: &str) -> SourceReading {
    let reading = read(text.as_bytes(), &SourceLimits::default());
    assert_eq!(reading.format, Some(SourceFormat::Ecfr));
    reading
}

fn section(content: &str) -> SourceReading {
    reading(&["<DIV8 N=\"§ 99.1\" TYPE=\"SECTION\"><HEAD>§ 99.1 Kites.</HEAD>", content, "</DIV8>"].concat())
}

fn paths(reading: &SourceReading) -> Vec<&str> {
    reading.collection.items[0].clauses.iter().map(|clause| clause.path.as_str()).collect()
}

#[test]
fn divisions_become_categories_and_sections_items() {
    let text = r#"<ECFR><VOLUME><DIV1 N="14" TYPE="TITLE"><HEAD>Title 14</HEAD><DIV3 N="I" TYPE="CHAPTER"><HEAD>CHAPTER I</HEAD>
        <DIV5 N="98" TYPE="PART"><HEAD>PART 98—Kites</HEAD><AUTH><HED>Authority:</HED><PSPACE>49 U.S.C.</PSPACE></AUTH>
        <DIV6 N="A" TYPE="SUBPART"><HEAD>Subpart A</HEAD><DIV7 TYPE="SUBJGRP"><HEAD>Strings</HEAD>
        <DIV8 N="98.1" TYPE="SECTION"><HEAD>§ 98.1 Scope.</HEAD><P>Words.</P></DIV8></DIV7></DIV6></DIV5>
        <DIV5 N="99" TYPE="PART"><HEAD>PART 99</HEAD><DIV6 N="A" TYPE="SUBPART"><HEAD>Subpart A</HEAD>
        <DIV8 N="99.1" TYPE="SECTION"><HEAD>§ 99.1 [Reserved]</HEAD></DIV8></DIV6>
        <DIV9 N="Appendix A to Part 99" TYPE="APPENDIX"><HEAD>Appendix A to Part 99—Forms</HEAD><P>1. One</P></DIV9></DIV5>
        </DIV3></DIV1></VOLUME></ECFR>"#;
    let reading = reading(text);
    assert_eq!(reading.findings, []);
    let categories: Vec<(&str, Option<usize>)> =
        reading.collection.categories.iter().map(|one| (one.code.as_str(), one.parent)).collect();
    let expected = [
        ("Chapter I", None),
        ("Part 98", Some(0)),
        ("Subpart A", Some(1)),
        ("Strings", Some(2)),
        ("Part 99", Some(0)),
        ("Part 99 / Subpart A", Some(4)),
    ];
    assert_eq!(categories, expected);
    let items: Vec<(&str, &str, Option<usize>, bool)> = reading
        .collection
        .items
        .iter()
        .map(|one| (one.code.as_str(), one.title.as_str(), one.category, one.is_assessable))
        .collect();
    let expected = [
        ("14 CFR 98.1", "Scope", Some(3), true),
        ("14 CFR 99.1", "[Reserved]", Some(5), false),
        ("Appendix A to Part 99", "Forms", Some(4), true),
    ];
    assert_eq!(items, expected);
    assert_eq!(reading.collection.head.originator, "FAA");
}

#[test]
fn markers_in_italics_are_another_level() {
    let reading = section(
        "<P>(a) One—</P><P>(1) Two</P><P>(i) Three</P><P>(A) Four</P><P>(<I>1</I>) Five</P><P>(<I>2</I>) Six</P><P>(B) Seven</P><P>(2) Eight</P>",
    );
    let expected = [
        "(a)",
        "(a)/(1)",
        "(a)/(1)/(i)",
        "(a)/(1)/(i)/(A)",
        "(a)/(1)/(i)/(A)/(1)",
        "(a)/(1)/(i)/(A)/(2)",
        "(a)/(1)/(i)/(B)",
        "(a)/(2)",
    ];
    assert_eq!(paths(&reading), expected);
    assert_eq!(reading.findings, []);
}

#[test]
fn a_heading_in_italics_may_stand_between_two_markers() {
    let reading = section("<P>(a) <I>General</I>—(1) One</P><P>(2) Two</P><P>(b) Three—(c)</P>");
    assert_eq!(paths(&reading), ["(a)", "(a)/(1)", "(a)/(2)", "(b)"]);
    let texts: Vec<&str> = reading.collection.items[0].clauses.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["General", "One", "Two", "Three—(c)"]);
}

#[test]
fn definitions_between_clauses_do_not_end_the_list() {
    let reading = section("<P>(a) One</P><P><I>Kite</I> means a kite.</P><P>(b) Two</P><FP>Flush</FP>");
    assert_eq!(paths(&reading), ["(a)", "¶1", "(b)", "¶2"]);
    assert_eq!(reading.findings, []);
}

#[test]
fn notes_sources_tables_and_pending_amendments_have_their_places() {
    let reading = section(
        "<XREF>Link to an amendment.</XREF><P>(a) One\n   line</P><div class=\"x\"><TABLE><TR><TH>A</TH><TH>B</TH></TR><TR><TD>1</TD><TD>2</TD></TR></TABLE></div><EDNOTE><HED>Note:</HED><PSPACE>See.</PSPACE></EDNOTE><img src=\"/graphics/x.gif\"/><CITA TYPE=\"N\">[52 FR 1]</CITA>",
    );
    let rules: Vec<SourceRule> = reading.findings.iter().map(|finding| finding.rule).collect();
    assert_eq!(rules, [SourceRule::AmendmentPending, SourceRule::ImageMissing]);
    let item = &reading.collection.items[0];
    assert_eq!(item.text(), "(a) One line\nA | B\n1 | 2");
    assert_eq!((item.guidance.as_str(), item.amendment.as_str()), ("Note:See.", "[52 FR 1]"));
    assert_eq!(item.tags[0].value(), "Link to an amendment.");
}

#[test]
fn text_in_elements_that_are_not_known_is_kept() {
    let reading = section("<P>(a) One</P><HD9>Odd <I>heading</I> &amp; more</HD9><HD8>Another</HD8><P>(b) Two</P>");
    let texts: Vec<&str> = reading.collection.items[0].clauses.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["One", "Odd heading & more", "Another", "Two"]);
}

#[test]
fn pictures_in_paragraphs_are_named() {
    let reading = section("<P>(a) See <img src=\"/graphics/y.gif\"/> here</P>");
    assert_eq!(reading.findings.len(), 1);
    assert_eq!(
        (reading.findings[0].rule, reading.findings[0].param("image")),
        (SourceRule::ImageMissing, Some("/graphics/y.gif"))
    );
}

#[test]
fn notes_of_a_part_are_not_left_out_in_silence() {
    let text = "<DIV5 N=\"9\" TYPE=\"PART\"><HEAD>PART 9</HEAD><NOTE><P>Loose words.</P></NOTE>\
                <DIV8 N=\"9.1\" TYPE=\"SECTION\"><HEAD>§ 9.1 Kites.</HEAD><P>Words.</P></DIV8></DIV5>";
    let found: Vec<(SourceRule, Option<String>)> = (reading(text).findings.iter())
        .map(|finding| (finding.rule, finding.param("text").map(str::to_owned)))
        .collect();
    assert_eq!(found, [(SourceRule::TextUnused, Some("Loose words.".to_owned()))]);
}
