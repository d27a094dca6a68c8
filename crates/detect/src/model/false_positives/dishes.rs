//! Dishes and drinks, which bear names of persons and places: `Eggs Benedict`, `Bakewell tart`, `Crêpes Suzette`.

use masquerade_ner::lexicon::class;

use super::{first_word, has_title, is_common_first};
use crate::{
    model::words::{OTHERS, Words},
    recognizers::support::word_list::{WordList, is_listed},
};

/// Dishes and what they are made of, which lists of names hold, too, or which the models take for names.
const DISHES: &WordList = &WordList::new(
    "spaghetti|carbonara|bolognese|penne|lasagne|lasagna|risotto|gnocchi|pecorino|guanciale|mozzarella|ricotta|parmesan|\
     parmigiano|camembert|cheddar|gruyère|feta|emmentaler|tikka|masala|basmati|biryani|korma|vindaloo|tandoori|\
     paneer|naan|ratatouille|aubergine|aubergines|courgette|courgettes|zucchini|bourguignon|niçoise|tarte|crème|brûlée|\
     béchamel|hollandaise|béarnaise|pizza|tiramisu|paella|gambas|tortilla|gazpacho|empanadas|guacamole|\
     pierogi|bigos|barszcz|żurek|gołąbki|goulash|gulasch|schnitzel|sauerbraten|spätzle|knödel|ramen|sushi|teriyaki|tempura|\
     miso|kimchi|pho|hummus|falafel|tahini|kebab|baklava|moussaka|tzatziki|vanille|vanilla|\
     sriracha|quinoa|couscous|espresso|cappuccino|macchiato|prosecco|chardonnay|merlot|rioja|\
     fettuccine|tagliatelle|bucatini|linguine|rigatoni|ravioli|tortellini|saltimbocca|carpaccio|bruschetta|focaccia|panettone|\
     crêpe|crêpes|croissant|croissants|profiteroles|quiche|bouillabaisse|cassoulet|tiramisù|gianduia|amatriciana|arrabbiata|\
     halászlé|gulyás|gulyásleves|pörkölt|paprikás|lángos|túrós|csusza|kotlet|schabowy|naleśniki|placki|krupnik|svíčková|\
     kartoffelsalat|maultaschen|shakshuka|pastéis|karpatka|szarlotka|sernik|makowiec|minyak|terasi|sambal|rendang|nasi|\
     essig|senf|schnittlauch|petersilie|wiener würstchen|würstchen|pepe nero|ćevapi|ćevapčići|burek|sarma|musaka|köfte|baklavası|mantı|börek|menemen|çılbır",
);

/// Words behind or before the name of a dish: `Dijon mustard`, `Eggs Benedict`.
const FOOD: &WordList = &WordList::new(
    "salad|sauce|mustard|soup|stew|curry|sandwich|cheese|dressing|noodles|pasta|pizza|salade|salsa|salat|\
     suppe|käse|eggs|beef|chicken|boeuf|poulet|pollo|ensalada|insalata|zuppa",
);

/// Such words that people order, bring and eat, too, so that they tell a dish behind or before another word than a first name
/// alone: `Bakewell tart`, but `Anna steak, Tom fish`.
const SERVED: &WordList = &WordList::new(
    "syrup|tart|sponge|cake|pudding|crumble|jus|gravy|steak|fillet|oysters|trifle|chutney|relish|marmalade|biscuit|biscuits|\
     shortbread|fudge|loaf|peach|pears|potatoes|lobster|shrimp|broth|fritters|dumplings|pancakes|tea|spritz|martini|\
     torte|kuchen|schnitten|brot|wurst|creme|soße|kartoffeln|gâteau|filet|potage|omelette|pommes|poires|fraises|pêche|\
     pêches|chocolat|velouté|sorbet|purée|tarta|sopa|crema|huevos|arroz|solomillo|lomo|bizcocho|torta|crostata|bistecca|filetto|\
     agnello|frango|bacalhau|molho|taart|soep|koek|saus|kaas|tårta|soppa|gryta|sås|kage|kake|keitto|kakku|\
     salaatti|kastike|sałatka|zupa|kotlet|ciasto|tort|polévka|řízek|omáčka|salát|torta|leves|szelet|saláta|palacsinta|mártás|\
     çorbası|kebabı|köftesi|pilavı|tatlısı|salatası|böreği|supă|ciorbă|salată|prăjitură",
);

/// Dishes with an ending of Turkish that binds them to the name before them.
const BOUND: &WordList =
    &WordList::new("kebabı|köftesi|çorbası|pilavı|tatlısı|salatası|böreği|dolması|helvası|kurabiyesi");

