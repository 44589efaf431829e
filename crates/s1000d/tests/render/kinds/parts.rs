//! Illustrated parts: a list with the figure that shows them.

use s1000d::applic::Assignments;
use s1000d::document::blocks::{self, SearchBlockKind};
use s1000d::document::html::{Outside, Unresolved};
use s1000d::guard;

use super::{assert_order, html, module, with};

const CATALOGUE: &str = "<illustratedPartsCatalog><figure id='fig'><title>Pump</title><graphic infoEntityIdent='ICN-1'>\
    <hotspot id='hot' applicationStructureIdent='obj-2' applicationStructureName='2'/></graphic></figure>\
    <catalogSeqNumber figureNumber='01' figureNumberVariant='A' item='001' indenture='1' id='csn-1'><itemSeqNumber itemSeqNumberValue='00A'>\
      <quantityPerNextHigherAssy>1</quantityPerNextHigherAssy><partRef manufacturerCodeValue='K1' partNumberValue='P-100'/>\
      <partSegment><itemIdentData><descrForPart>PUMP, FUEL</descrForPart></itemIdentData><techData><unitOfIssue>EA</unitOfIssue></techData></partSegment>\
      <partLocationSegment/></itemSeqNumber></catalogSeqNumber>\
    <catalogSeqNumber figureNumber='01' figureNumberVariant='A' item='002' indenture='3'><itemSeqNumber itemSeqNumberValue='00A'>\
      <quantityPerNextHigherAssy>4</quantityPerNextHigherAssy><partRef manufacturerCodeValue='K1' partNumberValue='P-200'/>\
      <partSegment><itemIdentData><descrForPart>SEAL</descrForPart><natoStockNumber natoSupplyClass='5330' natoCodificationBureau='12' natoItemIdentNumberCore='1234567'/></itemIdentData>\
      <techData><unitOfIssue>KT</unitOfIssue><specialStorage>COLD</specialStorage></techData></partSegment>\
      <applicabilitySegment><usableOnCodeAssy>AB</usableOnCodeAssy></applicabilitySegment></itemSeqNumber></catalogSeqNumber></illustratedPartsCatalog>";

#[test]
fn a_part_is_a_row_and_its_other_data_is_behind_it() {
    let html = html(CATALOGUE);
    let first = [">01A 001</span>", "P-100", "PUMP, FUEL", ">1<", ">EA<", "<details class=\"s1d-part-details\">", "K1"];
    let second = [">01A 002</span>", "P-200", ">• •</span>", "SEAL", ">4<", ">KT<", "Usable on assembly", "AB"];
    let details =
        ["<details class=\"s1d-part-details\">", "Manufacturer", "5330-12-123-4567", "Technical data", "COLD"];
    assert_order(&html, &[&first[..], &second[..], &details[..]].concat());
    assert_eq!(html.matches("KT").count(), 1, "a value with a column is not repeated: {html}");
    assert!(!html.contains("Location"), "nothing is said of what is empty: {html}");
}

#[test]
fn each_item_of_a_parts_figure_leads_to_its_row() {
    let rendered = with(CATALOGUE, &Assignments::default(), Outside::Hide, &Unresolved);
    let [given, made] = rendered.figures[0].hotspots.as_slice() else { panic!("{:?}", rendered.figures) };
    assert_eq!((given.object.as_str(), given.name.as_str()), ("obj-2", "2"));
    assert_eq!((made.object.as_str(), made.name.as_str(), made.title.as_str()), ("001", "1", "PUMP, FUEL"));
    assert_eq!(made.targets, ["s1d-csn-1"]);
    for target in [&given.targets[..], &made.targets[..]].concat() {
        assert!(rendered.html.contains(&format!("<tbody id=\"{target}\"")), "{target}: {}", rendered.html);
    }
}

#[test]
fn a_search_finds_each_part_in_its_row_and_each_tool_where_it_is_required() {
    let tools = "<procedure><preliminaryRqmts><reqSpares><spareDescrGroup><spareDescr id='sp'><name>Seal</name>\
        <partRef manufacturerCodeValue='K1' partNumberValue='P-200'/></spareDescr></spareDescrGroup></reqSpares></preliminaryRqmts></procedure>";
    let blocks = |content: &str| {
        let text = module(content);
        let read = blocks::read(&guard::check(text.as_bytes()).expect("a file")).expect("a document");
        let found = read.into_iter().filter(|block| block.text.contains("P-200"));
        found.map(|block| (block.anchor, block.kind, block.text)).collect::<Vec<_>>()
    };
    let [(anchor, SearchBlockKind::Part, text)] = &blocks(CATALOGUE)[..] else { panic!("no row") };
    assert!(text.starts_with("P-200 SEAL 4 KT AB K1 00A 5330-12-123-4567"), "{text}");
    assert!(html(CATALOGUE).contains(&format!("<tr id=\"{anchor}\"")), "{anchor}");
    assert_eq!(blocks(tools), [("s1d-sp".to_owned(), SearchBlockKind::Supply, "Seal K1 P-200".to_owned())]);
}
