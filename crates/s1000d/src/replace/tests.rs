use domain::language::Locale;
use proptest::prelude::*;

use super::*;

const HEAD: &str = "<dmodule><identAndStatusSection><dmAddress><dmIdent><dmCode modelIdentCode=\"PUMP\"/></dmIdent>\
    <dmAddressItems><dmTitle><techName>Pump</techName></dmTitle></dmAddressItems></dmAddress></identAndStatusSection>";

fn module(description: &str) -> String {
    format!("{HEAD}<content><description>{description}</description></content></dmodule>")
}

fn any_case(find: &str, replace: &str) -> TextReplacement {
    let (find, replace) = (find.to_owned(), replace.to_owned());
    TextReplacement { find, replace, match_case: false, whole_words: false, with_data: false }
}

fn words(find: &str, replace: &str) -> TextReplacement {
    TextReplacement { whole_words: true, ..any_case(find, replace) }
}

fn places(description: &str, wanted: &TextReplacement) -> Vec<FoundPlace> {
    find(&module(description), wanted, Locale::English).expect("a module").places
}

/// The description with all places replaced that can be.
fn replaced(description: &str, wanted: &TextReplacement) -> String {
    let text = module(description);
    let found = find(&text, wanted, Locale::English).expect("a module").places;
    let free: Vec<usize> = found.iter().filter(|place| place.fault.is_none()).map(|place| place.number).collect();
    let changed = replace(&text, wanted, &free).expect("a module").expect("the places");
    let start = changed.find("<description>").expect("a description") + "<description>".len();
    let end = changed.find("</description>").expect("a description");
    assert_eq!(&changed[..start], &text[..start], "nothing before the description changes");
    changed[start..end].to_owned()
}

#[test]
fn text_is_replaced_and_all_other_bytes_stay() {
    let before =
        "<para id='p'>The pump <!-- pump --> and\r\n the PUMP&#x2013;pump</para><?pump pump?><para>Pumps</para>";
    let after =
        "<para id='p'>The valve <!-- pump --> and\r\n the valve&#x2013;valve</para><?pump pump?><para>valves</para>";
    assert_eq!(replaced(before, &any_case("pump", "valve")), after);
}

#[test]
fn attributes_codes_titles_and_references_are_never_touched() {
    let reference = "<dmRef><dmRefIdent><dmCode modelIdentCode=\"PUMP\"/></dmRefIdent><dmRefAddressItems><dmTitle>\
        <techName>Pump</techName></dmTitle></dmRefAddressItems></dmRef>";
    let text = format!("<para id=\"pump\">See {reference} and <acronym acronymType='pump'/>x</para>");
    let wanted = TextReplacement { with_data: true, ..any_case("pump", "valve") };
    assert!(places(&text, &wanted).is_empty());
}

#[test]
fn case_and_whole_words_are_kept_on_demand() {
    let text = "<para>Pump, pump, pumps, EK-pump, pump2 泵pump泵</para>";
    let exact = TextReplacement { match_case: true, ..any_case("pump", "x") };
    assert_eq!(replaced(text, &exact), "<para>Pump, x, xs, EK-x, x2 泵x泵</para>");
    assert_eq!(replaced(text, &words("pump", "x")), "<para>x, x, pumps, EK-x, pump2 泵x泵</para>");
}

#[test]
fn chinese_has_no_words_to_keep_whole() {
    assert_eq!(replaced("<para>检查燃油泵是否漏油</para>", &words("油泵", "油箱")), "<para>检查燃油箱是否漏油</para>");
}

#[test]
fn a_word_that_begins_inside_a_rejected_place_is_found() {
    assert_eq!(replaced("<para>xab ab ab</para>", &words("ab ab", "c")), "<para>xab c</para>");
}

#[test]
fn white_space_counts_as_one_blank() {
    assert_eq!(replaced("<para>fuel\n      pump\t off</para>", &any_case("fuel pump off", "x")), "<para>x</para>");
}

#[test]
fn references_are_read_as_their_characters_and_new_text_is_escaped() {
    let text = "<para>R&amp;D &lt;b&gt; &#x3A9;</para>";
    assert_eq!(replaced(text, &any_case("r&d <b>", "a<b&c>")), "<para>a&lt;b&amp;c&gt; &#x3A9;</para>");
    assert_eq!(replaced(text, &any_case("Ω", "ohm")), "<para>R&amp;D &lt;b&gt; ohm</para>");
}

