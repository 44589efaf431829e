//! What a conversion found: which elements, and what the picture may lack.
//!
//! A warning is a code with values, so that the product can say it in the reader's language.

use std::collections::BTreeMap;

use crate::catalogue::element_name;

/// What was read, and everything that is wrong or missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The version the metafile claims; 1 when it claims none.
    pub version: i64,
    /// The name of the picture.
    pub title: String,
    /// Descriptions of the metafile, with the profile it claims.
    pub descriptions: Vec<String>,
    /// How often each element occurs, by class and number, up to the end of the first picture.
    pub elements: BTreeMap<(u8, u8), u32>,
    pub warnings: Vec<Warning>,
}

/// Something that may be seen to be wrong or missing. Equal ones are counted, not repeated.
#[derive(Clone, Debug, PartialEq)]
pub enum Warning {
    /// An element that the standard does not have.
    UnknownElement { class: u8, id: u8, count: u32 },
    /// A visible element that is not drawn.
    NotDrawn { element: &'static str, count: u32 },
    /// An element whose parameters make no sense; it is left out.
    Malformed { element: &'static str, count: u32 },
    /// A style that is drawn as a simpler one.
    StyleReplaced { style: Style, value: i64, count: u32 },
    /// An extension outside the standard, which may have been meant to be visible.
    EscapeIgnored { id: i64, count: u32 },
    /// A font that is shown as another.
    FontReplaced { name: String },
    /// Text in a character set that is not known.
    CharacterSetUnknown { set: String },
    /// The picture's extent has no area; the default one is shown.
    ExtentInvalid,
    /// The file ends inside the command at this byte.
    Truncated { offset: usize },
    /// The file ends before its picture does.
    EndMissing,
    /// Pictures after the first, which are not shown.
    MorePictures { count: u32 },
    /// The picture is cut off because it would cost too much.
    LimitReached { limit: Limit, allowed: usize },
}

/// What a [`Warning::StyleReplaced`] is about.
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

/// What a [`Warning::LimitReached`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    SvgBytes,
    Points,
    Cells,
    Depth,
    Structures,
}

impl Warning {
    /// The stable word that keys its text.
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

    /// The values its text needs, by name.
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

    /// Whether both say the same, but for how often.
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
    /// The stable word that keys its text.
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
    /// The stable word that keys its text.
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

/// A hostile file must not be able to fill a report.
const MAX_WARNINGS: usize = 200;
const MAX_DESCRIPTIONS: usize = 16;

impl Report {
    /// Whether the file was read to the end of its picture and within all limits.
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
        let mut report = Report::default();
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
