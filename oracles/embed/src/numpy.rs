//! NumPy's C API, from the capsule that every NumPy 2 exports.
//!
//! The positions in the table and the struct layouts below are fixed by NumPy's ABI promise for 2.x.

use nparity_model::DType;
use pyo3::exceptions::PyImportError;
use pyo3::ffi;
use pyo3::prelude::*;
use std::ffi::{c_char, c_int, c_uint, c_void};

/// The public fields of `PyArrayObject`.
#[repr(C)]
pub(crate) struct ArrayFields {
    head: ffi::PyObject,
    pub(crate) data: *mut u8,
    pub(crate) nd: c_int,
    pub(crate) dimensions: *const isize,
    pub(crate) strides: *const isize,
    pub(crate) base: *mut ffi::PyObject,
    pub(crate) descr: *mut DescrFields,
    pub(crate) flags: c_int,
}

/// The head of `PyArray_Descr`, alike in every 2.x.
#[repr(C)]
pub(crate) struct DescrFields {
    head: ffi::PyObject,
    type_object: *mut ffi::PyTypeObject,
    kind: c_char,
    char: c_char,
    pub(crate) byteorder: c_char,
    former_flags: c_char,
    pub(crate) type_num: c_int,
}

pub(crate) const C_CONTIGUOUS: c_int = 0x0001;
pub(crate) const F_CONTIGUOUS: c_int = 0x0002;
pub(crate) const WRITEABLE: c_int = 0x0400;