/// Reports whether a mention is a dish or belongs to one.
pub(super) fn is_dish(words: &Words<'_>, found: &str, head: &str, tail: &str) -> bool {
    let is_food = |word: &str| is_listed(word, FOOD) || is_listed(word, DISHES);
    let last = head.strip_suffix(' ').and_then(|head| head.rsplit(|c: char| !c.is_alphabetic()).next());
    let next = tail.strip_prefix(' ').map(first_word);
    let parts = || found.split(' ').filter(|word| *word != found);
    let is_capital = |word: &str| word.starts_with(char::is_uppercase);
    // `Małgorzata Żurek` bears the name of a soup.
    let is_first = |word: &str| found.starts_with(word);
    let has_first_name =
        || parts().next().is_some_and(|first| words.classes(first) & (class::FIRST | OTHERS) == class::FIRST);
    let is_surname = |word: &str| {
        is_capital(word)
            && !is_listed(word, FOOD)
            && (words.classes(word) & (class::LAST | class::COMMON_LAST) != 0 || has_first_name())
    };
    let names_dish = |word: &str| is_listed(word, DISHES) && (is_first(word) || !is_surname(word)) && !has_title(head);
    parts().chain([found]).any(names_dish)
        || parts().any(|word| word.len() > 3 && is_listed(word, FOOD))
        || next.is_some_and(is_food)
        || last.is_some_and(|word| is_capital(word) && is_food(word))
        || !parts().chain([found]).next().is_some_and(|first| is_common_first(words, first))
            && (parts().skip(1).any(|word| word.starts_with(char::is_lowercase) && is_listed(word, SERVED))
                || next.is_some_and(|word| word.starts_with(char::is_lowercase) && is_listed(word, SERVED))
                || last.is_some_and(|word| is_capital(word) && is_listed(word, SERVED)))
        || is_measured(found, head)
        || is_filled(tail)
        || is_variety(head)
        || !found.contains(' ') && !is_common_first(words, found) && is_beside_ingredient(head, tail)
        || is_kind(head)
        || next.is_some_and(|word| is_listed(word, BOUND))
}

/// Reports whether a word for a variety of a plant stands before it, with other ones between at most: `Sorte Linda oder Nicola`.
fn is_variety(head: &str) -> bool {
    /// Farthest word, in bytes.
    const FAR: usize = 40;
    const WORDS: &WordList = &WordList::new(
        "sorte|sorten|kartoffelsorte|kartoffelsorten|apfelsorte|apfelsorten|variety|varieties|cultivar|cultivars|variété|variétés|variedad|\
         variedades|varietà|variedade|odmiana|odmiany|odrůda|odrůdy|odroda|odrody|fajta|fajták|sort|sorten|sorter|sortin|ras|rassen|soi|soiuri|sorta|sorte",
    );
    const LINKS: &WordList =
        &WordList::new("oder|und|or|and|ou|et|o|y|e|of|en|lub|i|nebo|a|alebo|vagy|és|eller|och|og|tai|ja|sau|și");
    let near = &head[head.ceil_char_boundary(head.len().saturating_sub(FAR))..];
    let near = near.rsplit(['\n', '.', ':', ';', ')']).next().unwrap_or_default();
    let mut words = near.split([' ', ',', '(', '"', '„']).rev().filter(|word| !word.is_empty());
    words
        .find_map(|word| match () {
            () if is_listed(word, WORDS) => Some(true),
            () if is_listed(word, LINKS) || word.starts_with(char::is_uppercase) => None,
            () => Some(false),
        })
        .unwrap_or(false)
}

