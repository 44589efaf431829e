//! Parameters of the two jobs of an import, parsed from the texts of the wire.

use domain::field::{FieldCode, FieldError, FieldErrors};
use domain::id::{PackageId, UploadId};
use domain::job::{Outputs, Parameters};
use domain::package::Completeness;
use domain::upload;

use crate::library::manuals;

/// A database and a manual by name. Names that no manual can have are found to be of none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ManualName {
    pub(crate) csdb: String,
    pub(crate) manual: String,
}

/// Parameters of `universalPreImport`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CheckPackage {
    pub(crate) upload: UploadId,
    /// The database to look for known objects in, without a manual too.
    pub(crate) csdb: Option<String>,
    /// The manual to check against; without one it is guessed from the package.
    pub(crate) manual: Option<ManualName>,
    /// Whether the package replaces the revision before it; without an answer the package decides.
    pub(crate) completeness: Option<Completeness>,
}

impl CheckPackage {
    pub(crate) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let upload = upload(parameters, &mut errors);
        let completeness = completeness(parameters, &mut errors);
        let csdb = parameters.text("csdbName").map(str::to_owned);
        let manual = parameters.text("manualName").zip(csdb.clone());
        let manual = manual.map(|(manual, csdb)| ManualName { csdb, manual: manual.to_owned() });
        let Some(upload) = upload else { return Err(errors.into_list()) };
        errors.finish()?;
        Ok(Self { upload, csdb, manual, completeness })
    }
}

/// A package by its id, or by the upload it came with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PackageSelector {
    Id(PackageId),
    Upload(UploadId),
}

/// Parameters of `universalImport`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImportPackage {
    pub(crate) package: PackageSelector,
    pub(crate) manual: ManualName,
    /// Whether the package replaces the revision before it; without an answer the package decides.
    pub(crate) completeness: Option<Completeness>,
    /// Languages that the manual is translated into.
    pub(crate) translation_languages: Vec<String>,
    /// The revision that the user compared the package with, empty for none; refused when the manual has another by now.
    pub(crate) compared_with: Option<String>,
    /// Values of the import dialog that the outputs repeat.
    pub(crate) repeated: Outputs,
}

impl ImportPackage {
    /// The values of the import dialog that the outputs repeat (specification, section 3).
    const REPEATED: [&str; 8] =
        ["csdb", "manual", "languageIsoCode", "issueDate", "issueNumber", "customer", "productInfo", "issueInfo"];

    pub(crate) fn parse(parameters: &Parameters) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let package = match parameters.text("packageId") {
            Some(id) => Some(PackageSelector::Id(PackageId(id.to_owned()))),
            None => upload(parameters, &mut errors).map(PackageSelector::Upload),
        };
        let [csdb, manual] = ["csdbName", "manualName"].map(|name| {
            let text = parameters.text(name).ok_or(FieldCode::Required);
            errors.take(&format!("parameterMap.{name}"), text).map(str::to_owned)
        });
        let completeness = completeness(parameters, &mut errors);
        let tags = parameters.list("translationLanguages").iter().filter(|tag| !tag.is_empty());
        let translation_languages = manuals::parse_languages(tags, "parameterMap.translationLanguages", &mut errors);
        let repeated = Self::REPEATED
            .into_iter()
            .filter_map(|name| Some((name.to_owned(), parameters.text(name)?.to_owned())))
            .collect();
        let (Some(package), Some(csdb), Some(manual)) = (package, csdb, manual) else {
            return Err(errors.into_list());
        };
        errors.finish()?;
        Ok(Self {
            package,
            manual: ManualName { csdb, manual },
            completeness,
            translation_languages,
            compared_with: parameters.list("comparedWith").first().cloned(),
            repeated,
        })
    }
}

/// The upload that `importPackage` names by its path.
fn upload(parameters: &Parameters, errors: &mut FieldErrors) -> Option<UploadId> {
    let upload = match parameters.text("importPackage") {
        Some(path) => upload::id_of_path(path).ok_or(FieldCode::UnknownValue),
        None => Err(FieldCode::Required),
    };
    errors.take("parameterMap.importPackage", upload)
}

/// The answer to the question whether the package is complete, if there is one.
fn completeness(parameters: &Parameters, errors: &mut FieldErrors) -> Option<Completeness> {
    let answer = Completeness::parse_answer(parameters.text("complete")?).ok_or(FieldCode::UnknownValue);
    errors.take("parameterMap.complete", answer)
}

#[cfg(test)]
mod tests {
    use domain::job::Parameter;

    use super::*;

    fn given(pairs: &[(&str, &str)]) -> Parameters {
        let pairs = pairs.iter().map(|(name, text)| ((*name).to_owned(), Parameter::Text((*text).to_owned())));
        Parameters(pairs.collect())
    }

    fn told(errors: &[FieldError]) -> Vec<String> {
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_import_is_parsed_and_all_that_is_wrong_is_reported_together() {
        let pairs = [("packageId", "p1"), ("csdbName", "H160"), ("manualName", "MEL"), ("customer", "Air")];
        let parsed = ImportPackage::parse(&given(&pairs)).expect("it is complete");
        assert_eq!(parsed.package, PackageSelector::Id(PackageId("p1".to_owned())));
        assert_eq!(parsed.manual, ManualName { csdb: "H160".to_owned(), manual: "MEL".to_owned() });
        assert_eq!((parsed.completeness, parsed.compared_with), (None, None));
        assert_eq!(parsed.repeated, Outputs::from([("customer".to_owned(), "Air".to_owned())]));

        let pairs = [("importPackage", "/uploads/7/a.zip"), ("csdbName", "H160"), ("manualName", "MEL")];
        let parsed = ImportPackage::parse(&given(&pairs)).expect("the upload names the package");
        assert_eq!(parsed.package, PackageSelector::Upload(UploadId("7".to_owned())));

        let wrong = given(&[("complete", "perhaps"), ("translationLanguages", "soup"), ("manualName", "")]);
        let errors = ImportPackage::parse(&wrong).expect_err("nothing is right");
        assert_eq!(
            told(&errors),
            [
                "parameterMap.importPackage: required",
                "parameterMap.csdbName: required",
                "parameterMap.manualName: required",
                "parameterMap.complete: unknown_value",
                "parameterMap.translationLanguages: unknown_value",
            ]
        );
    }

    #[test]
    fn a_check_needs_an_upload_and_may_name_a_manual() {
        let parsed = CheckPackage::parse(&given(&[("importPackage", "/uploads/7/a.zip"), ("complete", "yes")]));
        let parsed = parsed.expect("it is complete");
        assert_eq!((parsed.upload, parsed.manual), (UploadId("7".to_owned()), None));
        assert_eq!(parsed.completeness, Some(Completeness::Complete));
        let errors = CheckPackage::parse(&given(&[("importPackage", "/etc/passwd"), ("complete", "soup")]));
        assert_eq!(
            told(&errors.expect_err("both are wrong")),
            ["parameterMap.importPackage: unknown_value", "parameterMap.complete: unknown_value"]
        );
    }
}
