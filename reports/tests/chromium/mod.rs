//! Opens pages in headless Chromium and says what they did.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What came of opening a page.
#[derive(Debug)]
pub(crate) struct Visit {
    /// The document after scripts ran.
    pub(crate) dom: String,
    /// Messages on the console, errors and violations of the content security policy among them.
    pub(crate) console: Vec<String>,
    /// Addresses of other machines that were asked for anything.
    pub(crate) requests: Vec<String>,
}

/// The browser on the `PATH`. Without one the test is skipped, visibly; where
/// `NPARITY_REQUIRE_BROWSER=1` says that there is one, that is a failure.
pub(crate) fn find() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let found = std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file());
    if found.is_none() {
        let required = std::env::var_os("NPARITY_REQUIRE_BROWSER").is_some_and(|v| v == "1");
        assert!(
            !required,
            "NPARITY_REQUIRE_BROWSER=1, but there is no chromium on the PATH"
        );
        eprintln!(
            "SKIPPED: no chromium on the PATH (NPARITY_REQUIRE_BROWSER=1 makes this a failure)"
        );
    }
    found
}

/// Opens a local page (with a query or fragment, if any) in a window of this width.
///
/// # Panics
/// If the browser cannot be run.
pub(crate) fn visit(browser: &Path, page: &Path, suffix: &str, width: u32) -> Visit {
    let profile = tempfile::tempdir().expect("a folder for the profile");
    let log = profile.path().join("net.json");
    let page = page.canonicalize().expect("the page exists");
    let output = Command::new(browser)
        .args([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--disable-extensions",
            "--disable-default-apps",
            "--enable-logging=stderr",
            // Nothing in a test leaves the machine, the browser's own wishes included.
            "--host-resolver-rules=MAP * ~NOTFOUND",
            "--virtual-time-budget=2000",
            "--timeout=30000",
            "--dump-dom",
        ])
        .arg(format!("--window-size={width},900"))
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg(format!("--log-net-log={}", log.display()))
        .arg(format!("file://{}{suffix}", page.display()))
        .stdin(Stdio::null())
        .output()
        .expect("chromium runs");
    let messages = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "chromium failed: {messages}");
    let log = std::fs::read(&log).expect("chromium wrote its net log");
    Visit {
        dom: String::from_utf8_lossy(&output.stdout).into_owned(),
        console: messages
            .lines()
            .filter(|line| line.contains(":CONSOLE"))
            .map(str::to_owned)
            .collect(),
        requests: requests(&serde_json::from_slice(&log).expect("the net log is JSON")),
    }
}

/// The addresses of requests in a net log that a page is the cause of. Requests of the browser itself
/// have no origin; those of a local page have one, if an opaque one.
fn requests(log: &serde_json::Value) -> Vec<String> {
    let events = log["events"].as_array().map_or(&[][..], Vec::as_slice);
    let mut found: Vec<String> = events
        .iter()
        .map(|event| &event["params"])
        .filter(|params| {
            params["initiator"]
                .as_str()
                .is_some_and(|origin| origin != "not an origin")
        })
        .filter_map(|params| params["url"].as_str())
        .filter(|url| !url.starts_with("file:") && !url.starts_with("data:"))
        .map(str::to_owned)
        .collect();
    found.sort();
    found.dedup();
    found
}
