//! Small texts with known answers.
