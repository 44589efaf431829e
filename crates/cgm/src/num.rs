//! The few conversions between kinds of numbers, so that nothing else has to cast.

use crate::limits::MAX_TABLE;

/// A whole number as a real one; beyond 2^53 the last digits go, which no picture sees.
#[expect(clippy::cast_precision_loss, reason = "said above")]
pub(crate) fn real(value: i64) -> f64 {
    value as f64
}

/// The same for an unsigned number.
#[expect(clippy::cast_precision_loss, reason = "said above")]
pub(crate) fn real_of(value: usize) -> f64 {
    value as f64
}

/// The nearest whole number, held within what a coordinate may need.
#[expect(clippy::cast_possible_truncation, reason = "clamped before")]
pub(crate) fn whole(value: f64) -> i64 {
    value.round().clamp(-1e15, 1e15) as i64
}

/// A colour component, 0 to 255, from a fraction of 1.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
pub(crate) fn component(fraction: f64) -> u8 {
    (fraction.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// How many pieces a length needs when none may be longer than `piece`; at least one.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped before")]
pub(crate) fn pieces(length: f64, piece: f64) -> usize {
    (length / piece).ceil().clamp(1.0, 4096.0) as usize
}

/// An index into a table of ours, or nothing when no table is so long.
pub(crate) fn slot(index: i64) -> Option<usize> {
    usize::try_from(index).ok().filter(|index| *index < MAX_TABLE)
}
