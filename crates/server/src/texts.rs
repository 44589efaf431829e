//! Messages of the server, in both languages.
//!
//! They are here and not in the web application because every API client needs them; the web displays them as received.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use domain::language::Locale;

type Catalogue = BTreeMap<String, String>;

static ENGLISH: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../locales/en-US.json")));
static CHINESE: LazyLock<Catalogue> = LazyLock::new(|| read(include_str!("../locales/zh-CN.json")));

#[expect(clippy::expect_used, reason = "the catalogues are part of the program and a test reads them")]
fn read(json: &str) -> Catalogue {
    serde_json::from_str(json).expect("a flat map of key to sentence")
}

/// All messages of a language, by key.
pub fn catalogue(locale: Locale) -> &'static BTreeMap<String, String> {
    match locale {
        Locale::English => &ENGLISH,
        Locale::Chinese => &CHINESE,
    }
}

/// The message for `key`, with `{name}` replaced by the parameter of that name, and `{name|one|other}` by the first form
/// if it is 1, otherwise by the second.
pub fn say(locale: Locale, key: &str, params: &[(String, String)]) -> String {
    let Some(sentence) = catalogue(locale).get(key) else {
        return key.to_owned();
    };
    params.iter().fold(sentence.clone(), |text, (name, value)| {
        with_form(&text, name, value).replace(&format!("{{{name}}}"), value)
    })
}

/// The text with the form of each `{name|one|other}` that fits the value.
fn with_form(text: &str, name: &str, value: &str) -> String {
    let start = format!("{{{name}|");
    let mut parts = text.split(start.as_str());
    let mut said = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (forms, rest) = part.split_once('}').unwrap_or((part, ""));
        let (one, other) = forms.split_once('|').unwrap_or((forms, forms));
        said.push_str(if value == "1" { one } else { other });
        said.push_str(rest);
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_is_defined_twice() {
        for (locale, json) in [
            (Locale::English, include_str!("../locales/en-US.json")),
            (Locale::Chinese, include_str!("../locales/zh-CN.json")),
        ] {
            let written = json.lines().filter(|line| line.contains("\": \"")).count();
            assert_eq!(written, catalogue(locale).len(), "{locale:?}: of two sentences for a key one is never said");
        }
    }

    #[test]
    fn a_number_chooses_the_form() {
        let said = |count: &str| {
            let params = [("count".to_owned(), count.to_owned()), ("issue".to_owned(), "4.2".to_owned())];
            say(Locale::English, "finding.xsd.not_installed", &params)
        };
        assert!(said("1").starts_with("1 file of issue 4.2 was not checked"), "{}", said("1"));
        assert!(said("12").starts_with("12 files of issue 4.2 were not checked"), "{}", said("12"));
    }

    #[test]
    fn both_languages_have_the_same_messages() {
        let (english, chinese) = (catalogue(Locale::English), catalogue(Locale::Chinese));
        assert!(english.keys().eq(chinese.keys()));
        for (key, sentence) in english {
            let places = |text: &str| {
                let mut found: Vec<String> =
                    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned).collect();
                // Chinese has one form.
                found.retain(|place| !place.contains('|'));
                found.sort();
                found
            };
            assert_eq!(places(sentence), places(&chinese[key]), "{key}");
        }
    }

    #[test]
    fn every_code_has_its_message() {
        let english = catalogue(Locale::English);
        for code in app::Error::CODES.iter().chain(&crate::problem::OWN_CODES) {
            assert!(english.contains_key(&format!("problem.{code}")), "{code}");
        }
        // A text without a code is one of an error that the list of errors leaves out.
        for key in english.keys() {
            let Some(code) = key.strip_prefix("problem.") else { continue };
            assert!(app::Error::CODES.contains(&code) || crate::problem::OWN_CODES.contains(&code), "{code}");
        }
        for code in app::reading::pictures::CODES {
            assert!(english.contains_key(code), "{code}");
        }
        for key in app::jobs::REASON_KEYS.iter().copied() {
            assert!(english.contains_key(key), "{key}");
        }
        for code in domain::field::FieldCode::ALL {
            assert!(english.contains_key(&format!("field.{}", code.as_str())), "{code:?}");
        }
    }

    #[test]
    fn every_finding_has_a_message_and_a_remedy() {
        for locale in [Locale::English, Locale::Chinese] {
            let texts = catalogue(locale);
            for rule in domain::finding::Rule::ALL {
                assert!(texts.contains_key(&format!("finding.{}", rule.as_str())), "{locale:?} {rule:?}");
                assert!(texts.contains_key(&format!("remedy.{}", rule.as_str())), "{locale:?} {rule:?}");
            }
            for warning in domain::dispatch::DispatchWarning::ALL_CODES {
                assert!(texts.contains_key(&format!("melWarning.{warning}")), "{locale:?} {warning}");
            }
            for code in domain::finding::ImportCode::ALL {
                assert!(texts.contains_key(&format!("import.code.{}", code.number())), "{locale:?} {code:?}");
            }
            let known = |key: &str| domain::finding::Rule::parse(key).is_some();
            let stale = texts.keys().filter_map(|key| {
                key.strip_prefix("finding.").or_else(|| key.strip_prefix("remedy.")).filter(|rule| !known(rule))
            });
            assert_eq!(stale.collect::<Vec<_>>(), Vec::<&str>::new());
        }
    }

    #[test]
    fn the_titles_of_failed_jobs_are_those_of_the_specification() {
        let file = [("file".to_owned(), "A.XML".to_owned())];
        for (key, sentence) in [
            ("universalPreImport", "ZIP file could not be uploaded"),
            ("unzip", "Unable to unzip the uploaded ZIP file"),
            ("organization", "Unable to find the package organization file"),
            ("statusList", "Unable to find the package status list file"),
            ("validation", "XML Validation error for (A.XML)"),
            ("dm", "Unable to find the DM/DS A.XML that is referred to"),
            ("icn", "Unable to find the ICN A.XML that DMs refer to"),
            ("pm", "Unable to find the PM or the PS in the package status list file"),
            ("pmMissing", "PM / PS is missing."),
            ("applicability", "Inconsistency in the ACT / PCT / CCT."),
            ("applicabilityNotReferenced", "ACT or PCT or CCT not referenced in the exchange package status list."),
            (
                "applicabilityReference",
                "Unable to find the reference to ACT / PCT / CCT in the package status list file",
            ),
            ("dmReference", "A DM that another DM refers to is missing (DM / DS)."),
            ("icnFormat", "Unsupported ICN format (MIME type not supported)."),
            ("package", "Error, Package can not be imported!"),
        ] {
            assert_eq!(say(Locale::English, &format!("job.failed.{key}"), &file), sentence);
        }
    }

    #[test]
    fn parameters_replace_their_placeholders() {
        let params = [("account".to_owned(), "ann".to_owned())];
        assert_eq!(say(Locale::English, "notification.user.registered", &params), "ann requests an account");
        assert_eq!(say(Locale::Chinese, "no.such.key", &[]), "no.such.key");
    }
}
