//! Our readers read the files of our writers without a difference.

use chrono::{DateTime, Utc};
use proptest::collection::vec;
use proptest::prelude::*;
use regulations::clauses::{SourceClause, split};
use regulations::mapping::{self, ItemMapping, MappingEnd, Relationship};
use regulations::model::{
    CollectionHead, ComplianceType, CrossReference, FutureClause, ImagePlace, ItemCounterpart, ItemKind, RuleDate,
    SourceCategory, SourceCollection, SourceImage, SourceItem, SourceTag,
};
use regulations::oscal::to_oscal;
use regulations::table::{to_csv, to_xlsx};
use regulations::{SourceLimits, read};

/// One line as the model keeps it: words that spreadsheets and separators make trouble of.
fn line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-z张é]{1,4}",
        Just("=1+1".to_owned()),
        Just("'=x".to_owned()),
        Just("-".to_owned()),
        Just("@a".to_owned()),
        Just("+1".to_owned()),
        Just("\"q\"".to_owned()),
        Just("a;b".to_owned()),
        Just("a,b#c".to_owned()),
        Just("(a)".to_owned()),
        Just("_x0041_".to_owned()),
        Just("<&>".to_owned()),
        Just("x~2".to_owned()),
    ];
    vec(word, 1..4).prop_map(|words| words.join(" "))
}

fn maybe_line() -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), line()]
}

fn block() -> impl Strategy<Value = String> {
    vec(line(), 1..4).prop_map(|lines| lines.join("\n"))
}

/// Clauses by their markers, or paragraphs however they begin.
fn clauses() -> impl Strategy<Value = Vec<SourceClause>> {
    let marked = vec((prop_oneof![Just("(a)"), Just("(1)"), Just("(i)"), Just("-"), Just("")], block()), 0..6);
    let marked = marked.prop_map(|lines| {
        let lines: Vec<String> = lines.iter().map(|(marker, text)| [marker, " ", text].concat()).collect();
        split(&lines.join("\n"))
    });
    let plain = vec(block(), 0..4).prop_map(|texts| {
        let clause = |(number, text): (usize, String)| SourceClause {
            path: ["¶", &number.to_string()].concat(),
            marker: String::new(),
            text,
        };
        (1..).zip(texts).map(clause).collect()
    });
    prop_oneof![marked, plain]
}

fn date() -> impl Strategy<Value = RuleDate> {
    prop::sample::select(vec![
        "",
        "2027-01-31",
        "15 August, 2017",
        "n/a",
        "soon",
        "6 March, 2014 [point (b) until 2022]",
    ])
    .prop_map(RuleDate::parse)
}

fn relationship() -> impl Strategy<Value = Relationship> {
    prop::sample::select(Relationship::ALL.to_vec())
}

type Texts = (String, String, String, String, String, String);
type Lists = (Vec<String>, Vec<SourceTag>, Vec<(String, Relationship)>, Vec<FutureClause>, Vec<usize>);

fn texts() -> impl Strategy<Value = Texts> {
    (line(), maybe_line(), maybe_line(), maybe_line(), maybe_line(), prop_oneof![Just(String::new()), block()])
}

fn lists() -> impl Strategy<Value = Lists> {
    let tag = (maybe_line(), line()).prop_map(|(name, value)| SourceTag::new(&name, &value));
    let future = (maybe_line(), block(), maybe_line());
    let future = future.prop_map(|(path, text, date)| FutureClause { path, text, applicable: find(&date) });
    (vec(line(), 0..3), vec(tag, 0..3), vec((line(), relationship()), 0..2), vec(future, 0..2), vec(0..20_usize, 0..4))
}

/// A date as the readers find it in a note.
fn find(note: &str) -> RuleDate {
    let date = RuleDate::parse(note);
    if date.date().is_some() { RuleDate::default() } else { date }
}

fn item() -> impl Strategy<Value = SourceItem> {
    let kind = prop::sample::select(ItemKind::ALL.to_vec());
    (texts(), clauses(), lists(), kind, any::<bool>(), (date(), date()), any::<bool>()).prop_map(
        |(texts, clauses, lists, kind, is_assessable, (effective, expiry), has_id)| SourceItem {
            stable_id: if has_id { "id".to_owned() } else { String::new() },
            code: texts.0,
            title: if texts.1 == "-" { String::new() } else { texts.1 },
            kind,
            is_assessable,
            clauses,
            applicability: texts.2,
            source_ref: texts.3,
            amendment: texts.4,
            guidance: texts.5,
            effective,
            expiry,
            covers: lists.0.clone(),
            supersedes: lists.0,
            tags: lists.1,
            mappings: (lists.2.into_iter())
                .map(|(code, relationship)| ItemCounterpart { collection: "IOSA".to_owned(), code, relationship })
                .collect(),
            future: lists.3,
            also_under: lists.4,
            ..SourceItem::default()
        },
    )
}

