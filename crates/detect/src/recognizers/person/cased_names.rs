//! Names of persons in sentences of Cyrillic, Greek and Armenian: a frequent first name beside a family name, a name before a
//! father's name (`Любовь Аркадьевна`), family names that their ends tell (`Սարգսյան`), and names behind titles, greetings and
//! words for what somebody is.

use std::{borrow::Cow, ops::Range};

use super::cyrillic_names::{Family, cyrillic, family, is_patronymic};
use super::introduced_name::{INFO, name_at};
use super::script_titles::cased_at;
use crate::recognizers::support::first_names::first_name;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;
use crate::{Candidate, Finding, Pattern, Rule};

/// Farthest end of a name, in bytes.
const NEAR: usize = 160;

pub(super) const RULES: &[Rule] = &[Rule {
    info: INFO,
    patterns: Cow::Borrowed(&[
        // A word with a capital; what it is, lists tell.
        Pattern::within("[А-ЯЁЂ-ЏІЇЄҐҒҚҢӘӨҰҮҺ]", 0.8, 0.9),
        Pattern::within("[Α-ΩΆΈΉΊΌΎΏ]", 0.8, 0.9),
        Pattern::within("[Ա-Ֆ]", 0.8, 0.9),
    ]),
    context: words![],
    check,
}];

pub(super) fn check(candidate: &Candidate<'_>) -> Option<Finding> {
    let (text, start) = (candidate.field.text, candidate.range.start);
    let words = Words::at(text, start)?;
    if let Some(place) = introduced(text, start, &words) {
        return candidate.part(place);
    }
    if is_title(text, start) {
        return None;
    }
    let len = match candidate.pattern {
        _ if words.words[1].is_empty() => return None,
        0 => cyrillic(&words, !begins_sentence(text, start))?,
        1 => greek(&words)?,
        _ => armenian(&words)?,
    };
    candidate.part(start..start + len)
}

/// Reports whether a name at `at` begins the title of a work in quotes: `роман «Евгений Онегин»`.
pub(super) fn is_title(text: &str, at: usize) -> bool {
    const WORKS: &WordList = &WordList::new(
        "роман|романа|романе|романом|повесть|повести|рассказ|рассказа|пьеса|пьесы|пьесе|пьесу|фильм|фильма|фильме|опера|оперы|оперу|балет|балета|поэма|\
         поэмы|поэму|книга|книги|книгу|песня|песни|песню|спектакль|спектакля|сериал|сериала|роману|повість|повісті|оповідання|п'єса|п'єси|фільм|фільму|книжка|\
         книжки|пісня|пісні|вистава|вистави|μυθιστόρημα|ταινία|τραγούδι|όπερα|βιβλίο",
    );
    let head = line::before(text, at, NEAR);
    let quoted = head.strip_suffix(['«', '"', '“', '„']).map(str::trim_end);
    quoted.and_then(|head| head.rsplit([' ', '(']).next()).is_some_and(|word| is_listed(word, WORKS))
}

