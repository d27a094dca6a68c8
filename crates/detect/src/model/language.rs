//! Language tests: the language of a stretch of text, English or another, by its letters and its function words in small
//! letters.

use std::sync::{Arc, LazyLock};

use masquerade_ner::{Model, lexicon::class};
use rustc_hash::FxHashMap;

use crate::text::place_of;

/// Length of a stretch whose language is determined, in bytes.
const STRETCH: usize = 1 << 10;
/// Least evidence of a foreign text: three of its function words, or two and a word with a foreign letter.
const FEW: usize = 3;
/// Words of a text that is a sentence alone, and from which on it is longer than that.
const SENTENCE: usize = 4;
const SHORT: usize = 24;
/// Function words that are parts of names, too.
const PARTICLES: [&str; 12] = ["van", "von", "de", "der", "den", "del", "di", "da", "do", "dos", "du", "la"];
/// Longest function word in the lists, in bytes.
const LONGEST: usize = 8;

/// Function words that are more frequent in English than in any other language that is listed.
const ENGLISH: &str = "\
    the and of to for with that this are you from have has by not it my your we our be at his her she they their which \
    will would there been who what about when was were is as but if or do did had can could should how why where than \
    then its these those them him he all any some out up into over please thanks i'm don't it's else";

/// Function words by language: the most frequent forms that English does not have.
const FOREIGN: &[(&str, &str)] = &[
    (
        "de",
        "der das und ist nicht ein eine einen einem einer mit den dem des von auf ich sie wir zu im auch als wird bei \
         für über nach sich es aus zum zur oder noch wie nur sind wurde wurden werden hat haben dass daß durch er vom \
         unter gegen seine ihre mein meine bitte du ja mir mich aber hier wenn dich ihr nein habe bin dir uns hast \
         kann gut schon sein mal jetzt ihn dann bist doch alles weiß keine nichts muss ihnen geht wo etwas mehr immer \
         hab warum vor können wieder sagen machen danke sehr alle denn mann tun ihm gehen sehen wer",
    ),
    (
        "fr",
        "le les et est une un pour dans que qui sur pas avec vous nous je du au aux il elle ce cette sont été par \
         plus ne se ou mais leur ses son mon ma votre notre où être fait ont était très tu en ça ai des bien si suis \
         non tout te moi oui va faire ils quoi comme sais veux ici toi dit lui es pourquoi là rien quand peux dire \
         avez vais alors ton bon merci juste jamais aussi avoir vraiment voir même sa tous peut deux ces êtes allez \
         ta autre peu temps quelque",
    ),
    (
        "es",
        "el los las una unos por con para del su que en es se lo al y más pero sus como está fue son ha muy también \
         sin sobre este esta mi nos desde cuando entre un qué te sí si bien eso aquí tu esto todo estoy ahora así \
         vamos algo hay bueno tengo él estás sé tú cómo ser tiene puedo quiero hacer gracias vez era soy sólo todos \
         porque tienes creo voy sabes estaba puede eres ese usted entonces hola solo verdad casa quién tiempo dos esa \
         nunca dónde va mucho mí quieres siento señor mejor hace decir dios",
    ),
    (
        "it",
        "il di che per della delle dei del sono gli è un una con non si nel nella alla dal dalla anche più come ma lo \
         da ha suo sua questo questa mio mia stato mi cosa ti se io ci hai bene qui sei tu solo tutto te era fatto \
         fare essere quando sì ora ne detto va perche quello abbiamo tutti grazie chi sta molto voglio perché tuo beh \
         sia lui allora posso piu ehi prima tua niente qualcosa sai siamo cosi davvero ancora hanno stai fa così casa \
         uno dove vero vuoi noi quindi dire quella sempre altro",
    ),
    (
        "pt",
        "um uma com os dos das do da que não em para por ao na no se mais como foi ele ela pelo pela são também à seu \
         sua este esta meu minha você eu está mas bem isso aqui muito isto estou fazer vamos já ser vai só tem tudo \
         te porque há tenho vou tu sei quando agora estás lá então ter era quem onde ou coisa dizer quero estava sou \
         pode mesmo eles nós todos nos mim posso bom ver casa temos tens tua nunca estão até assim teu acho falar \
         disse ainda tempo ir sobre vez quê certo quer sabe algo vocês esse essa pra tão cara melhor",
    ),
    (
        "nl",
        "het een van niet voor zijn ik wij de en dat op te met ook aan bij naar deze werd worden heeft hebben maar \
         dan nog wel uit om ze hij mijn uw je wat heb als dit weet hier zo jij kan geen ja hem moet wil goed haar nee \
         hoe nu waar doen zou ga gaan bent mij ons iets daar jullie gaat zal hebt kom waarom meer moeten laat kunnen \
         dus jou denk wie alles echt doe alleen toch zien weg eens laten nooit nou zei terug oké mee niets iemand \
         komt toen veel onze gewoon",
    ),
    (
        "pl",
        "nie jest się na w z do że przez oraz dla jak po od był była było są za który która które ale czy tym tego o \
         już może jego jej mój moja ze co tak mnie mi ja ci tylko tu jestem cię mam jesteś jeśli wiem coś dobrze więc \
         teraz wszystko być będzie masz nic tam mogę proszę gdzie kiedy ciebie sobie wiesz bardzo ją chcę dlaczego \
         pani jeszcze nas żeby chcesz ich też tutaj nigdy mamy kto możesz dobra mu gdy muszę nawet chyba domu prawda \
         zrobić będę zawsze hej nim te musisz je dzięki bez",
    ),
    (
        "nordic",
        "og och det att som er på av til med for ikke inte jeg jag vi den har ett et en är var från fra om kan ved \
         vid ham efter etter men hun hon han ska skal eller de dem deg mig sig min mitt du hvad så der af vil nu ja \
         nej noget være bare hvor må hvis os kom ud godt ville se gør hvorfor alle lige op hende hvordan tror tak \
         gøre kunne kommer havde meget nok få ingen gå går hvem bliver sagde tilbage når alt måske også mit ind vores \
         hej mere hans skulle blev nogen lidt aldrig får siger selv kun sådan ser dit jer meg hva dette dere noe nei \
         vet nå ut oss gjør noen igjen ta gjøre opp seg hadde sa bra henne blir takk bli si hei litt inn ble denne \
         kanskje tilbake aldri vel trenger sier vært mer för vad här ni vill bara där måste honom gör när då vara \
         göra okej hade varför alla allt upp tack igen nåt mycket vem kanske lite behöver finns än inget gjorde två \
         nån tillbaka tar",
    ),
    (
        "fi",
        "ja on ei se että hän oli ovat mutta kun myös joka jonka sekä tai kuin vain minä olen mukaan ole niin hänen \
         en mitä jos tämä nyt voi sinä olet sitä olla et kaikki minun hyvä minua sitten onko miksi sinua miten sinun \
         älä siitä hänet mitään kyllä kiitos hei mikä olisi ne kanssa pitää ollut häntä tässä tiedä minulle minulla \
         jotain ehkä missä tuo minut oletko kuka hyvin anteeksi vielä tämän sinut sinulle koska haluan olemme tiedän \
         tehdä tänne meidän emme saa tule paljon siellä eivät tätä pois ennen sinulla täytyy aina tulee",
    ),
    (
        "hu",
        "a az és hogy nem is egy van volt meg csak de ez már mint ki mert vagy még kell lesz azt ezt szerint én mi \
         igen itt ne te mit vagyok jó tudom úgy miért akkor jól nagyon nincs minden amit olyan rendben így volna oké \
         nekem fel tudod ott lehet valami majd mindig talán maga semmi hát aki amikor hol neki szóval neked ami kis \
         tényleg hiszem elég valamit fog lenne igaz rá vele milyen ilyen ide biztos uram őket vissza tudja egész nos \
         mikor vagyunk gyerünk vannak azért ember persze túl mondta",
    ),
    (
        "south slavic",
        "je se na u da i za su od koji koja koje kao ali ili iz bi što sa nije bio bila biti smo te su ga mi po će ne \
         ti si ja samo ovo kako dobro ako sve ću tako znam ste nisam ovdje mogu zašto još redu bilo nešto kad vas \
         mislim hvala možda ih gdje ima vam više znaš rekao sada moj onda bih tko mu ćemo nema ništa zar nas želim \
         malo mene može vi molim kada reći šta jer prije tebe hej imam možeš tu ćeš zbog ni tamo jesi ljudi nisi svi \
         moram ovde gde да treba је hajde stvarno zato kaj lahko če bom še kot jaz ki vse bil že vem zakaj kar boš \
         nisem nekaj tudi prav jih tukaj res zdaj tega ampak ker kdo naj več ta tem kje veš vedno bomo nič sva saj \
         zelo potem prosim pri rekel sta imaš tam daj nikoli bodo toda mogoče pred veliko vsi",
    ),
    (
        "cs, sk",
        "je se na že v s z do jsem to ale si jako už tak jeho která který by pro aby byl byla bylo ako sa som keď pri \
         co ne jsi já mi mě jak jste když jsme tu za ti tady ano dobře není tě něco proč teď tam tohle mám jsou být \
         toho bude bych vás nic takže má vám nebo kdo kde ještě po pane protože než můj od myslím tím jestli máš měl \
         vím nás všechno možná víš nikdy prosím moc mu vy ani chci taky nevím až pokud moje tebe nám ahoj ta jí díky \
         říct máme řekl chceš čo nie ja sme ste áno len dobre ak ťa bol pre sú prečo niečo toto teraz aj hej byť ich \
         všetko nič kto bolo bola ešte alebo jej môj viem vieš mňa poriadku tým veľmi mal potom možno povedal chcem \
         neviem ďakujem ísť naozaj stále teba pretože viac povedať pred boli",
    ),
    (
        "ro",
        "și în de la cu pe nu este care din sunt să o un lui au fost mai pentru prin după sau acest această ca ce că \
         şi ai te bine dar se fi mă eu aici sa dacă trebuie va cum si tu acum aşa ar ceva când doar eşti ei ne tine \
         poate voi cred îmi mea spus ştiu unde vă meu ea mult vreau despre vrei tot foarte pare acolo chiar noi bună \
         ta era nimic faci făcut cine nici putea ştii fac fie nevoie trebui rău atunci timp tău spun rog îţi spune \
         avem poţi",
    ),
    (
        "baltic",
        "ir un kas ar no par tas bija uz viņš viņa arī kā ka lai tā ja ei see ka kui oma mis oli või bet yra su kad \
         iš es tu vai tev jā mēs nav labi nē jūs mani viņu esmu esi tevi mums ne tikai tad viņi jums viss kur nu vēl \
         tik jau tur te kaut būs paldies visu viņam tagad pēc šeit kāpēc būtu ļoti savu mūsu lūdzu taču šo gan mans \
         ak kāds jūsu zinu daudz varbūt esam kungs cik zini tās mana tiešām esat domāju var varētu būt tam tāpēc visi \
         nezinu šī nekad viens līdz aš tai taip jis ką čia kaip gerai mano mes tau jei jie tavo buvo savo dar mane \
         dabar apie viskas jį tave labai reikia už turi kodėl po nieko dėl mūsų nors gali gal jūsų tikrai ačiū nori \
         nuo turiu jos štai manęs ją būti nes noriu juk žinai pone tiesiog tavęs žinau tą nėra ant daug viską tada \
         prie iki labas jų nežinau prašau juos prieš vienas daugiau galiu manau mus sa et ta seda mida jah aga siis \
         nii olen ära oled mu siin kõik nad selle midagi mulle minu kes nüüd sind kuidas ole mitte välja tema nagu \
         sinu miks sulle veel meie tagasi sul hea küll sina väga teda saa teie lihtsalt üks kus oleks palju teha tead \
         siia kuid hästi pärast palun tean eest olla sellest meil tere tule juba oleme olgu keegi isa ainult peale \
         pean tahad neid tahan talle kunagi sest tänan vaata teed tee",
    ),
    (
        "tr",
        "ve bir bu için ile da olarak olan çok daha gibi sonra ise kadar ne en var mı mi ben sen onun ama evet değil \
         şey hayır bana yok bunu onu iyi tamam beni seni benim sana ki neden zaman sadece senin burada nasıl hiç \
         şimdi öyle mu şu misin önce biraz hadi güzel musun oldu yani böyle İyi lütfen bile çünkü peki eğer artık \
         geri başka belki tek doğru büyük biri olur buraya olacak hiçbir biz yardım demek ın bunun tüm fazla yeni gün \
         ederim nerede tanrım şeyi merhaba efendim orada kötü şeyler gece",
    ),
    (
        "ms",
        "yang dan dari untuk dengan pada ini itu tidak tak ada saya kami kita anda akan sudah belum bisa boleh juga atau karena oleh jika \
         kalau mohon tolong terima kasih adalah sebagai dalam lebih harus perlu dapat telah bahwa seperti hanya setelah sebelum kepada \
         hari jam jangan lagi masih mau ingin apa apakah bagaimana kenapa mana siapa sangat banyak semua setiap sampai antara tetapi \
         tapi namun sila tuan puan pak ibu bapak nya mereka dia ia kak kapan sudahkah silakan supaya agar",
    ),
    (
        "vi",
        "và của là có cho không được các một những với này đã trong khi từ người để đến về anh chị em tôi bạn cũng như thì sẽ hoặc nếu vui \
         lòng xin cảm ơn ạ nhé rồi đang bị vì nên trên ngày giờ thời gian chưa còn hơn nhưng mà ở tại theo bằng vào ra lại",
    ),
];

