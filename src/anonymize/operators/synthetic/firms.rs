//! Surrogates for organisations, word by word. Words for the kind of an organisation and its legal form stay.

use std::ops::Range;

use fake::locales::{Data, ZH_CN};
use rand::seq::IndexedRandom;

use super::{
    letters::{Script, cased_as, weight},
    people::{self, NAMES},
    random, shape,
};
use crate::{
    anonymize::{operators::Piece, substitute::Substitute},
    keys::Cipher,
};

/// Words for kinds of organisations, legal forms, and conjunctions, without `.` and `/`.
const KEPT: &str = "
    ab ag aktiengesellschaft amba aps as asa bv bvba co company companies corp corporation cv dba ev eg eurl gbr gmbh group
    gruppe groupe holding holdings inc incorporated kft kg kgaa kk kommanditgesellschaft lda limited llc llp lp ltd ltda mbh nv
    nyrt ohg oy oyj partners plc pllc pty pte pvt rt sa sab sae sarl sas sasu scs se sgps sl slu snc spa sp spk spol sro srl
    srls ug vof zoo zrt doo
    academy academia agency agentur airlines akademie airport amt army assembly associates association authority bank banca
    banco bancorp banque bibliothek board brothers bros bureau capital cathedral center centre centro church city clinic
    clinica clinique club college collège commission committee community consulting council county court department dept
    design école engineering enterprises escuela estate faculty federation foundation fondation fundación fund gallery
    gesellschaft gymnasium health hochschule hospital hôpital hotel industries institut institute instituto insurance
    international investments klinik klinikum krankenhaus lab laboratories laboratory labs law library logistics management
    media medical ministry ministère ministerium motors museum national network office orchestra organisation organization
    party partei pharmacy police press publishers records restaurant royal savings school schule scuola services society
    société software solutions son sons sparkasse stadt state stiftung store studio studios systems team technical
    technologies technology theater theatre trust union united universidad università universitair universität université
    universiteit university uniwersytet verein verlag versicherung werke works
    a al and at by d da das de dei del della der des di die do dos du e el et für for i in la las le les los mit o of on
    the u und van von y z";

/// Surrogates offered for one word.
const CANDIDATES: usize = 6;

/// The name in pieces; `None` if no word of it is its own.
pub(super) fn pieces(text: &str, cipher: &Cipher) -> Option<Vec<Piece>> {
    if matches!(Script::of(text), Script::Han | Script::Kana) {
        return chinese(text, cipher);
    }
    let mut pieces = Vec::new();
    let mut fixed = String::new();
    let (mut at, mut parts) = (0, 0);
    for word in words(text) {
        let part = text.get(word.clone())?;
        fixed.push_str(text.get(at..word.start)?);
        at = word.end;
        if is_kept(part) || is_abbreviated(text, &word) {
            fixed.push_str(part);
            continue;
        }
        parts += 1;
        if parts > MOST {
            return None;
        }
        if !fixed.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut fixed)));
        }
        pieces.push(Piece::Part { candidates: names(text, part, cipher)?, range: word });
    }
    fixed.push_str(text.get(at..)?);
    if !fixed.is_empty() {
        pieces.push(Piece::Text(fixed));
    }
    (parts > 0).then_some(pieces)
}

/// Most words of a name that are its own.
const MOST: usize = 8;

/// The words of a name: runs of letters, digits and signs between them, without a final `'s`.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_in = |c: char| masquerade_detect::text::is_word(c) || matches!(c, '\'' | '’');
    let starts = text.char_indices().filter(move |(at, c)| {
        is_in(*c) && !text.get(..*at).and_then(|before| before.chars().next_back()).is_some_and(is_in)
    });
    starts.map(move |(start, _)| {
        let rest = text.get(start..).unwrap_or_default();
        let word = rest.find(|c| !is_in(c)).map_or(rest, |end| rest.get(..end).unwrap_or_default());
        let stem = ["'s", "’s", "'S", "’S", "'", "’"].iter().find_map(|ending| word.strip_suffix(ending));
        start..start + stem.unwrap_or(word).len()
    })
}

