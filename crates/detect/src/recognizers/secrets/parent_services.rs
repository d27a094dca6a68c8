//! Parent services: services that name the object or block around a member, which tells only what its key is for or where it is used:
//! `"pusher": {"staging": "…"}`, `mailgun:` above `prod: …`.

use crate::recognizers::secrets::key_names::{Strength, is_purpose, strength};
use crate::text::window;

/// Farthest name of a service, in bytes.
const FAR: usize = 200;

/// The strength of the member `name`, which `head` stands before, if it is a purpose and the name around it that of a service.
pub(crate) fn strength_of_member(head: &str, name: &str) -> Option<Strength> {
    let near = is_purpose(name).then(|| window::before(head, head.len(), FAR))?;
    of_object(near).or_else(|| of_block(near)).and_then(service)
}

/// The strength of a name that ends `head`, if it is that of a service alone.
fn service(head: &str) -> Option<Strength> {
    let bare = head.trim_end().trim_end_matches(['"', '\'']);
    let stands = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let name = &bare[bare.trim_end_matches(stands).len()..];
    strength(name).filter(|strength| matches!(strength, Strength::Weak | Strength::Unique | Strength::Doubtful))
}

/// What stands before the sign of the object that is open at the end of `head`.
fn of_object(head: &str) -> Option<&str> {
    let (before, inside) = head.rsplit_once('{')?;
    let before = before.trim_end();
    let name = before.strip_suffix([':', '='])?;
    (!inside.contains('}')).then_some(name)
}

/// The line that opens the block of YAML in which the last line of `head` stands.
fn of_block(head: &str) -> Option<&str> {
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let (above, last) = head.rsplit_once('\n')?;
    let depth = last.trim().is_empty().then(|| indent(last)).filter(|depth| *depth > 0)?;
    let opening = above.rsplit('\n').find(|line| indent(line) < depth)?;
    opening.trim_end().strip_suffix(':')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_stand_around_members() {
        for (head, name, expected) in [
            ("{\"pusher\": {\"", "staging", Some(Strength::Weak)),
            ("{\"pusher\": {\"dev\": \"x\", \"", "staging", Some(Strength::Weak)),
            ("{\"pusher\": {\"", "cluster", None),
            ("{\"pusher\": {\"dev\": {}, \"", "staging", None),
            ("{\"images\": {\"", "staging", None),
            ("opsgenie:\n  dev: x\n  ", "prod", Some(Strength::Unique)),
            ("hosts:\n  ", "prod", None),
            ("mailgun:\n", "prod", None),
        ] {
            assert_eq!(strength_of_member(head, name), expected, "{head}");
        }
    }
}
