//! The conversion report: elements found, and warnings.
//!
//! A warning is a code with values, so that it can be translated.

use std::collections::BTreeMap;

use crate::catalogue::element_name;

/// Statistics and warnings of a conversion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConversionReport {
    /// The version stated in the metafile; 1 by default.
    pub version: i64,
    /// The name of the picture.
    pub title: String,
    /// Metafile descriptions, with the stated profile.
    pub descriptions: Vec<String>,
    /// Number of occurrences per element, by class and id, up to the end of the first picture.
    pub elements: BTreeMap<(u8, u8), u32>,
    pub warnings: Vec<Warning>,
}

/// A visible defect or omission. Equal warnings are counted, not repeated.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// An element not in the standard.
    UnknownElement { class: u8, id: u8, count: u32 },
    /// A visible element that is not supported.
    NotDrawn { element: &'static str, count: u32 },
    /// An element with invalid parameters; it is skipped.
    Malformed { element: &'static str, count: u32 },
    /// A style replaced with a simpler one.
    StyleReplaced { style: Style, value: i64, count: u32 },
    /// A private extension that may have been visible.
    EscapeIgnored { id: i64, count: u32 },
    /// A replaced font.
    FontReplaced { name: String },
    /// Text in an unknown character set.
    CharacterSetUnknown { set: String },
    /// The picture's extent has no area; the default is used.
    ExtentInvalid,
    /// The file is truncated inside the command at this byte.
    Truncated { offset: usize },
    /// The end of the picture is missing.
    EndMissing,
    /// Further pictures, which are not converted.
    MorePictures { count: u32 },
    /// The picture is cut off at a resource limit.
    LimitReached { limit: Limit, allowed: usize },
}

/// The style of a [`Warning::StyleReplaced`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    LineType,
    MarkerType,
    InteriorStyle,
    Hatch,
    Pattern,
    ColourModel,
    TileCompression,
    TextPath,
}

/// The limit of a [`Warning::LimitReached`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    SvgBytes,
    Points,
    Cells,
    Depth,
    Structures,
}

impl Warning {
    /// Stable message key.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnknownElement { .. } => "cgm.unknown_element",
            Self::NotDrawn { .. } => "cgm.not_drawn",
            Self::Malformed { .. } => "cgm.malformed",
            Self::StyleReplaced { .. } => "cgm.style_replaced",
            Self::EscapeIgnored { .. } => "cgm.escape_ignored",
            Self::FontReplaced { .. } => "cgm.font_replaced",
            Self::CharacterSetUnknown { .. } => "cgm.character_set_unknown",
            Self::ExtentInvalid => "cgm.extent_invalid",
            Self::Truncated { .. } => "cgm.truncated",
            Self::EndMissing => "cgm.end_missing",
            Self::MorePictures { .. } => "cgm.more_pictures",
            Self::LimitReached { .. } => "cgm.limit_reached",
        }
    }

    /// The placeholder values of its message, by name.
    pub fn values(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::UnknownElement { class, id, count } => {
                vec![("class", class.to_string()), ("id", id.to_string()), ("count", count.to_string())]
            }
            Self::NotDrawn { element, count } | Self::Malformed { element, count } => {
                vec![("element", (*element).to_owned()), ("count", count.to_string())]
            }
            Self::StyleReplaced { style, value, count } => {
                vec![("style", style.word().to_owned()), ("value", value.to_string()), ("count", count.to_string())]
            }
            Self::EscapeIgnored { id, count } => vec![("id", id.to_string()), ("count", count.to_string())],
            Self::FontReplaced { name } => vec![("name", name.clone())],
            Self::CharacterSetUnknown { set } => vec![("set", set.clone())],
            Self::ExtentInvalid | Self::EndMissing => Vec::new(),
            Self::Truncated { offset } => vec![("offset", offset.to_string())],
            Self::MorePictures { count } => vec![("count", count.to_string())],
            Self::LimitReached { limit, allowed } => {
                vec![("limit", limit.word().to_owned()), ("allowed", allowed.to_string())]
            }
        }
    }

    /// Equal except for the count.
    fn counts_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::UnknownElement { class, id, .. }, Self::UnknownElement { class: c, id: i, .. }) => {
                (class, id) == (c, i)
            }
            (Self::NotDrawn { element, .. }, Self::NotDrawn { element: other, .. })
            | (Self::Malformed { element, .. }, Self::Malformed { element: other, .. }) => element == other,
            (Self::StyleReplaced { style, value, .. }, Self::StyleReplaced { style: s, value: v, .. }) => {
                (style, value) == (s, v)
            }
            (Self::EscapeIgnored { id, .. }, Self::EscapeIgnored { id: other, .. }) => id == other,
            _ => self == other,
        }
    }

    fn count_mut(&mut self) -> Option<&mut u32> {
        match self {
            Self::UnknownElement { count, .. }
            | Self::NotDrawn { count, .. }
            | Self::Malformed { count, .. }
            | Self::StyleReplaced { count, .. }
            | Self::EscapeIgnored { count, .. } => Some(count),
            _ => None,
        }
    }
}

