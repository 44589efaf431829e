//! Searches in a small library.

#![expect(clippy::expect_used, reason = "a test that cannot go on must stop at once")]

use std::sync::Arc;

use search::scope::{ManualNames, Scope, SearchLane, SnapshotVersions};
use search::syntax::SyntaxFault;
use search::{
    AlikeRequest, DocumentHead, FacetField, Filters, Index, IndexDocument, ModulePart, Request, ResultDetail,
    SearchError, SearchHits, Sort, Suggestion, TextBlock, VersionSet,
};
use tempfile::TempDir;

struct Library {
    root: TempDir,
    index: Index,
    scope: Scope,
}

fn block(anchor: &str, place: ModulePart, text: &str) -> TextBlock {
    TextBlock { anchor: anchor.to_owned(), place, text: text.to_owned() }
}

fn module(version: u64, code: &str, title: &str, blocks: Vec<TextBlock>) -> IndexDocument {
    let language = if title.is_ascii() { "en-US" } else { "zh-CN" };
    let head = DocumentHead {
        version,
        manual: "m1".to_owned(),
        key: format!("{code}_{language}"),
        code: code.to_owned(),
        info_code: code.split('-').nth(7).unwrap_or_default().to_owned(),
        title: title.to_owned(),
        kind: "dm".to_owned(),
        content_type: "proced".to_owned(),
        language: language.to_owned(),
        issue: "001".to_owned(),
        issue_date: "2024-01-01".to_owned(),
        status: "Released".to_owned(),
        applicability: "All".to_owned(),
        created_on: i64::try_from(version).expect("small") * 1000,
    };
    IndexDocument { head, blocks }
}

fn snapshot(id: i64, working: bool, oem: Option<i64>, versions: &[u64]) -> SnapshotVersions {
    let manual = ManualNames { id: "m1".to_owned(), csdb_name: "H160".to_owned(), name: "AMM".to_owned() };
    let members: VersionSet = versions.iter().copied().collect();
    SnapshotVersions { id, manual: Arc::new(manual), working, oem, members: Arc::new(members) }
}

/// Versions 1 to 6 are the working lane and the first revision; the second revision replaces 1 by 7.
fn library() -> Library {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let documents = [
        module(
            1,
            "DMC-H160-A-29-10-00-00A-520A-A",
            "Hydraulic pump - Removal",
            vec![
                block("s1d-a", ModulePart::Para, "Remove the hydraulic pump from the bay."),
                block("s1d-w", ModulePart::Warning, "Hydraulic fluid is hot. Do not touch the pump."),
            ],
        ),
        module(
            2,
            "DMC-H160-A-29-20-00-00A-520A-A",
            "Reservoir - Removal",
            vec![block("s1d-b", ModulePart::Step, "Drain the reservoir. The hydraulic pump stays.")],
        ),
        module(
            3,
            "DMC-H160-A-32-10-00-00A-520A-A",
            "Landing gear - Removal",
            vec![
                block("s1d-c", ModulePart::Step, "Lift the helicopter and remove the gear with a hoist."),
                block("s1d-f", ModulePart::Figure, "Landing gear, exploded view"),
            ],
        ),
        module(
            4,
            "DMC-H160-A-29-10-00-00A-040A-A",
            "液压泵 - 拆卸",
            vec![
                block("s1d-d", ModulePart::Step, "拆下液压泵，检查密封圈。"),
                block("s1d-e", ModulePart::Warning, "液压油温度很高。"),
            ],
        ),
        module(
            5,
            "DMC-H160-A-21-10-00-00A-040A-A",
            "Ventilation - Description",
            vec![
                block("s1d-g", ModulePart::Table, "Fan speed 3000 rpm"),
                block("s1d-h", ModulePart::Mel, "One fan may be inoperative provided the other runs."),
            ],
        ),
        module(
            6,
            "DMC-H160-A-24-30-00-00A-040A-A",
            "Battery - Description",
            vec![block("s1d-i", ModulePart::Para, "The battery starts the engine.")],
        ),
        module(
            7,
            "DMC-H160-A-29-10-00-00A-520A-A",
            "Hydraulic pump - Removal",
            vec![block("s1d-a", ModulePart::Para, "Remove the hydraulic pump with tool T7.")],
        ),
    ];
    for document in &documents {
        writer.add(document).expect("a document");
    }
    writer.commit(42).expect("a commit");
    let first = [1, 2, 3, 4, 5, 6];
    let scope = Scope {
        snapshots: vec![snapshot(10, true, Some(1), &first), snapshot(11, false, Some(2), &[2, 3, 4, 5, 6, 7])],
        ..Scope::default()
    };
    Library { root, index, scope }
}

