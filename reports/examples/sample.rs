//! Writes sample reports into a folder, to look at: `cargo run -p nparity-reports --example sample -- FOLDER`.

#[path = "../tests/fixture/mod.rs"]
#[allow(dead_code, reason = "shared with the tests")]
mod fixture;

use nparity_reports::html::{NamedRun, comparison};
use nparity_reports::terminal::{self, Colour};
use nparity_reports::{Format, ReportError, write, write_text};
use std::path::PathBuf;

fn main() -> Result<(), ReportError> {
    let folder = std::env::args_os().nth(1).unwrap_or("target/sample".into());
    let folder = PathBuf::from(folder);
    let runs = [
        ("green", fixture::green()),
        ("differing", fixture::differing()),
        ("empty", fixture::empty()),
        ("interrupted", fixture::interrupted()),
        ("hostile", fixture::with_hostile_text()),
    ];
    for (name, results) in &runs {
        for extension in ["html", "xml", "json", "md"] {
            let path = folder.join(name).with_extension(extension);
            write(&path, Format::of(&path)?, results)?;
        }
        println!("{}", terminal::summary(results, Colour::Always));
    }
    let named = runs
        .each_ref()
        .map(|(name, results)| NamedRun { name, results });
    write_text(&folder.join("comparison.html"), &comparison(&named[..4])?)?;
    println!("written to {}", folder.display());
    Ok(())
}
