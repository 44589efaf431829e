//! Files that mean harm: nothing runs, nothing stalls, nothing explodes.

use std::fmt::Write;

use domain::language::Locale;
use s1000d::document::html::{MAX_BYTES, MAX_ELEMENTS};
use s1000d::document::{Document, Kind, NodeId};
use s1000d::guard;

use super::any::assert_safe;
use super::reading::draw;

#[test]
fn scripts_handlers_and_links_of_the_file_do_not_get_through() {
    let text = "<dmodule><content xmlns:xlink='http://www.w3.org/1999/xlink'><description onload='x()'>\
        <para style='background:url(http://evil)' class='evil' onclick='alert(1)'>a<script>alert(2)</script></para>\
        <script src='http://evil/x.js'>alert(3)</script><iframe src='http://evil'/><img src='x' onerror='alert(4)'/><svg><script>alert(5)</script></svg>\
        <internalRef internalRefId='&quot; onmouseover=&quot;alert(6)' xlink:href='javascript:alert(7)'/>\
        <externalPubRef xlink:href='javascript:alert(8)'><externalPubRefIdent><externalPubCode>c</externalPubCode></externalPubRefIdent></externalPubRef>\
        <graphic infoEntityIdent='&quot;&gt;&lt;script&gt;'/><para id='x&quot;&gt;&lt;b&gt;' applicRefId='&lt;img&gt;' securityClassification='&quot;x'>&lt;b&gt;</para>\
        <a href='javascript:alert(9)'>link</a><style>@import 'http://evil'</style><base href='http://evil'/></description></content></dmodule>";
    let rendered = draw("hostile", text.as_bytes());
    assert_safe(&rendered.html);
    for word in
        ["javascript:", "http://evil\"", "class=\"evil\"", "<script", "<iframe", "<img", "<svg", "<style", "<base"]
    {
        assert!(!rendered.html.contains(word), "{word}: {}", rendered.html);
    }
    assert!(rendered.html.contains("alert(2)"), "it is text, and text is not lost");
}

/// Draws it within its bounds; what takes quadratic time here takes hours. Says whether it was cut.
fn is_bounded(name: &str, text: &str) -> bool {
    let rendered = draw(name, text.as_bytes());
    assert!(rendered.html.len() < MAX_BYTES + (1 << 20), "{name}: {}", rendered.html.len());
    assert_eq!(rendered.truncated, rendered.html.contains("s1d-cut"), "{name}");
    assert!(rendered.html.ends_with("</article>"), "{name}");
    rendered.truncated
}

#[test]
fn nested_elements_are_flattened_not_followed() {
    for name in ["para", "emphasis", "randomList", "table", "superThing", "proceduralStep", "mrow", "wireInfo"] {
        let text = format!(
            "<dmodule><content>{}deep{}</content></dmodule>",
            format!("<{name}>").repeat(250),
            format!("</{name}>").repeat(250)
        );
        let rendered = draw(name, text.as_bytes());
        assert!(rendered.html.contains("deep"), "{name}");
        assert_safe(&rendered.html);
    }
    let text = format!("<dmodule><content>{}</content></dmodule>", "<para>".repeat(100_000));
    assert!(guard::check(text.as_bytes()).is_err(), "deeper than a tree may be");
}

#[test]
fn a_hundred_thousand_repeated_elements_are_drawn_or_cut() {
    for (name, one) in [
        ("para", "<para>x</para>"),
        ("figure", "<figure><title>t</title><graphic infoEntityIdent='ICN'/></figure>"),
        ("sheets", "<graphic infoEntityIdent='ICN'/>"),
        ("item", "<dispatchItem><title>t</title><remarks/></dispatchItem>"),
        ("wire", "<wire wireState='active'><wireIdent/></wire>"),
    ] {
        let text = format!("<dmodule><content><figure>{}</figure></content></dmodule>", one.repeat(100_000));
        is_bounded(name, &text);
    }
    let wires = "<wire wireState='a'/>".repeat(100_000);
    let limits = "<limit/>".repeat(100_000);
    let spaced = "<wire wireState='a'/>\u{a0}".repeat(100_000);
    for (name, inside) in [
        ("wires in refs", format!("<refs>{wires}</refs>")),
        ("limits in wireAlts", format!("<wireAlts>{limits}</wireAlts>")),
        ("wires in a name", format!("<toolRef>{wires}</toolRef>")),
        ("wires with spaces", spaced),
    ] {
        is_bounded(name, &format!("<dmodule><content>{inside}</content></dmodule>"));
    }
    let names = "<wireIdent><wireNumber>1</wireNumber></wireIdent>".repeat(100_000);
    is_bounded("names", &format!("<dmodule><content><wire>{names}</wire></content></dmodule>"));
}

#[test]
fn a_long_statement_that_every_piece_names_is_not_said_for_each() {
    let long = "x".repeat(1 << 20);
    let mut text = format!(
        "<dmodule><content><referencedApplicGroup><applic id='a'><displayText>{long}</displayText></applic>\
         </referencedApplicGroup><description>"
    );
    for piece in 0..20_000 {
        let _ = write!(text, "<para applicRefIds='a a a n{piece}'>{piece}</para>");
    }
    text.push_str("</description></content></dmodule>");
    let rendered = draw("statements", text.as_bytes());
    let said: usize = rendered.annotations.iter().map(|own| own.text.len() + own.reason.len()).sum();
    assert_eq!(rendered.annotations.len(), 20_000);
    assert!(said < 8 << 20, "{said}");
    assert!(rendered.html.contains(">19999<") || rendered.truncated, "what nobody can decide is shown");
}

