//! One self-contained HTML page: no request leaves it, and it can be read without JavaScript.
//!
//! Templates are embedded; every value is escaped by the engine, and a content security policy in the page
//! forbids requests and any script but its own, in case something hostile were to slip through.

mod card;
mod comparison;
mod run;

pub use comparison::{NamedRun, comparison};
pub use run::run;

use crate::ReportError;
use base64::Engine as _;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, UndefinedBehavior, Value, context};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

const STYLE: &str = include_str!("../templates/style.css");
const SCRIPT: &str = include_str!("../templates/script.js");
const TEMPLATES: &[(&str, &str)] = &[
    ("page.html", include_str!("../templates/page.html")),
    ("parts.html", include_str!("../templates/parts.html")),
    ("run.html", include_str!("../templates/run.html")),
    (
        "comparison.html",
        include_str!("../templates/comparison.html"),
    ),
];

fn render(template: &str, page: impl Serialize) -> Result<String, ReportError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .build()?;
    environment.set_syntax(syntax);
    for (name, source) in TEMPLATES {
        environment.add_template(name, source)?;
    }
    let hash = base64::engine::general_purpose::STANDARD.encode(Sha256::digest(SCRIPT));
    let text = environment.get_template(template)?.render(context! {
        page => Value::from(Serde(page)),
        style => Value::from_safe_string(STYLE.to_owned()),
        script => Value::from_safe_string(SCRIPT.to_owned()),
        script_hash => Value::from_safe_string(hash),
    })?;
    Ok(text)
}
