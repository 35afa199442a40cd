//! Elements of results, under the policies of their statements.

use super::bounds::{self, Target, advance};
use super::element::{Relation, Tolerance, relate, same_number};
use super::inputs::Scene;
use super::writes::{given_result, last_writer, out_argument, share, snapshot};
use super::{Judge, dtype_class, loops, products, render, unfixed, unordered};
use crate::policy::{Rule, Unordered};
use crate::{Facet, Policy};
use nparity_model::{Callee, DType, Observed, Scalar, Value};

/// How the parts of a value are compared.
#[derive(Clone, Copy)]
pub(super) struct How {
    /// Kind, dtype, shape, layout.
    pub(super) structure: bool,
    /// Elements.
    pub(super) values: bool,
    /// Under the policy of the statement that made it; else exactly.
    by_policy: bool,
    /// Differing elements are a fault of this later statement.
    writer: Option<usize>,
    /// The sign of a zero is free: an unstable sort in place wrote last.
    zeros_free: bool,
    /// Elements that conform but differ make what depends on them incomparable.
    taints: bool,
}

/// An array or one number.
#[derive(Clone, Copy)]
pub(super) enum Side<'a> {
    Array(&'a Observed),
    One(Scalar),
}

impl Side<'_> {
    fn dtype(&self) -> DType {
        match self {
            Side::Array(array) => array.dtype,
            Side::One(item) => item.dtype(),
        }
    }

    fn shape(&self) -> &[usize] {
        match self {
            Side::Array(array) => &array.shape,
            Side::One(_) => &[],
        }
    }

    fn bytes(&self) -> &[u8] {
        match self {
            Side::Array(array) => &array.data,
            Side::One(item) => item.bytes(),
        }
    }

    fn size(&self) -> usize {
        match self {
            Side::Array(array) => array.size(),
            Side::One(_) => 1,
        }
    }

    fn item(&self, i: usize) -> Scalar {
        match self {
            Side::Array(array) => array.item(i),
            Side::One(item) => *item,
        }
    }

    fn items(&self) -> Vec<Scalar> {
        (0..self.size()).map(|i| self.item(i)).collect()
    }
}

impl<'a> Judge<'a> {
    pub(super) fn policy(&self, k: usize) -> Policy {
        let policy = self.policies.get(k).copied().unwrap_or_default();
        let reals = policy.of_reals();
        if reals == policy || products::meets_complex(self.program, self.expected, k) {
            policy
        } else {
            reals
        }
    }

    /// Whether both sides went on with the oracle's values after statement `k`.
    fn resynchronised(&self, k: usize) -> bool {
        self.program.statements[k].resync
            && snapshot(self.expected, k).is_some()
            && snapshot(self.got, k).is_some()
    }

    /// Compares variable `k`. If the programs ended differently, elements that a statement may have written
    /// to on one side only are left out.
    pub(super) fn variable(&mut self, k: usize, same_end: bool) {
        let expected = self.expected;
        let got = self.got;
        let (want, have) = (&expected.vars[k], &got.vars[k]);
        self.inherit_taint(k);
        if want == have && !self.program.statements[k].resync {
            return;
        }
        let statement = &self.program.statements[k];
        let literal = matches!(statement.callee, Callee::Literal(_));
        let resync = self.resynchronised(k);
        if resync && let (Some(w), Some(g)) = (snapshot(expected, k), snapshot(got, k)) {
            let how = How {
                structure: false,
                values: true,
                by_policy: true,
                writer: None,
                zeros_free: false,
                taints: false,
            };
            self.value(k, &mut Vec::new(), w, g, how);
        }
        if want == have {
            return;
        }
        let end = if same_end {
            (expected.vars.len() + 1).min(self.program.statements.len())
        } else {
            self.program.statements.len()
        };
        let writer = if self.has_writers {
            last_writer(self.program, expected, k, k + 1..end)
        } else {
            None
        };
        // A literal is what it says: if its elements differ, somebody wrote to it.
        let writer = writer.or_else(|| literal.then(|| self.first_use(k)));
        let comparable = match writer {
            Some(_) => same_end && self.written_exactly(k, end),
            None => true,
        };
        // A scalar or a Python number may not have been replaced by the oracle's.
        let replaced = resync && matches!(want, Value::Array(_));
        let how = How {
            structure: true,
            values: comparable,
            by_policy: writer.is_none() && !replaced,
            writer,
            zeros_free: writer.is_some()
                && (k + 1..end).any(|s| {
                    self.sorts_unstably(s)
                        && last_writer(self.program, expected, k, s..s + 1).is_some()
                }),
            taints: !replaced,
        };
        self.value(k, &mut Vec::new(), want, have, how);
    }

