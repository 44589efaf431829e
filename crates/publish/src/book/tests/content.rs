//! Nothing is printed as valid that is not, and nothing is left out without a word.

use domain::field::FieldErrors;
use domain::publication::PublicationValidity;
use s1000d::applic::Applic;

use super::*;

fn runs(blocks: &[BookBlock]) -> Vec<BookRun> {
    let mut out = Vec::new();
    for block in blocks {
        match &block.content {
            BookContent::Text { runs, .. } | BookContent::Heading { runs, .. } => out.extend(runs.iter().cloned()),
            BookContent::Safety { blocks, .. } => out.extend(self::runs(blocks)),
            BookContent::Table(table) => {
                table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| out.extend(self::runs(&cell.blocks)));
            }
            BookContent::Picture { .. } => {}
        }
    }
    out
}

/// The words that are struck through.
fn struck(content: &str) -> Vec<String> {
    let struck = runs(&blocks(content)).into_iter().filter(|run| run.style.has(RunStyle::STRIKE));
    struck.map(|run| run.text.trim().to_owned()).filter(|text| !text.is_empty()).collect()
}

fn built(document: &Document, library: &BookLibrary, text: PrintedText<'_>) -> (Book, Vec<BookProblem>) {
    let mut builder = BookBuilder::new(library, BookLanguages::English, BookHead::default(), BookFront::default());
    builder.module(BookPlace { label: "m0", code: "DMC-A", level: 1 }, &[PrintedText { document, ..text }]);
    let problems = builder.take_problems();
    (builder.finish(), problems)
}

