//! Python objects to what a user could observe of them.

use crate::numpy::{Api, ArrayFields, C_CONTIGUOUS, F_CONTIGUOUS, WRITEABLE};
use nparity_model::{DType, Observed, PyInt, Scalar, Slice, Value};
use num_bigint::BigInt;
use num_complex::Complex64;
use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::c_int;

use nparity_model::outcome::LARGEST;

/// Deepest nesting of lists and tuples that is followed.
const DEEPEST: usize = 64;

/// Numbers the memory blocks and the objects of one outcome in the order in which they are shown.
pub(crate) struct Observer<'a> {
    api: &'a Api,
    storages: Vec<usize>,
    objects: Vec<usize>,
    bytes: usize,
}

fn number(known: &mut Vec<usize>, address: usize) -> u32 {
    let index = known.iter().position(|a| *a == address).unwrap_or_else(|| {
        known.push(address);
        known.len() - 1
    });
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// What cannot be told in the model's terms, so that a case with it can be set aside.
fn unsupported(what: std::fmt::Arguments<'_>) -> Value<Observed> {
    Value::Str(format!("<unsupported: {what}>"))
}

fn type_name(object: &Bound<'_, PyAny>) -> String {
    object
        .get_type()
        .name()
        .map_or_else(|_| "?".to_owned(), |name| name.to_string())
}

/// Where the memory of an array begins: what owns it, and the address of its first byte.
fn owner(api: &Api, array: &Bound<'_, PyAny>) -> (usize, *const u8) {
    let mut current = array.clone();
    loop {
        // SAFETY: `current` is an exact ndarray, here and at the end of the loop.
        let fields = unsafe { &*current.as_ptr().cast::<ArrayFields>() };
        if fields.base.is_null() {
            return (current.as_ptr() as usize, fields.data);
        }
        // SAFETY: the base is an object that the array keeps alive.
        let mut base = unsafe { Bound::from_borrowed_ptr(array.py(), fields.base) };
        let is_array = |object: &Bound<'_, PyAny>| object.get_type_ptr() as usize == api.ndarray;
        if !is_array(&base) {
            // `as_strided` puts an object between, which tells the array in its own `base`.
            match base.getattr("base") {
                Ok(next) if is_array(&next) => base = next,
                _ => return (base.as_ptr() as usize, fields.data),
            }
        }
        current = base;
    }
}

/// The elements in C order.
///
/// # Safety
/// The memory that dims, strides and item size span from `data` is readable.
unsafe fn gather<const N: usize>(
    data: *const u8,
    dims: &[isize],
    strides: &[isize],
    out: &mut Vec<u8>,
) {
    let Some((&stride, outer_strides)) = strides.split_last() else {
        // SAFETY: one element; bytes need no alignment.
        out.extend_from_slice(&unsafe { data.cast::<[u8; N]>().read() });
        return;
    };
    if dims.contains(&0) {
        return;
    }
    let inner = dims[dims.len() - 1];
    let mut index = vec![0_isize; outer_strides.len()];
    let mut row = data;
    loop {
        for i in 0..inner {
            // SAFETY: within the array, by the caller's promise.
            out.extend_from_slice(&unsafe { row.offset(i * stride).cast::<[u8; N]>().read() });
        }
        let mut axis = index.len();
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            if index[axis] < dims[axis] {
                row = row.wrapping_offset(outer_strides[axis]);
                break;
            }
            index[axis] = 0;
            row = row.wrapping_offset(-outer_strides[axis] * (dims[axis] - 1));
        }
    }
}

