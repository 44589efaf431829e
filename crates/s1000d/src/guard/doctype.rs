//! The internal subset: notations and unparsed entities, nothing that expands or is fetched.

use super::Reason;

/// An unparsed entity: the name a module uses, the file it stands for, and that file's notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entity {
    pub name: String,
    /// The SYSTEM identifier, which names the file. One ICN may have several: this decides.
    pub system: String,
    pub notation: String,
}

/// A declaration that is not allowed in a document type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Forbidden {
    #[error("an external subset")]
    ExternalSubset,
    #[error("a parameter entity")]
    ParameterEntity,
    #[error("an entity that is expanded")]
    ParsedEntity,
    #[error("an entity that is fetched")]
    ExternalEntity,
    #[error("an element or attribute declaration")]
    Declaration,
}

/// A mistake and its byte within the text.
type Fault = (Reason, usize);

/// Reads what follows `<!DOCTYPE`, and gives the length of it up to where `>` must stand.
pub(super) fn read(text: &str) -> Result<(Vec<Entity>, usize), Fault> {
    let mut cursor = Cursor { text, at: 0 };
    cursor.space();
    cursor.name()?;
    cursor.space();
    if cursor.starts("SYSTEM") || cursor.starts("PUBLIC") {
        return Err(cursor.forbidden(Forbidden::ExternalSubset));
    }
    let mut entities = Vec::new();
    if !cursor.skip("[") {
        return Ok((entities, cursor.at));
    }
    loop {
        cursor.space();
        if cursor.skip("]") {
            break;
        }
        if cursor.skip("<!--") {
            cursor.past("-->")?;
        } else if cursor.skip("<?") {
            cursor.past("?>")?;
        } else if cursor.skip("<!NOTATION") {
            cursor.notation()?;
        } else if cursor.starts("<!ENTITY") {
            entities.push(cursor.entity()?);
        } else if cursor.starts("<!ELEMENT") || cursor.starts("<!ATTLIST") {
            return Err(cursor.forbidden(Forbidden::Declaration));
        } else if cursor.starts("%") {
            return Err(cursor.forbidden(Forbidden::ParameterEntity));
        } else {
            return Err(cursor.malformed("a declaration cannot be read"));
        }
    }
    cursor.space();
    Ok((entities, cursor.at))
}

/// The mistake of a document type that does not end where it should.
pub(super) fn unfinished() -> Reason {
    Reason::NotWellFormed("document type: > is missing".to_owned())
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn starts(&self, word: &str) -> bool {
        self.rest().starts_with(word)
    }

    fn forbidden(&self, what: Forbidden) -> Fault {
        self.forbidden_at(self.at, what)
    }

    /// Refuses a declaration that began earlier.
    fn forbidden_at(&self, at: usize, what: Forbidden) -> Fault {
        let text = &self.text[at..];
        let last = if what == Forbidden::ParameterEntity { [';', '>'] } else { ['>', '>'] };
        let end = text.find(last).map_or(text.len(), |end| end + 1);
        (Reason::Doctype { what, declaration: text[..end].chars().take(80).collect() }, at)
    }

    fn malformed(&self, why: &str) -> Fault {
        (Reason::NotWellFormed(format!("document type: {why}")), self.at)
    }

    fn space(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start_matches([' ', '\t', '\r', '\n']).len();
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.starts(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn expect(&mut self, word: &str) -> Result<(), Fault> {
        if self.skip(word) { Ok(()) } else { Err(self.malformed(&format!("{word} is missing"))) }
    }

    fn past(&mut self, word: &str) -> Result<(), Fault> {
        let end = self.rest().find(word).ok_or_else(|| self.malformed(&format!("{word} is missing")))?;
        self.at += end + word.len();
        Ok(())
    }

    fn name(&mut self) -> Result<&'a str, Fault> {
        let fits = |c: char| c.is_alphanumeric() || "-._:".contains(c);
        let length = self.rest().find(|c| !fits(c)).unwrap_or(self.rest().len());
        if length == 0 {
            return Err(self.malformed("a name is missing"));
        }
        let name = &self.rest()[..length];
        self.at += length;
        Ok(name)
    }

    fn literal(&mut self) -> Result<&'a str, Fault> {
        self.space();
        let quote = self.rest().chars().next().filter(|c| matches!(c, '"' | '\''));
        let quote = quote.ok_or_else(|| self.malformed("a quoted value is missing"))?;
        let inside = &self.rest()[1..];
        let end = inside.find(quote).ok_or_else(|| self.malformed("a quoted value has no end"))?;
        self.at += end + 2;
        Ok(&inside[..end])
    }

    /// `name PUBLIC "…" ["…"]` or `name SYSTEM "…"`, up to `>`.
    fn notation(&mut self) -> Result<(), Fault> {
        self.space();
        self.name()?;
        self.space();
        if self.skip("SYSTEM") {
            self.literal()?;
        } else {
            self.expect("PUBLIC")?;
            self.literal()?;
            self.space();
            if !self.starts(">") {
                self.literal()?;
            }
        }
        self.space();
        self.expect(">")
    }

    fn entity(&mut self) -> Result<Entity, Fault> {
        let start = self.at;
        self.expect("<!ENTITY")?;
        self.space();
        if self.starts("%") {
            return Err(self.forbidden_at(start, Forbidden::ParameterEntity));
        }
        let name = self.name()?.to_owned();
        self.space();
        if self.starts("\"") || self.starts("'") {
            return Err(self.forbidden_at(start, Forbidden::ParsedEntity));
        }
        if self.skip("PUBLIC") {
            self.literal()?;
        } else {
            self.expect("SYSTEM")?;
        }
        let system = self.literal()?.to_owned();
        self.space();
        if !self.skip("NDATA") {
            return Err(self.forbidden_at(start, Forbidden::ExternalEntity));
        }
        self.space();
        let notation = self.name()?.to_owned();
        self.space();
        self.expect(">")?;
        Ok(Entity { name, system, notation })
    }
}
