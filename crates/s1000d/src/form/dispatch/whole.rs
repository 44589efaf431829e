//! The item of a text for decisions about its release: nothing in it may be passed over.

use domain::dispatch::{DISPATCH_ITEM, DispatchLine, DispatchWarning, MasterLines, MasterTexts, excess};
use roxmltree::{Document, Node};

use super::{ItemToCompare, facts, item, lines};
use crate::guard::{self, Refusal};
use crate::object::ident::elements;
use crate::object::parse_text;

/// The item in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemText {
    /// It has no item.
    Without,
    Item(ItemToCompare),
    /// It cannot be read, or has several items, or parts of an item where they are not read, or lost a value.
    Unclear,
}

/// A difference between an item and the master list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemDifference {
    /// The label of the line, or its number; empty for the whole item.
    pub label: String,
    /// The line of the own text, from 1.
    pub text_line: u32,
    pub warning: DispatchWarning,
}

impl ItemDifference {
    /// A difference of the whole item.
    pub fn of_item(warning: DispatchWarning) -> Self {
        Self { label: String::new(), text_line: 1, warning }
    }
}

impl ItemText {
    /// Reads a text; `None` stands for one that is missing or no text.
    pub fn of(text: Option<&str>) -> Self {
        text.map_or(Self::Unclear, |text| Self::read(text).unwrap_or(Self::Unclear))
    }

    fn read(text: &str) -> Result<Self, Refusal> {
        // Most modules are no items.
        if !text.contains(DISPATCH_ITEM) {
            return Ok(Self::Without);
        }
        let checked = guard::check_text(text)?;
        let document = parse_text(checked.text())?;
        if items(&document).is_empty() {
            return Ok(Self::Without);
        }
        Ok(ItemToCompare::read_clear(checked.text())?.map_or(Self::Unclear, Self::Item))
    }

    /// The points in which this item, in `text`, allows more than a master item, or that a person has to judge. `None`
    /// when neither text has an item.
    pub fn differences(&self, text: &str, master: &Self, texts: MasterTexts) -> Option<Vec<ItemDifference>> {
        let (own, theirs) = match (self, master) {
            (Self::Without, Self::Without) => return None,
            (Self::Item(own), Self::Item(master)) => (own, master.lines.as_slice()),
            _ => return Some(vec![ItemDifference::of_item(DispatchWarning::Unreadable)]),
        };
        if theirs.iter().any(DispatchLine::is_blank) {
            return Some(vec![ItemDifference::of_item(DispatchWarning::Unreadable)]);
        }
        let found = excess(MasterLines { lines: theirs, texts }, &own.lines);
        let told = found.into_iter().map(|(index, warning)| {
            let label = own.lines.get(index).map(|line| line.label.clone()).filter(|label| !label.is_empty());
            let place = own.places.get(index);
            let before = place.and_then(|place| text.get(..place.start)).unwrap_or_default().matches('\n').count();
            ItemDifference {
                label: label.unwrap_or_else(|| (place.map_or(index, |place| place.index) + 1).to_string()),
                text_line: u32::try_from(before).unwrap_or(u32::MAX).saturating_add(1),
                warning,
            }
        });
        Some(told.collect())
    }
}

/// The aircraft that a whole module applies to, as its status says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModuleAircraft {
    /// Empty for all aircraft, and for a condition in words alone.
    asserted: String,
    words: String,
}

impl ModuleAircraft {
    /// Reads a status file, or a module that has its status in itself; `None` when it cannot be read.
    pub fn of(text: Option<&str>) -> Option<Self> {
        Self::read(text?).ok()
    }

    fn read(text: &str) -> Result<Self, Refusal> {
        let checked = guard::check_text(text)?;
        let document = parse_text(checked.text())?;
        let mut named = document.descendants().filter(|node| node.is_element() && node.tag_name().name() == "dmStatus");
        let (asserted, words) = named.next().map(facts::stated_aircraft).unwrap_or_default();
        Ok(Self { asserted, words })
    }

    /// Whether these may be other aircraft than those of a master item.
    pub fn may_differ(&self, master: &Self, texts: MasterTexts) -> bool {
        let has_words_alone = self.asserted.is_empty() && texts == MasterTexts::Comparable;
        self.asserted != master.asserted || (has_words_alone && self.words != master.words)
    }
}