type DescrFromType = unsafe extern "C" fn(c_int) -> *mut ffi::PyObject;
type TypeObjectFromType = unsafe extern "C" fn(c_int) -> *mut ffi::PyObject;
type MakeScalar = unsafe extern "C" fn(
    *const c_void,
    *mut ffi::PyObject,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;
type ScalarAsCtype = unsafe extern "C" fn(*mut ffi::PyObject, *mut c_void);
type NewFromDescr = unsafe extern "C" fn(
    *mut ffi::PyTypeObject,
    *mut ffi::PyObject,
    c_int,
    *const isize,
    *const isize,
    *mut c_void,
    c_int,
    *mut ffi::PyObject,
) -> *mut ffi::PyObject;

/// The functions and types in use. Type objects are kept as addresses, to compare with; NumPy holds them
/// alive as long as the process runs.
pub(crate) struct Api {
    pub(crate) ndarray: usize,
    pub(crate) generic: usize,
    pub(crate) descr: usize,
    descr_from_type: DescrFromType,
    scalar: MakeScalar,
    scalar_as_ctype: ScalarAsCtype,
    new_from_descr: NewFromDescr,
    pub(crate) get_handler: unsafe extern "C" fn() -> *mut ffi::PyObject,
    pub(crate) set_handler: unsafe extern "C" fn(*mut ffi::PyObject) -> *mut ffi::PyObject,
    scalar_types: Vec<(usize, DType)>,
}

impl Api {
    /// Reads the table. `ImportError` if this is not a NumPy 2.
    pub(crate) fn load(py: Python<'_>) -> PyResult<Api> {
        let capsule = py
            .import("numpy._core._multiarray_umath")?
            .getattr("_ARRAY_API")?;
        // SAFETY: `capsule` is an object; a null name is the name that NumPy gives its capsule.
        let table = unsafe { ffi::PyCapsule_GetPointer(capsule.as_ptr(), std::ptr::null()) };
        if table.is_null() {
            return Err(PyErr::fetch(py));
        }
        let table = table.cast::<*mut c_void>();
        // SAFETY: every NumPy has more than 306 entries since 1.22; each is of the type in NumPy's header.
        let entry = |i: usize| unsafe { *table.add(i) };
        // SAFETY: entry 0 is `PyArray_GetNDArrayCVersion`.
        let version = unsafe {
            std::mem::transmute::<*mut c_void, unsafe extern "C" fn() -> c_uint>(entry(0))()
        };
        if version >> 24 != 2 {
            return Err(PyImportError::new_err(format!(
                "NumPy's ABI version is {version:#x}, expected one of NumPy 2"
            )));
        }
        // SAFETY: the types are those of NumPy's header `__multiarray_api.h` for these entries.
        let mut api = unsafe {
            Api {
                ndarray: entry(2) as usize,
                descr: entry(3) as usize,
                generic: entry(10) as usize,
                descr_from_type: std::mem::transmute::<*mut c_void, DescrFromType>(entry(45)),
                scalar: std::mem::transmute::<*mut c_void, MakeScalar>(entry(60)),
                scalar_as_ctype: std::mem::transmute::<*mut c_void, ScalarAsCtype>(entry(62)),
                new_from_descr: std::mem::transmute::<*mut c_void, NewFromDescr>(entry(94)),
                set_handler: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(*mut ffi::PyObject) -> *mut ffi::PyObject,
                >(entry(304)),
                get_handler: std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn() -> *mut ffi::PyObject,
                >(entry(305)),
                scalar_types: Vec::new(),
            }
        };
        // SAFETY: entry 46 is `PyArray_TypeObjectFromType`.
        let type_object =
            unsafe { std::mem::transmute::<*mut c_void, TypeObjectFromType>(entry(46)) };
        for num in 0..=23 {
            if let Some(dtype) = DType::from_type_num(num) {
                // SAFETY: `num` is a built-in type number; the result is a new reference or null.
                let found = unsafe { Bound::from_owned_ptr_or_err(py, type_object(num)) }?;
                api.scalar_types.push((found.as_ptr() as usize, dtype));
            }
        }
        Ok(api)
    }

    /// The dtype object.
    pub(crate) fn dtype<'py>(&self, py: Python<'py>, dtype: DType) -> PyResult<Bound<'py, PyAny>> {
        // SAFETY: a built-in type number gives a new reference.
        unsafe { Bound::from_owned_ptr_or_err(py, (self.descr_from_type)(dtype.type_num())) }
    }

    /// A NumPy scalar with these bits.
    pub(crate) fn scalar<'py>(
        &self,
        py: Python<'py>,
        dtype: DType,
        bytes: &[u8],
    ) -> PyResult<Bound<'py, PyAny>> {
        // NumPy may read the element as a whole, so it must lie aligned.
        let mut element = [0_u128; 1];
        let descr = self.dtype(py, dtype)?;
        // SAFETY: 16 bytes hold any element; `descr` is borrowed for the call, the result is new.
        unsafe {
            std::ptr::copy_nonoverlapping(
                bytes.as_ptr(),
                element.as_mut_ptr().cast::<u8>(),
                bytes.len().min(16),
            );
            Bound::from_owned_ptr_or_err(
                py,
                (self.scalar)(
                    element.as_ptr().cast(),
                    descr.as_ptr(),
                    std::ptr::null_mut(),
                ),
            )
        }
    }

    /// A fresh C-ordered array with these bytes. NumPy owns the memory: foreign memory would change what a
    /// program sees (`resize`, `base`, `flags.owndata`).
    pub(crate) fn array<'py>(
        &self,
        py: Python<'py>,
        dtype: DType,
        shape: &[usize],
        bytes: &[u8],
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut dims = [0_isize; 64];
        for (dim, &length) in dims.iter_mut().zip(shape) {
            *dim = isize::try_from(length)?;
        }
        let nd = c_int::try_from(shape.len().min(64))?;
        // SAFETY: `PyArray_NewFromDescr` steals the descriptor; without data it allocates. The result is
        // an exact ndarray of `bytes.len()` bytes (`ArrayLiteral` is checked), C-contiguous, unshared.
        unsafe {
            let array = Bound::from_owned_ptr_or_err(
                py,
                (self.new_from_descr)(
                    self.ndarray as *mut ffi::PyTypeObject,
                    self.dtype(py, dtype)?.into_ptr(),
                    nd,
                    dims.as_ptr(),
                    std::ptr::null(),
                    std::ptr::null_mut(),
                    0,
                    std::ptr::null_mut(),
                ),
            )?;
            let fields = &*array.as_ptr().cast::<ArrayFields>();
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), fields.data, bytes.len());
            Ok(array)
        }
    }

    /// The dtype of a scalar whose type is exactly one of NumPy's numeric scalar types.
    pub(crate) fn scalar_dtype(&self, type_object: usize) -> Option<DType> {
        self.scalar_types
            .iter()
            .find_map(|(address, dtype)| (*address == type_object).then_some(*dtype))
    }

    /// The bits of a scalar.
    ///
    /// # Safety
    /// `scalar` is of a type for which [`Api::scalar_dtype`] gives a dtype.
    pub(crate) unsafe fn scalar_bits(&self, scalar: *mut ffi::PyObject) -> [u8; 16] {
        let mut element = [0_u128; 1];
        // SAFETY: the scalar has at most 16 bytes (the caller's promise).
        unsafe { (self.scalar_as_ctype)(scalar, element.as_mut_ptr().cast()) };
        element[0].to_ne_bytes()
    }
}