impl Library {
    fn ask(&self, text: &str) -> Result<SearchHits, SearchError> {
        self.ask_with(text, &Filters::default(), |request| request)
    }

    fn ask_with<'r>(
        &'r self,
        text: &'r str,
        filters: &'r Filters,
        change: impl FnOnce(Request<'r>) -> Request<'r>,
    ) -> Result<SearchHits, SearchError> {
        let request = Request {
            text,
            scope: &self.scope,
            lane: SearchLane::Working,
            filters,
            places: &[],
            sort: Sort::Relevance,
            first: 0,
            count: 20,
            wanted: ResultDetail::Everything,
        };
        self.index.search(&change(request))
    }

    fn found(&self, text: &str) -> Vec<u64> {
        let mut found = versions(&self.ask(text).unwrap_or_else(|error| panic!("{text}: {error}")));
        found.sort_unstable();
        found
    }
}

fn versions(answer: &SearchHits) -> Vec<u64> {
    answer.hits.iter().map(|hit| hit.head.version).collect()
}

#[test]
fn the_query_language_finds_the_expected_modules() {
    let library = library();
    for (question, found) in [
        ("hydraulic", &[1, 2][..]),
        ("removing pumps", &[1, 2]),
        ("\"hydraulic pump\"", &[1, 2]),
        ("\"pump hydraulic\"", &[]),
        ("\"remove the hydraulic pump\"", &[1]),
        ("\"remove the gear with a hoist\"", &[3]),
        ("\"remove the hydraulic gear\"", &[]),
        // A phrase must not match across a title and a paragraph.
        ("\"removal remove\"", &[]),
        ("-\"hydraulic pump\"", &[3, 4, 5, 6]),
        ("hydraulic -reservoir", &[1]),
        ("-removal", &[4, 5, 6]),
        ("reservoir OR battery", &[2, 6]),
        ("hydr*", &[1, 2]),
        ("*voir", &[2]),
        ("warning:hydrauli*", &[1]),
        ("step:hydraulic*", &[2]),
        ("title:remova*", &[1, 2, 3]),
        ("in:warning hydraulics*", &[]),
        ("hydraulic-pum*", &[1, 2]),
        ("hydraulic/*", &[1, 2]),
        ("液压泵", &[4]),
        ("液压", &[4]),
        ("“检查密封圈”", &[4]),
        ("29-10", &[1, 4]),
        ("291000", &[1, 4]),
        ("DMC-H160-A-29-20-00-00A-520A-A", &[2]),
        ("h160-a-29-20*", &[2]),
        ("code:29", &[1, 2, 4]),
        ("info:040", &[4, 5, 6]),
        ("info:040A chapter:29", &[4]),
        ("title:pump", &[1]),
        ("in:warning pump", &[1]),
        ("warning:hydraulic", &[1]),
        ("in:step hydraulic", &[2]),
        ("figure:exploded", &[3]),
        // A phrase must be in the part itself: all its words are in the warning, and it is in the paragraph.
        ("para:\"hydraulic pump\"", &[1]),
        ("warning:\"hydraulic pump\"", &[]),
        ("warning:\"touch the pump\"", &[1]),
        ("warning:\"pump hydraulic\"", &[]),
        ("mel:\"the other runs\"", &[5]),
        ("in:step \"检查密封圈\"", &[4]),
        ("in:warning \"检查密封圈\"", &[]),
        ("table:3000", &[5]),
        ("mel:inoperative", &[5]),
        ("in:figure gear in:table", &[3]),
        ("-in:step hydraulic", &[1]),
        ("-in:step -in:para -in:warning -in:title hydraulic", &[]),
        ("lang:zh", &[4]),
        ("-lang:en", &[4]),
        ("type:proced status:released manual:amm db:h160 chapter:32", &[3]),
        ("type:descript", &[]),
        ("hydraulic zebra", &[]),
        (
            concat!(
                "hydraulic ",
                "longerthaneverywordlongerthaneverywordlongerthaneverywordlongerthaneverywordlongerthan"
            ),
            &[],
        ),
    ] {
        assert_eq!(library.found(question), found, "{question}");
    }
}

