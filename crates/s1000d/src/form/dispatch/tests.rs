use proptest::prelude::*;

use super::*;
use crate::code::FileName;
use crate::splice;

const MODULE: &str = "<dmodule xmlns='urn:x'>
  <content>
    <dispatchItem id='item'>
      <title>Rescue hoist</title>
      <itemNumber>25-63-01</itemNumber>
      <dispatchCondition id='cond-A' label='A'>
        <repairCategory>C</repairCategory>
        <numberInstalled>1</numberInstalled>
        <numberRequired>0</numberRequired>
        <remarks>
          <para>(M)(O) May be inoperative provided:</para>
          <provisoList logicalOperator='and'>
            <proviso id='a' label='a'>
              <para>the boom is stowed,</para>
            </proviso>
            <proviso id='b' label='b'>
              <para>hoist operations are not planned.</para>
            </proviso>
          </provisoList>
        </remarks>
        <placard>
          <para>HOIST INOP</para>
        </placard>
        <oProcedureRef>
          <dmRef><dmRefIdent><dmCode modelIdentCode='NV' systemDiffCode='A' systemCode='25' subSystemCode='6' subSubSystemCode='3' assyCode='01' disassyCode='00' disassyCodeVariant='A' infoCode='131' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef>
        </oProcedureRef>
      </dispatchCondition>
      <dispatchCondition label='B' repairCategory='B' numberInstalled='-' numberRequired='-'/>
    </dispatchItem>
  </content>
</dmodule>";

fn form(text: &str) -> DispatchForm {
    read(text).expect("XML").expect("an item")
}

/// The change that changes nothing.
fn same(text: &str) -> DispatchChange {
    let form = form(text);
    let kept = |list: &[ProcedureFields]| (0..list.len()).map(ProcedureChange::Kept).collect();
    let line = |(number, line): (usize, &LineFields)| LineChange {
        number: Some(number),
        label: line.label.clone(),
        title: line.title.text.clone(),
        category: line.category.clone(),
        installed: line.installed.clone(),
        required: line.required.clone(),
        remarks: line.remarks.text.clone(),
        provisos: line
            .provisos
            .iter()
            .enumerate()
            .map(|(number, proviso)| ProvisoChange { number: Some(number), text: proviso.text.clone() })
            .collect(),
        placard: line.placard.text.clone(),
        operational: kept(&line.operational),
        maintenance: kept(&line.maintenance),
    };
    DispatchChange {
        number: form.number.text.clone(),
        title: form.title.text.clone(),
        lines: form.lines.iter().enumerate().map(line).collect(),
    }
}

fn edited(text: &str, change: &DispatchChange) -> Option<String> {
    let splices = edit(text, change).expect("XML")?;
    Some(splice::apply(text, &splices).expect("splices that fit"))
}

fn procedure() -> ProcedureChange {
    let name = FileName::parse("DMC-NV-A-25-63-01-00A-181A-A_en-US.XML").expect("a name");
    ProcedureChange::New(name.identity, Title::default())
}

#[test]
fn an_item_is_read_with_its_lines() {
    let form = form(MODULE);
    assert_eq!((form.number.text.as_str(), form.title.text.as_str()), ("25-63-01", "Rescue hoist"));
    let [first, second] = form.lines.as_slice() else { panic!("{form:?}") };
    assert_eq!((first.category.as_str(), first.installed.as_str(), first.required.as_str()), ("C", "1", "0"));
    assert_eq!(first.remarks.text, "(M)(O) May be inoperative provided:");
    assert_eq!(first.provisos.len(), 2);
    assert_eq!((first.placard.text.as_str(), first.operational.len()), ("HOIST INOP", 1));
    assert_eq!((second.label.as_str(), second.category.as_str(), second.required.as_str()), ("B", "B", "-"));
    assert!(MODULE[first.start..].starts_with("<dispatchCondition id='cond-A'"));
    let compared = ItemToCompare::read(MODULE).expect("XML").expect("an item").lines;
    assert!(compared[0].has_placard && compared[0].maintenance.is_empty());
    assert_eq!(compared[0].operational, ["DMC-NV-A-25-63-01-00A-131A-A"]);
    assert_eq!(read("<dmodule><content><description/></content></dmodule>"), Ok(None));
}

