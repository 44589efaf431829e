//! Characters that Word writes as places in a symbol font.

use crate::xml::XmlReader;

/// Places in the font Symbol that texts of rules use, and their characters.
const SYMBOLS: [(u32, char); 36] = [
    (0x2d, '−'),
    (0x3c, '<'),
    (0x3d, '='),
    (0x3e, '>'),
    (0x44, 'Δ'),
    (0x53, 'Σ'),
    (0x57, 'Ω'),
    (0x61, 'α'),
    (0x62, 'β'),
    (0x64, 'δ'),
    (0x65, 'ε'),
    (0x66, 'φ'),
    (0x67, 'γ'),
    (0x68, 'η'),
    (0x6c, 'λ'),
    (0x6d, 'μ'),
    (0x70, 'π'),
    (0x71, 'θ'),
    (0x72, 'ρ'),
    (0x73, 'σ'),
    (0x74, 'τ'),
    (0x77, 'ω'),
    (0xa3, '≤'),
    (0xa5, '∞'),
    (0xae, '→'),
    (0xb0, '°'),
    (0xb1, '±'),
    (0xb3, '≥'),
    (0xb4, '×'),
    (0xb7, '•'),
    (0xb9, '≠'),
    (0xbb, '≈'),
    (0xd6, '√'),
    (0xd7, '⋅'),
    (0xde, '⇒'),
    (0xe5, '∑'),
];

/// The character of the element `sym` that has just started. One that is not known stays as its code, so that readers see
/// that something stands there.
pub(super) fn symbol(xml: &XmlReader<'_>) -> Option<char> {
    let code = u32::from_str_radix(xml.attribute("char")?, 16).ok()?;
    let is_symbol = xml.attribute("font").is_some_and(|font| font.eq_ignore_ascii_case("symbol"));
    // Symbol fonts have their characters at U+F000.
    let place = if (0xf000..=0xf0ff).contains(&code) { code - 0xf000 } else { code };
    let known = SYMBOLS.iter().find(|(own, _)| is_symbol && *own == place).map(|(_, character)| *character);
    known.or_else(|| char::from_u32(code)).filter(|character| !character.is_control())
}
