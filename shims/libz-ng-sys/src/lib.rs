//! A stand-in for `libz-ng-sys`: the same names, served by the pure-Rust `libz-rs-sys`.
//!
//! pingora asks flate2 for its `zlib-ng` backend, whose `-sys` crate builds C code with cmake.
//! Nobody should have to install cmake to build Masquerade, so `[patch.crates-io]` puts this crate
//! in its place. It holds what flate2 (1.x, `ffi/c.rs`) calls and nothing else.
//!
//! # Safety
//!
//! `z_stream` here and in `libz-rs-sys` are both `repr(C)` with the same fields in the same order.
//! They differ in one thing: flate2 fills `zalloc` and `zfree` with plain function pointers, while
//! `libz-rs-sys` declares them as `Option`, which Rust guarantees to have the same layout. The
//! constants below hold the two sizes and alignments together at compile time; the pointer casts
//! rest on that, and each function has the contract of the zlib function it is named after.
#![allow(non_camel_case_types, non_snake_case, clippy::missing_safety_doc)]

use std::ffi::{c_char, c_int, c_uint, c_ulong, c_void};

use libz_rs_sys as z;
pub use libz_rs_sys::{
    Z_BLOCK, Z_BUF_ERROR, Z_DATA_ERROR, Z_DEFAULT_STRATEGY, Z_DEFLATED, Z_FINISH, Z_FULL_FLUSH, Z_MEM_ERROR,
    Z_NEED_DICT, Z_NO_FLUSH, Z_OK, Z_PARTIAL_FLUSH, Z_STREAM_END, Z_STREAM_ERROR, Z_SYNC_FLUSH, zlibVersion,
};

pub type uInt = c_uint;
pub type alloc_func = unsafe extern "C" fn(*mut c_void, uInt, uInt) -> *mut c_void;
pub type free_func = unsafe extern "C" fn(*mut c_void, *mut c_void);

#[repr(C)]
pub struct z_stream {
    pub next_in: *mut u8,
    pub avail_in: uInt,
    pub total_in: c_ulong,
    pub next_out: *mut u8,
    pub avail_out: uInt,
    pub total_out: c_ulong,
    pub msg: *mut c_char,
    pub state: *mut c_void,
    pub zalloc: alloc_func,
    pub zfree: free_func,
    pub opaque: *mut c_void,
    pub data_type: c_int,
    pub adler: c_ulong,
    pub reserved: c_ulong,
}

const _: () = assert!(size_of::<z_stream>() == size_of::<z::z_stream>());
const _: () = assert!(align_of::<z_stream>() == align_of::<z::z_stream>());
const _: () = assert!(std::mem::offset_of!(z_stream, adler) == std::mem::offset_of!(z::z_stream, adler));
const _: () = assert!(std::mem::offset_of!(z_stream, zalloc) == std::mem::offset_of!(z::z_stream, zalloc));

/// Defines each function as a call of its namesake in `libz-rs-sys`.
macro_rules! forward {
    ($($name:ident($($arg:ident: $type:ty),*);)*) => {$(
        pub unsafe extern "C" fn $name(stream: *mut z_stream, $($arg: $type),*) -> c_int {
            // SAFETY: the layouts agree (module docs); the rest is the caller's duty, as in zlib.
            unsafe { z::$name(stream.cast(), $($arg),*) }
        }
    )*};
}

forward! {
    deflate(flush: c_int);
    deflateEnd();
    deflateReset();
    deflateParams(level: c_int, strategy: c_int);
    deflateSetDictionary(dictionary: *const u8, length: uInt);
    deflateInit2_(level: c_int, method: c_int, window_bits: c_int, mem_level: c_int, strategy: c_int,
                  version: *const c_char, stream_size: c_int);
    inflate(flush: c_int);
    inflateEnd();
    inflateReset2(window_bits: c_int);
    inflateSetDictionary(dictionary: *const u8, length: uInt);
    inflateInit2_(window_bits: c_int, version: *const c_char, stream_size: c_int);
}