/// Letters that English has in borrowed words alone.
fn is_foreign_letter(c: char) -> bool {
    c.is_alphabetic() && !c.is_ascii()
}

/// The words of both lists, each with a bit for every language of [`FOREIGN`] that has it; [`IS_ENGLISH`] for English.
fn words() -> &'static FxHashMap<&'static str, u32> {
    static WORDS: LazyLock<FxHashMap<&str, u32>> = LazyLock::new(|| {
        let mut words: FxHashMap<&str, u32> = FxHashMap::default();
        for (bit, (_, list)) in FOREIGN.iter().enumerate() {
            for word in list.split_whitespace().filter(|word| word.len() > 1) {
                *words.entry(word).or_default() |= 1 << bit;
            }
        }
        for word in ENGLISH.split_whitespace() {
            // A word that two languages share tells neither.
            if words.remove(word).is_none() {
                words.insert(word, IS_ENGLISH);
            }
        }
        words
    });
    &WORDS
}

/// The bits of an English word.
const IS_ENGLISH: u32 = 0;
const _: () = assert!(FOREIGN.len() <= u32::BITS as usize, "a bit for each language");

/// Languages of [`FOREIGN`] whose function words are names elsewhere (`ada`, `theo`, `hari`): they only tell the language.
const NAMESAKES: [&str; 2] = ["ms", "vi"];

