//! Set phrases with a name in them that tells nobody: `Adam's apple`, `Earl Grey`, `cup of joe`.

use std::ops::Range;

use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, line},
};

/// Plants, animals, drinks, places of games and stories, and other things, in small letters.
const PHRASES: &WordList = &WordList::new(
    "adam's apple|adam’s apple|jacob's ladder|jacob’s ladder|solomon's seal|solomon’s seal|achilles tendon|achilles heel|achilles' heel|\
     pandora's box|pandora’s box|hobson's choice|murphy's law|occam's razor|sod's law|st john's wort|st. john's wort|jew's harp|\
     sweet william|black-eyed susan|johnny-jump-up|granny smith|lady's mantle|queen anne's lace|busy lizzie|creeping jenny|\
     bouncing bet|ragged robin|herb robert|jack-in-the-pulpit|père david's deer|père david’s deer|king charles spaniel|\
     daddy longlegs|earl grey|lady grey|cup of joe|bloody mary|irish coffee|mai tai|harvey wallbanger|\
     big ben|uncle sam|father christmas|santa claus|jack-o'-lantern|jack o'lantern|peeping tom|johnny on the spot|\
     monte carlo|ruy lopez|simon says|russian roulette|molotov cocktail|teddy bear|nosey parker|jack-in-the-box|jack of all trades|\
     every tom, dick and harry|doubting thomas|dow jones|davis cup|ryder cup|stanley cup|lorem ipsum|jolly roger|union jack|\
     reine des reinettes|belle de boskoop|belle hélène|belle-hélène|golden delicious|pink lady|royal gala|gala royal|granny-smith|earl-grey|cox's orange pippin|cox orange|mona lisa|maple leaf|tante emma|otto normalverbraucher|\
     fleißiges lieschen|frau holle|vergissmeinnicht|jan maat|joe public|average joe|hail mary|holy moly|st patrick's day|st. patrick's day|st andrew's day|st david's day|st george's day|st. george's cross|st george's cross|\
     valentine's day|bloody marys|baker's cyst|riedel's lobe|mcburney's point|cohen's kappa|petri dish|petri dishes|allen key|allen keys|stanley knife|\
     lewy body|lewy bodies|moonlight sonata|clair de lune|amber alert|good king wenceslas|captain birdseye|mrs meyer's|mary jane shoes|al dente|a la carte",
);

/// Drinks and dogs whose names people bear, too, so that they count behind an article alone: `a Tom Collins`.
const BORNE: &WordList = &WordList::new("tom collins|shirley temple|jack russell|jack frost");

/// Firms and goods of the whole world that are named like persons, in small letters.
const BRANDS: &WordList = &WordList::new(
    "jack daniel's|jack daniel’s|jack daniels|johnnie walker|jim beam|captain morgan|dom pérignon|dom perignon|moët & chandon|rémy martin|\
     remy martin|jose cuervo|don julio|elijah craig|tia maria|ben & jerry's|ben & jerry’s|dr pepper|dr. pepper|uncle ben's|uncle ben’s|\
     ben's original|aunt bessie's|aunt jemima|betty crocker|duncan hines|sara lee|oscar mayer|mr kipling|stella artois|samuel adams|\
     wendy's|wendy’s|denny's|arby's|papa john's|papa john’s|jimmy john's|tim hortons|trader joe's|trader joe’s|carl's jr|chuck e. cheese|\
     sainsbury's|sainsbury’s|macy's|macy’s|kohl's|dillard's|lowe's|lowe’s|marks & spencer|ted baker|calvin klein|ralph lauren|\
     tommy hilfiger|michael kors|hugo boss|tom tailor|gerry weber|jack wolfskin|jack & jones|louis vuitton|yves rocher|\
     yves saint laurent|giorgio armani|dolce & gabbana|victoria's secret|victoria’s secret|abercrombie & fitch|levi's|levi’s|\
     massimo dutti|carolina herrera|elizabeth arden|estée lauder|estee lauder|mary kay|helena rubinstein|max factor|johnson & johnson|\
     john deere|mr muscle|mr sheen|mr clean|mr. clean|mr. proper|meister proper|dr. oetker|dr oetker|dr. martens|dr martens|dr. scholl|\
     madame tussauds|morgan stanley|jp morgan|j.p. morgan|goldman sachs|charles schwab|wells fargo|alfa romeo|aston martin|\
     austin healey|morris minor|rolls royce|rolls-royce|harley-davidson|harley davidson|jimmy choo|laura ashley|cath kidston|\
     fisher price|philip morris|merrill lynch|franklin mint|barnes & noble|bang & olufsen|black & decker|procter & gamble|\
     villeroy & boch|heckler & koch|c&a|h&m|müller milch|miele|thyssenkrupp|peek & cloppenburg|krüger & co",
);

/// Longest phrase, in bytes.
const LONGEST: usize = 26;

/// Reports whether a word of the mention at `span` is a phrase, or part of one.
pub(super) fn holds(text: &str, span: Span) -> bool {
    const ARTICLES: &WordList =
        &WordList::new("a|an|the|two|my|our|your|his|her|their|ein|einen|einem|der|den|un|une|le|el|il");
    let head = text[..span.start()].strip_suffix(' ').unwrap_or_default();
    let before = head.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    has(text, span, PHRASES) || is_listed(before, ARTICLES) && has(text, span, BORNE)
}

/// Reports whether a word of the mention at `span` is a firm or goods that are named like a person, or part of them.
pub fn names_brand(text: &str, span: Span) -> bool {
    has(text, span, BRANDS)
}

/// Reports whether `list` has a phrase with the first word of the mention at `span`, or with its last one.
fn has(text: &str, span: Span, list: &WordList) -> bool {
    let found = span.slice(text);
    let first = found.split(' ').next().unwrap_or_default().len();
    let last = found.rsplit(' ').next().unwrap_or_default().len();
    has_around(text, &(span.start()..span.start() + first), list)
        || found.contains(' ') && has_around(text, &(span.end() - last..span.end()), list)
}

/// Reports whether `list` has a phrase of whole words around `range`.
fn has_around(text: &str, range: &Range<usize>, list: &WordList) -> bool {
    if range.len() > LONGEST {
        return false;
    }
    let (before, behind) = (line::before(text, range.start, LONGEST), line::behind(text, range.end, LONGEST));
    let is_end = |c: char| !c.is_alphanumeric();
    // A word that is cut off at its beginning begins no phrase.
    let whole = (before.len() < LONGEST).then_some(0);
    let mut starts = before.match_indices(is_end).map(|(at, sign)| at + sign.len()).chain([before.len()]).chain(whole);
    let ends = || behind.match_indices(is_end).map(|(at, _)| at).chain([0, behind.len()]);
    let (from, until) = (range.start - before.len(), range.end);
    starts.any(|start| ends().any(|end| is_listed(&text[from + start..until + end], list)))
}
