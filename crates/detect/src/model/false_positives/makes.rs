//! Makes of vehicles before their models, which the models take for first names: `Renault Clio`.

use masquerade_ner::lexicon::class;

use crate::{
    model::words::Words,
    recognizers::support::word_list::{WordList, is_listed},
};

/// Makes that hardly anybody is called.
const MAKES: &WordList = &WordList::new(
    "abarth|alfa|audi|bmw|bugatti|buick|cadillac|chevrolet|chrysler|citroen|citroën|cupra|daewoo|daihatsu|dodge|ducati|fiat|gilera|\
     husqvarna|hyundai|isuzu|iveco|jaguar|jeep|kawasaki|lada|lamborghini|lancia|lexus|maserati|maybach|mazda|mercedes-benz|mitsubishi|\
     nissan|opel|peugeot|piaggio|pontiac|porsche|renault|rolls-royce|saab|škoda|skoda|ssangyong|subaru|tesla|toyota|trabant|vauxhall|\
     vespa|volkswagen|volvo|vw|yamaha|harley-davidson|aston|wartburg|zastava|fso",
);

/// Makes that are names of persons, too.
const NAMES: &WordList = &WordList::new(
    "austin|bentley|dacia|ferrari|ford|honda|kia|lincoln|lotus|mercedes|mini|morris|seat|smart|suzuki|triumph",
);

/// Models that people drive.
const MODELS: &WordList = &WordList::new(
    "logan|sandero|duster|spring|lodgy|dokker|jogger|fiesta|focus|kuga|mondeo|transit|puma|galaxy|s-max|c-max|ranger|mustang|explorer|\
     civic|jazz|accord|cr-v|hr-v|insight|swift|vitara|jimny|ignis|baleno|picanto|ceed|sportage|sorento|rio|niro|stonic|carens|venga|\
     minor|healey|marina|maxi|allegro|metro|leon|ibiza|arona|ateca|alhambra|cordoba|toledo|cooper|countryman|clubman|fortwo|forfour|\
     continental|bentayga|navigator|sprinter|vito|citan|elise|evora|esprit|testarossa|portofino|enzo|spitfire|bonneville|dolomite|herald",
);

/// Further models, which are first names, too.
const MORE_MODELS: &WordList = &WordList::new(
    "clio|megane|mégane|twingo|zoe|captur|scenic|kangoo|espace|laguna|polo|passat|golf|corsa|astra|punto|panda|fabia|octavia|felicia|carina|corolla|\
     yaris|celica|micra|leaf|juke|giulia|giulietta|alfetta|carens|berlingo|picasso|xsara|saxo|partner|caddy|up|kadett|vectra|zafira|meriva",
);

/// Reports whether a mention is a make alone.
pub(super) fn is_make(found: &str) -> bool {
    is_listed(found.split(' ').next().unwrap_or_default(), MAKES)
        || matches!(found, "Honda" | "Kia" | "Suzuki" | "Ford" | "Dacia" | "Seat")
}

/// Reports whether a mention is a model of a vehicle whose registration follows: `ma Clio immatriculée …`.
pub(super) fn is_registered(found: &str, tail: &str) -> bool {
    const REGISTERED: [&str; 12] = [
        " immatricul",
        " matriculad",
        " targat",
        " registered ",
        " reg ",
        " reg. ",
        " plate ",
        " mit Kennzeichen ",
        " mit dem Kennzeichen ",
        " met kenteken ",
        " o nr rej",
        " z rejestracją",
    ];
    (is_listed(found, MODELS) || is_listed(found, MORE_MODELS)) && REGISTERED.iter().any(|word| tail.starts_with(word))
}

/// Reports whether a mention is a make with its model.
pub(super) fn is_vehicle(words: &Words<'_>, found: &str) -> bool {
    let Some((make, model)) = found.split_once([' ', '\n']) else { return false };
    let model = model.split([' ', '\n']).next().unwrap_or_default();
    // `Renault Marie` in a list of surnames.
    is_listed(make, MAKES) && words.classes(model) & class::COMMON_FIRST == 0
        || is_listed(make, NAMES) && is_listed(model, MODELS)
}
