//! The macro behind the table: one entry per ufunc, from which all its faces come.

/// The loops of one element function: `group!(fast2 Add (T, T => T) T [f32 f64])` is a loop for each
/// type that `T` may be.
macro_rules! group {
    ($kind:ident $op:ident $signature:tt $T:ident [$($t:ty)+]) => {
        &[$($crate::unwrapped::ufunc::macros::group!(@one $kind $op $signature $T $t)),+] as &[Loop]
    };
    (@one integer_power $op:ident ($($a:ty),+ => $r:ty) $T:ident $t:ty) => {{
        type $T = $t;
        Loop {
            types: &[$(<$a as Element>::DTYPE,)+ <$r as Element>::DTYPE],
            kernel: integer_power::<$T>,
        }
    }};
    (@one plain3 $op:ident ($($a:ty),+ => $r:ty) $T:ident $t:ty) => {{
        type $T = $t;
        Loop {
            types: &[$(<$a as Element>::DTYPE,)+ <$r as Element>::DTYPE],
            kernel: plain3::<$op, $T>,
        }
    }};
    // Loops shared by types that compute, or move, alike.
    (@one bits1 $($rest:tt)*) => { $crate::unwrapped::ufunc::macros::group!(@shared fast1 Shared Bits $($rest)*) };
    (@one bits2 $($rest:tt)*) => { $crate::unwrapped::ufunc::macros::group!(@shared fast2 Shared Bits $($rest)*) };
    (@one plain_bits1 $($rest:tt)*) => { $crate::unwrapped::ufunc::macros::group!(@shared plain1 Shared Bits $($rest)*) };
    (@one plain_bits2 $($rest:tt)*) => { $crate::unwrapped::ufunc::macros::group!(@shared plain2 Shared Bits $($rest)*) };
    (@one same1 $($rest:tt)*) => { $crate::unwrapped::ufunc::macros::group!(@shared fast1 Moves Raw $($rest)*) };
    (@one never1 $op:ident ($a:ty => $r:ty) $T:ident $t:ty) => {{
        type $T = $t;
        Loop {
            types: &[<$a as Element>::DTYPE, <$r as Element>::DTYPE],
            kernel: constant::<false>,
        }
    }};
    (@one always1 $op:ident ($a:ty => $r:ty) $T:ident $t:ty) => {{
        type $T = $t;
        Loop {
            types: &[<$a as Element>::DTYPE, <$r as Element>::DTYPE],
            kernel: constant::<true>,
        }
    }};
    (@shared $kind:ident $by:ident $as:ident $op:ident ($($a:ty),+ => $($r:ty),+) $T:ident $t:ty) => {{
        type $T = $t;
        Loop {
            types: &[$(<$a as Element>::DTYPE,)+ $(<$r as Element>::DTYPE),+],
            kernel: $kind::<$op, $(<$a as $by>::$as,)+ $(<$r as $by>::$as),+>,
        }
    }};
    (@one $kind:ident $op:ident ($($a:ty),+ => $($r:ty),+) $T:ident $t:ty) => {{
        #[allow(dead_code, reason = "some loops name their types outright")]
        type $T = $t;
        Loop {
            types: &[$(<$a as Element>::DTYPE,)+ $(<$r as Element>::DTYPE),+],
            kernel: $kind::<$op, $($a,)+ $($r),+>,
        }
    }};
}
pub(crate) use group;

