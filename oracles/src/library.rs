//! The embedded half, carried as bytes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The shared library that `build.rs` made.
static BYTES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/nparity_embed.bin"));

/// The library as a file in a fresh folder, which goes when this is dropped; whoever loaded it keeps it
/// mapped.
pub(crate) struct LibraryFile {
    folder: TempDir,
}

impl LibraryFile {
    /// Under the name by which Python imports it.
    pub(crate) fn write() -> io::Result<LibraryFile> {
        let folder = tempfile::Builder::new().prefix("nparity-").tempdir()?;
        fs::write(folder.path().join(NAME), BYTES)?;
        Ok(LibraryFile { folder })
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join(NAME)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

const NAME: &str = "_nparity_embed.abi3.so";
