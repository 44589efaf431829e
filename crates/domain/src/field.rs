//! Validation errors of single values in a request.

use std::fmt;

/// The reason a value is refused; clients switch on [`FieldCode::as_str`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FieldCode {
    Required,
    TooShort,
    TooLong,
    TooMany,
    Character,
    Space,
    Email,
    PasswordMismatch,
    PasswordWrongOld,
    PasswordWrong,
    CodeWrong,
    PasswordSame,
    PasswordCommon,
    PasswordRepetition,
    PasswordUnknown,
    Taken,
    UnknownValue,
    UnknownField,
    Image,
    Type,
    Nul,
    Reserved,
    GuestAdmin,
    AllDatabases,
    Url,
    Unencrypted,
    NotTogether,
    Future,
    StyleLogo,
}

impl FieldCode {
    /// Every code, for the generated error list and the translation check.
    pub const ALL: [Self; 29] = [
        Self::Required,
        Self::TooShort,
        Self::TooLong,
        Self::TooMany,
        Self::Character,
        Self::Space,
        Self::Email,
        Self::PasswordMismatch,
        Self::PasswordWrongOld,
        Self::PasswordWrong,
        Self::CodeWrong,
        Self::PasswordSame,
        Self::PasswordCommon,
        Self::PasswordRepetition,
        Self::PasswordUnknown,
        Self::Taken,
        Self::UnknownValue,
        Self::UnknownField,
        Self::Image,
        Self::Type,
        Self::Nul,
        Self::Reserved,
        Self::GuestAdmin,
        Self::AllDatabases,
        Self::Url,
        Self::Unencrypted,
        Self::NotTogether,
        Self::Future,
        Self::StyleLogo,
    ];

    /// Stable wire name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::TooShort => "too_short",
            Self::TooLong => "too_long",
            Self::TooMany => "too_many",
            Self::Character => "character",
            Self::Space => "space",
            Self::Email => "email",
            Self::PasswordMismatch => "password.mismatch",
            Self::PasswordWrongOld => "password.wrong_old",
            Self::PasswordWrong => "password.wrong",
            Self::CodeWrong => "code.wrong",
            Self::PasswordSame => "password.same",
            Self::PasswordCommon => "password.common",
            Self::PasswordRepetition => "password.repetition",
            Self::PasswordUnknown => "password.unknown",
            Self::Taken => "taken",
            Self::UnknownValue => "unknown_value",
            Self::UnknownField => "unknown_field",
            Self::Image => "image",
            Self::Type => "type",
            Self::Nul => "nul",
            Self::Reserved => "reserved",
            Self::GuestAdmin => "guest_admin",
            Self::AllDatabases => "all_databases",
            Self::Url => "url",
            Self::Unencrypted => "unencrypted",
            Self::NotTogether => "not_together",
            Self::Future => "future",
            Self::StyleLogo => "style_logo",
        }
    }
}

/// One refused value of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Path of the value in the request, in wire names: `aircraft[2].registration`.
    pub field: String,
    pub code: FieldCode,
}

impl FieldError {
    /// Creates an error for a field.
    pub fn new(field: impl Into<String>, code: FieldCode) -> Self {
        Self { field: field.into(), code }
    }
}

impl fmt::Display for FieldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.code.as_str())
    }
}

/// Collects refused values, so that a form shows all of them at once.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Returns the parsed value, or records the error.
    pub fn take<T>(&mut self, field: &str, parsed: Result<T, FieldCode>) -> Option<T> {
        parsed.map_err(|code| self.add(field, code)).ok()
    }

    /// Adds an error that no single parser can detect, such as a duplicate.
    pub fn add(&mut self, field: impl Into<String>, code: FieldCode) {
        self.0.push(FieldError::new(field, code));
    }

    /// Returns the errors so far, for callers that cannot continue.
    pub fn into_list(self) -> Vec<FieldError> {
        self.0
    }

    /// Fails when there are errors.
    pub fn finish(self) -> Result<(), Vec<FieldError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}