/// Reports whether `word`, in small letters, is a function word of any language that is listed, and no name elsewhere.
pub fn is_function_word(word: &str) -> bool {
    let all = FOREIGN.iter().enumerate();
    let namesakes = all.filter(|(_, (tag, _))| NAMESAKES.contains(tag)).fold(0, |bits, (bit, _)| bits | 1 << bit);
    let known = if word.len() <= LONGEST { words().get(word) } else { None };
    known.is_some_and(|bits| *bits == IS_ENGLISH || bits & !namesakes != 0)
}

/// Reports whether `word`, in small letters, is a function word of English.
pub fn is_english_function_word(word: &str) -> bool {
    words().get(word) == Some(&IS_ENGLISH)
}

/// Reports whether `text` may hold a name that the model knows: it has Latin letters, and is no identifier.
pub fn may_hold_names(text: &str) -> bool {
    let bytes = text.as_bytes();
    let has_word = bytes.array_windows().any(|pair: &[u8; 2]| pair.iter().all(u8::is_ascii_alphabetic));
    if !has_word {
        return false;
    }
    let text = text.trim();
    if text.bytes().any(|b| b.is_ascii_whitespace()) {
        return true;
    }
    // A single token: a name begins with a capital and has no digits and signs.
    let stands = |c: char| c.is_alphabetic() || matches!(c, '-' | '\'' | '’' | '.' | ',' | '!' | '?');
    text.starts_with(char::is_uppercase) && text.chars().all(stands)
}

