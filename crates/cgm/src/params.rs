//! Reads the parameters of one command.

use crate::geometry::Point;
use crate::num::real;
use crate::precision::{Precision, RealFormat, SizeMode};

/// Parameters that are too short or invalid; the command is skipped and reported.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MalformedParams;

/// An encoded colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Colour {
    Index(u32),
    Direct([u32; 4]),
}

type ParamResult<T> = Result<T, MalformedParams>;

/// A cursor over the parameters of a command.
#[derive(Clone, Debug)]
pub(crate) struct Params<'a> {
    bytes: &'a [u8],
    at: usize,
    pub(crate) precision: &'a Precision,
}

impl<'a> Params<'a> {
    pub(crate) fn new(bytes: &'a [u8], precision: &'a Precision) -> Self {
        Self { bytes, at: 0, precision }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.left() == 0
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len().saturating_sub(self.at)
    }

    pub(crate) fn take(&mut self, length: usize) -> ParamResult<&'a [u8]> {
        let end = self.at.checked_add(length).ok_or(MalformedParams)?;
        let taken = self.bytes.get(self.at..end).ok_or(MalformedParams)?;
        self.at = end;
        Ok(taken)
    }

    pub(crate) fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at = self.bytes.len();
        rest
    }

    /// Skips to a 16-bit boundary, where a row of cells starts.
    pub(crate) fn align(&mut self) {
        self.at += self.at % 2;
    }

    pub(crate) fn unsigned(&mut self, bits: u8) -> ParamResult<u32> {
        let taken = self.take(usize::from(bits / 8))?;
        Ok(taken.iter().fold(0, |value, byte| value << 8 | u32::from(*byte)))
    }

    pub(crate) fn signed(&mut self, bits: u8) -> ParamResult<i64> {
        let value = i64::from(self.unsigned(bits)?);
        Ok(if value >> (bits - 1) & 1 == 1 { value - (1 << bits) } else { value })
    }

    /// An enumeration value, always 16 bits.
    pub(crate) fn choice(&mut self) -> ParamResult<i64> {
        self.signed(16)
    }

    pub(crate) fn integer(&mut self) -> ParamResult<i64> {
        self.signed(self.precision.integer)
    }

    pub(crate) fn index(&mut self) -> ParamResult<i64> {
        self.signed(self.precision.index)
    }

    pub(crate) fn name(&mut self) -> ParamResult<i64> {
        self.signed(self.precision.name)
    }

    /// A count, never negative.
    pub(crate) fn count(&mut self) -> ParamResult<usize> {
        usize::try_from(self.integer()?).map_err(|_| MalformedParams)
    }

    pub(crate) fn real_in(&mut self, format: RealFormat) -> ParamResult<f64> {
        let value = match format {
            RealFormat::Float32 => f64::from(f32::from_bits(self.unsigned(32)?)),
            RealFormat::Float64 => f64::from_bits(u64::from(self.unsigned(32)?) << 32 | u64::from(self.unsigned(32)?)),
            // The fraction is added, for negative numbers too.
            RealFormat::Fixed32 => real(self.signed(16)?) + f64::from(self.unsigned(16)?) / 65_536.0,
            RealFormat::Fixed64 => real(self.signed(32)?) + f64::from(self.unsigned(32)?) / 4_294_967_296.0,
        };
        // Larger values are no drawing dimension, and their sums could overflow to infinity.
        if value.is_finite() && value.abs() < 1e12 { Ok(value) } else { Err(MalformedParams) }
    }

    pub(crate) fn real(&mut self) -> ParamResult<f64> {
        self.real_in(self.precision.real)
    }

    pub(crate) fn vdc(&mut self) -> ParamResult<f64> {
        if self.precision.vdc_is_real {
            self.real_in(self.precision.vdc_real)
        } else {
            self.signed(self.precision.vdc_integer).map(real)
        }
    }

    pub(crate) fn point(&mut self) -> ParamResult<Point> {
        Ok(Point::new(self.vdc()?, self.vdc()?))
    }

    fn vdc_bytes(&self) -> usize {
        match (self.precision.vdc_is_real, self.precision.vdc_real) {
            (false, _) => usize::from(self.precision.vdc_integer / 8),
            (true, RealFormat::Float32 | RealFormat::Fixed32) => 4,
            (true, RealFormat::Float64 | RealFormat::Fixed64) => 8,
        }
    }

    /// All remaining points.
    pub(crate) fn points(&mut self) -> ParamResult<Vec<Point>> {
        let count = self.left() / (2 * self.vdc_bytes());
        self.points_of(count)
    }

    /// A number of points; memory is allocated only after checking that the bytes exist.
    pub(crate) fn points_of(&mut self, count: usize) -> ParamResult<Vec<Point>> {
        if count > self.left() / (2 * self.vdc_bytes()) {
            return Err(MalformedParams);
        }
        (0..count).map(|_| self.point()).collect()
    }

    pub(crate) fn reals_of(&mut self, count: usize) -> ParamResult<Vec<f64>> {
        if count > self.left() {
            return Err(MalformedParams);
        }
        (0..count).map(|_| self.real()).collect()
    }

    pub(crate) fn size(&mut self, mode: SizeMode) -> ParamResult<f64> {
        if mode == SizeMode::Absolute { self.vdc() } else { self.real() }
    }

    pub(crate) fn colour_index(&mut self) -> ParamResult<u32> {
        self.unsigned(self.precision.colour_index)
    }

    /// A direct colour in the current precision.
    pub(crate) fn direct(&mut self) -> ParamResult<[u32; 4]> {
        let mut components = [0; 4];
        for component in components.iter_mut().take(self.precision.components()) {
            *component = self.unsigned(self.precision.colour)?;
        }
        Ok(components)
    }

    pub(crate) fn colour(&mut self) -> ParamResult<Colour> {
        if self.precision.direct_colour {
            self.direct().map(Colour::Direct)
        } else {
            self.colour_index().map(Colour::Index)
        }
    }

    /// A length-prefixed string; a long one comes in chunks.
    pub(crate) fn string(&mut self) -> ParamResult<Vec<u8>> {
        let length = self.unsigned(8)?;
        if length < 255 {
            return self.take(length as usize).map(<[u8]>::to_vec);
        }
        let mut joined = Vec::new();
        loop {
            let word = self.unsigned(16)?;
            joined.extend_from_slice(self.take((word & 0x7fff) as usize)?);
            if word & 0x8000 == 0 {
                return Ok(joined);
            }
        }
    }
}

