//! Telephone numbers of every region that libphonenumber knows, by the example numbers of its metadata.

use masquerade_detect::Options;
use masquerade_detect::entity::Label;
use masquerade_detect::text::Field;
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumberFormat, PhoneNumberType};

use crate::DETECTOR;

/// Shortest numbers that are told from extensions and short codes without their country code, in digits.
const MIN_DIGITS: usize = 7;

/// An example number of each region, landline and mobile, in international and national form.
fn examples() -> Vec<(String, String)> {
    let mut examples = Vec::new();
    for region in PHONE_NUMBER_UTIL.get_supported_regions() {
        for kind in [PhoneNumberType::FixedLine, PhoneNumberType::Mobile] {
            let Ok(number) = PHONE_NUMBER_UTIL.get_example_number_for_type_and_region(region, kind) else { continue };
            let form = |form| PHONE_NUMBER_UTIL.format(&number, form).to_string();
            examples.push((form(PhoneNumberFormat::International), form(PhoneNumberFormat::National)));
        }
    }
    assert!(examples.len() > 400, "{}", examples.len());
    examples
}

fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}

/// Reports whether `number` is found as one telephone number, whole, in `field`.
fn is_found(field: &Field<'_>, number: &str) -> bool {
    let label: Label = DETECTOR.catalogue().label("PHONE_NUMBER").expect("a label");
    let options = Options::new([label].into_iter().collect());
    let entities = DETECTOR.detect(&[*field], &options).remove(0);
    entities.len() == 1 && entities[0].span.slice(field.text) == number
}

/// The numbers for which `is_found` does not hold.
fn missed<'a>(numbers: impl Iterator<Item = &'a String>, is_found: impl Fn(&str) -> bool) -> Vec<&'a String> {
    numbers.filter(|number| !is_found(number)).collect()
}

#[test]
fn numbers_with_a_country_code_are_found_without_context() {
    let examples = examples();
    let found = |number: &str| is_found(&Field::new(&format!("at {number} now")), number);
    let none: [&String; 0] = [];
    assert_eq!(missed(examples.iter().map(|(international, _)| international), found), none);
    let dialled: Vec<_> = examples.iter().map(|(international, _)| format!("+{}", digits(international))).collect();
    assert_eq!(missed(dialled.iter(), found), none);
}

#[test]
fn national_numbers_of_every_region_are_found_behind_a_name() {
    let examples = examples();
    let national: Vec<_> = examples.into_iter().map(|(_, national)| national).collect();
    let national: Vec<_> = national.into_iter().filter(|number| digits(number).len() >= MIN_DIGITS).collect();
    let runs: Vec<_> = national.iter().map(|number| digits(number)).collect();
    let none: [&String; 0] = [];
    for numbers in [&national, &runs] {
        assert_eq!(missed(numbers.iter(), |number| is_found(&Field::with_key(number, "phoneNumber"), number)), none);
        let in_line = |number: &str| is_found(&Field::new(&format!("Tel.: {number}\nCity: x")), number);
        assert_eq!(missed(numbers.iter(), in_line), none);
        let in_json = |number: &str| is_found(&Field::new(&format!(r#"{{"mobile": "{number}", "x": 1}}"#)), number);
        assert_eq!(missed(numbers.iter(), in_json), none);
    }
}

#[test]
fn national_numbers_of_every_region_are_found_in_prose_about_telephones() {
    let examples = examples();
    let national: Vec<_> = examples.into_iter().map(|(_, national)| national).collect();
    let national: Vec<_> = national.into_iter().filter(|number| digits(number).len() >= MIN_DIGITS).collect();
    let runs: Vec<_> = national.iter().map(|number| digits(number)).collect();
    for numbers in [&national, &runs] {
        let found = |number: &str| is_found(&Field::new(&format!("My phone number is {number}, thanks.")), number);
        let missed = missed(numbers.iter(), found);
        // Groups of one digit within a number, as two regions have them, are left to names in front.
        assert!(missed.len() * 100 <= numbers.len(), "{missed:?}");
    }
}

#[test]
fn digits_alone_are_no_telephone_number() {
    for (_, national) in examples() {
        let run = digits(&national);
        assert!(!is_found(&Field::new(&format!("see {run} there")), &run), "{run}");
    }
}
