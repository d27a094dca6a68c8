//! Names of months by language, as data for lists of words and for patterns.

/// Names of months in lower case, apart by `|`, in the languages that are named; those of `english_short` and others in the short
/// forms in which dates are written: `months_of!(english, german)`.
macro_rules! months_of {
    (english) => {
        "january|february|march|april|may|june|july|august|september|october|november|december"
    };
    (english_short) => {
        "jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec"
    };
    (german) => {
        "januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember"
    };
    (german_short) => {
        "mär|okt|dez"
    };
    (austrian) => {
        "jänner"
    };
    (french) => {
        "janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre"
    };
    (french_short) => {
        "janv|févr|avr|juil|déc"
    };
    (spanish) => {
        "enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
    };
    (spanish_short) => {
        "ene|abr|ago|dic"
    };
    (italian) => {
        "gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre"
    };
    (portuguese) => {
        "janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro|novembro|dezembro"
    };
    (dutch) => {
        "januari|februari|maart|april|mei|juni|juli|augustus|september|oktober|november|december"
    };
    (dutch_short) => {
        "mrt"
    };
    (danish) => {
        "januar|februar|marts|april|maj|juni|juli|august|september|oktober|november|december"
    };
    (swedish) => {
        "januari|februari|mars|april|maj|juni|juli|augusti|september|oktober|november|december"
    };
    // In the genitive, which follows a day.
    (polish) => {
        "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia"
    };
    (czech) => {
        "ledna|února|března|dubna|května|června|července|srpna|září|října|listopadu|prosince"
    };
    (slovak) => {
        "januára|februára|marca|apríla|mája|júna|júla|augusta|septembra|októbra|novembra|decembra"
    };
    (romanian) => {
        "ianuarie|februarie|martie|aprilie|mai|iunie|iulie|august|septembrie|octombrie|noiembrie|decembrie"
    };
    (russian) => {
        "января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря"
    };
    (ukrainian) => {
        "січня|лютого|березня|квітня|травня|червня|липня|серпня|вересня|жовтня|листопада|грудня"
    };
    (turkish) => {
        "ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım|aralık"
    };
    ($first:ident, $($more:ident),+) => {
        concat!(
            $crate::recognizers::support::months::months_of!($first),
            $("|", $crate::recognizers::support::months::months_of!($more)),+
        )
    };
}
pub(crate) use months_of;
