//! Packages in the style of ATA Spec 2300.

use std::fmt::Write;

use s1000d::package::Completeness;

use crate::given::*;

const NAMESPACE: &str = "urn:csdb:exchange-package:1";
const ORGANIZATION: &str = "PackageOrganization.xml";
const EPSL: &str = "EPSL/EPSL-TESTAC.xml";
const PM_FILE: &str = "PM/PMC-TESTAC-F0210-MEL00-00_EN-US.XML";
const PS_FILE: &str = "PS/PS-TESTAC-F0210-MEL00-00_EN-US.XML";

fn dm_file(code: &str) -> String {
    format!("DM/DMC-{code}_EN-US.XML")
}

fn ds_file(code: &str) -> String {
    format!("DS/DS-{code}_EN-US.XML")
}

fn ident(code: &str) -> String {
    format!("<dmIdent>{}<language languageIsoCode=\"en\" countryIsoCode=\"US\"/></dmIdent>", dm_code(code))
}

fn module(code: &str, content: &str) -> String {
    format!(
        "<dmodule xmlns=\"{NAMESPACE}\">{}<issueInfo issueDate=\"2026-01-02T00:00:00Z\"/><content>{content}</content></dmodule>",
        ident(code)
    )
}

fn status(code: &str, applic: &str) -> String {
    format!(
        "<dmStatus xmlns=\"{NAMESPACE}\" dataProducer=\"oem\" issueType=\"new\">{}<issueInfo issueDate=\"2026-01-03T00:00:00Z\"/><applic>{applic}</applic></dmStatus>",
        ident(code)
    )
}

const PM_IDENT: &str = "<pmIdent><pmCode modelIdentCode=\"TESTAC\" pmIssuer=\"F0210\" pmNumber=\"MEL00\" pmVolume=\"00\"/><language languageIsoCode=\"en\" countryIsoCode=\"US\"/></pmIdent>";

fn organization() -> String {
    format!(
        r#"<packageOrganization xmlns="{NAMESPACE}" specification="ATA2300"><packageIdent>
<packageCode modelIdentCode="TESTAC" senderIdent="F0210" receiverIdent="K0999" yearOfDataIssue="2026" seqNumber="00003"/>
<issueInfo issueNumber="003" inWork="00" issueDate="2026-10-01T00:00:00Z"/><language languageIsoCode="en" countryIsoCode="US"/></packageIdent>
<packageStatus packageType="complete" manualType="MEL" customer="ACME"><title>Master list</title><productInfo>TESTAC-B</productInfo></packageStatus>
<locationList><location objectType="epsl" path="{EPSL}"/></locationList></packageOrganization>"#
    )
}

fn status_list(codes: &[&str]) -> String {
    let mut entries = String::new();
    for code in codes {
        writeln!(
            entries,
            "<dmStatusEntry objectType=\"dm\" issueType=\"new\">{}<fileName>{}</fileName><statusFileName>{}</statusFileName></dmStatusEntry>",
            dm_ref(code),
            dm_file(code),
            ds_file(code)
        )
        .expect("text");
    }
    format!(
        r#"<exchangePackageStatusList xmlns="{NAMESPACE}"><applicabilityRefs>
<applicCrossRefTableRef>{}</applicCrossRefTableRef><productCrossRefTableRef>{}</productCrossRefTableRef><condCrossRefTableRef>{}</condCrossRefTableRef></applicabilityRefs>
<pmStatusList><pmStatusEntry issueType="new"><pmRef><pmRefIdent><pmCode modelIdentCode="TESTAC" pmIssuer="F0210" pmNumber="MEL00" pmVolume="00"/></pmRefIdent></pmRef>
<fileName>{PM_FILE}</fileName><statusFileName>{PS_FILE}</statusFileName></pmStatusEntry></pmStatusList>
<dmStatusList>{entries}</dmStatusList>
<infoEntityList><infoEntityEntry infoEntityIdent="{ICN}" mimeType="image/svg+xml" fileName="ICN/{ICN}.SVG"/></infoEntityList></exchangePackageStatusList>"#,
        dm_ref(ACT),
        dm_ref(PCT),
        dm_ref(CCT)
    )
}

