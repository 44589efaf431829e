//! From text to expression, by the grammar of XPath 1.0.

use super::expr::{Arithmetic, CompareOp, Expr, Function, LocationPath, LocationStep, PathStart, ValueKind};
use super::lex::{XPathError, XPathFault, XPathToken, tokens};
use super::names::NameTable;

/// The longest of the default BREX has about a thousand characters.
const MOST_BYTES: usize = 16 << 10;
/// Brackets within brackets; evaluation recurses as deep.
const MOST_DEPTH: usize = 48;

/// The namespaces of the prefixes at the place of an expression.
pub type Namespaces = [(String, String)];

/// Parses an expression whose names become numbers of `names`.
pub fn parse(text: &str, namespaces: &Namespaces, names: &mut NameTable) -> Result<Expr, XPathError> {
    if text.len() > MOST_BYTES {
        return Err(XPathError { at: 0, fault: XPathFault::TooLong { limit: MOST_BYTES } });
    }
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0, predicates: 0, namespaces, names };
    let parsed = parser.expr().and_then(|expr| match parser.peek() {
        None => Ok(expr),
        Some(_) => Err(parser.unexpected()),
    });
    let place = |at: usize| tokens.get(at).map_or(text.len(), |(byte, _)| *byte);
    parsed.map_err(|fault| XPathError { at: text[..place(parser.at)].chars().count(), fault })
}

pub(super) struct Parser<'a> {
    tokens: &'a [(usize, XPathToken<'a>)],
    pub(super) at: usize,
    depth: usize,
    /// How many predicates are open.
    pub(super) predicates: usize,
    pub(super) namespaces: &'a Namespaces,
    pub(super) names: &'a mut NameTable,
}

pub(super) type Parsed<T> = Result<T, XPathFault>;