/// The name at `at` of which the word before it tells that it is one.
fn introduced(text: &str, at: usize, words: &Words<'_>) -> Option<Range<usize>> {
    let head = line::before(text, at, NEAR);
    let start = at - initials_len(head);
    let head = &head[..head.len() - (at - start)];
    let bare = head.trim_end_matches(' ');
    if head.len() - bare.len() > 1 {
        return None;
    }
    let word = |text: &'_ str| {
        let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '.');
        text.len() - text.trim_end_matches(stands).len()
    };
    let sign = bare.strip_suffix([':', ',']).unwrap_or(bare);
    let before = &sign[sign.len() - word(sign)..];
    if before.is_empty() && start == at {
        return None;
    }
    let name = words.words[0];
    let is_plain = sign.len() == bare.len();
    let is_role = !bare.ends_with(',') && is_listed(before.trim_end_matches('.'), ROLES);
    let end = at + words.ends[0];
    let closes = || text[end..].is_empty() || text[end..].starts_with([',', '!', '.', ':', '?', '\n', '\r']);
    match () {
        _ if is_listed(name, OTHERS) => None,
        // `и др. Москва`
        () if is_plain && is_listed(before, TITLES) && !sign[..sign.len() - before.len()].ends_with("и ") => {
            // `профессор Парижского университета`
            let place = name_at(text, start)?;
            let is_adjective = family(name) == Some(Family::Object) && before.starts_with(['п', 'П', 'д', 'Д']);
            let goes_on = text[place.end..].strip_prefix(' ').is_some_and(|rest| rest.starts_with(char::is_lowercase));
            (!is_adjective || !goes_on || before.contains('-')).then_some(place)
        }
        // `Э. Чернова`
        () if start < at && matches!(family(name), Some(Family::Man | Family::Both)) => Some(start..end),
        () if is_role => cased_at(text, start).or_else(|| {
            // A surname or a first name alone: `водитель Петренко`, `тренеру Миколі`
            let is_family = matches!(family(name), Some(Family::Man))
                || name.ends_with("енко")
                || ["чук", "чука", "чуку", "чуком"].iter().any(|end| name.ends_with(end));
            let is_alone = words.words[1].is_empty() && !text[end..].starts_with(" «");
            let is_name = is_family && !is_listed(name, CITIES) || first_name(name).is_some();
            (start == at && is_alone && is_name).then_some(at..end)
        }),
        // `Мы с Дашей были у Сергея`: a name that is a case of a thing, too, needs more around it.
        () if is_plain && start == at && is_listed(before, OBJECTS) && is_object(text, name) => {
            let has_family =
                !words.words[1].is_empty() && (family(words.words[1]).is_some() || is_patronymic(words.words[1]));
            Some(at..at + words.ends[usize::from(has_family)])
        }
        () if is_plain && is_listed(before, RELATIVES) && first_name(name).is_some() => {
            let has_family = family(words.words[1]).is_some() && !words.words[1].is_empty();
            Some(at..at + words.ends[usize::from(has_family)])
        }
        () if is_listed(before, GREETINGS) && first_name(name).is_some() && closes() => Some(at..end),
        () => None,
    }
}

/// The length of the initials that end `head`: `И. `, `А.С. `.
fn initials_len(head: &str) -> usize {
    let mut rest = head;
    for _ in 0..2 {
        let bare = rest.strip_suffix(' ').unwrap_or(rest);
        let Some(letter) = bare.strip_suffix('.') else { break };
        let Some(before) = letter.strip_suffix(|c: char| c.is_uppercase() && !c.is_ascii()) else { break };
        if before.ends_with(char::is_alphanumeric) {
            break;
        }
        rest = before;
    }
    head.len() - rest.len()
}

/// Reports whether a sentence, a line or a quotation begins at `at`.
pub(super) fn begins_sentence(text: &str, at: usize) -> bool {
    let head = line::before(text, at, NEAR).trim_end_matches([' ', '«', '"', '“', '„', '—', '–', '-', '*', '•', '>']);
    head.is_empty() || head.ends_with(['.', '!', '?', '…'])
}

/// Up to three words with capitals, with single blanks between them.
pub(super) struct Words<'t> {
    pub(super) words: [&'t str; 3],
    /// The ends of the words, from the start of the first.
    pub(super) ends: [usize; 3],
}

impl<'t> Words<'t> {
    /// The words that begin at `at`; the others are empty.
    pub(super) fn at(text: &'t str, at: usize) -> Option<Self> {
        if text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '@' | '_' | '#')) {
            return None;
        }
        let near = line::behind(text, at, NEAR);
        let mut found = Self { words: [""; 3], ends: [0; 3] };
        let mut from = 0;
        for (word, end) in found.words.iter_mut().zip(&mut found.ends) {
            let rest = near.get(from..)?;
            let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '’' | '\'' | 'ʼ');
            let own = &rest[..rest.find(|c| !stands(c)).unwrap_or(rest.len())];
            let own = own.trim_end_matches(['-', '’', '\'']);
            let is_capital = own.starts_with(char::is_uppercase) && own.chars().nth(1).is_some_and(char::is_lowercase);
            if !is_capital {
                break;
            }
            (*word, *end) = (own, from + own.len());
            match rest[own.len()..].strip_prefix(' ') {
                Some(_) => from = *end + 1,
                None => break,
            }
        }
        (!found.words[0].is_empty()).then_some(found)
    }
}

