//! Items of a minimum equipment list. The list of an operator must never be less restrictive than the master list.

use std::cmp::Ordering;

/// One line of an item: a way to fly with it inoperative. Numbers are as written; `-` stands for one that varies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DispatchLine {
    pub label: String,
    /// The repair category, A to D.
    pub category: String,
    pub installed: String,
    pub required: String,
    /// Remarks or exceptions, without the provisos.
    pub remarks: String,
    pub provisos: Vec<String>,
    pub has_placard: bool,
    pub has_operational: bool,
    pub has_maintenance: bool,
}

/// A kind of procedure that a line refers to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DispatchProcedure {
    /// (O)
    Operational,
    /// (M)
    Maintenance,
}

impl DispatchProcedure {
    pub const ALL: [Self; 2] = [Self::Operational, Self::Maintenance];

    /// The sign of the procedure in remarks.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Operational => "(O)",
            Self::Maintenance => "(M)",
        }
    }

    fn is_in(self, line: &DispatchLine) -> bool {
        match self {
            Self::Operational => line.has_operational,
            Self::Maintenance => line.has_maintenance,
        }
    }
}

/// Something in a line that an author should look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DispatchWarning {
    NoCategory,
    /// More are required for dispatch than are installed.
    RequiredAboveInstalled,
    /// The remarks have the sign of a procedure that is not named, or a named procedure has no sign.
    Sign(DispatchProcedure),
    /// The master list has no such line.
    NotInMaster,
    /// The repair interval is longer than in the master list.
    Category {
        master: String,
    },
    /// Fewer are required than in the master list.
    Required {
        master: String,
    },
    /// More may be inoperative than in the master list, because more are installed.
    MoreInoperative {
        master: String,
    },
    /// The master list has a number where the operator's list says that it varies.
    Varies {
        master: String,
    },
    /// The master list has a procedure.
    Procedure(DispatchProcedure),
    Placard,
    /// The master list has a proviso that is missing or worded differently.
    Proviso {
        master: String,
    },
}

impl DispatchWarning {
    /// Whether the line allows something that the master list does not; others are only inconsistent.
    pub fn is_less_restrictive(&self) -> bool {
        !matches!(self, Self::NoCategory | Self::RequiredAboveInstalled | Self::Sign(_))
    }
}

/// The inconsistencies of a line.
pub fn check_line(line: &DispatchLine) -> Vec<DispatchWarning> {
    let mut warnings = Vec::new();
    if line.category.trim().is_empty() {
        warnings.push(DispatchWarning::NoCategory);
    }
    if number(&line.required).zip(number(&line.installed)).is_some_and(|(required, installed)| required > installed) {
        warnings.push(DispatchWarning::RequiredAboveInstalled);
    }
    let words = std::iter::once(&line.remarks).chain(&line.provisos);
    let signs = DispatchProcedure::ALL.into_iter().filter(|procedure| {
        let is_signed = words.clone().any(|text| text.contains(procedure.sign()));
        is_signed != procedure.is_in(line)
    });
    warnings.extend(signs.map(DispatchWarning::Sign));
    warnings
}

/// What a line allows beyond the line of the master list.
pub fn compare_lines(master: &DispatchLine, own: &DispatchLine) -> Vec<DispatchWarning> {
    let mut warnings = Vec::new();
    if let Some(Ordering::Greater) = category_order(&own.category, &master.category) {
        warnings.push(DispatchWarning::Category { master: master.category.clone() });
    }
    let required = || master.required.clone();
    match (number(&master.required), number(&own.required)) {
        (Some(_), None) => warnings.push(DispatchWarning::Varies { master: required() }),
        (Some(theirs), Some(ours)) if ours < theirs => warnings.push(DispatchWarning::Required { master: required() }),
        (Some(theirs), Some(ours)) => {
            let inoperative = number(&master.installed)
                .zip(number(&own.installed))
                .map(|(theirs_in, ours_in)| (theirs_in.saturating_sub(theirs), ours_in.saturating_sub(ours)));
            if let Some((theirs, _)) = inoperative.filter(|(theirs, ours)| ours > theirs) {
                warnings.push(DispatchWarning::MoreInoperative { master: theirs.to_string() });
            }
        }
        (None, _) => {}
    }
    let dropped = DispatchProcedure::ALL.into_iter().filter(|one| one.is_in(master) && !one.is_in(own));
    warnings.extend(dropped.map(DispatchWarning::Procedure));
    if master.has_placard && !own.has_placard {
        warnings.push(DispatchWarning::Placard);
    }
    let written: Vec<String> = own.provisos.iter().map(|text| letters(text)).collect();
    let missing = master.provisos.iter().filter(|text| !written.contains(&letters(text)));
    warnings.extend(missing.map(|text| DispatchWarning::Proviso { master: text.clone() }));
    warnings
}