/// The number of the stretch of `text` around the byte `at` that determines the language there; stretches overlap by
/// half, so that each byte stands well inside one.
pub fn stretch_of(at: usize) -> usize {
    at / (STRETCH / 2)
}

/// The language of a stretch, as far as the models differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English, or nothing that tells otherwise.
    English,
    /// A language in Latin letters of which the European model has seen texts with all their names marked.
    European,
    /// German, of which the same holds, and in which every noun begins with a capital.
    German,
    /// A language in Latin letters that the model reads by what kindred languages have in common.
    Kindred,
    /// A language in other letters.
    OtherScript,
}

/// Languages of [`FOREIGN`] whose annotated texts leave out names, or of which there are none.
const KINDRED: [&str; 6] = ["fr", "es", "it", "nl", "ms", "vi"];
/// German in [`FOREIGN`].
const GERMAN: &str = "de";

impl Language {
    /// Reports whether the European model reads it.
    pub fn is_european(self) -> bool {
        matches!(self, Self::European | Self::German | Self::Kindred)
    }
}

/// The words that are frequent in English and in other European languages, as the embedded models know them. The second one
/// is only read if a text asks for it.
#[derive(Clone, Debug)]
pub struct Vocabulary {
    /// The model for English.
    pub english: Arc<Model>,
}