#[test]
fn text_inside_a_mark_is_replaced_and_text_across_its_tags_is_listed() {
    let text = "<para>the <emphasis>fuel</emphasis> pump and the fuel pump</para>";
    let found = places(text, &any_case("fuel pump", "valve"));
    assert_eq!(found.iter().map(|place| place.fault).collect::<Vec<_>>(), [Some(PlaceFault::Markup), None]);
    assert_eq!((found[0].before.as_str(), found[0].found.as_str()), ("the ", "fuel pump"));
    assert_eq!((found[1].before.as_str(), found[1].after.as_str()), ("the fuel pump and the ", ""));
    assert_eq!(
        replaced(text, &any_case("fuel", "oil")),
        "<para>the <emphasis>oil</emphasis> pump and the oil pump</para>"
    );
    let changed = replace(&module(text), &any_case("fuel pump", "valve"), &[0]).expect("a module");
    assert_eq!(changed, None, "a place with markup is not replaced");
}

#[test]
fn no_text_is_found_across_another_element() {
    let text = "<para>fuel<footnote><para>See</para></footnote> pump, fuel <quantity>2</quantity>pump</para>";
    assert!(places(text, &any_case("fuel pump", "x")).is_empty());
    let reference = "<para>fuel <internalRef internalRefId='fig-1'/> pump, fuel <indexFlag/>pump</para>";
    assert_eq!(places(reference, &any_case("fuel pump", "x")).len(), 1, "a reader sees the number of a figure");
}

#[test]
fn literal_text_is_replaced_as_it_is_written() {
    let text = "<para><![CDATA[a < pump]]> pump</para>";
    assert_eq!(replaced(text, &any_case("pump", "b & c")), "<para><![CDATA[a < b & c]]> b &amp; c</para>");
    let faults: Vec<_> = places(text, &any_case("pump", "a > b")).iter().map(|place| place.fault).collect();
    assert_eq!(faults, [Some(PlaceFault::Literal), None]);
}

#[test]
fn names_and_values_are_found_on_demand() {
    let text = "<para>Pump</para><supportEquipDescr><name>Pump <emphasis>stand</emphasis></name>\
        <toolNumber>PUMP-1</toolNumber></supportEquipDescr>";
    assert_eq!(places(text, &any_case("pump", "x")).len(), 1);
    let all = TextReplacement { with_data: true, ..any_case("pump", "x") };
    assert_eq!(
        replaced(text, &all),
        "<para>x</para><supportEquipDescr><name>x <emphasis>stand</emphasis></name>\
        <toolNumber>x-1</toolNumber></supportEquipDescr>"
    );
}

#[test]
fn a_place_has_its_paragraph_line_and_name() {
    let text = "<levelledPara id='lp'><title>Fuel</title>\n<para id='p1'>The pump.</para></levelledPara>";
    let found = places(text, &any_case("pump", "valve"));
    assert_eq!((found[0].anchor.as_str(), found[0].line), ("s1d-p1", 2));
    assert!(found[0].name.contains("Fuel"), "{}", found[0].name);
}

#[test]
fn what_has_the_new_text_already_is_not_listed() {
    assert_eq!(places("<para>Valve valve</para>", &any_case("valve", "valve")).len(), 1);
}

#[test]
fn only_chosen_places_are_replaced() {
    let text = module("<para>pump pump pump</para>");
    let wanted = any_case("pump", "x");
    let changed = replace(&text, &wanted, &[2, 0, 2]).expect("a module").expect("the places");
    assert_eq!(changed, module("<para>x pump x</para>"));
    assert_eq!(replace(&text, &wanted, &[3]).expect("a module"), None);
}

#[test]
fn an_answer_has_a_limited_number_of_places() {
    let text = module(&format!("<para>{}</para>", "pump ".repeat(MAX_PLACES_IN_MODULE + 1)));
    let found = find(&text, &any_case("pump", "x"), Locale::English).expect("a module");
    assert_eq!((found.places.len(), found.is_cut), (MAX_PLACES_IN_MODULE, true));
}