/// The warnings of all lines of an item, each with the index of its line. Without lines of a master list only
/// inconsistencies are found. Lines belong together by their labels, or by their place when both have one line.
pub fn compare_items(master: Option<&[DispatchLine]>, own: &[DispatchLine]) -> Vec<(usize, DispatchWarning)> {
    let mut all = Vec::new();
    for (index, line) in own.iter().enumerate() {
        let mut warnings = check_line(line);
        if let Some(master) = master {
            match counterpart(master, own, line) {
                Some(theirs) => warnings.extend(compare_lines(theirs, line)),
                None => warnings.push(DispatchWarning::NotInMaster),
            }
        }
        all.extend(warnings.into_iter().map(|warning| (index, warning)));
    }
    all
}

/// The line of the master list that a line is about.
pub fn counterpart<'a>(
    master: &'a [DispatchLine],
    own: &[DispatchLine],
    line: &DispatchLine,
) -> Option<&'a DispatchLine> {
    match (master, own) {
        ([only], [_]) => Some(only),
        _ => master.iter().find(|theirs| letters(&theirs.label) == letters(&line.label)),
    }
}

/// `None` for a number that varies, or that is none.
fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}

/// The order of repair categories by their intervals; `None` when one of them is none.
fn category_order(own: &str, master: &str) -> Option<Ordering> {
    const CATEGORIES: [&str; 4] = ["A", "B", "C", "D"];
    let place = |text: &str| CATEGORIES.iter().position(|one| text.trim().eq_ignore_ascii_case(one));
    Some(place(own)?.cmp(&place(master)?))
}

/// Letters and digits alone, in small.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn master() -> DispatchLine {
        DispatchLine {
            label: "A".to_owned(),
            category: "C".to_owned(),
            installed: "2".to_owned(),
            required: "1".to_owned(),
            remarks: "(M)(O) One may be inoperative provided:".to_owned(),
            provisos: vec!["flight is by day, and".to_owned(), "the other is checked.".to_owned()],
            has_placard: true,
            has_operational: true,
            has_maintenance: true,
        }
    }

    #[test]
    fn the_same_line_and_a_stricter_one_are_allowed() {
        assert_eq!(compare_items(Some(&[master()]), &[master()]), []);
        let stricter = DispatchLine {
            category: "b".to_owned(),
            required: "2".to_owned(),
            provisos: vec!["Flight is by day and ".to_owned(), "The other is checked".to_owned(), "new".to_owned()],
            ..master()
        };
        assert_eq!(compare_lines(&master(), &stricter), [], "provisos are compared by their words");
        let concrete = DispatchLine { required: "1".to_owned(), ..master() };
        assert_eq!(compare_lines(&DispatchLine { required: "-".to_owned(), ..master() }, &concrete), []);
    }

    #[test]
    fn a_line_that_allows_more_is_told() {
        let own = DispatchLine {
            category: "D".to_owned(),
            required: "0".to_owned(),
            provisos: vec!["the other is checked.".to_owned()],
            has_placard: false,
            has_operational: false,
            ..master()
        };
        let warnings = compare_lines(&master(), &own);
        assert_eq!(
            warnings,
            [
                DispatchWarning::Category { master: "C".to_owned() },
                DispatchWarning::Required { master: "1".to_owned() },
                DispatchWarning::Procedure(DispatchProcedure::Operational),
                DispatchWarning::Placard,
                DispatchWarning::Proviso { master: "flight is by day, and".to_owned() },
            ]
        );
        assert!(warnings.iter().all(DispatchWarning::is_less_restrictive));
        let more = DispatchLine { installed: "3".to_owned(), ..master() };
        assert_eq!(compare_lines(&master(), &more), [DispatchWarning::MoreInoperative { master: "1".to_owned() }]);
        let varying = DispatchLine { required: "-".to_owned(), ..master() };
        assert_eq!(compare_lines(&master(), &varying), [DispatchWarning::Varies { master: "1".to_owned() }]);
    }

    #[test]
    fn a_line_is_consistent_in_itself() {
        let wrong = DispatchLine {
            category: String::new(),
            required: "3".to_owned(),
            remarks: "(O) May be inoperative".to_owned(),
            has_operational: false,
            ..master()
        };
        assert_eq!(
            check_line(&wrong),
            [
                DispatchWarning::NoCategory,
                DispatchWarning::RequiredAboveInstalled,
                DispatchWarning::Sign(DispatchProcedure::Operational),
                DispatchWarning::Sign(DispatchProcedure::Maintenance),
            ]
        );
    }

    #[test]
    fn lines_belong_together_by_their_labels() {
        let second = DispatchLine { label: "B".to_owned(), category: "A".to_owned(), ..master() };
        let own = [second.clone(), DispatchLine { label: "C".to_owned(), ..master() }];
        assert_eq!(compare_items(Some(&[master(), second]), &own), [(1, DispatchWarning::NotInMaster)]);
        let renamed = DispatchLine { label: "1".to_owned(), ..master() };
        assert_eq!(compare_items(Some(&[master()]), &[renamed]), [], "both have one line");
        assert_eq!(compare_items(None, &[master()]), []);
    }
}