/// A frequent first name and another word with a capital.
fn greek(found: &Words<'_>) -> Option<usize> {
    /// Ends of family names, without accents.
    const ENDS: [&str; 24] = [
        "όπουλος",
        "οπούλου",
        "όπουλο",
        "ίδης",
        "ίδη",
        "ίδου",
        "άδης",
        "άδη",
        "άδου",
        "άκης",
        "άκη",
        "άκου",
        "ιάδης",
        "ιάδη",
        "έας",
        "έα",
        "ούδης",
        "ούδη",
        "ινός",
        "ινού",
        "άκος",
        "έλης",
        "έλη",
        "ρέλλης",
    ];
    let [first, second, third] = found.words;
    let ends = |word: &str| ENDS.iter().any(|end| word.strip_suffix(end).is_some_and(|stem| stem.chars().count() > 1));
    let is_name = |word: &str| first_name(word).is_some();
    let is_other = |word: &str| word.is_empty() || is_listed(word, OTHERS);
    let is_doubtful = is_listed(first, GREEK_WORDS) && !ends(second);
    if is_name(first) && !is_doubtful && !is_other(second) && !is_listed(first, OTHERS) {
        // A second first name, and the family name.
        return Some(found.ends[if (is_name(second) || ends(third)) && !is_other(third) { 2 } else { 1 }]);
    }
    (ends(first) && is_name(second)).then_some(found.ends[1])
}

/// Greek first names that are ordinary words, too.
const GREEK_WORDS: &WordList = &WordList::new(
    "βασιλική|βασιλικής|ελευθερία|ελευθερίας|ειρήνη|ειρήνης|σοφία|σοφίας|νίκη|νίκης|χαρά|ζωή|ζωής|παρασκευή|παρασκευής",
);

/// A word with a capital and a family name of Armenia, in any case.
fn armenian(found: &Words<'_>) -> Option<usize> {
    const STEMS: [&str; 2] = ["յան", "յանց"];
    const ENDINGS: [&str; 8] = ["", "ը", "ն", "ի", "ին", "ից", "ով", "ում"];
    // Times, and adjectives of places.
    const WORDS: [&str; 6] = ["Երեկ", "Այսօր", "Վաղը", "Երբ", "Իսկ", "Բայց"];
    const PLACES: [&str; 4] = ["Կովկաս", "Երևան", "Հայկազ", "Եվրոպ"];
    let [first, second, _] = found.words;
    if WORDS.contains(&first) || PLACES.iter().any(|place| second.starts_with(place)) {
        return None;
    }
    let is_family = STEMS.iter().any(|stem| {
        let made = |ending: &&&str| second.strip_suffix(**ending).and_then(|word| word.strip_suffix(stem));
        ENDINGS.iter().filter_map(|ending| made(&ending)).any(|name| name.chars().count() > 2)
    });
    // The genitive of words for qualities ends so, too.
    (is_family && !second.contains("ության")).then_some(found.ends[1])
}

/// Titles, and relatives who are called so with their names.
const TITLES: &WordList = &WordList::new(
    "г-н|г-на|г-ну|г-ном|г-жа|г-жи|г-же|г-жу|г-жой|г-жо|г-не|г-ца|г-дин|г-ѓа|г-ѓо|гђа|г-ђа|г-ђо|господин|господина|господину|господином|\
     господине|госпожа|госпожи|госпоже|госпожу|госпожой|госпожо|госпођа|госпође|госпођи|госпођу|госпођо|госпођица|госпоѓа|госпоѓо|\
     пан|пана|пану|пані|пане|панові|паном|спадар|спадарыня|спадару|д-р|д-ра|д-ру|др|др.|доктор|доктора|доктору|доктором|докторе|\
     проф|проф.|професор|професора|професору|професоре|профессор|профессора|профессору|профессором|инж|инж.|адв|адв.|доц.|акад.|\
     тётя|тетя|тёти|тети|тёте|тете|тётю|тетю|дядя|дяди|дяде|дядю|дядей|тітка|тітки|тітку|дядько|дядька|тетка|тетке|тетку|тетку|чика|\
     чичо|леля|вујко|стрина|ујак|бабушка|бабушки|дедушка|дедушки|бабуся|дідусь|баба|\
     κ|κ.|κα|κος|κύριος|κύριο|κυρίου|κυρία|κυρίας|κύριε|δρ|δρ.|դոկտոր|բժիշկ|պարոն|պրն|պրն.|տիկին|տկն|տկն.|օրիորդ",
);

