use proptest::prelude::*;

use super::*;

fn read(name: &str) -> FileName {
    FileName::parse(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn every_kind_of_name_reads_and_is_written_back() {
    for name in [
        "DMC-HELI-A-29-10-00-00A-520A-A_003-00_en-US.XML",
        "DMC-HELI-AAA-D00-00-0000-00AAA-131A-T-T2CB_00012-01_zh-CN.xml",
        "DMC-HELI-A-29-10-00-00A-520A-A",
        "DME-F0210-OP1-HELI-A-29-10-00-00A-520A-A_003-00_en-US.XML",
        "DME-F0210-TRIM_AIR_Annunciation-HELI-A-29-10-00-00A-520A-A_en-US.XML",
        "DME-F0210-A-B-HELI-A-29-10-00-00A-520A-A-H30A_en-US.XML",
        "PMC-HELI-F0210-MEL00-00_003-00_sx-US.XML",
        "PME-F0210-OP1-HELI-F0210-MEL00-00_003-00_en-US.XML",
        "SMC-HELI-F0210-TRAIN-01_001-00_en-US.XML",
        "SME-F0210-OP1-HELI-F0210-TRAIN-01_001-00_en-US.XML",
        "DML-HELI-F0210-S-2026-00002_001-00.XML",
        "DDN-HELI-F0210-K0999-2026-00001.XML",
        "COM-HELI-F0210-2026-00007-Q_en-US.XML",
        "UPF-HELI-A-29-10-00-00A-520A-A_002-00_en-US.XML",
        "UPE-F0210-OP1-HELI-A-29-10-00-00A-520A-A_002-00_en-US.XML",
        "IMF-F0210-HYD000012-001-01_001-00.XML",
        "IMF-HELI-A-291000-0-F0210-00523-A-04-1_001-00.XML",
        "ICN-F0210-HYD000012-001-01.CGM",
        "ICN-F0210-00012-01-1.png",
        "ICN-HELI-A-291000-0-F0210-00523-A-04-1.CGM",
        "ICN-HELI-A-DA52000-0-F0210-00523-A-004-01.svg",
    ] {
        assert_eq!(read(name).to_string(), name);
    }
}

#[test]
fn case_and_separators_of_a_name_do_not_matter() {
    let plain = read("DMC-HELI-A-29-10-00-00A-520A-A_003-00_en-US.XML");
    assert_eq!(read("dmc-heli-a-29-10-00-00a-520a-a_003-00_EN-us.XML"), plain);
    let note = read("DDN-HELI-F0210-K0999-2026-00001.XML");
    assert_eq!(read("DDN-HELI-F0210-K0999-2026_00001.XML"), note);
}

#[test]
fn what_is_no_name_is_refused_with_the_part_at_fault() {
    for (name, field) in [
        ("README.txt", "fileName"),
        ("XYZ-HELI-A.XML", "fileName"),
        ("DMC-HELI-A-29-10-00-00A-520A.XML", "code"),
        ("DMC-H-A-29-10-00-00A-520A-A.XML", "modelIdentCode"),
        ("DMC-HELI-A-29-10-000-00A-520A-A.XML", "assyCode"),
        ("DMC-HELI-A-29-10-00-00A-520A-X.XML", "itemLocationCode"),
        ("DMC-HELI-A-29-1-00-00A-520A-A.XML", "subSubSystemCode"),
        ("DMC-HELI-A-29-10-00-00A-520A-A-X99A.XML", "learnCode"),
        ("DME-F0210-HELI-A-29-10-00-00A-520A-A.XML", "extensionCode"),
        ("DMC-HÉLI-A-29-10-00-00A-520A-A.XML", "modelIdentCode"),
        ("DMC-HELI-A-29-1é-00-00A-520A-A.XML", "subSubSystemCode"),
        ("ICN-HELI-A-29100-0-F0210-00523-A-04-1.CGM", "sns"),
        ("ICN-LOGO.png", "code"),
        ("DML-HELI-F0210-X-2026-00002_001-00.XML", "dmlType"),
    ] {
        let error = FileName::parse(name).expect_err(name);
        assert_eq!(error.field, field, "{name}: {error}");
    }
}

#[test]
fn a_code_from_attributes_equals_the_code_from_text() {
    let code = DmCode::parse("HELI-A-29-10-0000-00AA-520B-T-T2CB").expect("a code");
    let attributes: Vec<(&str, String)> = code.attributes().map(|(name, value)| (name, value.to_owned())).collect();
    assert_eq!(attributes.len(), 13);
    assert_eq!((code.sub_system_code(), code.sub_sub_system_code()), ("1", "0"));
    assert_eq!((code.disassy_code(), code.disassy_code_variant()), ("00", "AA"));
    assert_eq!((code.info_code(), code.info_code_variant()), ("520", "B"));
    assert_eq!((code.learn_code(), code.learn_event_code()), ("T2C", "B"));
    let get = |name: &str| attributes.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str());
    assert_eq!(DmCode::from_attributes(get), Ok(code));
}

#[test]
fn an_attribute_that_is_missing_or_empty_is_named() {
    let get = |name: &str| (name == "modelIdentCode").then_some("HELI");
    assert_eq!(PmCode::from_attributes(get).expect_err("no issuer").field, "pmIssuer");
    // Both parts together would look like one of the right length.
    let get = |name: &str| match name {
        "subSystemCode" => Some("10"),
        "subSubSystemCode" => Some(""),
        "modelIdentCode" => Some("HELI"),
        "systemDiffCode" => Some("A"),
        _ => Some("29"),
    };
    assert_eq!(DmCode::from_attributes(get).expect_err("shifted").field, "subSystemCode");
}

#[test]
fn issues_compare_by_their_numbers() {
    let issue = |number, in_work| Issue::parse(number, in_work).expect("an issue");
    assert_eq!(issue("001", "00"), issue("00001", "00"));
    assert!(issue("001", "02") > issue("001", "00"));
    assert!(issue("002", "00") > issue("001", "99"));
    assert!(issue("001", "00").is_released() && !issue("001", "01").is_released());
    assert_eq!(issue("00012", "03").to_string(), "00012-03");
    assert!(Issue::parse("1", "00").is_err() && Issue::parse("001", "0").is_err());
}

#[test]
fn dates_are_days_or_moments_in_utc() {
    let date = |text| IssueDate::parse(text).map(|date| date.as_str().to_owned()).ok();
    assert_eq!(date("2026-10-01").as_deref(), Some("2026-10-01"));
    assert_eq!(date("2026-10-01T02:00:00+02:00").as_deref(), Some("2026-10-01T00:00:00Z"));
    assert_eq!(date("2026-10-01T02:00:00").as_deref(), Some("2026-10-01T02:00:00Z"));
    assert_eq!((date(""), date("2026-02-30"), date("2026-1-1")), (None, None, None));
}

#[test]
fn an_empty_extension_is_none_and_half_of_one_is_an_error() {
    let get = |producer: &'static str, code: &'static str| {
        Extension::from_attributes(move |name| Some(if name == "extensionCode" { code } else { producer }))
    };
    assert_eq!(get("", ""), Ok(None));
    assert_eq!(get("F0210", "").expect_err("half").field, "extensionCode");
    assert_eq!(get("", "OP1").expect_err("half").field, "extensionProducer");
}

/// Strategy for a DM code in canonical form.
fn dm_code() -> impl Strategy<Value = String> {
    "[A-Z0-9]{2,14}-[A-Z0-9]{1,4}-[A-Z0-9]{2,3}-[A-Z0-9]{2}-([A-Z0-9]{4}|[A-Z0-9]{2})-[A-Z0-9]{3,5}-[A-Z0-9]{4}-[ABCDT](-[TH][A-Z0-9]{2}[A-E])?"
}

fn icn() -> impl Strategy<Value = String> {
    "ICN-([A-Z0-9]{5}-[A-Z0-9]{5,10}|[A-Z0-9]{2,14}-[A-Z0-9]{1,4}-[A-Z0-9]{6,9}-[A-Z0-9]-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z])-[0-9]{2,3}-[0-9]{1,2}"
}

proptest! {
    #[test]
    fn a_module_name_reads_back(
        code in dm_code(), extension in "(-[A-Z0-9]{5}-[A-Z0-9]{1,12})?", issue in "(_[0-9]{3,5}-[0-9]{2})?", language in "(_[a-z]{2,3}-[A-Z]{2})?"
    ) {
        let prefix = if extension.is_empty() { "DMC" } else { "DME" };
        let name = format!("{prefix}{extension}-{code}{issue}{language}.XML");
        prop_assert_eq!(read(&name).to_string(), name);
    }

    #[test]
    fn an_illustration_number_reads_back(text in icn()) {
        let code = IcnCode::parse(&text).expect("a number");
        prop_assert_eq!(code.to_string(), text.clone());
        prop_assert!(text.contains(code.unique_ident()) && !code.security().is_empty());
    }

    #[test]
    fn other_codes_read_back(
        model in "[A-Z0-9]{2,14}", from in "[A-Z0-9]{5}", to in "[A-Z0-9]{5}", year in "[0-9]{4}", number in "[0-9]{5}"
    ) {
        for name in [
            format!("PMC-{model}-{from}-{to}-00_001-00_en-US.XML"),
            format!("DDN-{model}-{from}-{to}-{year}-{number}.XML"),
            format!("DML-{model}-{from}-P-{year}-{number}_001-00.XML"),
            format!("COM-{model}-{from}-{year}-{number}-R_en-US.XML"),
        ] {
            prop_assert_eq!(read(&name).to_string(), name);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        let _ = (FileName::parse(&text), IcnCode::parse(&text), IssueDate::parse(&text), DmCode::parse(&text));
    }

    #[test]
    fn whatever_is_read_is_written_so_that_it_reads_the_same(
        text in "(DM[CE]|PM[CE]|IC[N]|IMF|DDN|DML|COM|UP[FE])(-[A-Za-zé0-9]{1,5}){3,12}(_[0-9]{2,5}-[0-9]{2})?(_[a-zA-Z]{2}-[a-zA-Z]{2})?(\\.[a-z]{3})?"
    ) {
        if let Ok(name) = FileName::parse(&text) {
            prop_assert_eq!(FileName::parse(&name.to_string()), Ok(name));
        }
    }
}
