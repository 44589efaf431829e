//! Writes the issue of a new version into the text of a module: number, date, type and reason.
//!
//! The result is a list of splices, so that every other byte stays.

use std::collections::HashSet;
use std::fmt::Write;

use roxmltree::{Document, Node};

use super::header::Places;
use super::ident::{child, child_ending, elements};
use super::schema::SchemaRef;
use super::write::end_of_name;
use crate::code::{Issue, IssueDate};
use crate::guard::Refusal;
use crate::splice::Splice;

/// The issue of a new version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stamp {
    /// `None` where versions are told apart by date alone.
    pub issue: Option<Issue>,
    /// A day, or a moment for files that are versioned by it.
    pub date: IssueDate,
    /// S1000D's `issueType`, as in `changed`.
    pub issue_type: String,
    pub reason: Option<UpdateReason>,
}

/// The reason for an update, as the status section lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UpdateReason {
    pub text: String,
    /// S1000D's `updateReasonType`, as in `urt02`.
    pub kind: String,
    /// Listed in the highlights of the publication.
    pub highlight: bool,
}

/// The splices that put the stamp into a text that has passed the guard. Places that the file does not have are left
/// out: a separate status file has no content, and some files have no status.
pub fn stamp(text: &str, stamp: &Stamp) -> Result<Vec<Splice>, Refusal> {
    let document = super::parse_text(text)?;
    let places = Places::find(document.root_element());
    let mut splices = Vec::new();
    let mut set = |node, name, value: &str| splices.push(set_attribute(text, node, name, value));
    let inside = places.ident.and_then(|ident| child(ident, "issueInfo"));
    if let Some(info) = inside.or_else(|| child(places.address, "issueInfo")) {
        if let Some(issue) = stamp.issue {
            let written = issue.to_string();
            let (number, in_work) = written.split_once('-').unwrap_or((&written, "00"));
            set(info, "issueNumber", number);
            set(info, "inWork", in_work);
        }
        if info.has_attribute("issueDate") {
            set(info, "issueDate", stamp.date.as_str());
        }
    }
    if let Some(day) = child(places.items.unwrap_or(places.address), "issueDate") {
        let mut parts = stamp.date.as_str().get(..10).unwrap_or_default().split('-');
        for name in ["year", "month", "day"] {
            set(day, name, parts.next().unwrap_or_default());
        }
    }
    if let Some(content) = child_ending(document.root_element(), "ContentIssueInfo") {
        set(content, "issueDate", stamp.date.as_str());
    }
    if let Some(status) = places.status {
        set(status, "issueType", &stamp.issue_type);
        splices.extend(stamp.reason.as_ref().map(|reason| add_reasons(text, &document, status, &[reason])));
    }
    Ok(splices)
}

/// The id of the reason that the next stamp of a text adds; `None` where the text has no status to add it to.
pub fn next_reason_id(text: &str) -> Result<Option<String>, Refusal> {
    let document = super::parse_text(text)?;
    let has_status = Places::find(document.root_element()).status.is_some();
    Ok(if has_status { free_ids(&document).next() } else { None })
}

/// Replaces the value of an attribute, or adds it as the first one.
fn set_attribute(text: &str, node: Node<'_, '_>, name: &str, value: &str) -> Splice {
    if let Some(attribute) = node.attribute_node(name) {
        return Splice::replace(attribute.range_value(), value);
    }
    Splice::insert(end_of_name(text, node), format!(" {name}=\"{value}\""))
}

/// Adds reasons as the last ones of a status section, in the place that all schemas give them. No line is added: what is
/// found in the text afterwards has the line that the author sees.
pub(crate) fn add_reasons(
    text: &str,
    document: &Document<'_>,
    status: Node<'_, '_>,
    reasons: &[&UpdateReason],
) -> Splice {
    let name = &text[status.range().start + 1..end_of_name(text, status)];
    let prefix = name.split_once(':').map(|(prefix, _)| format!("{prefix}:")).unwrap_or_default();
    let is_typed = has_typed_reasons(document);
    let mut ids = free_ids(document);
    let written: String =
        reasons.iter().map(|reason| write_reason(reason, &prefix, is_typed, &ids.next().unwrap_or_default())).collect();
    let after = elements(status).find(|node| matches!(node.tag_name().name(), "productSafety" | "remarks"));
    let range = status.range();
    match (after, text[range.clone()].rfind("</")) {
        (Some(after), _) => Splice::insert(after.range().start, written),
        (None, Some(end)) => Splice::insert(range.start + end, written),
        // An empty element has no end tag yet.
        (None, None) => Splice::replace(range.end - "/>".len()..range.end, format!(">{written}</{name}>")),
    }
}

/// Issue 4.0 knows neither type nor highlight of a reason.
pub(crate) fn has_typed_reasons(document: &Document<'_>) -> bool {
    let issue = SchemaRef::of_root(document.root_element()).and_then(|schema| schema.issue);
    !issue.is_some_and(|issue| issue.starts_with("4-0"))
}

fn write_reason(reason: &UpdateReason, prefix: &str, is_typed: bool, id: &str) -> String {
    let mut written = format!("<{prefix}reasonForUpdate id=\"{id}\"");
    if is_typed {
        let highlight = u8::from(reason.highlight);
        let _ = write!(written, " updateReasonType=\"{}\" updateHighlight=\"{highlight}\"", reason.kind);
    }
    let said = reason.text.lines().collect::<Vec<_>>().join(" ");
    let said = quick_xml::escape::partial_escape(&said);
    let _ = write!(written, "><{prefix}simplePara>{said}</{prefix}simplePara></{prefix}reasonForUpdate>");
    written
}

