//! A parsed expression.

/// The type of a value; in XPath 1.0 without variables it is known without a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    Nodes,
    Boolean,
    Number,
    Text,
}

/// A parsed expression. Chains of operators are lists, so that its depth is that of its brackets.
#[derive(Debug, Clone, PartialEq)]
pub enum Expr {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    /// `a = b != c`, from left to right.
    Compare(Box<Expr>, Vec<(CompareOp, Expr)>),
    /// `a + b - c` or `a * b div c`, from left to right.
    Calculate(Box<Expr>, Vec<(Arithmetic, Expr)>),
    Negate(Box<Expr>),
    Union(Vec<Expr>),
    Path(LocationPath),
    Number(f64),
    Literal(Box<str>),
    Call(Function, Vec<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompareOp {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
}

/// Steps from a start.
#[derive(Debug, Clone, PartialEq)]
pub struct LocationPath {
    pub start: PathStart,
    pub steps: Vec<LocationStep>,
    /// Whether it can be followed node by node without meeting a node often.
    pub is_lazy: bool,
    /// Where its nodes are kept, for an absolute path inside a predicate.
    pub cache: Option<usize>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum PathStart {
    Root,
    Context,
    /// An expression in brackets, or a call.
    Filter(Box<Expr>, Vec<Predicate>),
}

#[derive(Debug, Clone, PartialEq)]
pub struct LocationStep {
    pub axis: Axis,
    pub test: NodeTest,
    pub predicates: Vec<Predicate>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Predicate {
    pub condition: Expr,
    /// Whether it depends on the position among the nodes of its step.
    pub is_positional: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Parent,
    Preceding,
    PrecedingSibling,
    OwnSelf,
    /// The attributes of a node and of everything in it: `//@name` in one step.
    AttributeBelow,
}

impl Axis {
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "ancestor" => Self::Ancestor,
            "ancestor-or-self" => Self::AncestorOrSelf,
            "attribute" => Self::Attribute,
            "child" => Self::Child,
            "descendant" => Self::Descendant,
            "descendant-or-self" => Self::DescendantOrSelf,
            "following" => Self::Following,
            "following-sibling" => Self::FollowingSibling,
            "parent" => Self::Parent,
            "preceding" => Self::Preceding,
            "preceding-sibling" => Self::PrecedingSibling,
            "self" => Self::OwnSelf,
            _ => return None,
        })
    }

    /// Whether positions count against document order.
    pub fn is_reverse(self) -> bool {
        matches!(self, Self::Ancestor | Self::AncestorOrSelf | Self::Preceding | Self::PrecedingSibling)
    }

    /// Whether two start nodes may lead to the same nodes, or to many.
    pub fn is_wide(self) -> bool {
        !matches!(self, Self::Attribute | Self::Child | Self::OwnSelf | Self::Parent)
    }

    pub fn is_attribute(self) -> bool {
        matches!(self, Self::Attribute | Self::AttributeBelow)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeTest {
    Name(u32),
    /// `*`
    Any,
    /// `prefix:*`
    InNamespace(Box<str>),
    Node,
    Text,
    Comment,
    Instruction(Option<Box<str>>),
}

macro_rules! functions {
    ($($variant:ident = $name:literal, $least:literal..=$most:expr, $kind:ident;)+) => {
        /// The functions of XPath 1.0, except `id`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Function { $($variant),+ }

        impl Function {
            pub fn parse(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }

            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            /// How many arguments it takes.
            pub fn takes(self, count: usize) -> bool {
                match self { $(Self::$variant => ($least..=$most).contains(&count)),+ }
            }

            pub fn kind(self) -> ValueKind {
                match self { $(Self::$variant => ValueKind::$kind),+ }
            }
        }
    };
}

functions! {
    Last = "last", 0..=0, Number;
    Position = "position", 0..=0, Number;
    Count = "count", 1..=1, Number;
    LocalName = "local-name", 0..=1, Text;
    NamespaceUri = "namespace-uri", 0..=1, Text;
    Name = "name", 0..=1, Text;
    String = "string", 0..=1, Text;
    Concat = "concat", 2..=usize::MAX, Text;
    StartsWith = "starts-with", 2..=2, Boolean;
    Contains = "contains", 2..=2, Boolean;
    SubstringBefore = "substring-before", 2..=2, Text;
    SubstringAfter = "substring-after", 2..=2, Text;
    Substring = "substring", 2..=3, Text;
    StringLength = "string-length", 0..=1, Number;
    NormalizeSpace = "normalize-space", 0..=1, Text;
    Translate = "translate", 3..=3, Text;
    Boolean = "boolean", 1..=1, Boolean;
    Not = "not", 1..=1, Boolean;
    True = "true", 0..=0, Boolean;
    False = "false", 0..=0, Boolean;
    Lang = "lang", 1..=1, Boolean;
    Number = "number", 0..=1, Number;
    Sum = "sum", 1..=1, Number;
    Floor = "floor", 1..=1, Number;
    Ceiling = "ceiling", 1..=1, Number;
    Round = "round", 1..=1, Number;
}

impl Function {
    /// Whether its argument must be nodes.
    pub fn needs_nodes(self) -> bool {
        matches!(self, Self::Count | Self::Sum | Self::LocalName | Self::NamespaceUri | Self::Name)
    }
}

impl Expr {
    pub fn kind(&self) -> ValueKind {
        match self {
            Self::Or(_) | Self::And(_) | Self::Compare(..) => ValueKind::Boolean,
            Self::Calculate(..) | Self::Negate(_) | Self::Number(_) => ValueKind::Number,
            Self::Union(_) | Self::Path(_) => ValueKind::Nodes,
            Self::Literal(_) => ValueKind::Text,
            Self::Call(function, _) => function.kind(),
        }
    }

    /// Whether `position()` or `last()` of its own context is in it.
    pub(super) fn asks_position(&self) -> bool {
        match self {
            Self::Or(parts) | Self::And(parts) | Self::Union(parts) => parts.iter().any(Self::asks_position),
            Self::Compare(first, rest) => first.asks_position() || rest.iter().any(|(_, part)| part.asks_position()),
            Self::Calculate(first, rest) => first.asks_position() || rest.iter().any(|(_, part)| part.asks_position()),
            Self::Negate(part) => part.asks_position(),
            Self::Path(path) => match &path.start {
                PathStart::Filter(start, _) => start.asks_position(),
                PathStart::Root | PathStart::Context => false,
            },
            Self::Number(_) | Self::Literal(_) => false,
            Self::Call(Function::Last | Function::Position, _) => true,
            Self::Call(_, arguments) => arguments.iter().any(Self::asks_position),
        }
    }
}

impl LocationPath {
    pub(super) fn new(start: PathStart, steps: Vec<LocationStep>) -> Self {
        /// Following a path node by node goes as deep as it has steps.
        const LAZY_STEPS: usize = 8;
        let wide = steps.iter().filter(|step| step.axis.is_wide()).count();
        let many_starts = matches!(start, PathStart::Filter(..));
        let is_lazy = steps.len() <= LAZY_STEPS && wide + usize::from(many_starts) <= 1;
        Self { start, steps, is_lazy, cache: None }
    }
}
