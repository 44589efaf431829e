//! The least that a new element has to hold.

use std::collections::HashSet;

use super::{AttributeKind, ContentModel, ElementModel};

/// Elements inside each other in a new one.
const MAX_DEPTH: usize = 12;
/// Children of one new element.
const MAX_CHILDREN: usize = 40;
/// Bytes of a new element.
const MAX_TEXT: usize = 16 << 10;
/// The cells of a row, and the columns of a new table, which says so in an attribute.
const ROW: &str = "row";
const COLUMNS: usize = 2;
const WRITTEN_COLUMNS: &str = "2";

impl ContentModel {
    /// A new element with the children and attributes that it must have, and with a place for text where one is allowed.
    /// `None` where somebody has to choose: the target of a reference, say. `is_taken` tells the ids that are in use.
    pub fn new_element(&self, element: &ElementModel, is_taken: &dyn Fn(&str) -> bool) -> Option<String> {
        let costs = self.costs.get_or_init(|| self.costs());
        let mut text = String::new();
        let mut ids = HashSet::new();
        self.write(element, costs, is_taken, &mut ids, &mut text, 0)?;
        Some(text)
    }

    fn write(
        &self,
        element: &ElementModel,
        costs: &[Option<u32>],
        is_taken: &dyn Fn(&str) -> bool,
        ids: &mut HashSet<String>,
        text: &mut String,
        depth: usize,
    ) -> Option<()> {
        if depth > MAX_DEPTH || text.len() > MAX_TEXT || element.needs_text {
            return None;
        }
        let name = &element.name;
        text.push('<');
        text.push_str(name);
        for attribute in element.attributes.iter().filter_map(|index| self.attributes.get(*index)) {
            let usual = usual_value(name, &attribute.name);
            if !attribute.is_required && usual.is_none() {
                continue;
            }
            let listed = attribute.values.and_then(|values| self.values.get(values)?.first().map(String::as_str));
            let value = match attribute.kind {
                AttributeKind::Id => new_id(name, is_taken, ids)?,
                AttributeKind::Reference | AttributeKind::References => return None,
                // A value that nobody has listed has to be written by the author.
                AttributeKind::Text => usual.or(listed)?.to_owned(),
            };
            *text += " ";
            *text += &attribute.name;
            *text += "=\"";
            *text += &escaped(&value);
            *text += "\"";
        }
        let children = self.least_children(element, costs)?;
        text.push('>');
        for child in children {
            self.write(self.elements.get(child)?, costs, is_taken, ids, text, depth + 1)?;
        }
        *text += "</";
        *text += name;
        *text += ">";
        Some(())
    }

    /// The children that an element must have; a paragraph or a title where nothing is needed and no text allowed.
    fn least_children(&self, element: &ElementModel, costs: &[Option<u32>]) -> Option<Vec<usize>> {
        let least = cheapest(element, costs)?.1;
        // Each row has a cell for each column.
        if let (ROW, [cell]) = (element.name.as_str(), least.as_slice()) {
            let name = self.elements.get(*cell)?.name.as_str();
            return self.accepts(element, &[name; COLUMNS]).then(|| vec![*cell; COLUMNS]);
        }
        if !least.is_empty() || element.has_text {
            return Some(least);
        }
        let useful = ["para", "notePara", "title"].into_iter().find(|name| self.accepts(element, &[name]));
        let start = element.content.states.first()?;
        let named = useful.and_then(|name| start.next.iter().find(|(child, _)| self.elements[*child].name == name));
        Some(named.map(|(child, _)| *child).into_iter().collect())
    }

    /// The cost of each element with all that it must hold; `None` where it cannot be made.
    fn costs(&self) -> Vec<Option<u32>> {
        let mut costs: Vec<Option<u32>> = vec![None; self.elements.len()];
        // Each round reaches the elements whose content needs one level more.
        for _ in 0..MAX_DEPTH {
            let mut is_changed = false;
            for (index, element) in self.elements.iter().enumerate() {
                let Some((inside, _)) = cheapest(element, &costs).filter(|_| !self.needs_author(element)) else {
                    continue;
                };
                let cost = inside.saturating_add(own_cost(&element.name));
                if costs[index].is_none_or(|known| cost < known) {
                    costs[index] = Some(cost);
                    is_changed = true;
                }
            }
            if !is_changed {
                break;
            }
        }
        costs
    }

