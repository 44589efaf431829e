//! Applicability of a module and of its elements: statements as trees of assertions.
//!
//! Parts of a statement that a form does not know keep their bytes, wherever they stand in the changed statement.

mod fields;
mod nodes;
mod places;
#[cfg(test)]
mod tests;
mod write;

use crate::guard::{self, Refusal};
use crate::object::parse_text;
use crate::splice::Splice;

pub use fields::{
    ApplicTarget, ApplicabilityChange, ApplicabilityFields, EffectiveStatements, StatementFields, StatementNode,
    StatementSet,
};
use places::ApplicPlaces;

/// The applicability of a module or an element; `None` when there is no such element.
pub fn read(text: &str, target: ApplicTarget) -> Result<Option<ApplicabilityFields>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(ApplicPlaces::find(text, &document, target).map(|places| places.read()))
}

/// The statements that hold for a module or an element: its own and those around it.
pub fn effective(text: &str, target: ApplicTarget) -> Result<Option<EffectiveStatements>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(ApplicPlaces::find(text, &document, target).map(|places| places.effective()))
}

/// The splices of a change; `None` when it cannot be made without losing something.
pub fn edit(text: &str, target: ApplicTarget, change: &ApplicabilityChange) -> Result<Option<Vec<Splice>>, Refusal> {
    let checked = guard::check_text(text)?;
    let document = parse_text(checked.text())?;
    Ok(ApplicPlaces::find(text, &document, target).and_then(|places| write::edit(&places, change)))
}
