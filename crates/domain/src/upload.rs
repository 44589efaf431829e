//! Resumable uploads.

use chrono::{DateTime, Utc};

use crate::field::FieldCode;
use crate::id::{UploadId, UserId};

/// The longest file name, in characters.
const MAX_NAME: usize = 200;

/// The name of a package file: ends in `.zip`, has no spaces and no folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageName(String);

/// The reason a package name is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageNameError {
    /// Only ZIP packages are accepted (specification, section 5).
    NotZip,
    Invalid(FieldCode),
}

impl PackageName {
    /// Parses a name; spaces become underscores (specification, section 5).
    pub fn parse(text: &str) -> Result<Self, PackageNameError> {
        let name = text.trim().replace(' ', "_");
        if name.is_empty() {
            return Err(PackageNameError::Invalid(FieldCode::Required));
        }
        let ending = name.get(name.len().saturating_sub(4)..).unwrap_or_default();
        if !ending.eq_ignore_ascii_case(".zip") {
            return Err(PackageNameError::NotZip);
        }
        if name.chars().count() > MAX_NAME {
            return Err(PackageNameError::Invalid(FieldCode::TooLong));
        }
        let forbidden = |c: char| c.is_control() || "/\\:*?\"<>|".contains(c) || is_invisible(c);
        if name.starts_with('.') || name.chars().any(forbidden) {
            return Err(PackageNameError::Invalid(FieldCode::Character));
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Invisible characters that make a name look like another: directions, joiners, byte order marks.
pub fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// The content type of an upload: as given, but plain XML for every XML type (specification, section 5).
pub fn media_type(given: Option<&str>) -> String {
    let given = given.map(str::trim).unwrap_or_default();
    let plain = given.len() <= 200 && given.bytes().all(|b| (0x20..0x7f).contains(&b));
    if given.is_empty() || !plain {
        "application/octet-stream".to_owned()
    } else if given.to_ascii_lowercase().contains("xml") {
        "application/xml".to_owned()
    } else {
        given.to_owned()
    }
}

/// A resumable upload, in progress or complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Upload {
    pub id: UploadId,
    pub name: String,
    pub media_type: String,
    /// The size announced by the client.
    pub size: Option<i64>,
    /// The number of bytes stored durably.
    pub received: i64,
    /// Set when the upload is complete.
    pub sha256: Option<String>,
    pub created_by: UserId,
    pub created_on: DateTime<Utc>,
    pub updated_on: DateTime<Utc>,
}

impl Upload {
    /// All bytes have been received.
    pub fn is_complete(&self) -> bool {
        self.sha256.is_some()
    }

    /// The path that job parameters use for it.
    pub fn path(&self) -> String {
        format!("/uploads/{}/{}", self.id, self.name)
    }
}

/// The upload id in such a path; `None` for any other path.
pub fn id_of_path(path: &str) -> Option<UploadId> {
    let (id, name) = path.strip_prefix("/uploads/")?.split_once('/')?;
    (!id.is_empty() && !name.is_empty() && !name.contains('/')).then(|| UploadId(id.to_owned()))
}

/// Parses an id made by the client: a UUID.
pub fn parse_id(text: &str) -> Option<UploadId> {
    let groups: Vec<&str> = text.split('-').collect();
    let hexadecimal = |group: &&str| group.bytes().all(|b| b.is_ascii_hexdigit());
    let right = groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12]) && groups.iter().all(hexadecimal);
    right.then(|| UploadId(text.to_ascii_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_package_is_a_zip_file_and_has_no_spaces() {
        let name = |text| PackageName::parse(text).map(|name| name.0);
        assert_eq!(name(" H160 MEL rev 3.ZIP "), Ok("H160_MEL_rev_3.ZIP".to_owned()));
        assert_eq!(name("包 (1).zip"), Ok("包_(1).zip".to_owned()));
        for wrong in ["a.xml", "zip", "a.zip.exe", "a.zi", ".", "包"] {
            assert_eq!(name(wrong), Err(PackageNameError::NotZip), "{wrong}");
        }
        for wrong in ["../a.zip", "a\\b.zip", ".zip", ".a.zip", "a\nb.zip", "\u{202e}piz.zip", "C:a.zip"] {
            assert_eq!(name(wrong), Err(PackageNameError::Invalid(FieldCode::Character)), "{wrong:?}");
        }
        assert_eq!(name("  "), Err(PackageNameError::Invalid(FieldCode::Required)));
        assert_eq!(name(&format!("{}.zip", "a".repeat(200))), Err(PackageNameError::Invalid(FieldCode::TooLong)));
    }

    #[test]
    fn every_xml_type_becomes_plain_xml() {
        for (given, kept) in [
            (Some("application/zip"), "application/zip"),
            (Some("text/XML; charset=utf-8"), "application/xml"),
            (Some("application/vnd.openxmlformats"), "application/xml"),
            (Some("a\u{7}"), "application/octet-stream"),
            (None, "application/octet-stream"),
        ] {
            assert_eq!(media_type(given), kept, "{given:?}");
        }
    }

    #[test]
    fn a_path_contains_its_upload_id() {
        let id = UploadId("0198f2c4-6d1a-7c3e-9a51-1f0e7d5b2a10".to_owned());
        assert_eq!(id_of_path(&format!("/uploads/{id}/a.zip")), Some(id.clone()));
        for wrong in ["uploads/a/b.zip", "/uploads/a", "/uploads//b.zip", "/uploads/a/", "/uploads/a/b/c.zip", ""] {
            assert_eq!(id_of_path(wrong), None, "{wrong}");
        }
        assert_eq!(parse_id("0198F2C4-6D1A-7C3E-9A51-1F0E7D5B2A10"), Some(id));
        for wrong in ["", "a", "0198f2c4-6d1a-7c3e-9a51-1f0e7d5b2a1", "0198f2c46d1a7c3e9a511f0e7d5b2a10"] {
            assert_eq!(parse_id(wrong), None, "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn an_accepted_name_has_no_folder(text in "\\PC{0,40}\\.zip") {
            if let Ok(name) = PackageName::parse(&text) {
                prop_assert!(!name.as_str().contains(['/', '\\', ' ']) && !name.as_str().starts_with('.'));
                prop_assert_eq!(PackageName::parse(name.as_str()), Ok(name.clone()));
            }
        }
    }
}
