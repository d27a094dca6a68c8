//! Words of greetings, as data for lists of words.

/// Words of greetings in lower case, apart by `|`, of the kinds that are named. Hardly anybody bears them.
macro_rules! greetings_of {
    // Said to anybody: `Hallo Jörg`.
    (plain) => {
        "hallo|hello|hey|moin|servus|hola|ciao|olá|cześć|ahoj|merhaba"
    };
    // Said to friends.
    (familiar) => {
        "hiya|szia|čau|bună"
    };
    // At the beginning of letters: `Dear Jane`.
    (formal) => {
        "dear|liebe|lieber|liebes|bonjour|bonsoir|querido|querida|estimado|estimada|buongiorno|prezado|prezada|geachte|tisztelt|sayın|\
         kære|kjære|käre|kära"
    };
    ($first:ident, $($more:ident),+) => {
        concat!(
            $crate::recognizers::support::greetings::greetings_of!($first),
            $("|", $crate::recognizers::support::greetings::greetings_of!($more)),+
        )
    };
}
pub(crate) use greetings_of;