impl Vocabulary {
    /// Reports whether a short text without function words is foreign: few of its words in small letters are English.
    /// Names are written so, too, in chats, and tell nothing.
    fn is_foreign(&self, text: &str) -> bool {
        /// Shortest word that tells something, in characters.
        const SHORTEST: usize = 3;
        let words = text.split(|c: char| !c.is_alphabetic() && c != '\'').filter(|word| {
            word.starts_with(char::is_lowercase)
                && word.chars().nth(SHORTEST - 1).is_some()
                && !word.contains(char::is_uppercase)
        });
        let (mut english, mut strange, mut first) = (0, 0, None);
        for word in words {
            if self.english.is_frequent(word) {
                english += 1;
            } else if self.english.classes(word) & (class::FIRST | class::LAST) == 0 {
                strange += 1;
                first = first.or(Some(word));
            }
        }
        let is_european = |word: &str| Model::european().is_some_and(|model| model.is_frequent(word));
        /// From this length on, in bytes, a word that English has not is hardly a slip.
        const LONG: usize = 7;
        if 3 * english > 2 * strange {
            return false;
        }
        // A few words in small letters may be somebody's names.
        let stands = |c: char| c.is_alphabetic() || matches!(c, ' ' | ',' | '.' | '!' | '?' | '\'');
        let may_be_names =
            || english + strange <= 2 && text.trim().chars().all(stands) && !text.contains(char::is_uppercase);
        let is_strange = |word: &str| strange > 1 || english == 0 && word.len() >= LONG;
        first.is_some_and(|word| is_european(word) || is_strange(word) && !may_be_names())
    }
}