fn items<'a, 'i>(document: &'a Document<'i>) -> Vec<Node<'a, 'i>> {
    document.descendants().filter(|node| node.is_element() && node.tag_name().name() == DISPATCH_ITEM).collect()
}

/// The only item of a text, if everything in it is where it is read.
pub(super) fn clear_item<'a, 'i>(document: &'a Document<'i>) -> Option<Node<'a, 'i>> {
    match items(document).as_slice() {
        [only] if item(document) == Some(*only) && is_clear(*only) => Some(*only),
        _ => None,
    }
}

/// Whether all conditions and values of an item are where they are read, and once.
fn is_clear(item: Node<'_, '_>) -> bool {
    const VALUES: [&str; 5] = ["repairCategory", "numberInstalled", "numberRequired", "remarks", "placard"];
    let count = |holder: Node<'_, '_>, name: &str| {
        let named = elements(holder).filter(|part| part.tag_name().name() == name).count();
        named + usize::from(holder.has_attribute(name))
    };
    let (lines, has_lines) = lines::lines(item);
    let is_inside = |node: &Node<'_, '_>| match node.tag_name().name() {
        "dispatchCondition" => node.parent_element() == Some(item),
        "proviso" | "provisoList" => {
            node.ancestors().take_while(|around| *around != item).any(|around| around.tag_name().name() == "remarks")
        }
        _ => true,
    };
    item.descendants().filter(Node::is_element).all(|node| is_inside(&node))
        && lines.iter().all(|line| VALUES.into_iter().all(|name| count(*line, name) <= 1))
        && (!has_lines || VALUES.into_iter().all(|name| count(item, name) == 0))
}

#[cfg(test)]
mod tests {
    use domain::dispatch::DispatchProcedure;

    use super::*;

    fn module(items: &str) -> String {
        format!("<dmodule><content>{items}</content></dmodule>")
    }

    fn item(category: &str, remarks: &str) -> String {
        let line = format!("<repairCategory>{category}</repairCategory><remarks>{remarks}</remarks>");
        format!(
            "<dispatchItem><itemNumber>1</itemNumber>\n<dispatchCondition>{line}</dispatchCondition></dispatchItem>"
        )
    }

    fn compared(master: &str, own: &str) -> Option<Vec<DispatchWarning>> {
        let (theirs, ours) = (module(master), module(own));
        let found = ItemText::of(Some(&ours)).differences(&ours, &ItemText::of(Some(&theirs)), MasterTexts::Comparable);
        found.map(|found| found.into_iter().map(|one| one.warning).collect())
    }

    #[test]
    fn a_difference_has_the_label_and_the_place_of_its_line() {
        let own = module(&item("C", "<para>May be inoperative</para>"));
        let master = ItemText::of(Some(&module(&item("B", "<para>May be inoperative</para>"))));
        let found = ItemText::of(Some(&own)).differences(&own, &master, MasterTexts::Comparable);
        let warning = DispatchWarning::Category { master: "B".to_owned() };
        assert_eq!(found, Some(vec![ItemDifference { label: "1".to_owned(), text_line: 2, warning }]));
        assert_eq!(compared(&item("C", ""), &item("B", "")), Some(Vec::new()), "it is more restrictive");
        assert_eq!(compared("<description/>", "<description/>"), None);
    }

    #[test]
    fn what_cannot_be_read_as_one_item_is_not_passed_over() {
        let good = item("C", "<para>May be inoperative</para>");
        let unreadable = Some(vec![DispatchWarning::Unreadable]);
        let twice = good.replace("<remarks>", "<remarks/><remarks>");
        let (start, end) = ("<dispatchCondition>", "</dispatchCondition>");
        let nested = good.replace(start, "<group><dispatchCondition>").replace(end, "</dispatchCondition></group>");
        let blank = "<dispatchItem><itemNumber>1</itemNumber></dispatchItem>";
        let two = [good.as_str(), good.as_str()].concat();
        for odd in [two.as_str(), "<description/>", twice.as_str(), nested.as_str()] {
            assert_eq!(compared(&good, odd), unreadable, "{odd}");
            assert_eq!(compared(odd, &good), unreadable, "{odd}");
        }
        assert_eq!(compared(blank, blank), unreadable, "there is nothing to compare");
        assert_eq!(ItemText::of(Some("<dispatchItem>")), ItemText::Unclear);
        assert_eq!(ItemText::of(None), ItemText::Unclear);
    }

