//! Removed parts, and parts that stay.

use s1000d::applic::{Assignments, Truth};
use s1000d::filter::{ProductFilter, RemovalCause};

use super::{content, filtered, filtered_for, findings, module, product};

const STEPS: &str = "<procedure>
  <step applicRefId=\"a\">For A</step>
  <step applicRefId=\"b\">For B</step>
  <step>For all</step>
</procedure>";

#[test]
fn text_of_other_products_is_removed_with_its_line() {
    assert_eq!(
        content(STEPS, "model=A"),
        "<procedure>\n  <step applicRefId=\"a\">For A</step>\n  <step>For all</step>\n</procedure>"
    );
    assert_eq!(content(STEPS, "model=C"), "<procedure>\n  <step>For all</step>\n</procedure>");
}

#[test]
fn a_text_with_nothing_to_remove_is_not_changed() {
    for values in ["", "serial=7", "model=A"] {
        let result = filtered(&module("<p applicRefId=\"a\">A</p>"), values);
        assert_eq!((result.text, result.removals), (None, Vec::new()), "{values}");
    }
    let nothing_known = filtered_for(&module(STEPS), &ProductFilter::default());
    assert_eq!(nothing_known.text, None, "without products everything may apply");
}

#[test]
fn the_words_around_an_inline_element_stay_apart() {
    for (inline, expected) in [
        ("<p>Turn <x applicRefId=\"b\">left </x>now</p>", "<p>Turn now</p>"),
        ("<p>Turn<x applicRefId=\"b\"> left</x> now</p>", "<p>Turn now</p>"),
        ("<p>Turn\n  <x applicRefId=\"b\">left</x>\n  now</p>", "<p>Turn\n  now</p>"),
        ("<p>Turn\n<x applicRefId=\"b\">left</x>now</p>", "<p>Turn\nnow</p>"),
    ] {
        assert_eq!(content(inline, "model=A"), expected);
    }
}

#[test]
fn a_list_of_statements_holds_if_all_do() {
    assert_eq!(content("<p applicRefIds=\"ab a\">x</p>", "model=B"), "");
    assert_eq!(content("<p applicRefIds=\"ab b\">x</p>", "model=B"), "<p applicRefIds=\"ab b\">x</p>");
}

#[test]
fn what_cannot_be_decided_stays() {
    for undecided in ["<p applicRefId=\"nowhere\">x</p>", "<p applicRefIds=\"ab nowhere\">x</p>"] {
        assert_eq!(content(undecided, "model=A"), undecided);
    }
    let in_words = "<q><applic><displayText><simplePara>In winter</simplePara></displayText></applic>x</q>";
    assert_eq!(content(in_words, "model=A"), in_words);
}

#[test]
fn an_element_with_a_statement_of_its_own_is_judged_by_it() {
    let own = "<r/><q><applic><assert applicPropertyIdent=\"model\" applicPropertyValues=\"B\"/></applic>x</q>";
    assert_eq!(content(own, "model=A"), "<r/>");
    assert_eq!(content(own, "model=B"), own);
}

#[test]
fn removals_are_listed_with_path_and_line() {
    let result = filtered(&module(STEPS), "model=A");
    let removal = &result.removals[0];
    assert_eq!(
        (removal.path.as_str(), removal.line, removal.cause),
        ("/dmodule[1]/content[1]/procedure[1]/step[2]", 3, RemovalCause::NotApplicable)
    );
    assert_eq!((result.removal_count, result.truth), (1, Truth::True));
}

#[test]
fn for_several_products_text_stays_that_one_of_them_reads() {
    let products = [product("model=A"), product("model=B")];
    let settings = ProductFilter { products: &products, ..ProductFilter::default() };
    assert_eq!(filtered_for(&module(STEPS), &settings).text, None);
    // Nobody reads text for B inside of text for A.
    let nested = module("<p applicRefId=\"a\">x<q applicRefId=\"b\">y</q></p>");
    let text = filtered_for(&nested, &settings).text.expect("a change");
    assert!(text.contains("<p applicRefId=\"a\">x</p>"), "{text}");
}