#[test]
fn the_best_result_comes_first_with_its_snippet() {
    let library = library();
    let answer = library.ask("hydraulic pump").expect("an answer");
    assert_eq!(versions(&answer), [1, 2]);
    let passage = answer.hits[0].passage.as_ref().expect("a passage");
    assert_eq!((passage.anchor.as_str(), passage.place), ("s1d-a", ModulePart::Para));
    let marked: Vec<&str> = passage.pieces.iter().filter(|piece| piece.hit).map(|piece| piece.text.as_str()).collect();
    assert_eq!(marked, ["hydraulic", "pump"]);
    let warned = library.ask("in:warning pump").expect("an answer");
    assert_eq!(warned.hits[0].passage.as_ref().map(|passage| passage.anchor.as_str()), Some("s1d-w"));
    // A word with its own field leads to that place as well.
    let hydraulic = library.ask("warning:hydraulic in:para").expect("an answer");
    assert_eq!(hydraulic.hits[0].passage.as_ref().map(|passage| passage.anchor.as_str()), Some("s1d-w"));
    let coded = library.ask("29-20").expect("an answer");
    assert_eq!(coded.hits[0].passage.as_ref().map(|passage| passage.place), Some(ModulePart::Code));
}

#[test]
fn a_part_is_found_in_parts_lists_and_where_it_is_required() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let row = block("row", ModulePart::Part, "P-200 SEAL 4 KT 5330-12-123-4567");
    let spare = block("spare", ModulePart::Supply, "Seal K1 P-200 5330121234567");
    for document in &[
        module(1, "DMC-H160-A-28-10-00-00A-941A-A", "Pump parts", vec![row]),
        module(2, "DMC-H160-A-28-10-00-00A-520A-A", "Remove the pump", vec![spare]),
    ] {
        writer.add(document).expect("a document");
    }
    writer.commit(1).expect("a commit");
    let library =
        Library { root, index, scope: Scope { snapshots: vec![snapshot(1, true, None, &[1, 2])], ..Scope::default() } };
    for question in ["P-200", "5330-12-123-4567", "5330121234567", "12-123-4567"] {
        let found = library.found(question);
        let expected: &[u64] = if question.starts_with("12") { &[1] } else { &[1, 2] };
        assert_eq!(found, expected, "{question}");
    }
    for spelling in ["P-200", "P200", "p200"] {
        let found = ["", "part:", "supply:"].map(|field| library.found(&format!("{field}{spelling}")));
        assert_eq!(found, [vec![1, 2], vec![1], vec![2]], "{spelling}");
    }
    let passage = library.ask("part:P200").expect("an answer").hits.remove(0).passage.expect("a passage");
    let marked: Vec<_> = passage.pieces.iter().filter(|piece| piece.hit).map(|piece| piece.text.as_str()).collect();
    assert_eq!((passage.anchor.as_str(), marked), ("row", vec!["P", "200"]));
}

#[test]
fn numbers_are_found_without_dashes_in_chinese_tables_and_short_ones_only_with_them() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let table = |text| vec![block("t", ModulePart::Table, text)];
    for document in &[
        module(1, "DMC-H160-A-28-10-00-00A-941A-A", "零件", table("螺栓NV62-1101-20和垫圈NV62-1101-21")),
        module(2, "DMC-H160-A-28-10-00-00A-942A-A", "零件", table("NV62-1101-20、NV62-1101-22")),
        module(3, "DMC-H160-A-28-10-00-00A-943A-A", "Parts", table("P/N:NV62-1101-20/NV62-1101-23, torque 20-24 Nm")),
    ] {
        writer.add(document).expect("a document");
    }
    writer.commit(1).expect("a commit");
    let scope = Scope { snapshots: vec![snapshot(1, true, None, &[1, 2, 3])], ..Scope::default() };
    let library = Library { root, index, scope };
    let found = |question| {
        let mut found = library.found(question);
        found.sort_unstable();
        found
    };
    assert_eq!(found("NV62110120"), [1, 2, 3]);
    assert_eq!((found("NV62110121"), found("NV62110122"), found("NV62110123")), (vec![1], vec![2], vec![3]));
    assert_eq!((found("2024"), found("20-24")), (vec![], vec![3]));
}

