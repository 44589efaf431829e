//! Background work as everybody sees it.

/// Where a job stands (specification, section 4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobStatus {
    Created,
    Starting,
    Running,
    Completed,
    Failed,
}

impl JobStatus {
    pub const ALL: [Self; 5] = [Self::Created, Self::Starting, Self::Running, Self::Completed, Self::Failed];

    /// The word on the wire and in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Created => "CREATED",
            Self::Starting => "STARTING",
            Self::Running => "RUNNING",
            Self::Completed => "COMPLETED",
            Self::Failed => "FAILED",
        }
    }

    /// Reads the word back.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_those_of_the_specification() {
        let words = JobStatus::ALL.map(JobStatus::as_str);
        assert_eq!(words, ["CREATED", "STARTING", "RUNNING", "COMPLETED", "FAILED"]);
    }
}
