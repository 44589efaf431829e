//! One type per kind of code, each with its table of fields.

use std::fmt;

use super::CodeError;
use super::grammar::Chars::{Alphanumeric, Digits, OneOf, StartsWith};
use super::grammar::Length::{Between, Exactly, TwoOrFour};
use super::grammar::{Field, Grammar, field};

const MODEL: Field = field("modelIdentCode", Between(2, 14), Alphanumeric);
const SENDER: Field = field("senderIdent", Exactly(5), Alphanumeric);
const YEAR: Field = field("yearOfDataIssue", Exactly(4), Digits);
const SEQUENCE: Field = field("seqNumber", Exactly(5), Digits);

const DM: Grammar = Grammar {
    groups: &[
        &[MODEL],
        &[field("systemDiffCode", Between(1, 4), Alphanumeric)],
        &[field("systemCode", Between(2, 3), Alphanumeric)],
        &[field("subSystemCode", Exactly(1), Alphanumeric), field("subSubSystemCode", Exactly(1), Alphanumeric)],
        &[field("assyCode", TwoOrFour, Alphanumeric)],
        &[field("disassyCode", Exactly(2), Alphanumeric), field("disassyCodeVariant", Between(1, 3), Alphanumeric)],
        &[field("infoCode", Exactly(3), Alphanumeric), field("infoCodeVariant", Exactly(1), Alphanumeric)],
        &[field("itemLocationCode", Exactly(1), OneOf("ABCDT"))],
        &[field("learnCode", Exactly(3), StartsWith("TH")), field("learnEventCode", Exactly(1), OneOf("ABCDE"))],
    ],
    required: 8,
};

const PM: Grammar = Grammar {
    groups: &[
        &[MODEL],
        &[field("pmIssuer", Exactly(5), Alphanumeric)],
        &[field("pmNumber", Exactly(5), Alphanumeric)],
        &[field("pmVolume", Exactly(2), Digits)],
    ],
    required: 4,
};

const SCPM: Grammar = Grammar {
    groups: &[
        &[MODEL],
        &[field("scormContentPackageIssuer", Exactly(5), Alphanumeric)],
        &[field("scormContentPackageNumber", Exactly(5), Alphanumeric)],
        &[field("scormContentPackageVolume", Exactly(2), Digits)],
    ],
    required: 4,
};

const DML: Grammar = Grammar {
    groups: &[&[MODEL], &[SENDER], &[field("dmlType", Exactly(1), OneOf("CPS"))], &[YEAR], &[SEQUENCE]],
    required: 5,
};

const DDN: Grammar = Grammar {
    groups: &[&[MODEL], &[SENDER], &[field("receiverIdent", Exactly(5), Alphanumeric)], &[YEAR], &[SEQUENCE]],
    required: 5,
};

const COMMENT: Grammar = Grammar {
    groups: &[&[MODEL], &[SENDER], &[YEAR], &[SEQUENCE], &[field("commentType", Exactly(1), OneOf("QIR"))]],
    required: 5,
};

macro_rules! code {
    ($(#[$doc:meta])* $name:ident, $grammar:ident, $( $(#[$field_doc:meta])* $method:ident = $attribute:literal ),* $(,)?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Box<str>);

        impl $name {
            /// Reads the code as it stands in a file name, without the leading `XXX-`; letters in any case.
            pub fn parse(text: &str) -> Result<Self, CodeError> {
                $grammar.parse(text).map(Self)
            }

            /// Reads the code from its XML attributes.
            pub fn from_attributes<'a>(get: impl Fn(&str) -> Option<&'a str>) -> Result<Self, CodeError> {
                $grammar.build(get).map(Self)
            }

            /// The canonical text.
            pub fn as_str(&self) -> &str {
                &self.0
            }

            $( $(#[$field_doc])* pub fn $method(&self) -> &str {
                $grammar.get(&self.0, $attribute)
            } )*

            /// The fields as XML attributes, in the order of the code; absent ones left out.
            pub fn attributes(&self) -> impl Iterator<Item = (&'static str, &str)> {
                let fields = $grammar.groups.iter().flat_map(|group| group.iter());
                fields.map(|field| (field.name, $grammar.get(&self.0, field.name))).filter(|(_, value)| !value.is_empty())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

code!(
    /// A data module code, as in `S1000DBIKE-AAA-DA1-00-00-00AA-041A-A`.
    DmCode, DM,
    /// The product, as in `S1000DBIKE`.
    model_ident_code = "modelIdentCode",
    system_diff_code = "systemDiffCode",
    /// The chapter, with the one character of the materiel item category before it where there is one.
    system_code = "systemCode",
    sub_system_code = "subSystemCode",
    sub_sub_system_code = "subSubSystemCode",
    assy_code = "assyCode",
    disassy_code = "disassyCode",
    /// Distinguishes the alternates of a container.
    disassy_code_variant = "disassyCodeVariant",
    info_code = "infoCode",
    info_code_variant = "infoCodeVariant",
    item_location_code = "itemLocationCode",
    /// Empty but for learning modules.
    learn_code = "learnCode",
    /// Empty but for learning modules.
    learn_event_code = "learnEventCode",
);

code!(
    /// A publication module code, as in `S1000DBIKE-C3002-EPWG1-00`.
    PmCode, PM,
    model_ident_code = "modelIdentCode",
    /// The publisher; official sets change it between deliveries.
    issuer = "pmIssuer",
    number = "pmNumber",
    volume = "pmVolume",
);

code!(
    /// The code of a SCORM content package, with the grammar of a publication module's.
    ScpmCode, SCPM,
    model_ident_code = "modelIdentCode",
    issuer = "scormContentPackageIssuer",
    number = "scormContentPackageNumber",
    volume = "scormContentPackageVolume",
);

code!(
    /// The code of a data management list.
    DmlCode, DML,
    model_ident_code = "modelIdentCode",
    sender = "senderIdent",
    /// `C` complete, `P` partial requirement list, `S` status list.
    list_type = "dmlType",
    year = "yearOfDataIssue",
    sequence = "seqNumber",
);

code!(
    /// The code of a data dispatch note.
    DdnCode, DDN,
    model_ident_code = "modelIdentCode",
    sender = "senderIdent",
    receiver = "receiverIdent",
    year = "yearOfDataIssue",
    sequence = "seqNumber",
);

code!(
    /// The code of a comment.
    CommentCode, COMMENT,
    model_ident_code = "modelIdentCode",
    sender = "senderIdent",
    year = "yearOfDataIssue",
    sequence = "seqNumber",
    /// `Q` question, `I` interim answer, `R` response.
    comment_type = "commentType",
);