/// A bit cursor, for cells narrower than a byte.
#[derive(Debug)]
pub(crate) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Bits<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn take(&mut self, bits: usize) -> ParamResult<u32> {
        let mut value = 0;
        let mut left = bits;
        while left > 0 {
            let byte = u32::from(*self.bytes.get(self.at / 8).ok_or(MalformedParams)?);
            let room = 8 - self.at % 8;
            let now = room.min(left);
            value = value << now | byte >> (room - now) & ((1 << now) - 1);
            self.at += now;
            left -= now;
        }
        Ok(value)
    }

    /// Skips to the next multiple of `bits`.
    pub(crate) fn align(&mut self, bits: usize) {
        self.at = self.at.div_ceil(bits.max(1)) * bits.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negative_fixed_number_adds_its_fraction() {
        let precision = Precision::default();
        let mut params = Params::new(&[0xff, 0xfe, 0x40, 0x00], &precision);
        assert_eq!(params.real(), Ok(-1.75));
    }

    #[test]
    fn numbers_of_24_bits_have_a_sign() {
        let precision = Precision { integer: 24, ..Precision::default() };
        let mut params = Params::new(&[0xff, 0xff, 0xff, 0x7f, 0xff, 0xff], &precision);
        assert_eq!((params.integer(), params.integer()), (Ok(-1), Ok(8_388_607)));
    }

    #[test]
    fn an_invalid_number_makes_the_command_malformed() {
        let precision = Precision { real: RealFormat::Float32, ..Precision::default() };
        let bytes = f32::NAN.to_be_bytes();
        assert_eq!(Params::new(&bytes, &precision).real(), Err(MalformedParams));
    }

    #[test]
    fn a_long_string_comes_in_chunks() {
        let precision = Precision::default();
        let bytes = [255, 0x80, 2, b'a', b'b', 0, 1, b'c'];
        assert_eq!(Params::new(&bytes, &precision).string(), Ok(b"abc".to_vec()));
    }

    #[test]
    fn bits_run_across_bytes() {
        let mut bits = Bits::new(&[0b1010_0110, 0b1100_0000]);
        assert_eq!((bits.take(3), bits.take(7)), (Ok(0b101), Ok(0b001_1011)));
        bits.align(8);
        assert_eq!(bits.take(1), Err(MalformedParams));
    }
}
