use super::*;
use crate::repositories::SharedEntries;

fn read(text: &str) -> Option<ItemData> {
    ItemData::read(text, ItemContext { language: "en-US", shared: &SharedEntries::default() })
}

fn aircraft(text: &str) -> Option<String> {
    module_aircraft(text, ItemContext { language: "en-US", shared: &SharedEntries::default() })
}

const GROUP: &str = "<referencedApplicGroup><applic id='a1'><displayText><simplePara>S/N 5</simplePara></displayText>\
    </applic><applic id='a2'><assert applicPropertyIdent='serialno' applicPropertyType='prodattr' \
    applicPropertyValues='1~20'/></applic></referencedApplicGroup>";

fn module(item: &str) -> String {
    format!("<dmodule><content>{GROUP}{item}</content></dmodule>")
}

fn with_line(attributes: &str, inner: &str, more: &str) -> Option<LineData> {
    let line = format!("<dispatchCondition{attributes}><repairCategory>C</repairCategory>{inner}</dispatchCondition>");
    let item = format!("<dispatchItem><itemNumber>1</itemNumber>{more}{line}</dispatchItem>");
    read(&module(&item)).and_then(|item| item.lines.into_iter().next())
}

#[test]
fn the_aircraft_of_item_line_list_and_proviso_are_said() {
    let line = with_line(" applicRefId='a2'", "", "").expect("a line");
    assert_eq!(line.applicability, "serialnos 1 to 20", "a statement without a text for readers");
    assert_eq!(with_line(" applicRefId='a9'", "", "").expect("a line").applicability, "a9");
    let remarks = "<remarks><para>One may be</para><provisoList applicRefId='a2'><proviso applicRefId='a1'>\
        <para>by day</para></proviso></provisoList></remarks>";
    let line = with_line("", remarks, "").expect("a line");
    assert_eq!(
        (line.remarks.as_str(), line.provisos),
        ("One may be", vec!["[serialnos 1 to 20] [S/N 5] by day".to_owned()])
    );
    let item = module("<dispatchItem applicRefId='a1'><dispatchCondition applicRefId='a2'/></dispatchItem>");
    let item = read(&item).expect("an item");
    assert_eq!(item.lines[0].applicability, "S/N 5; serialnos 1 to 20");
}

#[test]
fn nothing_of_a_line_or_its_item_is_lost() {
    let inner = "<remarks><para>Below <measure unit='ft'>10000</measure></para><provisoList><para>All:</para>\
        <proviso>by day</proviso></provisoList></remarks><warning>Hot.</warning>\
        <placard><graphic infoEntityIdent='ICN-1'/></placard><oProcedureRef/><mProcedureRef>see AMM</mProcedureRef>";
    let line = with_line("", inner, "<note>Not at night.</note>").expect("a line");
    assert_eq!(line.remarks, "Below [ft] 10000 All:");
    assert_eq!(line.provisos, ["by day"]);
    assert_eq!(line.placard.as_deref(), Some("[ICN-1]"));
    assert_eq!(line.notes, ["Not at night.", "Hot.", "see AMM"]);
    assert_eq!(line.operational, [ProcedureFields { target: None, title: String::new() }]);
    assert_eq!(line.maintenance, [ProcedureFields { target: None, title: "see AMM".to_owned() }]);
    let line = with_line("", "", "<oProcedureRef>For all lines</oProcedureRef>").expect("a line");
    assert_eq!(line.operational.len(), 1);
    assert_eq!(line.placard, None);
}

#[test]
fn an_item_that_cannot_be_told_completely_is_not_told() {
    let one = "<dispatchItem><itemNumber>1</itemNumber></dispatchItem>";
    assert!(read(&module(one)).is_some());
    assert_eq!(read(&module(&one.repeat(2))), None, "two items");
    assert_eq!(with_line("", "<remarks/><remarks/>", ""), None, "remarks twice");
    assert_eq!(with_line("", "<numberInstalled applicRefId='a1'>2</numberInstalled>", ""), None, "for some aircraft");
    assert_eq!(with_line("", "", "<remarks>For all lines</remarks>"), None, "values of the item and of its lines");
}

#[test]
fn an_item_without_lines_is_its_only_line() {
    let item =
        module("<dispatchItem applicRefId='a1'><title>Fan</title><repairCategory>B</repairCategory></dispatchItem>");
    let item = read(&item).expect("an item");
    let [line] = item.lines.as_slice() else { panic!("one line") };
    assert_eq!((item.title.as_str(), line.title.as_str(), line.category.as_str()), ("Fan", "", "B"));
    assert_eq!((line.applicability.as_str(), line.notes.len()), ("S/N 5", 0));
}