/// What somebody is to an office, a court or a firm, before a name of two words or more.
const ROLES: &WordList = &WordList::new(
    "ответчика|ответчику|ответчиком|истца|истцу|истцом|потерпевшего|подсудимого|подсудимому|свидетеля|свидетелю|обвиняемый|обвиняемого|\
     подозреваемый|подозреваемого|должник|должника|взыскатель|взыскателя|врач|водитель|получатель|отправитель|плательщик|заявитель|покупатель|продавец|пациент|пациентка|больной|больная|истец|ответчик|мать|отец|\
     адвокат|нотариус|свидетель|гражданин|гражданка|гражданину|гражданки|гражданке|гражданина|лікар|водій|батько|мати|позивач|відповідач|\
     пацієнт|пацієнтка|громадянин|громадянка|заявник|отримувач|одержувач|клиент|клиентка|клієнт|клієнтка|сотрудник|сотрудница|студент|\
     студентка|абонент|заказчик|пользователь|страхователь|пассажир|подсудимый|потерпевший|потерпевшая|директор|менеджер|инспектор|пострадавший|\
     співробітник|покупець|продавець|замовник|терапевт|хирург|педиатр|учитель|учительница|вчитель|вчителька|вожатый|кассир|бухгалтер|\
     лекар|возач|клијент|пацијент|запослени|запослена|примаоц|прималац|пошиљалац|директор|професорка|наставница|наставник|учитељица|\
     мастер|мастера|мастеру|слесарь|сварщик|монтажник|бригадир|бригадира|прораб|прораба|инженер|инженера|исп|исполнитель|проводник|тренер|тренера|\
     воспитатель|воспитательница|водителя|водителю|водителем|водієві|водія|водію|водієм|майстер|майстра|інженер|тренерка|вихователь|вихователька|\
     электрик|сантехник|курьер|курьера|курьеру|механик|диспетчер|лікаря|лікарю|врача|врачу|врачом|терапевту|учителю|вчителю|вчителька|вчительці|\
     секретар|секретарь|староста|напарник|начальник|начальника|замдиректора|бухгалтеру|менеджера|менеджеру|\
     пациентот|пациентката|примач|испраќач|возачот|клиентот|вработен|пациентът|лекарят|шофьор|служител|получателят|заявителят|ищец|ответник|\
     ασθενής|πελάτης|ενάγων|εναγόμενος|οδηγός|ιατρός|γιατρός|μάρτυρας|δικηγόρος|κάτοχος|υπάλληλος|φοιτητής|επιβάτης|μαθητής|μαθήτρια|καθηγητής",
);

/// Cities that end like family names.
pub(super) const CITIES: &WordList = &WordList::new(
    "берлин|киев|київ|львов|львів|харьков|харків|ростов|псков|чернигов|чернігів|саратов|тамбов|азов|серпухов|могилёв|могилев|кишинёв|кишинев|\
     пекин|дублин|саранск|гомель|аэрофлот|интернет|магазин|красногорск|краков|бердичев|канев|канів|рыбинск|королёв|королев|пушкин",
);

/// Relatives and others near to the one who writes, before a frequent first name.
const OBJECTS: &WordList = &WordList::new(
    "с|со|у|к|ко|от|для|про|позвони|позвонить|позвонила|позвонил|передай|передайте|скажи|скажите|сказал|сказала|напиши|напишите|письмо|спроси|\
     попроси|встретил|встретила|видел|видела|женится|замуж|з|із|зі|до|від|скажи|передзвони|подзвони|напиши|спитай|запитай",
);

