//! The demo library: people and operators to try the product with. All of it is our own invention.

use domain::change::Actor;
use domain::language::Language;
use domain::operator::{Aircraft, OperatorDetails};
use domain::password::Password;
use domain::permission::Role;

use crate::ctx::Ctx;
use crate::error::Error;
use crate::users::{self, MustChange, NewUser};
use crate::{operators, passwords};

/// What loading the demo did; doing it again leaves alone what is there.
#[derive(Debug)]
pub struct Report {
    pub accounts: Vec<(&'static str, Role)>,
    pub operators: Vec<&'static str>,
    /// The password of every account that was made now.
    pub password: Password,
}

const PEOPLE: [(&str, &str, Role); 3] = [
    ("ines.approver", "Inês Caldeira", Role::Approver),
    ("li.author", "李文博", Role::Author),
    ("ruth.reader", "Ruth Amsler", Role::Reader),
];

/// Loads the demo people and operators.
pub async fn load(ctx: &Ctx, password: Option<Password>) -> Result<Report, Error> {
    let made = || Password::parse(&passwords::generate()).map_err(|code| Error::field("password", code));
    let password = password.map_or_else(made, Ok)?;
    let mut report = Report { accounts: Vec::new(), operators: Vec::new(), password };
    for (account, display_name, role) in PEOPLE {
        if add_person(ctx, account, display_name, role, &report.password).await? {
            report.accounts.push((account, role));
        }
    }
    for (code, details) in [("ALPROT", alpine()), ("HXGA", huaxing())] {
        match operators::create_as(ctx, &Actor::System, details, None).await {
            Ok(_) => report.operators.push(code),
            Err(Error::OperatorCodeTaken) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(report)
}

async fn add_person(
    ctx: &Ctx,
    account: &str,
    display_name: &str,
    role: Role,
    password: &Password,
) -> Result<bool, Error> {
    let new = NewUser {
        account: account.to_owned(),
        email: format!("{account}@demo.example"),
        display_name: display_name.to_owned(),
        role,
        password: Some(password.expose().to_owned()),
    };
    match users::create_as(ctx, &Actor::System, &new, MustChange::No).await {
        Ok(_) => Ok(true),
        Err(Error::AccountTaken) => Ok(false),
        Err(error) => Err(error),
    }
}

fn languages(codes: &[(&str, &str)]) -> Vec<Language> {
    codes.iter().filter_map(|(code, country)| Language::parse(code, country).ok()).collect()
}

fn aircraft(registration: &str, serial: &str, attributes: &[(&str, &str)]) -> Aircraft {
    Aircraft {
        registration: registration.to_owned(),
        serial_number: serial.to_owned(),
        model: "H160-B".to_owned(),
        attributes: attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
    }
}

fn alpine() -> OperatorDetails {
    OperatorDetails {
        code: "ALPROT".to_owned(),
        name: "Alpine Rotor Services".to_owned(),
        country: "CH".to_owned(),
        languages: languages(&[("en", "US")]),
        extension_producer: String::new(),
        extension_code: String::new(),
        aircraft: vec![
            aircraft("HB-ZQA", "1021", &[("version", "EMS"), ("flotation", "no"), ("hoist", "yes")]),
            aircraft("HB-ZQB", "1034", &[("version", "transport"), ("flotation", "no"), ("hoist", "no")]),
        ],
    }
}

fn huaxing() -> OperatorDetails {
    OperatorDetails {
        code: "HXGA".to_owned(),
        name: "华星通用航空".to_owned(),
        country: "CN".to_owned(),
        languages: languages(&[("zh", "CN"), ("en", "US")]),
        extension_producer: String::new(),
        extension_code: String::new(),
        aircraft: vec![
            aircraft("B-70XA", "1047", &[("version", "offshore"), ("flotation", "yes"), ("hoist", "no")]),
            aircraft("B-70XB", "1052", &[("version", "offshore"), ("flotation", "yes"), ("hoist", "yes")]),
        ],
    }
}