fn exchange() -> Package {
    let applic = "<assert applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValues=\"A\"/>";
    let mut package = Package::default().with(ORGANIZATION, organization());
    for (code, content) in [
        (DESCRIPTION, format!("<dispatchItem><title>Pump</title><para>See {}</para><graphic infoEntityIdent=\"{ICN}\"/></dispatchItem>", dm_ref(OTHER))),
        (OTHER, "<dispatchProcedure><title>Check</title></dispatchProcedure>".to_owned()),
        (CONTAINER, format!("<container><refs>{}</refs></container>", dm_ref(DESCRIPTION))),
        (ACT, "<applicCrossRefTable><productAttributeList><productAttribute id=\"model\"><name>Model</name></productAttribute></productAttributeList></applicCrossRefTable>".to_owned()),
        (CCT, "<condCrossRefTable><condList/></condCrossRefTable>".to_owned()),
        (PCT, "<productCrossRefTable><product><assign applicPropertyIdent=\"model\" applicPropertyType=\"prodattr\" applicPropertyValue=\"A\"/></product></productCrossRefTable>".to_owned()),
    ] {
        package = package.with(&dm_file(code), module(code, &content)).with(&ds_file(code), status(code, applic));
    }
    let entries = entry(DESCRIPTION) + &entry(CONTAINER);
    package
        .with(EPSL, status_list(&[DESCRIPTION, OTHER, CONTAINER, ACT, CCT, PCT]))
        .with(PM_FILE, format!("<pm xmlns=\"{NAMESPACE}\">{PM_IDENT}<issueInfo issueDate=\"2026-01-02T00:00:00Z\"/><content><pmEntry><title>Master list</title>{entries}</pmEntry></content></pm>"))
        .with(PS_FILE, format!("<pmStatus xmlns=\"{NAMESPACE}\" issueType=\"new\">{PM_IDENT}<issueInfo issueDate=\"2026-01-02T00:00:00Z\"/></pmStatus>"))
        .with(&format!("ICN/{ICN}.SVG"), SVG)
}

#[test]
fn a_whole_package_has_no_finding_and_content_meets_status() {
    let inspected = exchange().inspect();
    assert_eq!(inspected.found(), []);
    let summary = &inspected.contents.summary;
    assert_eq!((summary.kind, summary.modules, summary.publications), ("ata2300", 6, 1));
    assert_eq!((summary.title.as_deref(), summary.product.as_deref()), (Some("Master list"), Some("TESTAC-B")));
    assert_eq!((summary.customer.as_deref(), summary.manual_type.as_deref()), (Some("ACME"), Some("MEL")));
    assert_eq!((summary.issue_number.as_deref(), summary.completeness), (Some("003"), Completeness::DeclaredComplete));
    let item = inspected.contents.items.iter().find(|item| *item.name == *dm_file(DESCRIPTION)).expect("the module");
    assert_eq!((&*item.issue, item.issue_type.as_deref()), ("2026-01-03T00:00:00Z", Some("new")));
    assert!(item.status_sha256.is_some());
    let names: Vec<&str> = inspected.contents.items.iter().map(|item| &*item.name).collect();
    assert!(!names.iter().any(|name| name.starts_with("DS/") || name.starts_with("PS/") || *name == ORGANIZATION));
}

#[test]
fn a_missing_or_broken_organization_file_is_1002() {
    assert_eq!(exchange().without(ORGANIZATION).inspect().found(), [(1002, "organization.missing", "")]);
    assert_eq!(
        exchange().with(ORGANIZATION, "<packageOrganization><oops></packageOrganization>").inspect().found(),
        [(1002, "organization.unreadable", ORGANIZATION), (1010, "xml.not_well_formed", ORGANIZATION)]
    );
}

#[test]
fn a_missing_or_broken_status_list_is_1003() {
    let found = exchange().without(EPSL).inspect();
    assert_eq!(found.found(), [(1003, "status_list.missing", "")]);
    assert_eq!(
        exchange().with(EPSL, "<exchangePackageStatusList><oops></exchangePackageStatusList>").inspect().found(),
        [(1003, "status_list.unreadable", EPSL), (1010, "xml.not_well_formed", EPSL)]
    );
}

#[test]
fn a_table_that_the_list_does_not_name_is_1004() {
    let inspected = exchange().changed(EPSL, "productCrossRefTableRef", "other").inspect();
    assert_eq!(inspected.found(), [(1004, "applic.table_not_referenced", EPSL)]);
    assert_eq!(inspected.names("applic.table_not_referenced", "table"), ["PCT"]);
    // Manuals that are not about aircraft need none.
    let unrelated = exchange().changed(EPSL, "productCrossRefTableRef", "other").changed(
        ORGANIZATION,
        "modelIdentCode=\"TESTAC\"",
        "modelIdentCode=\"ATA2300\"",
    );
    assert_eq!(unrelated.inspect().found(), []);
}

#[test]
fn an_undeclared_property_of_a_status_is_1005() {
    let name = dm_file(OTHER);
    let inspected = exchange()
        .changed(&ds_file(OTHER), "applicPropertyIdent=\"model\"", "applicPropertyIdent=\"weight\"")
        .inspect();
    assert_eq!(inspected.found(), [(1005, "applic.undeclared", &*name)]);
}

