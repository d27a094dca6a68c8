//! Restoring.
