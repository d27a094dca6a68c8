//! Training.
pub mod augment;
pub mod corpora;
pub mod data;
pub mod gazetteers;
pub mod linear;
pub mod net;
pub mod score;
pub mod vectors;