#[test]
fn an_empty_question_lists_the_newest_first() {
    assert_eq!(versions(&library().ask("  ").expect("an answer")), [6, 5, 4, 3, 2, 1]);
}

#[test]
fn answers_can_be_sorted_and_paged() {
    let library = library();
    let none = Filters::default();
    let by = |sort, first, count| {
        let answer =
            library.ask_with("", &none, |request| Request { sort, first, count, ..request }).expect("an answer");
        (versions(&answer), answer.total)
    };
    assert_eq!(by(Sort::Code, 0, 3), (vec![5, 6, 4], 6));
    assert_eq!(by(Sort::Title, 0, 2), (vec![6, 1], 6));
    assert_eq!(by(Sort::Newest, 4, 20), (vec![2, 1], 6));
}

#[test]
fn typing_errors_are_corrected_and_reported_but_never_in_codes() {
    let library = library();
    let forgiven = library.ask("hydralic reservior").expect("an answer");
    assert_eq!((versions(&forgiven), forgiven.corrected.as_deref()), (vec![2], Some("hydraulic reservoir")));
    let exact = library.ask("removal").expect("an answer");
    assert_eq!((exact.total, exact.corrected), (3, None));
    let ranked = |text: &str| {
        let answer = library.ask(text).expect("an answer");
        (answer.hits.iter().map(|hit| (hit.head.version, hit.score)).collect::<Vec<_>>(), answer.corrected)
    };
    let (meant, typed) = (ranked("pump"), ranked("pmup"));
    assert_eq!(typed, (meant.0, Some("pump".to_owned())), "as good as if it had been typed rightly");
    for strict in ["fam", "29-11", "\"hydralic\"", "title:\"pmup\"", "hydralc*"] {
        let answer = library.ask(strict).expect("an answer");
        assert_eq!((answer.total, answer.corrected), (0, None), "{strict}");
    }
}

#[test]
fn two_errors_are_corrected_from_eight_letters_on() {
    let library = library();
    let corrected = |text: &str| library.ask(text).expect("an answer").corrected;
    assert_eq!(corrected("hydrulik").as_deref(), Some("hydraulic"));
    assert_eq!(corrected("remoual").as_deref(), Some("removal"));
    assert_eq!(corrected("remuvel"), None, "seven letters, two errors");
}

#[test]
fn an_existing_word_is_corrected_only_if_it_is_rare_and_another_is_frequent() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let words = [("strut", 40), ("strat", 3), ("struk", 2), ("bleed", 10), ("blead", 1), ("brace", 11), ("brase", 1)];
    let texts: Vec<&str> = words.iter().flat_map(|(word, count)| std::iter::repeat_n(*word, *count)).collect();
    let mut versions = Vec::new();
    for (version, text) in (1..).zip(&texts) {
        let code = format!("DMC-H160-A-29-{version:02}-00-00A-520A-A");
        writer.add(&module(version, &code, "Part", vec![block("s1d-a", ModulePart::Para, text)])).expect("a document");
        versions.push(version);
    }
    writer.commit(42).expect("a commit");
    let library = Library {
        root,
        index,
        scope: Scope { snapshots: vec![snapshot(10, true, Some(1), &versions)], ..Scope::default() },
    };
    for (asked, total, corrected) in
        [("strat", 3, None), ("struk", 42, Some("strut")), ("blead", 1, None), ("brase", 12, Some("brace"))]
    {
        let answer = library.ask(asked).expect("an answer");
        assert_eq!((answer.total, answer.corrected.as_deref()), (total, corrected), "{asked}");
    }
}

#[test]
fn objects_without_a_language_can_be_selected() {
    let library = library();
    let mut writer = library.index.writer().expect("a writer");
    let head =
        DocumentHead { version: 5, manual: "m1".to_owned(), code: "DML-H160-1".to_owned(), ..DocumentHead::default() };
    writer.remove([5]);
    writer.add(&IndexDocument { head, blocks: Vec::new() }).expect("a list");
    writer.commit(43).expect("a commit");
    let mut without = Filters::default();
    without.choose(FacetField::Language, vec![String::new()]);
    let answer = library.ask_with("", &without, |request| request).expect("an answer");
    assert_eq!(versions(&answer), [5]);
    let language = answer.facets.iter().find(|facet| facet.field == FacetField::Language).expect("languages");
    assert!(language.values.contains(&(String::new(), 1)), "{language:?}");
}

