//! What can go wrong while a report is made.

use std::io;
use std::path::PathBuf;

/// A report could not be made, written or read.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The file could not be written.
    #[error("cannot write report {}: {source}", path.display())]
    Write {
        /// The report's path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file could not be read.
    #[error("cannot read results {}: {source}", path.display())]
    Read {
        /// The results' path.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// The file is not the JSON of a run.
    #[error("{} is not the JSON of a run: {source}", path.display())]
    Parse {
        /// The results' path.
        path: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
    /// The file name tells no format.
    #[error(
        "cannot tell the format of report {}: its name must end in .html, .xml, .json or .md",
        path.display()
    )]
    UnknownFormat {
        /// The report's path.
        path: PathBuf,
    },
    /// A template failed: a fault of this crate.
    #[error("cannot render the HTML report: {0:#}")]
    Html(#[from] minijinja::Error),
    /// The XML writer failed.
    #[error("cannot render the JUnit report: {0}")]
    Junit(#[from] quick_junit::SerializeError),
    /// The JSON writer failed.
    #[error("cannot render the JSON report: {0}")]
    Json(serde_json::Error),
}
