//! The texts of mails, and the worker that sends what is due.

use std::fmt::Write;
use std::time::Duration;

use app::Ctx;
use app::users::mail::MailText;
use app::users::mail::outbox::{self, DueMail, Sending};
use domain::language::Locale;
use domain::mail::MailSettings;
use domain::notification::{Notification, NotificationKind};
use tokio::sync::watch;

use crate::texts;
use crate::views::notifications::in_words;

/// The interval of looking for mails.
const POLL: Duration = Duration::from_secs(3);
/// The limit of notifications that one mail lists.
const MAX_LISTED: usize = 100;
/// The pause after the mail server did not answer as it should.
const PAUSE: Duration = Duration::from_secs(30);

/// Sends mails until `stop` says so; a mail that is being sent is finished first.
pub async fn work(ctx: Ctx, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let pause = match send_due(&ctx, &stop).await {
            Ok(Sending::Postponed) => PAUSE,
            Ok(_) => POLL,
            Err(error) => {
                tracing::warn!(error = %anyhow::Error::from(error), "Mails could not be sent");
                PAUSE
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
    }
}

/// Sends the mails that are due, one after the other, until the mail server does not answer as it should.
pub async fn send_due(ctx: &Ctx, stop: &watch::Receiver<bool>) -> Result<Sending, app::Error> {
    while !*stop.borrow() {
        let Some(mail) = outbox::next(ctx).await? else { break };
        if outbox::send(ctx, &mail, &text_of(&mail)).await? == Sending::Postponed {
            return Ok(Sending::Postponed);
        }
    }
    Ok(Sending::Sent)
}

/// The mail that administrators test the settings with.
pub fn test_text(locale: Locale) -> MailText {
    let line = texts::say(locale, "mail.test.text", &[]);
    MailText {
        subject: texts::say(locale, "mail.test.subject", &[]),
        html: page(locale, &format!("<p>{}</p>", escape(&line))),
        plain: line,
    }
}

/// Writes a mail in the language of its receiver.
fn text_of(mail: &DueMail) -> MailText {
    let (locale, settings) = (mail.receiver.preferences.locale, &mail.settings);
    let count = mail.notifications.len();
    let lines: Vec<(String, String)> = mail
        .notifications
        .iter()
        .take(MAX_LISTED)
        .map(|one| (line(locale, settings, one), address(settings, one)))
        .collect();
    let subject = match lines.as_slice() {
        [(only, _)] => only.clone(),
        _ => texts::say(locale, "mail.several", &[("count".to_owned(), count.to_string())]),
    };
    let intro = texts::say(locale, "mail.intro", &[]);
    let footer = texts::say(locale, "mail.footer", &[]);
    let mut plain = format!("{intro}\n\n");
    let mut html = format!("<p>{}</p>\n<ul>\n", escape(&intro));
    for (text, link) in &lines {
        // Writing into a string never fails.
        let _ = write!(plain, "- {text}\n  {link}\n");
        let _ = writeln!(html, "<li><a href=\"{}\">{}</a></li>", escape(link), escape(text));
    }
    html.push_str("</ul>\n");
    if count > lines.len() {
        let hidden = [("count".to_owned(), (count - lines.len()).to_string())];
        let (more, link) = (texts::say(locale, "mail.more", &hidden), link(settings, None));
        let _ = write!(plain, "\n{more}\n{link}\n");
        let _ = writeln!(html, "<p><a href=\"{}\">{}</a></p>", escape(&link), escape(&more));
    }
    let _ = write!(plain, "\n{footer}\n");
    let _ = write!(html, "<p><small>{}</small></p>", escape(&footer));
    MailText { subject: format!("Airfolio: {subject}"), plain, html: page(locale, &html) }
}

/// The sentence of a notification; without names from the library unless the settings allow them.
fn line(locale: Locale, settings: &MailSettings, notification: &Notification) -> String {
    let brief = format!("mail.brief.{}", notification.code);
    let key = if !settings.include_content && texts::catalogue(locale).contains_key(&brief) {
        brief
    } else {
        format!("notification.{}", notification.code)
    };
    let text = texts::say(locale, &key, &in_words(locale, notification.params.clone()));
    // A line break in a value must not look like another notification.
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The address of a notification. One that names a place of the library is replaced unless the settings allow names: the
/// application has the whole one.
fn address(settings: &MailSettings, notification: &Notification) -> String {
    let whole = notification.link.as_deref();
    let has_names = whole.is_some_and(|route| route.starts_with("/library/"));
    let brief = match notification.kind {
        NotificationKind::Comments => Some("/comments"),
        _ => None,
    };
    link(settings, if has_names && !settings.include_content { brief } else { whole })
}

fn link(settings: &MailSettings, route: Option<&str>) -> String {
    format!("{}/#{}", settings.public_url, route.unwrap_or("/"))
}

fn page(locale: Locale, body: &str) -> String {
    let language = locale.as_str();
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<body style=\"font-family: sans-serif\">\n{body}\n</body>\n</html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Parameters that name something of the library.
    const NAMES: [&str; 3] = ["{folder}", "{file}", "{title}"];

    #[test]
    fn every_notification_that_names_content_has_a_text_without() {
        for locale in [Locale::English, Locale::Chinese] {
            let catalogue = texts::catalogue(locale);
            for (key, text) in catalogue.iter().filter(|(key, _)| key.starts_with("notification.")) {
                let brief = catalogue.get(&key.replacen("notification.", "mail.brief.", 1));
                let names = |text: &str| NAMES.iter().any(|name| text.contains(name));
                assert_eq!(names(text), brief.is_some_and(|brief| !names(brief)), "{locale:?} {key}");
            }
        }
    }

    #[test]
    fn markup_in_a_value_stays_text() {
        assert_eq!(escape("<a href=\"x\">&"), "&lt;a href=&quot;x&quot;&gt;&amp;");
    }
}