#[test]
fn facets_count_the_results_of_each_selection() {
    let library = library();
    let answer = library.ask("").expect("an answer");
    let facet = |answer: &SearchHits, field: FacetField| {
        answer.facets.iter().find(|facet| facet.field == field).map(|facet| facet.values.clone()).unwrap_or_default()
    };
    let of = |value: &str, count| (value.to_owned(), count);
    assert_eq!(facet(&answer, FacetField::Chapter), [of("29", 3), of("21", 1), of("24", 1), of("32", 1)]);
    assert_eq!(facet(&answer, FacetField::Manual), [of("H160/AMM", 6)]);
    assert_eq!(facet(&answer, FacetField::Revision), [of("10", 6), of("11", 5)]);

    let mut chinese = Filters::default();
    chinese.choose(FacetField::Language, vec!["zh-CN".to_owned()]);
    let answer = library.ask_with("", &chinese, |request| request).expect("an answer");
    assert_eq!(answer.total, 1);
    // Unselected languages keep their counts; the other facets count only selected documents.
    assert_eq!(facet(&answer, FacetField::Language), [of("en-US", 5), of("zh-CN", 1)]);
    assert_eq!(facet(&answer, FacetField::Chapter), [of("29", 1)]);
}

#[test]
fn a_truncated_facet_is_marked() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let versions: Vec<u64> = (1..=201).collect();
    for version in &versions {
        let mut document = module(*version, &format!("DMC-H160-A-29-{version:03}-00-00A-520A-A"), "Part", Vec::new());
        document.head.applicability = format!("Serial number {version}");
        writer.add(&document).expect("a document");
    }
    writer.commit(42).expect("a commit");
    let library = Library {
        root,
        index,
        scope: Scope { snapshots: vec![snapshot(10, true, Some(1), &versions)], ..Scope::default() },
    };
    let answer = library.ask("").expect("an answer");
    let capped = |field| answer.facets.iter().find(|facet| facet.field == field).map(|facet| facet.capped);
    assert_eq!(capped(FacetField::Applicability), Some(true));
    assert_eq!(capped(FacetField::Language), Some(false));
}

#[test]
fn lanes_and_revisions_limit_the_results() {
    let library = library();
    let none = Filters::default();
    let in_lane = |lane| library.ask_with("tool", &none, |request| Request { lane, ..request }).expect("an answer");
    assert_eq!(in_lane(SearchLane::Working).total, 0);
    let oem = in_lane(SearchLane::Oem);
    assert_eq!((versions(&oem), oem.hits[0].snapshot, oem.hits[0].working), (vec![7], 11, false));
    assert_eq!(versions(&in_lane(SearchLane::All)), [7]);
    let pumps = library
        .ask_with("title:pump", &none, |request| Request { lane: SearchLane::All, ..request })
        .expect("an answer");
    assert_eq!(pumps.total, 2);
    assert!(pumps.hits.iter().any(|hit| hit.working && hit.snapshot == 10));

    let mut second = Filters::default();
    second.choose(FacetField::Revision, vec!["11".to_owned()]);
    let answer = library.ask_with("title:pump", &second, |request| Request { lane: SearchLane::Oem, ..request });
    assert_eq!(versions(&answer.expect("an answer")), [7]);
    let nothing = Library { scope: Scope::default(), ..library };
    assert_eq!(nothing.ask("pump").expect("an answer").total, 0);
}

#[test]
fn suggestions_are_modules_and_words() {
    let library = library();
    let offered = |text: &str| -> Vec<String> {
        let suggestions = library.index.suggest(text, &library.scope, &Filters::default(), 8).expect("suggestions");
        let shown = |suggestion| match suggestion {
            Suggestion::Module(head) => format!("{} {}", head.version, head.title),
            Suggestion::Term(text) => text,
        };
        suggestions.into_iter().map(shown).collect()
    };
    assert_eq!(offered("hydraulic pu"), ["1 Hydraulic pump - Removal", "hydraulic pump"]);
    // A word is completed from its written form, not its stem.
    assert_eq!(offered("ventilati"), ["5 Ventilation - Description", "ventilation"]);
    assert_eq!(offered("29-2"), ["2 Reservoir - Removal"]);
    assert_eq!(offered("DMC-H160-A-29-20_\""), ["2 Reservoir - Removal"]);
    assert_eq!(offered("液压"), ["4 液压泵 - 拆卸", "液压油", "液压泵"]);
    assert!(offered("x").is_empty());
}