#[test]
fn an_enormous_table_is_cut_with_a_notice() {
    let row = "<row><entry>1</entry><entry>2</entry><entry morerows='9'>3</entry></row>";
    let text = format!(
        "<dmodule><content><table><tgroup cols='3'><tbody>{}</tbody></tgroup></table></content></dmodule>",
        row.repeat(MAX_ELEMENTS / 3)
    );
    assert!(is_bounded("table", &text));
    let fifty = format!("<dmodule><content><para>{}</para></content></dmodule>", " x".repeat(25 << 20));
    assert!(guard::check(fifty.as_bytes()).is_err(), "the guard refuses 50 MB");
}

/// Each of these repeats one long text for every element of a kind: a file of two megabytes would take gigabytes.
#[test]
fn a_long_name_is_not_kept_once_for_each_element_that_has_it() {
    let (long, value) = ("x &amp; ".repeat(1 << 17), "i".repeat(60_000));
    let many = |one: &str| one.repeat(2_000);
    let files = [
        ("figure title", format!("<figure><title>{long}</title>{}</figure>", many("<graphic infoEntityIdent='I'/>"))),
        ("figure id", format!("<figure id='{value}'>{}</figure>", many("<graphic infoEntityIdent='I'/>"))),
        ("section id", format!("<levelledPara id='{value}'>{}</levelledPara>", many("<para>x</para>"))),
        (
            "place name",
            format!("<x id='a'><name>{long}</name></x><para>{}</para>", many("<internalRef internalRefId='a'/>")),
        ),
        (
            "hotspot name",
            format!(
                "<figure><hotspot id='a' applicationStructureName='{value}'/></figure><para>{}</para>",
                many("<internalRef internalRefId='a'/>")
            ),
        ),
        (
            "check number",
            format!("<checkListItem><itemNumber>{long}</itemNumber>{}</checkListItem>", many("<proceduralStep/>")),
        ),
        (
            "warning",
            format!(
                "<warning id='w'><warningAndCautionPara>{long}</warningAndCautionPara></warning>{}",
                many("<para warningRefs='w'/>")
            ),
        ),
    ];
    for (name, content) in files {
        let text = format!("<dmodule><content>{content}</content></dmodule>");
        let checked = guard::check(text.as_bytes()).expect("within the limits");
        let document = Document::read(&checked).expect("a document");
        let names: usize =
            document.graphics.iter().map(|own| own.title.len() + own.figure_id.as_ref().map_or(0, String::len)).sum();
        let ids: usize =
            document.descendants(NodeId::ROOT).filter_map(|id| Some(document.marks(id)?.id.as_ref()?.len())).sum();
        let texts: usize = document.descendants(NodeId::ROOT).map(|id| document.text(id).len()).sum();
        let added: usize = document.descendants(NodeId::ROOT).map(|id| added(&document, id)).sum();
        assert!(names + ids + texts + added < 64 << 20, "{name}: {names} {ids} {texts} {added}");
    }
}

/// Bytes of added text.
fn added(document: &Document, id: NodeId) -> usize {
    match &document.node(id).kind {
        Kind::Added(added) => added.wording.words(Locale::English).len(),
        _ => 0,
    }
}

#[test]
fn comments_before_many_pictures_and_references_cost_little() {
    let comments = "<!---->".repeat(20_000);
    let pictures = "<graphic infoEntityIdent='I'/>".repeat(20_000);
    is_bounded("pictures", &format!("<dmodule><content><figure>{comments}{pictures}</figure></content></dmodule>"));
    let references = "<internalRef internalRefId='a'/>".repeat(20_000);
    is_bounded("references", &format!("<dmodule><content><x id='a'>{comments}</x>{references}</content></dmodule>"));
}

#[test]
fn warnings_that_refer_to_each_other_are_copied_once() {
    let mut text = String::from("<dmodule><content><warningsAndCautions>");
    for at in 0..2_000 {
        write!(text, "<warning id='w{at}' warningRefs='w{at} w{} w0'><warningAndCautionPara>{at}</warningAndCautionPara></warning>", (at + 1) % 2_000).expect("a string");
    }
    text.push_str("</warningsAndCautions></content></dmodule>");
    is_bounded("warnings", &text);
}

#[test]
fn spans_and_columns_beyond_all_reason_are_bounded() {
    let columns = "<colspec colname='c'/>".repeat(10_000);
    let text = format!(
        "<dmodule><content><table><tgroup cols='4000000000'>{columns}<tbody><row><entry namest='c' nameend='c' morerows='4000000000'>x</entry></row><row><entry morerows='-1'>y</entry></row></tbody></tgroup></table></content></dmodule>"
    );
    is_bounded("spans", &text);
}

#[test]
fn contents_too_large_for_a_tree_are_cut() {
    let entry = "<pmEntry><pmEntryTitle>A chapter of a very large publication, with a long title to fill the file</pmEntryTitle></pmEntry>";
    let text = format!("<pm><content>{}</content></pm>", entry.repeat(100_000));
    assert!(is_bounded("contents", &text));
}