fn reported(content: &str, library: &BookLibrary) -> (Vec<BookBlock>, Vec<(&'static str, String)>) {
    let document = document(module(content).as_bytes());
    let (book, problems) = built(&document, library, printed(&document));
    assert!(problems.iter().all(|problem| problem.module == "DMC-A"), "{problems:?}");
    let problems = problems.into_iter().map(|problem| (problem.code, problem.detail)).collect();
    (all(&book).into_iter().cloned().collect(), problems)
}

fn all_text(blocks: &[BookBlock]) -> String {
    runs(blocks).iter().map(|run| run.text.as_str()).collect()
}

#[test]
fn a_hard_module_loses_neither_words_nor_pictures() {
    let (figures, rows) = (1_000, 5_000);
    let mut library = BookLibrary::default();
    let file = Some("00000.svg".to_owned());
    library.add_picture(BookPicture { key: "ICN-A.SVG".to_owned(), file, is_vector: true });
    let figure =
        |number: usize| format!("<figure><title>F{number}.</title><graphic infoEntityIdent='ICN-A'/></figure>");
    let row = |number: usize| format!("<row><entry><para>R{number}.</para></entry><entry><para>x</para></entry></row>");
    let (long, hebrew) = ("w".repeat(500), "\u{5e9}\u{5dc}\u{5d5}\u{5dd}");
    let content = format!(
        "<description>{}<table><tgroup cols='2'><tbody>{}</tbody></tgroup></table><para>{long}</para>\
         <para>{hebrew}</para></description>",
        (0..figures).map(figure).collect::<String>(),
        (0..rows).map(row).collect::<String>()
    );
    let (blocks, problems) = reported(&content, &library);
    assert!(problems.is_empty(), "{problems:?}");
    let shown = blocks.iter().filter(|block| matches!(&block.content, BookContent::Picture { file: Some(_), .. }));
    assert_eq!(shown.count(), figures);
    let text = letters(&all_text(&blocks));
    assert!((0..figures).all(|number| text.contains(&format!("F{number}."))), "every title");
    assert!((0..rows).all(|number| text.contains(&format!("R{number}."))), "every row");
    assert!(text.contains(&long) && text.contains(hebrew));
}

#[test]
fn deleted_rows_cells_and_sections_are_struck_through() {
    let delete = "changeMark='1' changeType='delete'";
    let table = |body: &str, row: &str, cell: &str| {
        format!(
            "<description><table><tgroup cols='2'><tbody {body}><row {row}><entry {cell}><para>old</para></entry>\
             <entry><para>beside</para></entry></row><row><entry><para>valid</para></entry></row></tbody></tgroup>\
             </table></description>"
        )
    };
    assert_eq!(struck(&table("", "", "")), Vec::<String>::new());
    assert_eq!(struck(&table("", "", delete)), ["old"]);
    assert_eq!(struck(&table("", delete, "")), ["old", "beside"]);
    assert_eq!(struck(&table(delete, "", "")), ["old", "beside", "valid"]);
}

#[test]
fn a_deleted_picture_is_named_and_not_shown() {
    let mut library = BookLibrary::default();
    let file = Some("00000.svg".to_owned());
    library.add_picture(BookPicture { key: "ICN-A.SVG".to_owned(), file, is_vector: true });
    let figure = |mark: &str| {
        format!(
            "<description><figure {mark}><title>Pump</title><graphic infoEntityIdent='ICN-A'/></figure></description>"
        )
    };
    let shown = |content: &str| {
        let (blocks, problems) = reported(content, &library);
        assert!(problems.is_empty(), "{problems:?}");
        let picture = blocks.into_iter().find_map(|block| match block.content {
            BookContent::Picture { file, note, .. } => Some((file, note)),
            _ => None,
        });
        picture.expect("a picture")
    };
    assert_eq!(shown(&figure("")), (Some("00000.svg".to_owned()), "ICN-A".to_owned()));
    let (file, note) = shown(&figure("changeMark='1' changeType='delete'"));
    assert_eq!(file, None);
    assert!(note.contains(BookWord::PictureDeleted.text(Locale::English)), "{note}");
}

#[test]
fn a_picture_that_cannot_be_printed_is_reported() {
    let mut library = BookLibrary::default();
    library.add_picture(BookPicture { key: "ICN-A.CGM".to_owned(), file: None, is_vector: true });
    let content = "<description><figure><title>A</title><graphic infoEntityIdent='ICN-A'/></figure>\
        <figure><title>B</title><graphic infoEntityIdent='ICN-B'/></figure></description>";
    let (blocks, problems) = reported(content, &library);
    let expected = [("pictureNotPrinted", "ICN-A".to_owned()), ("pictureMissing", "ICN-B".to_owned())];
    assert_eq!(problems, expected);
    let notes: Vec<&str> = blocks
        .iter()
        .filter_map(|block| match &block.content {
            BookContent::Picture { note, .. } => Some(note.as_str()),
            _ => None,
        })
        .collect();
    assert!(notes[0].contains(BookWord::PictureBroken.text(Locale::English)), "{notes:?}");
    assert!(!notes[1].contains(BookWord::PictureBroken.text(Locale::English)), "{notes:?}");
}

#[test]
fn a_warning_without_its_text_says_so() {
    let content = "<procedure><mainProcedure><proceduralStep><warningRef warningIdentNumber='w-9'/><para>Open.</para>\
        </proceduralStep></mainProcedure></procedure>";
    let (blocks, problems) = reported(content, &BookLibrary::default());
    assert_eq!(problems, [("warningMissing", "w-9".to_owned())]);
    let text = all_text(&blocks);
    assert!(text.contains("w-9") && text.contains(BookWord::WarningMissing.text(Locale::English)), "{text}");
    let (blocks, problems) = reported("<description><warning/></description>", &BookLibrary::default());
    assert_eq!(problems, [("warningMissing", String::new())]);
    assert_eq!(all_text(&blocks), BookWord::WarningMissing.text(Locale::English));
}

#[test]
fn a_changed_paragraph_in_a_warning_gives_the_warning_a_bar() {
    let warning = |mark: &str| {
        format!(
            "<description><warning><warningAndCautionPara {mark}>Hot.</warningAndCautionPara></warning></description>"
        )
    };
    let bars = |content: &str| -> Vec<bool> { blocks(content).iter().map(|block| block.is_changed).collect() };
    assert_eq!(bars(&warning("")), [false]);
    assert_eq!(bars(&warning("changeMark='1' changeType='modify'")), [true]);
}

#[test]
fn a_place_in_a_repeated_row_is_that_of_its_table() {
    let content = "<description><para>See <internalRef internalRefId='x'/></para><table><tgroup cols='1'><thead><row>\
        <entry><para id='x'>Head</para></entry></row></thead><tbody><row><entry><para>one</para></entry></row></tbody>\
        </tgroup></table></description>";
    let found = blocks(content);
    let table = found.iter().find_map(|block| match &block.content {
        BookContent::Table(table) => Some((table, &block.ids)),
        _ => None,
    });
    let (table, ids) = table.expect("a table");
    assert_eq!((table.head, ids.as_slice()), (1, ["m0:s1d-x".to_owned()].as_slice()));
    let inside = table.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.blocks);
    assert!(inside.flat_map(|block| &block.ids).next().is_none());
}

