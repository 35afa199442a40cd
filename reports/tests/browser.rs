//! The pages in a real browser.

mod chromium;
#[allow(dead_code, reason = "shared with other tests")]
mod fixture;

use nparity_harness::results::RunResults;
use nparity_reports::html::{NamedRun, comparison};
use nparity_reports::{Format, write, write_text};
use scraper::{Html, Selector};
use std::path::PathBuf;

fn page(folder: &tempfile::TempDir, name: &str, results: &RunResults) -> PathBuf {
    let path = folder.path().join(name);
    write(&path, Format::Html, results).unwrap();
    path
}

fn count(dom: &str, selector: &str) -> usize {
    Html::parse_document(dom)
        .select(&Selector::parse(selector).unwrap())
        .count()
}

#[test]
fn pages_run_without_errors_or_requests() {
    let Some(browser) = chromium::find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let (green, differing) = (fixture::green(), fixture::differing());
    let runs = [
        NamedRun {
            name: "before",
            results: &green,
        },
        NamedRun {
            name: "after",
            results: &differing,
        },
    ];
    let both = folder.path().join("comparison.html");
    write_text(&both, &comparison(&runs).unwrap()).unwrap();
    for path in [
        page(&folder, "green.html", &green),
        page(&folder, "differing.html", &differing),
        page(&folder, "hostile.html", &fixture::with_hostile_text()),
        both,
    ] {
        let visit = chromium::visit(&browser, &path, "", 1280);
        assert_eq!(visit.console, [""; 0], "{}", path.display());
        assert_eq!(visit.requests, [""; 0], "{}", path.display());
        assert_eq!(count(&visit.dom, "#controls[hidden]"), 0, "the script ran");
        assert_eq!(count(&visit.dom, "img"), 0);
    }
}

#[test]
fn the_address_filters_and_opens() {
    let Some(browser) = chromium::find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = page(&folder, "differing.html", &fixture::differing());
    let visit = chromium::visit(&browser, &path, "?q=re&only=1#finding-5", 1280);
    assert_eq!(count(&visit.dom, "tr[data-op='reshape']:not([hidden])"), 1);
    assert_eq!(
        count(&visit.dom, "tr[data-op='remainder']:not([hidden])"),
        0
    );
    assert_eq!(count(&visit.dom, "tr[data-op='add']:not([hidden])"), 0);
    assert_eq!(count(&visit.dom, "#finding-5[open]"), 1);
    assert_eq!(count(&visit.dom, "#finding-4[open]"), 0);
    assert!(visit.dom.contains("1 of 19 ops shown"));
}

#[test]
fn pages_fit_a_phone() {
    let Some(browser) = chromium::find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let hostile = fixture::with_hostile_text();
    let differing = fixture::differing();
    let runs = [
        NamedRun {
            name: "before",
            results: &hostile,
        },
        NamedRun {
            name: "after",
            results: &differing,
        },
    ];
    let pages = [
        nparity_reports::html::run(&differing).unwrap(),
        nparity_reports::html::run(&hostile).unwrap(),
        comparison(&runs).unwrap(),
    ];
    for (i, html) in pages.iter().enumerate() {
        // A headless window is never narrower than 500 pixels; a frame may be.
        let measured = with_script(
            html,
            "document.querySelectorAll('details').forEach((d) => { d.open = true; });
             const root = document.documentElement;
             const wide = root.scrollWidth > 375 ? 'too wide' : 'fits';
             parent.document.documentElement.setAttribute('data-width', innerWidth + ' ' + wide);",
        );
        let frame = measured.replace('&', "&amp;").replace('"', "&quot;");
        let path = folder.path().join(format!("phone-{i}.html"));
        let outer = format!(
            "<!DOCTYPE html><title>phone</title>\
             <iframe style='width:375px;height:800px;border:0' srcdoc=\"{frame}\"></iframe>"
        );
        write_text(&path, &outer).unwrap();
        let visit = chromium::visit(&browser, &path, "", 800);
        assert_eq!(
            count(&visit.dom, "html[data-width='375 fits']"),
            1,
            "page {i}: {:.200}",
            visit.dom
        );
    }
}

/// The page with one script more, which its policy would forbid.
fn with_script(html: &str, script: &str) -> String {
    html.replace("http-equiv", "data-off")
        .replace("</body>", &format!("<script>{script}</script></body>"))
}

#[test]
fn cells_tell_counts_and_buttons_copy() {
    let Some(browser) = chromium::find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let html = nparity_reports::html::run(&fixture::differing()).unwrap();
    let path = folder.path().join("clicks.html");
    let script = "
        Object.defineProperty(navigator, 'clipboard', { value: undefined });
        let copied = '';
        document.execCommand = (what) => { copied = what + ':' + document.activeElement.value; return true; };
        document.querySelector('button.copy').click();
        setTimeout(() => {
          const root = document.documentElement;
          root.setAttribute('data-copied', copied);
          root.setAttribute('data-said', document.querySelector('button.copy').textContent);
          const cell = document.querySelector('.matrix td[tabindex=\"0\"]');
          cell.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
          root.setAttribute('data-tip', document.getElementById('tip').textContent);
        }, 100);";
    write_text(&path, &with_script(&html, script)).unwrap();
    let visit = chromium::visit(&browser, &path, "", 1280);
    let page = Html::parse_document(&visit.dom);
    let root = page.root_element();
    assert_eq!(
        root.attr("data-copied"),
        Some("copy:v0 = np.array([-0.0, -7.5], dtype=np.float64)\nv1 = np.floor_divide(v0, 2)")
    );
    assert_eq!(root.attr("data-said"), Some("Copied"));
    assert_eq!(
        root.attr("data-tip"),
        Some("add, raises: 12 of 1,000 differ")
    );
}

#[test]
fn the_checks_see_errors_and_requests() {
    let Some(browser) = chromium::find() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad.html");
    let bad = "<!DOCTYPE html><title>bad</title><img src='http://127.0.0.1:9/x.png'>\
        <script>missing();</script>";
    write_text(&path, bad).unwrap();
    let visit = chromium::visit(&browser, &path, "", 1280);
    assert!(
        visit.console.iter().any(|m| m.contains("missing")),
        "{visit:?}"
    );
    assert_eq!(visit.requests, ["http://127.0.0.1:9/x.png"]);
}