/// Reports whether `name` is a frequent first name in another case than the subject's, which no place is called and no thing.
fn is_object(text: &str, name: &str) -> bool {
    const THINGS: &WordList = &WordList::new(
        "веры|вере|верой|веру|надежды|надежде|надеждой|надежду|любви|любовью|любовь|розы|розе|розой|розу|мира|миру|миром|славы|славе|славой|славу|майя|майи|\
         романа|роману|романом|августа|августу|марта|владимира|владимиру|владимиром|владимир|лиры|лирой|рима|риму|римом",
    );
    // A lone line of a list or a heading tells nothing.
    first_name(name).is_some_and(|(_, is_subject)| !is_subject) && !is_listed(name, THINGS) && text.len() > name.len()
}

/// Words for relatives before first names.
const RELATIVES: &WordList = &WordList::new(
    "оца|оцу|мајке|мајку|мајци|батька|батькові|отца|отцу|майци|баща|бащата|майка|майката|свекровь|свёкор|свекор|тёща|теща|тесть|зять|невестка|сноха|золовка|крёстная|крестная|кум|кума|двоюродный|двоюродная|свекруха|невістка|\
     хрещена|кузен|кузина|свекърва|снаха|зет|свекрва|снаја|таст|ташта|баджанак|сын|сына|сыну|сыном|сынок|дочь|дочери|дочка|дочку|дочке|доченька|брат|брата|брату|сестра|сестры|сестру|сестре|муж|мужа|мужу|жена|жену|жене|\
     мама|маме|маму|папа|папе|папу|внук|внука|внучка|внучку|племянник|племянница|подруга|подругу|подруге|друг|друга|другу|сосед|соседа|соседу|\
     соседка|соседку|соседке|коллега|коллегу|коллеге|ребёнок|ребенок|няня|син|сина|сину|синок|донька|доньки|доньку|чоловік|чоловіка|дружина|\
     дружину|онук|онука|онучка|сусід|сусіда|сусідка|сусідку|колега|колегу|сину|кћерка|кћерке|кћерку|ћерка|ћерке|ћерку|супруг|супруга|супругу|\
     комшија|комшији|комшију|комшиница|комшиници|комшиницу|сосетка|ќерка|ќерката|синот|сопруг|сопругата|сопруга|брат|дете|детето|дъщеря|дъщерята|\
     синът|съпруг|съпруга|съпругът|съпругата|приятелка|приятел|мој|моја|моя|мой|моја|наша|наш|γιος|γιο|γιός|κόρη|μου|μας|σύζυγος|αδερφός|αδερφή|φίλος|φίλη",
);

/// Words of greetings, the last before a name.
const GREETINGS: &WordList = &WordList::new(
    "привет|приветик|здравствуй|здравствуйте|здрасьте|день|утро|вечер|хай|привіт|вітаю|добридень|дня|ранку|вечора|ранок|вечір|здраво|здравей|здравейте|\
     ден|добро|поздрав|драга|драги|мила|мили|драг|сәлем|салам|салем|γεια|σου|σας|καλημέρα|καλησπέρα|χαίρετε|αγαπητέ|αγαπητή|спасибо|дякую|хвала|благодаря|извини|прости|слушай|слухай",
);