#[test]
fn a_module_that_names_its_table_is_judged_by_that() {
    let own = "TESTAC-B-00-00-00-00A-00WA-D";
    let weighed = |package: Package| package.changed(&ds_file(OTHER), "Ident=\"model\"", "Ident=\"weight\"");
    let content = "<applicCrossRefTable><productAttributeList><productAttribute id=\"weight\"><name>Weight</name>\
                   </productAttribute></productAttributeList></applicCrossRefTable>";
    let package = exchange()
        .with(&dm_file(own), module(own, content))
        .with(&ds_file(own), status(own, ""))
        .with(EPSL, status_list(&[DESCRIPTION, OTHER, CONTAINER, ACT, CCT, PCT, own]));
    let name = dm_file(OTHER);
    assert_eq!(weighed(package.clone()).inspect().found(), [(1005, "applic.undeclared", &*name)]);
    let table = format!("<applicCrossRefTableRef>{}</applicCrossRefTableRef><applic>", dm_ref(own));
    let package = package.changed(&ds_file(OTHER), "<applic>", &table);
    assert_eq!(package.inspect().found(), [(1005, "applic.undeclared", &*name)], "it declares no model");
    assert_eq!(weighed(package).inspect().found(), []);
}

#[test]
fn a_module_with_a_status_of_its_own_needs_no_file_for_it() {
    let whole = Dm { code: OTHER, ..Dm::default() }.xml();
    for xml in [whole.clone(), whole.replace(" issueType=\"new\"", "")] {
        let named = format!("<statusFileName>{}</statusFileName>", ds_file(OTHER));
        let package = exchange().with(&dm_file(OTHER), xml).without(&ds_file(OTHER)).changed(EPSL, &named, "");
        assert_eq!(package.inspect().found(), []);
    }
}

#[test]
fn a_publication_or_its_status_that_is_missing_is_1006() {
    assert_eq!(
        exchange().without(PS_FILE).inspect().found(),
        [(1006, "pm.file_missing", EPSL), (1006, "pm.status_missing", PM_FILE)]
    );
    let inspected = exchange().without(PM_FILE).without(PS_FILE).inspect();
    assert_eq!(
        inspected.found(),
        [(1006, "pm.missing", ""), (1006, "pm.file_missing", EPSL), (1006, "pm.file_missing", EPSL)]
    );
}

#[test]
fn what_the_list_and_the_files_disagree_about_is_1007() {
    let (file, other) = (dm_file(OTHER), dm_file(DESCRIPTION));
    let unlisted = exchange().with(EPSL, status_list(&[OTHER, CONTAINER, ACT, CCT, PCT])).inspect();
    assert_eq!(unlisted.found(), [(1007, "list.not_listed", &*other), (1007, "pm.dm_ref_not_listed", PM_FILE)]);
    let inspected = exchange().without(&file).without(&ds_file(OTHER)).inspect();
    assert_eq!(
        inspected.found(),
        [(1008, "dm.dm_ref_dangling", &*other), (1007, "list.file_missing", EPSL), (1007, "list.file_missing", EPSL)]
    );
    let alone = exchange().without(&ds_file(OTHER)).inspect();
    assert_eq!(alone.found(), [(1007, "dm.status_missing", &*file), (1007, "list.file_missing", EPSL)]);
}

#[test]
fn a_status_file_of_another_module_is_found_out() {
    let name = ds_file(OTHER);
    let inspected = exchange().with(&name, status(MISSING, "")).inspect();
    assert_eq!(inspected.found(), [(1007, "status.of_another", &*name)]);
}

#[test]
fn a_container_without_its_alternate_is_1009() {
    let name = dm_file(CONTAINER);
    let inspected = exchange().changed(&name, &dm_ref(DESCRIPTION), &dm_ref(MISSING)).inspect();
    assert_eq!(inspected.found(), [(1009, "container.dm_ref_dangling", &*name)]);
}

#[test]
fn an_illustration_is_found_by_its_number_and_missing_without_a_file() {
    let name = dm_file(DESCRIPTION);
    let inspected = exchange().without(&format!("ICN/{ICN}.SVG")).inspect();
    assert_eq!(inspected.found(), [(1011, "icn.missing", &*name), (1011, "list.icn_missing", EPSL)]);
}

#[test]
fn a_checksum_that_does_not_hold_is_1013() {
    let file = dm_file(OTHER);
    let named = format!("<statusFileName>{}</statusFileName>", ds_file(OTHER));
    let wrong = format!("{named}<checksum algorithm=\"SHA-256\">{}</checksum>", "0".repeat(64));
    assert_eq!(exchange().changed(EPSL, &named, &wrong).inspect().found(), [(1013, "list.checksum", &*file)]);
}

#[test]
fn the_package_may_lie_in_one_folder_and_be_paired_by_names() {
    let mut folder = Package::default();
    for (name, content) in exchange().files {
        folder = folder.with(&format!("delivery/{name}"), content);
    }
    assert_eq!(folder.inspect().found(), []);
    // Without the names of status files in the list, the names of the files pair them.
    let named = format!("<statusFileName>{}</statusFileName>", ds_file(OTHER));
    assert_eq!(exchange().changed(EPSL, &named, "").inspect().found(), []);
}

#[test]
fn an_incremental_package_says_so() {
    let package = exchange().changed(ORGANIZATION, "packageType=\"complete\"", "packageType=\"incremental\"");
    assert_eq!(package.inspect().contents.summary.completeness, Completeness::DeclaredIncremental);
}
