//! Training.
pub mod augment;
pub mod clusters;
pub mod corpora;
pub mod data;
pub mod encode;
pub mod evaluate;
pub mod fit;
pub mod gazetteers;
pub mod linear;
pub mod net;
pub mod pair;
pub mod sample;
pub mod score;
pub mod teach;
pub mod templates;
pub mod vectors;
