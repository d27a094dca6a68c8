//! Places on the Earth: decimal degrees, degrees with minutes and seconds, RFC 5870's geo URIs, links to maps.

use std::{borrow::Cow, ops::Range};

use crate::entity::{Group, Handling, LabelInfo, Validation};
use crate::recognizers::support::neighbours::{alphabet_continues, byte_at, byte_before, is_one_of};
use crate::recognizers::support::value::token;
use crate::text::{is_value_edge, line, window};
use crate::{Candidate, Finding, Pattern, Rule};

/// A latitude and a longitude in decimal degrees, with so many decimals at least.
macro_rules! pair {
    ($decimals:literal, $gap:literal) => {
        concat!("[+-]?[0-9]{1,2}\\.[0-9]{", $decimals, ",15}", $gap, "[+-]?[0-9]{1,3}\\.[0-9]{", $decimals, ",15}")
    };
}

/// The facts about the label.
pub(super) const INFO: LabelInfo = LabelInfo {
    groups: &[Group::PII, Group::HIPAA],
    aliases: &["COORDINATES", "GPS", "GPS_COORDINATES", "LAT_LONG", "GEOLOCATION"],
    validation: Validation::Structure,
    languages: &["en", "de", "fr", "es", "it"],
    ..LabelInfo::new(
        "COORDINATE",
        "A latitude and a longitude, or one of them behind its name.",
        "52.520008, 13.404954",
        Handling::COMMON,
    )
};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // Two fractions beside each other are any two numbers, unless they are as exact as satellites are.
        Pattern::regex(pair!("4", "(?:, ?|; ?| )"), 0.4, 0.93),
        Pattern::regex(pair!("2", ", ?"), 0.1, 0.8),
        // geo:37.786971,-122.399677 and /@37.786971,-122.399677,15z
        Pattern::regex(concat!("(?:geo:|GEO:|@|ll=|q=|daddr=|loc:)", pair!("2", "(?:,|%2C|;)")), 0.93, 0.97),
        // 52.5200° N, 13.4050° E
        Pattern::regex(
            r"[0-9]{1,2}\.[0-9]{1,10} ?(?:\u{B0} ?)?[NS],? ?[0-9]{1,3}\.[0-9]{1,10} ?(?:\u{B0} ?)?[EWO]",
            0.9,
            0.97,
        ),
        // 40°26′46″N 79°58′56″W, 40° 26.767' N 79° 58.933' W
        Pattern::regex(
            concat!(
                r#"[0-9]{1,2}\u{B0} ?[0-9]{1,2}(?:\.[0-9]{1,6})?['\u{2032}\u{2019}] ?(?:[0-9]{1,2}(?:\.[0-9]{1,6})?(?:["\u{2033}\u{201D}]|'') ?)?[NS],? ?"#,
                r#"[0-9]{1,3}\u{B0} ?[0-9]{1,2}(?:\.[0-9]{1,6})?['\u{2032}\u{2019}] ?(?:[0-9]{1,2}(?:\.[0-9]{1,6})?(?:["\u{2033}\u{201D}]|'') ?)?[EWO]"#
            ),
            0.97,
            0.99,
        ),
        Pattern::key(
            keys![
                "latitude",
                "longitude",
                "lat",
                "lng",
                "lon",
                "long",
                "breitengrad",
                "längengrad",
                "latitud",
                "longitud"
            ],
            0.85,
        ),
        // As cameras and their tools write it: 48 deg 8' 14.12" N, 11 deg 34' 31.00" E
        Pattern::prefix("[0-9]{1,3} deg [0-9]", 0.95, 0.97),
        // lat 44.94 lon -123.03
        Pattern::regex(r"(?i:lat|latitude|lon|lng|longitude)[ =:]{1,2}[+-]?[0-9]{1,3}\.[0-9]{2,15}", 0.8, 0.9),
        // In histories of places, in units of a ten-millionth of a degree: `"latitudeE7": 525200080`.
        Pattern::key(keys!["latitude e7", "longitude e7", "lat e7", "lng e7", "lon e7"], 0.9),
        // A point of a map in KML, its longitude first.
        Pattern::within(r"<coordinates>\s{0,32}-?[0-9]{1,3}\.[0-9]{3,15},-?[0-9]{1,2}\.[0-9]{3,15}", 0.93, 0.97),
        // Degrees, minutes and seconds as fractions, as files of pictures hold them: `exif:GPSLatitude: 52/1, 31/1, 1200/100`.
        Pattern::key(keys!["gps latitude", "gps longitude", "gps dest latitude", "gps dest longitude"], 0.9),
        // Where somebody was last, by the axes of a map: `last_pos_x: 13.40495`, `last_pos_y: 52.52001`.
        Pattern::key(
            keys![
                "gps x",
                "gps y",
                "geo x",
                "geo y",
                "last pos x",
                "last pos y",
                "last position x",
                "last position y",
                "last loc x",
                "last loc y",
                "last location x",
                "last location y",
                "home x",
                "home y",
                "home pos x",
                "home pos y",
                "location x",
                "location y",
                "coord x",
                "coord y",
                "map x",
                "map y"
            ],
            0.85,
        ),
        // Beside each other in a table, below the names of both.
        Pattern::regex(pair!("4", "  "), 0.4, 0.93),
    ]),
    context: words![
        "coordinates",
        "drop pin",
        "coordinate",
        "coords",
        "gps",
        "gps coordinate",
        "gpscoordinate",
        "nearbygpscoordinate",
        "latlng",
        "latlon",
        "lat lng",
        "lat lon",
        "location coordinates",
        "geo position",
        "geo location",
        "last position",
        "last known position",
        "location",
        "located",
        "latitude",
        "longitude",
        "lat",
        "lng",
        "lon",
        "position",
        "geo",
        "geolocation",
        "geocode",
        "geocoded",
        "geocoder",
        "geocoding",
        "latlng",
        "koordinaten",
        "standort",
        "coordonnées",
        "coordenadas",
        "ubicación",
        "coordinate",
        "posizione",
        "map",
        "maps",
        "waze",
        "google maps",
        "apple maps",
        "mapa",
        "karte",
        "carte",
        "mappa",
        "treffpunkt",
        "localização",
        "localización",
        "localisation",
        "at",
        "home",
        "zuhause",
        "domicile",
        "casa",
    ],
    check,
}];

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, range, matched) = (candidate.field.text, &candidate.range, candidate.matched());
    match candidate.pattern {
        // The rest of a list of numbers stands beside it.
        12 => in_table(text, range),
        0 | 1 if is_joined(text, range) || is_listed(text, range.start, range.end) => None,
        0 | 1 => {
            let found = is_pair(matched).then(|| candidate.whole())??;
            let is_told = || {
                is_geocoded(text, range.start)
                    || candidate.pattern == 0 && (is_pinned(text, range) || is_of_place(text, range))
            };
            Some(Finding { sure: found.sure || is_told(), ..found })
        }
        2 => {
            let start = range.start + matched.find([':', '@', '=']).map_or(0, |at| at + 1);
            is_pair(text.get(start..range.end)?).then(|| candidate.part(start..range.end))?
        }
        3 => is_pair(matched).then(|| candidate.whole())?,
        4 => is_sexagesimal(matched).then(|| candidate.whole())?,
        6 => candidate.part(range.start..in_degrees(text, range.start)?),
        8 => {
            let place = token(candidate, b"")?;
            let degrees: i64 = text.get(place.clone())?.parse().ok()?;
            let is_exact = (100_000..=1_800_000_000).contains(&degrees.abs());
            is_exact.then(|| candidate.part(place))?
        }
        10 => candidate.part(of_fractions(text, range.start)?),
        11 => candidate.part(on_axis(candidate)?),
        9 => of_point(text, range.start + "<coordinates>".len(), range.end),
        _ => {
            let place = match candidate.pattern {
                5 => token(candidate, b"")?,
                _ => range.start + matched.find([' ', '=', ':'])? + 1..range.end,
            };
            let place = place.end - text.get(place.clone())?.trim_start_matches([' ', '=', ':']).len()..place.end;
            let found = text.get(place.clone())?.trim_end_matches(['°', 'N', 'S', 'E', 'W']);
            let degrees: f64 = found.parse().ok()?;
            let exact = found.split_once('.').is_some_and(|(_, decimals)| decimals.len() > 1);
            let real =
                exact && degrees.abs() <= 180.0 && found.bytes().all(|b| b.is_ascii_digit() || b"+-.".contains(&b));
            real.then(|| candidate.part(place))?
        }
    }
}