#[test]
fn references_tell_a_module_from_its_extension() {
    let code = "modelIdentCode='NV240' systemDiffCode='A' systemCode='24' subSystemCode='3' subSubSystemCode='1' \
        assyCode='00' disassyCode='00' disassyCodeVariant='A' infoCode='421' infoCodeVariant='A' itemLocationCode='A'";
    let content = format!(
        "<description><para>See <dmRef><dmRefIdent><identExtension extensionProducer='AZB' extensionCode='X1'/>\
         <dmCode {code}/></dmRefIdent></dmRef></para></description>"
    );
    let mut library = BookLibrary::default();
    for (code, label) in [("DMC-NV240-A-24-31-00-00A-421A-A", "m1"), ("DME-AZB-X1-NV240-A-24-31-00-00A-421A-A", "m2")] {
        library.add_module(code, BookTarget { label: Some(label.to_owned()), title: format!("Title of {label}") });
    }
    let (blocks, _) = reported(&content, &library);
    let links: Vec<String> = runs(&blocks).into_iter().filter_map(|run| run.link).collect();
    assert!(!links.is_empty() && links.iter().all(|link| link == "m2"), "{links:?}");
    let text = all_text(&blocks);
    assert!(text.contains("Title of m2") && text.contains("DME-AZB-X1-NV240-A-24-31-00-00A-421A-A"), "{text}");
}

#[test]
fn a_footnote_of_one_paragraph_does_not_break_its_sentence() {
    let lines = |note: &str| {
        let content = format!("<description><para>Before<footnote>\n{note}\n</footnote> after.</para></description>");
        let lines = blocks(&content).into_iter().map(|block| all_text(&[block]));
        lines.collect::<Vec<String>>()
    };
    let one = lines("<para>Torque</para>");
    assert!(one.len() == 1 && one[0].starts_with("Before") && one[0].ends_with("after."), "{one:?}");
    assert!(one[0].contains("Torque)"), "{one:?}");
    assert!(lines("<para>Torque</para><para>Wire</para>").len() > 1, "each paragraph has its line");
}

#[test]
fn a_reference_that_leads_nowhere_says_so() {
    let (blocks, problems) = reported(
        "<description><para>See <internalRef internalRefId='x'/></para></description>",
        &BookLibrary::default(),
    );
    assert_eq!(problems, [("referenceBroken", "x".to_owned())]);
    assert!(all_text(&blocks).contains("leads nowhere"));
}

#[test]
fn the_applicability_of_a_status_file_and_of_the_contents_is_printed() {
    let document = document(module("<description><para>x</para></description>").as_bytes());
    let stated = |display: &str| Applic { display: display.to_owned(), ..Applic::default() };
    let status = StatusApplicability { own: Some(stated("Pre SB 1")), shared: vec!["none".to_owned()] };
    let around = [stated("NV240")];
    let text = PrintedText { status: Some(&status), around: &around, ..printed(&document) };
    let (book, _) = built(&document, &BookLibrary::default(), text);
    let [BookEntry::Module(module)] = book.entries.as_slice() else { panic!("one module") };
    let unknown = s1000d::document::Word::ApplicabilityUnknown.text(Locale::English);
    assert_eq!(module.versions[0].applies, format!("NV240; Pre SB 1; {unknown}"));
}

#[test]
fn highlights_of_both_languages_lead_to_the_entry_side_by_side() {
    let document = document(module("<description><para>x</para></description>").as_bytes());
    let reasons = ["New torque".to_owned()];
    let label_of = |languages: BookLanguages| {
        let library = BookLibrary::default();
        let mut builder = BookBuilder::new(&library, languages, BookHead::default(), BookFront::default());
        let text = PrintedText { highlights: &reasons, ..printed(&document) };
        let other = PrintedText { key: "DMC-A_zh-CN", language: "zh-CN", ..text };
        builder.module(BookPlace { label: "m5", code: "DMC-A", level: 1 }, &[text, other]);
        let book = builder.finish();
        let keys: Vec<String> = book
            .entries
            .iter()
            .filter_map(|entry| match entry {
                BookEntry::Module(module) => Some(module.key.clone()),
                BookEntry::Section { .. } | BookEntry::Reference { .. } => None,
            })
            .collect();
        (book.front.highlights.into_iter().map(|one| one.label).collect::<Vec<_>>(), keys)
    };
    let (labels, keys) = label_of(BookLanguages::SideBySide);
    assert_eq!((labels, keys), (vec!["m5".to_owned(); 2], vec!["DMC-A, DMC-A_zh-CN".to_owned()]));
    let (labels, keys) = label_of(BookLanguages::OneAfterTheOther);
    assert_eq!(labels, ["m5", "m5.1"]);
    assert_eq!(keys, ["DMC-A", "DMC-A_zh-CN"]);
}

