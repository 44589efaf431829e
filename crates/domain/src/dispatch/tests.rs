use super::compare::compare_lines;
use super::*;

fn master() -> DispatchLine {
    DispatchLine {
        label: "A".to_owned(),
        title: String::new(),
        category: "C".to_owned(),
        installed: "2".to_owned(),
        required: "1".to_owned(),
        remarks: "(M)(O) One may be inoperative provided:".to_owned(),
        provisos: vec!["flight is by day, and".to_owned(), "the other is checked.".to_owned()],
        logic: ProvisoLogic::All,
        has_placard: true,
        has_placard_sign: false,
        operational: vec!["DMC-O".to_owned()],
        maintenance: vec!["DMC-M".to_owned()],
        applicability: String::new(),
    }
}

fn with_provisos(texts: &[&str], logic: ProvisoLogic) -> DispatchLine {
    DispatchLine { provisos: texts.iter().map(|text| (*text).to_owned()).collect(), logic, ..master() }
}

fn compared(theirs: &DispatchLine, ours: &DispatchLine) -> Vec<DispatchWarning> {
    compare_lines(theirs, ours, MasterTexts::Comparable)
}

fn items(theirs: &[DispatchLine], ours: &[DispatchLine]) -> Vec<(usize, DispatchWarning)> {
    compare_items(Some(MasterLines { lines: theirs, texts: MasterTexts::Comparable }), ours)
}

fn labelled(label: &str, category: &str) -> DispatchLine {
    DispatchLine { label: label.to_owned(), category: category.to_owned(), ..master() }
}

#[test]
fn the_same_line_and_a_stricter_one_are_allowed() {
    assert_eq!(items(&[master()], &[master()]), []);
    let stricter = DispatchLine {
        category: "b".to_owned(),
        required: "2".to_owned(),
        provisos: vec!["Flight is by day and ".to_owned(), "The other is checked".to_owned(), "new".to_owned()],
        ..master()
    };
    assert_eq!(compared(&master(), &stricter), [], "provisos are compared by their words");
    let varying = DispatchLine { required: "-".to_owned(), installed: "-".to_owned(), ..master() };
    assert_eq!(compared(&varying, &master()), [], "it may be made concrete");
}

#[test]
fn a_line_that_allows_more_is_told() {
    let own = DispatchLine {
        category: "D".to_owned(),
        required: "0".to_owned(),
        remarks: "(M) One may be inoperative provided:".to_owned(),
        provisos: vec!["the other is checked.".to_owned()],
        has_placard: false,
        operational: Vec::new(),
        ..master()
    };
    let warnings = compared(&master(), &own);
    assert_eq!(
        warnings,
        [
            DispatchWarning::Category { master: "C".to_owned() },
            DispatchWarning::Required { master: "1".to_owned() },
            DispatchWarning::Procedure(DispatchProcedure::Operational),
            DispatchWarning::Placard,
            DispatchWarning::Proviso { master: "flight is by day, and".to_owned() },
            DispatchWarning::Remarks { master: master().remarks },
        ]
    );
    assert!(warnings[..5].iter().all(|one| one.kind() == DispatchWarningKind::LessRestrictive));
    assert_eq!(warnings[5].kind(), DispatchWarningKind::ToBeJudged);
    let more = DispatchLine { installed: "3".to_owned(), ..master() };
    assert_eq!(compared(&master(), &more), [DispatchWarning::MoreInoperative { master: "1".to_owned() }]);
}

#[test]
fn a_sign_or_a_point_makes_another_proviso() {
    for (theirs, ours) in [
        ("not above 1.5 h", "not above 15 h"),
        ("OAT > -5", "OAT > 5"),
        ("wind < 10 kt", "wind > 10 kt"),
        ("N1 ≤ 80 %", "N1 ≥ 80 %"),
    ] {
        let warnings =
            compared(&with_provisos(&[theirs], ProvisoLogic::All), &with_provisos(&[ours], ProvisoLogic::All));
        assert_eq!(warnings, [DispatchWarning::Proviso { master: theirs.to_owned() }], "{ours}");
    }
    let same = compared(
        &with_provisos(&["在昼间飞行，且", "N1  below 80 %;"], ProvisoLogic::All),
        &with_provisos(&["在昼间飞行。", "n1 below 80 %, and"], ProvisoLogic::All),
    );
    assert_eq!(same, []);
}

#[test]
fn a_procedure_is_demanded_by_its_sign_alone() {
    let signed = DispatchLine { operational: Vec::new(), maintenance: Vec::new(), ..master() };
    let without = DispatchLine { remarks: "One may be inoperative provided:".to_owned(), ..signed.clone() };
    let warnings = compared(&signed, &without);
    assert_eq!(
        warnings[..2],
        [
            DispatchWarning::Procedure(DispatchProcedure::Operational),
            DispatchWarning::Procedure(DispatchProcedure::Maintenance),
        ]
    );
    let wide = DispatchLine { remarks: "（M）（O）其中一个可以不工作".to_owned(), ..signed };
    assert_eq!(compare_lines(&wide, &master(), MasterTexts::Translated), []);
    assert_eq!(check_line(&wide).len(), 2, "the signs of Chinese texts count too");
}