#[test]
fn the_status_says_the_aircraft_of_the_module() {
    let said = |applic: &str| {
        let text = format!("<dmodule><dmStatus>{applic}</dmStatus></dmodule>");
        aircraft(&text).expect("readable")
    };
    assert_eq!(said("<applic><displayText>S/N 1-20</displayText></applic>"), "S/N 1-20");
    let assert = "<assert applicPropertyIdent='serialno' applicPropertyType='prodattr' applicPropertyValues='1~20'/>";
    assert_eq!(said(&format!("<applic>{assert}</applic>")), "serialnos 1 to 20");
    assert_eq!(said("<applicRef applicIdentValue='APP-1'/>"), "APP-1");
    assert_eq!((said("").as_str(), aircraft("<dmodule/>")), ("", Some(String::new())));
    assert_eq!(aircraft("<dmodule>"), None);
}

#[test]
fn what_is_deleted_is_no_relief() {
    const DELETED: &str = "changeMark='1' changeType='delete'";
    let item = |lines: &str| module(&format!("<dispatchItem><itemNumber>1</itemNumber>{lines}</dispatchItem>"));
    let lines = |text: &str| read(&item(text)).map(|item| item.lines);
    let deleted = format!("<dispatchCondition label='A' {DELETED}/><dispatchCondition label='B'/>");
    let labels = lines(&deleted).expect("an item").into_iter().map(|line| line.label).collect::<Vec<_>>();
    assert_eq!(labels, ["B"]);
    assert_eq!(lines(&format!("<dispatchCondition {DELETED}/>")), None, "no line is left, and the item is none itself");
    assert_eq!(read(&module(&format!("<dispatchItem {DELETED}><itemNumber>1</itemNumber></dispatchItem>"))), None);
    let shown = "<dispatchCondition label='A' changeMark='0' changeType='delete'/>";
    assert_eq!(lines(shown).expect("an item").len(), 1, "the author switched the mark off");
    let remarks = format!(
        "<remarks><para>One may be <changeInline {DELETED}>or both </changeInline>inoperative.</para><provisoList>\
         <proviso>by day</proviso><proviso {DELETED}>by night</proviso></provisoList></remarks><note {DELETED}>Old.</note>"
    );
    let line = with_line("", &remarks, "").expect("a line");
    assert_eq!((line.remarks.as_str(), line.notes.len()), ("One may be inoperative.", 0));
    assert_eq!(line.provisos, ["by day"]);
    let both = format!("<repairCategory {DELETED}>C</repairCategory><repairCategory>B</repairCategory>");
    let line = lines(&format!("<dispatchCondition>{both}</dispatchCondition>")).expect("an item");
    assert_eq!(line[0].category, "B", "one category took the place of another");
    let none = format!("<dispatchCondition><repairCategory {DELETED}>C</repairCategory></dispatchCondition>");
    assert_eq!(lines(&none), None, "a line without its interval");
}

#[test]
fn statements_of_a_repository_are_said() {
    let mut shared = SharedEntries::default();
    let repository = "<dmodule><content><commonRepository><applicRepository><applicSpec><applicSpecIdent \
        applicIdentValue='APP-1'/><applic><displayText><simplePara>S/N 1-20</simplePara></displayText></applic>\
        </applicSpec></applicRepository></commonRepository></content></dmodule>";
    shared.read(&guard::check(repository.as_bytes()).expect("it passes"), "en-US").expect("it is read");
    let context = ItemContext { language: "en-US", shared: &shared };
    let status = "<dmodule><dmStatus><applicRef applicIdentValue='APP-1'/></dmStatus></dmodule>";
    assert_eq!(module_aircraft(status, context).as_deref(), Some("S/N 1-20"));
    let item = "<dmodule><content><referencedApplicGroupRef><applicRef id='a1' applicIdentValue='APP-1'/><applicRef \
        id='a2' applicIdentValue='APP-2'/></referencedApplicGroupRef><dispatchItem applicRefId='a1'>\
        <dispatchCondition applicRefId='a2'/></dispatchItem></content></dmodule>";
    let item = ItemData::read(item, context).expect("an item");
    assert_eq!(item.lines[0].applicability, "S/N 1-20; APP-2", "one that no repository has stands with its name");
}

#[test]
fn a_container_that_is_for_all_aircraft_limits_nothing() {
    let context = ItemContext { language: "en-US", shared: &SharedEntries::default() };
    let status = |words: &str, formula: &str| {
        format!(
            "<dmodule><dmStatus><applic><displayText><simplePara>{words}</simplePara></displayText>{formula}</applic>\
             </dmStatus></dmodule>"
        )
    };
    let formula = "<assert applicPropertyIdent='model' applicPropertyType='prodattr' applicPropertyValues='A'/>";
    assert_eq!(container_aircraft(&status("All aircraft", ""), context).as_deref(), Some(""));
    assert_eq!(container_aircraft(&status("With skis", ""), context).as_deref(), Some("With skis"));
    assert_eq!(container_aircraft(&status("Model A", formula), context).as_deref(), Some("Model A"));
    assert_eq!(container_aircraft("<dmodule/>", context).as_deref(), Some(""));
}
