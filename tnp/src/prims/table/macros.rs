//! The macro behind "a primitive is a row".

/// Defines primitives.
///
/// ```text
/// prims! {
///     /// Documentation.
///     [writes &["target"]; shape "in words", dtype "in words"]
///     fn assign(source: Tensor, target: Tensor) -> () {
///         rule { a check of the arguments that gives shape and dtype of what is made }
///         run { the kernel }
///     }
/// }
/// ```
///
/// Emits, in the module where it stands: the entry points, which take arguments by reference and cost one
/// thread-local read while nothing is recorded; `defs`, a row of the op table each; `ROWS`, the table of
/// primitives. The rule is asked by graphs only: entries trust their callers.
macro_rules! prims {
    ($(
        $(#[doc = $doc:literal])+
        [writes $writes:expr; shape $shape:literal, dtype $dtype:literal]
        fn $name:ident($($p:ident : $ty:ty),* $(,)?) -> $ret:ty {
            rule $rule:block
            run $body:block
        }
    )*) => {
        $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// `MemoryError`, and what the doc names.
            #[inline]
            pub(crate) fn $name($($p: <$ty as $crate::prims::table::PrimParam>::Ref<'_>),*) -> $crate::Result<$ret> {
                $crate::trace::primitive(
                    &defs::$name,
                    || vec![$(<$ty as $crate::prims::table::PrimParam>::give($p)),*],
                    || $body,
                )
            }
        )*

        /// The rows of the op table.
        #[allow(non_upper_case_globals, reason = "a row bears its primitive's name")]
        pub(crate) mod defs {
            #[allow(unused_imports, reason = "types of the definitions")]
            use super::*;
            use $crate::ops::{OpDef, ParamDef, ParamKind, Returns, Traits};
            use $crate::prims::table::PrimParam;
            $(
                #[doc = concat!("The row of `", stringify!($name), "`.")]
                pub(crate) static $name: OpDef = OpDef {
                    name: concat!("prims.", stringify!($name)),
                    doc: concat!($($doc, "\n"),+),
                    params: &[$(ParamDef { ident: stringify!($p), kind: ParamKind::Positional, default: None }),*],
                    call: |args| {
                        super::rules::$name(args)?;
                        let mut args = args.iter_mut().map(Option::take);
                        $(let $p: $ty = PrimParam::take(args.next().flatten().unwrap_or(Value::None), stringify!($p))?;)*
                        Ok(super::$name($($p.lend()),*)?.into_arg())
                    },
                    traits: Traits::INTERNAL.primitive().mutates($writes),
                };
            )*
        }

        mod rules {
            use super::*;
            use $crate::prims::table::PrimParam;
            $(
                #[allow(unused_variables, reason = "not every argument matters to the rule")]
                pub(super) fn $name(args: &[Option<Arg>]) -> Result<Made> {
                    let mut args = args.iter().cloned();
                    $(let $p: $ty = PrimParam::take(args.next().flatten().unwrap_or(Value::None), stringify!($p))?;)*
                    $(let $p = $p.lend();)*
                    $rule
                }
            )*
        }

        /// Every primitive of this file.
        pub(crate) static ROWS: &[PrimDef] = &[$(PrimDef {
            op: &defs::$name,
            shape: $shape,
            dtype: $dtype,
            rule: rules::$name,
        }),*];
    };
}
pub(crate) use prims;
