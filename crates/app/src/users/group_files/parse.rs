//! The lines of a CSV file with groups, without the database: parsed and checked on a thread of its own.

use std::collections::{HashMap, HashSet};

use domain::field::{FieldCode, FieldError};
use domain::text::fold;
use domain::user::Account;
use publish::csv::CsvRow;

use super::COLUMNS;
use crate::core::error::Error;
use crate::users::groups::{MAX_MEMBERS, check_description, check_name};
use crate::users::line_files::{self, Defects, FileColumns};

/// Limit of groups in one file.
const MAX_GROUPS: usize = 2_000;

/// A group as the lines of a file describe it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ParsedGroup {
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) members: Vec<ParsedMember>,
}

/// A member by its folded account, with the line that names it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ParsedMember {
    pub(super) line: usize,
    pub(super) account: String,
}

/// The groups of a file, and what is wrong with its lines so far.
#[derive(Debug, Default)]
pub(super) struct ParsedFile {
    pub(super) groups: Vec<ParsedGroup>,
    defects: Defects,
    places: HashMap<String, usize>,
    named: HashSet<(usize, String)>,
}

/// Reads a file; a file that is no table of groups is refused.
pub(super) fn parse(text: &str) -> Result<ParsedFile, Error> {
    let (columns, rows) = line_files::read(text, &COLUMNS, &["group", "account"])?;
    let mut file = ParsedFile::default();
    for row in &rows {
        file.add(&columns, row);
        if file.groups.len() > MAX_GROUPS {
            return Err(Error::field("csv", FieldCode::TooMany));
        }
    }
    Ok(file)
}

impl ParsedFile {
    fn add(&mut self, columns: &FileColumns, row: &CsvRow) {
        let cell = |name| columns.cell(row, name);
        let mut refuse = |column, code| self.refuse(row.line, column, code);
        let name = check_name(cell("group")).map_err(|code| refuse("group", code)).ok();
        let description = check_description(cell("description")).map_err(|code| refuse("description", code)).ok();
        let account = match cell("account") {
            "" => None,
            typed => match Account::parse(typed) {
                Ok(account) => Some(account.folded()),
                Err(_) => return refuse("account", FieldCode::UnknownValue),
            },
        };
        let (Some(name), Some(description)) = (name, description) else { return };
        let place = self.place_of(name);
        let group = &mut self.groups[place];
        // The first line with a description decides.
        group.description = group.description.take().or(Some(description).filter(|text| !text.is_empty()));
        let Some(account) = account else { return };
        if self.named.contains(&(place, account.clone())) {
            self.refuse(row.line, "account", FieldCode::Taken);
        } else if group.members.len() >= MAX_MEMBERS {
            self.refuse(row.line, "group", FieldCode::TooMany);
        } else {
            group.members.push(ParsedMember { line: row.line, account: account.clone() });
            self.named.insert((place, account));
        }
    }

    /// Reports a defect, unless there are too many.
    pub(super) fn refuse(&mut self, line: usize, column: &str, code: FieldCode) {
        self.defects.refuse(line, column, code);
    }

    /// The defects of the file, by line.
    pub(super) fn into_defects(self) -> Vec<FieldError> {
        self.defects.into_list()
    }

    fn place_of(&mut self, name: String) -> usize {
        let next = self.groups.len();
        let place = *self.places.entry(fold(&name)).or_insert(next);
        if place == next {
            self.groups.push(ParsedGroup { name, description: None, members: Vec::new() });
        }
        place
    }

    /// The accounts that the file names, each once.
    pub(super) fn accounts(&self) -> Vec<String> {
        let all: HashSet<&String> = self.named.iter().map(|(_, account)| account).collect();
        all.into_iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::users::line_files::{MAX_DEFECTS, MAX_LINES};

    fn fields(error: &Error) -> Vec<String> {
        let Error::Invalid(errors) = error else { return vec![error.to_string()] };
        errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn lines_of_a_group_belong_together_however_it_is_written() {
        let file = parse("group;account\nFleet 2;Ann\nOther;\nFLEET 2;bob\n").expect("it is read");
        let names: Vec<_> = file.groups.iter().map(|group| (group.name.as_str(), group.members.len())).collect();
        assert_eq!(names, [("Fleet 2", 2), ("Other", 0)]);
        assert_eq!(file.groups[0].members[1], ParsedMember { line: 4, account: "bob".to_owned() });
        assert!(file.into_defects().is_empty());
    }

    #[test]
    fn lines_groups_members_and_defects_are_limited() {
        let lines = |count: usize, line: &dyn Fn(usize) -> String| {
            (0..count).fold("group,account\n".to_owned(), |text, number| text + &line(number) + "\n")
        };
        let many = parse(&lines(MAX_LINES + 1, &|_| "Fleet,".to_owned())).expect_err("too many lines");
        assert_eq!(fields(&many), ["csv: too_many"]);
        let many = parse(&lines(MAX_GROUPS + 1, &|number| format!("g{number},"))).expect_err("too many groups");
        assert_eq!(fields(&many), ["csv: too_many"]);
        let full = parse(&lines(MAX_MEMBERS + 1, &|number| format!("Fleet,user{number}"))).expect("it is read");
        let defects: Vec<_> = full.into_defects().iter().map(ToString::to_string).collect();
        assert_eq!(defects, [format!("lines[{}].group: too_many", MAX_MEMBERS + 2)]);
        let wrong = parse(&lines(MAX_DEFECTS + 9, &|_| ",ann".to_owned())).expect("it is read");
        assert_eq!(wrong.into_defects().len(), MAX_DEFECTS);
    }

    #[test]
    fn the_largest_file_is_read_in_a_moment() {
        let text = (0..MAX_LINES).fold("group,account\n".to_owned(), |text, number| {
            text + &format!("g{},user{number}\n", number / MAX_MEMBERS)
        });
        let file = parse(&text).expect("it is read");
        assert_eq!((file.groups.len(), file.accounts().len()), (MAX_LINES / MAX_MEMBERS, MAX_LINES));
    }
}
