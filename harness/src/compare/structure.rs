//! Layout, shared memory and identity of the arrays in an outcome.

use super::{Judge, render};
use crate::Facet;
use nparity_model::{Observed, Value};

/// An array and where it stands.
struct Place<'a> {
    var: usize,
    path: Vec<usize>,
    array: &'a Observed,
}

/// Layout of one array, but for its offset.
pub(super) fn layout(judge: &mut Judge<'_>, k: usize, path: &[usize], w: &Observed, g: &Observed) {
    if !judge.facets.contains(Facet::Layout) || w.shape != g.shape || w.dtype != g.dtype {
        return;
    }
    let free = |axis: usize| w.size() == 0 || w.shape[axis] == 1;
    let strides_differ = w.strides.len() != g.strides.len()
        || (0..w.strides.len()).any(|axis| !free(axis) && w.strides[axis] != g.strides[axis]);
    if strides_differ {
        let text = format!("strides {:?}, got {:?}", w.strides, g.strides);
        judge.report(Facet::Layout, k, Some(k), path, "strides", &text);
    }
    let flags = [
        ("c_contiguous", w.c_contiguous, g.c_contiguous),
        ("f_contiguous", w.f_contiguous, g.f_contiguous),
        ("writeable", w.writeable, g.writeable),
    ];
    for (name, want, got) in flags {
        // Contiguity flags follow from strides; one fault is enough.
        if want != got && (name == "writeable" || !strides_differ) {
            let text = format!("{name}={want}, got {got}");
            judge.report(Facet::Layout, k, Some(k), path, name, &text);
        }
    }
}

fn places<'a>(values: &'a [Value<Observed>], found: &mut Vec<Place<'a>>) {
    fn walk<'a>(
        var: usize,
        path: &mut Vec<usize>,
        value: &'a Value<Observed>,
        found: &mut Vec<Place<'a>>,
    ) {
        match value {
            Value::Array(array) => found.push(Place {
                var,
                path: path.clone(),
                array,
            }),
            Value::List(items) | Value::Tuple(items) => {
                for (i, item) in items.iter().enumerate() {
                    path.push(i);
                    walk(var, path, item, found);
                    path.pop();
                }
            }
            _ => {}
        }
    }
    for (var, value) in values.iter().enumerate() {
        walk(var, &mut Vec::new(), value, found);
    }
}

/// Compares which arrays share memory, where in it they lie, and which are the same object.
pub(super) fn sharing(judge: &mut Judge<'_>, count: usize) {
    let mut want = Vec::new();
    let mut got = Vec::new();
    places(&judge.expected.vars[..count], &mut want);
    places(&judge.got.vars[..count], &mut got);
    // Arrays that only one side has are a difference of kind, reported elsewhere.
    let pairs: Vec<(&Place<'_>, &Observed)> = want
        .iter()
        .filter_map(|w| {
            let at = got.binary_search_by(|g| (g.var, &g.path).cmp(&(w.var, &w.path)));
            at.ok().map(|i| (w, got[i].array))
        })
        .collect();
    for (j, (w, g)) in pairs.iter().enumerate() {
        let mut offset_known = false;
        for (earlier, g0) in &pairs[..j] {
            let name = render_place(earlier);
            let same_object = (
                earlier.array.object == w.array.object,
                g0.object == g.object,
            );
            if same_object.0 != same_object.1 && judge.facets.contains(Facet::Identity) {
                let (class, text) = if same_object.0 {
                    ("another object", format!("the same object as {name}"))
                } else {
                    ("the same object", format!("another object than {name}"))
                };
                judge.report(Facet::Identity, w.var, Some(w.var), &w.path, class, &text);
            }
            // Nothing lies in an empty array.
            if w.array.size() == 0 || earlier.array.size() == 0 || g.size() == 0 || g0.size() == 0 {
                continue;
            }
            let shares = (
                earlier.array.storage == w.array.storage,
                g0.storage == g.storage,
            );
            if shares.0 != shares.1 && judge.facets.contains(Facet::Aliasing) {
                let (class, text) = if shares.0 {
                    ("a copy", format!("to share memory with {name}, got a copy"))
                } else {
                    ("a view", format!("memory of its own, got that of {name}"))
                };
                judge.report(Facet::Aliasing, w.var, Some(w.var), &w.path, class, &text);
            }
            if shares == (true, true) && !offset_known && judge.facets.contains(Facet::Layout) {
                offset_known = true;
                let want = w.array.offset - earlier.array.offset;
                let got = g.offset - g0.offset;
                if want != got {
                    let text = format!("offset {want} bytes from {name}, got {got}");
                    judge.report(Facet::Layout, w.var, Some(w.var), &w.path, "offset", &text);
                }
            }
        }
    }
}

fn render_place(place: &Place<'_>) -> String {
    render::variable(place.var, &place.path)
}
