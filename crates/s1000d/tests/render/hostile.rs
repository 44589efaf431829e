//! Files that mean harm: nothing runs, nothing stalls, nothing explodes.

use std::fmt::Write;

use s1000d::document::html::{MAX_BYTES, MAX_ELEMENTS};
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
    ] {
        let text = format!("<dmodule><content><figure>{}</figure></content></dmodule>", one.repeat(100_000));
        is_bounded(name, &text);
    }
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
