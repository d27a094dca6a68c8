//! Checkpoint: the weights of the models that label plain text, in a file, so that their training need not be repeated.
//!
//! The file holds the weights of all networks and of the CRF as little-endian floats of 32 bits, and nothing else: it is
//! read by a run with the data and options of the one that wrote it.

use std::{
    fs,
    io::{Error, ErrorKind},
    path::Path,
};

use super::{crf::Crf, error::TrainError, network::Net};

/// Bytes of a weight.
const BYTES: usize = size_of::<f32>();

/// Writes the weights of `nets` and `crf`.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, nets: &mut [Net], crf: &mut Crf) -> Result<(), TrainError> {
    let weights = lists(nets, crf).flat_map(|list| list.iter().flat_map(|weight| weight.to_le_bytes()));
    fs::write(path, weights.collect::<Vec<u8>>()).map_err(|error| TrainError::Write(path.to_owned(), error))
}

/// Reads the weights of `nets` and `crf`.
///
/// # Errors
/// If the file cannot be read, or holds another number of weights.
pub fn read(path: &Path, nets: &mut [Net], crf: &mut Crf) -> Result<(), TrainError> {
    let failed = |error| TrainError::Read(path.to_owned(), error);
    let bytes = fs::read(path).map_err(failed)?;
    let count: usize = lists(nets, crf).map(|list| list.len()).sum();
    if bytes.len() != count * BYTES {
        return Err(failed(Error::new(ErrorKind::InvalidData, "weights of other models")));
    }
    let weights =
        bytes.chunks_exact(BYTES).map(|bytes| bytes.iter().rev().fold(0, |all, byte| all << 8 | u32::from(*byte)));
    for (weight, bits) in lists(nets, crf).flatten().zip(weights) {
        *weight = f32::from_bits(bits);
    }
    Ok(())
}

fn lists<'m>(nets: &'m mut [Net], crf: &'m mut Crf) -> impl Iterator<Item = &'m mut [f32]> {
    nets.iter_mut().flat_map(Net::weights_mut).chain(crf.weights_mut())
}

#[cfg(test)]
mod tests {
    use super::{super::network::Random, *};

    #[test]
    fn weights_are_read_as_they_were_written_and_by_the_same_models_alone() {
        let path = std::env::temp_dir().join(format!("masquerade-checkpoint-{}", std::process::id()));
        let new = |seed| Net::new(1, Vec::new(), 1, &mut Random(seed));
        let (mut nets, mut crf) = ([new(1), new(2)], Crf::default());
        crf.starts[1] = 0.5;
        write(&path, &mut nets, &mut crf).unwrap();
        let (mut others, mut other_crf) = ([new(3), new(4)], Crf::default());
        let few = read(&path, &mut others[..1], &mut other_crf);
        read(&path, &mut others, &mut other_crf).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(few.is_err());
        assert_eq!(other_crf.starts, crf.starts);
        assert!(
            others.iter().zip(&nets).all(|(other, net)| other.tables.w == net.tables.w && other.norms.w == net.norms.w)
        );
    }
}
