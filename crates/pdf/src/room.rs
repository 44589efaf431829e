//! The room that texts have in the cells of tables. The engine breaks no word, so that one that is wider than its column
//! would be printed over the next. Measures are those of the template.

use serde_json::{Map, Value};

/// A place where a line may end.
pub(crate) const BREAK: char = '\u{200b}';
/// Points of a millimetre.
const MM: f64 = 72.0 / 25.4;
/// The indentation of a block by one level.
const STEP: f64 = 8.0 * MM;
/// The gap between two languages side by side.
const GUTTER: f64 = 6.0 * MM;
/// The space around the text in a frame, left and right together.
const FRAME: f64 = 5.0 * MM;
/// Columns from which on a table has smaller letters, and from which on it has the smallest.
const MANY: usize = 7;
const VERY_MANY: usize = 21;
/// The shares of the columns of a minimum equipment list on small paper.
const SMALL_MEL: [f64; 5] = [24.0, 13.0, 13.0, 13.0, 37.0];
/// Titles in cells are as large as this, or smaller.
const TITLE: f64 = 12.5;

/// The widths of the letters of the font of the template, regular and bold, in thousandths of their size.
const LOWER: [[u16; 2]; 26] = [
    [457, 506],
    [493, 542],
    [428, 456],
    [506, 561],
    [447, 489],
    [310, 391],
    [500, 521],
    [538, 619],
    [271, 322],
    [272, 312],
    [512, 613],
    [264, 325],
    [790, 905],
    [542, 616],
    [504, 551],
    [519, 581],
    [503, 573],
    [372, 428],
    [390, 427],
    [316, 358],
    [531, 598],
    [497, 529],
    [747, 777],
    [490, 561],
    [515, 558],
    [424, 452],
];
const UPPER: [[u16; 2]; 26] = [
    [695, 740],
    [588, 654],
    [646, 706],
    [701, 734],
    [557, 609],
    [485, 545],
    [685, 732],
    [730, 817],
    [297, 367],
    [322, 373],
    [637, 736],
    [528, 577],
    [839, 899],
    [699, 740],
    [702, 730],
    [541, 614],
    [702, 730],
    [587, 716],
    [485, 504],
    [597, 652],
    [661, 732],
    [652, 700],
    [951, 1028],
    [660, 718],
    [575, 624],
    [604, 624],
];

/// The room of a text. Lengths are in points.
#[derive(Debug, Clone, Copy, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "they are independent of each other")]
pub(crate) struct Room {
    width: f64,
    /// That of a page on its side.
    turned: f64,
    size: f64,
    is_small: bool,
    /// A table here has no page of its own.
    is_inner: bool,
    pub(crate) is_cell: bool,
    is_bold: bool,
    is_mono: bool,
}

impl Room {
    /// The room of a page.
    pub(crate) fn of_paper(paper: &str) -> Self {
        let (width, height, margins, size) = match paper {
            "a5" => (148.0, 210.0, 28.0, 8.5),
            "us-letter" => (215.9, 279.4, 42.0, 10.0),
            _ => (210.0, 297.0, 42.0, 10.0),
        };
        Self {
            width: (width - margins) * MM,
            turned: (height - margins) * MM,
            size,
            is_small: paper == "a5",
            is_inner: false,
            is_cell: false,
            is_bold: false,
            is_mono: false,
        }
    }

    /// The same as that of a cell.
    pub(crate) fn in_cell(self) -> Self {
        Self { is_cell: true, ..self }
    }

