//! Reading and writing corpus files and folders.

use super::CorpusCase;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// Largest corpus file that is read. Shrunk cases have a few kilobytes.
pub const MAX_FILE: u64 = 16 << 20;

/// A corpus file or folder that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {problem}", path.display())]
pub struct CorpusError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong, with the place in the file.
    pub problem: String,
}

impl CorpusError {
    fn new(path: &Path, problem: impl ToString) -> CorpusError {
        CorpusError {
            path: path.to_owned(),
            problem: problem.to_string(),
        }
    }
}

/// Reads one case.
///
/// # Errors
/// If the file cannot be read, is too large, or does not hold a sound case.
pub fn read(path: &Path) -> Result<CorpusCase, CorpusError> {
    let fail = |problem: &dyn ToString| CorpusError::new(path, problem.to_string());
    let meta = fs::metadata(path).map_err(|e| fail(&e))?;
    if !meta.is_file() {
        return Err(fail(&"not a regular file"));
    }
    if meta.len() > MAX_FILE {
        return Err(fail(&format!(
            "{} bytes, a corpus file may have {MAX_FILE}",
            meta.len()
        )));
    }
    let mut text = Vec::new();
    File::open(path)
        .and_then(|f| f.take(MAX_FILE).read_to_end(&mut text))
        .map_err(|e| fail(&e))?;
    CorpusCase::from_json(&text).map_err(|e| fail(&e))
}

/// The corpus files under these paths, sorted: a file stands for itself, a folder for every `.json` in it.
///
/// # Errors
/// If a path does not exist or a folder cannot be read.
pub fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, CorpusError> {
    let mut files = Vec::new();
    for path in paths {
        let meta = fs::metadata(path).map_err(|e| CorpusError::new(path, e))?;
        if meta.is_dir() {
            walk(path, &mut files)?;
        } else {
            files.push(path.clone());
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), CorpusError> {
    for entry in fs::read_dir(folder).map_err(|e| CorpusError::new(folder, e))? {
        let entry = entry.map_err(|e| CorpusError::new(folder, e))?;
        let path = entry.path();
        // `file_type` does not follow links, so a link cannot lead the walk round in a circle.
        let kind = entry.file_type().map_err(|e| CorpusError::new(&path, e))?;
        if kind.is_dir() {
            walk(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "json") {
            files.push(path);
        }
    }
    Ok(())
}

/// What became of a case that was to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// A new file.
    New(PathBuf),
    /// The signature is in the corpus already; the file is left as it is.
    Present(PathBuf),
}

impl Written {
    /// The file.
    pub fn path(&self) -> &Path {
        match self {
            Written::New(path) | Written::Present(path) => path,
        }
    }
}

/// Writes a case into a corpus folder, atomically; a signature that is there already is left alone.
///
/// # Errors
/// If the folder or file cannot be written.
pub fn write(folder: &Path, case: &CorpusCase) -> Result<Written, CorpusError> {
    let path = folder.join(case.path());
    let fail = |e: io::Error| CorpusError::new(&path, e);
    let parent = path.parent().unwrap_or(folder);
    fs::create_dir_all(parent).map_err(fail)?;
    let mut file = tempfile::Builder::new()
        .prefix(".new-")
        .suffix(".tmp")
        .permissions(readable())
        .tempfile_in(parent)
        .map_err(fail)?;
    file.write_all(case.to_json().as_bytes()).map_err(fail)?;
    match file.persist_noclobber(&path) {
        Ok(_) => Ok(Written::New(path)),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists => Ok(Written::Present(path)),
        Err(e) => Err(fail(e.error)),
    }
}

/// Temporary files are private by default; a corpus is for everyone.
#[cfg(unix)]
fn readable() -> fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    fs::Permissions::from_mode(0o644)
}

#[cfg(not(unix))]
fn readable() -> fs::Permissions {
    compile_error!("nparity runs on Unix")
}

#[cfg(test)]
mod tests {
    use super::super::case::tests::sample;
    use super::*;

    #[test]
    fn a_signature_is_stored_once() {
        let folder = tempfile::tempdir().unwrap();
        let first = write(folder.path(), &sample()).unwrap();
        assert!(matches!(&first, Written::New(_)));
        let mut again = sample();
        again.seed = 99;
        assert!(matches!(
            write(folder.path(), &again).unwrap(),
            Written::Present(_)
        ));
        let files = list(&[folder.path().to_owned()]).unwrap();
        assert_eq!(files, [first.path()]);
        assert_eq!(read(&files[0]).unwrap().seed, 7);
        // Nothing temporary is left behind.
        let beside = fs::read_dir(files[0].parent().unwrap()).unwrap().count();
        assert_eq!(beside, 1);
    }

    #[test]
    fn unusable_files_are_errors_that_name_them() {
        let folder = tempfile::tempdir().unwrap();
        let huge = folder.path().join("huge.json");
        File::create(&huge).unwrap().set_len(1 << 30).unwrap();
        let error = read(&huge).unwrap_err().to_string();
        assert!(error.contains("huge.json: 1073741824 bytes"), "{error}");
        assert!(read(folder.path()).is_err());
        let absent = folder.path().join("absent");
        assert!(read(&absent).unwrap_err().to_string().contains("absent"));
        assert!(list(&[absent]).is_err());
        let binary = folder.path().join("binary.json");
        fs::write(&binary, [0xff, 0xfe, 0x00]).unwrap();
        assert!(
            read(&binary)
                .unwrap_err()
                .to_string()
                .contains("line 1 column")
        );
    }
}