/// Reports whether the pair at `range` is joined to more than its name, `gps:52.52001, 13.40495`, or the other cells of its row,
/// `7;52.52001, 13.40495;3`.
fn is_joined(text: &str, range: &Range<usize>) -> bool {
    let is_named =
        text[..range.start].strip_suffix(':').is_some_and(|name| name.ends_with(|c: char| c.is_alphabetic()));
    let is_cell = !text[range.clone()].contains(';')
        && (range.start == 0 || byte_before(text, range.start).is_some_and(|b| matches!(b, b';' | b'\n')))
        && byte_at(text, range.end).is_none_or(|b| matches!(b, b';' | b'\n' | b'\r'));
    !is_named && !is_cell && alphabet_continues(text, range, b",.:;/%")
}

/// Reports whether an address in quotes stands before `at`, behind which an arrow or a sign leads to its place:
/// `"12 Elm Street, Springfield" -> (52.5, 13.4)`.
fn is_geocoded(text: &str, at: usize) -> bool {
    /// Longest address, and fewest letters of one, in bytes.
    const LONGEST: usize = 160;
    const LETTERS: usize = 6;
    let head = line::before(text, at, LONGEST).trim_end_matches(['(', '[', '{', ' ']);
    let lead =
        ["->", "=>", "→", "⇒", "➜", "↦", ":"].iter().find_map(|sign| head.strip_suffix(sign).map(|head| (head, *sign)));
    let Some((head, sign)) = lead else { return false };
    let head = head.trim_end_matches([' ', ')']);
    let quoted = ["\\\"", "\"", "'", "`", "”", "»", "“"].iter().find_map(|quote| head.strip_suffix(quote));
    let address = quoted.and_then(|head| head.rsplit(['"', '\'', '`', '“', '«', '„', '”']).next()).unwrap_or_default();
    let letters = address.chars().filter(|c| c.is_alphabetic()).count();
    // Names of members are no addresses: `"series 5": [0.1234, 0.5678]`.
    let is_address = sign != ":" || address.contains(", ");
    is_address && letters >= LETTERS && address.contains(' ') && address.contains(|c: char| c.is_numeric())
}

