//! Wire type for the aircraft or product that a user reads for.

use domain::effectivity::Effectivity;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::viewer::OutsideView;

/// The aircraft or product that a user reads for, the same in all manuals; empty: all aircraft.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Effectivity)]
pub struct EffectivityView {
    /// The registration of an aircraft.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub aircraft: Option<String>,
    /// A product key from `/view/choices`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub product: Option<String>,
    /// Single properties, as in `prodattr:model=NV240-1`; at most 100.
    #[serde(default)]
    pub set: Vec<String>,
    /// The database whose tables declare the single properties; they count in no other.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub database: Option<String>,
    #[serde(default)]
    pub outside: OutsideView,
}

impl From<&Effectivity> for EffectivityView {
    fn from(effectivity: &Effectivity) -> Self {
        let Effectivity { aircraft, product, set, database, grey } = effectivity.clone();
        let outside = if grey { OutsideView::Grey } else { OutsideView::Hide };
        Self { aircraft, product, set, database, outside }
    }
}

impl From<EffectivityView> for Effectivity {
    fn from(view: EffectivityView) -> Self {
        let EffectivityView { aircraft, product, set, database, outside } = view;
        Self { aircraft, product, set, database, grey: outside == OutsideView::Grey }
    }
}