/// Words with a capital that stand before names and are none.
pub(super) const OTHERS: &WordList = &WordList::new(
    "университета|института|академии|факультета|кафедры|університету|інституту|академії|наук|кто|хто|тоя|той|тая|президенте|голово|депутате|министре|председатель|председателю|судья|суддя|уважаемый|уважаемая|дорогой|дорогая|шановний|шановна|улица|площадь|имени|господин|госпожа|пан|пані|доктор|профессор|товарищ|\
     сегодня|вчера|завтра|когда|если|это|наш|наша|ваш|ваша|мой|моя|был|была|как|что|где|он|она|они|мы|вы|здравствуйте|привет|\
     россии|украины|беларуси|белоруссии|грузии|армении|азербайджана|казахстана|узбекистана|таджикистана|кыргызстана|киргизии|молдовы|молдавии|латвии|\
     литвы|эстонии|польши|германии|франции|сша|рф|україни|росії|польщі|білорусі|молдови|литви|латвії|грузії|вірменії|русия|българия|србије|русије|согласно|ранее|\
     директор|заявитель|пациент|пациентка|клиент|врач|князь|царь|император|святой|святая|президент|министр|господине|госпожо|\
     όταν|αλλά|και|η|ο|του|της|τον|την|κύριε|κυρία|κύριος|αγία|άγιος|αγίου|αγίας|πλατεία|οδός|οδού|χθες|σήμερα|πρόεδρε|υπουργέ|διευθυντά|καθηγητά|δήμαρχε|βουλευτά|συνάδελφε|πρωθυπουργέ|επίτροπε|δεν|με|από|για|στο|στη|στην",
);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Field;

    fn name(text: &str) -> Option<&str> {
        let field = Field::new(text);
        let starts = text
            .char_indices()
            .filter(|(at, c)| c.is_uppercase() && text[at + c.len_utf8()..].starts_with(char::is_lowercase));
        { starts }.find_map(|(at, c)| {
            let pattern = match c {
                '\u{370}'..='\u{3FF}' => 1,
                '\u{530}'..='\u{58F}' => 2,
                _ => 0,
            };
            let candidate = Candidate { field: &field, range: at..at + 2, pattern, form: crate::Form::Shape, name: "" };
            check(&candidate).map(|found| &text[found.range])
        })
    }

    #[test]
    fn names_are_told_by_their_parts() {
        for (text, found) in [
            ("Вчера Мария Петрова звонила", "Мария Петрова"),
            ("передали Ивану Петрову", "Ивану Петрову"),
            ("с Ольгой Смирновой", "Ольгой Смирновой"),
            ("от Ткаченко Любови Аркадьевны, паспорт", "Ткаченко Любови Аркадьевны"),
            ("Позвоните Ирине Павловне.", "Ирине Павловне"),
            ("Оксана Гнатюк зателефонувала", "Оксана Гнатюк"),
            ("Јуче је Милица Обрадовић дошла", "Милица Обрадовић"),
            ("Сәлем, Ахметов Ержан!", "Ахметов Ержан"),
            ("Хтось бачив Тараса Ігоровича?", "Тараса Ігоровича"),
            ("Η Ελένη Παππά τηλεφώνησε", "Ελένη Παππά"),
            ("του Γιώργου Δημητρίου", "Γιώργου Δημητρίου"),
            ("Заходил г-н И. Петров", "И. Петров"),
            ("руководитель центра Э. Чернова создаёт", "Э. Чернова"),
            ("Прийшла пані Гнатюк", "Гнатюк"),
            ("код кај д-р Велјановска", "Велјановска"),
            ("Привет, Оля! Как", "Оля"),
            ("моя дочь Катя ходит", "Катя"),
            ("Здраво Сања, заборавив", "Сања"),
            ("Больной Овсянников Т. И., 67 лет", "Овсянников Т. И."),
            ("Мен, Сейтқали Айгерім Болатқызы, ЖСН", "Сейтқали Айгерім Болатқызы"),
            ("Հարգելի՛ տիկին Անահիտ Դավթյան", "Անահիտ Դավթյան"),
            ("Երեկ Անահիտ Սարգսյանը զանգեց", "Անահիտ Սարգսյանը"),
        ] {
            assert_eq!(name(text), Some(found), "{text}");
        }
    }

    #[test]
    fn other_words_with_capitals_are_no_names() {
        for text in [
            "Роман Булгакова вышел",
            "Красная Площадь",
            "Новая Москва",
            "Вера Иванов",
            "Санкт-Петербург и Нижний Новгород",
            "Российская Федерация",
            "Мария и Петрова",
            "Анна приехала",
            "Пушкин и др. Москва",
            "Добрый день, Москва!",
            "пан Президент",
            "Полковник Петро",
            "профессор Парижского университета",
            "Тоя Иванович",
            "Η Βασιλική Εταιρεία",
            "Η Ελλάδα Σήμερα",
            "Հայաստանի Հանրապետություն",
            "Հայաստանի Հանրապետության",
            "Профессор Университета",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }
}