/// Reports whether an item of a list stands between ingredients, or behind one: `Salz, Pfeffer, Zwiebel`.
fn is_beside_ingredient(head: &str, tail: &str) -> bool {
    const INGREDIENTS: &WordList = &WordList::new(
        "salz|pfeffer|zucker|mehl|essig|öl|senf|zwiebel|zwiebeln|knoblauch|petersilie|butter|eier|milch|sahne|salt|pepper|sugar|flour|vinegar|oil|\
         mustard|onion|onions|garlic|parsley|eggs|milk|cream|poivre|sucre|farine|vinaigre|huile|moutarde|oignon|oignons|ail|persil|beurre|\
         œufs|oeufs|lait|crème|pimienta|azúcar|harina|vinagre|aceite|mostaza|cebolla|ajo|perejil|mantequilla|huevos|leche|zucchero|\
         farina|aceto|olio|senape|cipolla|aglio|prezzemolo|burro|uova|latte|sól|pieprz|cukier|mąka|ocet|olej|musztarda|cebula|czosnek|masło|jajka|\
         sůl|pepř|cukr|mouka|cibule|česnek|máslo|só|bors|cukor|liszt|hagyma|fokhagyma|vaj|tojás|bawang|serai|cabai|jahe|kunyit|garam|gula|merica|\
         zout|peper|suiker|bloem|azijn|olie|ui|knoflook|peterselie|boter|eieren|salt|peppar|socker|mjöl|ättika|olja|senap|lök|vitlök|smör|ägg",
    );
    let last = head.strip_suffix(", ").map(|head| head.rsplit([',', '\n', ':', '.']).next().unwrap_or_default().trim());
    let next = tail.strip_prefix(", ").map(|tail| tail.split([',', '\n', ':', '.']).next().unwrap_or_default().trim());
    let has_one = |item: Option<&str>| {
        item.is_some_and(|item| {
            item.split(' ').count() <= 3 && item.split(' ').any(|word| is_listed(word, INGREDIENTS))
        })
    };
    has_one(last) && (has_one(next) || next.is_none_or(|next| !next.contains(char::is_uppercase)))
        || has_one(next) && last.is_some_and(|last| last.contains(|c: char| c.is_ascii_digit()))
}

/// Reports whether a measure of kitchens begins or is the mention, behind a number, or stands before it: `3 EL Essig`, `1 TL`.
fn is_measured(found: &str, head: &str) -> bool {
    // In the case in which they are written: `El` is an article.
    const MEASURES: [&str; 22] = [
        "EL",
        "TL",
        "Msp",
        "Msp.",
        "Prise",
        "Prisen",
        "Bund",
        "spsk",
        "spsk.",
        "tsk",
        "tsk.",
        "msk",
        "krm",
        "rkl",
        "tbsp",
        "tsp",
        "łyżka",
        "łyżki",
        "łyżeczka",
        "lžíce",
        "lžička",
        "lingură",
    ];
    let counts =
        |head: &str| head.trim_end_matches(' ').ends_with(|c: char| c.is_ascii_digit() || matches!(c, '½' | '¼' | '¾'));
    let first = found.split(' ').next().unwrap_or_default();
    let before = head.trim_end_matches(' ');
    let last = before.rsplit(' ').next().unwrap_or_default();
    MEASURES.contains(&first) && counts(head)
        || MEASURES.contains(&last) && head.ends_with(' ') && counts(&before[..before.len() - last.len()])
}

/// Reports whether a dish and `de` stand before its name: `tarta de Santiago`.
fn is_kind(head: &str) -> bool {
    let head = [" de ", " di ", " à la ", " alla ", " a la "]
        .iter()
        .find_map(|link| head.strip_suffix(link))
        .unwrap_or_default();
    let dish = head.rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or_default();
    is_listed(dish, SERVED) || is_listed(dish, FOOD) || is_listed(dish, DISHES)
}

/// Reports whether a dish is told by what is in it: `Charlotte aux poires`.
fn is_filled(tail: &str) -> bool {
    const LINKS: [&str; 6] = [" aux ", " au ", " à la ", " alla ", " al ", " ai "];
    LINKS
        .iter()
        .find_map(|link| tail.strip_prefix(link))
        .map(first_word)
        .is_some_and(|word| is_listed(word, SERVED) || is_listed(word, FOOD) || is_listed(word, DISHES))
}

#[cfg(test)]
mod tests {
    use masquerade_ner::Model;

    use super::*;

    #[test]
    fn measures_stand_behind_numbers() {
        assert!(is_measured("EL Essig", "1 Zwiebel, 3 "));
        assert!(is_measured("TL", "5 EL Öl, 1 "));
        assert!(is_measured("Senf", "dazu 2 TL "));
        assert!(!is_measured("El Camino Real", "to 4115 "));
        assert!(!is_measured("Senf", "mit Herrn "));
    }

    #[test]
    fn persons_may_bear_the_names_of_dishes() {
        let model = Model::embedded().unwrap();
        let words = Words { model: &model, reads_european: true };
        for (head, found, expected) in [
            ("z panią ", "Małgorzatą Żurek", false),
            ("", "Ewa Krupnik", false),
            ("call ", "Himanta Sarma", false),
            ("Pan ", "Żurek", false),
            ("", "Żurek", true),
            ("", "Penne Carbonara", true),
            ("two ", "Margherita Pizza", true),
            ("a ", "Caesar Salad", true),
        ] {
            assert_eq!(is_dish(&words, found, head, ""), expected, "{head}{found}");
        }
    }
}
