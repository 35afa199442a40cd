//! Answers that are not unique, judged by the property that defines them.

use super::bounds::Target;
use super::element::{Relation, Tolerance, relate};
use super::inputs::Scene;
use crate::policy::Unordered;
use nparity_model::{Scalar, Value, Var};

/// Whether the call asks for a stable sort, whose answer is unique.
pub(super) fn is_stable(scene: Scene<'_>) -> bool {
    let kind = scene.argument("kind", Some(2));
    let named = matches!(kind, Some(Value::Str(name)) if name == "stable" || name == "mergesort");
    named || matches!(scene.argument("stable", None), Some(Value::Bool(true)))
}

/// The first element of `got` that breaks the property, as its index in C order and what is wrong.
pub(super) fn violation(
    what: Unordered,
    scene: Scene<'_>,
    want: &Target<'_>,
    got: &[Scalar],
) -> Option<(usize, String)> {
    match what {
        Unordered::Sort => None,
        Unordered::Set => {
            let mut left = want.items.to_vec();
            got.iter().enumerate().find_map(|(i, item)| {
                match left.iter().position(|x| equal(x, item)) {
                    Some(at) => {
                        left.swap_remove(at);
                        None
                    }
                    None => Some((i, "is not in the expected set".to_owned())),
                }
            })
        }
        Unordered::Argsort | Unordered::Argpartition => {
            let lanes = Lanes::new(scene, what, want.shape);
            permutation(scene, what, &lanes, want, got)
        }
        Unordered::Partition => {
            let lanes = Lanes::new(scene, what, want.shape);
            let kth = kth(scene, lanes.length);
            lanes.each().find_map(|lane| {
                let pick = |items: &[Scalar]| lane.iter().map(|&i| items[i]).collect::<Vec<_>>();
                partition_violation(&kth, &pick(want.items), &pick(got))
                    .map(|(i, text)| (lane[i], text))
            })
        }
    }
}

fn permutation(
    scene: Scene<'_>,
    what: Unordered,
    lanes: &Lanes,
    want: &Target<'_>,
    got: &[Scalar],
) -> Option<(usize, String)> {
    let source = scene
        .input(0)
        .filter(|input| input.items.len() == want.items.len());
    let index = |item: &Scalar| {
        let i = usize::try_from(item.as_integer()?).ok()?;
        (i < lanes.length).then_some(i)
    };
    let kth = kth(scene, lanes.length);
    lanes.each().find_map(|lane| {
        let mut seen = vec![false; lane.len()];
        for &at in &lane {
            match index(&got[at]) {
                Some(i) if !seen[i] => seen[i] = true,
                Some(_) => return Some((at, "repeats an index".to_owned())),
                None => return Some((at, "is out of range".to_owned())),
            }
        }
        let source = source.as_ref()?;
        let take = |indices: &[Scalar]| -> Option<Vec<Scalar>> {
            lane.iter()
                .map(|&at| Some(source.items[lane[index(&indices[at])?]]))
                .collect()
        };
        let (want, got) = (take(want.items)?, take(got)?);
        if what == Unordered::Argsort {
            let i = (0..lane.len()).find(|&i| !equal(&want[i], &got[i]))?;
            Some((lane[i], "does not sort".to_owned()))
        } else {
            let (i, text) = partition_violation(&kth, &want, &got)?;
            Some((lane[i], text))
        }
    })
}

/// A partition has the sorted value at each kth place, and between two of them the same elements in any order.
fn partition_violation(kth: &[usize], want: &[Scalar], got: &[Scalar]) -> Option<(usize, String)> {
    let mut start = 0;
    for end in kth.iter().copied().chain([want.len()]) {
        if let Some(k) = (end < want.len()).then_some(end)
            && !equal(&want[k], &got[k])
        {
            return Some((k, "is not the kth smallest".to_owned()));
        }
        let mut left = want.get(start..end).unwrap_or_default().to_vec();
        for (i, item) in got.iter().enumerate().take(end).skip(start) {
            match left.iter().position(|x| equal(x, item)) {
                Some(at) => {
                    left.swap_remove(at);
                }
                None => return Some((i, "is on the wrong side of kth".to_owned())),
            }
        }
        start = end + 1;
    }
    None
}

/// The places asked for, in order without repeats.
fn kth(scene: Scene<'_>, length: usize) -> Vec<usize> {
    fn collect(value: &Value<Var>, length: usize, found: &mut Vec<usize>) {
        let place = |n: i64| {
            let length = i64::try_from(length).ok()?;
            usize::try_from(if n < 0 { n + length } else { n }).ok()
        };
        match value {
            Value::Int(n) => found.extend(n.to_i64().and_then(place)),
            Value::Scalar(s) => found.extend(
                s.as_integer()
                    .and_then(|n| i64::try_from(n).ok())
                    .and_then(place),
            ),
            Value::List(items) | Value::Tuple(items) => {
                items.iter().for_each(|item| collect(item, length, found));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    if let Some(value) = scene.argument("kth", Some(1)) {
        collect(value, length, &mut found);
    }
    found.retain(|k| *k < length);
    found.sort_unstable();
    found.dedup();
    found
}

/// Equal as sorting sees it: zeros are one number, NaNs are one.
fn equal(a: &Scalar, b: &Scalar) -> bool {
    matches!(
        relate(a, b, &Tolerance::Exact, 0, true),
        Relation::Same | Relation::Within(_)
    )
}

/// The lanes of a result along the axis that is sorted.
struct Lanes {
    length: usize,
    inner: usize,
    count: usize,
}

impl Lanes {
    fn new(scene: Scene<'_>, what: Unordered, shape: &[usize]) -> Lanes {
        let position = match what {
            Unordered::Argsort | Unordered::Sort | Unordered::Set => 1,
            Unordered::Partition | Unordered::Argpartition => 2,
        };
        let axis = match scene.argument("axis", Some(position)) {
            Some(Value::Int(n)) => n.to_i64().unwrap_or(-1),
            Some(Value::Scalar(s)) => s
                .as_integer()
                .and_then(|n| i64::try_from(n).ok())
                .unwrap_or(-1),
            // `axis=None` sorts the flattened array, and the result has one axis.
            _ => -1,
        };
        let ndim = i64::try_from(shape.len()).unwrap_or(0);
        let axis = usize::try_from(if axis < 0 { axis + ndim } else { axis }).unwrap_or(0);
        let length = shape.get(axis).copied().unwrap_or(1);
        let inner: usize = shape.get(axis + 1..).unwrap_or_default().iter().product();
        let size: usize = shape.iter().product();
        Lanes {
            length,
            inner,
            count: size.checked_div(length).unwrap_or(0),
        }
    }

    /// The places of each lane's elements in C order.
    fn each(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        (0..self.count).map(|lane| {
            let start = lane / self.inner * self.inner * self.length + lane % self.inner;
            (0..self.length).map(|i| start + i * self.inner).collect()
        })
    }
}
