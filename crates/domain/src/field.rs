//! What can be wrong with one value that a person typed.

use std::fmt;

/// Why a single value is refused; clients switch on [`FieldCode::as_str`].
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
    PasswordSame,
    Taken,
    UnknownValue,
    UnknownField,
    Image,
    Type,
    Nul,
    Reserved,
}

impl FieldCode {
    /// Every code, for the generated error list and the translation check.
    pub const ALL: [Self; 17] = [
        Self::Required,
        Self::TooShort,
        Self::TooLong,
        Self::TooMany,
        Self::Character,
        Self::Space,
        Self::Email,
        Self::PasswordMismatch,
        Self::PasswordWrongOld,
        Self::PasswordSame,
        Self::Taken,
        Self::UnknownValue,
        Self::UnknownField,
        Self::Image,
        Self::Type,
        Self::Nul,
        Self::Reserved,
    ];

    /// The stable word on the wire.
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
            Self::PasswordSame => "password.same",
            Self::Taken => "taken",
            Self::UnknownValue => "unknown_value",
            Self::UnknownField => "unknown_field",
            Self::Image => "image",
            Self::Type => "type",
            Self::Nul => "nul",
            Self::Reserved => "reserved",
        }
    }
}

/// One refused value of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldError {
    /// Where it stood in the request, in wire words: `aircraft[2].registration`.
    pub field: String,
    pub code: FieldCode,
}

impl FieldError {
    /// Names the field and what is wrong with it.
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
    /// Keeps the value, or notes why it was refused.
    pub fn take<T>(&mut self, field: &str, parsed: Result<T, FieldCode>) -> Option<T> {
        parsed.map_err(|code| self.add(field, code)).ok()
    }

    /// Notes a refusal that no single parser could see.
    pub fn add(&mut self, field: impl Into<String>, code: FieldCode) {
        self.0.push(FieldError::new(field, code));
    }

    /// The refusals so far, when one of them leaves nothing to go on with.
    pub fn into_list(self) -> Vec<FieldError> {
        self.0
    }

    /// Ends the check: the refusals, or nothing.
    pub fn finish(self) -> Result<(), Vec<FieldError>> {
        if self.0.is_empty() { Ok(()) } else { Err(self.0) }
    }
}