impl<'a> Observer<'a> {
    pub(crate) fn new(api: &'a Api) -> Observer<'a> {
        Observer {
            api,
            storages: Vec::new(),
            objects: Vec::new(),
            bytes: 0,
        }
    }

    /// What a user could observe of `object`.
    pub(crate) fn value(&mut self, object: &Bound<'_, PyAny>) -> PyResult<Value<Observed>> {
        self.nested(object, 0)
    }

    fn nested(&mut self, object: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value<Observed>> {
        let pointer = object.as_ptr();
        let type_object = object.get_type_ptr() as usize;
        if type_object == self.api.ndarray {
            return self.array(object);
        }
        if let Some(dtype) = self.api.scalar_dtype(type_object) {
            // SAFETY: the type has this dtype.
            let bits = unsafe { self.api.scalar_bits(pointer) };
            return Ok(Value::Scalar(Scalar::from_bytes(dtype, &bits)));
        }
        let exactly = |t: *mut ffi::PyTypeObject| type_object == t as usize;
        if object.is_none() {
            return Ok(Value::None);
        }
        if exactly(&raw mut ffi::PyBool_Type) {
            return Ok(Value::Bool(object.is_truthy()?));
        }
        if exactly(&raw mut ffi::PyLong_Type) {
            return integer(object).map(Value::Int);
        }
        if exactly(&raw mut ffi::PyFloat_Type) {
            // SAFETY: an exact float.
            return Ok(Value::Float(unsafe { ffi::PyFloat_AsDouble(pointer) }));
        }
        if exactly(&raw mut ffi::PyComplex_Type) {
            // SAFETY: an exact complex.
            let (re, im) = unsafe {
                (
                    ffi::PyComplex_RealAsDouble(pointer),
                    ffi::PyComplex_ImagAsDouble(pointer),
                )
            };
            return Ok(Value::Complex(Complex64::new(re, im)));
        }
        if exactly(&raw mut ffi::PyUnicode_Type) {
            return Ok(object.extract::<String>().map_or_else(
                |_| unsupported(format_args!("a str that is not Unicode")),
                Value::Str,
            ));
        }
        if exactly(&raw mut ffi::PyEllipsis_Type) {
            return Ok(Value::Ellipsis);
        }
        if exactly(&raw mut ffi::PySlice_Type) {
            let mut part = |name| self.nested(&object.getattr(name)?, depth + 1);
            return Ok(Value::Slice(Box::new(Slice {
                start: part("start")?,
                stop: part("stop")?,
                step: part("step")?,
            })));
        }
        // SAFETY: type checks on an object; named tuples are tuples too.
        let (is_tuple, is_list, is_dtype, is_generic) = unsafe {
            let is = |parent: usize| {
                ffi::PyType_IsSubtype(object.get_type_ptr(), parent as *mut ffi::PyTypeObject) != 0
            };
            (
                ffi::PyTuple_Check(pointer) != 0,
                exactly(&raw mut ffi::PyList_Type),
                is(self.api.descr),
                is(self.api.generic),
            )
        };
        if is_tuple || is_list {
            if depth >= DEEPEST {
                return Ok(unsupported(format_args!("nested deeper than {DEEPEST}")));
            }
            let items = object
                .try_iter()?
                .map(|item| self.nested(&item?, depth + 1))
                .collect::<PyResult<Vec<_>>>()?;
            return Ok(if is_tuple {
                Value::Tuple(items)
            } else {
                Value::List(items)
            });
        }
        if is_dtype {
            return Ok(match dtype_of(pointer) {
                Some(dtype) => Value::DType(dtype),
                None => unsupported(format_args!("dtype {object}")),
            });
        }
        if is_generic {
            return Ok(unsupported(format_args!("scalar {}", type_name(object))));
        }
        Ok(unsupported(format_args!("type {}", type_name(object))))
    }

    fn array(&mut self, array: &Bound<'_, PyAny>) -> PyResult<Value<Observed>> {
        // SAFETY: an exact ndarray.
        let fields = unsafe { &*array.as_ptr().cast::<ArrayFields>() };
        let Some(dtype) = dtype_of(fields.descr.cast()) else {
            return Ok(unsupported(format_args!(
                "dtype {}",
                array.getattr("dtype")?
            )));
        };
        let nd = usize::try_from(fields.nd).unwrap_or(0);
        let (dims, strides): (&[isize], &[isize]) = if nd == 0 {
            (&[], &[])
        } else {
            // SAFETY: an array has `nd` dimensions and strides.
            unsafe {
                (
                    std::slice::from_raw_parts(fields.dimensions, nd),
                    std::slice::from_raw_parts(fields.strides, nd),
                )
            }
        };
        let shape: Vec<usize> = dims.iter().map(|d| d.unsigned_abs()).collect();
        let bytes = shape
            .iter()
            .try_fold(dtype.itemsize(), |n, &d| n.checked_mul(d));
        let Some(bytes) = bytes.filter(|n| n + self.bytes <= LARGEST) else {
            return Ok(unsupported(format_args!(
                "array of shape {shape:?}, too large"
            )));
        };
        self.bytes += bytes;
        let flag = |bit: c_int| fields.flags & bit != 0;
        let mut data = Vec::with_capacity(bytes);
        // SAFETY: NumPy keeps what dims and strides span readable while the array lives.
        unsafe {
            if flag(C_CONTIGUOUS) {
                data.extend_from_slice(std::slice::from_raw_parts(fields.data, bytes));
            } else {
                match dtype.itemsize() {
                    1 => gather::<1>(fields.data, dims, strides, &mut data),
                    2 => gather::<2>(fields.data, dims, strides, &mut data),
                    4 => gather::<4>(fields.data, dims, strides, &mut data),
                    8 => gather::<8>(fields.data, dims, strides, &mut data),
                    _ => gather::<16>(fields.data, dims, strides, &mut data),
                }
            }
        }
        if dtype == DType::Bool {
            // Uninitialised memory may hold any byte; a user sees True for all but zero.
            data.iter_mut()
                .for_each(|byte| *byte = u8::from(*byte != 0));
        }
        let (owner, start) = owner(self.api, array);
        Ok(Value::Array(Observed {
            dtype,
            shape,
            strides: strides.to_vec(),
            data,
            storage: number(&mut self.storages, owner),
            offset: (fields.data as isize).wrapping_sub(start as isize),
            object: number(&mut self.objects, array.as_ptr() as usize),
            c_contiguous: flag(C_CONTIGUOUS),
            f_contiguous: flag(F_CONTIGUOUS),
            writeable: flag(WRITEABLE),
        }))
    }
}

/// The dtype that a descriptor stands for; none if it is of another kind or another byte order.
fn dtype_of(descr: *mut ffi::PyObject) -> Option<DType> {
    // SAFETY: a descriptor, by the callers' type check or as the field of an array.
    let fields = unsafe { &*descr.cast::<crate::numpy::DescrFields>() };
    let swapped = if cfg!(target_endian = "little") {
        b'>'
    } else {
        b'<'
    };
    DType::from_type_num(fields.type_num).filter(|_| fields.byteorder.to_ne_bytes()[0] != swapped)
}

fn integer(object: &Bound<'_, PyAny>) -> PyResult<PyInt> {
    let mut overflow = 0;
    // SAFETY: an exact int.
    let small = unsafe { ffi::PyLong_AsLongLongAndOverflow(object.as_ptr(), &raw mut overflow) };
    if overflow == 0 {
        return Ok(PyInt::from(small));
    }
    // SAFETY: an int in, a new reference out; hexadecimal, since decimal digits are bounded.
    let text: String = unsafe {
        Bound::from_owned_ptr_or_err(object.py(), ffi::PyNumber_ToBase(object.as_ptr(), 16))?
    }
    .extract()?;
    let digits = text.replacen("0x", "", 1);
    BigInt::parse_bytes(digits.as_bytes(), 16)
        .map(PyInt::from)
        .ok_or_else(|| PyValueError::new_err(text))
}
