//! Tests of content codings, whole, cut short and hostile.

use std::io::Write;

use flate2::{
    Compression,
    write::{DeflateEncoder, GzEncoder, ZlibEncoder},
};
use proptest::prelude::*;

use super::*;

/// `text` in the coding, as its senders make it.
fn encode(coding: Coding, text: &[u8]) -> Vec<u8> {
    match coding {
        Coding::Gzip => {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(text).unwrap();
            encoder.finish().unwrap()
        }
        Coding::Deflate => zlib(text),
        Coding::Brotli => {
            let mut out = Vec::new();
            let fast = ::brotli::enc::BrotliEncoderParams { quality: 4, ..Default::default() };
            ::brotli::BrotliCompress(&mut &text[..], &mut out, &fast).unwrap();
            out
        }
        Coding::Zstd => ::zstd::encode_all(text, 3).unwrap(),
    }
}

fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn raw_deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

/// Decodes a body that comes in pieces that end at `cuts`.
fn decode(codings: &[Coding], body: &[u8], cuts: &[usize], limit: usize) -> Result<Vec<u8>, CodecError> {
    let mut decoder = Decoder::new(codings);
    let mut ends: Vec<usize> = cuts.iter().map(|cut| cut % (body.len() + 1)).chain([body.len()]).collect();
    ends.sort_unstable();
    let (mut out, mut begin) = (Vec::new(), 0);
    for (index, &end) in ends.iter().enumerate() {
        decoder.push(&body[begin..end], index + 1 == ends.len(), limit - out.len(), &mut out)?;
        begin = end;
    }
    Ok(out)
}

fn decoded(coding: Coding, body: &[u8]) -> Result<Vec<u8>, CodecError> {
    let every: Vec<usize> = (0..body.len()).collect();
    let whole = decode(&[coding], body, &[], 1 << 22);
    assert_eq!(decode(&[coding], body, &every, 1 << 22), whole, "{coding:?} byte by byte");
    whole
}

#[test]
fn every_coding_gives_the_text_back() {
    let long: Vec<u8> = (0..100_000_u32).flat_map(|i| (i % 1009).to_le_bytes()).collect();
    for text in [b"".as_slice(), b"{}", &long] {
        for coding in Coding::ALL {
            assert_eq!(decoded(coding, &encode(coding, text)).unwrap(), text, "{coding:?}");
        }
    }
}

#[test]
fn what_the_label_gets_wrong_is_seen() {
    let text = b"some text, some text";
    for (label, body) in
        [(Coding::Deflate, raw_deflate(text)), (Coding::Gzip, zlib(text)), (Coding::Gzip, encode(Coding::Zstd, text))]
    {
        assert_eq!(decoded(label, &body).unwrap(), text, "{label:?}");
    }
    assert_eq!(decoded(Coding::Deflate, &raw_deflate(b"")).unwrap(), b"");
}

#[test]
fn several_members_and_frames_are_one_text() {
    for coding in [Coding::Gzip, Coding::Zstd] {
        let body = [encode(coding, b"one "), encode(coding, b""), encode(coding, b"two")].concat();
        assert_eq!(decoded(coding, &body).unwrap(), b"one two", "{coding:?}");
    }
}

#[test]
fn codings_are_undone_in_reverse() {
    let text = b"text ".repeat(10_000);
    let body = encode(Coding::Gzip, &encode(Coding::Brotli, &text));
    let codings = [Coding::Brotli, Coding::Gzip];
    for cuts in [&[][..], &[1, 2, 3, 9, 20]] {
        assert_eq!(decode(&codings, &body, cuts, text.len()).unwrap(), text);
    }
    assert!(decode(&[Coding::Gzip, Coding::Brotli], &body, &[], text.len()).is_err());
    assert_eq!(decode(&[], b"plain", &[2], 5).unwrap(), b"plain");
    assert_eq!(decode(&[], b"plain", &[], 4), Err(CodecError::TooLarge { limit: 4 }));
}

#[test]
fn bombs_stop_at_the_cap_also_between_two_codings() {
    let cap = 1 << 20;
    let zeros = vec![0; 20 << 20];
    for coding in Coding::ALL {
        let bomb = encode(coding, &zeros);
        let mut out = Vec::new();
        let refused = Decoder::new(&[coding]).push(&bomb, true, cap, &mut out);
        assert_eq!(refused, Err(CodecError::TooLarge { limit: cap }), "{coding:?}");
        assert!(out.len() <= cap);
        let refused = decode(&[Coding::Gzip, coding], &encode(coding, &bomb), &[], cap);
        assert!(refused.is_err(), "{coding:?}");
    }
    // Ten megabytes of empty blocks, which decode to nothing.
    let nothing = [[0, 0, 0, 0xff, 0xff].repeat(2 << 20), vec![1, 0, 0, 0xff, 0xff]].concat();
    assert_eq!(decode(&[Coding::Deflate], &nothing, &[], cap).unwrap(), b"");
    let refused = decode(&[Coding::Deflate, Coding::Gzip], &encode(Coding::Gzip, &nothing), &[], cap);
    assert_eq!(refused, Err(CodecError::TooLarge { limit: cap }));
}

