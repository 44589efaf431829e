//! Find and replace over many modules: what is looked for, and what is put in its place.

use crate::field::{FieldCode, FieldError, FieldErrors};

/// Characters of the text to find.
pub const MAX_FIND: usize = 200;
/// Characters of the text that replaces it.
pub const MAX_REPLACE: usize = 500;
/// Places of one module in one answer; after these are replaced, the next are found.
pub const MAX_PLACES_IN_MODULE: usize = 200;

/// A replacement of text. White space counts as one blank.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextReplacement {
    /// The text to find, with its runs of white space folded into one blank.
    pub find: String,
    /// Empty deletes.
    pub replace: String,
    pub match_case: bool,
    /// No letter or digit stands before or behind it. Chinese has no words to keep whole.
    pub whole_words: bool,
    /// Also finds names, part numbers and values, not only running text.
    pub with_data: bool,
}

impl TextReplacement {
    /// Checks both texts; names all faults.
    pub fn parse(self) -> Result<Self, Vec<FieldError>> {
        let mut errors = FieldErrors::default();
        let is_blank = self.find.trim().is_empty();
        errors.take("find", if is_blank { Err(FieldCode::Required) } else { allowed(&self.find, MAX_FIND) });
        errors.take("replace", allowed(&self.replace, MAX_REPLACE));
        errors.finish()?;
        Ok(Self { find: folded(&self.find), ..self })
    }
}

fn allowed(text: &str, most: usize) -> Result<(), FieldCode> {
    if text.chars().count() > most {
        return Err(FieldCode::TooLong);
    }
    let is_odd = text.chars().any(|c| c.is_control() || is_no_character(c));
    if is_odd { Err(FieldCode::Character) } else { Ok(()) }
}

/// Characters that XML does not have, and the one that stands for elements inside a line.
fn is_no_character(c: char) -> bool {
    matches!(c, '\u{fffc}' | '\u{fffe}' | '\u{ffff}')
}

fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c != ' ' || !out.ends_with(' ') {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replacement(find: &str, replace: &str) -> TextReplacement {
        let (find, replace) = (find.to_owned(), replace.to_owned());
        TextReplacement { find, replace, match_case: false, whole_words: false, with_data: false }
    }

    #[test]
    fn both_texts_have_limits() {
        let faults = |find: &str, replace: &str| replacement(find, replace).parse().err().unwrap_or_default();
        let fault = |field: &str, code| vec![FieldError::new(field, code)];
        assert_eq!(faults("  ", ""), fault("find", FieldCode::Required));
        assert_eq!(faults(&"a".repeat(201), ""), fault("find", FieldCode::TooLong));
        assert_eq!(faults("a\nb", ""), fault("find", FieldCode::Character));
        assert_eq!(faults("a\u{fffc}", ""), fault("find", FieldCode::Character));
        assert_eq!(faults("a", &"刹".repeat(501)), fault("replace", FieldCode::TooLong));
        assert_eq!(faults("a", "b\tc"), fault("replace", FieldCode::Character));
        assert!(faults("刹车", "").is_empty());
    }

    #[test]
    fn blanks_of_the_text_to_find_are_folded() {
        let found = replacement(" a   b ", "c  d").parse().expect("both are allowed");
        assert_eq!((found.find.as_str(), found.replace.as_str()), (" a b ", "c  d"));
    }
}
