//! The command as a user meets it: exit status, one clear line, no Python where none is needed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The command in a folder of its own.
fn nparity(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nparity"));
    command
        .args(args)
        .current_dir(folder)
        .env_remove("VIRTUAL_ENV");
    command
}

/// The same on a machine without Python: nothing on `PATH`.
fn without_python(folder: &Path, args: &[&str]) -> Output {
    let nowhere = folder.join("empty");
    fs::create_dir_all(&nowhere).unwrap();
    nparity(folder, args)
        .env("PATH", &nowhere)
        .env("HOME", &nowhere)
        .output()
        .unwrap()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Exit status 2 and exactly one line on stderr, which holds all of these.
fn assert_refused(output: &Output, parts: &[&str]) {
    let line = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}");
    assert_eq!(line.trim_end().lines().count(), 1, "{line}");
    assert!(line.starts_with("nparity: "), "{line}");
    for part in parts {
        assert!(line.contains(part), "{part:?} in {line}");
    }
}

/// A sound corpus case: `positive` of two bytes.
fn case(status: &str, reason: &str, last: &str) -> String {
    let array = |data: &str, number: u8| {
        format!(
            r#"{{"Array":{{"dtype":"uint8","shape":[2],"strides":[1],"data":"{data}","storage":{number},
            "offset":0,"object":{number},"c_contiguous":true,"f_contiguous":true,"writeable":true}}}}"#
        )
    };
    format!(
        r#"{{"format":1,"op":"positive","facet":"value","signature":"s","subject":"tnp:wrapper",
        "status":"{status}","reason":"{reason}","seed":0,"oracle":"NumPy","source":["ignored"],
        "program":{{"statements":[
            {{"callee":{{"Literal":{{"dtype":"uint8","shape":[2],"bits":"0102"}}}}}},
            {{"callee":{{"Function":"positive"}},"args":[{{"Array":0}}]}}]}},
        "outcome":{{"error":null,"vars":[{},{}],"snapshots":[],"fp_events":0,"warnings":[]}}}}"#,
        array("0102", 0),
        array(last, 1),
    )
}

fn write_case(folder: &Path, name: &str, content: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path
}