    /// The room inside an object of the description.
    pub(crate) fn inside(self, object: &Map<String, Value>) -> Self {
        let text = |name: &str| object.get(name).and_then(Value::as_str).unwrap_or_default();
        let steps = number(object, "n");
        match text("t") {
            "module" => match object.get("versions").and_then(Value::as_array).map_or(1, Vec::len) {
                0 | 1 => self,
                count => {
                    let languages = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
                    let width = (self.turned - GUTTER * (languages - 1.0)) / languages;
                    Self { width, is_inner: true, ..self }
                }
            },
            "text" => {
                // A marker has a column of its own, also without an indentation.
                let steps = if text("m").is_empty() { steps } else { steps.max(1.0) };
                let is_bold = self.is_bold || matches!(text("k"), "title" | "label" | "caption");
                Self { width: self.width - steps * STEP, is_bold, ..self }
            }
            "heading" => Self { size: self.size.max(TITLE), is_bold: true, ..self },
            "safety" => Self { width: self.width - steps * STEP - FRAME, is_inner: true, ..self },
            _ => {
                let style = text("s");
                let (is_bold, is_mono) = (self.is_bold || style.contains('b'), self.is_mono || style.contains('m'));
                Self { is_bold, is_mono, ..self }
            }
        }
    }

    /// A text whose words can be broken where they are wider than the room; none where all fit.
    pub(crate) fn breakable(self, text: &str) -> Option<String> {
        let most = self.width / self.size;
        let is_letter = |c: char| !c.is_whitespace() && !is_wide(c) && c != BREAK;
        let width = |word: &str| word.chars().map(|c| self.letter(c)).sum::<f64>();
        if text.split(|c: char| !is_letter(c)).all(|word| width(word) <= most) {
            return None;
        }
        let mut out = String::with_capacity(text.len() * 2);
        for word in text.split_inclusive(|c: char| !is_letter(c)) {
            if width(word.trim_end_matches(|c: char| !is_letter(c))) <= most {
                out.push_str(word);
                continue;
            }
            // The width since the last break, and the last sign since then behind which people would break.
            let (mut piece, mut sign) = (0.0, None);
            for c in word.chars() {
                let width = self.letter(c);
                if piece > 0.0 && piece + width > most && is_letter(c) {
                    let (at, before) = sign.take().unwrap_or((out.len(), piece));
                    out.insert(at, BREAK);
                    piece -= before;
                }
                out.push(c);
                piece += width;
                if matches!(c, '-' | '/' | '.' | '_' | ',' | ':' | ';' | '=') && piece > most / 3.0 {
                    sign = Some((out.len(), piece));
                }
            }
        }
        Some(out)
    }

    /// The width of a letter in parts of the size.
    fn letter(self, c: char) -> f64 {
        if self.is_mono && c.is_ascii() {
            return 0.54;
        }
        let [regular, bold] = match c {
            'a'..='z' => LOWER[c as usize - 'a' as usize],
            'A'..='Z' => UPPER[c as usize - 'A' as usize],
            '0'..='9' => [465, 514],
            '-' | '/' | '(' | ')' | '[' | ']' => [356, 397],
            '.' | ',' | ':' | ';' | '\'' | '|' => [236, 256],
            '@' | '&' | '%' => [895, 988],
            _ if c.is_ascii() => [550, 551],
            _ => [760, 820],
        };
        f64::from(if self.is_bold { bold } else { regular }) / 1000.0
    }
}

/// The columns of a table in its room.
#[derive(Debug)]
pub(crate) struct CellRooms {
    room: Room,
    width: f64,
    inset: f64,
    shares: Vec<f64>,
}

impl CellRooms {
    /// Those of an object, if it is a table.
    pub(crate) fn of(object: &Map<String, Value>, room: Room) -> Option<Self> {
        let widths = object.get("widths")?.as_array()?;
        let shares: Vec<f64> = widths.iter().map(|share| share.as_f64().unwrap_or(1.0)).collect();
        let is_mel = object.get("layout").and_then(Value::as_str) == Some("mel");
        let is_small_mel = room.is_small && is_mel && shares.len() == SMALL_MEL.len();
        let is_turned = object.get("isWide").and_then(Value::as_bool) == Some(true) && !room.is_inner;
        let width = if is_turned { room.turned } else { room.width } - number(object, "n") * STEP;
        let (inset, part) = match shares.len() {
            VERY_MANY.. => (0.5, 0.7),
            MANY.. => (if room.is_small { 0.8 } else { 1.6 }, 0.82),
            _ => (if room.is_small { 0.8 } else { 1.6 }, 0.92),
        };
        let room = Room { size: room.size * part, is_inner: true, is_cell: true, ..room };
        let shares = if is_small_mel { SMALL_MEL.to_vec() } else { shares };
        Some(Self { room, width, inset: inset * MM, shares })
    }

