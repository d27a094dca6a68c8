//! Lists of codes of which each works once: codes for recovery, transaction numbers.
//!
//! One code says little: `8412-9931` may be anything. Several of one shape behind a name for such codes are nothing else.

use std::{borrow::Cow, ops::Range};

use crate::recognizers::secrets::{key_value::is_uuid, password::INFO};
use crate::recognizers::support::neighbours::is_one_of;
use crate::text::window;
use crate::{Candidate, Finding, Pattern, Rule};

/// Names of such codes, in the plural.
const NAMES: &str = concat!(
    "(?i:(?:back-?up|recovery|rescue|scratch|emergency|one-time|one time|single-use|2fa|mfa|otp)[ _-]?(?:backup |recovery )?codes",
    "|2fa[ _-](?:back-?up|recovery)|wiederherstellungscodes?|wiederherstellungsschlüssel|backup-codes|notfallcodes|einmalcodes",
    "|codes (?:de |à )?(?:secours|récupération|sauvegarde|usage unique)",
    "|códigos de (?:respaldo|recuperación|recuperação|emergencia|segurança)|codici di (?:backup|recupero|emergenza)",
    "|herstelcodes|back-upcodes|reservecodes|kody (?:zapasowe|odzyskiwania)|återställningskoder|reservkoder|sikkerhetskopikoder",
    "|záložní kódy|yedek kodlar(?:ı|ınız)?|резервные коды|коды восстановления)",
    "|备用(?:验证码|代码)|恢复代码|バックアップコード|백업 코드|TANs|i?TAN-?(?:Liste|Blatt|list)|TAN list"
);

/// Most codes of a list.
const MOST: usize = 16;

/// The codes by their places in the list: a pattern has one find.
pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[const { Pattern::regex(NAMES, 0.85, 0.9) }; MOST]),
    context: words![],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, end) = (candidate.field.text, candidate.range.end);
    let start = list_start(text, end)?;
    let first = items(text, start).next()?;
    let shape = Shape::of(text.get(first)?)?;
    let of_list = || items(text, start).map_while(|item| shape.fits(text.get(item.clone())?).then_some(item));
    // One of the codes has digits, or they are words.
    let has_digits = || of_list().filter_map(|item| text.get(item)).any(|code| digits(code) > 1);
    let is_list = of_list().nth(1).is_some() || shape.words > 2;
    (is_list && has_digits()).then(|| candidate.part(of_list().nth(candidate.pattern)?))?
}

fn digits(code: &str) -> usize {
    code.bytes().filter(u8::is_ascii_digit).count()
}

/// The start of the list that the name before `at` announces: behind a remark and a colon, behind a verb, or on the line
/// below.
fn list_start(text: &str, at: usize) -> Option<usize> {
    /// Longest remark, in bytes.
    const LONGEST: usize = 80;
    /// Most words of a remark without a sign.
    const WORDS: usize = 8;
    const VERBS: [&str; 8] = [" are ", " sind ", " lauten ", " sont ", " son ", " sono ", " são ", " zijn "];
    let near = window::behind(text, at, LONGEST);
    let line = near.split(['\n', '\r']).next()?;
    let line = line.split("\\n").next()?;
    match line.find([':', '：', '=']) {
        Some(sign) => {
            let remark = line.get(..sign)?.trim_matches(|c: char| matches!(c, '"' | '\'' | '*' | '`' | '_' | ' '));
            let is_remark = remark.is_empty() || remark.starts_with('(') && remark.ends_with(')');
            let is_sentence =
                || remark.split(' ').count() <= 6 && !remark.contains([',', '{', '[', '=']) && !remark.contains(". ");
            (is_remark || is_sentence()).then_some(at + sign)
        }
        // `my backup codes are …`
        None if let Some(verb) = VERBS.iter().find(|verb| line.starts_with(**verb)) => Some(at + verb.len()),
        None => {
            let is_heading = line.trim_matches(|c: char| !c.is_alphanumeric()).is_empty();
            // A remark without a sign behind it: `recovery codes - keep them safe`.
            let is_remark = || {
                let line = line.trim_end();
                line.split(' ').count() <= WORDS && !line.bytes().any(|b| b.is_ascii_digit() || b".{[<=|".contains(&b))
            };
            ((is_heading || is_remark()) && line.len() < near.len()).then_some(at + line.len())
        }
    }
}

