//! Illustration control numbers: two grammars, one type.

use std::fmt;

use super::CodeError;
use super::grammar::Chars::{Alphanumeric, Digits, OneOf};
use super::grammar::Length::{Between, Exactly};
use super::grammar::{Field, Grammar, field};

const ISSUE: Field = field("issue", Between(2, 3), Digits);
const SECURITY: Field = field("security", Between(1, 2), Digits);

const CAGE: Grammar = Grammar {
    groups: &[
        &[field("originator", Exactly(5), Alphanumeric)],
        &[field("uniqueIdent", Between(5, 10), Alphanumeric)],
        &[ISSUE],
        &[SECURITY],
    ],
    required: 4,
};

const MODEL: Grammar = Grammar {
    groups: &[
        &[field("modelIdentCode", Between(2, 14), Alphanumeric)],
        &[field("systemDiffCode", Between(1, 4), Alphanumeric)],
        &[field("sns", Between(6, 9), Alphanumeric)],
        &[field("responsiblePartner", Exactly(1), Alphanumeric)],
        &[field("originator", Exactly(5), Alphanumeric)],
        &[field("uniqueIdent", Exactly(5), Alphanumeric)],
        &[field("variant", Exactly(1), OneOf("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))],
        &[ISSUE],
        &[SECURITY],
    ],
    required: 9,
};

/// The numbering of an illustration, one of two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IcnGrammar {
    /// By the enterprise that made it: `C0419-S1000D0360-001-01`.
    Cage,
    /// By the product and its breakdown: `S1000DBIKE-AAA-DA52000-0-U8025-00523-A-04-1`.
    Model,
}

/// An illustration control number without its leading `ICN-`. One number may have several files.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IcnCode {
    grammar: IcnGrammar,
    text: Box<str>,
}

impl IcnCode {
    /// Reads a number, with or without `ICN-`, in any case.
    pub fn parse(text: &str) -> Result<Self, CodeError> {
        let bare = text.get(..4).filter(|start| start.eq_ignore_ascii_case("ICN-")).map_or(text, |_| &text[4..]);
        let grammar = if bare.split('-').count() == CAGE.required { IcnGrammar::Cage } else { IcnGrammar::Model };
        Ok(Self { grammar, text: table(grammar).parse(bare)? })
    }

    pub fn grammar(&self) -> IcnGrammar {
        self.grammar
    }

    /// The canonical text, without `ICN-`.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The enterprise that made the illustration.
    pub fn originator(&self) -> &str {
        table(self.grammar).get(&self.text, "originator")
    }

    /// The product, where the number is made from it.
    pub fn model_ident_code(&self) -> Option<&str> {
        (self.grammar == IcnGrammar::Model).then(|| MODEL.get(&self.text, "modelIdentCode"))
    }

    pub fn unique_ident(&self) -> &str {
        table(self.grammar).get(&self.text, "uniqueIdent")
    }

    /// The issue as written; two or three digits.
    pub fn issue(&self) -> &str {
        table(self.grammar).get(&self.text, "issue")
    }

    /// The security classification as written; one or two digits.
    pub fn security(&self) -> &str {
        table(self.grammar).get(&self.text, "security")
    }
}

fn table(grammar: IcnGrammar) -> &'static Grammar {
    match grammar {
        IcnGrammar::Cage => &CAGE,
        IcnGrammar::Model => &MODEL,
    }
}

impl fmt::Display for IcnCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ICN-{}", self.text)
    }
}
