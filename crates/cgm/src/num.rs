//! Number conversions, so that casts are in one place.

use crate::limits::MAX_TABLE;

/// Converts an integer to floating point; beyond 2^53 precision is lost, which no picture shows.
#[expect(clippy::cast_precision_loss, reason = "said above")]
pub(crate) fn real(value: i64) -> f64 {
    value as f64
}

/// The same for an unsigned number.
#[expect(clippy::cast_precision_loss, reason = "said above")]
pub(crate) fn real_of(value: usize) -> f64 {
    value as f64
}

/// Rounds to the nearest integer, clamped to the coordinate range.
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
pub(crate) fn whole(value: f64) -> i64 {
    value.round().clamp(-1e15, 1e15) as i64
}

/// Converts a fraction to a colour component, 0 to 255.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
pub(crate) fn component(fraction: f64) -> u8 {
    (fraction.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// The number of pieces of a length when none may be longer than `piece`; at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
pub(crate) fn pieces(length: f64, piece: f64) -> usize {
    (length / piece).ceil().clamp(1.0, 4096.0) as usize
}

/// Converts to a table index; `None` when it is out of range for any table.
pub(crate) fn slot(index: i64) -> Option<usize> {
    usize::try_from(index).ok().filter(|index| *index < MAX_TABLE)
}