#[test]
fn the_same_item_changes_nothing() {
    assert_eq!(edit(MODULE, &same(MODULE)), Ok(Some(Vec::new())));
}

#[test]
fn values_stay_what_they_are_attributes_or_elements() {
    let mut change = same(MODULE);
    change.number = "25-63-02".to_owned();
    change.lines[0].category = "B".to_owned();
    change.lines[0].placard = String::new();
    change.lines[1].required = "1".to_owned();
    let expected = MODULE
        .replace("25-63-01</itemNumber>", "25-63-02</itemNumber>")
        .replace("<repairCategory>C<", "<repairCategory>B<")
        .replace("\n        <placard>\n          <para>HOIST INOP</para>\n        </placard>", "")
        .replace("numberRequired='-'", "numberRequired='1'");
    assert_eq!(edited(MODULE, &change), Some(expected));
}

#[test]
fn provisos_are_moved_with_their_bytes_and_labelled_anew() {
    let mut change = same(MODULE);
    let provisos = &mut change.lines[0].provisos;
    provisos.swap(0, 1);
    provisos.push(ProvisoChange { number: None, text: "the crew < 4 is told".to_owned() });
    let text = edited(MODULE, &change).expect("a text");
    let moved = "<proviso id='b' label='a'>\n              <para>hoist operations are not planned.</para>\n            \
        </proviso>\n            <proviso id='a' label='b'>\n              <para>the boom is stowed,</para>\n            \
        </proviso>\n            <proviso label=\"c\"><para>the crew &lt; 4 is told</para></proviso>\n          </provisoList>";
    assert!(text.contains(moved), "{text}");
    change.lines[0].provisos.clear();
    let text = edited(MODULE, &change).expect("a text");
    assert!(!text.contains("proviso id") && text.contains("provided:</para>\n        </remarks>"), "{text}");
    change.lines[0].provisos = vec![ProvisoChange { number: Some(7), text: "x".to_owned() }];
    assert_eq!(edited(MODULE, &change), None);
}

#[test]
fn everything_between_provisos_stays() {
    let list =
        |inner: &str| MODULE.replace("\n            <proviso id='b'", &format!("{inner}\n            <proviso id='b'"));
    let text = list("<!-- why --><note><para>N</para></note>");
    let mut change = same(&text);
    change.lines[0].provisos.swap(0, 1);
    let moved = edited(&text, &change).expect("a text");
    assert!(
        moved.contains("</proviso><!-- why --><note><para>N</para></note>\n            <proviso id='a'"),
        "{moved}"
    );
    change.lines[0].provisos.remove(1);
    let fewer = edited(&text, &change).expect("a text");
    assert!(fewer.contains("</proviso><!-- why --><note><para>N</para></note>\n          </provisoList>"), "{fewer}");
    assert!(fewer.contains("<proviso id='b'") && !fewer.contains("<proviso id='a'"), "{fewer}");
    change.lines[0].provisos.clear();
    assert_eq!(edited(&text, &change), None, "the note would be lost");
}

#[test]
fn provisos_in_several_lists_are_read_and_stay() {
    let inner = "<provisoList logicalOperator='or'><proviso><para>x</para></proviso><proviso><para>y</para></proviso>\
        </provisoList>";
    let nested = MODULE.replace("\n          </provisoList>", &format!("{inner}\n          </provisoList>"));
    let line = &form(&nested).lines[0];
    let texts: Vec<&str> = line.provisos.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(texts, ["the boom is stowed,", "hoist operations are not planned.", "x", "y"]);
    assert!(line.provisos.iter().all(|one| one.is_fixed));
    assert_eq!(line.logic, ProvisoLogic::Mixed("and(p p or(p p))".to_owned()));
    let mut change = same(&nested);
    assert_eq!(edit(&nested, &change), Ok(Some(Vec::new())));
    change.lines[0].provisos[3].text = "z".to_owned();
    assert_eq!(edited(&nested, &change), None);
    let mut change = same(&nested);
    change.lines[0].provisos.pop();
    assert_eq!(edited(&nested, &change), None);
    let any = MODULE.replace("logicalOperator='and'", "logicalOperator='or'");
    assert_eq!((&form(&any).lines[0].logic, &form(MODULE).lines[0].logic), (&ProvisoLogic::Any, &ProvisoLogic::All));
    let empty = MODULE.replace("<para>the boom is stowed,</para>", "<graphic/>");
    let mut change = same(&empty);
    assert_eq!(change.lines[0].provisos[0].text, "");
    change.lines[0].category = "B".to_owned();
    assert_eq!(edited(&empty, &change), Some(empty.replace(">C<", ">B<")));
}

