//! Registration plates beside a colour, a make or a model of a car, or a word for a vehicle in English, in the groups of Kenya,
//! Singapore, Nigeria, India, Canada, the United States, Ireland and South Africa: `white Probox KDF 256Q`, `grey van BZR-2850`, `Third party: KDB
//! 902J driven by`.

use std::borrow::Cow;

use super::plate::INFO;
use super::stated_plates::MAKES;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::{is_value_edge, line};
use crate::{Candidate, Finding, Pattern, Rule};

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        Pattern::regex("[A-Z]{3,4}[ -]?[0-9]{3,4}(?: ?[A-Z]{1,2})?", 0.75, 0.85),
        Pattern::regex(
            "[0-9][A-Z]{3}[0-9]{3}|[A-Z]{2}[0-9]{2} ?[A-Z]{3}|[0-9]{3}-[A-Z]{3}|[0-9]{2,3}-[A-Z]{1,2}-[0-9]{2,6}",
            0.75,
            0.85,
        ),
        Pattern::regex("[A-Z]{2}[ -]?[0-9]{1,2}[ -]?[A-Z]{1,3}[ -]?[0-9]{4}", 0.75, 0.85),
    ]),
    context: words![],
    check,
}];

/// Models that people name without their make, none of which is a common word.
const MODELS: &WordList = &WordList::new(
    "probox|hilux|vitz|fielder|premio|noah|harrier|prado|landcruiser|fortuner|innova|hiace|axio|wish|passo|ractis|allion|rav4|xtrail|\
     x-trail|navara|juke|leaf|duster|sandero|swift|alto|baleno|wagonr|i10|i20|creta|santro|nexon|bolero|scorpio|xuv|thar|ertiga|\
     brezza|polo|jetta|tiguan|amarok|golf|caddy|transporter|ranger|kuga|puma|fiesta|escort|commodore|falcon|corsa|vectra|insignia|\
     cx-5|mx-5|cr-v|hr-v|jazz|accord|city|tacoma|tundra|sienna|highlander|silverado|sierra|f-150|f150|ram|odyssey|wrangler|cherokee|\
     altima|sentra|elantra|sonata|sorento|rio|cerato|forester|outback|impreza|crosstrek|outlander|pajero|triton|model3|modely",
);
/// Words for vehicles.
const VEHICLES: &WordList = &WordList::new(
    "car|van|truck|ute|suv|sedan|saloon|hatchback|hatch|estate|minivan|pickup|pick-up|bakkie|matatu|keke|okada|boda|bodaboda|danfo|taxi|\
     cab|uber|bolt|bus|minibus|coach|lorry|trailer|caravan|motorbike|motorcycle|scooter|bike|vehicle|jeep|camper|campervan|tuktuk|\
     rickshaw|auto",
);
/// Colours as notes name those of cars.
const COLOURS: &WordList = &WordList::new(
    "white|black|blk|grey|gray|silver|red|blue|green|yellow|gold|golden|brown|beige|maroon|orange|purple|navy|cream|bronze|dark|light",
);
/// Words between a vehicle and its plate.
const LINKS: &WordList =
    &WordList::new("plate|plates|reg|rego|registration|number|no|no.|with|on|of|vrm|vrn|index|tag");

fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    /// Farthest word for a vehicle, in bytes, and most words between it and the plate.
    const FAR: usize = 56;
    const WORDS: usize = 4;
    /// Names of forms and words of sentences in capitals behind a plate.
    const NEXT: &WordList = &WordList::new("vin|mot|and|on|at|in|the|to|dl|dob|reg|col|for|is|was|by|or");
    /// First groups of the names of models and standards.
    const SERIES: &WordList = &WordList::new(
        "cbr|gsx|gsxr|crf|klr|xvs|vfr|cbf|vtr|ktm|drz|zzr|yzf|fzr|xjr|gtr|gts|gti|tdi|tsi|hdi|amg|glc|gle|gla|cla|cls|xc|cx|rs|mt|zx|gr|\
         iso|euro|mot|abs|led|usd|eur|gbp|kes|sgd|ngn|inr|cad|zar|am|pm|from|rm|gps|hp|bhp|cc|kw|mph|kmh|km",
    );
    let (text, range) = (candidate.field.text, &candidate.range);
    let found = candidate.matched();
    let letters = found.bytes().take_while(u8::is_ascii_uppercase).count();
    let goes_on = text[range.end..].starts_with(['-', '/', '_', '%'])
        || text[range.end..]
            .strip_prefix([',', '.', ':'])
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let joined =
        text[..range.start].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '/' | '_' | '.' | '#' | '$'));
    if goes_on || joined || !is_value_edge(text, range.end) || is_listed(&found[..letters], SERIES) {
        return None;
    }
    // The next name of a form is no group of it.
    if found.rsplit_once(' ').is_some_and(|(_, last)| is_listed(last, NEXT)) {
        return None;
    }
    let head = line::before(text, range.start, FAR);
    // The words before it in the same sentence, from the last one on.
    let clause = head.rsplit(['.', ';', '!', '?']).next().unwrap_or_default();
    let mut words = clause.split([' ', ',', '(', ':', '\t']).rev().filter(|word| !word.is_empty());
    let (mut is_vehicle, mut is_modelled, mut has_plate_word, mut is_coloured) = (false, false, false, false);
    for (count, word) in words.by_ref().take(WORDS + 2).enumerate() {
        let is_first = !(is_vehicle || is_modelled);
        is_modelled |= is_first && count <= WORDS && (is_listed(word, MAKES) || is_listed(word, MODELS));
        is_vehicle |= is_first && count <= WORDS && is_listed(word, VEHICLES);
        has_plate_word |= is_first && is_listed(word, LINKS) && word.len() > 2 && !matches!(word, "with" | "number");
        is_coloured |= is_listed(word, COLOURS);
        // Other words than those for the plate and of a model part the vehicle from it.
        let is_link =
            is_listed(word, LINKS) || matches!(word, "ON" | "BC" | "AB" | "QC" | "NSW" | "VIC" | "QLD" | "WA" | "SA");
        let is_name = word.starts_with(char::is_uppercase);
        if is_first && !is_modelled && !is_vehicle && !is_link && !is_name {
            break;
        }
    }
    let is_driven =
        [" driven by", " owned by", " registered to"].iter().any(|told| text[range.end..].starts_with(told));
    // `(KDB 902J, white Probox)`, `Your driver Juma (KDB 902J)`
    let behind = line::behind(text, range.end, FAR).strip_prefix(", ").unwrap_or_default();
    let mut described = behind.split([' ', ')', ',', '.']);
    let is_vehicle_word = |word: &str| is_listed(word, MAKES) || is_listed(word, MODELS) || is_listed(word, VEHICLES);
    let is_described = described.next().is_some_and(|word| is_listed(word, COLOURS) || is_listed(word, MAKES))
        && described.next().is_some_and(is_vehicle_word);
    let named = head.strip_suffix(" (").map_or("", |head| head.rsplit(' ').next().unwrap_or_default());
    let is_of_driver = named.starts_with(char::is_uppercase)
        && head.split([' ', '(']).any(|word| matches!(word, "driver" | "Driver" | "rider" | "Rider"));
    let digits = found.bytes().filter(u8::is_ascii_digit).count();
    let tail = found.bytes().rev().take_while(u8::is_ascii_uppercase).count();
    // Groups that no model has: letters, digits and letters again, or digits among letters.
    let is_closed = candidate.pattern > 0 || letters == 3 && tail > 0 && digits > 1 && digits + letters + tail > 5;
    let is_long = is_closed || digits >= 3 && letters >= 3 && digits + letters > 5;
    // `a Tesla (WDC-7306)`
    let is_bracketed = head.ends_with('(') && text[range.end..].starts_with([')', ',']);
    let is_told = is_modelled && (is_closed || is_long && (has_plate_word || is_coloured || is_bracketed))
        || is_vehicle
            && (is_closed && (has_plate_word || is_coloured || clause.contains("number"))
                || is_long && (has_plate_word || is_coloured))
        || (is_driven || is_described) && is_closed
        || is_of_driver && is_long;
    is_told.then(|| candidate.whole())?
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognizers::support::test_matches::check_match;

    #[test]
    fn plates_stand_beside_makes_and_colours() {
        for (text, plate, pattern, expected) in [
            ("in a white Probox KDF 256Q. The", "KDF 256Q", 0, true),
            ("Third party: KDB 902J driven by one", "KDB 902J", 0, true),
            ("grey van BZR-2850", "BZR-2850", 0, true),
            ("blk Honda Civic ON plate CKTR 418 VIN", "CKTR 418", 0, true),
            ("Toyota SLM 2083 D, wine", "SLM 2083 D", 0, true),
            ("entered Keke with number KJB 613 QX.", "KJB 613 QX", 0, true),
            ("a red Swift KA 05 MR 2613", "KA 05 MR 2613", 2, true),
            ("silver Camry 6TRK914", "6TRK914", 1, true),
            ("Honda CBR 600 RR", "CBR 600 RR", 0, false),
            ("Mazda CX-30", "CX-30", 0, false),
            ("Toyota costs USD 2500", "USD 2500", 0, false),
            ("the van was seen and ABC 123D filed", "ABC 123D", 0, false),
            ("a ticket ABC 123D", "ABC 123D", 0, false),
        ] {
            assert_eq!(check_match(check, text, plate, pattern).is_some(), expected, "{text}");
        }
    }
}
