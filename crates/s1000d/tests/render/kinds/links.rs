//! Links: references, figures, contents.

use s1000d::applic::Assignments;
use s1000d::document::html::{Link, Links, Media, Outside, Picture, Unresolved};
use s1000d::object::{ObjectRef, Target};

use super::{assert_order, with};
use crate::reading::draw;

#[test]
fn references_say_where_they_lead_and_whether_there_is_anything() {
    struct Library;
    impl Links for Library {
        fn object(&self, target: &ObjectRef) -> Link {
            if target.code.as_str().starts_with("GOOD") {
                Link::Found { href: "#/library/x".into(), title: Some("Title <b>".into()), applicability: None }
            } else if target.code.as_str().starts_with("EVIL") {
                Link::Found { href: "javascript:alert(1)".into(), title: None, applicability: None }
            } else {
                Link::Missing
            }
        }
    }
    let reference = |model: &str| {
        format!(
            "<dmRef><dmRefIdent><dmCode modelIdentCode='{model}' systemDiffCode='A' systemCode='00' subSystemCode='0' subSubSystemCode='0' assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='040' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef>"
        )
    };
    let content = format!(
        "<para>{} {} {} <internalRef internalRefId='no'/><dmRef/></para>",
        reference("GOOD"),
        reference("GONE"),
        reference("EVIL")
    );
    let rendered = with(&content, &Assignments::default(), Outside::Hide, &Library);
    assert_order(
        &rendered.html,
        &[
            "<a class=\"s1d-ref\" data-kind=\"dm\" data-state=\"found\" data-ref=\"0\" href=\"#/library/x\">",
            "Title &lt;b&gt;",
            "DMC-GOOD-A-00-00-00-00A-040A-A",
            "<span class=\"s1d-ref s1d-dangling\" data-kind=\"dm\" data-state=\"missing\" data-ref=\"1\" title=\"This is not in the library\">",
            "<span class=\"s1d-ref\" data-kind=\"dm\" data-state=\"found\" data-ref=\"2\">",
            "<span class=\"s1d-ref s1d-dangling\" data-kind=\"internal\" data-state=\"missing\"",
            ">no</span>",
            "This reference leads nowhere",
        ],
    );
    assert!(!rendered.html.contains("javascript"));
    let targets: Vec<bool> =
        rendered.references.iter().map(|own| matches!(own.target, Some(Target::Object(_)))).collect();
    assert_eq!(targets, [true, true, true, false, false]);
}

#[test]
fn figures_are_places_with_hotspots_and_boxes_that_say_what_is_missing() {
    struct Pictures;
    impl Links for Pictures {
        fn picture(&self, icn: &str, _: Option<&str>) -> Picture {
            match icn {
                "ICN-1" => Picture::Found { media: Media::Cgm },
                "ICN-2" => Picture::Missing,
                _ => Picture::Unsupported,
            }
        }
    }
    let content = "<figure id='f'><title>Frame</title><graphic infoEntityIdent='ICN-1'><hotspot id='h' applicationStructureIdent='hot1' applicationStructureName='7' hotspotTitle='Fork'><internalRef internalRefId='p'/></hotspot></graphic>\
                   <graphic infoEntityIdent='ICN-2'/></figure><para id='p'><internalRef internalRefId='h'/><symbol infoEntityIdent='ICN-3'/></para>";
    let rendered = with(content, &Assignments::default(), Outside::Hide, &Pictures);
    assert_order(
        &rendered.html,
        &[
            "<figure class=\"s1d-figure\" id=\"s1d-f\"><figcaption><span class=\"s1d-number s1d-gen\">Figure 1</span>",
            "Frame</figcaption>",
            "data-icn=\"ICN-1\" data-state=\"found\" data-figure=\"0\" data-media=\"cgm\"",
            "(Sheet 1 of 2)",
            "data-hotspot=\"hot1\"",
            ">7</span>",
            "Fork",
            "href=\"#s1d-p\"",
            "data-icn=\"ICN-2\" data-state=\"missing\"",
            "ICN-2 (Sheet 2 of 2): The picture is not in the library",
            "href=\"#s1d-h\"",
            "Figure 1 [7]",
            "data-state=\"unsupported\"",
            "cannot be shown in a browser",
        ],
    );
    let hotspot = &rendered.figures[0].hotspots[0];
    assert_eq!(
        (hotspot.object.as_str(), hotspot.name.as_str(), &hotspot.targets[..]),
        ("hot1", "7", &["s1d-p".to_owned()][..])
    );
    assert_eq!(rendered.figures.len(), 3);
}

#[test]
fn contents_and_lists_are_drawn_too() {
    let pm = "<pm><content><pmEntry><pmEntryTitle>Chapter</pmEntryTitle><dmRef/><pmEntry><pmEntryTitle>Section</pmEntryTitle></pmEntry></pmEntry></content></pm>";
    assert_order(
        &draw("a fixture", pm.as_bytes()).html,
        &["data-kind=\"pm\"", "Chapter</h2>", "s1d-dangling", "Section</h3>"],
    );
    let ddn = "<ddn><ddnContent><deliveryList><deliveryListItem><dispatchFileName>A.XML</dispatchFileName></deliveryListItem></deliveryList></ddnContent></ddn>";
    assert_order(&draw("a fixture", ddn.as_bytes()).html, &["data-kind=\"ddn\"", "Delivered files", "A.XML"]);
}

#[test]
fn a_hotspot_inside_another_has_its_id_and_its_applicability() {
    let content = "<referencedApplicGroup><applic id='a'><displayText><simplePara>Late ones</simplePara></displayText></applic></referencedApplicGroup>\
        <figure><graphic infoEntityIdent='I'><hotspot id='h'><hotspot id='inner' applicRefId='a' hotspotTitle='Bolt'/></hotspot></graphic></figure>\
        <para><internalRef internalRefId='inner'/></para>";
    let rendered = with(content, &Assignments::default(), Outside::Hide, &Unresolved);
    assert_order(
        &rendered.html,
        &["id=\"s1d-inner\" data-applic=", "Applicable to: Late ones", "Bolt", "href=\"#s1d-inner\""],
    );
}
