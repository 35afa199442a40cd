//! The `nparity` command.
fn main() {}