#[test]
fn the_status_tells_whether_the_object_applies_and_for_whom_its_text_is() {
    let with_status = |inner: &str| module(inner).replace("<dmStatus/>", "<dmStatus applicRefId=\"a\"/>");
    let text = with_status("<p applicRefId=\"a\">x</p><p applicRefId=\"b\">y</p>");
    for (values, truth) in [("model=A", Truth::True), ("model=B", Truth::False), ("serial=1", Truth::Unknown)] {
        assert_eq!(filtered(&text, values).truth, truth, "{values}");
    }
    let out = filtered(&text, "model=B").text.expect("a change");
    assert!(out.contains("<dmStatus applicRefId=\"a\"/>") && out.contains(">y<") && !out.contains(">x<"), "{out}");
    let products = [product("model=A"), product("model=B")];
    let both = filtered_for(&text, &ProductFilter { products: &products, ..ProductFilter::default() });
    assert!(both.text.is_some_and(|text| !text.contains(">y<")), "B does not read the module");
}

#[test]
fn a_statement_of_the_object_does_not_count_beside_a_status_file() {
    let text = module("<p applicRefId=\"a\">x</p><p applicRefId=\"b\">y</p>")
        .replace("<dmStatus/>", "<dmStatus applicRefId=\"a\"/>");
    let products = [product("model=A"), product("model=B")];
    let of = |products: &[Assignments]| {
        filtered_for(&text, &ProductFilter { products, is_stated_elsewhere: true, ..ProductFilter::default() })
    };
    assert_eq!(of(&products[1..]).truth, Truth::True, "the status file says so");
    assert_eq!(of(&products).text, None, "B reads the module as well");
}

#[test]
fn empty_entries_of_contents_vanish_and_other_empty_elements_are_named() {
    let contents = "<pmEntry><pmEntryTitle>B</pmEntryTitle><dmRef applicRefId=\"b\"/></pmEntry><pmEntry><pmEntry><dmRef \
                    applicRefId=\"b\"/></pmEntry></pmEntry><pmEntry/>";
    let result = filtered(&module(contents), "model=A");
    assert_eq!(content(contents, "model=A"), "<pmEntry/>", "an entry that was empty before stays");
    let emptied = result.removals.iter().filter(|one| one.cause == RemovalCause::Emptied).count();
    assert_eq!((emptied, result.removal_count), (3, 5));
    let group = "<group><item applicRefId=\"b\"/></group>";
    assert_eq!(content(group, "model=A"), "<group></group>");
    assert_eq!(findings(&filtered(&module(group), "model=A")), ["leftEmpty /group[1]"]);
}

#[test]
fn content_that_lost_everything_but_its_statements_is_named() {
    assert_eq!(findings(&filtered(&module("<description applicRefId=\"b\"/>"), "model=A")), ["leftEmpty "]);
    let own = "<q><applic><assert applicPropertyIdent=\"model\" applicPropertyValues=\"A\"/></applic><r applicRefId=\"b\"/></q>";
    assert_eq!(findings(&filtered(&module(own), "model=A")), ["leftEmpty /q[1]"]);
}

#[test]
fn a_statement_that_an_update_inserts_is_none_about_the_update() {
    let applic = "<applic><assert applicPropertyIdent=\"model\" applicPropertyValues=\"B\"/></applic>";
    for name in ["insertObject", "reinstateObject", "replaceObject"] {
        let update = format!("<{name} targetPath=\"//dmStatus/applic\">{applic}</{name}>");
        assert_eq!(content(&update, "model=A"), update);
        let later = format!("<{name}><p applicRefId=\"b\"/><p/></{name}>");
        assert_eq!(content(&later, "model=A"), format!("<{name}><p/></{name}>"));
    }
}