#[test]
fn one_proviso_must_not_suffice_where_all_are_demanded() {
    let all = with_provisos(&["by day", "by night"], ProvisoLogic::All);
    let any = with_provisos(&["by day", "by night"], ProvisoLogic::Any);
    assert_eq!(compared(&all, &any), [DispatchWarning::AnyProviso]);
    assert_eq!(compared(&any, &all), []);
    assert_eq!(compared(&any, &any), []);
    let more = with_provisos(&["by day", "by night", "at dusk"], ProvisoLogic::Any);
    assert_eq!(compared(&any, &more), [DispatchWarning::Alternative { own: "at dusk".to_owned() }]);
    assert_eq!(compared(&any, &with_provisos(&["by day"], ProvisoLogic::All)), [], "one of them");
    assert_eq!(compared(&any, &with_provisos(&["at dusk"], ProvisoLogic::Any)).len(), 2, "none of them");
    let mixed = |text: &str| with_provisos(&["by day", "by night"], ProvisoLogic::Mixed(text.to_owned()));
    assert_eq!(compared(&mixed("and(p or(p))"), &mixed("and(p or(p))")), []);
    assert_eq!(compared(&mixed("and(p or(p))"), &mixed("or(p and(p))")), [DispatchWarning::ProvisoLogic]);
    assert_eq!(compare_lines(&all, &any, MasterTexts::Translated), [DispatchWarning::AnyProviso]);
}

#[test]
fn provisos_that_are_combined_in_another_way_allow_more() {
    let texts = ["by day", "over land", "below 5,000 ft"];
    let line = |texts: &[&str], logic: &str| with_provisos(texts, ProvisoLogic::Mixed(logic.to_owned()));
    let (all, any) = (with_provisos(&texts, ProvisoLogic::All), with_provisos(&texts, ProvisoLogic::Any));
    let mixed = line(&texts, "and(p or(p p))");
    for (theirs, ours) in [(&all, &mixed), (&any, &mixed), (&mixed, &any)] {
        assert_eq!(compared(theirs, ours), [DispatchWarning::ProvisoLogic]);
        assert!(!compare_lines(theirs, ours, MasterTexts::Translated).is_empty());
    }
    assert_eq!(compared(&mixed, &all), [], "all of them is stricter");
    let exchanged = line(&["over land", "by day", "below 5,000 ft"], "and(p or(p p))");
    assert_eq!(compared(&mixed, &exchanged), [DispatchWarning::ProvisoLogic], "another one of them is optional");
    assert_eq!(DispatchWarning::ProvisoLogic.kind(), DispatchWarningKind::LessRestrictive);
}

#[test]
fn another_procedure_and_other_aircraft_are_to_be_judged() {
    let other = DispatchLine { operational: vec!["DMC-X".to_owned()], ..master() };
    let warning = DispatchWarning::OtherProcedure(DispatchProcedure::Operational);
    assert_eq!(compared(&master(), &other), std::slice::from_ref(&warning));
    assert_eq!(warning.kind(), DispatchWarningKind::ToBeJudged);
    let more = DispatchLine { operational: vec!["DMC-X".to_owned(), "DMC-O".to_owned()], ..master() };
    assert_eq!(compared(&master(), &more), []);
    let some = DispatchLine { applicability: "serialno=1~10".to_owned(), ..master() };
    assert_eq!(compared(&some, &master()), [DispatchWarning::Applicability]);
    assert_eq!(compared(&some, &some), []);
}

#[test]
fn remarks_that_differ_are_to_be_checked() {
    let longer = DispatchLine { remarks: "(M)(O) One may be inoperative for 5 days provided:".to_owned(), ..master() };
    assert_eq!(compared(&master(), &longer), [DispatchWarning::Remarks { master: master().remarks }]);
    let stated = DispatchLine { category: "A".to_owned(), ..master() };
    assert_eq!(compared(&master(), &stated), [DispatchWarning::CategoryA { master: "C".to_owned() }]);
    assert_eq!(compared(&stated, &stated), []);
    assert_eq!(compared(&stated, &master()), [DispatchWarning::Category { master: "A".to_owned() }]);
}