/// Makes the codes unique and the places real.
fn linked(
    head: (String, String, String),
    categories: Vec<(String, usize)>,
    items: Vec<(SourceItem, usize)>,
) -> SourceCollection {
    let parent = |place: usize, wish: usize| (!wish.is_multiple_of(3) && place > 0).then(|| wish % place);
    let categories: Vec<SourceCategory> = (categories.into_iter().enumerate())
        .map(|(place, (name, wish))| {
            let name = if name == "-" { String::new() } else { name };
            SourceCategory {
                code: [&name, " C", &place.to_string()].concat().trim().to_owned(),
                name,
                parent: parent(place, wish),
            }
        })
        .collect();
    let mut linked: Vec<SourceItem> = Vec::new();
    for (place, (mut item, wish)) in items.into_iter().enumerate() {
        item.code = [&item.code, " ", &place.to_string()].concat();
        if !item.stable_id.is_empty() {
            item.stable_id.push_str(&place.to_string());
        }
        item.parent = parent(place, wish);
        item.category = match item.parent {
            Some(parent) => linked[parent].category,
            None => (!categories.is_empty() && wish.is_multiple_of(2)).then(|| wish % categories.len()),
        };
        item.also_under =
            if place == 0 { Vec::new() } else { item.also_under.iter().map(|wish| wish % place).collect() };
        let clause = item.clauses.last().map(|clause| clause.path.clone()).unwrap_or_default();
        if let Some(other) = linked.first() {
            item.references.push(CrossReference { clause: clause.clone(), target: other.code.clone() });
            item.references
                .push(CrossReference { clause: String::new(), target: "https://example.com/a;b".to_owned() });
        }
        item.images.push(ImagePlace { clause, image: "image1.png".to_owned() });
        linked.push(item);
    }
    let head = CollectionHead {
        name: head.0,
        version: head.1,
        originator: head.2,
        compliance_type: Some(ComplianceType::Audit),
        effective_date: RuleDate::parse("2027-01-31"),
        ..CollectionHead::default()
    };
    SourceCollection { head, categories, items: linked, images: Vec::new() }
}

fn collection() -> impl Strategy<Value = SourceCollection> {
    let head = (maybe_line(), maybe_line(), maybe_line());
    (head, vec((maybe_line(), 0..30_usize), 0..5), vec((item(), 0..30_usize), 1..7))
        .prop_map(|(head, categories, items)| linked(head, categories, items))
}

fn again(bytes: &[u8]) -> SourceCollection {
    let reading = read(bytes, &SourceLimits::default());
    assert!(!reading.is_blocked(), "{:?}", reading.findings);
    reading.collection
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_collection_survives_csv(collection in collection()) {
        prop_assert_eq!(again(&to_csv(&collection)), collection);
    }

    #[test]
    fn a_collection_survives_a_workbook(collection in collection()) {
        prop_assert_eq!(again(&to_xlsx(&collection).expect("it is written")), collection);
    }

    #[test]
    fn a_collection_survives_oscal_with_its_pictures(mut collection in collection(), bytes in vec(any::<u8>(), 0..40)) {
        collection.images.push(SourceImage {
            name: "image1.png".to_owned(),
            media_type: "image/png".to_owned(),
            bytes,
            known_hash: String::new(),
        });
        prop_assert_eq!(again(&to_oscal(&collection, DateTime::<Utc>::UNIX_EPOCH)), collection);
    }

    #[test]
    fn a_collection_compared_with_itself_has_not_changed(collection in collection()) {
        prop_assert!(regulations::compare(&collection, &collection).is_empty());
    }

    #[test]
    fn mappings_survive_both_formats(rows in vec((line(), line(), relationship(), prop_oneof![Just(String::new()), block()]), 0..6)) {
        let mappings: Vec<ItemMapping> = (rows.into_iter().enumerate())
            .map(|(number, (source, target, relationship, rationale))| ItemMapping {
                source: MappingEnd { collection: "EASA".to_owned(), code: [&source, " ", &number.to_string()].concat() },
                target: MappingEnd { collection: String::new(), code: target },
                relationship,
                rationale,
            })
            .collect();
        for bytes in [mapping::to_csv(&mappings), mapping::to_xlsx(&mappings).expect("it is written")] {
            let (read, findings) = mapping::read_mappings(&bytes, &SourceLimits::default());
            prop_assert_eq!(&findings, &[]);
            let read: Vec<ItemMapping> = read.into_iter().map(|row| row.mapping).collect();
            prop_assert_eq!(&read, &mappings);
        }
    }
}
