//! Our own layout, as people fill it in.

use std::io::{Cursor, Read};

use publish::table::{Cell, Table, workbook};
use regulations::findings::SourceRule;
use regulations::model::{ItemKind, SourceCollection};
use regulations::table::{template_csv, template_xlsx, to_csv, to_xlsx};
use regulations::{SourceFormat, SourceLimits, SourceReading, read};

fn reading(text: &str) -> SourceReading {
    read(text.as_bytes(), &SourceLimits::default())
}

/// The findings, each with its line.
fn found(reading: &SourceReading) -> Vec<(SourceRule, Option<u32>)> {
    reading.findings.iter().map(|finding| (finding.rule, finding.line)).collect()
}

fn parents(collection: &SourceCollection) -> Vec<String> {
    let item = |item: &regulations::model::SourceItem| {
        let above = item.parent.map(|parent| collection.items[parent].code.clone());
        let category = item.category.map(|category| collection.categories[category].name.clone());
        [item.code.as_str(), " < ", &above.or(category).unwrap_or_default()].concat()
    };
    collection.items.iter().map(item).collect()
}

#[test]
fn columns_are_found_by_their_names_in_any_order_and_language() {
    let text = "编号;Owner;条款内容;标题;生效日期;类型\n121.135;ops;(a) 运营人应当\\n;手册;2027/1/31;ir\n";
    let reading = reading(&text.replace("\\n", ""));
    assert_eq!(found(&reading), [(SourceRule::ColumnKept, Some(1))]);
    let item = &reading.collection.items[0];
    assert_eq!((item.code.as_str(), item.title.as_str(), item.kind), ("121.135", "手册", ItemKind::Ir));
    assert_eq!(item.clauses[0].path, "(a)");
    assert_eq!(item.effective.date().expect("a date").to_string(), "2027-01-31");
    assert_eq!((item.tags[0].name(), item.tags[0].value()), ("Owner", "ops"));
}

#[test]
fn gb18030_is_read_and_named() {
    let bytes = [b"code,title\n1,".as_slice(), &[0xca, 0xd6, 0xb2, 0xe1]].concat();
    let reading = read(&bytes, &SourceLimits::default());
    assert_eq!(reading.collection.items[0].title, "手册");
    assert_eq!(found(&reading), [(SourceRule::EncodingGuessed, None)]);
}

#[test]
fn wrong_columns_block() {
    let reading = reading("title,text,name\na,b,c\n");
    let expected = [
        (SourceRule::ColumnTwice, Some(1)),
        (SourceRule::ColumnMissing, Some(1)),
        (SourceRule::CodeMissing, Some(2)),
        (SourceRule::ItemsNone, None),
    ];
    assert_eq!(found(&reading), expected);
    assert!(reading.is_blocked());
    assert_eq!(reading.findings[1].param("column"), Some("code"));
}

#[test]
fn every_wrong_row_is_listed_and_the_others_are_read() {
    let text = "code,text,type,parent_code,effective_date,assessable,mappings\n\
        A,one,RULE,,,,\n\
        a ,again,,,,,\n\
        ,nameless,,,,,\n\
        B,two,LAW,,,,\n\
        C,three,,Z,,,\n\
        D,four,,,soon,,\n\
        E,five,,,,maybe,\n\
        F,six,,,,,nothing\n";
    let reading = reading(text);
    let expected = [
        (SourceRule::ValueUnknown, Some(5)),
        (SourceRule::CodeDuplicate, Some(3)),
        (SourceRule::CodeMissing, Some(4)),
        (SourceRule::ParentUnknown, Some(6)),
        (SourceRule::DateUnreadable, Some(7)),
        (SourceRule::ValueUnknown, Some(8)),
        (SourceRule::ValueUnknown, Some(9)),
    ];
    assert_eq!(found(&reading), expected);
    assert_eq!(reading.collection.items.len(), 6);
    assert_eq!(reading.findings[1].param("first"), Some("2"));
}

