use domain::job::Parameter;

use super::*;

fn given(pairs: &[(&str, &str)]) -> Parameters {
    let one = |(name, text): &(&str, &str)| ((*name).to_owned(), Parameter::Text((*text).to_owned()));
    Parameters(pairs.iter().map(one).collect())
}

fn fields(refused: &[FieldError]) -> Vec<String> {
    refused.iter().map(ToString::to_string).collect()
}

#[test]
fn what_is_missing_or_unknown_is_told_at_once() {
    let refused = CollectionReportOrder::parse(&given(&[])).expect_err("nothing");
    assert_eq!(fields(&refused), ["parameterMap.collectionId: required", "parameterMap.format: required"]);
    let odd = given(&[
        ("collectionId", "c"),
        ("format", "docx"),
        ("language", "fr"),
        ("status", "compliant,fine"),
        ("mine", "yes"),
        ("fromPath", "/other/a"),
    ]);
    let refused = fields(&CollectionReportOrder::parse(&odd).expect_err("unknown words"));
    let expected =
        ["format", "language", "fromPath", "status", "mine"].map(|name| format!("parameterMap.{name}: unknown_value"));
    assert_eq!(refused, expected);
    let refused = ManualReportOrder::parse(&given(&[("format", "pdf")])).expect_err("no manual");
    assert_eq!(fields(&refused), ["parameterMap.csdbName: required", "parameterMap.manualName: required"]);
}

#[test]
fn filters_are_named_in_the_language_of_the_report() {
    let pairs = [
        ("collectionId", "c"),
        ("format", "xlsx"),
        ("status", "non_compliant,not_assessed"),
        ("overdue", "true"),
        ("manualPath", "/H160/MEL"),
    ];
    let order = CollectionReportOrder::parse(&given(&pairs)).expect("an order");
    assert_eq!(
        order.filter_text(Some((ReportWord::Category, "ORO"))),
        "Category: ORO; Status: Non-compliant, Not assessed; Manual: /H160/MEL; Review overdue"
    );
    assert!(order.is_filtered());
    let plain = |path| given(&[("collectionId", "c"), ("format", "xlsx"), ("fromPath", path)]);
    let is_filtered = |path| CollectionReportOrder::parse(&plain(path)).expect("an order").is_filtered();
    assert!(!is_filtered("/c") && is_filtered("/c/a"));
    let today = NaiveDate::from_ymd_opt(2026, 11, 17).expect("a day");
    assert_eq!(order.filter(None, today).review_before, Some(today));
    let zh = given(&[("csdbName", "H160"), ("manualName", "MEL"), ("format", "pdf"), ("language", "zh-CN")]);
    assert_eq!(ManualReportOrder::parse(&zh).expect("an order").filter_text(""), "无：全部条款");
}