/// The language of the stretch with this number; short texts are told by `vocabulary`, too.
pub fn of(text: &str, stretch: usize, vocabulary: Option<&Vocabulary>) -> Language {
    let middle = stretch * (STRETCH / 2) + STRETCH / 4;
    let start = text.floor_char_boundary(middle.saturating_sub(STRETCH / 2));
    let sample = &text[start..text.floor_char_boundary((start + STRETCH).min(text.len()))];
    let (mut english, mut foreign, mut all) = (0, 0, 0);
    let known = words();
    let mut votes = [0; FOREIGN.len()];
    let mut vote = |bits: u32| {
        for (bit, votes) in votes.iter_mut().enumerate() {
            *votes += usize::from(bits >> bit & 1 == 1);
        }
    };
    let (mut is_behind_name, mut last_end) = (false, 0);
    for word in sample.split(|c: char| !c.is_alphabetic() && c != '\'') {
        let Some(first) = word.chars().next() else { continue };
        all += 1;
        // Names begin with capitals, function words seldom; a small word behind a name may belong to it: `van`.
        let was_behind_name = std::mem::replace(&mut is_behind_name, first.is_uppercase());
        let start = place_of(sample, word).expect("a word is a part of its text").start;
        let between = &sample[std::mem::replace(&mut last_end, start + word.len())..start];
        if !first.is_lowercase() {
            // The first word of a sentence may be one of them for all that.
            let begins = start == 0 || between.contains(['.', '!', '?', '\n']);
            if begins && word.len() <= LONGEST {
                let lower = word.to_lowercase();
                let bits = known.get(&*lower).copied().unwrap_or(IS_ENGLISH);
                foreign += usize::from(bits != IS_ENGLISH && !PARTICLES.contains(&&*lower));
                vote(bits);
            }
            continue;
        }
        let entry = if word.len() <= LONGEST { known.get(word) } else { None };
        match entry {
            Some(&IS_ENGLISH) => english += 1,
            Some(&bits) => {
                foreign += usize::from(!(was_behind_name && PARTICLES.contains(&word)));
                vote(bits);
            }
            None => foreign += usize::from(first != '\'' && word.contains(is_foreign_letter)),
        }
    }
    let is_other_script = || {
        let latin = sample.bytes().filter(u8::is_ascii_alphabetic).count();
        let others = sample.chars().filter(|c| !c.is_ascii() && c.is_alphabetic()).count();
        others > latin
    };
    let few = match english {
        // In a sentence without an English word, one is enough.
        0 if (SENTENCE..SHORT).contains(&all) => 1,
        0 => FEW - 1,
        _ => FEW,
    };
    if !sample.is_ascii() && is_other_script() {
        Language::OtherScript
    } else if foreign >= few && foreign > 2 * english {
        let most = votes.iter().copied().max().unwrap_or_default();
        let likeliest = || FOREIGN.iter().zip(votes).filter(|(_, votes)| *votes == most).map(|((name, _), _)| *name);
        if likeliest().any(|name| KINDRED.contains(&name)) {
            Language::Kindred
        } else if likeliest().any(|name| name == GERMAN) {
            Language::German
        } else {
            Language::European
        }
    } else if english == 0 && all < SHORT && vocabulary.is_some_and(|known| known.is_foreign(sample)) {
        // Its own language is unknown, so that more evidence is asked for.
        Language::Kindred
    } else {
        Language::English
    }
}

/// The languages of the stretches of a text, each told once.
#[derive(Debug, Default)]
pub struct Languages {
    told: Vec<Option<Language>>,
    vocabulary: Option<Vocabulary>,
}

impl Languages {
    /// The languages of a text whose words are looked up in `vocabulary`, if there is one.
    pub fn new(vocabulary: Option<Vocabulary>) -> Self {
        Self { told: Vec::new(), vocabulary }
    }

    /// The language of `text` around the byte `at`; `text` is the same at every call.
    pub fn at(&mut self, text: &str, at: usize) -> Language {
        let stretch = stretch_of(at);
        if self.told.len() <= stretch {
            self.told.resize(stretch + 1, None);
        }
        *self.told[stretch].get_or_insert_with(|| of(text, stretch, self.vocabulary.as_ref()))
    }

