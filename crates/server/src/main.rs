//! The program `airfolio`.

fn main() -> std::process::ExitCode {
    // Read here and not in the library, so that a new commit rebuilds the program only.
    server::cli::main(option_env!("AIRFOLIO_COMMIT").unwrap_or("unknown"))
}
