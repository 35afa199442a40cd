//! Report files: formats by name, atomic writing, reading results back.

use crate::{ReportError, html, junit, markdown};
use nparity_harness::results::RunResults;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The format of a report file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// One self-contained page.
    Html,
    /// JUnit XML.
    Junit,
    /// The results themselves, to be read back by [`read_json`].
    Json,
    /// A short summary.
    Markdown,
}

impl Format {
    /// The format that a file's name asks for.
    ///
    /// # Errors
    /// If its extension is none of `html`, `htm`, `xml`, `json`, `md`, `markdown`.
    pub fn of(path: &Path) -> Result<Format, ReportError> {
        let extension = path
            .extension()
            .map(|e| e.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("html" | "htm") => Ok(Format::Html),
            Some("xml") => Ok(Format::Junit),
            Some("json") => Ok(Format::Json),
            Some("md" | "markdown") => Ok(Format::Markdown),
            _ => Err(ReportError::UnknownFormat {
                path: path.to_owned(),
            }),
        }
    }
}

/// The text of a report.
///
/// # Errors
/// If a writer of the format fails, which no results should bring about.
pub fn render(format: Format, results: &RunResults) -> Result<String, ReportError> {
    match format {
        Format::Html => html::run(results),
        Format::Junit => junit::xml(results),
        Format::Json => serde_json::to_string_pretty(results)
            .map(|text| text + "\n")
            .map_err(ReportError::Json),
        Format::Markdown => Ok(markdown::summary(results)),
    }
}

/// Renders a report and writes it, in one step as far as readers of the file can see.
///
/// # Errors
/// If it cannot be rendered or written.
pub fn write(path: &Path, format: Format, results: &RunResults) -> Result<(), ReportError> {
    write_text(path, &render(format, results)?)
}

/// Writes a text to a file so that readers see the old file or the whole new one; makes missing folders.
///
/// # Errors
/// If the file cannot be written; the old one is then untouched.
pub fn write_text(path: &Path, text: &str) -> Result<(), ReportError> {
    replace(path, text.as_bytes()).map_err(|source| ReportError::Write {
        path: path.to_owned(),
        source,
    })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
        // A pipe or a device is written to, not replaced.
        Ok(found) if !found.is_file() => return fs::write(path, bytes),
        _ => {}
    }
    // What a link points to is replaced, not the link.
    let path: PathBuf = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".nparity-report-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // Temporary files are private by default; a report is not (the umask still applies).
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(&path)?;
    Ok(())
}

/// Reads the results that a run wrote as JSON.
///
/// # Errors
/// If the file cannot be read or is not the JSON of a run; the message names the file and the place.
pub fn read_json(path: &Path) -> Result<RunResults, ReportError> {
    let bytes = fs::read(path).map_err(|source| ReportError::Read {
        path: path.to_owned(),
        source,
    })?;
    serde_json::from_slice(&bytes).map_err(|source| ReportError::Parse {
        path: path.to_owned(),
        source,
    })
}
