//! Structured data records: the attributes of application structures.

use crate::params::{MalformedParams, Params};
use crate::precision::Precision;

/// The members of a record, in order; unused types are skipped.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct DataRecord(pub(crate) Vec<Member>);

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Member {
    Texts(Vec<Vec<u8>>),
    Whole(Vec<i64>),
    Lengths(Vec<f64>),
}

impl DataRecord {
    /// Reads up to the first truncated member.
    pub(crate) fn read(bytes: &[u8], precision: &Precision) -> Self {
        let mut params = Params::new(bytes, precision);
        let mut members = Vec::new();
        // Writers leave up to three bytes after the last member.
        while params.left() >= 4 {
            match member(&mut params) {
                Ok(Some(member)) => members.push(member),
                Ok(None) => {}
                Err(MalformedParams) => break,
            }
        }
        Self(members)
    }

    /// All texts of the record.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &[u8]> {
        let texts = self.0.iter().filter_map(|member| match member {
            Member::Texts(texts) => Some(texts),
            _ => None,
        });
        texts.flatten().map(Vec::as_slice)
    }
}

fn member(params: &mut Params<'_>) -> Result<Option<Member>, MalformedParams> {
    let (kind, count) = (params.index()?, params.count()?);
    // Each value takes at least one byte.
    if count > params.left() {
        return Err(MalformedParams);
    }
    Ok(match kind {
        13 | 14 => Some(Member::Texts((0..count).map(|_| params.string()).collect::<Result<_, _>>()?)),
        16 => Some(Member::Lengths((0..count).map(|_| params.vdc()).collect::<Result<_, _>>()?)),
        12 => Some(Member::Lengths(params.reals_of(count)?)),
        4 | 5 | 6 | 8 | 9 | 10 | 11 => {
            let whole = |params: &mut Params<'_>| match kind {
                4 => params.name(),
                6 => params.integer(),
                8 => params.signed(8),
                10 => params.signed(32),
                11 => params.index(),
                _ => params.signed(16),
            };
            Some(Member::Whole((0..count).map(|_| whole(params)).collect::<Result<_, _>>()?))
        }
        _ => {
            let width = width(kind, params.precision).ok_or(MalformedParams)?;
            params.take(width.checked_mul(count).ok_or(MalformedParams)?)?;
            None
        }
    })
}

/// Size of a skipped value in bytes.
fn width(kind: i64, precision: &Precision) -> Option<usize> {
    let colour = usize::from(precision.colour / 8);
    match kind {
        2 => Some(usize::from(precision.colour_index / 8)),
        3 => Some(colour * precision.components()),
        15 | 22 => Some(2),
        17 => Some(colour),
        18 | 20 => Some(1),
        19 => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_of_a_shape_and_its_points_is_read() {
        let precision = Precision::default();
        let bytes = [0, 11, 0, 1, 0, 3, 0, 16, 0, 2, 0, 5, 0, 7, 0];
        let record = DataRecord::read(&bytes, &precision);
        assert_eq!(record.0, [Member::Whole(vec![3]), Member::Lengths(vec![5.0, 7.0])]);
    }

    #[test]
    fn a_count_beyond_the_bytes_ends_the_record() {
        let precision = Precision::default();
        let record = DataRecord::read(&[0, 14, 0x7f, 0xff, 1, b'a'], &precision);
        assert_eq!(record, DataRecord::default());
    }
}
