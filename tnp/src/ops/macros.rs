//! The macro behind "one function, all its faces".

/// Defines the functions of one family.
///
/// ```text
/// ops! {
///     /// Documentation.
///     [Traits::FUNCTION.and_method()]
///     fn sum(a: Operand; axis: Axes = Axes::All, dtype: Option<DType> = None; where_: Option<Tensor> = None) -> Tensor {
///         body, which gives Result<Tensor>
///     }
/// }
/// ```
///
/// Parameters stand in three groups divided by `;`: required, optional, keyword-only. The macro emits,
/// in the module where it stands: the unwrapped functions; `defs`, a static [`OpDef`](super::OpDef) per
/// function; `wrapped`, the wrapper functions; `OPS`, the family's slice of the table.
macro_rules! ops {
    ($(
        $(#[doc = $doc:literal])+
        [$traits:expr]
        fn $name:ident(
            $($req:ident : $req_ty:ty),* $(,)?
            $(; $($opt:ident : $opt_ty:ty = $opt_default:expr),* $(,)? $(; $($kw:ident : $kw_ty:ty = $kw_default:expr),* $(,)?)?)?
        ) -> $ret:ty $body:block
    )*) => {
        $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// NumPy's exceptions, in class and message.
            #[allow(clippy::too_many_arguments, reason = "NumPy's own parameter lists")]
            #[allow(non_snake_case, reason = "NumPy's own names")]
            pub fn $name(
                $($req: $req_ty,)*
                $($($opt: $opt_ty,)* $($($kw: $kw_ty,)*)?)?
            ) -> $crate::Result<$ret> {
                $crate::ops::invoke(
                    &defs::$name,
                    // Only a trace looks at the arguments as values.
                    {
                        let args: Option<Vec<$crate::ops::Arg>> = $crate::trace::is_active().then(|| vec![
                            $($crate::ops::Param::to_arg(&$req),)*
                            $($($crate::ops::Param::to_arg(&$opt),)* $($($crate::ops::Param::to_arg(&$kw),)*)?)?
                        ]);
                        move || args.unwrap_or_default()
                    },
                    move || $body,
                )
            }
        )*

        /// The table rows of this family.
        #[allow(non_upper_case_globals, non_snake_case, reason = "a row bears its function's name")]
        pub mod defs {
            #[allow(unused_imports, reason = "defaults and types of the definitions")]
            use super::*;
            use $crate::ops::{OpDef, Param, ParamDef, ParamKind, Returns};
            $(
                #[doc = concat!("The table row of `", stringify!($name), "`.")]
                pub static $name: OpDef = OpDef {
                    name: $crate::ops::numpy_name(stringify!($name)),
                    doc: concat!($($doc, "\n"),+),
                    params: &[
                        $(ParamDef { ident: stringify!($req), kind: ParamKind::Positional, default: None },)*
                        $(
                            $(ParamDef {
                                ident: stringify!($opt),
                                kind: ParamKind::Positional,
                                default: Some(|| { let x: $opt_ty = $opt_default; Param::to_arg(&x) }),
                            },)*
                            $($(ParamDef {
                                ident: stringify!($kw),
                                kind: ParamKind::Keyword,
                                default: Some(|| { let x: $kw_ty = $kw_default; Param::to_arg(&x) }),
                            },)*)?
                        )?
                    ],
                    call: |args| {
                        #[allow(unused_mut, unused_variables, reason = "functions without parameters")]
                        let mut args = args.iter_mut().map(Option::take);
                        $(let $req: $req_ty = Param::from_arg(
                            args.next().flatten().expect("bound"), stringify!($req))?;)*
                        $(
                            $(let $opt: $opt_ty = match args.next().flatten() {
                                Some(value) => Param::from_arg(value, stringify!($opt))?,
                                None => $opt_default,
                            };)*
                            $($(let $kw: $kw_ty = match args.next().flatten() {
                                Some(value) => Param::from_arg(value, stringify!($kw))?,
                                None => $kw_default,
                            };)*)?
                        )?
                        Ok(super::$name($($req,)* $($($opt,)* $($($kw,)*)?)?)?.into_arg())
                    },
                    traits: $traits,
                };
            )*
        }

        /// The wrapper functions of this family: required parameters, anything array-like. For keywords
        /// use [`np!`](crate::np) or [`Call`](crate::wrapper::Call).
        pub mod wrapped {
            #[allow(unused_imports, reason = "return types of the definitions")]
            use super::*;
            $(
                $(#[doc = $doc])+
                ///
                /// # Errors
                /// NumPy's exceptions, in class and message.
                #[allow(non_snake_case, reason = "NumPy's own names")]
                pub fn $name($($req: impl $crate::wrapper::IntoValue),*)
                    -> $crate::Result<<$ret as $crate::ops::Returns>::Wrapped>
                {
                    let args = vec![$($crate::wrapper::IntoValue::into_value($req)),*];
                    let result = $crate::wrapper::call_required(&super::defs::$name, args)?;
                    Ok(<$ret as $crate::ops::Returns>::from_wrapped(result))
                }
            )*
        }

        /// The family's rows of the op table.
        pub const OPS: &[&$crate::ops::OpDef] = &[$(&defs::$name),*];
    };
}
pub(crate) use ops;