#[test]
fn numbers_and_categories_that_cannot_be_compared_are_told() {
    let varying = |required: &str, installed: &str| DispatchLine {
        required: required.to_owned(),
        installed: installed.to_owned(),
        ..master()
    };
    assert_eq!(compared(&master(), &varying("-", "2")), [DispatchWarning::Varies { master: "1".to_owned() }]);
    assert_eq!(compared(&master(), &varying("+1", "2")), [DispatchWarning::Varies { master: "1".to_owned() }]);
    assert_eq!(compared(&master(), &varying("1", "-")), [DispatchWarning::InstalledVaries { master: "2".to_owned() }]);
    let each = varying("1 (each side)", "2");
    assert_eq!(compared(&each, &each), []);
    assert_eq!(compared(&each, &master()), [DispatchWarning::NotComparable { master: "1 (each side)".to_owned() }]);
    for unknown in ["", "E", "C/D", "10"] {
        let own = labelled("A", unknown);
        assert_eq!(compared(&master(), &own), [DispatchWarning::Category { master: "C".to_owned() }], "{unknown}");
    }
}

#[test]
fn texts_of_another_language_are_counted_only() {
    let own = DispatchLine {
        remarks: "（M）（O）其中一个可以不工作，但是：".to_owned(),
        provisos: vec!["在昼间飞行".to_owned(), "检查另一个".to_owned()],
        ..master()
    };
    assert_eq!(compare_lines(&master(), &own, MasterTexts::Translated), []);
    assert_eq!(compare_lines(&master(), &own, MasterTexts::OtherLanguage), [DispatchWarning::OtherLanguage]);
    let fewer = DispatchLine { provisos: vec!["在昼间飞行".to_owned()], ..own };
    let warnings = compare_lines(&master(), &fewer, MasterTexts::Translated);
    assert_eq!(warnings, [DispatchWarning::FewerProvisos { master: "2".to_owned() }]);
    assert_eq!(warnings[0].kind(), DispatchWarningKind::LessRestrictive);
}

#[test]
fn a_line_is_consistent_in_itself() {
    let wrong = DispatchLine {
        category: String::new(),
        required: "3".to_owned(),
        remarks: "(O) May be inoperative".to_owned(),
        operational: Vec::new(),
        ..master()
    };
    assert_eq!(
        check_line(&wrong),
        [
            DispatchWarning::NoCategory,
            DispatchWarning::RequiredAboveInstalled,
            DispatchWarning::Sign(DispatchProcedure::Operational),
            DispatchWarning::Sign(DispatchProcedure::Maintenance),
        ]
    );
}

#[test]
fn lines_belong_together_by_their_labels() {
    let second = labelled("B", "A");
    let own = [second.clone(), labelled("C", "C")];
    let theirs = [master(), second];
    assert_eq!(items(&theirs, &own), [(1, DispatchWarning::NotInMaster)]);
    assert_eq!(missing_lines(&theirs, &own), [0]);
    assert_eq!(items(&[master()], &[labelled("1", "C")]), [], "both have one line");
    assert_eq!(compare_items(None, &[master()]), []);
}

#[test]
fn lines_without_labels_of_their_own_belong_together_by_their_place() {
    let unlabelled = [labelled("", "B"), labelled("", "D")];
    assert_eq!(items(&unlabelled, &unlabelled), []);
    let twice = [labelled("C", "B"), labelled("C", "D")];
    assert_eq!(items(&twice, &twice), []);
    assert_eq!(items(&unlabelled, &[labelled("A", "B"), labelled("B", "D")]), []);
    let third = [labelled("", "B"), labelled("", "D"), labelled("", "D")];
    assert_eq!(items(&unlabelled, &third), [(2, DispatchWarning::NotInMaster)]);
}

#[test]
fn an_excess_is_told_without_the_inconsistencies_of_a_line() {
    let own = DispatchLine { category: "D".to_owned(), maintenance: Vec::new(), ..master() };
    let theirs = [master()];
    let found = excess(MasterLines { lines: &theirs, texts: MasterTexts::Comparable }, &[own]);
    let dropped = DispatchWarning::OtherProcedure(DispatchProcedure::Maintenance);
    assert_eq!(found, [(0, DispatchWarning::Category { master: "C".to_owned() }), (0, dropped)], "(M) is still there");
    assert_eq!((found[0].1.code(), found[0].1.value()), ("category", Some("C")));
    assert_eq!(DispatchWarning::Procedure(DispatchProcedure::Operational).value(), Some("(O)"));
}

