//! Requests, masked by profile.