    /// Whether all that was ever written to variable `k` is comparable in bits.
    fn written_exactly(&self, k: usize, end: usize) -> bool {
        let exact = |s: usize| {
            let open = self.policy(s).masked_by_where && self.uninitialised_by_where(s);
            self.resynchronised(s) || (self.policy(s).is_exact() && !open)
        };
        let mut rest = k + 1..end;
        while let Some(writer) = last_writer(self.program, self.expected, k, rest.clone()) {
            if !exact(writer) {
                return false;
            }
            rest.end = writer;
        }
        exact(k)
    }

    /// Whether statement `k` sorts in place and leaves the order of equal elements open.
    fn sorts_unstably(&self, k: usize) -> bool {
        let scene = Scene {
            program: self.program,
            expected: self.expected,
            at: k,
        };
        matches!(self.policy(k).rule, Rule::Unordered(Unordered::Sort))
            && !unordered::is_stable(scene)
    }

    fn first_use(&self, k: usize) -> usize {
        let statements = self.program.statements.iter().enumerate();
        statements
            .skip(k + 1)
            .find(|(_, s)| s.uses().iter().any(|v| v.index() == k))
            .map_or(k, |(i, _)| i)
    }

    fn inherit_taint(&mut self, k: usize) {
        if self.tainted_storages.is_empty() && !self.tainted.contains(&true) {
            return;
        }
        let uses = self.program.statements[k].uses();
        let from_use = uses.iter().any(|v| {
            self.tainted.get(v.index()).copied().unwrap_or(false)
                || self
                    .storages(v.index())
                    .iter()
                    .any(|s| self.tainted_storages.contains(s))
        });
        if from_use && !self.resynchronised(k) {
            self.taint(k);
        }
    }

    /// Marks outputs that NumPy leaves in a state that no rule tells.
    pub(super) fn taint_outputs(&mut self) {
        let statements = self
            .program
            .statements
            .iter()
            .take(self.expected.vars.len() + 1);
        for (k, statement) in statements.enumerate() {
            let Callee::Function(name) = &statement.callee else {
                continue;
            };
            let unfinished = match (name.as_ref(), &self.expected.error) {
                // A loop that ends in an exception writes its buffers back, filled or not.
                ("power" | "pow", Some(raised)) if raised.at == k => |_: &Observed| true,
                // NumPy 2.4's vector loops for single and double precision do not step rightly through an output
                // with strides: `np.signbit(np.zeros(22), out=np.ones(43, bool)[::2])` leaves 14 elements as they
                // were, with and without CPU dispatch.
                ("isnan" | "isinf" | "isfinite" | "signbit", _) => {
                    |out: &Observed| out.dtype == DType::Bool && !out.c_contiguous
                }
                _ => continue,
            };
            let place = usize::from(matches!(name.as_ref(), "power" | "pow")) + 1;
            let mut given = Vec::new();
            for out in out_argument(statement)
                .into_iter()
                .chain(statement.args.get(place))
            {
                out.for_each(&mut |var| given.push(var.index()));
            }
            for var in given {
                if matches!(self.expected.vars.get(var), Some(Value::Array(out)) if unfinished(out))
                {
                    self.taint(var);
                    self.unfinished.push(var);
                }
            }
        }
    }

    fn storages(&self, k: usize) -> Vec<u32> {
        let mut found = Vec::new();
        if let Some(value) = self.expected.vars.get(k) {
            value.for_each(&mut |array: &Observed| found.push(array.storage));
        }
        found
    }

