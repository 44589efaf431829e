//! Containers and references to them.

use s1000d::applic::Truth;
use s1000d::code::Identity;
use s1000d::filter::{
    AbsentObjects, Containers, FilteredText, JudgedModules, LostTargets, MemberVerdicts, ProductFilter,
};
use s1000d::{guard, object};

use super::{filtered_for, product};

fn code(variant: &str) -> String {
    format!(
        "<dmCode modelIdentCode=\"NV\" systemDiffCode=\"A\" systemCode=\"29\" subSystemCode=\"1\" subSubSystemCode=\"1\" \
         assyCode=\"01\" disassyCode=\"00\" disassyCodeVariant=\"{variant}\" infoCode=\"520\" infoCodeVariant=\"A\" \
         itemLocationCode=\"A\"/>"
    )
}

fn reference(variant: &str) -> String {
    format!(
        "<dmRef id=\"r\">\n <dmRefIdent>{}<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>\n \
         <dmRefAddressItems><dmTitle><techName>Old</techName><infoName>Old</infoName></dmTitle></dmRefAddressItems>\n</dmRef>",
        code(variant)
    )
}

fn module(variant: &str, model: &str, content: &str) -> String {
    let applic = match model {
        "" => String::new(),
        _ => format!("<applic><assert applicPropertyIdent=\"model\" applicPropertyValues=\"{model}\"/></applic>"),
    };
    format!(
        "<dmodule><identAndStatusSection><dmAddress><dmIdent>{}<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>\
         <issueInfo issueNumber=\"001\" inWork=\"00\"/></dmIdent><dmAddressItems><dmTitle><techName>Pump &amp; {variant}</techName>\
         </dmTitle></dmAddressItems></dmAddress><dmStatus>{applic}</dmStatus></identAndStatusSection>\
         <content>{content}</content></dmodule>",
        code(variant)
    )
}

fn container(variant: &str, alternates: &[&str]) -> String {
    let list: String = alternates.iter().map(|variant| reference(variant)).collect();
    module(variant, "", &format!("<container><refs>{list}</refs></container>"))
}

fn filtered(files: &[String], text: &str, values: &str) -> FilteredText {
    filtered_for_all(files, text, &[values])
}

fn filtered_for_all(files: &[String], text: &str, values: &[&str]) -> FilteredText {
    let containers = known(files);
    let products: Vec<_> = values.iter().map(|values| product(values)).collect();
    let settings = ProductFilter { products: &products, containers: Some(&containers), ..ProductFilter::default() };
    filtered_for(text, &settings)
}

fn files() -> Vec<String> {
    vec![container("C", &["A", "B"]), module("A", "A", "<description/>"), module("B", "B", "<description/>")]
}

#[test]
fn a_container_keeps_the_alternates_that_may_apply() {
    let result = filtered(&files(), &files()[0], "model=B");
    assert_eq!(result.removals[0].path, "/dmodule[1]/content[1]/container[1]/refs[1]/dmRef[1]");
    assert_eq!(result.removal_count, 1);
    assert_eq!(filtered(&files(), &files()[0], "").text, None);
}

#[test]
fn a_reference_leads_to_the_only_alternate_that_may_apply() {
    let text = module("X", "", &format!("<p>{}</p>", reference("C")));
    let changed = filtered(&files(), &text, "model=B").text.expect("a change");
    let expected = reference("C")
        .replace(&code("C"), &code("B"))
        .replace("<language languageIsoCode=\"en\" countryIsoCode=\"US\"/>", "")
        .replace("<techName>Old</techName><infoName>Old</infoName>", "<techName>Pump &amp; B</techName>");
    assert!(changed.contains(&expected), "{changed}");
    assert_eq!(filtered(&files(), &changed, "model=B").text, None);
    assert_eq!(filtered(&files(), &text, "").text, None, "both may apply");
}

#[test]
fn a_container_of_which_no_alternate_applies_is_named() {
    let text = module("X", "", &reference("C"));
    let result = filtered(&files(), &text, "model=Z");
    assert_eq!(result.text, None);
    assert_eq!(
        result.findings[0].problem.to_string(),
        "no alternate of the container DMC-NV-A-29-11-01-00C-520A-A_en-US applies"
    );
}

#[test]
fn a_container_may_lead_to_another_but_not_to_itself() {
    let mut files = files();
    files.push(container("D", &["C"]));
    let text = module("X", "", &reference("D"));
    assert!(filtered(&files, &text, "model=A").text.is_some_and(|text| text.contains("Pump &amp; A")));
    let circle = [container("C", &["D"]), container("D", &["C"])];
    assert_eq!(filtered(&circle, &module("X", "", &reference("C")), "model=A").text, None);
}

#[test]
fn an_alternate_that_is_not_at_hand_may_apply() {
    let files = &files()[..2];
    assert_eq!(filtered(files, &files[0], "model=B").removal_count, 1, "A does not apply");
    let text = module("X", "", &reference("C"));
    assert_eq!(filtered(files, &text, "model=B").text, None, "nothing is known of B");
}

#[test]
fn a_container_with_too_many_or_too_few_alternates_stays_and_is_named() {
    let text = module("X", "", &reference("C"));
    for (values, word) in [
        (&[""][..], Some("openContainer")),
        (&["model=A", "model=Z"][..], Some("partialContainer")),
        (&["model=Z"][..], Some("containerWithoutAlternate")),
        (&["model=A", "model=B"][..], None),
    ] {
        let result = filtered_for_all(&files(), &text, values);
        assert_eq!(result.text, None, "{values:?}");
        assert_eq!(result.findings.first().map(|finding| finding.problem.word()), word, "{values:?}");
    }
}