#[test]
fn remarks_with_text_beside_the_provisos_are_read_and_fixed() {
    let mixed =
        MODULE.replace("<para>(M)(O) May be inoperative provided:</para>", "(M)(O) May be inoperative provided:");
    let remarks = &form(&mixed).lines[0].remarks;
    assert_eq!((remarks.text.as_str(), remarks.is_fixed), ("(M)(O) May be inoperative provided:", true));
    let mut change = same(&mixed);
    assert_eq!(edit(&mixed, &change), Ok(Some(Vec::new())));
    change.lines[0].remarks = "May be inoperative".to_owned();
    assert_eq!(edited(&mixed, &change), None);
}

#[test]
fn an_untouched_text_keeps_its_no_break_and_ideographic_spaces() {
    let indented = MODULE.replace("<para>the boom", "<para>\u{3000}\u{3000}the boom").replace("INOP<", "INOP\u{a0}<");
    let mut change = same(&indented);
    for text in change.lines[0].provisos.iter_mut().map(|one| &mut one.text) {
        *text = domain::form::parse_line(text, 1, 100).expect("a line");
    }
    change.lines[0].placard = domain::form::parse_line(&change.lines[0].placard, 0, 100).expect("a line");
    change.lines[0].category = "B".to_owned();
    assert_eq!(edit(&indented, &change).expect("XML").map(|splices| splices.len()), Some(1));
}

#[test]
fn an_element_around_procedures_goes_with_its_last_one() {
    let dm_ref = &MODULE[MODULE.find("<dmRef>").expect("a reference")..MODULE.find("</dmRef>").expect("its end")];
    let twice = MODULE.replace("</dmRef>", &format!("</dmRef>{dm_ref}</dmRef>"));
    let mut change = same(&twice);
    assert_eq!(change.lines[0].operational.len(), 2);
    change.lines[0].operational.clear();
    let text = edited(&twice, &change).expect("a text");
    assert!(!text.contains("oProcedureRef"), "{text}");
    change.lines[0].operational = vec![ProcedureChange::Kept(1)];
    let text = edited(&twice, &change).expect("a text");
    assert_eq!((text.matches("<dmRef>").count(), text.matches("<oProcedureRef>").count()), (1, 1));
    let commented = MODULE.replace("<oProcedureRef>", "<oProcedureRef><!-- why -->");
    let mut change = same(&commented);
    change.lines[0].operational.clear();
    assert_eq!(edited(&commented, &change), None, "the comment would be lost");
}