#[test]
fn a_syntax_error_is_an_error_of_its_own() {
    match library().ask("pump \"open") {
        Err(SearchError::Syntax(error)) => assert_eq!((error.at, error.fault), (6, SyntaxFault::OpenQuote)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn no_query_reports_a_damaged_index_or_takes_long() {
    let library = library();
    let many = "*a".repeat(400);
    for question in
        ["x".repeat(900) + "*", format!("{many}*"), "*ab-,-,-,-,-,-,-,-,-,-,-,-,-".to_owned(), "液".repeat(300) + "*"]
    {
        let answer = library.ask(&question).unwrap_or_else(|error| panic!("{question}: {error}"));
        assert_eq!(answer.total, 0, "{question}");
    }
}

#[test]
fn a_replaced_index_has_no_size_and_is_not_damaged() {
    let library = library();
    let root = library.root.path();
    library.index.activate(root).expect("in use");
    assert!(library.index.size().expect("a size") > 0);
    let next = Index::create(root).expect("an index");
    next.activate(root).expect("in use");
    assert_eq!(library.index.size().expect("no damage"), 0);
    assert!(next.is(&next.clone()) && !next.is(&library.index));
}

#[test]
fn an_index_is_reopened_with_its_change_number_and_replaced_by_a_newer_one() {
    let library = library();
    let root = library.root.path();
    assert!(Index::open(root).expect("nothing yet").is_none());
    library.index.activate(root).expect("in use");
    let again = Index::open(root).expect("readable").expect("an index");
    assert_eq!((again.at().expect("a number"), again.documents()), (42, 7));
    assert_eq!(again.versions().expect("versions").iter().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7]);
    assert!(again.has_valid_checksums().expect("readable"));

    let next = Index::create(root).expect("an index");
    next.writer().expect("a writer").commit(43).expect("a commit");
    next.activate(root).expect("in use");
    assert_eq!(Index::open(root).expect("readable").expect("an index").at().expect("a number"), 43);
    // Existing readers keep working on the old index.
    assert_eq!(library.found("reservoir"), [2]);
}

#[test]
fn a_damaged_index_is_detected() {
    let library = library();
    let root = library.root.path();
    library.index.activate(root).expect("in use");
    let folder = root.join(std::fs::read_to_string(root.join("current")).expect("a name"));
    std::fs::write(folder.join("meta.json"), "{").expect("damage");
    assert!(Index::open(root).expect_err("damage").is_damage());
}

#[test]
fn removed_versions_are_found_no_more() {
    let library = library();
    let mut writer = library.index.writer().expect("a writer");
    writer.remove([2]);
    writer.commit(44).expect("a commit");
    assert_eq!(library.found("reservoir"), [] as [u64; 0]);
    assert!(!library.index.versions().expect("versions").contains(2));
}

#[test]
fn at_most_500_results_are_returned() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let versions: Vec<u64> = (1..=510).collect();
    for version in &versions {
        let code = format!("DMC-H160-A-29-10-{version:04}-00A-520A-A");
        writer.add(&module(*version, &code, "Pump", Vec::new())).expect("a document");
    }
    writer.commit(1).expect("a commit");
    let library = Library {
        root,
        index,
        scope: Scope { snapshots: vec![snapshot(10, true, Some(1), &versions)], ..Scope::default() },
    };
    let none = Filters::default();
    for sort in [Sort::Relevance, Sort::Code] {
        let page = |first, count| {
            let answer = library.ask_with("pump", &none, |request| Request { sort, first, count, ..request });
            answer.map(|answer| (answer.total, answer.hits.len())).expect("an answer")
        };
        assert_eq!((page(0, 1_000), page(490, 20), page(500, 20)), ((510, 500), (510, 10), (510, 0)));
    }
}

#[test]
fn paragraphs_like_a_text_are_found_with_their_reasons() {
    let library = library();
    let filters = Filters::default();
    let request = AlikeRequest {
        code: "",
        title: "Hot fluid",
        text: "Nobody shall touch a pump while the hydraulic fluid is hot.",
        scope: &library.scope,
        filters: &filters,
        count: 3,
    };
    let found = library.index.alike(&request, |_, _| false).expect("paragraphs");
    let first = &found[0];
    assert_eq!((first.hit.head.version, first.passage.anchor.as_str()), (1, "s1d-w"));
    assert!(first.words.contains(&"fluid".to_owned()) && !first.words.contains(&"the".to_owned()), "{:?}", first.words);
    assert_eq!(first.title_words, ["hydraulic", "pump"]);
    assert_eq!(first.code, None);
    assert!(found.iter().all(|one| one.hit.head.version != 7), "the working lane does not have it");
    let is_first = |head: &DocumentHead, anchor: &str| head.version == 1 && anchor == "s1d-w";
    let others = library.index.alike(&request, is_first).expect("paragraphs");
    assert!(others.iter().all(|one| !is_first(&one.hit.head, &one.passage.anchor)), "it is known");
    assert!(!others.is_empty());
    let none = AlikeRequest { title: "", text: "of the and", ..request };
    assert!(library.index.alike(&none, |_, _| false).expect("an answer").is_empty());
}

#[test]
fn a_text_that_names_a_code_finds_its_module() {
    let library = library();
    let filters = Filters::default();
    let text = "The gear is removed as 32-10-00 tells, lift it with a hoist.";
    let request = AlikeRequest { code: "", title: "", text, scope: &library.scope, filters: &filters, count: 3 };
    let found = library.index.alike(&request, |_, _| false).expect("paragraphs");
    assert_eq!((found[0].hit.head.version, found[0].code.as_deref()), (3, Some("32-10-00")));
}

#[test]
fn a_paragraph_that_names_the_code_of_a_text_comes_first() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let blocks = vec![
        block("p1", ModulePart::Para, "The commander checks the fuel quantity before each flight."),
        block("p2", ModulePart::Para, "This section follows AZR.OPS.1100."),
        block("p3", ModulePart::Para, "Ref: AZR.OPS.110"),
    ];
    writer.add(&module(1, "DMC-H160-A-28-41-01-00A-040A-A", "Fuel", blocks)).expect("a document");
    writer.commit(1).expect("a commit");
    let scope = Scope { snapshots: vec![snapshot(10, true, Some(1), &[1])], ..Scope::default() };
    let filters = Filters::default();
    let text = "The commander shall check the fuel quantity. See MEL item 28-41-01B.";
    let request = AlikeRequest { code: "AZR.OPS.110", title: "", text, scope: &scope, filters: &filters, count: 10 };
    let found = index.alike(&request, |_, _| false).expect("paragraphs");
    let places: Vec<(&str, bool)> = found.iter().map(|one| (one.passage.anchor.as_str(), one.names_code)).collect();
    assert_eq!(places[..2], [("p3", true), ("p1", false)]);
    assert!(found.iter().all(|one| one.code.as_deref() == Some("28-41-01")), "the item names the system");
    let alone = AlikeRequest { text: "", ..request };
    let found = index.alike(&alone, |_, _| false).expect("paragraphs");
    let places: Vec<&str> = found.iter().map(|one| one.passage.anchor.as_str()).collect();
    assert_eq!(places, ["p3"]);
}

