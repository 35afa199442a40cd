//! A subject from a table of closures: all that a small library needs.
//!
//! A third party says how an array literal becomes its array type, what of an array can be seen, and
//! which NumPy calls its functions answer; [`Table`] does the rest of [`Subject`].

use crate::{Answer, Facet, FacetSet, Subject, Support};
use nparity_model::{
    ArrayLiteral, Callee, ErrorClass, Name, Observed, Outcome, Program, Raised, Snapshot,
    Statement, Value,
};
use std::collections::BTreeMap;

/// Why a table's function gave no result.
#[derive(Clone, PartialEq, Debug)]
pub enum Declined {
    /// The library does not have this form of the call (a dtype, a keyword): counted as *missing*.
    Missing(String),
    /// The library reports an error, which NumPy's exception is compared with.
    Raises(ErrorClass, String),
}

impl Declined {
    /// The library does not have this form.
    pub fn missing(what: impl Into<String>) -> Declined {
        Declined::Missing(what.into())
    }

    /// The library reports an error that NumPy would raise as `ValueError`.
    pub fn value_error(message: impl ToString) -> Declined {
        Declined::Raises(ErrorClass::ValueError, message.to_string())
    }
}

/// The arguments of one call.
#[derive(Debug)]
pub struct Call<'a, A> {
    args: &'a [Value<A>],
    kwargs: &'a [(Name, Value<A>)],
}

impl<'a, A> Call<'a, A> {
    /// The positional arguments, if there are exactly `N` and no keywords.
    ///
    /// # Errors
    /// *Missing* otherwise.
    pub fn exactly<const N: usize>(&self) -> Result<&'a [Value<A>; N], Declined> {
        match (self.args.try_into(), self.kwargs) {
            (Ok(args), []) => Ok(args),
            _ => Err(Declined::missing("only plain positional arguments")),
        }
    }

    /// `N` arrays, and nothing else.
    ///
    /// # Errors
    /// *Missing* otherwise.
    pub fn arrays<const N: usize>(&self) -> Result<[&'a A; N], Declined> {
        let args = self.exactly::<N>()?;
        let mut arrays = args.iter().filter_map(|v| {
            if let Value::Array(a) = v {
                Some(a)
            } else {
                None
            }
        });
        let found: Vec<&A> = arrays.by_ref().collect();
        found
            .try_into()
            .map_err(|_| Declined::missing("only arrays as arguments"))
    }

    /// The positional arguments.
    pub fn args(&self) -> &'a [Value<A>] {
        self.args
    }

    /// At most `N` positional arguments, and of keywords only these.
    ///
    /// # Errors
    /// *Missing* otherwise.
    pub fn only(&self, positional: usize, keywords: &[&str]) -> Result<(), Declined> {
        let known = |(name, _): &(Name, _)| keywords.contains(&&**name);
        if self.args.len() <= positional && self.kwargs.iter().all(known) {
            Ok(())
        } else {
            Err(Declined::missing("other arguments"))
        }
    }

    /// A keyword argument.
    pub fn kwarg(&self, name: &str) -> Option<&'a Value<A>> {
        self.kwargs.iter().find(|(n, _)| n == name).map(|(_, v)| v)
    }
}

