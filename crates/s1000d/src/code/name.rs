//! File names: a hint what a file holds, never its identity.

use std::fmt;

use super::{
    Code, CodeError, CommentCode, DdnCode, DmCode, DmlCode, Extension, IcnCode, Identity, Issue, Language, PmCode,
    ScpmCode,
};

/// The parts of a file's name. Official sets have names that disagree with the content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileName {
    pub identity: Identity,
    pub issue: Option<Issue>,
    /// The ending behind the last full stop, as written.
    pub suffix: Option<String>,
}

impl FileName {
    /// Reads a name without folders, in any case.
    pub fn parse(name: &str) -> Result<Self, CodeError> {
        let wrong = || CodeError::new("fileName", name);
        let (stem, suffix) = match name.rsplit_once('.') {
            Some((stem, suffix)) if !suffix.is_empty() && suffix.bytes().all(|b| b.is_ascii_alphanumeric()) => {
                (stem, Some(suffix.to_owned()))
            }
            _ => (name, None),
        };
        let (prefix, rest) = stem.split_once('-').ok_or_else(wrong)?;
        let prefix = prefix.to_ascii_uppercase();
        if prefix == "DDN" {
            // Tools write `_` as well as `-` before the sequence number.
            let code = DdnCode::parse(&rest.replacen('_', "-", 1))?;
            let identity = Identity { code: Code::DispatchNote(code), extension: None, language: None };
            return Ok(Self { identity, issue: None, suffix });
        }
        let (rest, language) = take_language(rest);
        let (rest, issue) = take_issue(rest);
        let (extension, code) = match prefix.as_str() {
            "DMC" => (None, Code::Module(DmCode::parse(rest)?)),
            "UPF" => (None, Code::Update(DmCode::parse(rest)?)),
            "PMC" => (None, Code::Publication(PmCode::parse(rest)?)),
            "SMC" => (None, Code::Scorm(ScpmCode::parse(rest)?)),
            "DME" => extended(rest, &[8, 9], |text| DmCode::parse(text).map(Code::Module))?,
            "UPE" => extended(rest, &[8, 9], |text| DmCode::parse(text).map(Code::Update))?,
            "PME" => extended(rest, &[4], |text| PmCode::parse(text).map(Code::Publication))?,
            "SME" => extended(rest, &[4], |text| ScpmCode::parse(text).map(Code::Scorm))?,
            "DML" => (None, Code::List(DmlCode::parse(rest)?)),
            "COM" => (None, Code::Comment(CommentCode::parse(rest)?)),
            "ICN" => (None, Code::Illustration(IcnCode::parse(rest)?)),
            "IMF" => (None, Code::IllustrationMetadata(IcnCode::parse(rest)?)),
            _ => return Err(wrong()),
        };
        Ok(Self { identity: Identity { code, extension, language }, issue, suffix })
    }
}

/// Cuts `_en-US` off the end.
fn take_language(text: &str) -> (&str, Option<Language>) {
    let parts = text.rsplit_once('_').and_then(|(rest, last)| {
        let (code, country) = last.split_once('-')?;
        Some((rest, Language::parse(code, country).ok()?))
    });
    parts.map_or((text, None), |(rest, language)| (rest, Some(language)))
}

/// Cuts `_001-00` off the end.
fn take_issue(text: &str) -> (&str, Option<Issue>) {
    let parts = text.rsplit_once('_').and_then(|(rest, last)| {
        let (number, in_work) = last.split_once('-')?;
        Some((rest, Issue::parse(number, in_work).ok()?))
    });
    parts.map_or((text, None), |(rest, issue)| (rest, Some(issue)))
}

/// Reads `producer-extension-code`. The code has a known number of groups, so that an extension may hold hyphens.
fn extended(
    text: &str,
    groups: &[usize],
    read: impl Fn(&str) -> Result<Code, CodeError>,
) -> Result<(Option<Extension>, Code), CodeError> {
    let (producer, rest) = text.split_once('-').ok_or_else(|| CodeError::new("extensionProducer", text))?;
    let mut last = CodeError::new("extensionCode", rest);
    for &count in groups {
        let Some((cut, _)) = rest.rmatch_indices('-').nth(count - 1) else { continue };
        match read(&rest[cut + 1..]) {
            Ok(code) => return Ok((Some(Extension::parse(producer, &rest[..cut])?), code)),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// The name in canonical form: language as `en-US`, hyphens, suffix as it was.
impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bare = Identity { language: None, ..self.identity.clone() };
        write!(f, "{bare}")?;
        if let Some(issue) = self.issue {
            write!(f, "_{issue}")?;
        }
        if let Some(language) = &self.identity.language {
            write!(f, "_{language}")?;
        }
        match &self.suffix {
            Some(suffix) => write!(f, ".{suffix}"),
            None => Ok(()),
        }
    }
}
