//! The standard numbering system of air vehicles, and the titles of information codes.
//!
//! Codes and titles are facts of S1000D; the Chinese titles are our own. The tables are tab-separated files of this
//! crate: code, English, Chinese.

use std::sync::LazyLock;

use crate::language::Locale;

/// A code with its title.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeTitle {
    pub code: &'static str,
    english: &'static str,
    chinese: &'static str,
}

impl CodeTitle {
    /// The title in a language; English when there is no Chinese one.
    pub fn title(&self, locale: Locale) -> &'static str {
        match locale {
            Locale::Chinese if !self.chinese.is_empty() => self.chinese,
            Locale::Chinese | Locale::English => self.english,
        }
    }
}

static SNS: LazyLock<Vec<CodeTitle>> = LazyLock::new(|| read(include_str!("../data/sns.tsv")));
/// The chapters before the systems: information about the whole aircraft.
static GENERAL: LazyLock<Vec<CodeTitle>> = LazyLock::new(|| read(include_str!("../data/general-chapters.tsv")));
static INFO_CODES: LazyLock<Vec<CodeTitle>> = LazyLock::new(|| read(include_str!("../data/info-codes.tsv")));

fn read(table: &'static str) -> Vec<CodeTitle> {
    let row = |line: &'static str| {
        let mut cells = line.split('\t');
        Some(CodeTitle { code: cells.next()?, english: cells.next()?, chinese: cells.next().unwrap_or_default() })
    };
    table.lines().filter_map(row).collect()
}

/// The systems, as in `21`.
pub fn systems() -> impl Iterator<Item = CodeTitle> {
    below("")
}

/// The chapter with this code: a system, or general information about the aircraft.
pub fn chapter(code: &str) -> Option<CodeTitle> {
    // A search asks for each chapter that it counts: compare whole codes, without removing prefixes.
    SNS.iter().chain(GENERAL.iter()).find(|row| row.code == code).filter(|row| row.code.len() == 2).copied()
}

/// The subsystems of a system, each by its own digit.
pub fn subsystems(system: &str) -> impl Iterator<Item = CodeTitle> + use<> {
    below(&format!("{system}-"))
}

/// The subsystems of a subsystem, each by its own digit.
pub fn subsubsystems(system: &str, subsystem: &str) -> impl Iterator<Item = CodeTitle> + use<> {
    let named = !subsystem.is_empty();
    below(&format!("{system}-{subsystem}")).filter(move |_| named)
}

/// The rows one level below `prefix`, with the prefix removed from their codes.
fn below(prefix: &str) -> impl Iterator<Item = CodeTitle> + use<> {
    let prefix = prefix.to_owned();
    // A system has two digits, each level below adds one.
    let length = if prefix.is_empty() { 2 } else { 1 };
    SNS.iter().filter_map(move |row| {
        let code = row.code.strip_prefix(&prefix)?;
        (code.len() == length).then_some(CodeTitle { code, ..*row })
    })
}

/// All information codes.
pub fn info_codes() -> impl Iterator<Item = CodeTitle> {
    INFO_CODES.iter().copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbering_system_is_complete() {
        assert_eq!(systems().count(), 73);
        assert_eq!(systems().flat_map(|one| subsystems(one.code)).count(), 429);
        assert_eq!(SNS.len(), 73 + 429 + 1);
        let titles: Vec<_> = subsystems("62").map(|one| (one.code, one.title(Locale::English))).collect();
        assert_eq!(titles[1], ("1", "Rotor blades"));
        assert_eq!(subsubsystems("23", "1").map(|one| one.code).collect::<Vec<_>>(), ["5"]);
        assert_eq!(subsystems("00").count() + subsystems("").count() + subsubsystems("21", "").count(), 0);
    }

    #[test]
    fn chapters_before_the_systems_have_names() {
        for code in (0..=12).map(|number| format!("{number:02}")) {
            let found = chapter(&code).expect("a chapter");
            assert!(!found.english.is_empty() && !found.chinese.is_ascii(), "{found:?}");
        }
        assert_eq!(chapter("05").map(|one| one.title(Locale::English)), Some("Time limits and maintenance checks"));
        assert_eq!(chapter("62").map(|one| one.title(Locale::English)), Some("Main rotors"));
        assert_eq!(chapter("62-1"), None, "a subsystem");
        assert_eq!(chapter("15").map(|one| one.title(Locale::English)), Some("Aircrew information"));
        assert_eq!(chapter("15").map(|one| one.title(Locale::Chinese)), Some("机组信息"));
        assert_eq!(chapter("13"), None);
    }

    #[test]
    fn every_system_has_a_chinese_title() {
        for row in SNS.iter() {
            assert!(!row.chinese.is_empty() && !row.chinese.is_ascii(), "{row:?}");
        }
        assert_eq!(systems().find(|one| one.code == "62").map(|one| one.title(Locale::Chinese)), Some("主旋翼"));
    }

    #[test]
    fn information_codes_are_named_in_english_at_least() {
        assert_eq!(info_codes().count(), INFO_CODE_COUNT);
        assert!(info_codes().all(|one| one.code.len() == 3 && !one.title(Locale::Chinese).is_empty()));
        let translated = INFO_CODES.iter().filter(|one| !one.chinese.is_empty()).count();
        assert!(translated >= 100, "{translated}");
        let description = info_codes().find(|one| one.code == "040").map(|one| one.title(Locale::Chinese));
        assert_eq!(description, Some("说明"));
    }

    const INFO_CODE_COUNT: usize = 580;
}