#[test]
fn known_paragraphs_leave_room_for_others_of_their_module() {
    let root = TempDir::new().expect("a folder");
    let index = Index::create(root.path()).expect("an index");
    let mut writer = index.writer().expect("a writer");
    let anchors = ["p1", "p2", "p3", "p4"];
    let blocks = anchors.map(|anchor| block(anchor, ModulePart::Para, "Inspect the hoist cable before each mission."));
    writer.add(&module(1, "DMC-H160-A-25-63-00-00A-310A-A", "Hoist", blocks.to_vec())).expect("a document");
    writer.commit(1).expect("a commit");
    let scope = Scope { snapshots: vec![snapshot(10, true, Some(1), &[1])], ..Scope::default() };
    let filters = Filters::default();
    let text = "The hoist cable is inspected.";
    let request = AlikeRequest { code: "", title: "", text, scope: &scope, filters: &filters, count: 10 };
    let places = |known: &[&str]| {
        let found = index.alike(&request, |_, anchor| known.contains(&anchor)).expect("paragraphs");
        found.into_iter().map(|one| one.passage.anchor).collect::<Vec<_>>()
    };
    assert_eq!(places(&[]), ["p1", "p2", "p3"], "not too many of one module");
    assert_eq!(places(&["p1", "p2", "p3"]), ["p4"]);
}