impl Style {
    /// Stable message key.
    pub fn word(self) -> &'static str {
        match self {
            Self::LineType => "line_type",
            Self::MarkerType => "marker_type",
            Self::InteriorStyle => "interior_style",
            Self::Hatch => "hatch",
            Self::Pattern => "pattern",
            Self::ColourModel => "colour_model",
            Self::TileCompression => "tile_compression",
            Self::TextPath => "text_path",
        }
    }
}

impl Limit {
    /// Stable message key.
    pub fn word(self) -> &'static str {
        match self {
            Self::SvgBytes => "svg_bytes",
            Self::Points => "points",
            Self::Cells => "cells",
            Self::Depth => "depth",
            Self::Structures => "structures",
        }
    }
}

/// Keeps a hostile file from filling the report.
const MAX_WARNINGS: usize = 200;
const MAX_DESCRIPTIONS: usize = 16;

impl ConversionReport {
    /// The picture was read to its end and within all limits.
    pub fn is_complete(&self) -> bool {
        !self.warnings.iter().any(|warning| {
            matches!(warning, Warning::Truncated { .. } | Warning::EndMissing | Warning::LimitReached { .. })
        })
    }

    pub(crate) fn warn(&mut self, warning: Warning) {
        if let Some(known) = self.warnings.iter_mut().find(|known| known.counts_as(&warning)) {
            if let Some(count) = known.count_mut() {
                *count = count.saturating_add(1);
            }
        } else if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(warning);
        }
    }

    pub(crate) fn count(&mut self, class: u8, id: u8) {
        *self.elements.entry((class, id)).or_default() += 1;
    }

    pub(crate) fn not_drawn(&mut self, class: u8, id: u8) {
        if let Some(element) = element_name(class, id) {
            self.warn(Warning::NotDrawn { element, count: 1 });
        }
    }

    pub(crate) fn malformed(&mut self, class: u8, id: u8) {
        let element = element_name(class, id).unwrap_or_default();
        self.warn(Warning::Malformed { element, count: 1 });
    }

    pub(crate) fn describe(&mut self, text: String) {
        if self.descriptions.len() < MAX_DESCRIPTIONS {
            self.descriptions.push(text);
        }
    }

    pub(crate) fn replaced(&mut self, style: Style, value: i64) {
        self.warn(Warning::StyleReplaced { style, value, count: 1 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_warnings_are_counted_and_the_number_of_others_is_bounded() {
        let mut report = ConversionReport::default();
        for _ in 0..3 {
            report.warn(Warning::EscapeIgnored { id: 45, count: 1 });
        }
        assert_eq!(report.warnings, [Warning::EscapeIgnored { id: 45, count: 3 }]);
        for id in 0..10_000 {
            report.warn(Warning::EscapeIgnored { id, count: 1 });
        }
        assert_eq!(report.warnings.len(), MAX_WARNINGS);
    }

    #[test]
    fn a_warning_gives_its_code_and_values() {
        let warning = Warning::StyleReplaced { style: Style::Hatch, value: -7, count: 2 };
        assert_eq!(warning.code(), "cgm.style_replaced");
        let values = [("style", "hatch".to_owned()), ("value", "-7".to_owned()), ("count", "2".to_owned())];
        assert_eq!(warning.values(), values);
    }
}