/// The identity of a module in English.
fn identity(variant: &str) -> Identity {
    let text = module(variant, "", "<description/>");
    let (object, _) = object::read(&guard::check_text(&text).expect("safe")).expect("a tree");
    object.identity.expect("an identity")
}

fn known(files: &[String]) -> Containers {
    let mut containers = Containers::default();
    for file in files {
        let (object, _) = object::read(&guard::check_text(file).expect("safe")).expect("a tree");
        containers.add(&object);
    }
    containers
}

#[test]
fn alternates_are_judged_by_their_own_verdicts() {
    let (containers, products) = (known(&files()), [product("model=Z")]);
    let mut modules = JudgedModules::default();
    modules.add(identity("A"), vec![Truth::False, Truth::False]);
    modules.add(identity("B"), vec![Truth::False, Truth::Unknown]);
    let filtered = |members: &[usize]| {
        let judged = Some(MemberVerdicts { modules: &modules, members });
        let settings =
            ProductFilter { products: &products, containers: Some(&containers), judged, ..ProductFilter::default() };
        filtered_for(&module("X", "", &reference("C")), &settings)
    };
    assert!(filtered(&[1]).text.is_some_and(|text| text.contains(&code("B"))), "it has a table of its own");
    assert_eq!(filtered(&[0]).findings[0].problem.word(), "containerWithoutAlternate");
}

#[test]
fn an_alternate_applies_if_it_does_in_one_language() {
    let chinese =
        module("B", "Z", "<description/>").replace("\"en\" countryIsoCode=\"US\"", "\"zh\" countryIsoCode=\"CN\"");
    let any = |text: String| {
        text.replace("<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>", "</dmRefIdent>")
    };
    let mut all = files().into_iter().map(any).collect::<Vec<_>>();
    all.push(chinese);
    let text = any(module("X", "", &reference("C")));
    let found = filtered(&all, &text, "model=Z").text;
    assert!(found.is_some_and(|text| text.contains(&code("B"))), "its translation applies");
}

#[test]
fn a_reference_that_was_turned_is_known_by_where_it_leads() {
    let (containers, products) = (known(&files()), [product("model=B")]);
    let mut absent = AbsentObjects::default();
    absent.add(&identity("C"), false);
    absent.add(&identity("B"), true);
    let contents = format!("<pm><content><pmEntry>{}</pmEntry></content></pm>", reference("C"));
    let of = |absent: &AbsentObjects| {
        let settings = ProductFilter {
            products: &products,
            containers: Some(&containers),
            absent: Some(absent),
            lists_references: true,
            ..ProductFilter::default()
        };
        filtered_for(&contents, &settings)
    };
    let kept = of(&absent);
    let leads_to: Vec<String> = kept.references.iter().map(|one| one.target.identity().to_string()).collect();
    assert_eq!(leads_to, ["DMC-NV-A-29-11-01-00B-520A-A"], "the container is gone, its alternate is not");
    assert!(!kept.is_emptied);
    let mut absent = AbsentObjects::default();
    absent.add(&identity("C"), true);
    absent.add(&identity("B"), false);
    let emptied = of(&absent);
    assert_eq!(emptied.text.as_deref(), Some("<pm><content></content></pm>"), "it would lead nowhere");
    assert!(emptied.is_emptied && emptied.references.is_empty());
}

#[test]
fn entries_of_contents_for_absent_objects_vanish() {
    let mut absent = AbsentObjects::default();
    absent.add(&identity("B"), true);
    assert!(absent.is_empty());
    absent.add(&identity("A"), false);
    let [a, b] = ["A", "B"].map(reference);
    let text = format!(
        "<pm><content><para>{a}</para><pmEntry>{a}{b}</pmEntry><pmEntry><pmEntryTitle>T</pmEntryTitle>{a}</pmEntry>\
         </content></pm>"
    );
    let settings = ProductFilter { absent: Some(&absent), ..ProductFilter::default() };
    let result = filtered_for(&text, &settings);
    let expected = format!("<pm><content><para>{a}</para><pmEntry>{b}</pmEntry></content></pm>");
    assert_eq!(result.text.as_deref(), Some(expected.as_str()), "a reference in a text stays, and is reported");
    assert_eq!(result.removal_count, 3);
    absent.add(&identity("A"), true);
    let settings = ProductFilter { absent: Some(&absent), ..ProductFilter::default() };
    assert_eq!(filtered_for(&text, &settings).text, None, "another object of the same code goes out");
}

#[test]
fn a_reference_is_lost_only_if_no_language_satisfies_it() {
    let any_language = reference("A")
        .replace("<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmRefIdent>", "</dmRefIdent>");
    let products = [product("model=B")];
    let settings = ProductFilter { products: &products, lists_references: true, ..ProductFilter::default() };
    let english = filtered_for(&module("A", "A", "<description/>"), &settings);
    let chinese =
        module("A", "B", "<description/>").replace("\"en\" countryIsoCode=\"US\"", "\"zh\" countryIsoCode=\"CN\"");
    let chinese = filtered_for(&chinese, &settings);
    let text = filtered_for(&module("X", "", &format!("<p>{any_language}</p><p>{}</p>", reference("A"))), &settings);
    let lost = |files: &[&FilteredText]| {
        let mut targets = LostTargets::default();
        for file in files {
            targets.add(file);
        }
        targets.of(&text).into_iter().map(|lost| lost.target).collect::<Vec<_>>()
    };
    let [any, exact] = ["DMC-NV-A-29-11-01-00A-520A-A", "DMC-NV-A-29-11-01-00A-520A-A_en-US"];
    assert_eq!(lost(&[&english]), [any, exact]);
    for order in [[&english, &chinese], [&chinese, &english]] {
        assert_eq!(lost(&order), [exact], "the translation goes out");
    }
}
