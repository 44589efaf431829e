//! Which modules go out for a profile or an aircraft: their own statements, their places, and their status files.

use std::collections::BTreeMap;

use domain::permission::Role;
use testkit::app::TestApp;
use testkit::packages::{PackageFiles, demo};

use super::published;
use super::targets::{OLD, files, for_old, given_fleet};
use crate::imports::given_manual;
use crate::viewer::delivered;

testkit::on_each_app!(a_status_file_wins_over_the_module,);

/// Changes the text of the file with a code in its name.
fn changed(package: &mut PackageFiles, code: &str, change: impl Fn(String) -> String) {
    let found = package.iter_mut().find(|(name, _)| name.contains(code));
    let (_, bytes) = found.unwrap_or_else(|| panic!("{code} is not there"));
    *bytes = change(String::from_utf8(bytes.clone()).expect("UTF-8")).into_bytes();
}

/// A manual with a changed package of the demo library, and an operator with an aircraft.
async fn given_package(app: &TestApp, package: &PackageFiles) {
    given_manual(app).await;
    delivered(app, package, "yes").await;
    given_fleet(app, &[OLD]).await;
}

/// The files of the package for the aircraft.
async fn package_for_old(app: &TestApp, format: &str) -> BTreeMap<String, Vec<u8>> {
    let author = app.person(Role::Author).await;
    let outputs = published(app, &author, "exportQuickAta2300", for_old(&[format])).await;
    files(&author, &outputs, &format!("NV240-MMEL-4.1-for-QZ-HAA-draft-{format}-complete.zip")).await
}

fn has(files: &BTreeMap<String, Vec<u8>>, code: &str) -> bool {
    files.keys().any(|name| name.contains(code))
}

async fn a_status_file_wins_over_the_module(app: TestApp) {
    let mut package = demo("mmel-r1");
    let without_checksums = |text: String| {
        let lines: Vec<&str> = text.lines().filter(|line| !line.contains("<checksum")).collect();
        lines.join("\n")
    };
    changed(&mut package, "EPSL-", without_checksums);
    let status = |values: &str| {
        format!(
            "<dmStatus><applic><assert applicPropertyIdent=\"EK25HOIST\" applicPropertyType=\"condition\" \
             applicPropertyValues=\"{values}\"/></applic></dmStatus><content>"
        )
    };
    // The status of the fan says ALL, that of the hoist says INSTALLED.
    changed(&mut package, "DMC-NV240-A-21-21-01-00A-180A", |text| text.replace("<content>", &status("INSTALLED")));
    changed(&mut package, "DMC-NV240-A-25-63-01-00A-180A", |text| {
        text.replace("<content>", "<dmStatus><applic/></dmStatus><content>")
    });
    given_package(&app, &package).await;
    let files = package_for_old(&app, "ata2300").await;
    assert!(has(&files, "DMC-NV240-A-21-21-01-00A-180A"), "it applies although its own statement is stale");
    assert!(!has(&files, "DMC-NV240-A-25-63-01-00A-180A"), "it does not apply although it says nothing itself");
}