/// Defines ufuncs.
///
/// ```text
/// ufuncs! {
///     /// Documentation.
///     add(x1, x2) -> one, identity Some(Identity::Int(0)), also [] {
///         fast2 Add (T, T => T) for T in [i8 u8 f64];
///     }
/// }
/// ```
///
/// Emits, in the module where it stands: the unwrapped functions; `ufuncs`, a static
/// [`UfuncDef`](super::UfuncDef) each; `defs`, the rows of the op table; `wrapped`, the wrapper functions;
/// `OPS` and `UFUNCS`; `ALIASES`, NumPy's other names.
macro_rules! ufuncs {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident($($x:ident),+) -> $count:ident, identity $identity:expr, also [$($alias:ident)*] {
            $($kind:ident $op:ident $signature:tt for $T:ident in $types:tt;)+
        }
    )*) => {
        $(
            $(#[doc = $doc])+
            ///
            /// # Errors
            /// NumPy's exceptions, in class and message.
            pub fn $name(
                $($x: impl Into<$crate::ops::Operand>,)+
                kwargs: $crate::unwrapped::ufunc::Kwargs,
            ) -> $crate::Result<$crate::unwrapped::ufunc::macros::outputs!($count)> {
                let outputs = $crate::unwrapped::ufunc::call(
                    &ufuncs::$name,
                    smallvec::smallvec![$($x.into()),+],
                    &kwargs,
                )?;
                Ok($crate::unwrapped::ufunc::macros::outputs!($count outputs))
            }
        )*

        /// The ufuncs themselves.
        #[allow(non_upper_case_globals, reason = "a ufunc bears its own name")]
        pub mod ufuncs {
            use super::*;
            use $crate::unwrapped::ufunc::macros::group;
            $(
                $(#[doc = $doc])+
                pub static $name: UfuncDef = UfuncDef {
                    name: stringify!($name),
                    nin: [$(stringify!($x)),+].len(),
                    nout: $crate::unwrapped::ufunc::macros::outputs!(number $count),
                    identity: $identity,
                    op: &super::defs::$name,
                    groups: &[$(group!($kind $op $signature $T $types)),+],
                };
            )*
        }

        /// The rows of the op table.
        #[allow(non_upper_case_globals, reason = "a row bears its function's name")]
        pub mod defs {
            use $crate::ops::OpDef;
            use $crate::unwrapped::ufunc::args;
            $(
                #[doc = concat!("The table row of `", stringify!($name), "`.")]
                pub static $name: OpDef = OpDef {
                    name: stringify!($name),
                    doc: concat!($($doc, "\n"),+),
                    params: $crate::unwrapped::ufunc::macros::outputs!(params $count ($($x)+)),
                    call: |given| args::dynamic(&super::ufuncs::$name, given),
                    traits: args::UFUNC,
                };
            )*
        }

        /// The wrapper functions: array-like arguments. For keywords use [`np!`](crate::np) or
        /// [`Call`](crate::wrapper::Call).
        pub mod wrapped {
            use $crate::wrapper::IntoValue;
            $(
                $(#[doc = $doc])+
                ///
                /// # Errors
                /// NumPy's exceptions, in class and message.
                pub fn $name($($x: impl IntoValue),+)
                    -> $crate::Result<$crate::unwrapped::ufunc::macros::outputs!(wrapped $count)>
                {
                    let results = $crate::wrapper::call_ufunc(
                        &super::ufuncs::$name,
                        [$($x.into_value()),+],
                    )?;
                    $crate::unwrapped::ufunc::macros::outputs!(unwrap $count results)
                }
                $(pub use $name as $alias;)*
            )*
        }

        /// The family's rows of the op table.
        pub const OPS: &[&$crate::ops::OpDef] = &[$(&defs::$name),*];

        /// Every ufunc.
        pub const UFUNCS: &[&UfuncDef] = &[$(&ufuncs::$name),*];

        /// NumPy's other names: the alias, then the name.
        pub const ALIASES: &[(&str, &str)] = &[$($((stringify!($alias), stringify!($name)),)*)*];
    };
}
pub(crate) use ufuncs;

/// What depends on the number of outputs.
macro_rules! outputs {
    (one) => {
        $crate::Tensor
    };
    (two) => {
        ($crate::Tensor, $crate::Tensor)
    };
    (number one) => {
        1
    };
    (number two) => {
        2
    };
    (one $outputs:ident) => {{
        let mut outputs = $outputs;
        outputs.remove(0)
    }};
    (two $outputs:ident) => {{
        let mut outputs = $outputs;
        (outputs.remove(0), outputs.remove(0))
    }};
    (params one ($x:ident)) => {
        args::UNARY
    };
    (params one ($x:ident $y:ident)) => {
        args::BINARY
    };
    (params two ($x:ident)) => {
        args::UNARY_TWO
    };
    (params two ($x:ident $y:ident)) => {
        args::BINARY_TWO
    };
    (wrapped one) => {
        $crate::NdArray
    };
    (wrapped two) => {
        ($crate::NdArray, $crate::NdArray)
    };
    (unwrap one $results:ident) => {
        Ok(<$crate::Tensor as $crate::ops::Returns>::from_wrapped(
            $results,
        ))
    };
    (unwrap two $results:ident) => {
        Ok(<($crate::Tensor, $crate::Tensor) as $crate::ops::Returns>::from_wrapped($results))
    };
}
pub(crate) use outputs;
