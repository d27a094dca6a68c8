//! The shapes of numbers that offices and firms give to records: groups of digits, years, series of capitals.

/// Reports whether it is groups of digits with dashes, as banks write accounts: `883-221-90`; dates are of other lengths.
pub(super) fn is_dashed(found: &str) -> bool {
    let mut groups = found.split('-');
    let digits = found.len() - found.matches('-').count();
    found.matches('-').count() > 1
        && (8..=16).contains(&digits)
        && groups.all(|group| (2..=8).contains(&group.len()) && group.bytes().all(|b| b.is_ascii_digit()))
}

/// Reports whether it is of digits alone, more than counts, years and codes have behind a word for a person or an account.
pub(super) fn is_long(found: &str) -> bool {
    (8..=18).contains(&found.len()) && found.bytes().all(|b| b.is_ascii_digit())
}

/// Reports whether it is a year and the number of a case in it: `24-018835`, `2024/0018835`.
pub(super) fn is_of_year(found: &str) -> bool {
    let Some((year, number)) = found.split_once(['-', '/']) else { return false };
    let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    matches!(year.len(), 2 | 4) && (5..=8).contains(&number.len()) && all_digits(year) && all_digits(number)
}

/// Reports whether it is capitals and digits in groups, as offices number records: `HPX-4482917`, `MOT/4482913/24`.
pub(super) fn is_composed(found: &str) -> bool {
    /// Most letters before the digits of a number without joints, and fewest digits.
    const SERIES: usize = 4;
    const DIGITS: usize = 6;
    /// Fewest digits behind one letter with a joint: `E-10442`.
    const FEWEST: usize = 5;
    let series = found.bytes().take_while(u8::is_ascii_uppercase).count();
    let number = found.get(series..).unwrap_or_default();
    let is_series =
        (1..=SERIES).contains(&series) && number.len() >= DIGITS && number.bytes().all(|b| b.is_ascii_digit());
    if is_series {
        return true;
    }
    let capitals = found.bytes().filter(u8::is_ascii_uppercase).count();
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let stands = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || matches!(b, b'-' | b'/');
    let is_series = capitals > 1 || capitals == 1 && digits >= FEWEST && found.contains(['-', '/']);
    is_series && found.contains(['-', '/']) && found.bytes().all(stands)
}

/// Reports whether it is a series of capitals and groups of digits behind blanks, and no standard: `HPX 9921 44310`.
pub(super) fn is_spaced(found: &str) -> bool {
    const STANDARDS: [&str; 9] = ["ISO", "IEC", "EN", "DIN", "EU", "UE", "RFC", "NIST", "IEEE"];
    /// Fewest digits.
    const DIGITS: usize = 6;
    let Some((series, number)) = found.split_once(' ') else { return false };
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    (2..=4).contains(&series.len())
        && series.bytes().all(|b| b.is_ascii_uppercase())
        && !STANDARDS.contains(&series)
        && digits >= DIGITS
        && number.bytes().all(|b| b.is_ascii_digit() || b == b' ')
}

/// Reports whether the phrase holds a word for "number", or is one that ends in it.
pub(super) fn says_number(phrase: &str) -> bool {
    let has = |word: &str| phrase.as_bytes().windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
    phrase.contains('#') || [" number", " no", " num", " nr", " id", "nummer"].into_iter().any(has)
}

/// Reports whether it is the serial number of a case at an office or a desk for help, and of no task of a project, whose numbers are
/// short: `00871234`, `55120987`, `F-22018744`, `TKT-2291847`, `A-118-224`.
pub(super) fn is_serial(number: &str) -> bool {
    /// Fewest digits, behind a series in capitals and alone.
    const DIGITS: usize = 6;
    const ALONE: usize = 8;
    let series = number.bytes().take_while(u8::is_ascii_uppercase).count();
    let rest = number[series..].trim_start_matches(['-', '/', ' ']);
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let are_digits = rest.bytes().all(|b| b.is_ascii_digit() || b == b'-') && !rest.is_empty();
    let is_date = || digits == ALONE && ["19", "20"].iter().any(|century| rest.starts_with(century));
    match series {
        0 => {
            are_digits && !rest.contains('-') && (digits >= ALONE && !is_date() || digits > 5 && rest.starts_with('0'))
        }
        1..=4 => are_digits && digits >= DIGITS && !is_date(),
        _ => false,
    }
}
