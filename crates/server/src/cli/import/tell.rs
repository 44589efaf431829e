//! Prints a package report.

use app::imports::packages::{self, Comparison, Doubt, FindingFilter, Grouping};
use app::jobs::Job;
use app::{Caller, Ctx};
use domain::language::Locale;
use domain::package::Package;

use crate::cli::say;
use crate::texts;

pub(super) fn package(package: &Package) {
    say(&format!("package   {} ({} bytes)", package.file_name, package.size));
    let Some(summary) = &package.summary else { return };
    let title = [summary.specification.as_str(), summary.title.as_str()].join(", ");
    say(&format!("          {title}"));
    say(&format!(
        "          {} modules, {} publications, {} illustrations, {} other files, {}",
        summary.modules,
        summary.publications,
        summary.illustrations,
        summary.others,
        summary.languages.join(" ")
    ));
    say(&format!(
        "          issue {} of {}, {}, schemas {}",
        summary.issue_number,
        summary.issue_date,
        summary.completeness.as_str(),
        summary.xsd.as_str()
    ));
}

pub(super) async fn findings(ctx: &Ctx, caller: &Caller, package: &Package) -> anyhow::Result<()> {
    let groups = packages::finding_groups(ctx, caller, &package.id, Grouping::Code, &FindingFilter::default()).await?;
    if groups.is_empty() {
        say("findings  none");
    }
    for (index, group) in groups.iter().enumerate() {
        let label = if index == 0 { "findings" } else { "" };
        let title = texts::say(Locale::English, &format!("import.code.{}", group.key), &[]);
        say(&format!("{label:<9} {} {:<5} {:>6}  {title}", group.key, group.severity.as_str(), group.count));
    }
    Ok(())
}

pub(in crate::cli) fn imported(job: &Job) {
    let output = |name: &str| job.outputs.get(name).map(String::as_str).unwrap_or_default();
    let (csdb, manual) = (output("csdbName"), output("manualName"));
    say(&format!("imported  /{csdb}/{manual} revision {}, {} modules", output("revision"), output("modules")));
}

pub(super) fn differences(Comparison { doubts, counts, .. }: &Comparison) {
    say(&format!(
        "library   new {}, changed {}, unchanged {}, removed {}",
        counts.new, counts.changed, counts.unchanged, counts.removed
    ));
    for doubt in doubts {
        say(&format!("WARNING   {}", told(doubt)));
    }
}

fn told(doubt: &Doubt) -> String {
    match doubt {
        Doubt::OtherModel { package, manual } => {
            format!("the package is of model {package}, the manual of model {manual}")
        }
        Doubt::NothingShared => "the manual holds nothing of what is in the package".to_owned(),
        Doubt::AlreadyImported { revision, on } => {
            format!("revision {revision}, imported on {}, already holds everything in the package", on.date_naive())
        }
        Doubt::Older { revision, objects, package_date, revision_date } => {
            let day = |date: &str| date.split('T').next().filter(|day| !day.is_empty()).unwrap_or("unknown").to_owned();
            format!(
                "the package is older than revision {revision}: {objects} objects of an earlier issue; dates {} and {}",
                day(package_date),
                day(revision_date)
            )
        }
        Doubt::OutdatedTranslation { revision, objects, original } => {
            format!("revision {revision} has the {original} original of {objects} objects in a later issue")
        }
    }
}
