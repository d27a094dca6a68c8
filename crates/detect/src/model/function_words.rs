//! Function words of English and of the other languages that the models tell apart.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// Longest function word in the lists, in bytes.
pub(super) const LONGEST: usize = 8;

/// Function words that are more frequent in English than in any other language that is listed.
const ENGLISH: &str = "\
    the and of to for with that this are you from have has by not it my your we our be at his her she they their which \
    will would there been who what about when was were is as but if or do did had can could should how why where than \
    then its these those them him he all any some out up into over please thanks i'm don't it's else";

/// Function words by language: the most frequent forms that English does not have.
pub(super) const FOREIGN: &[(&str, &str)] = &[
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

/// The words of both lists, each with a bit for every language of [`FOREIGN`] that has it; [`IS_ENGLISH`] for English.
pub(super) fn words() -> &'static FxHashMap<&'static str, u32> {
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
pub(super) const IS_ENGLISH: u32 = 0;
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
