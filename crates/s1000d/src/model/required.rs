//! The least that a new element has to hold.

use std::collections::HashSet;

use super::{ContentModel, ElementModel, ValueKind};

/// Elements inside each other in a new one.
const MAX_DEPTH: usize = 12;
/// Children of one new element.
const MAX_CHILDREN: usize = 40;

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
        if depth > MAX_DEPTH {
            return None;
        }
        let name = &element.name;
        text.push('<');
        text.push_str(name);
        for attribute in element.attributes.iter().filter_map(|index| self.attributes.get(*index)) {
            if !attribute.is_required {
                continue;
            }
            let listed = attribute.values.and_then(|values| self.values.get(values)?.first());
            let value = match attribute.kind {
                ValueKind::Id => new_id(name, is_taken, ids)?,
                ValueKind::Reference | ValueKind::References => return None,
                // A value that nobody has listed has to be written by the author.
                ValueKind::Text => listed.cloned()?,
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
        let least = self.cheapest(element, costs)?.1;
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
                let Some((inside, _)) = self.cheapest(element, &costs).filter(|_| !self.needs_target(element)) else {
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

    fn needs_target(&self, element: &ElementModel) -> bool {
        let mut own = element.attributes.iter().filter_map(|index| self.attributes.get(*index));
        own.any(|one| {
            one.is_required
                && match one.kind {
                    ValueKind::Id => false,
                    ValueKind::Text => one.values.is_none(),
                    ValueKind::Reference | ValueKind::References => true,
                }
        })
    }

    /// The cheapest children that are a whole content, and their cost.
    fn cheapest(&self, element: &ElementModel, costs: &[Option<u32>]) -> Option<(u32, Vec<usize>)> {
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
}

/// Of several elements the one that holds plain text is meant most often.
fn own_cost(name: &str) -> u32 {
    if name == "title" || name == "para" || name.ends_with("Para") { 1 } else { 3 }
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
