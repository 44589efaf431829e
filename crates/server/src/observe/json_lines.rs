//! Log lines as JSON, written without intermediate values: every request logs one.

use std::fmt::{self, Write};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::fmt::format::{JsonFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormattedFields};
use tracing_subscriber::registry::LookupSpan;

/// One JSON object per event: time, level, the fields of the event, and its span.
#[derive(Debug, Clone, Copy)]
pub(super) struct JsonLines;

impl<S> FormatEvent<S, JsonFields> for JsonLines
where
    S: Subscriber + for<'a> LookupSpan<'a>,
{
    fn format_event(
        &self,
        ctx: &FmtContext<'_, S, JsonFields>,
        mut writer: Writer<'_>,
        event: &Event<'_>,
    ) -> fmt::Result {
        writer.write_str("{\"timestamp\":\"")?;
        SystemTime.format_time(&mut writer)?;
        write!(writer, "\",\"level\":\"{}\"", event.metadata().level())?;
        let mut fields = FieldWriter { writer: writer.by_ref(), result: Ok(()) };
        event.record(&mut fields);
        fields.result?;
        if let Some(span) = event.parent().and_then(|id| ctx.span(id)).or_else(|| ctx.lookup_current()) {
            write!(writer, ",\"span\":{{\"name\":\"{}\"", span.name())?;
            // The fields of a span were written as one JSON object when it began.
            let extensions = span.extensions();
            let written = extensions.get::<FormattedFields<JsonFields>>().map_or("", |fields| fields.as_str());
            let inside = written.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or_default();
            if !inside.is_empty() {
                write!(writer, ",{inside}")?;
            }
            writer.write_char('}')?;
        }
        writer.write_str("}\n")
    }
}

/// Writes each field of an event as a member of the open object.
struct FieldWriter<'w> {
    writer: Writer<'w>,
    result: fmt::Result,
}

impl FieldWriter<'_> {
    fn member(&mut self, field: &Field, value: impl FnOnce(&mut Writer<'_>) -> fmt::Result) {
        if self.result.is_ok() {
            // Raw identifiers are named without their mark.
            let name = field.name().trim_start_matches("r#");
            self.result = write!(self.writer, ",\"{name}\":").and_then(|()| value(&mut self.writer));
        }
    }
}

impl Visit for FieldWriter<'_> {
    fn record_f64(&mut self, field: &Field, value: f64) {
        self.member(
            field,
            |writer| if value.is_finite() { write!(writer, "{value}") } else { writer.write_str("null") },
        );
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.member(field, |writer| write!(writer, "{value}"));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.member(field, |writer| write!(writer, "{value}"));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.member(field, |writer| write!(writer, "{value}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.member(field, |writer| {
            writer.write_char('"')?;
            Escaping(writer).write_str(value)?;
            writer.write_char('"')
        });
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.member(field, |writer| {
            writer.write_char('"')?;
            write!(Escaping(writer), "{value:?}")?;
            writer.write_char('"')
        });
    }
}

/// Writes text within a JSON string.
struct Escaping<'a, 'w>(&'a mut Writer<'w>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let mut rest = text;
        // Each escaped character is ASCII, so cutting after one byte is cutting between characters.
        while let Some(at) = rest.bytes().position(|byte| byte < 0x20 || byte == b'"' || byte == b'\\') {
            self.0.write_str(&rest[..at])?;
            match rest.as_bytes()[at] {
                b'\n' => self.0.write_str("\\n")?,
                byte @ (b'"' | b'\\') => write!(self.0, "\\{}", char::from(byte))?,
                byte => write!(self.0, "\\u{byte:04x}")?,
            }
            rest = &rest[at + 1..];
        }
        self.0.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use serde_json::{Value, json};

    use super::*;

    #[derive(Clone, Default)]
    struct Lines(Arc<Mutex<Vec<u8>>>);

    impl io::Write for Lines {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no panic").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_line_is_an_object_whatever_the_fields_contain() {
        let lines = Lines::default();
        let writer = lines.clone();
        let log = tracing_subscriber::fmt()
            .fmt_fields(JsonFields::new())
            .event_format(JsonLines)
            .with_writer(move || writer.clone())
            .finish();
        let hostile = "a \"quoted\" \\ path\n\u{1}液压";
        tracing::subscriber::with_default(log, || {
            tracing::warn!(count = 3, ratio = 0.5, lost = f64::NAN, yes = true, text = hostile, "told {hostile}");
            let span = tracing::info_span!("request", request.id = hostile);
            span.in_scope(|| tracing::info!(shown = %hostile, below = -1));
        });
        let written = String::from_utf8(lines.0.lock().expect("no panic").clone()).expect("text");
        let read: Vec<Value> = written.lines().map(|line| serde_json::from_str(line).expect(line)).collect();
        let [first, second] = read.as_slice() else { panic!("two lines: {written}") };
        assert_eq!(first["level"], "WARN");
        assert_eq!(first["message"], format!("told {hostile}"));
        let fields = ["count", "ratio", "lost", "yes", "text"].map(|name| first[name].clone());
        assert_eq!(fields, [json!(3), json!(0.5), Value::Null, json!(true), json!(hostile)]);
        assert!(first["timestamp"].as_str().is_some_and(|time| time.ends_with('Z')) && first["span"].is_null());
        assert_eq!(second["span"], json!({"name": "request", "request.id": hostile}));
        assert_eq!((&second["shown"], &second["below"]), (&json!(hostile), &json!(-1)));
    }
}
