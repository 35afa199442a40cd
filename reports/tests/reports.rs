//! Reports of hand-made results.

#[allow(dead_code, reason = "shared with other tests")]
mod fixture;

use fixture::HOSTILE;
use nparity_reports::html::{self, NamedRun};
use nparity_reports::terminal::{self, Colour};
use nparity_reports::{Format, ReportError, Standing, Summary};
use nparity_reports::{junit, markdown, read_json, write, write_text};
use scraper::{ElementRef, Html, Selector};
use std::collections::HashSet;
use std::path::Path;

fn select<'a>(page: &'a Html, selector: &str) -> Vec<ElementRef<'a>> {
    let selector = Selector::parse(selector).unwrap();
    page.select(&selector).collect()
}

fn text(element: ElementRef) -> String {
    element.text().collect()
}

fn every_page() -> Vec<(&'static str, String)> {
    let runs = [
        ("green", fixture::green()),
        ("differing", fixture::differing()),
        ("empty", fixture::empty()),
        ("interrupted", fixture::interrupted()),
        ("hostile", fixture::with_hostile_text()),
    ];
    let mut pages: Vec<(&str, String)> = runs
        .iter()
        .map(|(name, results)| (*name, html::run(results).unwrap()))
        .collect();
    let named = runs
        .each_ref()
        .map(|(name, results)| NamedRun { name, results });
    pages.push(("comparison", html::comparison(&named).unwrap()));
    pages.push(("nothing compared", html::comparison(&[]).unwrap()));
    pages
}

#[test]
fn terminal_summaries() {
    let plain = |results| terminal::summary(&results, Colour::Never);
    insta::assert_snapshot!("terminal_green", plain(fixture::green()));
    insta::assert_snapshot!("terminal_differing", plain(fixture::differing()));
    insta::assert_snapshot!("terminal_empty", plain(fixture::empty()));
    insta::assert_snapshot!("terminal_interrupted", plain(fixture::interrupted()));
}

#[test]
fn a_terminal_is_safe_from_what_is_shown() {
    let shown = terminal::summary(&fixture::with_hostile_text(), Colour::Never);
    assert!(!shown.contains(|c: char| c.is_control() && c != '\n'));
    assert!(!shown.contains('\u{202e}'));
    let coloured = terminal::summary(&fixture::differing(), Colour::Always);
    assert!(coloured.contains("\u{1b}[31m"));
}

#[test]
fn junit_and_markdown() {
    insta::assert_snapshot!(
        "junit_differing",
        junit::xml(&fixture::differing()).unwrap()
    );
    insta::assert_snapshot!("junit_empty", junit::xml(&fixture::empty()).unwrap());
    insta::assert_snapshot!(
        "markdown_differing",
        markdown::summary(&fixture::differing())
    );
    insta::assert_snapshot!("markdown_green", markdown::summary(&fixture::green()));
}

#[test]
fn junit_of_hostile_text_is_xml() {
    let xml = junit::xml(&fixture::with_hostile_text()).unwrap();
    let illegal = |c: char| c < ' ' && !matches!(c, '\n' | '\t' | '\r');
    assert!(!xml.contains(illegal), "{xml}");
    assert!(!xml.contains("<img"));
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!(read.test_suites.len(), 1);
    assert_eq!(read.failures, 1);
}

#[test]
fn markdown_of_hostile_text_is_text() {
    let markdown = markdown::summary(&fixture::with_hostile_text());
    let mut fence: Option<&str> = None;
    for line in markdown.lines() {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            None if ticks.len() >= 3 => fence = Some(ticks),
            Some(open) if line == open => fence = None,
            None => assert!(!line.contains('<'), "{line}"),
            Some(_) => {}
        }
    }
    assert_eq!(fence, None, "a code block is left open");
    assert!(markdown.len() < 10_000);
}

#[test]
fn hostile_text_is_text_in_html() {
    let page = html::run(&fixture::with_hostile_text()).unwrap();
    let page = Html::parse_document(&page);
    assert!(select(&page, "img").is_empty());
    assert_eq!(select(&page, "script").len(), 1);
    for element in select(&page, "*") {
        let handler = element
            .value()
            .attrs()
            .find(|(name, _)| name.starts_with("on"));
        assert_eq!(handler, None, "{}", element.html());
    }
    let visible = nparity_reports::text::visible(HOSTILE);
    assert!(visible.contains("\\u{0}\\u{1b}[31m\\u{202e}"));
    assert_eq!(text(select(&page, ".card .op")[0]), visible);
    let graph = select(&page, "[aria-labelledby='finding-1-graph'] code");
    assert_eq!(text(graph[0]), visible);
}

#[test]
fn html_fragments() {
    let page = Html::parse_document(&html::run(&fixture::differing()).unwrap());
    let fragment = |selector: &str| select(&page, selector)[0].html();
    insta::assert_snapshot!("html_band", fragment(".band"));
    insta::assert_snapshot!("html_numbers", fragment(".numbers"));
    insta::assert_snapshot!("html_card", fragment("article"));
    insta::assert_snapshot!("html_known", fragment("#known article .sides"));
    insta::assert_snapshot!("html_row", fragment(".matrix tr[data-op='add']"));
    insta::assert_snapshot!("html_missing", fragment(".missing"));
}