/// The codes at `at`, without what stands between them: numbers of a list, bullets, quotes, words for "and". Parts that one
/// blank parts are one code.
fn items(text: &str, at: usize) -> impl Iterator<Item = Range<usize>> {
    /// Longest list, in bytes.
    const LONGEST: usize = 1024;
    let rest = window::behind(text, at, LONGEST);
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let begin = from + rest.get(from..)?.find(|c: char| c.is_alphanumeric())?;
            let is_gap = rest
                .get(from..begin)?
                .chars()
                .all(|c| c.is_whitespace() || "\"'`[](){},;:：|*•·-–—_=>#.\\".contains(c));
            let end = begin + word_len(rest.get(begin..)?);
            let word = rest.get(begin..end)?;
            let is_number = word.len() < 3 && rest.get(end..)?.starts_with(['.', ')', ':']);
            let is_escape = rest.get(..begin)?.ends_with('\\') && word.len() == 1;
            if !is_gap || word.is_empty() {
                return None;
            }
            from = end;
            if is_number || is_escape || is_one_of(word, &["and", "und", "et", "y", "e", "en", "och", "og", "i", "or"])
            {
                continue;
            }
            let mut last = end;
            while let Some(next) = rest.get(last..)?.strip_prefix(' ') {
                let len = word_len(next);
                if len != word.len() || !next.get(..len)?.bytes().all(|b| b.is_ascii_digit()) {
                    break;
                }
                last += 1 + len;
            }
            from = last;
            return Some(at + begin..at + last);
        }
    })
}

/// The length of the letters, digits and hyphens at the start of `text`.
fn word_len(text: &str) -> usize {
    let len = text.bytes().take(64).take_while(|b| b.is_ascii_alphanumeric() || *b == b'-').count();
    text.get(..len).map_or(0, |word| word.trim_end_matches('-').len())
}

/// The shape that the codes of a list share.
struct Shape {
    len: usize,
    hyphens: usize,
    words: usize,
}

impl Shape {
    /// The shape of the first code; `None` if it is none.
    fn of(code: &str) -> Option<Self> {
        /// Letters and digits of a code.
        const LEN: std::ops::RangeInclusive<usize> = 5..=48;
        let shape = Self { len: code.len(), hyphens: code.matches('-').count(), words: code.split(' ').count() };
        let is_mixed = digits(code) > 1 || code.contains('-');
        (LEN.contains(&code.len()) && is_mixed && shape.fits(code)).then_some(shape)
    }

    /// Reports whether `code` has it, and is neither a date nor the identifier of an object.
    fn fits(&self, code: &str) -> bool {
        let is_date = code.len() == 10 && code.split('-').map(str::len).eq([4, 2, 2]);
        code.len() == self.len
            && code.matches('-').count() == self.hyphens
            && code.split(' ').count() == self.words
            && !is_date
            && !is_uuid(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn codes(text: &str, name: &str) -> Vec<String> {
        let at = text.find(name).unwrap();
        let field = Field::new(text);
        (0..MOST)
            .filter_map(|pattern| {
                let range = at..at + name.len();
                check(&Candidate { field: &field, range, pattern, form: crate::Form::Shape, name: "" })
            })
            .map(|found| text[found.range].to_owned())
            .collect()
    }

    #[test]
    fn codes_of_one_shape_are_a_list() {
        for (text, expected) in [
            ("codes: 8412-9931, 5520-1187 and 9034-7712.", &["8412-9931", "5520-1187", "9034-7712"][..]),
            ("codes (each once):\n1. 50181385\n2. 70774419\n", &["50181385", "70774419"]),
            ("codes\n- d7hfc-mft5b\n- jmeyt-kkfvc\n", &["d7hfc-mft5b", "jmeyt-kkfvc"]),
            ("codes\": [\"4471 9982\", \"1034 5567\"], \"count\": 10", &["4471 9982", "1034 5567"]),
            ("codes: 482913 993812 558210", &["482913 993812 558210"]),
            ("codes are sent to 20 users, 10 each", &[]),
            ("codes: see chapter 12", &[]),
            ("codes: enabled, optional", &[]),
            ("codes: 2026-03-11, 2026-03-12", &[]),
        ] {
            assert_eq!(codes(text, "codes"), expected, "{text:?}");
        }
    }
}
