//! Suggestions for misspelt names.

/// Longer names are not compared: no known name is that long, and the comparison is quadratic.
const MAX_LEN: usize = 64;

/// The known names nearest to `name`, best first, at most `count`; none if nothing is near.
///
/// Case and the choice between `-` and `_` do not count.
///
/// ```
/// use masquerade::input::nearest;
/// assert_eq!(nearest("EMIAL_ADDRESS", ["EMAIL_ADDRESS", "IP_ADDRESS", "US_SSN"], 1), ["EMAIL_ADDRESS"]);
/// ```
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>, count: usize) -> Vec<&'n str> {
    if name.is_empty() || name.len() > MAX_LEN {
        return Vec::new();
    }
    let name = plain(name);
    let mut near: Vec<(usize, &str)> =
        known.into_iter().filter_map(|known| Some((distance(&name, &plain(known))?, known))).collect();
    near.sort_unstable();
    near.dedup();
    if let Some(&(best, _)) = near.first() {
        near.retain(|(distance, _)| *distance <= best + 1);
    }
    near.truncate(count);
    near.into_iter().map(|(_, known)| known).collect()
}

/// A hint to end a message with, such as ``; did you mean `ttl`?``, or nothing.
pub fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    let quoted: Vec<_> = nearest(name, known, 3).into_iter().map(|known| format!("`{known}`")).collect();
    if quoted.is_empty() { String::new() } else { format!("; did you mean {}?", quoted.join(" or ")) }
}

fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace('-', "_")
}

/// The edit distance of two names, if they are near at all.
fn distance(name: &str, known: &str) -> Option<usize> {
    let longer = name.len().max(known.len());
    // A third of the letters wrong is a typing error; more is another word. A word that begins
    // another, as `email` does `email_address`, is near, too, but less so.
    let edits = strsim::osa_distance(name, known);
    if edits * 3 <= longer.max(3) {
        return Some(edits);
    }
    let shorter = name.len().min(known.len());
    (shorter >= 4 && (name.starts_with(known) || known.starts_with(name))).then_some(edits + MAX_LEN)
}
