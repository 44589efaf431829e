//! Display of applicability.

use domain::language::Locale;
use s1000d::applic::tables::{Bilingual, Tables};
use s1000d::applic::{Applic, Assignments, Property, PropertyKind, Truth};
use s1000d::document::html::{Links, Options, Outside, Unresolved, render};
use s1000d::{guard, object};

use super::{assert_order, with};

fn model(value: &str) -> Assignments {
    let mut choice = Assignments::default();
    choice.assign(Property { kind: PropertyKind::Attribute, ident: "model".into() }, value);
    choice
}

const ANNOTATED: &str = "<referencedApplicGroup><applic id='a1'><displayText><simplePara>Type one</simplePara></displayText><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='1'/></applic>\
    <applic id='a2'><assert applicPropertyIdent='kit' applicPropertyType='condition' applicPropertyValues='INSTALLED'/></applic></referencedApplicGroup>\
    <description><para applicRefId='a1'>first</para><para applicRefId='a2'>second</para>\
    <randomList><listItem applicRefId='a1'><para>third</para></listItem></randomList></description>";

#[test]
fn what_does_not_apply_is_left_out_and_says_so() {
    let rendered = with(ANNOTATED, &model("2"), Outside::Hide, &Unresolved);
    assert!(!rendered.html.contains("first") && !rendered.html.contains("third"), "{}", rendered.html);
    assert_order(
        &rendered.html,
        &[
            "<div class=\"s1d-hidden s1d-gen\" id=",
            "data-applic=\"no\" data-applic-id=\"a1\">Not shown, applicable to: Type one</div>",
            "Applicable to: kit installed",
            "data-applic=\"unknown\" data-applic-id=\"a2\">second",
            "<li class=\"s1d-hidden s1d-gen\"",
        ],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (2, 1));
    let said: Vec<_> = rendered
        .annotations
        .iter()
        .map(|own| (own.id.as_str(), own.truth, own.text.as_str(), own.reason.as_str(), own.pieces))
        .collect();
    assert_eq!(
        said,
        [("a1", Truth::False, "Type one", "model 1", 2), ("a2", Truth::Unknown, "kit installed", "kit installed", 1)]
    );
}

#[test]
fn cells_that_are_left_out_keep_their_places() {
    let (group, _) = ANNOTATED.split_once("<description>").expect("a group");
    let table = "<description><table><tgroup cols='3'><colspec colname='c1'/><colspec colname='c2'/>\
        <colspec colname='c3'/><tbody><row><entry namest='c1' nameend='c2' applicRefId='a1'><para>wide</para></entry>\
        <entry><para>kept</para></entry></row><row applicRefId='a1'><para>stray</para><entry morerows='1'><para>tall</para></entry>\
        <entry><para>gone</para></entry><entry><para>lost</para></entry></row><row><entry><para>below</para></entry>\
        <entry><para>last</para></entry></row></tbody></tgroup></table></description>";
    let rendered = with(&[group, table].concat(), &model("2"), Outside::Hide, &Unresolved);
    assert!(["wide", "gone", "lost", "stray"].iter().all(|word| !rendered.html.contains(word)), "{}", rendered.html);
    assert_order(
        &rendered.html,
        &[
            "<td class=\"s1d-hidden s1d-gen\" colspan=\"2\"",
            "Not shown, applicable to: Type one</td>",
            "kept",
            "<tr class=\"s1d-hidden s1d-gen\"",
            "<td class=\"s1d-hidden s1d-gen\">Not shown, applicable to: Type one</td>",
            "rowspan=\"2\"",
            "tall",
            "<td class=\"s1d-hidden s1d-gen\"></td></tr>",
            "below",
        ],
    );
}

#[test]
fn what_does_not_apply_can_be_greyed_and_what_applies_is_marked() {
    let rendered = with(ANNOTATED, &model("2"), Outside::Grey, &Unresolved);
    assert_order(
        &rendered.html,
        &["Applicable to: Type one", "data-applic=\"no\" data-applic-id=\"a1\">first", "data-applic=\"no\"", "third"],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (2, 1));
    let rendered = with(ANNOTATED, &model("1"), Outside::Hide, &Unresolved);
    assert_order(
        &rendered.html,
        &["data-applic=\"yes\" data-applic-id=\"a1\">first", "data-applic=\"yes\" data-applic-id=\"a1\"", "third"],
    );
    assert_eq!((rendered.hidden, rendered.unknown), (0, 1));
}

/// A repository in which each entry stands for the model of its name.
struct Repository;

impl Links for Repository {
    fn annotation(&self, ident: &str) -> Option<Applic> {
        let text = format!(
            "<dmStatus><applic><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='{ident}'/></applic></dmStatus>"
        );
        let checked = guard::check(text.as_bytes()).ok()?;
        object::read(&checked).ok()?.0.applicability
    }
}

#[test]
fn the_whole_module_applies_as_its_status_or_what_that_points_at_says() {
    let of = |status: &str, links: &dyn Links| {
        let text = format!(
            "<dmodule><identAndStatusSection>{status}</identAndStatusSection><content>{ANNOTATED}</content></dmodule>"
        );
        let checked = guard::check(text.as_bytes()).expect("a fixture");
        let (tables, choice) = (Tables::default(), model("2"));
        let options = Options {
            locale: Locale::English,
            choice: &choice,
            outside: Outside::Hide,
            tables: Bilingual::alike(&tables),
            links,
        };
        let module = render(&checked, &options).expect("a fixture").applicability;
        module.map(|own| (own.id, own.truth, own.text))
    };
    let said = |truth, text: &str| Some(("module".to_owned(), truth, text.to_owned()));
    assert_eq!(of("<dmStatus applicRefId='a1'/>", &Unresolved), said(Truth::False, "Type one"));
    assert_eq!(of("<dmStatus applicRefIds='a1 a2'/>", &Unresolved), said(Truth::False, "Type one; kit installed"));
    assert_eq!(of("<dmStatus><applicRef applicIdentValue='2'/></dmStatus>", &Repository), said(Truth::True, "model 2"));
    let nowhere = of("<dmStatus><applicRef applicIdentValue='2'/></dmStatus>", &Unresolved);
    assert_eq!(nowhere.map(|(_, truth, _)| truth), Some(Truth::Unknown));
    assert_eq!(of("<dmStatus issueType='new'/>", &Repository), None);
}

#[test]
fn annotations_of_a_repository_and_inline_ones_are_decided_too() {
    let content = "<referencedApplicGroupRef><applicRef id='r1' applicIdentValue='1'/></referencedApplicGroupRef><description><para applicRefId='r1'>one</para>\
                   <levelledPara><applic><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='2'/></applic><para>two</para></levelledPara><para applicRefId='gone'>three</para></description>";
    let rendered = with(content, &model("1"), Outside::Hide, &Repository);
    assert!(rendered.html.contains(">one<") && !rendered.html.contains("two") && rendered.html.contains(">three<"));
    let truths: Vec<_> = rendered.annotations.iter().map(|own| own.truth).collect();
    assert_eq!(truths, [Truth::True, Truth::False, Truth::Unknown]);
}

#[test]
fn a_second_statement_with_the_same_id_is_not_taken_for_the_first() {
    let part = |value| {
        format!(
            "<levelledPara><applic id='a'><assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='{value}'/></applic>\
             <para>for {value}</para></levelledPara>"
        )
    };
    let rendered = with(&(part("1") + &part("2")), &model("2"), Outside::Hide, &Unresolved);
    assert!(!rendered.html.contains("for 1") && rendered.html.contains("for 2"), "{}", rendered.html);
}