/// Reports whether the pair at `range` is a place that somebody sends: behind a word for being there, `(near 52.52001, 13.40495)`, or
/// alone on its line of a message, as exact as telephones are.
fn is_pinned(text: &str, range: &Range<usize>) -> bool {
    /// Bytes that are read beside it.
    const FAR: usize = 160;
    /// Longest name of a place, in bytes.
    const PLACE: usize = 40;
    /// Fewest decimals of a telephone's place, and fewest letters of a message.
    const DECIMALS: usize = 5;
    const LETTERS: usize = 8;
    const NEAR: [&str; 16] = [
        "near", "around", "nearby", "nahe", "bei", "près de", "cerca de", "vicino a", "perto de", "nabij", "koło",
        "blisko", "poblíž", "nära", "nær", "close to",
    ];
    let head = line::before(text, range.start, FAR);
    let said = head.trim_end_matches([' ', '(', '[', ':', '~', '≈']);
    let ends_in = |word: &str| {
        said.strip_suffix(word).is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    // In brackets behind the place that is near: `near Elko (40.83242, -115.76312)`.
    let of_named = |word: &str| {
        let is_bracket = head.ends_with('(');
        let place = said.rfind(word).filter(|_| is_bracket).map_or("", |at| &said[at + word.len()..]);
        place.starts_with(' ')
            && place.len() < PLACE
            && place.trim().split(' ').all(|part| part.starts_with(char::is_uppercase))
    };
    // Near the equator the numbers are rather others.
    let latitude = text[range.clone()].trim_start_matches(['+', '-']);
    if said.len() < head.len() && !latitude.starts_with("0.") && NEAR.iter().any(|word| ends_in(word) || of_named(word))
    {
        return true;
    }
    let matched = &text[range.clone()];
    let is_exact = matched
        .split([',', ';', ' '])
        .filter_map(|part| part.split_once('.'))
        .all(|(_, digits)| digits.len() >= DECIMALS);
    let is_alone = head.trim().is_empty() && line::behind(text, range.end, FAR).trim().is_empty();
    let is_message = |line: &str| {
        let letters = line.chars().filter(|c| c.is_alphabetic()).count();
        letters >= LETTERS && line.contains(' ') && !line.contains(['=', '{', '[', '|', '\t', '<'])
    };
    let (before, behind) = (window::before(text, range.start, FAR), window::behind(text, range.end, FAR));
    let mut beside =
        [before.trim_end().rsplit('\n').next(), behind.trim_start().split('\n').next()].into_iter().flatten();
    let has_other = |line: &str| line.is_empty() || is_message(line);
    is_exact && is_alone && beside.clone().any(is_message) && beside.all(has_other)
}

/// Reports whether the bracket around the pair in `range` belongs to a name for a place, as in a program or its settings: `pos = { 52.5201,
/// 13.4049 }`. Places on a screen lie between 0 and 1.
fn is_of_place(text: &str, range: &Range<usize>) -> bool {
    /// Longest name, in bytes.
    const LONGEST: usize = 48;
    const NAMES: [&str; 14] = [
        "pos",
        "position",
        "gps",
        "geo",
        "loc",
        "location",
        "latlon",
        "latlng",
        "coord",
        "coords",
        "coordinates",
        "home",
        "place",
        "site",
    ];
    let head = line::before(text, range.start, LONGEST).trim_end();
    let Some(head) = head.strip_suffix(['{', '[', '(']) else { return false };
    let name = head.trim_end_matches([' ', '=', ':', '>', '"', '\'', '\\']);
    let is_assigned = head[name.len()..].contains(['=', ':']);
    let word = name.rsplit(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    let is_wide = |number: &str| {
        number.trim_matches(|c: char| c == ',' || c == ';').parse::<f64>().is_ok_and(|degrees| degrees.abs() > 1.5)
    };
    let is_closed = text[range.end..].trim_start().starts_with(['}', ']', ')', ',']);
    is_assigned && is_closed && is_one_of(word, &NAMES) && text[range.clone()].split([',', ' ']).any(is_wide)
}

/// The degrees behind the name of an axis, as exact as satellites are, if those of the other axis stand near.
fn on_axis(candidate: &Candidate<'_>) -> Option<Range<usize>> {
    /// Fewest and most decimals, and farthest other value, in bytes.
    const DECIMALS: Range<usize> = 4..9;
    const FAR: usize = 96;
    let text = candidate.field.text;
    let place = token(candidate, b",")?;
    let found = text.get(place.clone())?;
    let is_exact =
        |number: &str| number.split_once('.').is_some_and(|(_, decimals)| DECIMALS.contains(&decimals.len()));
    let in_degrees =
        |number: &str| number.parse::<f64>().is_ok_and(|degrees| degrees.abs() <= 180.0) && is_exact(number);
    let near = [window::before(text, place.start, FAR), window::behind(text, place.end, FAR)];
    let is_other = |word: &str| in_degrees(word.trim_matches(|c: char| !c.is_ascii_digit() && c != '-'));
    let has_other = || near.iter().any(|near| near.split([' ', '\n', '\t', '=', ':', ',', '"']).any(is_other));
    (in_degrees(found) && has_other()).then_some(place)
}

/// The pair in `range`, parted by blanks, below a line that names a latitude and a longitude, as tables in notebooks have them.
fn in_table(text: &str, range: &Range<usize>) -> Option<Finding> {
    /// Farthest heading, in bytes.
    const FAR: usize = 2048;
    let has = |line: &str, names: [&str; 4]| {
        line.split(|c: char| !c.is_ascii_alphabetic()).any(|word| is_one_of(word, &names))
    };
    let names = |line: &str| {
        has(line, ["lat", "latitude", "latitud", "breite"]) && has(line, ["lng", "lon", "long", "longitude"])
    };
    let near = window::before(text, range.start, FAR);
    let is_headed =
        (near.contains("lat") || near.contains("Lat") || near.contains("LAT")) && near.split('\n').any(names);
    (is_headed && is_pair(&text[range.clone()])).then_some(Finding {
        range: range.clone(),
        sure: true,
        validated: None,
    })
}

/// The pair between `start` and `end`, with its height, if it is the only one of its element: borders and ways have more.
fn of_point(text: &str, start: usize, end: usize) -> Option<Finding> {
    /// Longest height and blanks, in bytes.
    const LONGEST: usize = 48;
    let matched = text.get(start..end)?;
    let start = end - matched.trim_start().len();
    let rest = &text[end..text.floor_char_boundary(text.len().min(end + LONGEST))];
    let height = &rest[..rest.find('<')?];
    let is_height = height.trim_end().bytes().all(|b| b.is_ascii_digit() || matches!(b, b',' | b'.' | b'-'));
    let (longitude, latitude) = matched.trim_start().split_once(',')?;
    let swapped = [latitude, longitude].join(",");
    (is_height && is_pair(&swapped)).then_some(Finding { range: start..end, sure: false, validated: None })
}

/// The degrees, minutes and seconds at `at`, as three fractions or decimals in a list: `52/1, 31/1, 1200/100`, `(52.0, 31.0, 12.0)`.
fn of_fractions(text: &str, at: usize) -> Option<Range<usize>> {
    /// Longest list, in bytes.
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    let opening = near.bytes().take_while(|b| matches!(b, b' ' | b'(' | b'[' | b'"')).count();
    let near = near.get(opening..)?;
    let len = near.find(|c: char| !c.is_ascii_digit() && !matches!(c, '/' | '.' | ',' | ' ')).unwrap_or(near.len());
    let found = near.get(..len)?.trim_end_matches([' ', ',', '.']);
    let value = |part: &str| -> Option<f64> {
        match part.trim().split_once('/') {
            Some((number, unit)) => Some(number.parse::<f64>().ok()? / unit.parse::<f64>().ok()?),
            None => part.trim().parse().ok(),
        }
    };
    let parts: Vec<Option<f64>> = found.split(',').map(value).collect();
    let fits = matches!(parts.as_slice(), [Some(0.0..=180.0), Some(0.0..60.0), Some(0.0..60.0)]);
    fits.then(|| at + opening..at + opening + found.len())
}

/// The end of the degrees, minutes and seconds at `at`, of a latitude, a longitude or both.
fn in_degrees(text: &str, at: usize) -> Option<usize> {
    /// Longest pair, in bytes.
    const LONGEST: usize = 64;
    let near = line::behind(text, at, LONGEST);
    // The quotes of seconds are escaped in a member of JSON.
    let stands = |c: char| c.is_ascii_digit() || " deg'\".,NSEW\\".contains(c);
    let len = near.find(|c| !stands(c)).unwrap_or(near.len());
    let end = near.get(..len)?.rfind(['N', 'S', 'E', 'W'])? + 1;
    let found = near.get(..end)?;
    (found.contains('\'') && found.contains('"') && is_value_edge(text, at + end)).then_some(at + end)
}

/// Reports whether another number of a list stands before or behind.
fn is_listed(text: &str, start: usize, end: usize) -> bool {
    let head = text.get(..start).unwrap_or_default().trim_end_matches([' ', '[', '(']);
    let before = head.ends_with(',') && head.trim_end_matches(',').ends_with(|c: char| c.is_ascii_digit());
    let tail = text.get(end..).unwrap_or_default();
    let after = tail.strip_prefix(',').unwrap_or_default().trim_start();
    before
        || after.starts_with(|c: char| c.is_ascii_digit() || c == '-')
        || matches!(byte_at(text, end), Some(b'%'))
        || byte_before(text, start).is_some_and(|b| b == b'$')
}

/// The two numbers of `matched`, if they can be degrees.
fn is_pair(matched: &str) -> bool {
    let parts = matched.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    let mut numbers = parts.filter_map(|part| part.parse::<f64>().ok());
    let (latitude, longitude) = (numbers.next(), numbers.next());
    latitude.is_some_and(|degrees| degrees.abs() <= 90.0) && longitude.is_some_and(|degrees| degrees.abs() <= 180.0)
}

/// Reports whether degrees, minutes and seconds are in their ranges.
fn is_sexagesimal(matched: &str) -> bool {
    let mut limit = [90.0, 60.0, 60.0].into_iter();
    let mut fits = true;
    for part in matched.split_inclusive(|c: char| !(c.is_ascii_digit() || c == '.')) {
        let number = part.trim_end_matches(|c: char| !(c.is_ascii_digit() || c == '.'));
        if part.ends_with(['N', 'S']) {
            limit = [180.0, 60.0, 60.0].into_iter();
        }
        if let Ok(number) = number.parse::<f64>() {
            fits &= limit.next().is_some_and(|limit| number <= limit);
        }
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_sent_in_messages() {
        for (text, expected) in [
            ("IP 192.0.2.7 (near «48.13743, 11.57549»).", true),
            ("take this for the sat nav\n«48.137430, 11.575490»\nit's the blue house", true),
            ("«-23.561683, -46.655981»\nfala pro porteiro", true),
            ("0.123456, 0.654321\n«0.234567, 0.765432»\n0.345678, 0.876543", false),
            ("the weights\n«0.234567, 0.765432»\n0.345678, 0.876543", false),
            ("«48.137430, 11.575490»", false),
            ("a linear «48.13743, 11.57549» b", false),
        ] {
            let (start, end) = (text.find('«').unwrap(), text.find('»').unwrap() - '«'.len_utf8());
            let plain = text.replace(['«', '»'], "");
            assert_eq!(is_pinned(&plain, &(start..end)), expected, "{text}");
        }
    }
}
