//! An authenticator app: makes codes from the secret that the program shows.

#![expect(clippy::expect_used, reason = "a test with an unreadable secret must stop at once")]

use chrono::{DateTime, Utc};
use ring::hmac;

/// The code that an app shows at `now` for a secret in Base32.
pub fn code(secret: &str, now: DateTime<Utc>) -> String {
    let step = now.timestamp() / 30;
    let key = hmac::Key::new(hmac::HMAC_SHA1_FOR_LEGACY_USE_ONLY, &decoded(secret));
    let tag = hmac::sign(&key, &step.to_be_bytes());
    let offset = usize::from(tag.as_ref()[19] & 15);
    let number: [u8; 4] = tag.as_ref()[offset..offset + 4].try_into().expect("four bytes");
    format!("{:06}", (u32::from_be_bytes(number) & 0x7fff_ffff) % 1_000_000)
}

fn decoded(text: &str) -> Vec<u8> {
    let (mut bytes, mut buffer, mut bits) = (Vec::new(), 0_u32, 0);
    for c in text.chars() {
        let value = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(c).expect("Base32");
        buffer = buffer << 5 | u32::try_from(value).expect("below 32");
        bits += 5;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from(buffer >> bits & 255).expect("one byte"));
        }
    }
    bytes
}
