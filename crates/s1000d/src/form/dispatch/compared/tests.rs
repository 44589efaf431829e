use domain::dispatch::{DispatchWarning, MasterTexts};

use super::*;
use crate::form::dispatch::ItemText;

const DELETED: &str = "changeMark='1' changeType='delete'";

const GROUP: &str = "<referencedApplicGroup><applic id='early'><assert applicPropertyIdent='serialno' \
    applicPropertyType='prodattr' applicPropertyValues='1~20'/></applic></referencedApplicGroup>";

/// An item of a module: what stands in the item before its line, in the start tag of the line, and in the line.
fn module(before: &str, attributes: &str, inner: &str) -> String {
    format!(
        "<dmodule><content>{GROUP}<dispatchItem><itemNumber>1</itemNumber>{before}\n<dispatchCondition label='A'\
         {attributes}><repairCategory>C</repairCategory><numberInstalled>2</numberInstalled>\
         <numberRequired>1</numberRequired>{inner}</dispatchCondition></dispatchItem></content></dmodule>"
    )
}

fn line(inner: &str) -> String {
    module("", "", inner)
}

fn provisos(inner: &str) -> String {
    line(&format!("<remarks><para>One may be inoperative</para><provisoList>{inner}</provisoList></remarks>"))
}

fn para(inner: &str) -> String {
    provisos(&format!("<proviso><para>{inner}</para></proviso>"))
}

fn dm_ref(info_code: &str, attributes: &str) -> String {
    format!(
        "<dmRef{attributes}><dmRefIdent><dmCode modelIdentCode='NV' systemDiffCode='A' systemCode='25' \
         subSystemCode='6' subSubSystemCode='3' assyCode='01' disassyCode='00' disassyCodeVariant='A' \
         infoCode='{info_code}' infoCodeVariant='A' itemLocationCode='A'/><issueInfo issueNumber='001' inWork='00'/>\
         </dmRefIdent></dmRef>"
    )
}

fn codes(master: &str, own: &str) -> Vec<&'static str> {
    let theirs = ItemText::of(Some(master));
    let found = ItemText::of(Some(own)).differences(own, &theirs, MasterTexts::Comparable).expect("items");
    found.into_iter().map(|one| one.warning.code()).collect()
}

/// The name of a row, the text of the master list, the operator's text, and the differences.
type Row<'a> = (&'a str, String, String, &'a [&'a str]);

const DAY: &str = "<proviso><para>by day</para></proviso>";
const NIGHT: &str = "<proviso><para>not by night</para></proviso>";

fn o_ref(inner: &str) -> String {
    line(&format!("<oProcedureRef>{inner}</oProcedureRef>"))
}