    fn taint(&mut self, k: usize) {
        self.tainted[k] = true;
        let storages = self.storages(k);
        self.tainted_storages.extend(storages);
    }

    /// Removes differences that follow from elements which rightly differ. The variable in which they were
    /// judged keeps its own.
    pub(super) fn drop_tainted(&mut self) {
        if !self.tainted.contains(&true) {
            return;
        }
        let tainted: Vec<usize> = (0..self.tainted.len())
            .filter(|k| self.tainted[*k])
            .collect();
        let touched = |var: usize| {
            tainted
                .iter()
                .any(|&k| k == var || share(self.expected, k, var))
        };
        let judged = |d: &super::Difference| {
            // Its own policy found it, before it depended on anything.
            let uses = self.program.statements[d.statement].uses();
            !uses.iter().any(|v| touched(v.index()))
        };
        let depends = |facet| matches!(facet, Facet::Value | Facet::Mutation | Facet::Shape);
        let kept: Vec<bool> = self
            .differences
            .iter()
            .map(|d| match d.var {
                Some(var)
                    if depends(d.facet)
                        && self
                            .unfinished
                            .iter()
                            .any(|&u| u == var || share(self.expected, u, var)) =>
                {
                    false
                }
                Some(var) if depends(d.facet) => !touched(var) || (d.statement == var && judged(d)),
                _ => true,
            })
            .collect();
        let mut kept = kept.into_iter();
        self.differences.retain(|_| kept.next().unwrap_or(true));
    }

    /// Whether some statement may overflow in one order of evaluation and not in another, so that the events
    /// of the program depend on it though its values may not: `inf * x` is infinite with and without.
    pub(super) fn events_depend_on_order(&self) -> bool {
        (0..self.expected.vars.len()).any(|k| {
            let casts = self.program.statements[k]
                .kwargs
                .iter()
                .any(|(name, _)| name == "dtype");
            if casts && self.policy(k).silences_casts {
                return true;
            }
            let side = match &self.expected.vars[k] {
                Value::Array(array) => Side::Array(array),
                Value::Scalar(item) => Side::One(*item),
                _ => return false,
            };
            let policy = self.policy(k);
            let bounded = matches!(
                policy.rule,
                Rule::Product | Rule::Reduction(_) | Rule::MatMul
            );
            let scene = Scene {
                program: self.program,
                expected: self.expected,
                at: k,
            };
            let items = side.items();
            let target = Target {
                dtype: side.dtype(),
                shape: side.shape(),
                items: &items,
            };
            bounded
                && matches!(tolerance(policy, scene, &target).0,
                    Tolerance::Bounds(bounds) if bounds.iter().any(|b| !b.is_finite()))
        })
    }

    /// Compares dtype, shape and elements of two arrays or numbers.
    pub(super) fn elements(
        &mut self,
        k: usize,
        path: &[usize],
        want: Side<'a>,
        got: Side<'a>,
        how: How,
    ) {
        let same_kind = matches!(
            (want, got),
            (Side::Array(_), Side::Array(_)) | (Side::One(_), Side::One(_))
        );
        let same_dtype = want.dtype() == got.dtype();
        let same_shape = want.shape() == got.shape();
        if how.structure && !same_dtype {
            let text = format!("{}, got {}", want.dtype(), got.dtype());
            let class = dtype_class(want.dtype(), got.dtype());
            self.report(Facet::DType, k, Some(k), path, &class, &text);
        }
        if how.structure && !same_shape && (same_kind || got.shape().len() + want.shape().len() > 0)
        {
            let text = format!(
                "{}, got {}",
                render::shape(want.shape()),
                render::shape(got.shape())
            );
            let class = if want.shape().len() == got.shape().len() {
                "length"
            } else {
                "rank"
            };
            self.report(Facet::Shape, k, Some(k), path, class, &text);
        }
        if !how.values || !same_shape {
            return;
        }
        if !same_dtype {
            // Without a dtype to show, the numbers still count.
            if !self.facets.contains(Facet::DType)
                && let Some(i) =
                    (0..want.size()).find(|&i| !same_number(&want.item(i), &got.item(i)))
            {
                self.report_value(k, path, &want, &got, how, &[i], "number");
            }
            return;
        }
        if want.bytes() != got.bytes() {
            self.unequal(k, path, want, got, how);
        }
    }