#[test]
fn a_text_that_is_not_well_formed_is_refused() {
    assert!(find("<dmodule><content><para>pump</content></dmodule>", &any_case("pump", "x"), Locale::English).is_err());
}

#[test]
fn a_place_whose_new_text_would_end_literal_text_is_listed_and_stays() {
    for (text, new) in [("pump> off", "]]"), ("]pump> off", "]"), ("]]pump> off", ""), ("<![CDATA[]]pump>]]>", "")] {
        let text = format!("<para>{text} pump</para>");
        let wanted = any_case("pump", new);
        let faults: Vec<_> = places(&text, &wanted).iter().map(|place| place.fault).collect();
        assert_eq!(faults, [Some(PlaceFault::Literal), None], "{text}");
        assert_eq!(replaced(&text, &wanted), text.replace(" pump</para>", &format!(" {new}</para>")));
    }
}

#[test]
fn white_space_of_verbatim_text_counts() {
    let text = "<para>Type <verbatimText>mount /dev/a\n  /mnt</verbatimText> twice</para>";
    assert!(places(text, &any_case("/dev/a /mnt", "x")).is_empty());
    assert_eq!(replaced(text, &any_case("mount /dev/a", "x")), text.replace("mount /dev/a", "x"));
    let data = TextReplacement { with_data: true, ..any_case("a b", "x") };
    assert!(places("<codeBlock><programListing>a\n  b</programListing></codeBlock>", &data).is_empty());
}

#[test]
fn the_tags_of_empty_elements_are_no_text() {
    let empty = "<para/><randomList><listItem/></randomList><para></para>";
    assert!(places(empty, &any_case("/>", "!")).is_empty());
    assert_eq!(replaced(&format!("{empty}<para>1/2</para>"), &any_case("/", "-")), format!("{empty}<para>1-2</para>"));
}

#[test]
fn codes_and_paths_of_rules_are_never_touched() {
    let text = "<para>KZ666</para><identNumber><manufacturerCode>KZ666</manufacturerCode><partNumber>KZ666-1</partNumber>\
        </identNumber><structureObjectRule><objectPath>//KZ666</objectPath><objectUse>KZ666</objectUse>\
        </structureObjectRule>";
    let wanted = TextReplacement { with_data: true, ..any_case("KZ666", "x") };
    let expected = text
        .replace("<para>KZ666", "<para>x")
        .replace("<partNumber>KZ666", "<partNumber>x")
        .replace("<objectUse>KZ666", "<objectUse>x");
    assert_eq!(replaced(text, &wanted), expected);
}

#[test]
fn a_long_list_of_values_is_searched_quickly() {
    let text = module(&format!("<x>{}</x>", "<a>b</a>".repeat(100_000)));
    let wanted = TextReplacement { with_data: true, ..any_case("c", "d") };
    // The square of the number of values would take minutes.
    assert!(find(&text, &wanted, Locale::English).expect("a module").places.is_empty());
}

proptest! {
    #[test]
    fn a_changed_module_is_well_formed_and_differs_in_its_places_only(
        pieces in prop::collection::vec(0..7_usize, 1..12),
        new in "[a-c<&>\\]刹 ]{0,6}",
    ) {
        const PIECES: [&str; 7] =
            ["pump ", "<emphasis>pump</emphasis>", "&amp;", "刹车", "<!-- pump -->", "<![CDATA[pump]]>", "\r\n pu"];
        let inside: String = pieces.iter().map(|piece| PIECES[*piece]).collect();
        let text = module(&format!("<para>{inside}</para>"));
        let wanted = any_case("pump", &new);
        let found = find(&text, &wanted, Locale::English).expect("a module").places;
        let free: Vec<usize> = found.iter().filter(|place| place.fault.is_none()).map(|place| place.number).collect();
        let changed = replace(&text, &wanted, &free).expect("a module").expect("the places");
        let written = new.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let expected = |piece: usize| match PIECES[piece] {
            comment if comment.starts_with("<!--") => comment.to_owned(),
            literal if literal.starts_with("<![") && new.contains([']', '>']) => literal.to_owned(),
            literal if literal.starts_with("<![") => literal.replace("pump", &new),
            text => text.replace("pump", &written),
        };
        let inside: String = pieces.iter().map(|piece| expected(*piece)).collect();
        prop_assert_eq!(changed, module(&format!("<para>{inside}</para>")));
    }
}