#[test]
fn a_cell_that_does_not_apply_stays_empty_so_that_the_others_keep_their_columns() {
    let table = "<row><entry morerows=\"1\" applicRefId=\"b\" warningRefs=\"w\"><para>5 Nm</para></entry>\
                 <entry><para>7 Nm</para></entry></row><row applicRefId=\"b\"><entry/></row>";
    let left = "<row><entry morerows=\"1\"></entry><entry><para>7 Nm</para></entry></row>";
    assert_eq!(content(table, "model=A"), left);
    assert!(findings(&filtered(&module(table), "model=A")).is_empty());
    let all = "<row><entry applicRefId=\"b\"/><entry applicRefId=\"b\"/></row>";
    assert_eq!(content(all, "model=A"), "<row></row>");
    let inner = "<row><entrytbl applicRefId=\"b\"/><entry/></row>";
    assert_eq!(findings(&filtered(&module(inner), "model=A")), ["rowLostCells /row[1]"], "it cannot be empty");
}

#[test]
fn a_cell_reaches_over_the_rows_that_are_left() {
    let table = "<tbody><row><entry morerows=\"2\"/><entry/></row><row applicRefId=\"b\"><entry/></row><row><entry/></row>\
                 <row><entry morerows='1'/><entry/></row><row applicRefId=\"b\"><entry/></row></tbody>";
    let left = "<tbody><row><entry morerows=\"1\"/><entry/></row><row><entry/></row>\
                <row><entry morerows='0'/><entry/></row></tbody>";
    assert_eq!(content(table, "model=A"), left);
    assert!(findings(&filtered(&module(table), "model=A")).is_empty(), "every cell is in its column");
    assert_eq!(content(table, "model=B"), table);
    // It ends with its body, however far it says that it reaches.
    let last = "<tbody><row><entry morerows=\"9\"/><entry/></row><row applicRefId=\"b\"><entry/></row></tbody>\
                <tbody><row/></tbody>";
    assert!(content(last, "model=A").starts_with("<tbody><row><entry morerows=\"8\"/><entry/></row></tbody>"));
}

#[test]
fn rows_that_a_removed_cell_reached_into_are_named() {
    let row = "<tbody><row applicRefId=\"b\"><entry morerows=\"1\"/><entry/></row><row><entry/></row><row><entry/></row>\
               </tbody>";
    assert_eq!(findings(&filtered(&module(row), "model=A")), ["rowLostCells /tbody[1]/row[2]"]);
    let cell = "<tbody><row><entry applicRefId=\"b\" morerows=\"2\"/><entry/></row>\
                <row><entry applicRefId=\"b\"/><entry/></row><row applicRefId=\"b\"><entry/></row></tbody>";
    assert!(findings(&filtered(&module(cell), "model=A")).is_empty(), "empty cells keep the columns");
    assert!(content(cell, "model=A").starts_with("<tbody><row><entry morerows=\"1\"/>"));
}

#[test]
fn statements_of_a_repository_count_where_it_is_known() {
    let repository = module(
        "<applicRepository><applicSpec applicMapRefId=\"b\"><applicSpecIdent applicIdentValue=\"one\"/></applicSpec>\
         </applicRepository>",
    );
    let shared =
        s1000d::applic::repository::read(&s1000d::guard::check_text(&repository).expect("safe")).expect("read");
    let text = "<dmodule><content><referencedApplicGroupRef><applicRef id=\"x\" applicIdentValue=\"one\"/>\
                </referencedApplicGroupRef><p applicRefId=\"x\">x</p><p/></content></dmodule>";
    let products = [product("model=A")];
    let known = ProductFilter { products: &products, repository: Some(&shared), ..ProductFilter::default() };
    assert_eq!(filtered_for(text, &known).removal_count, 1);
    assert_eq!(filtered(text, "model=A").removal_count, 0);
    assert_eq!(filtered(&repository, "model=A").text, None, "entries are definitions");
}