#[test]
fn procedures_and_lines_are_added_and_removed() {
    let mut change = same(MODULE);
    change.lines[0].operational.clear();
    change.lines[0].maintenance = vec![procedure()];
    let text = edited(MODULE, &change).expect("a text");
    assert!(!text.contains("oProcedureRef") && text.contains("<mProcedureRef><dmRef><dmRefIdent>"), "{text}");
    let without = MODULE.replace("\n        <placard>\n          <para>HOIST INOP</para>\n        </placard>", "");
    let mut change = same(&without);
    change.lines[0].operational.clear();
    change.lines[0].placard = "INOP".to_owned();
    let text = edited(&without, &change).expect("a text");
    assert!(
        text.contains("</remarks>\n        <placard><para>INOP</para></placard>\n      </dispatchCondition>"),
        "{text}"
    );
    let mut change = same(MODULE);
    change.lines.remove(0);
    change.lines[0].remarks = "May be inoperative".to_owned();
    change.lines[0].placard = "INOP".to_owned();
    change.lines.push(LineChange { label: "C".to_owned(), category: "D".to_owned(), ..LineChange::default() });
    let text = edited(MODULE, &change).expect("a text");
    let now = form(&text);
    assert_eq!(now.lines.iter().map(|line| line.label.as_str()).collect::<Vec<_>>(), ["B", "C"]);
    assert_eq!(
        (now.lines[0].remarks.text.as_str(), now.lines[0].placard.text.as_str()),
        ("May be inoperative", "INOP")
    );
    assert_eq!(edited(MODULE, &DispatchChange { lines: Vec::new(), ..same(MODULE) }), None, "an item has a line");
}

#[test]
fn content_that_the_form_does_not_show_is_not_lost() {
    let marked = MODULE.replace("HOIST INOP", "HOIST <emphasis>INOP</emphasis>");
    assert!(form(&marked).lines[0].placard.is_fixed);
    let mut change = same(&marked);
    change.lines[0].category = "B".to_owned();
    assert_eq!(edited(&marked, &change), Some(marked.replace("<repairCategory>C<", "<repairCategory>B<")));
    change.lines[0].placard = "INOP".to_owned();
    assert_eq!(edited(&marked, &change), None);
    let only = "<dmodule><content><dispatchItem itemNumber='1'><title>Light</title><repairCategory>C</repairCategory>\
        <remarks>May be inoperative</remarks></dispatchItem></content></dmodule>";
    let mut change = same(only);
    assert!(!form(only).has_lines);
    change.lines[0].remarks = "One may be inoperative".to_owned();
    assert_eq!(edited(only, &change), Some(only.replace(">May be", ">One may be")));
    change.lines.push(LineChange::default());
    assert_eq!(edited(only, &change), None);
}

fn line() -> impl Strategy<Value = String> {
    "[a-z<>&'\"](( |\u{a0})?[a-z<>&'\"刹]){0,5}"
}

proptest! {
    #[test]
    fn what_was_written_is_read_again_and_nothing_else_changes(
        title in line(),
        texts in prop::collection::vec((prop::option::of(0..2_usize), line()), 0..4),
        required in "[0-9]|-",
        placard in prop_oneof![Just(String::new()), line()],
    ) {
        let module = MODULE.replace("\n            <proviso id='b'", "<!-- why -->\n            <proviso id='b'");
        let mut change = same(&module);
        change.title = title.clone();
        let mut seen = [false; 2];
        let provisos = texts.into_iter().map(|(number, text)| {
            // Each proviso of the text is named once.
            let number = number.filter(|number| !std::mem::replace(&mut seen[*number], true));
            ProvisoChange { number, text }
        });
        change.lines[0].provisos = provisos.collect();
        change.lines[0].required = required.clone();
        change.lines[1].placard = placard.clone();
        if change.lines[0].provisos.is_empty() {
            // The comment would be lost.
            prop_assert_eq!(edited(&module, &change), None);
            return Ok(());
        }
        let text = edited(&module, &change).expect("a text");
        prop_assert!(text.contains("<!-- why -->"));
        let now = form(&text);
        prop_assert_eq!(now.title.text, title);
        let written: Vec<&str> = change.lines[0].provisos.iter().map(|one| one.text.as_str()).collect();
        let found: Vec<&str> = now.lines[0].provisos.iter().map(|one| one.text.as_str()).collect();
        prop_assert_eq!(found, written);
        prop_assert_eq!(&now.lines[0].required, &required);
        prop_assert_eq!(&now.lines[1].placard.text, &placard);
        prop_assert!(text.starts_with(&MODULE[..MODULE.find("Rescue").expect("a title")]));
        prop_assert!(text.ends_with("\n    </dispatchItem>\n  </content>\n</dmodule>"));
        prop_assert!(text.contains("<oProcedureRef>\n          <dmRef><dmRefIdent>"));
    }
}
