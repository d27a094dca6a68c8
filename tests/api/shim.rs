//! pingora selects flate2's zlib-ng backend, which `shims/libz-ng-sys` serves; here it has to prove itself.

use std::io::{Read, Write};

use flate2::{Compression, Decompress, FlushDecompress, Status, read, write};
use proptest::prelude::*;

fn texts() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..5_000),
        "[a-e ]{0,2000}".prop_map(String::into_bytes),
        (any::<u8>(), 0usize..300_000).prop_map(|(byte, n)| vec![byte; n]),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn gzip_zlib_and_deflate_round_trip_at_every_level(data in texts(), level in prop_oneof![Just(1), Just(6), Just(9)]) {
        let level = Compression::new(level);
        let mut gzip = write::GzEncoder::new(Vec::new(), level);
        gzip.write_all(&data).unwrap();
        let mut back = Vec::new();
        read::GzDecoder::new(&gzip.finish().unwrap()[..]).read_to_end(&mut back).unwrap();
        prop_assert_eq!(&back, &data);

        let mut zlib = write::ZlibEncoder::new(Vec::new(), level);
        zlib.write_all(&data).unwrap();
        back.clear();
        read::ZlibDecoder::new(&zlib.finish().unwrap()[..]).read_to_end(&mut back).unwrap();
        prop_assert_eq!(&back, &data);

        let mut deflate = write::DeflateEncoder::new(Vec::new(), level);
        deflate.write_all(&data).unwrap();
        back.clear();
        read::DeflateDecoder::new(&deflate.finish().unwrap()[..]).read_to_end(&mut back).unwrap();
        prop_assert_eq!(&back, &data);
    }

    #[test]
    fn damaged_input_is_an_error_and_never_a_crash(mut data in proptest::collection::vec(any::<u8>(), 0..500)) {
        let mut out = vec![0; 4_096];
        let mut inflate = Decompress::new(false);
        let _ = inflate.decompress(&data, &mut out, FlushDecompress::Finish);
        inflate.reset(true);
        data.splice(0..0, [0x78, 0x9C]);
        let result = inflate.decompress(&data, &mut out, FlushDecompress::Finish);
        prop_assert!(!matches!(result, Ok(Status::StreamEnd)) || inflate.total_in() <= data.len() as u64);
    }
}

#[test]
fn reads_what_another_implementation_wrote() {
    // `printf 'hello, hello, hello\n' | gzip -9 -n`
    let gzip = [
        0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xd7, 0x51, 0xc8,
        0x40, 0xa2, 0xb8, 0x00, 0xe7, 0x42, 0x6e, 0x52, 0x14, 0x00, 0x00, 0x00,
    ];
    let mut text = String::new();
    read::GzDecoder::new(&gzip[..]).read_to_string(&mut text).unwrap();
    assert_eq!(text, "hello, hello, hello\n");
}
