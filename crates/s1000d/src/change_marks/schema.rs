//! Which elements may have change marks, and which may hold the element that marks words.

use crate::diff::tree::{ElementId, XmlTree};
use crate::model::{ContentModel, ElementModel};

/// The element around changed words.
pub(super) const INLINE: &str = "changeInline";
/// The attributes of a changed element.
pub(super) const MARKS: [&str; 3] = ["changeMark", "changeType", "reasonForUpdateRefIds"];

/// Elements that have the attributes in every schema that knows them, from issue 4 on.
const MARKABLE: [&str; 61] = [
    "applic",
    "attentionListItemPara",
    "attentionRandomListItem",
    "attentionSequentialListItem",
    "brLevelledPara",
    "brPara",
    "catalogSeqNumber",
    "caution",
    "checkListStep",
    "closeRqmts",
    "commonInfo",
    "commonInfoDescrPara",
    "container",
    "crewDrill",
    "crewDrillStep",
    "definitionListItem",
    "dmRef",
    "externalPubRef",
    "faultDescr",
    "figure",
    "footnote",
    "graphic",
    "hotspot",
    "isolationMainProcedure",
    "isolationProcedureEnd",
    "isolationStep",
    "itemSeqNumber",
    "legend",
    "levelledPara",
    "limit",
    "listItem",
    "listItemDefinition",
    "listItemTerm",
    "mainProcedure",
    "multimedia",
    "multimediaObject",
    "note",
    "notePara",
    "para",
    "partSpec",
    "pmEntry",
    "pmRef",
    "preliminaryRqmts",
    "proceduralStep",
    "reqCondDm",
    "reqCondExternalPub",
    "reqCondNoRef",
    "reqPersons",
    "reqSafety",
    "row",
    "simplePara",
    "spareDescr",
    "subCrewDrill",
    "supplyDescr",
    "supportEquipDescr",
    "table",
    "taskDefinition",
    "timeLimitInfo",
    "title",
    "warning",
    "warningAndCautionPara",
];

/// Elements with text that may hold the element around changed words in every schema that knows them.
const WITH_INLINE: [&str; 6] =
    ["attentionListItemPara", "listItemTerm", "notePara", "para", "title", "warningAndCautionPara"];

/// The source of what may be marked.
#[derive(Debug, Clone, Copy)]
pub(super) enum MarkSchema<'m> {
    Model(&'m ContentModel),
    /// No schema is installed: what all schemas agree about.
    Known,
    /// Before issue 4, changes were marked by other attributes.
    Nothing,
}

impl<'m> MarkSchema<'m> {
    pub(super) fn of(tree: &XmlTree<'_>, model: Option<&'m ContentModel>) -> Self {
        let below_root = &tree.element(ElementId::ROOT).children;
        if below_root.iter().any(|child| tree.element(*child).name == "idstatus") {
            return Self::Nothing;
        }
        model.map_or(Self::Known, Self::Model)
    }

    /// Whether an element may have the attributes.
    pub(super) fn may_mark(self, tree: &XmlTree<'_>, id: ElementId) -> bool {
        match self {
            Self::Model(model) => element_model(model, tree, id)
                .is_some_and(|element| MARKS.iter().all(|mark| model.attribute(element, mark).is_some())),
            Self::Known => MARKABLE.contains(&own_name(tree, id)),
            Self::Nothing => false,
        }
    }

    /// Whether an element may hold the one around changed words.
    pub(super) fn may_hold_inline(self, tree: &XmlTree<'_>, id: ElementId) -> bool {
        match self {
            Self::Model(model) => {
                element_model(model, tree, id).is_some_and(|element| element.has_text && has_inline(model, element))
            }
            // Comparisons know the element without a prefix only.
            Self::Known => WITH_INLINE.contains(&tree.element(id).name),
            Self::Nothing => false,
        }
    }
}

fn has_inline(model: &ContentModel, element: &ElementModel) -> bool {
    let mut steps = element.content.states.iter().flat_map(|state| &state.next);
    steps.any(|(child, _)| model.elements.get(*child).is_some_and(|child| child.name == INLINE))
}

/// The model of an element. Some elements may hold other things where another element is around them.
fn element_model<'m>(model: &'m ContentModel, tree: &XmlTree<'_>, id: ElementId) -> Option<&'m ElementModel> {
    let mut around: Vec<ElementId> = std::iter::successors(Some(id), |id| tree.element(*id).parent).collect();
    around.reverse();
    let mut names = around.into_iter().map(|id| tree.element(id).name);
    let root = model.find(names.next()?)?;
    names.try_fold(root, |parent, name| model.child(parent, name))
}

/// The name of an element without the prefix that all elements of S1000D have in this file; `dc:title` is none of them.
pub(super) fn own_name<'t>(tree: &XmlTree<'t>, id: ElementId) -> &'t str {
    let name = tree.element(id).name;
    match tree.element(ElementId::ROOT).name.split_once(':') {
        Some((prefix, _)) => name.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':')).unwrap_or(name),
        None => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_are_in_order_and_unique() {
        assert!(MARKABLE.is_sorted_by(|one, two| one < two));
        assert!(WITH_INLINE.iter().all(|name| MARKABLE.contains(name)), "a block without marks inside has its own");
    }
}
