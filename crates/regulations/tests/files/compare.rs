//! Versions of a collection compared.

use std::collections::BTreeSet;

use regulations::compare::{
    ChangeClass, ClauseFate, CollectionChanges, ItemAspect, ItemBasis, ItemChange, ItemPart, PartKind, WordingChange,
    compare_with_withdrawn,
};
use regulations::model::SourceCollection;
use regulations::{SourceLimits, compare, read};

/// A collection of a table: `id|code|title|text|kind|parent|supersedes`.
fn collection(rows: &[&str]) -> SourceCollection {
    let header = "external_id#code#title#text#type#parent_code#supersedes#level\n";
    let rows: String = rows.iter().map(|row| [&row.replace('|', "#"), "#\n"].concat()).collect();
    let reading = read([header, &rows].concat().as_bytes(), &SourceLimits::default());
    assert!(!reading.is_blocked(), "{:?}", reading.findings);
    reading.collection
}

fn only(old: &[&str], new: &[&str]) -> ItemChange {
    let changes = compare(&collection(old), &collection(new)).changes;
    assert_eq!(changes.len(), 1, "{changes:#?}");
    changes.into_iter().next().expect("one")
}

const TEXT: &str =
    "The operator shall establish a procedure for the kites and keep the records of each flight for two years";

fn row(id: &str, code: &str, text: &str) -> String {
    [id, "|", code, "|Title|", text, "|RULE||"].concat()
}

#[test]
fn ids_come_before_codes_and_codes_before_texts() {
    let change = only(&[&row("X1", "A", TEXT)], &[&row("X1", "B", TEXT)]);
    assert_eq!((change.class, change.basis), (ChangeClass::Renumbered, Some(ItemBasis::StableId)));
    let change = only(&[&row("", "A", TEXT)], &[&row("", "a", "Something else altogether")]);
    assert_eq!((change.class, change.basis), (ChangeClass::Changed, Some(ItemBasis::Code)));
    let change = only(&[&row("", "A", TEXT)], &[&row("", "B", TEXT)]);
    assert_eq!((change.class, change.basis), (ChangeClass::Renumbered, Some(ItemBasis::EqualText)));
    let change = only(&[&row("", "A", TEXT)], &[&row("", "B", &TEXT.replace("two years", "three years"))]);
    assert_eq!(change.class, ChangeClass::Changed);
    assert!(matches!(change.basis, Some(ItemBasis::LikeText(percent)) if percent >= 60), "{:?}", change.basis);
    assert!(change.has(ItemAspect::Code));
    let apart = compare(
        &collection(&[&row("", "A", TEXT)]),
        &collection(&[&row("", "B", "Birds are not kites, as everybody knows.")]),
    );
    assert_eq!((apart.count(ChangeClass::Added), apart.count(ChangeClass::Withdrawn)), (1, 1));
}

#[test]
fn what_an_item_says_that_it_replaces_counts() {
    let new = ["|B.1|Title|One half|RULE||A".to_owned(), "|B.2|Title|Other half|RULE||A".to_owned()];
    let changes = compare(&collection(&[&row("", "A", TEXT)]), &collection(&[&new[0], &new[1]]));
    assert_eq!(changes.changes[0].basis, Some(ItemBasis::Supersedes));
    assert_eq!(changes.changes[1].class, ChangeClass::Added, "the second part of a split rule");
}

/// Where the old and the new items are whose texts were merged or split.
fn parts(old: &[&str], new: &[&str]) -> Vec<(usize, usize, PartKind)> {
    let found = compare(&collection(old), &collection(new)).parts;
    found.into_iter().map(|ItemPart { old, new, kind }| (old, new, kind)).collect()
}

#[test]
fn merged_and_split_items_are_found_by_their_texts() {
    let other = "Each member of the crew shall hold a licence that fits the aircraft and the kind of the flight";
    let both = [TEXT, ". ", other].concat();
    let (first, second, whole) = (row("", "A", TEXT), row("", "B", other), row("", "A", &both));
    assert_eq!(parts(&[&first, &second], &[&whole]), [(1, 0, PartKind::Merged)], "A goes on as itself");
    assert_eq!(parts(&[&whole], &[&first, &second]), [(0, 1, PartKind::Split)]);
    let (apart, new) = (row("", "C", &both), [row("", "D", TEXT), row("", "E", other)]);
    assert_eq!(parts(&[&apart], &[&new[0], &new[1]]), [(0, 0, PartKind::Split), (0, 1, PartKind::Split)]);
    assert_eq!(parts(&[&first, &second], &[&first, &second]), []);
    assert_eq!(parts(&[&first, &second], &[&first]), [], "nothing has the text of the other one");
    assert_eq!(parts(&[&first], &[&first, &row("", "Z", BIRDS)]), [], "it comes from nowhere");
}