#[test]
fn parents_come_from_codes_paths_levels_and_prefixes_in_this_order() {
    let by_parent = reading("code,title,parent_code,category_path,level\nA,a,,X > Y,\nB,b,A,X > Y,1\nC,c,,X > Z,2\n");
    assert_eq!(parents(&by_parent.collection), ["A < Y", "B < A", "C < Z"]);
    let names: Vec<&str> = by_parent.collection.categories.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["X", "Y", "Z"]);
    let by_level = reading("code,title,level\nA,a,1\nB,b,2\nC,c,2\nD,d,1\n");
    assert_eq!(parents(&by_level.collection), ["A < ", "B < A", "C < A", "D < "]);
    let by_prefix = reading("code,title\nORG 1,a\nORG 1.1,b\nORG 1.1(i),c\nORG 11,d\n");
    assert_eq!(parents(&by_prefix.collection), ["ORG 1 < ", "ORG 1.1 < ORG 1", "ORG 1.1(i) < ORG 1.1", "ORG 11 < "]);
    assert_eq!(found(&by_prefix), [(SourceRule::ParentInferred, Some(3)), (SourceRule::ParentInferred, Some(4))]);
}

#[test]
fn cycles_jumps_and_categories_below_items_block() {
    let cycle = reading("code,title,parent_code\nA,a,C\nB,b,A\nC,c,B\nD,d,D\n");
    assert_eq!(found(&cycle).iter().filter(|(rule, _)| *rule == SourceRule::ParentCycle).count(), 2);
    assert!(cycle.is_blocked());
    let jump = reading("code,title,level\nA,a,1\nB,b,3\nC,c,x\n");
    assert_eq!(found(&jump), [(SourceRule::LevelJump, Some(3)), (SourceRule::ValueUnknown, Some(4))]);
    let wrong = reading("code,title,type,parent_code\nA,a,RULE,\nB,b,CATEGORY,A\n");
    assert_eq!(found(&wrong), [(SourceRule::ParentWrong, Some(3))]);
    let rows = (1..50).map(|number| format!("N{number},t,N{}\n", number - 1)).collect::<Vec<_>>().concat();
    let deep = reading(&["code,title,parent_code\nN0,t,\n", &rows].concat());
    assert!(found(&deep).iter().any(|(rule, _)| *rule == SourceRule::TooDeep));
}

#[test]
fn values_that_are_too_long_block() {
    let text =
        ["code,title,text\n", &"c".repeat(201), ",", &"t".repeat(2_001), ",", &"x".repeat(400_001), "\n"].concat();
    let reading = reading(&text);
    assert!(found(&reading).iter().filter(|(rule, _)| *rule == SourceRule::ValueTooLong).count() >= 3);
    assert!(reading.is_blocked());
    assert_eq!(reading.collection.items[0].title.len(), 2_000);
}

#[test]
fn codes_that_break_the_pattern_of_the_collection_are_named() {
    let text = "code,text,type\ncode_pattern,^[A-Z]{3} [0-9]+$,META\npolicyCollectionName,Own rules,META\nORG 1,a,\norg-1,b,\n";
    let reading = reading(text);
    assert_eq!(reading.collection.head.name, "Own rules");
    let wrong: Vec<Option<&str>> = reading
        .findings
        .iter()
        .filter(|finding| finding.rule == SourceRule::CodePattern)
        .map(|finding| finding.param("code"))
        .collect();
    assert_eq!(wrong, [Some("org-1")]);
    let missing: Vec<Option<&str>> = reading
        .findings
        .iter()
        .filter(|finding| finding.rule == SourceRule::KeyMissing)
        .map(|finding| finding.param("key"))
        .collect();
    assert_eq!(missing, [Some("policyOriginator"), Some("complianceType"), Some("version")]);
}

