//! The same texts in SQLite's full-text search (FTS5), with English stemming; Chinese is segmented before insertion.

use std::path::Path;
use std::str::FromStr;

use jieba_rs::Jieba;
use search::IndexDocument;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, Connection, Executor, Row};
use tokio::runtime::Runtime;

pub(crate) struct FtsTable {
    runtime: Runtime,
    connection: SqliteConnection,
    words: Jieba,
    waiting: Vec<(String, String)>,
}

impl FtsTable {
    pub(crate) fn create(path: &Path) -> Self {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let address = format!("sqlite://{}", path.display());
        let options = SqliteConnectOptions::from_str(&address)
            .expect("an address")
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Off)
            .pragma("cache_size", "-200000")
            .pragma("mmap_size", "4000000000");
        let connection = runtime.block_on(async {
            let mut connection = SqliteConnection::connect_with(&options).await.expect("a database");
            let table = "CREATE VIRTUAL TABLE module USING fts5 (title, body, tokenize = 'porter unicode61')";
            connection.execute(table).await.expect("a table");
            connection
        });
        Self { runtime, connection, words: Jieba::new(), waiting: Vec::new() }
    }

    pub(crate) fn add(&mut self, document: &IndexDocument) {
        let body: Vec<String> = document.blocks.iter().map(|block| self.cut(&block.text)).collect();
        let title = self.cut(&document.head.title);
        self.waiting.push((title, body.join("\n")));
        if self.waiting.len() >= 2_000 {
            self.write();
        }
    }

    pub(crate) fn finish(&mut self) {
        self.write();
        let whole = "INSERT INTO module (module) VALUES ('optimize')";
        self.runtime.block_on(async { self.connection.execute(whole).await.expect("it is put in order") });
    }

    fn write(&mut self) {
        let rows = std::mem::take(&mut self.waiting);
        self.runtime.block_on(async {
            let mut transaction = self.connection.begin().await.expect("a transaction");
            for (title, body) in rows {
                let insert = sqlx::query("INSERT INTO module (title, body) VALUES ($1, $2)").bind(title).bind(body);
                insert.execute(&mut *transaction).await.expect("a row");
            }
            transaction.commit().await.expect("it is kept");
        });
    }

    /// Runs a query with titles and returns the number of results.
    pub(crate) fn ask(&mut self, question: &str, count: usize) -> usize {
        let question = self.cut(question);
        let phrase = question.starts_with('"');
        let words = question.split_whitespace().map(|word| format!("\"{word}\""));
        let question = if phrase { question } else { words.collect::<Vec<_>>().join(" AND ") };
        let sql = "SELECT title FROM module WHERE module MATCH $1 ORDER BY bm25(module, 2.0, 1.0) LIMIT $2";
        let count = i64::try_from(count).expect("a small number");
        let found = sqlx::query(AssertSqlSafe(sql)).bind(question).bind(count);
        let rows = self.runtime.block_on(async { found.fetch_all(&mut self.connection).await.expect("an answer") });
        rows.iter().map(|row| row.get::<String, _>(0)).filter(|title| !title.is_empty()).count()
    }

    fn cut(&self, text: &str) -> String {
        if text.is_ascii() {
            return text.to_owned();
        }
        self.words.cut(text, false).into_iter().map(|token| token.word).collect::<Vec<_>>().join(" ")
    }
}