#[test]
fn parts_are_what_the_new_version_says() {
    let new = ["|B.1|Title|One half|RULE||A", "|B.2|Title|Other half|RULE||A"];
    assert_eq!(parts(&[&row("", "A", TEXT)], &new), [(0, 1, PartKind::Split)]);
    let old = [row("", "A", TEXT), row("", "B", BIRDS)];
    assert_eq!(parts(&[&old[0], &old[1]], &["|C|Title|In short|RULE||A;B"]), [(1, 0, PartKind::Merged)]);
}

#[test]
fn what_an_earlier_version_withdrew_is_no_part() {
    let old = collection(&[&row("", "A", TEXT), &row("", "B", BIRDS)]);
    let new = collection(&["|C|Title|In short|RULE||A;B"]);
    let found = compare_with_withdrawn(&old, &new, &BTreeSet::from([1]));
    assert_eq!(found.parts, []);
}

#[test]
fn an_item_replaces_the_first_of_two_with_the_same_code() {
    let mut old = collection(&[&row("", "A", TEXT), &row("", "B", "Birds are not kites, as everybody knows.")]);
    old.items[1].code = "A".to_owned();
    let changes = compare(&old, &collection(&["|C|Title|One half|RULE||A"]));
    assert_eq!((changes.changes[0].basis, changes.changes[0].old), (Some(ItemBasis::Supersedes), Some(0)));
}

/// How each new item was found, and its place in the old version.
fn found(changes: &CollectionChanges) -> Vec<(Option<ItemBasis>, Option<usize>)> {
    let of_new = changes.changes.iter().filter(|change| change.new.is_some());
    of_new.map(|change| (change.basis, change.old)).collect()
}

const BIRDS: &str = "Birds are not kites, as everybody knows.";

#[test]
fn an_item_that_keeps_its_code_goes_on_as_itself() {
    let old = collection(&[&row("", "A", TEXT), &row("", "B", BIRDS)]);
    let replacing = |code: &str, words: &str, codes: &str| ["|", code, "|Title|", words, "|RULE||", codes].concat();
    let merged = compare(&old, &collection(&[&replacing("B", BIRDS, "A")]));
    assert_eq!(found(&merged), [(Some(ItemBasis::Code), Some(1))]);
    assert_eq!((merged.count(ChangeClass::Withdrawn), merged.count(ChangeClass::Unchanged)), (1, 1));
    let both = compare(&old, &collection(&[&row("", "A", TEXT), &replacing("B", BIRDS, "A")]));
    assert_eq!(found(&both), [(Some(ItemBasis::Code), Some(0)), (Some(ItemBasis::Code), Some(1))]);
    let split = compare(&old, &collection(&[&replacing("A.1", "One half", "A"), &replacing("A", "Other half", "A")]));
    assert_eq!(found(&split), [(None, None), (Some(ItemBasis::Code), Some(0))], "the part with the same code");
}

#[test]
fn all_numbers_go_up_by_one() {
    let old = collection(&[&row("", "A.1", TEXT), &row("", "A.2", BIRDS)]);
    let new = ["|A.1|Title|A new beginning|RULE||", "|A.2|Title|One half|RULE||A.1", "|A.3|Title|Other|RULE||A.2"];
    let first = (Some(ItemBasis::Supersedes), Some(0));
    assert_eq!(found(&compare(&old, &collection(&new))), [(None, None), first, (first.0, Some(1))]);
}

