use s1000d::applic::{Assertion, Expression, Property, PropertyKind, Values};

use super::*;

fn listed(id: i64, parent: Option<i64>, title: &str, object: Option<i64>) -> ContentsEntry {
    ContentsEntry {
        id: TocNodeId(id),
        parent_id: parent.map(TocNodeId),
        title: title.to_owned(),
        prefix: String::new(),
        key: String::new(),
        object_id: object.map(ObjectId),
        applic: None,
    }
}

fn section(level: u8, title: &str, applies: Vec<Applic>) -> BookPosition {
    BookPosition::Section { level, title: title.to_owned(), applies }
}

fn statement(display: &str) -> Applic {
    Applic { display: display.to_owned(), ..Applic::default() }
}

fn limited(display: &str, value: &str) -> Applic {
    let property = Property { kind: PropertyKind::Attribute, ident: "version".to_owned() };
    let assertion = Assertion { property, values: Values::parse(value), line: 1 };
    Applic { expression: Some(Expression::Assert(assertion)), ..statement(display) }
}

#[test]
fn modules_follow_the_contents_and_none_is_left_out() {
    let contents = [
        listed(1, None, "Manual", Some(10)),
        listed(2, Some(1), "Chapter 24", None),
        listed(3, Some(2), "24-30", None),
        listed(4, Some(3), "Pump", Some(11)),
        listed(5, Some(1), "Nothing in it", None),
        listed(6, None, "手册", Some(20)),
        listed(7, Some(6), "第24章", None),
        listed(8, Some(7), "泵", Some(21)),
    ];
    let modules = HashMap::from([(ObjectId(11), 0), (ObjectId(21), 0), (ObjectId(12), 1)]);
    let publications = HashMap::from([(ObjectId(10), "PMC-1".to_owned()), (ObjectId(20), "PMC-1".to_owned())]);
    let objects = BookObjects { modules: &modules, publications: &publications, count: 2 };
    let positions = order(&contents, &HashMap::new(), objects, "Others");
    let expected = [
        section(1, "Chapter 24", Vec::new()),
        section(2, "24-30", Vec::new()),
        module_at(3, 0),
        section(1, "Others", Vec::new()),
        module_at(2, 1),
    ];
    assert_eq!(positions, expected);
}

#[test]
fn what_the_contents_apply_to_is_said_once() {
    let contents = [
        listed(1, None, "Manual", Some(10)),
        listed(2, Some(1), "Chapter 24", None),
        listed(3, Some(2), "", None),
        listed(4, Some(3), "Pump", Some(11)),
    ];
    let stated = [(1, "NV240"), (2, "Post SB 1"), (3, "With hoist"), (4, "Serial 7")];
    let stated: HashMap<TocNodeId, Applic> =
        stated.into_iter().map(|(id, text)| (TocNodeId(id), statement(text))).collect();
    let (modules, publications) =
        (HashMap::from([(ObjectId(11), 0)]), HashMap::from([(ObjectId(10), "PMC-1".to_owned())]));
    let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
    let positions = order(&contents, &stated, objects, "Others");
    let expected = [
        section(1, "Chapter 24", vec![statement("NV240"), statement("Post SB 1")]),
        BookPosition::Module {
            level: 3,
            module: 0,
            applies: vec![statement("With hoist"), statement("Serial 7")],
            also: Vec::new(),
        },
    ];
    assert_eq!(positions, expected);
}

#[test]
fn a_module_that_is_listed_for_two_products_applies_to_both() {
    let contents = [listed(1, None, "A", Some(11)), listed(2, None, "A", Some(11))];
    let (modules, publications) = (HashMap::from([(ObjectId(11), 0)]), HashMap::new());
    let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
    let printed = |stated: HashMap<TocNodeId, Applic>| match order(&contents, &stated, objects, "Others").as_slice() {
        [BookPosition::Module { applies, .. }] => applies.len(),
        other => panic!("{other:?}"),
    };
    let one = Applic::undecided();
    assert_eq!(printed(HashMap::from([(TocNodeId(1), one.clone()), (TocNodeId(2), one.clone())])), 1);
    assert_eq!(printed(HashMap::from([(TocNodeId(1), one)])), 0);
}

#[test]
fn a_module_that_is_listed_twice_is_printed_once() {
    let contents = [listed(1, None, "A", Some(11)), listed(2, None, "A", Some(11))];
    let (modules, publications) = (HashMap::from([(ObjectId(11), 0)]), HashMap::new());
    let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
    let positions = order(&contents, &HashMap::new(), objects, "Others");
    assert_eq!(positions, [module_at(1, 0)]);
}

#[test]
fn every_section_that_lists_a_module_leads_to_it() {
    let contents = [
        listed(1, None, "Manual", Some(10)),
        listed(2, Some(1), "Version A", None),
        listed(3, Some(2), "Pump", Some(11)),
        listed(4, Some(1), "Version B", None),
        listed(5, Some(4), "Pump", Some(11)),
        // The same contents in another language.
        listed(6, None, "手册", Some(20)),
        listed(7, Some(6), "版本 A", None),
        listed(8, Some(7), "泵", Some(21)),
        listed(9, Some(6), "版本 B", None),
        listed(10, Some(9), "泵", Some(21)),
    ];
    let stated = [(1, "NV240"), (2, "A"), (4, "B"), (9, "B 型")];
    let mut stated: HashMap<TocNodeId, Applic> =
        stated.into_iter().map(|(id, text)| (TocNodeId(id), statement(text))).collect();
    let (only_a, only_b) = (limited("Version A", "A"), limited("Version B", "B"));
    stated.extend([(TocNodeId(3), only_a.clone()), (TocNodeId(5), only_b.clone())]);
    stated.extend([(TocNodeId(8), limited("A 型", "A")), (TocNodeId(10), limited("B 型", "B"))]);
    let modules = HashMap::from([(ObjectId(11), 0), (ObjectId(21), 0)]);
    let publications = HashMap::from([(ObjectId(10), "PMC-1".to_owned()), (ObjectId(20), "PMC-1".to_owned())]);
    let objects = BookObjects { modules: &modules, publications: &publications, count: 1 };
    let all_of_b = vec![statement("NV240"), statement("B"), only_b.clone()];
    let mut expected = [
        section(1, "Version A", vec![statement("NV240"), statement("A")]),
        BookPosition::Module {
            level: 2,
            module: 0,
            applies: vec![only_a],
            also: vec![("Version B".to_owned(), all_of_b)],
        },
        section(1, "Version B", vec![statement("NV240"), statement("B")]),
        BookPosition::Reference { level: 2, module: 0, applies: vec![only_b] },
    ];
    assert_eq!(order(&contents, &stated, objects, "Others"), expected);
    // The translation lists it in the second section for more.
    stated.remove(&TocNodeId(10));
    expected[3] = BookPosition::Reference { level: 2, module: 0, applies: Vec::new() };
    assert_eq!(order(&contents, &stated, objects, "Others"), expected);
}
