//! The names of fields and lines that hold parts of postal addresses: postcodes with their cities, streets, numbers of houses and
//! flats, second lines.

use std::borrow::Cow;

/// Names of a postcode and the city behind it in one.
pub(super) const POSTCODES_AND_CITIES: &[Cow<'static, str>] = keys![
    "zip city",
    "zip code city",
    "postcode city",
    "plz ort",
    "plz und ort",
    "plz wohnort",
    "plz stadt",
    "postleitzahl ort",
    "postleitzahl und ort",
    "cp ville",
    "code postal ville",
    "code postal et ville",
    "cp localidad",
    "código postal y localidad",
    "cap città",
    "cap comune",
    "cap e città",
    "cep cidade",
    "código postal localidade",
    "postcode plaats",
    "postcode woonplaats",
    "postcode en plaats",
    "postcode en woonplaats",
    "kod miejscowość",
    "kod pocztowy miejscowość",
    "kod pocztowy i miejscowość",
    "postnr ort",
    "postnummer och ort",
    "postnr by",
    "postnr og by",
    "postnr sted",
    "postnr og sted",
    "psč město",
    "psč a město",
    "psč obec",
];

/// Short names of streets, which are other things, too, unless a postcode has its name beside them.
pub(super) const SHORT_STREETS: &[Cow<'static, str>] = keys!["str", "str nr", "str hausnr"];

/// Short names of the numbers of houses and flats, which are those of other things, too, unless a street or a postcode has its name
/// beside them.
pub(super) const SHORT_NUMBERS: &[Cow<'static, str>] = keys!["numero", "número", "block", "blk", "unit"];

/// Names of parts of postal addresses: numbers of houses and flats.
pub(super) const PARTS: &[Cow<'static, str>] = keys![
    "house number",
    "house number or name",
    "house name or number",
    "bldgnb",
    "building number",
    "house no",
    "hausnummer",
    "hausnr",
    "huisnummer",
    "huisnr",
    "street number",
    "street no",
    "numero civico",
    "numéro de rue",
    "número exterior",
    "número interior",
    "num ext",
    "num int",
    "numer domu",
    "nr domu",
    "nr mieszkania",
    "nr lokalu",
    "číslo domu",
    "číslo popisné",
    "házszám",
    "husnummer",
    "talon numero",
    "номер дома",
    "номер квартиры",
    "номер будинку",
    "apartment number",
    "apartment no",
    "apt number",
    "apt no",
    "flat number",
    "flat no",
    "unit number",
    "unit no",
    "suite number",
    "lägenhetsnummer",
    "wohnungsnummer",
];

/// Names of a line of a postal address that is a member of one, as records of health have it (FHIR).
pub(super) const MEMBERS: &[Cow<'static, str>] = keys!["line", "line one", "line two", "line three"];

/// Names of the second line of a postal address.
pub(super) const SECOND_LINES: &[Cow<'static, str>] = keys![
    "address line 2",
    "address line2",
    "address 2",
    "address2",
    "addr 2",
    "addr2",
    "street 2",
    "street2",
    "street line 2",
    "line 2",
    "line2",
    "adresszusatz",
    "complément d'adresse",
    "complemento",
];