    fn unequal(&mut self, k: usize, path: &[usize], want: Side<'a>, got: Side<'a>, how: How) {
        let scene = Scene {
            program: self.program,
            expected: self.expected,
            at: k,
        };
        let policy = if how.by_policy {
            self.policy(k)
        } else {
            Policy {
                zero_sign_free: how.zeros_free,
                ..Policy::EXACT
            }
        };
        if unfixed::orders_nans(scene) && !path.is_empty() {
            self.taint(k);
            return;
        }
        let items = want.items();
        let target = Target {
            dtype: want.dtype(),
            shape: want.shape(),
            items: &items,
        };
        if let Rule::Unordered(what) = policy.rule
            && what != Unordered::Sort
            && !unordered::is_stable(scene)
        {
            match unordered::violation(what, scene, &target, &got.items()) {
                Some((i, text)) => {
                    let class = format!("{what:?}").to_lowercase();
                    let text = format!(
                        "{}, got {}, which {text}",
                        render::element(&want.item(i)),
                        render::element(&got.item(i))
                    );
                    let place = [path, &[]].concat();
                    self.report(Facet::Value, k, Some(k), &place, &class, &text);
                }
                None if how.taints => self.taint(k),
                None => {}
            }
            return;
        }
        let (tolerance, free_zeros) = tolerance(policy, scene, &target);
        if let Tolerance::Bounds(bounds) = &tolerance {
            self.events_open |= bounds.iter().any(|b| !b.is_finite());
        }
        let defined = if how.by_policy {
            self.defined_by_where(policy, scene, want.shape())
        } else {
            None
        };
        let mut differing = Vec::new();
        let (mut all_zero, mut all_nan, mut loose, mut worst) = (true, true, false, 0.0f64);
        for i in 0..want.size() {
            if defined.as_ref().is_some_and(|d| !d[i]) {
                loose |= want.item(i) != got.item(i);
                continue;
            }
            match relate(&items[i], &got.item(i), &tolerance, i, free_zeros.at(i)) {
                Relation::Same => {}
                Relation::Within(ulps) => {
                    loose = true;
                    worst = worst.max(ulps);
                }
                relation => {
                    all_zero &= relation == Relation::ZeroSign;
                    all_nan &= relation == Relation::Nan;
                    differing.push(i);
                }
            }
        }
        if matches!(tolerance, Tolerance::Ulp(_)) && worst > 0.0 {
            self.ulps.push((k, worst));
        }
        let made = Scene {
            at: how.writer.unwrap_or(k),
            ..scene
        };
        if !differing.is_empty() && unfixed::open(made, k, differing.len(), &target) {
            differing.clear();
            loose = true;
        }
        if !differing.is_empty() {
            let class = match (all_zero, all_nan) {
                (true, _) => "sign of zero",
                (_, true) => "nan",
                _ => "number",
            };
            self.report_value(k, path, &want, &got, how, &differing, class);
        }
        if loose && how.taints {
            self.taint(k);
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one call per way to differ")]
    fn report_value(
        &mut self,
        k: usize,
        path: &[usize],
        want: &Side<'_>,
        got: &Side<'_>,
        how: How,
        differing: &[usize],
        class: &str,
    ) {
        let facet = match how.writer {
            Some(_) => Facet::Mutation,
            None => Facet::Value,
        };
        if !self.facets.contains(facet) {
            return;
        }
        let i = differing[0];
        let mut detail = format!(
            "{facet} of {}{}: expected {}, got {}",
            render::variable(k, path),
            render::place(i, want.shape()),
            render::element(&want.item(i)),
            render::element(&got.item(i)),
        );
        if want.size() > 1 {
            detail.push_str(&format!(
                " ({} of {} elements differ)",
                differing.len(),
                want.size()
            ));
        }
        self.differences.push(super::Difference {
            facet,
            statement: how.writer.unwrap_or(k),
            var: Some(k),
            class: class.to_owned(),
            detail,
        });
    }

    /// Whether statement `k` leaves elements uninitialised where its mask is false.
    fn uninitialised_by_where(&self, k: usize) -> bool {
        let statement = &self.program.statements[k];
        out_argument(statement).is_none()
            && statement
                .kwargs
                .iter()
                .any(|(name, mask)| name == "where" && !matches!(mask, Value::Bool(true)))
    }

    /// Which elements the ufunc's `where=` lets be computed; `None` if all.
    fn defined_by_where(
        &self,
        policy: Policy,
        scene: Scene<'_>,
        shape: &[usize],
    ) -> Option<Vec<bool>> {
        if !policy.masked_by_where || !self.uninitialised_by_where(scene.at) {
            return None;
        }
        let size: usize = shape.iter().product();
        let unknown = vec![false; size];
        let Some(mask) = scene.argument("where", None).and_then(|v| scene.read(v)) else {
            return Some(unknown);
        };
        let Some(skipped) = shape.len().checked_sub(mask.shape.len()) else {
            return Some(unknown);
        };
        let mut index = vec![0; shape.len()];
        let mut defined = Vec::with_capacity(size);
        for _ in 0..size {
            let at = (0..mask.shape.len()).fold(0, |at, axis| {
                let n = mask.shape[axis];
                at * n + if n == 1 { 0 } else { index[axis + skipped] }
            });
            let set = |x: &Scalar| x.bytes().iter().any(|b| *b != 0);
            defined.push(mask.items.get(at).is_some_and(set));
            advance(&mut index, shape);
        }
        Some(defined)
    }
}

/// Where the sign of a zero is free.
enum FreeZeros {
    All(bool),
    Each(Vec<bool>),
}

impl FreeZeros {
    fn at(&self, i: usize) -> bool {
        match self {
            FreeZeros::All(free) => *free,
            FreeZeros::Each(free) => free.get(i).copied().unwrap_or(false),
        }
    }
}

/// Whether the result is an integer `out` that only `casting='unsafe'` lets pass.
fn is_integer_output(scene: Scene<'_>, dtype: DType) -> bool {
    dtype.is_integer()
        && matches!(scene.argument("casting", None), Some(Value::Str(rule)) if rule == "unsafe")
        && given_result(scene.program, scene.expected, scene.at).is_some()
}

/// The tolerance that a policy gives for this result, and where signs of zeros are free.
fn tolerance(policy: Policy, scene: Scene<'_>, target: &Target<'_>) -> (Tolerance, FreeZeros) {
    let tolerance = match policy.rule {
        Rule::Undefined => Tolerance::Any,
        // An integer output of a function that is computed in floats: digits of the integer are the float's last
        // places, and what does not fit keeps only them.
        Rule::Ulp(_) if is_integer_output(scene, target.dtype) => Tolerance::Any,
        _ if !target.dtype.is_inexact() => Tolerance::Exact,
        Rule::Exact => Tolerance::Exact,
        Rule::Ulp(ulps) => match loops::bounds(ulps, scene, target) {
            Some(bounds) => Tolerance::Bounds(bounds),
            None => Tolerance::Ulp(ulps),
        },
        Rule::Product => {
            let products = products::bounds(scene, target);
            let free = FreeZeros::Each(products.free_zeros);
            return (Tolerance::Bounds(products.bounds), free);
        }
        Rule::Reduction(what) => Tolerance::Bounds(bounds::reduction(what, scene, target)),
        Rule::MatMul => Tolerance::Bounds(bounds::matmul(scene, target)),
        Rule::Unordered(_) => Tolerance::Exact,
    };
    let unstable = matches!(policy.rule, Rule::Unordered(Unordered::Sort));
    // Kernels of complex products add partial products in vectors of parts, beginning with zeros or without:
    // a sum of signed zeros has the sign that this gives it. Real ones differ where a product underflows.
    let product = matches!(policy.rule, Rule::MatMul)
        && (target.dtype.is_complex()
            || target.dtype.is_inexact() && bounds::matmul_underflows(scene, target));
    let zero_sign_free =
        policy.zero_sign_free || product || (unstable && !unordered::is_stable(scene));
    (tolerance, FreeZeros::All(zero_sign_free))
}
