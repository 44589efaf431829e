use super::*;
use crate::splice;

const MODULE: &str = "<?xml version='1.0'?>\n<!DOCTYPE dmodule [\n  <!-- kept -->\n  <!NOTATION cgm PUBLIC 'x'>\n  <!ENTITY ICN-A SYSTEM 'ICN-A.CGM' NDATA cgm>\n]>
<dmodule><content><figure id='f'><title>Pump</title><graphic infoEntityIdent = 'ICN-A' id='g'><hotspot/></graphic><graphic infoEntityIdent='ICN-C'/></figure><para>x</para></content></dmodule>";

fn file(name: &str) -> IllustrationFile {
    IllustrationFile { code: name.split('.').next().unwrap_or_default().to_owned(), name: name.to_owned() }
}

fn edited(text: &str, words: &str, number: usize, name: &str) -> Option<String> {
    let position = text.find(words).expect("the words");
    let splices = edit(text, position, number, &file(name)).expect("XML")?;
    Some(splice::apply(text, &splices).expect("splices that fit"))
}

#[test]
fn the_graphics_of_a_figure_are_listed() {
    let idents = |words: &str| -> Vec<String> {
        let found = read(MODULE, MODULE.find(words).expect("the words")).expect("XML");
        found.into_iter().map(|one| one.ident).collect()
    };
    assert_eq!(idents("Pump"), ["ICN-A", "ICN-C"]);
    assert_eq!(idents("<hotspot"), ["ICN-A"]);
    assert_eq!(idents("<graphic infoEntityIdent='ICN-C'"), ["ICN-C"]);
    assert_eq!(idents("x</para>"), [""; 0]);
}

#[test]
fn the_hotspots_of_a_graphic_are_listed() {
    let named = "<hotspot applicationStructureIdent='AUTOID_1' applicationStructureName='1' hotspotTitle='Valve'/>\
                 <hotspot applicationStructureName='2'/>";
    let text = MODULE.replace("<hotspot/>", named);
    let found = read(&text, text.find("Pump").expect("the words")).expect("XML");
    let pairs = |at: usize| -> Vec<(&str, &str)> {
        found[at].hotspots.iter().map(|one| (one.object.as_str(), one.title.as_str())).collect()
    };
    assert_eq!(pairs(0), [("AUTOID_1", "Valve"), ("2", "")]);
    assert!(pairs(1).is_empty());
}

#[test]
fn a_new_file_replaces_the_declaration_that_nothing_uses_any_more() {
    let expected = MODULE
        .replace("infoEntityIdent = 'ICN-A'", "infoEntityIdent = 'ICN-B'")
        .replace("<!ENTITY ICN-A SYSTEM 'ICN-A.CGM' NDATA cgm>", "<!ENTITY ICN-B SYSTEM \"ICN-B.CGM\" NDATA cgm>");
    assert_eq!(edited(MODULE, "Pump", 0, "ICN-B.CGM"), Some(expected));
    let other_format = edited(MODULE, "Pump", 0, "ICN-B.PNG").expect("a text");
    let declared = "<!NOTATION png PUBLIC \"-//W3C//NOTATION Portable Network Graphics//EN\">\n  <!ENTITY ICN-B SYSTEM \"ICN-B.PNG\" NDATA png>\n]>";
    assert!(other_format.contains(declared), "{other_format}");
    assert!(!other_format.contains("ICN-A"), "{other_format}");
}

#[test]
fn the_link_of_a_graphic_follows_its_illustration() {
    let linked = MODULE.replace(
        "infoEntityIdent = 'ICN-A'",
        "xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='URN:S1000D:ICN-A' infoEntityIdent = 'ICN-A'",
    );
    let text = edited(&linked, "Pump", 0, "ICN-B.CGM").expect("a text");
    assert!(text.contains("xlink:href='URN:S1000D:ICN-B' infoEntityIdent = 'ICN-B'"), "{text}");
    let other = linked.replace("URN:S1000D:ICN-A", "https://example.com/ICN-A");
    let text = edited(&other, "Pump", 0, "ICN-B.CGM").expect("a text");
    assert!(text.contains("xlink:href='https://example.com/ICN-A'"), "{text}");
}

#[test]
fn a_declaration_that_is_used_stays() {
    let twice = MODULE.replace("'ICN-C'", "'ICN-A'");
    let text = edited(&twice, "Pump", 0, "ICN-B.CGM").expect("a text");
    let both = "<!ENTITY ICN-A SYSTEM 'ICN-A.CGM' NDATA cgm>\n  <!ENTITY ICN-B SYSTEM \"ICN-B.CGM\" NDATA cgm>\n]>";
    assert!(text.contains(both), "{text}");
    let back = edited(&text, "Pump", 0, "ICN-A.CGM").expect("a text");
    assert!(back.contains("<!ENTITY ICN-B"), "only the declaration of the replaced file is removed");
    let same = edited(MODULE, "Pump", 0, "ICN-A.CGM");
    assert_eq!(same.as_deref(), Some(MODULE));
    let renamed = edited(MODULE, "Pump", 0, "ICN-A.SVG").expect("a text");
    assert!(renamed.contains("<!ENTITY ICN-A SYSTEM \"ICN-A.SVG\" NDATA svg>"), "{renamed}");
}

#[test]
fn a_text_without_document_type_gets_one_unless_it_is_of_ata_2300() {
    let plain = "<?xml version='1.0'?>\n<dmodule><figure><graphic infoEntityIdent=''/></figure></dmodule>";
    let text = edited(plain, "<graphic", 0, "ICN-B.SVG").expect("a text");
    let prolog = "<?xml version='1.0'?>\n<!DOCTYPE dmodule [\n<!NOTATION svg PUBLIC \"-//TEI//NOTATION W3C Scalable \
        Vector Graphics Format//EN\">\n<!ENTITY ICN-B SYSTEM \"ICN-B.SVG\" NDATA svg>\n]>\n<dmodule>";
    assert!(text.starts_with(prolog), "{text}");
    let bare = plain.replace("<dmodule>", "<!DOCTYPE dmodule>\n<dmodule>");
    let text = edited(&bare, "<graphic", 0, "ICN-B.SVG").expect("a text");
    assert!(text.contains("<!DOCTYPE dmodule [\n<!NOTATION svg"), "{text}");
    let spaced = plain.replace("<dmodule>", "<dmodule xmlns='urn:x'>");
    let expected = spaced.replace("infoEntityIdent=''", "infoEntityIdent='ICN-B'");
    assert_eq!(edited(&spaced, "<graphic", 0, "ICN-B.SVG"), Some(expected));
}

#[test]
fn only_a_graphic_that_is_there_gets_a_file_with_a_plain_name() {
    assert_eq!(edited(MODULE, "Pump", 2, "ICN-B.CGM"), None);
    assert_eq!(edited(MODULE, "x</para>", 0, "ICN-B.CGM"), None);
    assert_eq!(edited(MODULE, "Pump", 0, "ICN B.CGM"), None);
    assert_eq!(edited(MODULE, "Pump", 0, "ICN-B.C&M"), None, "no reference is recognised in a system literal");
    for name in ["ICN-B.CGM", "ICN-B.PNG", "ICN-A.SVG", "ICN-C.jpeg"] {
        let text = edited(MODULE, "Pump", 1, name).expect("a text");
        let now = read(&text, text.find("Pump").expect("the words")).expect("well-formed");
        assert_eq!(now[1].ident, file(name).code);
        assert_eq!(now[0].ident, "ICN-A");
    }
}