    /// The room of a cell.
    pub(crate) fn cell(&self, cell: &Value) -> Room {
        let place = |name: &str| cell.get(name).and_then(Value::as_u64).and_then(|place| usize::try_from(place).ok());
        let own: f64 = self.shares.iter().skip(place("x").unwrap_or(0)).take(place("w").unwrap_or(1)).sum();
        let all: f64 = self.shares.iter().sum();
        let is_heading = cell.get("th").and_then(Value::as_bool) == Some(true);
        // Up to the border of its cell, a word is in nobody's way. Headings on small paper are hyphenated.
        let width =
            if is_heading && self.room.is_small { f64::INFINITY } else { self.width * own / all.max(1.0) - self.inset };
        Room { width, is_bold: self.room.is_bold || is_heading, ..self.room }
    }
}

/// Lines may end at every Chinese sign.
pub(crate) fn is_wide(c: char) -> bool {
    matches!(u32::from(c), 0x2e80..=0xd7ff | 0xf900..=0xfaff | 0xff00..=0xffef | 0x20000..=0x3ffff)
}

fn number(object: &Map<String, Value>, name: &str) -> f64 {
    object.get(name).and_then(Value::as_f64).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The room of a cell in a table of so many columns on A4.
    fn cell(columns: usize) -> Room {
        let table = json!({"t": "table", "widths": vec![10; columns], "isWide": columns > 8});
        let columns = CellRooms::of(table.as_object().expect("an object"), Room::of_paper("a4")).expect("a table");
        columns.cell(&json!({"x": 1}))
    }

    #[test]
    fn words_are_broken_where_they_are_wider_than_their_column() {
        assert_eq!(cell(2).breakable("Replace MS20470AD4-00 and DMC-NV240-A-24"), None);
        let broken = cell(14).breakable("Use MS20470AD4-00.").expect("a narrow column");
        assert_eq!(broken.replace(BREAK, ""), "Use MS20470AD4-00.");
        assert!(broken.starts_with("Use MS2") && broken.contains(BREAK), "{broken}");
        let room = cell(26);
        let broken = room.breakable("MS20470AD4-00").expect("a narrow column");
        let most = room.width / room.size;
        let width = |piece: &str| piece.chars().map(|c| room.letter(c)).sum::<f64>();
        assert!(broken.split(BREAK).all(|piece| width(piece) <= most), "{broken}");
        assert_eq!(cell(26).breakable("可以在每个字后换行的文字"), None, "lines end behind every sign");
    }

    #[test]
    fn a_word_is_rather_broken_behind_a_sign() {
        let room = Room { width: 60.0, size: 10.0, ..Room::of_paper("a4") };
        assert_eq!(room.breakable("abcdef-ghijklmno").as_deref(), Some("abcdef-\u{200b}ghijklmno"));
    }

    #[test]
    fn what_stands_around_a_table_takes_room() {
        let page = Room::of_paper("a4");
        let of = |value: Value| page.inside(value.as_object().expect("an object"));
        assert!(of(json!({"t": "safety"})).width < page.width);
        assert!(of(json!({"t": "text", "m": "1."})).width < of(json!({"t": "text"})).width);
        let aside = of(json!({"t": "module", "versions": [{}, {}]}));
        assert!(aside.is_inner && aside.width < page.turned / 2.0);
        assert_eq!(of(json!({"t": "module", "versions": [{}]})), page);
    }
}