#[test]
fn a_withdrawn_item_does_not_take_the_place_of_a_living_one() {
    let mut old = collection(&[&row("", "C", TEXT), &row("", "B", BIRDS)]);
    let withdrawn = BTreeSet::from([1]);
    // The first item has replaced both A and B.
    let same = ["|C|Title|", TEXT, "|RULE||A;B"].concat();
    let again = compare_with_withdrawn(&old, &collection(&[&same]), &withdrawn);
    assert_eq!(found(&again), [(Some(ItemBasis::Code), Some(0))]);
    // The code and the kind of a withdrawn item fit better, but people work on the other.
    old.items[1].code = "C".to_owned();
    let other_kind = ["|C|Title|", BIRDS, "|GM||"].concat();
    old.items[1].kind = collection(&[&other_kind]).items[0].kind;
    let changed = compare_with_withdrawn(&old, &collection(&[&other_kind]), &withdrawn);
    assert_eq!(found(&changed), [(Some(ItemBasis::Code), Some(0))]);
    // What nothing else can be meant by comes back.
    let back = compare_with_withdrawn(&old, &collection(&[&row("", "C", TEXT), &row("", "D", BIRDS)]), &withdrawn);
    assert_eq!(found(&back), [(Some(ItemBasis::Code), Some(0)), (Some(ItemBasis::EqualText), Some(1))]);
}

#[test]
fn small_differences_of_a_text_are_no_change() {
    let change = only(&[&row("", "A", TEXT)], &[&row("", "A", &TEXT.replace(' ', "\u{a0} "))]);
    assert_eq!((change.class, change.text), (ChangeClass::Unchanged, WordingChange::Same));
    let change = only(&[&row("", "A", TEXT)], &[&row("", "A", &TEXT.replace(" and", ", And"))]);
    assert_eq!((change.class, change.text), (ChangeClass::Unchanged, WordingChange::Editorial));
    let change = only(&[&row("", "A", TEXT)], &[&row("", "A", TEXT).replace("RULE", "GM")]);
    assert_eq!(change.class, ChangeClass::Changed, "of another kind");
    assert!(change.has(ItemAspect::Kind) && change.has(ItemAspect::Metadata));
}

#[test]
fn another_number_is_a_change_of_the_text() {
    let with = |limit: &str| row("", "A", &[TEXT, " ", limit].concat());
    for (old, new) in
        [("within 1.5 km", "within 15 km"), ("above -5 degrees", "above 5 degrees"), ("if x < 3", "if x > 3")]
    {
        let change = only(&[&with(old)], &[&with(new)]);
        assert_eq!((change.class, change.text), (ChangeClass::Changed, WordingChange::Substantial), "{old}");
        let renamed = compare(&collection(&[&with(old)]), &collection(&[&with(new).replace("|A|", "|B|")]));
        assert!(renamed.changes.iter().all(|change| change.basis != Some(ItemBasis::EqualText)), "{old}");
    }
}

#[test]
fn an_item_below_another_parent_has_moved() {
    let rule = |code: &str| row("", code, &[code, " text of this rule alone"].concat());
    let amc = |parent: &str| ["|M|Means|", TEXT, "|AMC|", parent, "|"].concat();
    let old = collection(&[&rule("A"), &rule("B"), &amc("A")]);
    let new = collection(&[&rule("B"), &rule("A"), &amc("B")]);
    let changes = compare(&old, &new);
    assert_eq!(changes.count(ChangeClass::Moved), 1);
    assert_eq!(changes.count(ChangeClass::Unchanged), 2, "the order alone is no move");
}

#[test]
fn links_follow_the_text_of_a_clause() {
    let lines = |lines: &[&str]| ["|A|Title|\"", &lines.join("\n"), "\"|RULE||"].concat();
    let change = only(
        &[&lines(&["(a) first words", "(b) second words", "(c) third words", "(d) fourth words"])],
        &[&lines(&["(a) first words", "(b) inserted words", "(c) second words", "(d) third words!", "(e) fourth"])],
    );
    let found: Vec<(ClauseFate, Option<&str>, Option<&str>)> =
        change.clauses.iter().map(|one| (one.fate, one.old.as_deref(), one.new.as_deref())).collect();
    assert!(found.contains(&(ClauseFate::Renumbered, Some("(b)"), Some("(c)"))), "{found:?}");
    assert!(found.contains(&(ClauseFate::Added, None, Some("(b)"))), "{found:?}");
}

