//! The lines of a CSV file with people, without the database.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::field::FieldCode;
use domain::permission::Role;
use domain::text;
use domain::user::{Account, Email, UserStatus};
use publish::csv::CsvRow;

use super::{COLUMNS, GROUP_SEPARATOR};
use crate::core::error::Error;
use crate::users::line_files::{self, Defects, FileColumns};
use crate::users::{GuestChange, MAX_DISPLAY_NAME};

/// Limit of people in one file.
const MAX_PEOPLE: usize = 10_000;

/// An account as a line of a file describes it; what is missing stays as it is, or is the default of a new account.
#[derive(Debug)]
pub(super) struct ParsedPerson {
    pub(super) line: usize,
    pub(super) account: Account,
    pub(super) display_name: Option<String>,
    pub(super) email: Option<Email>,
    pub(super) role: Option<Role>,
    pub(super) status: Option<UserStatus>,
    pub(super) guest_until: GuestChange,
    /// All groups of the person.
    pub(super) groups: Option<Vec<String>>,
}

/// The accounts of a file, and what is wrong with its lines so far.
#[derive(Debug, Default)]
pub(super) struct ParsedPeople {
    pub(super) people: Vec<ParsedPerson>,
    pub(super) defects: Defects,
}

/// Reads a file; a file that is no table of people is refused.
pub(super) fn parse(text: &str) -> Result<ParsedPeople, Error> {
    let (columns, rows) = line_files::read(text, &COLUMNS, &["account"])?;
    if rows.len() > MAX_PEOPLE {
        return Err(Error::field("csv", FieldCode::TooMany));
    }
    let mut file = ParsedPeople::default();
    let mut named = HashSet::new();
    for row in &rows {
        let Some(person) = file.read(&columns, row) else { continue };
        if named.insert(person.account.folded()) {
            file.people.push(person);
        } else {
            file.defects.refuse(row.line, "account", FieldCode::Taken);
        }
    }
    Ok(file)
}

impl ParsedPeople {
    /// Reads a line; `None` when it has a defect.
    fn read(&mut self, columns: &FileColumns, row: &CsvRow) -> Option<ParsedPerson> {
        let mut refuse = |column, code| self.defects.refuse(row.line, column, code);
        let account = match columns.cell(row, "account") {
            "" => Err(FieldCode::Required),
            typed => Account::parse(typed).map_err(|_| FieldCode::UnknownValue),
        };
        let account = account.map_err(|code| refuse("account", code)).ok();
        let display_name = value(columns.cell(row, "name"), |typed| text::line(typed, 1, MAX_DISPLAY_NAME));
        let display_name = display_name.map_err(|code| refuse("name", code)).ok();
        let email = value(columns.cell(row, "email"), Email::parse).map_err(|code| refuse("email", code)).ok();
        let role = word(columns.cell(row, "role"), Role::parse).map_err(|code| refuse("role", code)).ok();
        let status = word(columns.cell(row, "status"), UserStatus::parse).map_err(|code| refuse("status", code)).ok();
        let guest_until = match columns.find(row, "guestUntil") {
            None => Ok(GuestChange::Keep),
            Some(typed) => word(typed, parse_end).map(GuestChange::Set),
        };
        let guest_until = guest_until.map_err(|code| refuse("guestUntil", code)).ok();
        let groups = columns.find(row, "groups").map(|cell| {
            let names = cell.split(GROUP_SEPARATOR).map(str::trim).filter(|name| !name.is_empty());
            names.map(str::to_owned).collect()
        });
        Some(ParsedPerson {
            line: row.line,
            account: account?,
            display_name: display_name?,
            email: email?,
            role: role?,
            status: status?,
            guest_until: guest_until?,
            groups,
        })
    }
}

/// The value of a word; none for an empty cell.
fn word<T>(cell: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, FieldCode> {
    value(cell, |cell| parse(cell).ok_or(FieldCode::UnknownValue))
}

/// A value; none for an empty cell.
fn value<T>(cell: &str, parse: impl Fn(&str) -> Result<T, FieldCode>) -> Result<Option<T>, FieldCode> {
    if cell.is_empty() { Ok(None) } else { parse(cell).map(Some) }
}

/// A time, or a day, which counts to its end.
fn parse_end(text: &str) -> Option<DateTime<Utc>> {
    if let Ok(day) = text.replace('/', "-").parse::<NaiveDate>() {
        return day.and_hms_opt(23, 59, 59).map(|end| end.and_utc());
    }
    DateTime::parse_from_rfc3339(text).ok().map(|end| end.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_cell_keeps_a_word_and_ends_the_rest() {
        let file = parse("account,role,guestUntil,groups\nann,,,\n").expect("it is read");
        let person = &file.people[0];
        assert_eq!((person.role, person.status), (None, None));
        assert_eq!(person.guest_until, GuestChange::Set(None));
        assert_eq!(person.groups.as_deref(), Some(&[][..]));
        let file = parse("account\nann\n").expect("it is read");
        let person = &file.people[0];
        assert_eq!((person.guest_until, person.groups.is_none()), (GuestChange::Keep, true));
    }

    #[test]
    fn a_day_counts_to_its_end() {
        for typed in ["2027-03-01", "2027/03/01", "2027-03-01T23:59:59Z", "2027-03-02T07:59:59+08:00"] {
            assert_eq!(parse_end(typed).map(|end| end.to_rfc3339()).as_deref(), Some("2027-03-01T23:59:59+00:00"));
        }
        assert_eq!(parse_end("tomorrow"), None);
    }

    #[test]
    fn the_defects_of_all_lines_are_told() {
        let text = "account,role,status,guestUntil\nann,pilot,gone,soon\n,,,\nbob,,,\nBOB,,,\n";
        let file = parse(text).expect("it is read");
        let defects: Vec<_> = file.defects.into_list().iter().map(ToString::to_string).collect();
        let expected = [
            "lines[2].role: unknown_value",
            "lines[2].status: unknown_value",
            "lines[2].guestUntil: unknown_value",
            "lines[5].account: taken",
        ];
        assert_eq!(defects, expected);
    }
}