#[test]
fn templates_are_read_and_have_no_items() {
    for (bytes, format) in
        [(template_csv(), SourceFormat::Csv), (template_xlsx().expect("it is written"), SourceFormat::Workbook)]
    {
        let reading = read(&bytes, &SourceLimits::default());
        assert_eq!(reading.format, Some(format));
        let rules: Vec<SourceRule> = reading.findings.iter().map(|finding| finding.rule).collect();
        assert!(rules.contains(&SourceRule::ItemsNone) && !rules.contains(&SourceRule::ColumnMissing), "{rules:?}");
    }
}

#[test]
fn a_sheet_that_is_not_read_is_named() {
    let sheet = |name: &str, header: &[&str], cells: &[&str]| Table {
        name: name.to_owned(),
        header: header.iter().map(|text| (*text).to_owned()).collect(),
        rows: vec![cells.iter().map(|text| Cell::Text((*text).to_owned())).collect()],
    };
    let tables = [
        sheet("requirements", &["code", "title"], &["A.1", "Records"]),
        sheet("compliance", &["code", "status"], &["A.1", "compliant"]),
        sheet("columns", &["column"], &["code"]),
        Table { name: "Sheet4".to_owned(), header: Vec::new(), rows: Vec::new() },
    ];
    let reading = read(&workbook(&tables).expect("it is written"), &SourceLimits::default());
    let unused = reading.findings.iter().filter(|finding| finding.rule == SourceRule::SheetUnused);
    assert_eq!(unused.map(|finding| finding.param("sheet")).collect::<Vec<_>>(), [Some("compliance")]);
    assert_eq!(reading.collection.items.len(), 1);
}

#[test]
fn formulas_in_exports_are_texts() {
    let text = "code,title,text\n\"'=1+1\",'+SUM(A1),\"'@cmd\n'-x\"\n";
    let collection = reading(text).collection;
    assert_eq!(collection.items[0].code, "=1+1");
    let csv = String::from_utf8(to_csv(&collection)).expect("UTF-8");
    let cells: Vec<&str> = csv.lines().flat_map(|line| line.split(',')).map(|cell| cell.trim_matches('"')).collect();
    assert!(!cells.iter().any(|cell| cell.starts_with(['=', '+', '@', '\t', '\r'])), "{csv}");
    let xlsx = to_xlsx(&collection).expect("it is written");
    let mut archive = zip::ZipArchive::new(Cursor::new(&xlsx)).expect("an archive");
    let mut sheet = String::new();
    archive.by_name("xl/worksheets/sheet2.xml").expect("the sheet").read_to_string(&mut sheet).expect("text");
    assert!(!sheet.contains("<f>"), "no cell is a formula");
    let mut styles = String::new();
    archive.by_name("xl/styles.xml").expect("the styles").read_to_string(&mut styles).expect("text");
    assert!(styles.contains("quotePrefix=\"1\""));
    for bytes in [csv.into_bytes(), xlsx] {
        assert_eq!(read(&bytes, &SourceLimits::default()).collection, collection);
    }
}

#[test]
fn a_text_longer_than_a_cell_goes_on_in_further_columns() {
    let text = "长 text ".repeat(9_000);
    let csv = ["code,title,text\nA,a,\"(a) ", text.trim(), "\"\nB,b,short\n"].concat();
    let collection = reading(&csv).collection;
    let bytes = to_xlsx(&collection).expect("it is written");
    let again = read(&bytes, &SourceLimits::default());
    assert_eq!(again.findings.iter().filter(|finding| finding.rule != SourceRule::KeyMissing).count(), 0);
    assert_eq!(again.collection, collection);
}

#[test]
fn clauses_that_no_longer_fit_their_text_are_found_anew() {
    let text = "code,title,text,clauses\nA,a,\"Lead\n(a) one\",(x)@1 (y)@9\nB,b,\"(a) one\n(b) two\",¶1@1\n";
    let reading = reading(text);
    assert_eq!(found(&reading), [(SourceRule::ClausesMoved, Some(2))]);
    let paths = |place: usize| -> Vec<&str> {
        reading.collection.items[place].clauses.iter().map(|clause| clause.path.as_str()).collect()
    };
    assert_eq!(paths(0), ["¶1", "(a)"]);
    assert_eq!(paths(1), ["¶1"], "a layout that fits is obeyed");
}