/// Both texts of a row are also compared with themselves.
fn assert_told(rows: &[Row<'_>]) {
    for (about, master, own, told) in rows {
        assert_eq!(codes(master, own), *told, "{about}");
        if !told.contains(&"unreadable") {
            assert_eq!((codes(master, master), codes(own, own)), (Vec::new(), Vec::new()), "{about}: the same");
        }
    }
}

#[test]
fn what_is_marked_as_deleted_is_not_there() {
    let two = [DAY, NIGHT].concat();
    let marked = |text: &str, name: &str| text.replacen(&format!("<{name}>"), &format!("<{name} {DELETED}>"), 1);
    assert_told(&[
        (
            "a proviso deleted by its mark",
            provisos(&two),
            provisos(&[DAY, &marked(NIGHT, "proviso")].concat()),
            &["proviso"],
        ),
        (
            "its words deleted by a mark",
            provisos(&two),
            provisos(&two.replace("not ", &format!("<changeInline {DELETED}>not </changeInline>"))),
            &["proviso"],
        ),
        ("the list deleted", provisos(&two), marked(&provisos(&two), "provisoList"), &["proviso", "proviso"]),
        ("a deleted proviso of the master", provisos(&[DAY, &marked(NIGHT, "proviso")].concat()), provisos(DAY), &[]),
        (
            "a mark that is switched off",
            provisos(&[DAY, &NIGHT.replace("<proviso>", "<proviso changeType='delete' changeMark='0'>")].concat()),
            provisos(DAY),
            &["proviso"],
        ),
        (
            "a deleted placard",
            line("<placard>INOP</placard>"),
            line(&format!("<placard {DELETED}>INOP</placard>")),
            &["placard"],
        ),
        (
            "a placard whose words are deleted",
            line("<placard><para>INOP</para></placard>"),
            line(&format!("<placard><para {DELETED}>INOP</para></placard>")),
            &["placard"],
        ),
        (
            "a deleted procedure",
            o_ref(&dm_ref("131", "")),
            marked(&o_ref(&dm_ref("131", "")), "oProcedureRef"),
            &["procedure"],
        ),
        (
            "a deleted note",
            line("<note>Not at NIGHT.</note>"),
            line(&format!("<note {DELETED}>Not at NIGHT.</note>")),
            &["remarks"],
        ),
        (
            "a category that replaces another",
            line(""),
            line("").replace(
                "<repairCategory>C",
                &format!("<repairCategory {DELETED}>C</repairCategory><repairCategory>D"),
            ),
            &["category"],
        ),
        (
            "a category deleted without another",
            line(""),
            line("").replace("<repairCategory>", &format!("<repairCategory {DELETED}>")),
            &["unreadable"],
        ),
    ]);
}

#[test]
fn what_holds_for_some_aircraft_is_not_what_holds_for_all() {
    let shared = |ident: &str| {
        let group = format!("<referencedApplicGroupRef><applicRef id='some' applicIdentValue='{ident}'/>");
        let both = [GROUP, &group, "</referencedApplicGroupRef>"].concat();
        module("", " applicRefId='some'", "").replace(GROUP, &both)
    };
    assert_told(&[
        (
            "the provisos of a list for some aircraft",
            provisos(DAY),
            provisos(DAY).replace("<provisoList>", "<provisoList applicRefId='early'>"),
            &["proviso"],
        ),
        (
            "a proviso for some aircraft",
            provisos(DAY),
            provisos(&DAY.replace("<proviso>", "<proviso applicRefId='early'>")),
            &["proviso"],
        ),
        (
            "a placard for some aircraft",
            line("<placard>INOP</placard>"),
            line("<placard applicRefId='early'>INOP</placard>"),
            &["remarks"],
        ),
        (
            "a number for some aircraft",
            line(""),
            line("").replace("<numberRequired>", "<numberRequired applicRefId='early'>"),
            &["remarks"],
        ),
        (
            "a procedure for some aircraft",
            o_ref(&dm_ref("131", "")),
            o_ref(&dm_ref("131", " applicRefId='early'")),
            &["remarks"],
        ),
        ("another shared statement", shared("APP-1"), shared("APP-2"), &["applicability"]),
        ("remarks in an attribute", module("", " remarks='Not at night'", ""), line(""), &["remarks"]),
        ("a placard in an attribute", module("", " placard='INOP'", ""), line(""), &["placard"]),
        ("an interval in an attribute", module("", " repairInterval='5 days'", ""), line(""), &["remarks"]),
        (
            "an interval of the category",
            line("").replace("<repairCategory>", "<repairCategory interval='5'>"),
            line(""),
            &["remarks"],
        ),
    ]);
}

#[test]
fn a_procedure_that_is_taken_away_is_told() {
    let of_item = format!("<oProcedureRef>{}</oProcedureRef>", dm_ref("131", ""));
    assert_told(&[
        ("a procedure of the whole item", module(&of_item, "", ""), line(""), &["procedure"]),
        ("a procedure in words", o_ref("See the flight manual"), line(""), &["procedure", "remarks"]),
        ("an empty sign of a procedure", line("<oProcedureRef/>"), line(""), &["procedure"]),
        (
            "words beside a procedure",
            o_ref(&["<para>before each flight</para>", &dm_ref("131", "")].concat()),
            o_ref(&dm_ref("131", "")),
            &["remarks"],
        ),
        (
            "a part of a procedure",
            o_ref(&dm_ref("131", " referredFragment='stp-1'")),
            o_ref(&dm_ref("131", "")),
            &["remarks"],
        ),
        (
            "a copy of a procedure",
            o_ref(&dm_ref("131", "")),
            o_ref(
                &dm_ref("131", "")
                    .replace("<dmCode", "<identExtension extensionProducer='F0210' extensionCode='X'/><dmCode")
                    .replace("'001'", "'004'"),
            ),
            &[],
        ),
    ]);
}

#[test]
fn words_and_values_that_differ_are_told() {
    let warned = |ids: &str, text: &str| {
        let group = format!("<warningsAndCautions><warning id='w1'>{text}</warning></warningsAndCautions>");
        let proviso = format!("<proviso><para warningRefs='{ids}'>by day</para></proviso>");
        provisos(&proviso).replace(GROUP, &[GROUP, &group].concat())
    };
    let two = [DAY, NIGHT].concat();
    let range = |values: &str| para(&format!("between <quantity><quantityGroup>{values}</quantityGroup></quantity>"));
    let value = |text: &str| format!("<quantityValue>{text}</quantityValue>");
    assert_told(&[
        ("a placard without a text", line("<placard>INOP</placard>"), line("<placard/>"), &["placard"]),
        ("the sign of a placard", line("<placard/>"), line(""), &["placard"]),
        ("the words of a placard", line("<placard/>"), line("<placard>INOP</placard>"), &[]),
        (
            "a placard with a picture",
            line("<placard><symbol infoEntityIdent='ICN-1'/></placard>"),
            line(""),
            &["placard"],
        ),
        (
            "a sentence between provisos",
            provisos(&["<para>All of these:</para>", DAY].concat()),
            provisos(DAY),
            &["remarks"],
        ),
        (
            "another circuit breaker",
            para("<circuitBreakerRef circuitBreakerNumber='CB12'/> is pulled"),
            para("<circuitBreakerRef circuitBreakerNumber='CB13'/> is pulled"),
            &["proviso"],
        ),
        ("two numbers and one", range(&[value("10"), value("20")].concat()), range(&value("1020")), &["proviso"]),
        (
            "a tolerance",
            para("<quantity><quantityGroup>10<quantityTolerance>2</quantityTolerance></quantityGroup></quantity>"),
            para("102"),
            &["proviso"],
        ),
        ("a shared warning", warned("w1", "Hot"), warned("", "Hot"), &["proviso"]),
        ("the words of a shared warning", warned("w1", "Hot"), warned("w1", "Warm"), &["remarks"]),
        (
            "a note beside the item",
            line("").replace("<dispatchItem>", "<note>By DAY.</note><dispatchItem>"),
            line(""),
            &["remarks"],
        ),
        ("the title of a line", line("<title>Cargo mode</title>"), line("<title>All modes</title>"), &["title"]),
        (
            "nested provisos",
            provisos(&format!(
                "<proviso><para>one of</para><provisoList logicalOperator='or'>{two}</provisoList></proviso>"
            )),
            provisos(&format!(
                "<proviso><para>one of</para><provisoList logicalOperator='or'>{DAY}</provisoList></proviso>"
            )),
            &["provisoLogic", "proviso"],
        ),
        (
            "words that are struck through",
            para("not at night"),
            para("<emphasis emphasisType='em05'>not</emphasis> at night"),
            &["proviso"],
        ),
        ("a power", para("below 10<superScript>5</superScript> Pa"), para("below 105 Pa"), &["proviso"]),
        (
            "words that stand out",
            para("not at <emphasis emphasisType='em01'>night</emphasis>"),
            para("not at night"),
            &[],
        ),
    ]);
}

#[test]
fn a_deleted_line_allows_nothing_and_lines_keep_their_places() {
    let deleted =
        format!("<dispatchCondition label='X' {DELETED}><repairCategory>D</repairCategory></dispatchCondition>");
    let own = module(&["\n", &deleted].concat(), "", "");
    let read = ItemToCompare::read(&own).expect("XML").expect("an item");
    assert_eq!((read.lines.len(), read.places[0].index), (1, 1));
    assert!(own[read.places[0].start..].starts_with("<dispatchCondition label='A'"));
    assert_eq!(codes(&line(""), &own), Vec::<&str>::new());
    let without_label = own.replace("label='A'", "label='X'");
    assert_eq!(codes(&own, &without_label), Vec::<&str>::new(), "the only lines that are left");
    let added =
        line("").replace("</dispatchItem>", &[deleted.replace(DELETED, "").as_str(), "</dispatchItem>"].concat());
    assert_eq!(codes(&own, &added), ["notInMaster"], "the master list has deleted it");
    let all = line("").replace("<dispatchItem>", &format!("<dispatchItem {DELETED}>"));
    assert_eq!(ItemToCompare::read(&all), Ok(None));
    let theirs = ItemText::of(Some(&line("")));
    let longer = own.replace(">C<", ">D<");
    let found = ItemText::of(Some(&longer)).differences(&longer, &theirs, MasterTexts::Comparable).expect("items");
    let warning = DispatchWarning::Category { master: "C".to_owned() };
    assert_eq!((&found[0].warning, found[0].text_line), (&warning, 3));
}