#[test]
fn what_was_not_compared_is_not_passed() {
    let page = Html::parse_document(&html::run(&fixture::green()).unwrap());
    assert_eq!(select(&page, ".band.conforms").len(), 1);
    // Two of three subjects show no graph: 18 ops and the totals each.
    let cells = select(&page, ".matrix td.n");
    assert!(cells.len() >= 2 * 19);
    assert!(cells.iter().all(|c| text(*c).trim() == "n/a"));
    assert!(
        select(&page, ".matrix td.u")
            .iter()
            .all(|c| text(*c).trim() == "\u{b7}")
    );
    for empty in [fixture::empty(), Default::default()] {
        let page = Html::parse_document(&html::run(&empty).unwrap());
        assert_eq!(select(&page, ".band.empty").len(), 1);
        assert!(select(&page, ".conforms, .p").iter().all(|e| {
            // The legend explains the symbol.
            e.parent()
                .and_then(ElementRef::wrap)
                .is_some_and(|p| p.value().name() == "li")
        }));
        assert_eq!(Summary::of(&empty).standing, Standing::Empty);
    }
    let page = Html::parse_document(&html::run(&fixture::interrupted()).unwrap());
    assert_eq!(select(&page, "#interrupted").len(), 1);
    assert_eq!(select(&page, ".band.interrupted").len(), 1);
}

#[test]
fn findings_are_sorted_by_what_they_mean() {
    let results = fixture::differing();
    let page = Html::parse_document(&html::run(&results).unwrap());
    assert_eq!(select(&page, "#divergences article").len(), 3);
    assert_eq!(select(&page, "#soft article").len(), 1);
    assert_eq!(select(&page, "#known article").len(), 1);

    let mut known = fixture::green();
    known.findings = vec![
        fixture::known("tnp:wrapper"),
        fixture::message("tnp:wrapper"),
    ];
    assert_eq!(Summary::of(&known).standing, Standing::Conforms);
    known.ops[0].verdicts.differs = 1;
    assert_eq!(Summary::of(&known).standing, Standing::Conforms);
    known.findings.clear();
    assert_eq!(
        Summary::of(&known).standing,
        Standing::Differs,
        "nothing explains it"
    );
    let mut crashed = fixture::green();
    crashed.ops[3].verdicts.crashed = 1;
    assert_eq!(Summary::of(&crashed).standing, Standing::Differs);
    let mut idle = fixture::green();
    idle.about.subjects.push("never run".into());
    assert_eq!(Summary::of(&idle).standing, Standing::Empty);
}

#[test]
fn pages_hold_together() {
    for (name, page) in every_page() {
        let page = Html::parse_document(&page);
        let mut ids = HashSet::new();
        for element in select(&page, "[id]") {
            let id = element.attr("id").unwrap();
            assert!(ids.insert(id), "{name}: two elements are called {id}");
        }
        for link in select(&page, "[href], [src]") {
            let target = link.attr("href").or(link.attr("src")).unwrap();
            match target.strip_prefix('#') {
                Some(id) => assert!(ids.contains(id), "{name}: {target} leads nowhere"),
                None => assert_eq!(target, "data:,", "{name}"),
            }
        }
        let style = text(select(&page, "style")[0]);
        assert!(!style.contains("url(") && !style.contains("@import"));
    }
}

#[test]
fn runs_side_by_side() {
    let (before, after) = (fixture::green(), fixture::differing());
    let runs = [
        NamedRun {
            name: "before",
            results: &before,
        },
        NamedRun {
            name: "after",
            results: &after,
        },
    ];
    let page = Html::parse_document(&html::comparison(&runs).unwrap());
    assert_eq!(select(&page, ".run").len(), 2);
    let row = |op: &str| select(&page, &format!("#ops tr[data-op='{op}']"))[0];
    let classes = |op: &str| -> Vec<String> {
        let cells = Selector::parse("td").unwrap();
        let cells = row(op)
            .select(&cells)
            .map(|c| c.attr("class").unwrap().to_owned());
        cells.collect()
    };
    assert_eq!(classes("add"), ["p", "p", "p", "x"]);
    assert_eq!(classes("subtract"), ["p", "p", "p", "p"]);
    assert_eq!(classes("concatenate"), ["p", "p", "p", "m"]);
    assert_eq!(classes("linalg.svd"), ["u", "u", "u", "m"]);
    let differs = |op: &str| row(op).attr("class") == Some("differs");
    assert!(differs("add") && differs("concatenate"));
    assert!(!differs("subtract") && !differs("linalg.svd"));
    assert_eq!(select(&page, "article").len(), 5);
}

#[test]
fn files_are_replaced_whole_and_errors_name_them() {
    let folder = tempfile::tempdir().unwrap();
    let results = fixture::with_hostile_text();
    let path = folder.path().join("new/folder/run.json");
    write(&path, Format::of(&path).unwrap(), &fixture::green()).unwrap();
    write(&path, Format::of(&path).unwrap(), &results).unwrap();
    assert_eq!(read_json(&path).unwrap(), results);
    let beside = std::fs::read_dir(path.parent().unwrap()).unwrap();
    assert_eq!(beside.count(), 1, "no temporary file is left");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let fresh = folder.path().join("fresh");
        std::fs::write(&fresh, "").unwrap();
        let mode = |p: &Path| std::fs::metadata(p).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&fresh), "others may read it");
    }

    let error = write_text(folder.path(), "text").unwrap_err().to_string();
    assert!(error.contains(&*folder.path().to_string_lossy()), "{error}");
    let within = path.join("report.html");
    let error = write(&within, Format::Html, &results)
        .unwrap_err()
        .to_string();
    assert!(error.contains("run.json"), "{error}");
    write_text(&path, "{\"about\": 3}").unwrap();
    let error = read_json(&path).unwrap_err().to_string();
    assert!(
        error.contains("run.json") && error.contains("line 1"),
        "{error}"
    );
    let error = Format::of(Path::new("report.pdf")).unwrap_err();
    assert!(matches!(error, ReportError::UnknownFormat { .. }));
    assert!(error.to_string().contains("report.pdf"));
}
