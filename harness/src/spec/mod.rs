//! What NumPy accepts: one line per function.
//!
//! A [`Spec`] says in which forms an op is called, what roles its parameters play, what its values
//! should mostly be and how its results are judged. It says nothing of any library under test, and holds
//! no rule of NumPy's semantics: NumPy's own answer, value or exception, is what is expected of a call.
//! [`crate::strategy`] makes cases from it.

mod creation;
mod indexing;
mod methods;
mod reductions;
mod shape;
mod sorting;
mod types;
mod ufuncs;

pub use types::{
    DTypes, Domain, Family, Form, Gives, GivesKind, GivesShape, Param, Pass, Role, Spec,
};

use crate::policy::Policy;
use std::sync::LazyLock;

static ALL: LazyLock<Vec<Spec>> = LazyLock::new(|| {
    [
        ufuncs::SPECS,
        ufuncs::OPERATOR_SPECS,
        reductions::SPECS,
        creation::SPECS,
        shape::SPECS,
        indexing::SPECS,
        sorting::SPECS,
        methods::SPECS,
    ]
    .concat()
});

/// Every spec, in report order.
pub fn all() -> &'static [Spec] {
    &ALL
}

/// The spec of this name.
pub fn get(name: &str) -> Option<&'static Spec> {
    all().iter().find(|s| s.name == name)
}

/// The specs whose name or family matches a glob (`*`, `?`), or one of several with commas between.
pub fn find(globs: &str) -> Vec<&'static Spec> {
    let globs: Vec<&str> = globs.split(',').map(str::trim).collect();
    all()
        .iter()
        .filter(|s| {
            globs
                .iter()
                .any(|g| glob_matches(g, s.name) || glob_matches(g, s.family.name()))
        })
        .collect()
}

/// Whether a text matches a glob of `*` and `?`, or one of several with commas between.
pub fn matches(globs: &str, text: &str) -> bool {
    globs.split(',').any(|glob| glob_matches(glob.trim(), text))
}

fn glob_matches(glob: &str, text: &str) -> bool {
    let (mut g, mut t) = (glob.as_bytes(), text.as_bytes());
    // On a mismatch, the last star takes one more character.
    let mut retry: Option<(&[u8], &[u8])> = None;
    loop {
        match (g.first(), t.first()) {
            (Some(b'*'), _) => {
                g = &g[1..];
                retry = Some((g, t));
            }
            (Some(b'?'), Some(_)) => (g, t) = (&g[1..], &t[1..]),
            (Some(a), Some(b)) if a == b => (g, t) = (&g[1..], &t[1..]),
            (None, None) => return true,
            _ => match retry {
                Some((star, from)) if !from.is_empty() => {
                    (g, t) = (star, &from[1..]);
                    retry = Some((g, t));
                }
                _ => return false,
            },
        }
    }
}

/// A required parameter.
const fn req(name: &'static str, role: Role) -> Param {
    Param {
        name,
        role,
        pass: Pass::Required,
    }
}

/// An optional parameter, passed this often in a hundred.
const fn opt(name: &'static str, role: Role, percent: u8) -> Param {
    Param {
        name,
        role,
        pass: Pass::Optional(percent),
    }
}

/// A keyword parameter, passed this often in a hundred.
const fn kw(name: &'static str, role: Role, percent: u8) -> Param {
    Param {
        name,
        role,
        pass: Pass::Keyword(percent),
    }
}

const fn gives(kind: GivesKind, shape: GivesShape) -> Gives {
    Gives { kind, shape }
}

impl Spec {
    /// A spec with the usual defaults: the function form, all dtypes, exact.
    const fn new(name: &'static str, family: Family, params: &'static [Param]) -> Spec {
        Spec {
            name,
            family,
            forms: &[Form::Function],
            dtypes: DTypes::ALL,
            params,
            domain: Domain::Any,
            gives: gives(GivesKind::Unknown, GivesShape::Unknown),
            policy: Policy::EXACT,
            nonempty: false,
            custom: None,
        }
    }

    const fn forms(mut self, forms: &'static [Form]) -> Spec {
        self.forms = forms;
        self
    }

    const fn of(mut self, dtypes: DTypes) -> Spec {
        self.dtypes = dtypes;
        self
    }

    const fn domain(mut self, domain: Domain) -> Spec {
        self.domain = domain;
        self
    }

    const fn gives(mut self, kind: GivesKind, shape: GivesShape) -> Spec {
        self.gives = gives(kind, shape);
        self
    }

    const fn policy(mut self, policy: Policy) -> Spec {
        self.policy = policy;
        self
    }

    const fn nonempty(mut self) -> Spec {
        self.nonempty = true;
        self
    }

    const fn custom(mut self, custom: types::Custom) -> Spec {
        self.custom = Some(custom);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        assert!(glob_matches("a*d", "add"));
        assert!(glob_matches("*", ""));
        assert!(glob_matches("lin*.d?t", "linalg.det"));
        assert!(!glob_matches("add", "adds"));
        assert!(!glob_matches("a?", "add"));
        assert!(glob_matches("*a*n*", "arctan"));
    }

    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = all().iter().map(|s| s.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(count >= 90);
        assert_eq!(find("add,s?n").len(), 2);
        assert!(find("no such op").is_empty());
        assert!(get("matmul").is_some());
    }
}