#[test]
fn the_cap_itself_is_allowed() {
    for coding in Coding::ALL {
        let text = vec![b'x'; 4 * STEP];
        let body = encode(coding, &text);
        assert!(decode(&[coding], &body, &[], text.len()).is_ok(), "{coding:?}");
        let refused = decode(&[coding], &body, &[], text.len() - 1);
        assert_eq!(refused, Err(CodecError::TooLarge { limit: text.len() - 1 }), "{coding:?}");
    }
}

#[test]
fn bodies_that_are_cut_short_are_refused() {
    for coding in Coding::ALL {
        let body = encode(coding, &b"hello world ".repeat(30));
        for end in 0..body.len() {
            assert_eq!(decoded(coding, &body[..end]), Err(CodecError::Truncated), "{coding:?} up to {end}");
        }
    }
}

#[test]
fn bodies_with_something_behind_or_of_another_kind_are_refused() {
    for coding in Coding::ALL {
        let body = encode(coding, &b"hello world ".repeat(30));
        for behind in [b"{}".as_slice(), b"\0\0", b"\n"] {
            let refused = decoded(coding, &[&body, behind].concat()).unwrap_err();
            let expected = [CodecError::TrailingData, CodecError::BadCoding, CodecError::Truncated];
            assert!(expected.contains(&refused), "{coding:?}: {refused}");
        }
        assert!(decoded(coding, b"{\"text\":[]}").is_err(), "{coding:?}");
    }
}

#[test]
fn damaged_bodies_are_refused() {
    for coding in [Coding::Gzip, Coding::Deflate] {
        let mut body = encode(coding, &b"hello world ".repeat(30));
        let checksum = body.len() - if coding == Coding::Gzip { 6 } else { 2 };
        body[checksum] ^= 1;
        assert_eq!(decoded(coding, &body), Err(CodecError::BadCoding), "{coding:?}");
    }
}

#[test]
fn windows_over_the_limit_are_refused() {
    // Brotli's large window extension (0x11, then 30 bits of window), and a zstd frame with a window of 2 GiB.
    assert_eq!(decoded(Coding::Brotli, &[0x11, 0x1e, 0, 0, 0, 0, 3]), Err(CodecError::BadCoding));
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 0x01, 0x00, 0x00];
    assert_eq!(decoded(Coding::Zstd, &zstd), Err(CodecError::BadCoding));
}

#[test]
fn the_first_bytes_of_a_stream_come_out_before_its_end() {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(b"data: 1\n\n").unwrap();
    encoder.flush().unwrap();
    let mut out = Vec::new();
    Decoder::new(&[Coding::Gzip]).push(encoder.get_ref(), false, 100, &mut out).unwrap();
    assert_eq!(out, b"data: 1\n\n");
}

#[test]
fn what_the_sink_returns_ends_the_decoding() {
    let body = encode(Coding::Gzip, &vec![0; 10 * STEP]);
    let mut calls = 0;
    let ended = Decoder::new(&[Coding::Gzip]).push_with(&body, true, usize::MAX, &mut |piece| {
        calls += 1;
        assert!(piece.len() <= STEP);
        Err(CodecError::Unframeable)
    });
    assert_eq!((ended, calls), (Err(CodecError::Unframeable), 1));
}

#[test]
fn codings_are_read_from_lists_and_repeated_lines() {
    let parse = |values: &[&'static str]| codings(values.iter().map(|value| value.as_bytes()));
    assert_eq!(parse(&[]), Ok(vec![]));
    assert_eq!(parse(&["identity", "", " , "]), Ok(vec![]));
    assert_eq!(parse(&["GZip"]), Ok(vec![Coding::Gzip]));
    assert_eq!(parse(&["br, X-Gzip"]), Ok(vec![Coding::Brotli, Coding::Gzip]));
    assert_eq!(parse(&["br", "zstd"]), Ok(vec![Coding::Brotli, Coding::Zstd]));
    assert_eq!(parse(&["deflate,identity , deflate"]), Ok(vec![Coding::Deflate, Coding::Deflate]));
    for bad in [&["compress"][..], &["gzip, gzip, gzip"], &["gzip;q=1"], &["gzip br"], &["*"]] {
        assert_eq!(parse(bad), Err(CodecError::UnknownCoding), "{bad:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_text_comes_back_in_any_pieces(
        text in prop::collection::vec(any::<u8>(), 0..2000),
        repeat in 1..40_usize,
        cuts in prop::collection::vec(any::<usize>(), 0..12),
    ) {
        let text = text.repeat(repeat);
        for coding in Coding::ALL {
            let body = encode(coding, &text);
            prop_assert_eq!(&decode(&[coding], &body, &cuts, text.len()).unwrap(), &text, "{:?}", coding);
        }
    }

    #[test]
    fn noise_never_panics_and_pieces_do_not_matter(
        body in prop::collection::vec(any::<u8>(), 0..200),
        cuts in prop::collection::vec(any::<usize>(), 0..6),
    ) {
        for coding in Coding::ALL {
            let whole = decode(&[coding], &body, &[], 1 << 16);
            prop_assert_eq!(decode(&[coding], &body, &cuts, 1 << 16).is_ok(), whole.is_ok());
        }
    }
}