/// Reports whether `word` is a letter or two of a legal form such as `S.p.A.` or `A/S`.
fn is_abbreviated(text: &str, word: &Range<usize>) -> bool {
    let is_mark = |c: Option<char>| c.is_some_and(|c| matches!(c, '.' | '/'));
    let before = text.get(..word.start).and_then(|before| before.chars().next_back());
    let after = text.get(word.end..).and_then(|after| after.chars().next());
    word.len() <= 2 && (is_mark(before) || is_mark(after))
}

fn is_kept(word: &str) -> bool {
    let lower = word.to_lowercase();
    word.is_empty()
        || word.chars().all(|c| !c.is_alphanumeric())
        || KEPT.split_ascii_whitespace().any(|kept| kept == lower)
}

/// Family names in the case of the word; letters of the same kind in scripts without a list.
fn names(text: &str, word: &str, cipher: &Cipher) -> Option<Vec<Substitute>> {
    let lower = word.to_lowercase();
    let mut random = random(cipher, "ORGANIZATION", &lower);
    let made: Vec<String> = if Script::of(word) == Script::Latin {
        let pool = NAMES.english()?.entries(true);
        let single = pool.sample(&mut random, CANDIDATES / 2).map(|entry| entry.name.to_owned()).collect::<Vec<_>>();
        let double = pool.sample(&mut random, CANDIDATES).collect::<Vec<_>>();
        let double = double.chunks_exact(2).map(|two| two.iter().map(|entry| entry.name).collect::<Vec<_>>().join("-"));
        single.into_iter().chain(double).collect()
    } else {
        (0..CANDIDATES).filter_map(|_| people::another(word, &mut random)).collect()
    };
    let fits = |name: &String| {
        weight(name) >= super::LEAST
            && !text.contains(name.as_str())
            && !name.contains(word)
            && name.to_lowercase() != lower
    };
    let names: Vec<Substitute> =
        made.iter().map(|name| cased_as(word, name)).filter(fits).map(Substitute::from).collect();
    (!names.is_empty()).then_some(names)
}

/// The name before a known legal form.
fn chinese(text: &str, cipher: &Cipher) -> Option<Vec<Piece>> {
    let forms =
        || <ZH_CN as Data>::COMPANY_SUFFIX.iter().chain(&["株式会社", "有限会社", "大学", "银行", "医院", "公司"]);
    let ends = forms().filter_map(|form| text.strip_suffix(form)).map(str::len).min().unwrap_or(text.len());
    let starts = forms().filter(|form| text.starts_with(**form)).map(|form| form.len()).max().unwrap_or_default();
    let own = text.get(starts..ends).filter(|own| !own.is_empty())?;
    let mut random = random(cipher, "ORGANIZATION", own);
    let made = (0..CANDIDATES).filter_map(|_| shape::alike(own, &mut random));
    let names: Vec<Substitute> =
        made.filter(|name| weight(name) >= super::LEAST && !text.contains(name)).map(Substitute::from).collect();
    let fixed = |part: Option<&str>| part.filter(|part| !part.is_empty()).map(|part| Piece::Text(part.to_owned()));
    let part = (!names.is_empty()).then_some(Piece::Part { range: starts..ends, candidates: names })?;
    Some(fixed(text.get(..starts)).into_iter().chain([part]).chain(fixed(text.get(ends..))).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::surrogates;

    #[test]
    fn organisations_keep_their_kind_and_legal_form() {
        for (text, head, tail) in [
            ("Initech GmbH", "", " GmbH"),
            ("Roe & Sons, Inc.", "", " & Sons, Inc."),
            ("University of Wessex", "University of ", ""),
            ("INITECH S.p.A.", "", " S.p.A."),
            ("Bank of Ruritania's", "Bank of ", "'s"),
            ("王明有限公司", "", "有限公司"),
            ("トヨタ株式会社", "", "株式会社"),
        ] {
            let names = surrogates("ORGANIZATION", text);
            assert!(!names.is_empty(), "{text}");
            for name in names {
                assert!(name.starts_with(head) && name.ends_with(tail) && *name != *text, "{name}");
            }
        }
        assert!(surrogates("ORGANIZATION", "The University").is_empty());
        assert!(surrogates("ORGANIZATION", "INITECH").iter().all(|name| name.to_uppercase() == **name));
    }
}
