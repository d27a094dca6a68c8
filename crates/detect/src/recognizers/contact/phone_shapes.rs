//! Groupings of the digits of national telephone numbers, by region.

use rlibphonenumber::Region::{self, *};

/// Lengths of groups, and the regions that write them so.
type Shape = (&'static [u8], &'static [Region]);

/// Numbers that begin with the trunk prefix 0, which is counted.
pub(crate) const TRUNK: &[Shape] = &[
    (&[2, 2, 2, 2, 2], &[FR, NL, BJ, MA, MC]),
    (&[2, 2, 2, 4], &[CI]),
    (&[2, 2, 3, 4], &[HU]),
    (&[2, 3, 2, 2], &[BE, SI]),
    (&[2, 3, 3, 2], &[SE, SK]),
    (&[2, 3, 4], &[IE, IL, NZ, KR, TH, AE, EC, IQ, KP, MK, PS, JO]),
    (&[2, 4, 3], &[HR]),
    (&[2, 4, 4], &[AU, IT, JP, KR, TW, MY, PH, JO]),
    (&[2, 7], &[IL, NZ]),
    (&[2, 8], &[NL, IT, AU]),
    (&[3, 2, 2, 2], &[BE, DE, DZ]),
    (&[3, 2, 2, 2, 2], &[DE]),
    (&[3, 2, 3, 2], &[MG]),
    (&[3, 2, 3, 3], &[LA]),
    (&[3, 3, 2, 2], &[CH, SE, UA, DE, AZ, GE]),
    (&[3, 3, 3], &[NZ, AL, BA, BG, KH, LR, MD, ME, NA, SI, UY, XK]),
    (
        &[3, 3, 4],
        &[
            NL, JP, KR, ZA, FI, IE, MY, IL, TH, IT, DE, NZ, AE, AL, EC, ET, GH, HR, LK, NA, PY, RO, SA, SD, SY, TZ, UA,
            ZW,
        ],
    ),
    (&[3, 4, 3], &[DE, NL]),
    (&[3, 4, 4], &[GB, JP, KR, DE, AR, IR]),
    (&[3, 6], &[DE, IT]),
    (&[3, 7], &[DE, NL, IT, FI, ZA, IL, AX, KE, LY, RS, UG, ZM, ID]),
    (&[3, 8], &[GB, CN, DE]),
    (&[4, 2, 2, 2], &[BE, DZ, GF, GP, MQ, RE, YT]),
    (&[4, 2, 3], &[MD]),
    (&[4, 2, 4], &[JP]),
    (&[4, 3, 2, 2], &[TR, DE]),
    (&[4, 3, 3], &[GB, AU, TW, NL, DE, ID, KG, LK, RO, RW, SK, SY, TZ, VN, YE, ZM, SS, PS]),
    (&[4, 3, 4], &[GB, NG, DE, IQ, IR, PH, KP]),
    (&[4, 4, 3], &[VN]),
    (&[4, 5], &[DE]),
    (&[4, 6], &[GB, DE, AT, NL, KE, PY, UG]),
    (&[4, 7], &[DE, AT, PK, GB, VE]),
    (&[4, 8], &[DE, CN]),
    (&[5, 3, 3], &[GB, DE]),
    (&[5, 5], &[GB]),
    (&[5, 6], &[GB, DE, BD, IM, GG, JE]),
    (&[5, 7], &[DE]),
    (&[6, 5], &[IN]),
];

/// Numbers of regions without a trunk prefix, or written without it.
pub(crate) const UNPREFIXED: &[Shape] = &[
    (&[2, 2, 2, 2], &[DK, NO]),
    (&[2, 3, 2, 2], &[CH, PL]),
    (&[2, 4, 4], &[MX, BR]),
    (&[2, 5, 4], &[BR]),
    (&[3, 2, 2, 2], &[ES, BE]),
    (&[3, 2, 3], &[NO]),
    (&[3, 3, 3], &[ES, PL, PT, CZ]),
    (&[3, 3, 4], &[IT, MX, TR]),
    (&[3, 4, 4], &[CN]),
    (&[4, 4], &[SG, HK]),
    (&[5, 5], &[IN]),
];

/// Longest shape of the tables, in groups.
const MAX_GROUPS: usize = 5;

/// The regions that group digits as `number` does.
pub(crate) fn regions_of(number: &str, shapes: &'static [Shape]) -> &'static [Region] {
    let mut groups = [0_u8; MAX_GROUPS];
    let mut len = 0;
    let mut in_group = false;
    for byte in number.bytes() {
        let is_digit = byte.is_ascii_digit();
        len += usize::from(is_digit && !in_group);
        in_group = is_digit;
        if is_digit {
            let Some(slot) = groups.get_mut(len - 1) else { return &[] };
            *slot = slot.saturating_add(1);
        }
    }
    let groups = groups.get(..len).unwrap_or_default();
    let known = shapes.iter().find(|(shape, _)| *shape == groups).map(|(_, regions)| *regions);
    let is_german = is_paired(number, groups) || known.is_none() && is_german(number, groups);
    if is_german { &[DE] } else { known.unwrap_or_default() }
}

/// Reports whether pairs of digits stand behind an area code and a slash, as in Germany: `0251 / 98 44-17`.
fn is_paired(number: &str, groups: &[u8]) -> bool {
    let [area @ 3..=5, pairs @ ..] = groups else { return false };
    let behind = number.get(usize::from(*area)..).unwrap_or_default();
    (2..=4).contains(&pairs.len())
        && pairs.iter().all(|len| *len == 2)
        && behind.trim_start_matches(' ').starts_with('/')
}

/// Reports whether `number` is one of Germany that no other region writes so: with an extension behind a hyphen or a blank, as
/// companies have it, `030/22417-678`, or of a mobile telephone in groups of four, `0151 4482 9823`.
fn is_german(number: &str, groups: &[u8]) -> bool {
    let [area, middle, last] = groups else { return false };
    let gap = |at: u8| number.as_bytes().get(usize::from(at)).copied();
    let is_mobile = groups == [4, 4, 4] && matches!(number.as_bytes(), [b'0', b'1', b'5'..=b'7', ..]);
    let is_extended = (3..=5).contains(area) && (4..=6).contains(middle) && (2..=4).contains(last);
    match (gap(*area), gap(area + 1 + middle)) {
        (Some(b' '), Some(b' ')) => is_mobile || is_extended && *middle == 5,
        (Some(b' ' | b'/'), Some(b'-')) => is_extended,
        (Some(b'-'), Some(b'-')) => is_mobile,
        _ => false,
    }
}