    /// Whether an attribute or the text has to be written by the author.
    fn needs_author(&self, element: &ElementModel) -> bool {
        let mut own = element.attributes.iter().filter_map(|index| self.attributes.get(*index));
        element.needs_text
            || own.any(|one| {
                one.is_required
                    && match one.kind {
                        AttributeKind::Id => false,
                        AttributeKind::Text => one.values.is_none() && usual_value(&element.name, &one.name).is_none(),
                        AttributeKind::Reference | AttributeKind::References => true,
                    }
            })
    }
}

/// The cheapest children that are a whole content, and their cost.
fn cheapest(element: &ElementModel, costs: &[Option<u32>]) -> Option<(u32, Vec<usize>)> {
    let states = &element.content.states;
    let mut best: Vec<Option<(u32, Vec<usize>)>> = vec![None; states.len()];
    *best.first_mut()? = Some((0, Vec::new()));
    for _ in 0..states.len().min(MAX_CHILDREN) {
        let mut is_changed = false;
        for (from, state) in states.iter().enumerate() {
            let Some((cost, path)) = best[from].clone() else { continue };
            for (child, to) in &state.next {
                let Some(sum) = costs.get(*child).copied().flatten().map(|own| cost.saturating_add(own)) else {
                    continue;
                };
                let place = &mut best[*to];
                if place.as_ref().is_none_or(|(known, _)| sum < *known) {
                    let mut path = path.clone();
                    path.push(*child);
                    *place = Some((sum, path));
                    is_changed = true;
                }
            }
        }
        if !is_changed {
            break;
        }
    }
    let ends = states.iter().zip(best).filter(|(state, _)| state.is_end).filter_map(|(_, path)| path);
    ends.min_by_key(|(cost, _)| *cost)
}

/// Of several elements a paragraph is meant most often, then another one with plain text.
fn own_cost(name: &str) -> u32 {
    if name == "title" {
        2
    } else if name == "para" || name.ends_with("Para") {
        1
    } else {
        3
    }
}

/// The value of an attribute that authors would have to write otherwise.
fn usual_value(element: &str, attribute: &str) -> Option<&'static str> {
    (element == "tgroup" && attribute == "cols").then_some(WRITTEN_COLUMNS)
}

/// An id that no element has.
fn new_id(name: &str, is_taken: &dyn Fn(&str) -> bool, ids: &mut HashSet<String>) -> Option<String> {
    let mut free = (1..10_000).map(|number| format!("{name}-{number:04}"));
    let id = free.find(|id| !is_taken(id) && !ids.contains(id))?;
    ids.insert(id.clone());
    Some(id)
}

fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_that_needs_too_many_others_is_not_made() {
        // Each element needs 30 of the next one.
        let levels = |count: usize| {
            let level = |number: usize| {
                let below = number + 1;
                format!(
                    "<xs:element name='e{number}'><xs:complexType><xs:sequence>\
                     <xs:element ref='e{below}' minOccurs='30' maxOccurs='30'/></xs:sequence></xs:complexType></xs:element>"
                )
            };
            let elements: Vec<String> = (0..count).map(level).collect();
            let last = format!("<xs:element name='e{count}'><xs:complexType mixed='true'/></xs:element>");
            let text = format!(
                "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>{}{last}</xs:schema>",
                elements.concat()
            );
            let model = ContentModel::of_schema("e.xsd", |name| Some((name.to_owned(), text.as_bytes())));
            let model = model.expect("a model");
            model.new_element(model.find("e0").expect("an element"), &|_| false)
        };
        assert_eq!(levels(1).map(|text| text.matches("<e1>").count()), Some(30));
        assert_eq!(levels(10), None);
    }
}