#[test]
fn an_approval_alone_changes_nothing_that_was_reviewed() {
    let library = BookLibrary::default();
    let front = |state: BookState, reference: &str, operator: &str| {
        let head = BookHead { state, operator: operator.to_owned(), ..BookHead::default() };
        let approval = Some(BookApproval { reference: reference.to_owned(), ..BookApproval::default() });
        let change = BookChange { revision: "4".to_owned(), reference: reference.to_owned(), ..BookChange::default() };
        let front = BookFront {
            approval: approval.filter(|_| !reference.is_empty()),
            changes: vec![change],
            ..BookFront::default()
        };
        BookBuilder::new(&library, BookLanguages::English, head, front).reviewed_front()
    };
    let waiting = front(BookState::Waiting, "", "Azure");
    assert_eq!(waiting, front(BookState::Approved, "EASA-1", "Azure"));
    assert_ne!(waiting, front(BookState::Approved, "EASA-1", "Another"));
}

#[test]
fn the_engine_is_tested_with_all_front_matter() {
    let sample = serde_json::from_str(&of_engine("tests/books/sample.json")).expect("a book");
    let mut tested = BTreeSet::new();
    names(&sample, &mut tested);
    let front = BookFront {
        approval: Some(BookApproval::default()),
        modules: vec![EffectiveModule::default()],
        highlights: vec![BookHighlight::default()],
        changes: vec![BookChange::default()],
        terms: vec![BookTerm::default()],
        ..BookFront::default()
    };
    let library = BookLibrary::default();
    let head = BookHead { validity: "Temporary".to_owned(), published_for: "QZ-HAC".to_owned(), ..BookHead::default() };
    let mut builder = BookBuilder::new(&library, BookLanguages::SideBySide, head, front);
    let applies = [Applic { display: "NV240".to_owned(), ..Applic::default() }];
    builder.section(1, "Chapter", &applies);
    builder.reference(BookPlace { label: "m0", code: "DMC-A", level: 2 }, "Pump", &applies);
    let empty = document(module("<description/>").as_bytes());
    builder.module(BookPlace { label: "m0", code: "DMC-A", level: 2 }, &[printed(&empty)]);
    builder.also_listed(&[("Chapter".to_owned(), applies.to_vec())]);
    let mut written = BTreeSet::new();
    names(&serde_json::to_value(builder.finish()).expect("JSON"), &mut written);
    assert!(
        ["applies", "leftOut", "validity", "publishedFor", "also", "to"].iter().all(|name| written.contains(*name)),
        "{written:?}"
    );
    let untested: Vec<&String> = written.difference(&tested).collect();
    assert!(untested.is_empty(), "{untested:?}");
}

#[test]
fn a_module_says_which_other_sections_list_it() {
    let (library, text) = (BookLibrary::default(), document(module("<description/>").as_bytes()));
    let mut builder =
        BookBuilder::new(&library, BookLanguages::OneAfterTheOther, BookHead::default(), BookFront::default());
    let place = BookPlace { label: "m0", code: "DMC-A", level: 2 };
    let applies = vec![Applic { display: "NV240-2".to_owned(), ..Applic::default() }];
    builder.module(place, &[printed(&text), printed(&text)]);
    builder.also_listed(&[("Version B".to_owned(), applies.clone()), ("Annex".to_owned(), Vec::new())]);
    builder.reference(place, "Pump", &applies);
    let entries = builder.finish().entries;
    let [BookEntry::Module(first), BookEntry::Module(second), BookEntry::Reference { to, applies, .. }] =
        entries.as_slice()
    else {
        panic!("{entries:?}")
    };
    assert_eq!([&first.also, &second.also], ["Version B (NV240-2); Annex"; 2]);
    assert_eq!((to.as_str(), applies.as_str()), ("m0", "NV240-2"));
}

#[test]
fn the_days_of_a_temporary_revision_are_said_in_the_languages_of_the_book() {
    let validity = PublicationValidity::parse("2026-11-17", "2026-11-20", "", &mut FieldErrors::default());
    let validity = validity.flatten().expect("two days");
    let english = validity_text(validity, BookLanguages::English);
    assert_eq!(english, "Temporary revision, valid from 2026-11-17 until 2026-11-20");
    let both = validity_text(validity, BookLanguages::SideBySide);
    assert_eq!(both, [english.as_str(), "临时修订，有效期自 2026-11-17 至 2026-11-20"].join(" · "));
}