impl<'a> Parser<'a> {
    pub(super) fn peek(&self) -> Option<XPathToken<'a>> {
        self.tokens.get(self.at).map(|(_, token)| *token)
    }

    pub(super) fn peek_second(&self) -> Option<XPathToken<'a>> {
        self.tokens.get(self.at + 1).map(|(_, token)| *token)
    }

    pub(super) fn is_at(&self, sign: &'static str) -> bool {
        self.peek() == Some(XPathToken::Sign(sign))
    }

    pub(super) fn skip(&mut self, sign: &'static str) -> bool {
        let found = self.is_at(sign);
        self.at += usize::from(found);
        found
    }

    pub(super) fn expect(&mut self, sign: &'static str) -> Parsed<()> {
        if self.skip(sign) { Ok(()) } else { Err(self.unexpected()) }
    }

    pub(super) fn unexpected(&self) -> XPathFault {
        let word = match self.peek() {
            None => return XPathFault::End,
            Some(XPathToken::Sign(sign)) => sign.to_owned(),
            Some(XPathToken::Name(name)) => name.to_owned(),
            Some(XPathToken::AnyName) => "*".to_owned(),
            Some(XPathToken::AnyOf(prefix)) => format!("{prefix}:*"),
            Some(XPathToken::Literal(text)) => format!("{text:?}"),
            Some(XPathToken::Number(number)) => number.to_string(),
        };
        XPathFault::Unexpected(word)
    }

    /// One of these signs, which is passed.
    fn one_of<T: Copy>(&mut self, signs: &[(&'static str, T)]) -> Option<T> {
        let found = signs.iter().find(|(sign, _)| self.is_at(sign))?.1;
        self.at += 1;
        Some(found)
    }

    pub(super) fn expr(&mut self) -> Parsed<Expr> {
        if self.depth == MOST_DEPTH {
            return Err(XPathFault::TooDeep { limit: MOST_DEPTH });
        }
        self.depth += 1;
        let parsed = self.list("or", Expr::Or, |parser| parser.list("and", Expr::And, Self::equality));
        self.depth -= 1;
        parsed
    }

    /// Parts between the same sign; one part stands for itself.
    fn list(
        &mut self,
        sign: &'static str,
        join: fn(Vec<Expr>) -> Expr,
        mut part: impl FnMut(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        if !self.is_at(sign) {
            return Ok(first);
        }
        let mut parts = vec![first];
        while self.skip(sign) {
            parts.push(part(self)?);
        }
        Ok(join(parts))
    }

    /// Parts between signs of one rank, from left to right.
    fn chain<T: Copy>(
        &mut self,
        signs: &[(&'static str, T)],
        join: fn(Box<Expr>, Vec<(T, Expr)>) -> Expr,
        part: fn(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        let first = part(self)?;
        let mut rest = Vec::new();
        while let Some(operator) = self.one_of(signs) {
            rest.push((operator, part(self)?));
        }
        Ok(if rest.is_empty() { first } else { join(Box::new(first), rest) })
    }

    fn equality(&mut self) -> Parsed<Expr> {
        let signs = [("=", CompareOp::Equal), ("!=", CompareOp::NotEqual)];
        self.chain(&signs, Expr::Compare, Self::relation)
    }

    fn relation(&mut self) -> Parsed<Expr> {
        let signs = [
            ("<=", CompareOp::LessOrEqual),
            (">=", CompareOp::GreaterOrEqual),
            ("<", CompareOp::Less),
            (">", CompareOp::Greater),
        ];
        self.chain(&signs, Expr::Compare, Self::sum)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        self.chain(&[("+", Arithmetic::Plus), ("-", Arithmetic::Minus)], Expr::Calculate, Self::product)
    }

    fn product(&mut self) -> Parsed<Expr> {
        let signs = [("*", Arithmetic::Times), ("div", Arithmetic::Divide), ("mod", Arithmetic::Remainder)];
        self.chain(&signs, Expr::Calculate, Self::unary)
    }

    fn unary(&mut self) -> Parsed<Expr> {
        let mut count = 0_usize;
        while self.skip("-") {
            count += 1;
        }
        let inner = self.union()?;
        Ok(match count {
            0 => inner,
            _ if count % 2 == 1 => Expr::Negate(Box::new(inner)),
            // Twice negated it is a number, which a set of nodes is not.
            _ => Expr::Negate(Box::new(Expr::Negate(Box::new(inner)))),
        })
    }

    fn union(&mut self) -> Parsed<Expr> {
        let union = self.list("|", Expr::Union, Self::path)?;
        match &union {
            Expr::Union(parts) if parts.iter().any(|part| part.kind() != ValueKind::Nodes) => {
                Err(XPathFault::NeedsNodes("|".to_owned()))
            }
            _ => Ok(union),
        }
    }

    fn path(&mut self) -> Parsed<Expr> {
        let start = match self.peek() {
            Some(XPathToken::Sign("/")) => {
                self.at += 1;
                if !self.is_at_step() {
                    return Ok(self.finish(PathStart::Root, Vec::new()));
                }
                PathStart::Root
            }
            Some(XPathToken::Sign("//")) => PathStart::Root,
            Some(XPathToken::Sign("(") | XPathToken::Literal(_) | XPathToken::Number(_)) => return self.filter(),
            Some(XPathToken::Name(name))
                if self.peek_second() == Some(XPathToken::Sign("(")) && !is_node_type(name) =>
            {
                return self.filter();
            }
            _ => PathStart::Context,
        };
        let steps = self.steps(!self.is_at("//"))?;
        Ok(self.finish(start, steps))
    }

    fn finish(&mut self, start: PathStart, steps: Vec<LocationStep>) -> Expr {
        let mut path = LocationPath::new(start, steps);
        // Outside of predicates a path is evaluated once.
        if self.predicates > 0 && path.start == PathStart::Root && !path.steps.is_empty() {
            path.cache = self.names.add_cache();
        }
        Expr::Path(path)
    }

    fn is_at_step(&self) -> bool {
        matches!(
            self.peek(),
            Some(XPathToken::Name(_) | XPathToken::AnyName | XPathToken::AnyOf(_) | XPathToken::Sign("." | ".." | "@"))
        )
    }

    /// An expression that is not a path of steps alone, with its predicates and the steps after it.
    fn filter(&mut self) -> Parsed<Expr> {
        let primary = self.primary()?;
        let predicates = self.predicates()?;
        let has_steps = self.is_at("/") || self.is_at("//");
        if predicates.is_empty() && !has_steps {
            return Ok(primary);
        }
        if primary.kind() != ValueKind::Nodes {
            let word = if has_steps { "/" } else { "[" };
            return Err(XPathFault::NeedsNodes(word.to_owned()));
        }
        let steps = if has_steps { self.steps(false)? } else { Vec::new() };
        Ok(Expr::Path(LocationPath::new(PathStart::Filter(Box::new(primary), predicates), steps)))
    }

    fn primary(&mut self) -> Parsed<Expr> {
        let token = self.peek().ok_or(XPathFault::End)?;
        match token {
            XPathToken::Literal(text) => {
                self.at += 1;
                Ok(Expr::Literal(text.into()))
            }
            XPathToken::Number(number) => {
                self.at += 1;
                Ok(Expr::Number(number))
            }
            XPathToken::Sign("(") => {
                self.at += 1;
                let inner = self.expr()?;
                self.expect(")")?;
                Ok(inner)
            }
            XPathToken::Name(name) => self.call(name),
            _ => Err(self.unexpected()),
        }
    }

    fn call(&mut self, name: &str) -> Parsed<Expr> {
        if name == "id" {
            return Err(XPathFault::Unsupported("id()"));
        }
        let function = Function::parse(name).ok_or_else(|| XPathFault::UnknownFunction(name.to_owned()))?;
        self.at += 1;
        self.expect("(")?;
        let mut arguments = Vec::new();
        if !self.is_at(")") {
            arguments.push(self.expr()?);
            while self.skip(",") {
                arguments.push(self.expr()?);
            }
        }
        self.expect(")")?;
        if !function.takes(arguments.len()) {
            return Err(XPathFault::Arguments(function.name()));
        }
        if function.needs_nodes() && arguments.iter().any(|argument| argument.kind() != ValueKind::Nodes) {
            return Err(XPathFault::NeedsNodes(format!("{}()", function.name())));
        }
        Ok(Expr::Call(function, arguments))
    }
}

fn is_node_type(name: &str) -> bool {
    matches!(name, "node" | "text" | "comment" | "processing-instruction")
}
