//! Short number formatting.

use crate::num::whole;

/// Significant digits of coordinates relative to the longer side: 0.01 mm on a page.
const DIGITS: f64 = 5.0;

/// The rounding grid of coordinates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberGrid {
    pub(super) decimals: usize,
}

impl NumberGrid {
    pub(crate) fn for_side(longer: f64) -> Self {
        let digits = whole(DIGITS - 1.0 - longer.log10().floor());
        Self { decimals: usize::try_from(digits.clamp(0, 9)).unwrap_or_default() }
    }

    /// A finer grid, for radii and widths, where rounding would be visible.
    pub(super) fn finer(self) -> Self {
        Self { decimals: self.decimals + 1 }
    }

    pub(super) fn steps(self, value: f64) -> i64 {
        let power = [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10];
        whole(value * power[self.decimals])
    }

    /// Writes a number of steps as the shortest decimal number.
    pub(super) fn put(self, out: &mut String, steps: i64) {
        let mut left = steps.unsigned_abs();
        if steps < 0 {
            out.push('-');
        }
        // Digits from last to first; the buffer fits the largest number.
        let mut digits = [b'0'; 32];
        let mut used = 0;
        while left > 0 || used <= self.decimals {
            digits[used] = b'0' + u8::try_from(left % 10).unwrap_or_default();
            (left, used) = (left / 10, used + 1);
        }
        let last = (0..self.decimals).find(|at| digits[*at] != b'0').unwrap_or(self.decimals);
        for at in (last..used).rev() {
            if at + 1 == self.decimals {
                out.push('.');
            }
            let leading = at == self.decimals && used == self.decimals + 1 && digits[at] == b'0';
            // A fraction needs no leading zero.
            if !leading || last == self.decimals {
                out.push(char::from(digits[at]));
            }
        }
    }

    pub(crate) fn text(self, value: f64) -> String {
        let mut out = String::new();
        self.put(&mut out, self.steps(value));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_short_as_they_can_be() {
        let grid = NumberGrid::for_side(172.0);
        let written = [0.0, -0.004, 0.5, -0.25, 12.0, 100.1, -3.456].map(|value| grid.text(value));
        assert_eq!(written, ["0", "0", ".5", "-.25", "12", "100.1", "-3.46"]);
        assert_eq!(NumberGrid::for_side(32_767.0).text(1234.6), "1235");
        assert_eq!(NumberGrid::for_side(1.0).text(0.123_46), ".1235");
    }
}
