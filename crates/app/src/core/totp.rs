//! Time-based one-time codes (RFC 6238): SHA-1, six digits, 30 seconds, as every authenticator app knows them.

use chrono::{DateTime, Utc};
use qrcodegen::{QrCode, QrCodeEcc};
use ring::hmac;
use subtle::ConstantTimeEq;

use crate::core::keys;

const STEP_S: i64 = 30;
const DIGITS: usize = 6;
/// Steps before and after the present one whose code is accepted, for clocks that differ.
const TOLERANCE: i64 = 1;
const ISSUER: &str = "Airfolio";

/// The secret that an authenticator app shares with us.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret(Vec<u8>);

impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("***")
    }
}

impl TotpSecret {
    /// A random secret of 160 bits, as RFC 4226 recommends.
    pub(crate) fn generate() -> Self {
        Self(keys::random::<20>().to_vec())
    }

    pub(crate) fn from_bytes(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The secret for typing into an app that cannot scan.
    pub fn base32(&self) -> String {
        base32(&self.0)
    }

    /// The address that an app reads from the QR code.
    pub fn uri(&self, account: &str) -> String {
        // An account has only characters that need no escaping, and `@`, which is allowed in a path.
        let secret = self.base32();
        format!("otpauth://totp/{ISSUER}:{account}?secret={secret}&issuer={ISSUER}&digits={DIGITS}&period={STEP_S}")
    }

    /// The step for which `code` is right at this time.
    pub(crate) fn step_of(&self, code: &str, now: DateTime<Utc>) -> Option<i64> {
        let present = now.timestamp() / STEP_S;
        let mut found = None;
        // All steps are compared, so that the time taken does not depend on the code.
        for step in present - TOLERANCE..=present + TOLERANCE {
            if bool::from(self.code_at(step).as_bytes().ct_eq(code.as_bytes())) {
                found = Some(step);
            }
        }
        found
    }

    fn code_at(&self, step: i64) -> String {
        let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &self.0);
        let tag = hmac::sign(&key, &step.to_be_bytes());
        let bytes = tag.as_ref();
        let offset = usize::from(bytes[bytes.len() - 1] & 0x0f);
        let number = bytes[offset..offset + 4].iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte));
        format!("{:0DIGITS$}", (number & 0x7fff_ffff) % 1_000_000)
    }
}

/// Whether a text looks like a code of an app, rather than like a recovery code.
pub(crate) fn is_code(text: &str) -> bool {
    text.len() == DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// RFC 4648 without padding.
pub(crate) fn base32(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    let mut text = String::new();
    for chunk in bytes.chunks(5) {
        let mut padded = [0; 8];
        padded[3..3 + chunk.len()].copy_from_slice(chunk);
        let number = u64::from_be_bytes(padded);
        let digits = (chunk.len() * 8).div_ceil(5);
        text.extend((0..digits).map(|index| char::from(ALPHABET[(number >> (35 - 5 * index) & 31) as usize])));
    }
    text
}

/// A QR code as the path of an SVG picture, one unit per module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QrPath {
    /// Width and height without the quiet zone.
    pub size: i32,
    pub path: String,
}

impl QrPath {
    /// Draws `text`; `None` when it is too long for a QR code.
    pub(crate) fn draw(text: &str) -> Option<Self> {
        let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
        let size = code.size();
        let mut runs = Vec::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let width = (x..size).take_while(|x| code.get_module(*x, y)).fold(0, |width, _| width + 1);
                if width > 0 {
                    runs.push(format!("M{x} {y}h{width}v1h-{width}z"));
                }
                x += width + 1;
            }
        }
        let path = runs.concat();
        Some(Self { size, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(seconds, 0).expect("in range")
    }

    fn secret() -> TotpSecret {
        TotpSecret(b"12345678901234567890".to_vec())
    }

    /// The last six digits of the codes in RFC 6238, appendix B.
    #[test]
    fn codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret().step_of(code, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_and_late_and_no_more() {
        let code = secret().code_at(1_000);
        for (step, accepted) in [(998, false), (999, true), (1_000, true), (1_001, true), (1_002, false)] {
            assert_eq!(secret().step_of(&code, at(step * 30)).is_some(), accepted, "{step}");
        }
        assert_eq!(secret().step_of("", at(30_000)), None);
        assert_eq!(secret().step_of(&format!("{code}0"), at(30_000)), None);
    }

    /// The test vectors of RFC 4648.
    #[test]
    fn base32_is_that_of_the_standard() {
        for (bytes, text) in [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(base32(bytes.as_bytes()), text);
        }
    }

    #[test]
    fn the_picture_has_the_dark_modules_of_the_code() {
        let drawn = QrPath::draw(&secret().uri("ann@example.com")).expect("short enough");
        let dark: usize = drawn
            .path
            .split('h')
            .skip(1)
            .step_by(2)
            .filter_map(|part| part.split('v').next()?.parse::<usize>().ok())
            .sum();
        let code = QrCode::encode_text(&secret().uri("ann@example.com"), QrCodeEcc::Medium).expect("short enough");
        let expected = (0..code.size()).flat_map(|y| (0..code.size()).map(move |x| (x, y)));
        assert_eq!(dark, expected.filter(|(x, y)| code.get_module(*x, *y)).count());
        assert!(drawn.path.starts_with("M0 0h7v1h-7z"), "the corner mark: {}", &drawn.path[..20]);
    }
}