#[test]
fn paths_create_no_more_and_no_longer_categories_than_allowed() {
    let limits = SourceLimits { categories: 10, ..SourceLimits::default() };
    let rows = (0..30).map(|number| format!("A{number},t,C{number} > D\n")).collect::<Vec<_>>().concat();
    let many = read(["code,title,category_path\n", &rows].concat().as_bytes(), &limits);
    assert!(found(&many).iter().any(|(rule, _)| *rule == SourceRule::ItemsTooMany));
    assert_eq!(many.collection.categories.len(), 10);
    let path = ["x".repeat(300), "x".repeat(300), "y".repeat(3_000)].join(" > ");
    let long = reading(&["code,title,category_path\nA,a,", &path, "\n"].concat());
    assert_eq!(found(&long), [(SourceRule::ValueTooLong, Some(2))]);
    assert_eq!(long.collection.categories.len(), 3);
    assert!(long.collection.categories.iter().all(|one| one.code.len() <= 200 && one.name.len() <= 2_000));
}

#[test]
fn long_names_of_categories_and_long_lists_block() {
    let name = reading(&["code,title,type\nC,", &"n".repeat(2_001), ",CATEGORY\nA,a,\n"].concat());
    assert_eq!(found(&name), [(SourceRule::ValueTooLong, Some(2))]);
    for column in ["supersedes", "covers", "references", "images", "tags"] {
        let list = reading(&["code,title,", column, "\nA,a,", &"n".repeat(2_001), "\n"].concat());
        let fields: Vec<Option<&str>> = (list.findings.iter())
            .filter(|finding| finding.rule == SourceRule::ValueTooLong)
            .map(|finding| finding.param("field"))
            .collect();
        assert_eq!(fields, [Some(column)]);
    }
}

#[test]
fn categories_of_the_same_name_are_found_below_their_own() {
    let rows =
        (0..300).map(|number| format!("A{number},t,Part {} > General\n", number % 100)).collect::<Vec<_>>().concat();
    let reading = reading(&["code,title,category_path\n", &rows].concat());
    assert_eq!(reading.collection.categories.len(), 200);
    let category = |place: usize| reading.collection.items[place].category;
    assert!((0..100).all(|place| category(place) == category(place + 200) && category(place) != category(place + 1)));
}

#[test]
fn a_pattern_that_repeats_itself_without_end_is_refused() {
    let reading = reading("code,text,type\ncode_pattern,^(((a{50}){50}){50})*$,META\nA,a,\n");
    let refused = reading.findings.iter().find(|finding| finding.rule == SourceRule::ValueUnknown);
    assert_eq!(refused.and_then(|finding| finding.param("field")), Some("code_pattern"));
}

#[test]
fn a_chinese_table_may_begin_with_any_word() {
    // 序号,编号,标题 in GB18030; its first byte is that of an old workbook.
    let header = [0xd0, 0xf2, 0xba, 0xc5, b',', 0xb1, 0xe0, 0xba, 0xc5, b',', 0xb1, 0xea, 0xcc, 0xe2];
    let bytes = [&header[..], b"\n1,A,a\n"].concat();
    let reading = read(&bytes, &SourceLimits::default());
    assert_eq!(reading.format, Some(SourceFormat::Csv));
    assert_eq!(reading.collection.items[0].code, "A");
}

#[test]
fn a_date_keeps_its_long_note() {
    let date = ["6 March, 2014 [", &"point ".repeat(60), "(b)]"].concat();
    let collection = reading(&["code,title,effective_date\nA,a,\"", &date, "\"\n"].concat()).collection;
    assert_eq!(collection.items[0].effective.raw(), date);
    assert_eq!(read(&to_csv(&collection), &SourceLimits::default()).collection, collection);
}