type Function<A> = Box<dyn Fn(&Call<'_, A>) -> Result<Value<A>, Declined> + Send + Sync>;
type Make<A> = Box<dyn Fn(&ArrayLiteral) -> Option<A> + Send + Sync>;

/// A subject made of closures over the library's array type `A`. Values are compared; identity and
/// memory are not, unless [`Table::facets`] says that the observations show them.
///
/// Operands that come from functions that the table lacks (views, broadcasts, constructors) are given as
/// literals ([`Subject::takes_stand_ins`]), so a table of a single function is tested well.
pub struct Table<A> {
    name: String,
    facets: FacetSet,
    make: Make<A>,
    show: Box<dyn Fn(&A) -> Observed + Send + Sync>,
    functions: BTreeMap<String, Function<A>>,
}

impl<A: Clone> Table<A> {
    /// A subject without functions. `make` gives the array of a literal (`None`: the dtype is missing),
    /// `show` what can be seen of an array.
    pub fn new(
        name: impl Into<String>,
        make: impl Fn(&ArrayLiteral) -> Option<A> + Send + Sync + 'static,
        show: impl Fn(&A) -> Observed + Send + Sync + 'static,
    ) -> Table<A> {
        Table {
            name: name.into(),
            facets: FacetSet::of(&[Facet::Raises, Facet::DType, Facet::Shape, Facet::Value]),
            make: Box::new(make),
            show: Box::new(show),
            functions: BTreeMap::new(),
        }
    }

    /// The facets that the observations show; by default raises, dtype, shape and value.
    #[must_use]
    pub fn facets(mut self, facets: FacetSet) -> Self {
        self.facets = facets;
        self
    }

    /// The library's answer to a NumPy call: `add` for `np.add`, `.sum` for a method, `+` operators by
    /// Python's name with brackets: `(add)`, `[]` for indexing.
    #[must_use]
    pub fn op(
        mut self,
        spelling: &str,
        function: impl Fn(&Call<'_, A>) -> Result<Value<A>, Declined> + Send + Sync + 'static,
    ) -> Self {
        self.functions
            .insert(spelling.to_owned(), Box::new(function));
        self
    }

    fn step(&self, statement: &Statement, vars: &[Value<A>]) -> Result<Value<A>, Declined> {
        if let Callee::Literal(literal) = &statement.callee {
            return (self.make)(literal)
                .map(Value::Array)
                .ok_or_else(|| Declined::missing(format!("no arrays of {}", literal.dtype)));
        }
        let key = spelling(&statement.callee).unwrap_or_default();
        let function = self
            .functions
            .get(&key)
            .ok_or_else(|| Declined::missing(format!("no {key}")))?;
        let resolve = |value: &Value<nparity_model::Var>| {
            value.try_map(&mut |var| {
                vars.get(var.index())
                    .cloned()
                    .ok_or_else(|| Declined::missing("undefined variable"))
            })
        };
        let args = statement
            .args
            .iter()
            .map(resolve)
            .collect::<Result<Vec<_>, _>>()?;
        let kwargs = statement
            .kwargs
            .iter()
            .map(|(name, value)| Ok((name.clone(), resolve(value)?)))
            .collect::<Result<Vec<_>, Declined>>()?;
        function(&Call {
            args: &args,
            kwargs: &kwargs,
        })
    }

    fn observe(&self, value: &Value<A>, next: &mut u32) -> Value<Observed> {
        let seen: Result<Value<Observed>, std::convert::Infallible> = value.try_map(&mut |array| {
            let mut observed = (self.show)(array);
            // Without shared memory in view, every array counts as its own.
            if !self.facets.contains(Facet::Aliasing) {
                observed.storage = *next;
            }
            if !self.facets.contains(Facet::Identity) {
                observed.object = *next;
            }
            *next += 1;
            Ok(Value::Array(observed))
        });
        match seen {
            Ok(value) => value,
        }
    }
}

/// The key of a callee in a [`Table`].
fn spelling(callee: &Callee) -> Option<String> {
    Some(match callee {
        Callee::Function(name) => name.to_string(),
        Callee::Method(name) => format!(".{name}"),
        Callee::Attribute(name) => format!(".{name} "),
        Callee::Operator(name) => format!("({name})"),
        Callee::GetItem => "[]".to_owned(),
        Callee::SetItem => "[]=".to_owned(),
        Callee::UfuncMethod(ufunc, method) => format!("{ufunc}.{method}"),
        Callee::Builtin(name) => format!("{name}()"),
        Callee::Literal(_) => return None,
    })
}

impl<A: Clone + 'static> Subject for Table<A> {
    fn name(&self) -> &str {
        &self.name
    }

    fn facets(&self) -> FacetSet {
        self.facets
    }

    fn supports(&self, callee: &Callee) -> Support {
        match spelling(callee) {
            Some(key) if !self.functions.contains_key(&key) => {
                Support::Missing(format!("{} has no {key}", self.name))
            }
            _ => Support::Yes,
        }
    }

    fn takes_stand_ins(&self) -> bool {
        true
    }

    fn takes_literal(&self, literal: &ArrayLiteral) -> bool {
        (self.make)(literal).is_some()
    }

    fn run(&self, program: &Program, resync: &[Snapshot]) -> Answer {
        let mut vars: Vec<Value<A>> = Vec::new();
        let mut outcome = Outcome::default();
        for (k, statement) in program.statements.iter().enumerate() {
            match self.step(statement, &vars) {
                Ok(value) => vars.push(value),
                Err(Declined::Missing(what)) => return Answer::Missing(what),
                Err(Declined::Raises(class, message)) => {
                    outcome.error = Some(Raised {
                        at: k,
                        class,
                        message,
                    });
                    break;
                }
            }
            if statement.resync {
                let value = self.observe(&vars[k], &mut 0);
                outcome.snapshots.push(Snapshot {
                    statement: k,
                    value,
                });
                // Go on with the oracle's elements: arrays here are values, so a new one stands in.
                if let Some(Value::Array(oracle)) =
                    resync.iter().find(|s| s.statement == k).map(|s| &s.value)
                    && let Some(Value::Array(Observed { dtype, shape, .. })) =
                        outcome.snapshots.last().map(|s| &s.value)
                    && (*dtype, shape) == (oracle.dtype, &oracle.shape)
                    && let Ok(literal) =
                        ArrayLiteral::new(oracle.dtype, oracle.shape.clone(), oracle.data.clone())
                    && let Some(array) = (self.make)(&literal)
                {
                    vars[k] = Value::Array(array);
                }
            }
        }
        let mut next = 0;
        outcome.vars = vars.iter().map(|v| self.observe(v, &mut next)).collect();
        Answer::Outcome(outcome)
    }
}
