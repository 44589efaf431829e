//! How much a difference means to a reader.

/// How much a difference means to a reader, least first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relevance {
    /// Change marks, link attributes, ids, repeated titles and issues inside references; changed layout.
    Noise,
    /// Issue, date, companies, copyright: the status of the module.
    Status,
    /// Text, structure, applicability, references, values.
    Content,
}

impl Relevance {
    pub fn word(self) -> &'static str {
        match self {
            Self::Noise => "noise",
            Self::Status => "status",
            Self::Content => "content",
        }
    }
}

/// The relevance of an element below a parent with this name and relevance.
pub(super) fn of_child(parent: &str, around: Relevance, name: &str) -> Relevance {
    if around == Relevance::Noise {
        return Relevance::Noise;
    }
    match name {
        "dmRefAddressItems"
        | "pmRefAddressItems"
        | "externalPubRefAddressItems"
        | "rdf:Description"
        | "reasonForUpdate" => Relevance::Noise,
        "issueInfo" | "issueDate" | "language" if is_in_reference(parent) => Relevance::Noise,
        "identAndStatusSection" => Relevance::Status,
        // Packages with separate status files have no such section: their files begin with the issue.
        "issueInfo" | "dmContentIssueInfo" if is_file(parent) => Relevance::Status,
        // The title, the applicability and the security of the module are read; other parts of its status are not.
        "dmTitle" | "pmTitle" | "applic" | "security" => Relevance::Content,
        _ => around,
    }
}

fn is_file(name: &str) -> bool {
    matches!(name, "dmodule" | "pm" | "dmStatus" | "pmStatus")
}

fn is_in_reference(name: &str) -> bool {
    name.ends_with("RefIdent") || name.ends_with("Ref")
}

/// The relevance of an attribute, as far as its name tells.
pub(crate) fn of_attribute(element: &str, name: &str) -> Relevance {
    match name {
        "id" | "changeMark" | "changeType" | "reasonForUpdateRefIds" | "xmlns" => Relevance::Noise,
        _ if ["xlink:", "xmlns:", "xsi:"].iter().any(|prefix| name.starts_with(prefix)) => Relevance::Noise,
        _ if element == "changeInline" => Relevance::Noise,
        _ => Relevance::Content,
    }
}

/// Whether an attribute changes the look of a table, a list or a picture and nothing that it says. Readers need not be
/// told of it; a merge keeps it like any other value, so `of_attribute` does not use it.
pub(crate) fn is_layout(name: &str) -> bool {
    matches!(
        name,
        "align"
            | "char"
            | "charoff"
            | "colsep"
            | "colwidth"
            | "frame"
            | "listItemPrefix"
            | "orient"
            | "pgwide"
            | "reproductionHeight"
            | "reproductionScale"
            | "reproductionWidth"
            | "rowsep"
            | "tabstyle"
            | "tocentry"
            | "valign"
    )
}

/// Whether an attribute names elements of the same module by their ids.
pub(crate) fn is_id_reference(name: &str) -> bool {
    matches!(
        name,
        "internalRefId"
            | "applicRefId"
            | "applicRefIds"
            | "warningRefs"
            | "cautionRefs"
            | "controlAuthorityRefs"
            | "nextActionRefId"
    )
}

/// Whether an attribute names the unit of a number in the element.
pub(crate) fn is_unit(name: &str) -> bool {
    name == "unit" || name.ends_with("nitOfMeasure")
}

/// Elements that must never be taken for each other because they look alike.
pub(crate) fn is_guarded(name: &str) -> bool {
    matches!(
        name,
        "danger"
            | "warning"
            | "warningRef"
            | "warningSpec"
            | "caution"
            | "cautionRef"
            | "cautionSpec"
            | "warningAndCautionPara"
            | "attentionListItemPara"
            | "attentionRandomListItem"
            | "attentionSequentialListItem"
            | "applic"
            | "applicRef"
            | "evaluate"
            | "assert"
            | "measure"
            | "quantity"
            | "quantityGroup"
            | "quantityValue"
            | "quantityTolerance"
            | "thresholdValue"
            | "tolerance"
            | "dispatchItem"
            | "dispatchCondition"
            | "provisoList"
            | "proviso"
    )
}
