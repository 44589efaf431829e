//! The program `airfolio`.

/// Reading a package is a third allocating; this one is quicker than the system's on several threads, and gives memory
/// back when a large package is done.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    // Read here and not in the library, so that a new commit rebuilds the program only.
    server::cli::main(option_env!("AIRFOLIO_COMMIT").unwrap_or("unknown"))
}