    #[test]
    fn units_references_and_aircraft_make_another_condition() {
        let good = "<para>Below <measure unit='ft'>10000</measure>, see <dmRef><dmRefIdent><dmCode modelIdentCode='NV' \
            systemDiffCode='A' systemCode='25' subSystemCode='6' subSubSystemCode='3' assyCode='01' disassyCode='00' \
            disassyCodeVariant='A' infoCode='131' infoCodeVariant='A' itemLocationCode='A'/></dmRefIdent></dmRef></para>";
        let of = |remarks: &str| compared(&item("C", good), &item("C", remarks)).unwrap_or_default();
        assert_eq!(of(good), []);
        assert_eq!(of(&good.replace("'ft'", "'m'")).iter().map(DispatchWarning::code).collect::<Vec<_>>(), ["remarks"]);
        assert_eq!(of(&good.replace("'131'", "'132'")).len(), 1);
        let titled = good.replace("</dmRefIdent>", "</dmRefIdent><dmRefAddressItems>Title</dmRefAddressItems>");
        assert_eq!(of(&titled), [], "the title of a target is not compared");
        let proviso = format!("<provisoList><proviso>{good}</proviso></provisoList>");
        let other = proviso.replace("'ft'", "'m'");
        let found = compared(&item("C", &proviso), &item("C", &other)).unwrap_or_default();
        assert_eq!(found.iter().map(DispatchWarning::code).collect::<Vec<_>>(), ["proviso"]);
        let some = item("C", "").replace("<dispatchCondition>", "<dispatchCondition applicRefId='some'>");
        assert_eq!(compared(&some, &item("C", "")), Some(vec![DispatchWarning::Applicability]));
    }

    #[test]
    fn the_aircraft_of_a_module_are_compared_by_their_assertions() {
        let status = |words: &str, model: &str| {
            let assert = format!("<assert applicPropertyIdent='model' applicPropertyValues='{model}'/>");
            let assert = if model.is_empty() { String::new() } else { assert };
            let text = format!("<dmStatus><applic><displayText>{words}</displayText>{assert}</applic></dmStatus>");
            ModuleAircraft::of(Some(&text)).expect("a status")
        };
        let (all, alle, some) = (status("ALL", ""), status("ALLE", ""), status("Two", "NV240-2"));
        assert!(!all.may_differ(&all, MasterTexts::Comparable) && all.may_differ(&some, MasterTexts::Translated));
        assert!(all.may_differ(&alle, MasterTexts::Comparable), "words alone");
        assert!(!all.may_differ(&alle, MasterTexts::Translated), "words of another language");
        assert!(!some.may_differ(&status("Deux", "NV240-2"), MasterTexts::Comparable));
        assert_eq!(ModuleAircraft::of(Some("<dmStatus>")), None);
    }

    #[test]
    fn a_note_and_another_procedure_are_seen() {
        let with = |more: &str| item("C", "").replace("</dispatchCondition>", &[more, "</dispatchCondition>"].concat());
        let note = with("<note>Not at night.</note>");
        let found = compared(&note, &item("C", "")).unwrap_or_default();
        assert_eq!(found, [DispatchWarning::Remarks { master: "Not at night.".to_owned() }]);
        let to = |code: &str| {
            let code = format!(
                "<dmCode modelIdentCode='NV' systemDiffCode='A' systemCode='25' subSystemCode='6' subSubSystemCode='3' \
                 assyCode='01' disassyCode='00' disassyCodeVariant='A' infoCode='{code}' infoCodeVariant='A' \
                 itemLocationCode='A'/>"
            );
            with(&format!("<oProcedureRef><dmRef><dmRefIdent>{code}</dmRefIdent></dmRef></oProcedureRef>"))
        };
        let other = Some(vec![DispatchWarning::OtherProcedure(DispatchProcedure::Operational)]);
        assert_eq!(compared(&to("131"), &to("132")), other);
        assert_eq!(compared(&to("131"), &to("131")), Some(Vec::new()));
    }
}