/// Ids for reasons that nothing else in the document has.
fn free_ids(document: &Document<'_>) -> impl Iterator<Item = String> {
    let taken: HashSet<String> =
        document.descendants().filter_map(|node| node.attribute("id")).map(str::to_owned).collect();
    (1_u32..).map(|number| format!("rfu-{number:03}")).filter(move |id| !taken.contains(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::splice;

    const MODULE: &str = "<dmodule xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'
  xsi:noNamespaceSchemaLocation='http://www.s1000d.org/S1000D_4-2/xml_schema_flat/descript.xsd'>
<identAndStatusSection><dmAddress><dmIdent><dmCode/><language/>
<issueInfo inWork = '00' issueNumber='002'/></dmIdent>
<dmAddressItems><issueDate year=\"2025\" month=\"01\" day=\"31\"/></dmAddressItems></dmAddress>
<dmStatus>
  <security/>
  <reasonForUpdate id=\"rfu-001\"><simplePara>Old</simplePara></reasonForUpdate>
  <remarks/>
</dmStatus></identAndStatusSection><content><!-- <issueInfo/> --></content></dmodule>";

    fn stamped(text: &str, issue: Option<(&str, &str)>, reason: Option<&str>) -> String {
        let stamp_of = Stamp {
            issue: issue.map(|(number, in_work)| Issue::parse(number, in_work).expect("an issue")),
            date: IssueDate::parse("2026-11-17").expect("a date"),
            issue_type: "changed".to_owned(),
            reason: reason.map(|text| UpdateReason {
                text: text.to_owned(),
                kind: "urt02".to_owned(),
                highlight: true,
            }),
        };
        splice::apply(text, &stamp(text, &stamp_of).expect("splices")).expect("a text")
    }

    #[test]
    fn a_stamp_changes_its_own_values_only() {
        let expected = MODULE
            .replace("inWork = '00'", "inWork = '01'")
            .replace("year=\"2025\" month=\"01\" day=\"31\"", "year=\"2026\" month=\"11\" day=\"17\"")
            .replace("<dmStatus>", "<dmStatus issueType=\"changed\">");
        assert_eq!(stamped(MODULE, Some(("002", "01")), None), expected);
    }

    #[test]
    fn a_reason_is_added_after_the_others_with_an_id_of_its_own() {
        let text = stamped(MODULE, Some(("003", "00")), Some("Torque < 14 & \"new\""));
        let reason = "  <reasonForUpdate id=\"rfu-002\" updateReasonType=\"urt02\" updateHighlight=\"1\">\
            <simplePara>Torque &lt; 14 &amp; \"new\"</simplePara></reasonForUpdate><remarks/>";
        assert!(text.contains(reason), "{text}");
        assert!(text.contains("issueNumber='003'"), "{text}");
        let lines = stamped(MODULE, None, Some("Torque\r\nand\nseal"));
        assert!(lines.contains("<simplePara>Torque and seal</simplePara>"), "{lines}");
        assert_eq!(lines.lines().count(), MODULE.lines().count(), "a finding has the line of the draft");
    }

    #[test]
    fn the_id_of_the_next_reason_is_known_before() {
        assert_eq!(next_reason_id(MODULE).expect("a text").as_deref(), Some("rfu-002"));
        assert_eq!(next_reason_id("<dmodule><dmIdent/><content/></dmodule>").expect("a text"), None);
    }

    #[test]
    fn an_empty_status_takes_a_reason() {
        let expected = "<a:dmStatus issueType=\"changed\"><a:reasonForUpdate id=\"rfu-001\" \
            updateReasonType=\"urt02\" updateHighlight=\"1\"><a:simplePara>Why</a:simplePara></a:reasonForUpdate>\
            </a:dmStatus>";
        for status in ["<a:dmStatus/>", "<a:dmStatus issueType='new' />"] {
            let text = format!("<a:x xmlns:a='urn:x'><a:y></a:y>{status}<a:z/></a:x>");
            let stamped = stamped(&text, None, Some("Why")).replace("issueType='changed' ", "issueType=\"changed\"");
            assert_eq!(stamped, format!("<a:x xmlns:a='urn:x'><a:y></a:y>{expected}<a:z/></a:x>"));
        }
    }

    #[test]
    fn issue_4_0_has_reasons_without_a_type() {
        let text = stamped(&MODULE.replace("S1000D_4-2", "S1000D_4-0-1"), None, Some("Why"));
        assert!(text.contains("<reasonForUpdate id=\"rfu-002\"><simplePara>Why"), "{text}");
    }

    #[test]
    fn a_file_that_is_versioned_by_date_has_its_date_changed() {
        let status = "<a:dmStatus xmlns:a='urn:x'><a:dmIdent/><a:issueInfo issueDate='2025-01-01'/></a:dmStatus>";
        let expected = "<a:dmStatus issueType=\"changed\" xmlns:a='urn:x'><a:dmIdent/>\
            <a:issueInfo issueDate='2026-11-17'/><a:reasonForUpdate id=\"rfu-001\" updateReasonType=\"urt02\" \
            updateHighlight=\"1\"><a:simplePara>Why</a:simplePara></a:reasonForUpdate></a:dmStatus>";
        assert_eq!(stamped(status, None, Some("Why")), expected);
    }
}
