//! Titles of songs, books and films in quotes, which are named like persons: `the novel "Anna Karenina"`, `setlist: "Jolene", "Layla"`.

use crate::{
    recognizers::support::word_list::{WordList, is_listed},
    text::{Span, line},
};

/// Longest title, and farthest word that tells what it is, in bytes.
const LONGEST: usize = 48;
const FAR: usize = 200;

/// What has a title.
const WORKS: &WordList = &WordList::new(
    "song|songs|setlist|playlist|album|albums|track|tracks|encore|single|hit|hits|ballad|cover|novel|novels|book|books|reading|film|films|movie|movies|\
     musical|opera|play|poem|sonnet|chapter|episode|painting|lied|lieder|hit|zugabe|roman|romane|buch|bücher|lektüre|oper|gedicht|theaterstück|\
     chanson|chansons|morceau|titre|titres|livre|livres|lecture|canción|canciones|tema|temas|novela|novelas|libro|libros|película|ópera|canzone|\
     canzoni|brano|brani|romanzo|libri|canção|canções|música|músicas|livro|livros|filme|nummer|nummers|liedje|liedjes|boek|boeken|piosenka|piosenki|\
     powieść|książka|książki|lektura|lektury|píseň|písničky|kniha|knihy|dal|dalok|könyv|regény|låt|låtar|bok|böcker|sang|sange|bog|laulu|kirja|şarkı|\
     şarkılar|kitap|cântec|cântece|carte|cărți|\
     роман|романа|романе|повесть|рассказ|пьеса|пьесы|пьесе|фильм|фильма|опера|оперы|балет|поэма|книга|книги|песня|песни|спектакль|повість|оповідання|\
     п'єса|книжка|пісня|вистава|сравнить|песма|књига|филм|μυθιστόρημα|ταινία|τραγούδι|βιβλίο",
);

/// Reports whether the mention at `span` stands in quotes, and a word for a work before them.
pub(super) fn is_title(text: &str, span: Span) -> bool {
    const QUOTES: [(char, char); 5] = [('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’')];
    let (before, behind) = (line::before(text, span.start(), LONGEST), line::behind(text, span.end(), LONGEST));
    let opening = QUOTES.into_iter().find_map(|(open, close)| {
        let start = before.rfind(open)?;
        let end = behind.find(close)?;
        let inner = &before[start + open.len_utf8()..];
        let is_plain = |part: &str| !part.contains([',', ':', ';', '{', '}', '[', ']', '=', open, close]);
        // Few words stand beside the name in a title.
        (is_plain(inner) && is_plain(&behind[..end]) && inner.split(' ').count() <= 5)
            .then_some(span.start() - before.len() + start)
    });
    let Some(opening) = opening else { return false };
    let near = line::before(text, opening, FAR);
    // A sentence before it speaks of something else.
    let sentence = near.rsplit(['.', '?', '!']).next().unwrap_or_default();
    // A list may begin below the heading that says what it is.
    let above = || {
        let start = opening - near.len();
        let head = text[..start].strip_suffix('\n').map_or("", |head| line::before(head, head.len(), LONGEST));
        if head.ends_with(['.', '?', '!', '"', ',']) { "" } else { head }
    };
    let names_work = |part: &str| part.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, WORKS));
    // Members and arguments of programs have such names, too: `"title": "Jane Roe"`.
    let is_data =
        near.trim_end().ends_with([':', '=', '(', '{', '[']) && near.contains('"') || near.contains(['{', '=', '<']);
    !is_data && (names_work(sentence) || names_work(above()))
}