    /// The languages of `text` from its beginning to its end.
    pub fn all<'l>(&'l mut self, text: &'l str) -> impl Iterator<Item = Language> + 'l {
        (0..=stretch_of(text.len())).map(move |stretch| self.at(text, stretch * (STRETCH / 2)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_numbers_and_other_scripts_are_not_read() {
        for text in
            ["", "12 34", "a 1", "get_weather", "gpt-4", "user", "Content-Type1", "9f86d081", "日本 東京", "a@b.c"]
        {
            assert!(!may_hold_names(text), "{text}");
        }
        for text in ["Jane", "Jane!", "O'Brien", "Anna-Lena", "call jane", "Müller", "in 日本 Tokyo"] {
            assert!(may_hold_names(text), "{text}");
        }
    }

    #[test]
    fn languages_are_told_by_their_small_words() {
        for text in [
            "Der Vertrag mit der Firma ist von der Leitung unterschrieben.",
            "Le contrat est dans la boîte avec les clés pour le garage.",
            "El informe está en la mesa con las llaves para los dos.",
            "Il contratto è nella scatola con le chiavi della macchina.",
            "O contrato está na caixa com as chaves do carro.",
            "Het contract ligt op de tafel bij de sleutels van het huis.",
            "Umowa jest w szafie, a klucze są na stole.",
            "Avtalet ligger på bordet och nycklarna är i lådan.",
            "Sopimus on pöydällä ja avaimet ovat laatikossa.",
            "A szerződés az asztalon van, és a kulcsok is.",
            "Ugovor je na stolu, a ključevi su u kutiji.",
            "Zmluva je na stole a kľúče sú v zásuvke.",
            "Contractul este pe masă și cheile sunt în sertar.",
            "Sözleşme masada ve anahtarlar çekmecede.",
            "Анна Каренина живёт в Москве, её телефон записан на листке.",
        ] {
            assert_ne!(of(text, 0, None), Language::English, "{text}");
        }
        for text in [
            "The contract with Der Spiegel was signed by the two.",
            "Jane Roe",
            "",
            "Please send it to José at São Paulo, and call me when it is there.",
            "name: Jane Roe, city: Los Angeles",
            "Hi, I'm Müller from the Zürich office, can you call me back?",
        ] {
            assert_eq!(of(text, 0, None), Language::English, "{text}");
        }
    }

    #[test]
    fn short_texts_are_told_by_the_words_that_are_frequent() {
        let vocabulary = Vocabulary { english: Model::embedded().unwrap() };
        for text in ["Toimitus ilmainen", "Onjuiste uitgebreide kop", "Mittaus keskeytettiin"] {
            assert_eq!(of(text, 0, None), Language::English, "{text}");
            assert_eq!(of(text, 0, Some(&vocabulary)), Language::Kindred, "{text}");
        }
        for text in [
            "jane roe",
            "Jane Roe",
            "karthi velavan",
            "delivery address",
            "need help asap",
            "name: Jane Roe, city: Los Angeles",
        ] {
            assert_eq!(of(text, 0, Some(&vocabulary)), Language::English, "{text}");
        }
    }

    #[test]
    fn a_text_of_two_languages_is_told_stretch_by_stretch() {
        let english = "The contract is on the table with the keys. ".repeat(60);
        let german = "Der Vertrag liegt mit den Schlüsseln auf dem Tisch. ".repeat(60);
        let text = format!("{english}{german}");
        let mut languages = Languages::default();
        assert_eq!(languages.at(&text, 100), Language::English);
        assert_eq!(languages.at(&text, text.len() - 100), Language::German);
        let swedish = "Avtalet ligger på bordet och nycklarna är i lådan.";
        assert_eq!(Languages::default().at(swedish, 0), Language::European);
        assert!(languages.all(&text).any(Language::is_european));
        let french = "Le contrat est sur la table avec les clés, et la facture n'est pas encore payée.";
        assert_eq!(Languages::default().at(french, 0), Language::Kindred);
    }
}