#[test]
fn remarks_and_values_that_differ_are_an_excess_that_a_person_judges() {
    let theirs = [master()];
    let judged = |own: DispatchLine| {
        let found = excess(MasterLines { lines: &theirs, texts: MasterTexts::Comparable }, &[own]);
        found.into_iter().map(|(_, one)| (one.code(), one.kind())).collect::<Vec<_>>()
    };
    let kind = DispatchWarningKind::ToBeJudged;
    let shorter = DispatchLine { remarks: "(M)(O) One may be inoperative".to_owned(), ..master() };
    assert_eq!(judged(shorter), [("remarks", kind)]);
    assert_eq!(judged(labelled("A", "A")), [("categoryA", kind)]);
    let odd = [labelled("A", "B or C")];
    let found = excess(MasterLines { lines: &odd, texts: MasterTexts::Comparable }, &[labelled("A", "D")]);
    assert_eq!(found, [(0, DispatchWarning::NotComparable { master: "B or C".to_owned() })]);
    let none = [labelled("A", "")];
    let found = excess(MasterLines { lines: &none, texts: MasterTexts::Comparable }, &[labelled("A", "D")]);
    assert_eq!(found, [(0, DispatchWarning::NotComparable { master: String::new() })]);
    assert!(DispatchLine::default().is_blank() && !master().is_blank());
}

#[test]
fn the_versions_of_a_master_item_have_one_order() {
    let versions = MasterVersions::new([VersionId(9), VersionId(4), VersionId(9)]);
    assert_eq!((versions.to_string().as_str(), versions.ids()), ("4 9", &[VersionId(4), VersionId(9)][..]));
    assert_eq!(MasterVersions::parse("9 4"), Some(versions));
    assert_eq!(MasterVersions::parse(""), Some(MasterVersions::default()));
    assert_eq!(MasterVersions::parse("4 x"), None);
}

#[test]
fn an_override_needs_a_reason() {
    assert_eq!(parse_override_reason(" "), Err(FieldCode::Required));
    assert_eq!(parse_override_reason(" Agreed with the authority "), Ok("Agreed with the authority".to_owned()));
}

#[test]
fn a_proviso_that_begins_like_an_exception_is_to_be_judged() {
    let theirs = with_provisos(&["by day", "over land"], ProvisoLogic::All);
    for more in ["unless the flight is local", "Or by night", "– except at sea", "或在夜间飞行", "除非为本场飞行"]
    {
        let own = with_provisos(&["by day", "over land", more], ProvisoLogic::All);
        assert_eq!(compared(&theirs, &own), [DispatchWarning::Exception { own: more.to_owned() }], "{more}");
        assert_eq!(compared(&own, &own), [], "the master list has it too");
    }
    let own = with_provisos(&["by day", "over land", "the orientation lights work"], ProvisoLogic::All);
    assert_eq!(compared(&theirs, &own), []);
    let without = DispatchLine { provisos: Vec::new(), ..master() };
    let own = with_provisos(&["otherwise as the crew decides"], ProvisoLogic::All);
    assert_eq!(compared(&without, &own).len(), 1);
}

#[test]
fn a_line_with_another_title_is_to_be_judged() {
    let titled = |title: &str| DispatchLine { title: title.to_owned(), ..master() };
    let warning = DispatchWarning::Title { master: "Cargo mode".to_owned() };
    assert_eq!(compared(&titled("Cargo mode"), &titled("All modes")), std::slice::from_ref(&warning));
    assert_eq!(compared(&titled("Cargo mode"), &titled("cargo  mode.")), []);
    assert_eq!(warning.kind(), DispatchWarningKind::ToBeJudged);
    assert_eq!(compare_lines(&titled("Cargo mode"), &titled("货运模式"), MasterTexts::Translated), []);
    let bare = DispatchLine { remarks: String::new(), provisos: Vec::new(), ..titled("Cargo mode") };
    let found = compare_lines(&bare, &titled("货运模式"), MasterTexts::OtherLanguage);
    assert_eq!(found, [DispatchWarning::OtherLanguage], "nobody knows what it says");
}

#[test]
fn two_lines_with_one_label_are_both_compared_with_its_line() {
    let theirs = [labelled("A", "B"), labelled("B", "D")];
    let category = DispatchWarning::Category { master: "B".to_owned() };
    assert_eq!(items(&theirs, &[labelled("A", "B"), labelled("A", "D")]), [(1, category)]);
    let strange = [labelled("X", "B"), labelled("X", "D")];
    assert_eq!(items(&theirs, &strange), [(0, DispatchWarning::NotInMaster), (1, DispatchWarning::NotInMaster)]);
}

#[test]
fn a_reference_that_names_nothing_is_a_sign_of_its_procedure() {
    let named = |codes: &[&str]| DispatchLine {
        remarks: String::new(),
        operational: codes.iter().map(|code| (*code).to_owned()).collect(),
        ..master()
    };
    assert_eq!(compared(&named(&[""]), &named(&["DMC-O"])), [], "the operator writes the procedure");
    assert_eq!(compared(&named(&[""]), &named(&[])), [DispatchWarning::Procedure(DispatchProcedure::Operational)]);
    let other = DispatchWarning::OtherProcedure(DispatchProcedure::Operational);
    assert_eq!(compared(&named(&["DMC-O"]), &named(&[""])), [other]);
}