#[test]
fn categories_are_compared_as_well() {
    let table = |rows: &str| {
        let text = ["code,title,type,parent_code,level\n", rows].concat();
        read(text.as_bytes(), &SourceLimits::default()).collection
    };
    let old = table("A,First,CATEGORY,,1\nB,Second,CATEGORY,,1\nC,Third,CATEGORY,A,\nR,Rule,,C,\n");
    let new = table("A,First part,CATEGORY,,1\nC,Third,CATEGORY,,1\nD,Fourth,CATEGORY,,1\nR,Rule,,C,\n");
    let changes = compare(&old, &new);
    let classes: Vec<ChangeClass> = changes.categories.iter().map(|change| change.class).collect();
    assert_eq!(classes, [ChangeClass::Changed, ChangeClass::Moved, ChangeClass::Added, ChangeClass::Withdrawn]);
    assert_eq!(changes.count(ChangeClass::Unchanged), 1, "the rule stays in its category");
    assert!(!changes.is_empty());
}

#[test]
fn another_picture_is_a_change() {
    let with = |name: &str, bytes: &[u8]| {
        let mut collection = collection(&[&row("", "A", TEXT)]);
        collection.items[0].images =
            vec![regulations::model::ImagePlace { clause: String::new(), image: name.to_owned() }];
        collection.images = vec![regulations::model::SourceImage {
            name: name.to_owned(),
            media_type: "image/png".to_owned(),
            bytes: bytes.to_vec(),
            known_hash: String::new(),
        }];
        collection
    };
    let class = |old: &SourceCollection, new: &SourceCollection| compare(old, new).changes[0].class;
    let picture = with("image1.png", b"1");
    assert_eq!(class(&picture, &with("image7.png", b"1")), ChangeClass::Unchanged, "names change with each export");
    assert_eq!(class(&picture, &with("image1.png", b"2")), ChangeClass::Changed);
    let bare = SourceCollection { images: Vec::new(), ..picture.clone() };
    assert_eq!(class(&picture, &bare), ChangeClass::Unchanged, "a table has no pictures");
    let mut known = picture.clone();
    known.images[0] = regulations::model::SourceImage {
        bytes: Vec::new(),
        known_hash: known.images[0].hash(),
        ..known.images[0].clone()
    };
    assert_eq!(class(&known, &picture), ChangeClass::Unchanged, "only the hash is at hand");
    assert_eq!(class(&known, &with("image1.png", b"2")), ChangeClass::Changed);
}

#[test]
fn every_item_is_in_exactly_one_change() {
    let old: Vec<String> = (0..300)
        .map(|number| row(["", "I7"][usize::from(number == 7)], &format!("A{number}"), &text(number)))
        .collect();
    let new: Vec<String> = (50..350).map(|number| row("", &format!("B{number}"), &text(number))).collect();
    let rows = |rows: &[String]| collection(&rows.iter().map(String::as_str).collect::<Vec<_>>());
    let (old, new) = (rows(&old), rows(&new));
    let changes = compare(&old, &new);
    let mut places: Vec<usize> = changes.changes.iter().filter_map(|change| change.old).collect();
    places.sort_unstable();
    assert_eq!(places, (0..300).collect::<Vec<_>>());
    let new_places: Vec<usize> = changes.changes.iter().filter_map(|change| change.new).collect();
    assert_eq!(new_places, (0..300).collect::<Vec<_>>());
    assert_eq!(changes.count(ChangeClass::Renumbered), 250);
    assert_eq!(compare(&old, &new), changes, "the same again");
}

/// A text with enough words of its own.
fn text(number: usize) -> String {
    let words = ["kite", "string", "wind", "record", "flight", "knot", "tail", "spool"];
    let word = |step: usize| [words[(number + step * step) % 8], &((number * 7 + step) % 997).to_string()].concat();
    (0..24).map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn items_without_anything_in_common_but_words_are_proposed() {
    let rows = |code: &str, end: &str| -> SourceCollection {
        let items = (0..1_000).map(|number| regulations::model::SourceItem {
            code: [code, &number.to_string()].concat(),
            title: "Title".to_owned(),
            clauses: regulations::clauses::split(&[&text(number), end].concat()),
            ..Default::default()
        });
        SourceCollection { items: items.collect(), ..Default::default() }
    };
    let (old, new) = (rows("A", ""), rows("B", " amended"));
    let changes = compare(&old, &new);
    assert_eq!(changes.count(ChangeClass::Changed), 1_000);
    assert!(changes.changes.iter().all(|change| change.old == change.new));
}