#[test]
fn bad_arguments_are_one_line() {
    let dir = folder();
    let refused = |args: &[&str], parts: &[&str]| {
        assert_refused(&without_python(dir.path(), args), parts);
    };
    refused(
        &["run", "--ops", "no-such-op"],
        &["no-such-op", "nparity list"],
    );
    refused(
        &["run", "--subject", "tpn"],
        &["\"tpn\"", "tnp:wrapper", "numpy"],
    );
    refused(&["run", "--cases", "0"], &["at least one case"]);
    refused(
        &["run", "--report", "report.docx"],
        &["report.docx", ".html"],
    );
    refused(
        &["run", "--report", "/proc/none/report.html"],
        &["/proc/none/report.html"],
    );
    refused(&["mutants", "--faults", "nothing"], &["nothing"]);
    refused(&["replay", "nowhere"], &["nowhere"]);
    refused(&["show", "nowhere.json"], &["nowhere.json"]);
    refused(&["report", "nowhere.json"], &["nowhere.json"]);
    let unknown = without_python(dir.path(), &["run", "--no-such-flag"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn without_python_a_run_says_so_and_the_mend() {
    let dir = folder();
    let run = without_python(dir.path(), &["run", "--ops", "add", "--cases", "1"]);
    assert_refused(&run, &["--python"]);
}

#[test]
fn without_python_what_needs_none_works() {
    let dir = folder();
    let good = write_case(dir.path(), "good.json", &case("fixed", "", "0102"));
    let good = good.to_str().unwrap();
    let works = |args: &[&str], part: &str| {
        let output = without_python(dir.path(), args);
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(0), "{args:?}: {out}{err}");
        assert!(out.contains(part), "{args:?}: {out}");
    };
    works(&["list", "--ops", "add"], "tnp:wrapper");
    works(&["replay", "--subject", "tnp:wrapper", good], "1 pass");
    works(&["show", good], "np.positive(v0)");
    works(&["repro", good], "import numpy as np");
    works(&["--help"], "replay");
}

#[test]
fn replay_fails_for_what_differs_and_for_what_passes_unexpectedly() {
    let dir = folder();
    let status = |content: &str, part: &str| {
        let path = write_case(dir.path(), "case.json", content);
        let args = ["replay", "--subject", "tnp:wrapper", path.to_str().unwrap()];
        let output = without_python(dir.path(), &args);
        let out = text(&output.stdout);
        assert!(out.contains(part), "{out}");
        output.status.code()
    };
    assert_eq!(status(&case("fixed", "", "0103"), "expected"), Some(1));
    assert_eq!(
        status(&case("known", "upstream", "0102"), "listed as known"),
        Some(1)
    );
    assert_eq!(
        status(&case("known", "upstream", "0103"), "1 known to fail"),
        Some(0)
    );
}

#[test]
fn hostile_corpus_files_do_not_stop_the_others() {
    let dir = folder();
    let corpus = dir.path().join("corpus");
    fs::create_dir(&corpus).unwrap();
    write_case(&corpus, "good.json", &case("fixed", "", "0102"));
    write_case(
        &corpus,
        "dtype.json",
        &case("fixed", "", "0102").replace("\"uint8\"", "\"object\""),
    );
    write_case(&corpus, "count.json", &case("fixed", "", "010203"));
    write_case(
        &corpus,
        "negative.json",
        &case("fixed", "", "0102").replace("[2]", "[-2]"),
    );
    write_case(
        &corpus,
        "enormous.json",
        &case("fixed", "", "0102").replace("[2]", "[4611686018427387904,8]"),
    );
    write_case(&corpus, "cut.json", &case("fixed", "", "0102")[..200]);
    let deep = format!(
        r#"[{}{{"Array":0}}{}]"#,
        r#"{"List":["#.repeat(200),
        "]}".repeat(200)
    );
    let deep = case("fixed", "", "0102").replace(r#"[{"Array":0}]"#, &deep);
    write_case(&corpus, "deep.json", &deep);
    fs::File::create(corpus.join("huge.json"))
        .unwrap()
        .set_len(1 << 30)
        .unwrap();
    let output = without_python(dir.path(), &["replay", "--subject", "tnp:wrapper"]);
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(2), "{out}{err}");
    assert!(out.contains("8 files: 1 pass"), "{out}");
    for (name, part) in [
        ("dtype.json", "unknown dtype"),
        ("count.json", "outcome.vars[1]"),
        ("negative.json", "line 4"),
        ("enormous.json", "too many elements"),
        ("cut.json", "EOF"),
        ("deep.json", "recursion limit"),
        ("huge.json", "1073741824 bytes"),
    ] {
        let line = err.lines().find(|l| l.contains(name));
        assert!(line.is_some_and(|l| l.contains(part)), "{name}: {err}");
    }
    assert!(!err.contains("panicked"), "{err}");
}

#[test]
fn a_run_reports_records_and_repeats() {
    let dir = folder();
    let run = |args: &[&str]| {
        let common = ["run", "--ops", "rint,sign", "--cases", "400"];
        let output = nparity(dir.path(), &[&common, args].concat())
            .output()
            .unwrap();
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let (status, out, err) = run(&["--subject", "numpy"]);
    assert_eq!(status, Some(0), "{out}{err}");
    for name in ["report.html", "results.json", "junit.xml"] {
        assert!(
            dir.path().join("target/nparity").join(name).exists(),
            "{name}"
        );
    }
    let (status, out, err) = run(&["--subject", "example:ndarray", "--report", "other.md"]);
    assert_eq!(status, Some(1), "{out}{err}");
    assert!(dir.path().join("other.md").exists());
    let corpus = dir.path().join("target/nparity/corpus");
    let output = without_python(
        dir.path(),
        &[
            "replay",
            "--subject",
            "example:ndarray",
            corpus.to_str().unwrap(),
        ],
    );
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stderr));

    // The same seed gives the same results, whatever the number of threads.
    let results = |jobs: &str| {
        let (_, _, err) = run(&["--subject", "example:ndarray", "--jobs", jobs]);
        let json = fs::read(dir.path().join("target/nparity/results.json")).expect(&err);
        let mut results: nparity::harness::results::RunResults =
            serde_json::from_slice(&json).unwrap();
        results.about = Default::default();
        results
    };
    assert_eq!(results("1"), results("3"));
}

/// Ctrl-C in the middle of a run: it ends at once, with report and corpus of what was found by then.
#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_found() {
    let dir = folder();
    let python = std::env::var("NPARITY_PYTHON").unwrap_or_default();
    let mut args = vec!["run", "--subject", "example:ndarray", "--time", "600s"];
    if !python.is_empty() {
        args.extend(["--python", &python]);
    }
    let child = nparity(dir.path(), &args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for NumPy to start and for the first rounds over all ops.
    std::thread::sleep(std::time::Duration::from_secs(8));
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    let since = std::time::Instant::now();
    let output = child.wait_with_output().unwrap();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(since.elapsed().as_secs() < 60, "it went on: {out}{err}");
    assert_eq!(output.status.code(), Some(1), "{out}{err}");
    assert!(out.contains("interrupted"), "{out}{err}");
    let made = dir.path().join("target/nparity");
    assert!(made.join("report.html").exists());
    assert!(fs::read_dir(made.join("corpus")).unwrap().next().is_some());
}
