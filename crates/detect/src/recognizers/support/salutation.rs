//! Salutations of no person: `Liebe Eltern`, `Szanowny Kliencie`, `Hi Folks`.

use std::ops::Range;

use crate::recognizers::support::greetings::greetings_of;
use crate::recognizers::support::word_list::{WordList, is_listed};
use crate::text::line;

/// Words that begin salutations.
const GREETINGS: &WordList = &WordList::new(concat!(
    greetings_of!(plain, formal),
    "|hi|greetings|liebste|geehrte|geehrter|geehrtes|verehrte|verehrter|werte|werter|cher|chers|chère|chères|salut|\
     estimados|estimadas|queridos|queridas|apreciado|apreciada|apreciados|distinguido|distinguida|caro|cara|cari|care|\
     gentile|gentili|egregio|egregi|spettabile|prezados|prezadas|oi|caros|caras|beste|hej|hei|hejsan|bästa|kjæra|hyvä|\
     hyvät|arvoisa|arvoisat|drogi|droga|drodzy|drogie|szanowny|szanowna|szanowni|szanowne|dragă|dragi|stimate|stimată|\
     stimați|vážený|vážená|vážení|vážené|milý|milá|milí|drahý|drahá|drazí|kedves|drag|draga|drage|spoštovani|spoštovana|\
     poštovani|poštovana|poštovane|değerli|sevgili|уважаемый|уважаемая|уважаемые|дорогой|дорогая|дорогие|шановний|шановна|\
     шановні|уважаеми|уважаема|скъпи|αγαπητέ|αγαπητή|αγαπητοί|lugupeetud|kallis|kallid|cienījamais|cienījamie|gerbiamas|\
     gerbiamasis|gerbiami",
));

/// Words between those that are addressed.
const LINKS: &WordList = &WordList::new(
    "and|or|und|oder|et|ou|y|e|o|i|oraz|en|och|og|ja|a|in|ali|și|és|ve|und/oder|и|та|και|our|my|unsere|unser|nos|notre|\
    nuestro|nuestros|nostri|nosso|onze|naši|nasi",
);

/// Those who are addressed by what they are, in the forms of salutations, in English, ...
const ENGLISH: &WordList = &WordList::new(
    "\
    customer|customers|client|clients|parent|parents|reader|readers|colleague|colleagues|member|members|team|\
    teams|user|users|subscriber|subscribers|guest|guests|friend|friends|folks|guys|girls|boys|ladies|gentlemen|\
    gentleman|sir|sirs|madam|all|everyone|everybody|family|families|neighbor|neighbors|neighbour|neighbours|\
    tenant|tenants|resident|residents|partner|partners|investor|investors|shareholder|shareholders|stakeholder|\
    stakeholders|participant|participants|attendee|attendees|teacher|teachers|professor|editor|editors|supplier|\
    suppliers|vendor|vendors|fellow|fellows|classmate|classmates|player|players|traveler|travelers|traveller|\
    travellers|passenger|passengers|donor|donors|supporter|supporters|volunteer|volunteers|citizen|citizens|\
    taxpayer|cardholder|policyholder|homeowner|homeowners|employee|employees|staff|people|crew|community|\
    developer|developers|contributor|contributors|maintainer|maintainers|applicant|applicants|candidate|\
    candidates|alumni|shopper|shoppers|buyer|buyers|seller|sellers|visitor|visitors|employer|landlord|dude|\
    student|students|pupil|pupils|patient|patients|hiring|manager|managers|recruiter|listener|listeners|viewer|\
    viewers|voter|voters|worshippers|comrades|sisters|brothers|valued|trustee|trustees|treasurer|secretary|chairman|\
    chairperson|carer|carers|counsel|claimant|claimants|defendant|defendants|plaintiff|plaintiffs|petitioner|respondent|\
    appellant|transferor|transferee|lessor|lessee|licensor|licensee|mortgagor|mortgagee|guarantor|executor|executors|\
    beneficiary|assignor|assignee|insured|insurer|marketing|ombudsman|notary|registrar",
);

/// ... German, Dutch and the languages of the North, ...
const GERMANIC: &WordList = &WordList::new(
    "\
    ehefrau|ehemann|ehegatte|ehegattin|lebensgefährte|lebensgefährtin|eltern|leser|leserin|leserinnen|kunde|kundin|kunden|kundinnen|kollege|kollegin|kollegen|kolleginnen|\
    mitglied|mitglieder|mitarbeiter|mitarbeiterin|mitarbeiterinnen|mitarbeitende|freund|freunde|freundin|\
    freundinnen|nutzer|nutzerin|nutzerinnen|benutzer|benutzerin|gast|gäste|schüler|schülerin|schülerinnen|\
    studenten|studierende|studentin|studentinnen|patientin|patienten|patientinnen|partner|partnerin|\
    geschäftspartner|nachbar|nachbarin|nachbarn|mieter|mieterin|mieterinnen|eigentümer|vermieter|abonnent|\
    abonnentin|abonnenten|berater|beraterin|anrufer|anruferin|ansprechpartner|bewerber|bewerberin|teilnehmer|teilnehmerin|teilnehmerinnen|teilnehmende|lehrer|\
    lehrerin|lehrkräfte|familie|familien|kinder|zuschauer|hörer|hörerin|hörerinnen|bürger|bürgerin|bürgerinnen|\
    genossen|genossinnen|kameraden|fahrgäste|fahrgast|reisende|spender|aktionäre|aktionärinnen|interessent|\
    interessenten|interessentin|gemeinde|damen|herren|personalabteilung|redaktion|alle|leute|käufer|käuferin|\
    verkäufer|verkäuferin|händler|lieferant|lieferanten|versicherte|versicherter|anwender|anwenderin|entwickler|\
    fans|sportfreunde|vereinsmitglieder|klant|klanten|ouder|ouders|lezer|lezers|lezeres|collega|collegas|lid|\
    leden|gebruiker|gebruikers|abonnee|abonnees|vriend|vrienden|vriendin|gasten|leerling|leerlingen|patiënt|\
    patiënten|cliënt|cliënten|partners|buren|buurtbewoner|buurtbewoners|bewoner|bewoners|huurder|huurders|\
    medewerker|medewerkers|allen|allemaal|iedereen|deelnemer|deelnemers|sollicitant|relatie|relaties|\
    leverancier|leveranciers|reiziger|reizigers|donateur|donateurs|aandeelhouder|aandeelhouders|heer|heren|\
    dames|mensen|redactie|verzekerde|mevrouw|vrijwilliger|vrijwilligers|kund|kunder|föräldrar|förälder|läsare|\
    kollega|kollegor|medlem|medlemmar|användare|prenumerant|prenumeranter|vän|vänner|gäst|gäster|elever|\
    patienter|granne|grannar|hyresgäst|hyresgäster|deltagare|medarbetare|vårdnadshavare|sökande|resenär|boende|\
    forældre|foreldre|foresatte|læser|læsere|lesere|kolleger|kollegaer|medlemmer|bruger|brugere|bruker|brukere|\
    abonnenter|venner|venn|gæst|gæster|gjest|gjester|studerende|studenter|pasient|pasienter|nabo|naboer|lejer|\
    beboer|beboere|deltager|deltagere|deltaker|deltakere|medarbejder|medarbejdere|medarbeider|medarbeidere|\
    ansøger|søker|udlejer|utleier|hyresvärd|hyresvärden|verhuurder|viðskiptavinur|viðskiptavinir|foreldrar|félagi|félagar",
);

/// ... French, Spanish, Italian, Portuguese and Romanian, ...
const ROMANCE: &WordList = &WordList::new(
    "\
    cliente|clientes|clienta|assistente|atendente|operador|operadora|recepcionista|asesor|asesora|agente|operatore|operatrice|\
    conseiller|conseillère|interlocuteur|interlocutrice|lecteur|lectrice|lecteurs|lectrices|collègue|collègues|membre|membres|équipe|\
    utilisateur|utilisatrice|utilisateurs|abonné|abonnée|abonnés|amis|amies|étudiant|étudiante|étudiants|élèves|\
    partenaire|partenaires|voisin|voisine|voisins|locataire|locataires|visiteur|visiteurs|adhérent|adhérente|\
    adhérents|candidat|candidate|candidats|participante|tous|toutes|confrère|confrères|consœurs|collaborateur|\
    collaborateurs|collaboratrice|collaboratrices|madame|monsieur|mesdames|messieurs|famille|familles|voyageur|\
    voyageurs|donateur|donateurs|actionnaire|actionnaires|internaute|internautes|camarade|camarades|assuré|\
    assurée|sociétaire|citoyens|concitoyens|compatriotes|auditeurs|spectateurs|fournisseur|fournisseurs|\
    propriétaire|propriétaires|copropriétaire|copropriétaires|padres|lector|lectora|lectores|colega|colegas|\
    miembro|miembros|equipo|usuario|usuaria|usuarios|suscriptor|suscriptora|suscriptores|socio|socia|socios|\
    amigo|amiga|amigos|amigas|compañero|compañera|compañeros|compañeras|alumno|alumna|alumnos|alumnas|\
    estudiante|estudiantes|paciente|pacientes|vecino|vecina|vecinos|huésped|huéspedes|señor|señora|señores|\
    señoras|familia|familias|participantes|profesor|profesora|profesores|candidato|candidata|candidatos|\
    proveedor|proveedores|pasajero|pasajera|pasajeros|viajero|viajera|viajeros|ciudadano|ciudadana|ciudadanos|\
    todos|todas|colaborador|colaboradores|afiliado|afiliada|abonado|asegurado|titular|titulares|inversionista|\
    accionista|accionistas|visitante|inquilino|propietario|docente|docentes|apoderado|apoderados|clienti|\
    genitori|genitore|lettore|lettrice|lettori|collega|colleghi|colleghe|membro|membri|squadra|utente|utenti|\
    abbonato|abbonati|soci|amico|amica|amici|amiche|studente|studenti|paziente|pazienti|vicini|condomini|ospite|\
    ospiti|signore|signora|signori|famiglia|famiglie|tutti|partecipante|partecipanti|fornitore|fornitori|\
    passeggero|passeggeri|viaggiatore|viaggiatori|cittadini|azionisti|redazione|direttore|professore|ragazzi|\
    iscritto|iscritti|associati|assicurato|donatore|pais|encarregados|leitor|leitora|leitores|equipe|equipa|\
    usuário|usuária|usuários|utilizador|utilizadora|utilizadores|assinante|assinantes|aluno|aluna|alunos|\
    estudante|estudantes|parceiro|parceira|parceiros|vizinho|vizinhos|hóspede|hóspedes|senhor|senhora|senhores|\
    senhoras|família|famílias|professor|professores|fornecedor|fornecedores|passageiro|passageiros|sócio|sócia|\
    sócios|associado|associada|associados|segurado|condômino|condôminos|morador|moradores|colaboradora|\
    responsáveis|acionista|acionistas|cidadão|cidadãos|client|clienți|clientă|clientule|părinți|părinte|cititor|\
    cititori|cititorule|colegi|coleg|colegă|colege|membru|echipă|echipa|utilizator|utilizatori|utilizatorule|\
    abonat|abonați|prieteni|prieten|prietene|arrendador|arrendadora|casero|casera|locatore|locatrice|amministratore|senhorio|senhoria|bailleur|bailleresse|\
     notaire|notaio|proprietar|oaspeți|studenți|elevi|pacienți|parteneri|partener|vecini|domni|\
    domnilor|doamnelor|toți|participanți|angajați|călători|candidați|furnizori|locatari",
);

/// ... Slavic languages, ...
const SLAVIC: &WordList = &WordList::new(
    "\
    kliencie|klientko|klienci|klientki|klient|rodzice|rodzicu|czytelniku|czytelniczko|czytelnicy|użytkowniku|\
    użytkowniczko|użytkownicy|koledzy|kolego|koleżanki|koleżanko|członku|członkowie|członkinie|zespole|zespół|\
    drużyno|państwo|pani|panie|panowie|abonencie|abonenci|subskrybencie|subskrybenci|gościu|goście|studenci|\
    studencie|uczniowie|uczniu|przyjaciele|przyjacielu|partnerze|partnerzy|pacjencie|pacjenci|pasażerze|\
    pasażerowie|mieszkańcy|mieszkańcu|sąsiedzi|sąsiedzie|pracowniku|pracownicy|nauczyciele|uczestniku|\
    uczestnicy|wszyscy|internauci|darczyńco|kandydacie|kandydatko|kontrahencie|kontrahenci|akcjonariusze|\
    wolontariusze|wynajmujący|pronajímateli|prenajímateľ|stanodavče|najmodavče|rodzino|wyborco|wyborcy|widzu|widzowie|słuchacze|zákazníku|zákazníci|zákazníčko|zákazník|\
    rodiče|rodičia|rodičovia|čtenáři|čtenářko|čitateľ|čitatelia|kolegové|kolegyně|kolegovia|kolegyne|člene|\
    členové|členovia|týme|tým|uživateli|uživatelé|používateľ|používatelia|užívateľ|předplatiteli|přátelé|\
    příteli|priatelia|hoste|hosté|hostia|studenti|študenti|žáci|pacienti|partneři|partneri|sousedé|susedia|\
    účastníku|účastníci|všichni|všetci|dámy|pánové|páni|občané|občania|zaměstnanci|zamestnanci|kliente|klienti|\
    cestující|dodavatelé|kupac|kupče|kupci|stranka|stranke|korisnik|korisniče|korisnici|korisnice|roditelji|\
    roditelju|starši|čitatelju|čitatelji|čitaoče|čitaoci|bralec|bralci|bralke|kolega|kolege|kolegice|kolegi|\
    član|članovi|člani|članice|ekipa|prijatelji|prijatelju|prijateljice|gosti|gost|uporabnik|uporabniki|\
    partnerji|pacijenti|učenici|učenci|svi|vsi|susjedi|sosedi|građani|gospodo|dame|klijent|klijente|klijenti|\
    pretplatniče|naročnik|sudionici|sodelavci|putnici|клиент|клиенты|клиенти|клієнте|клієнти|клієнт|родители|\
    батьки|читатель|читатели|читателю|читачі|читачу|коллега|коллеги|колега|колеги|колего|член|члены|членове|\
    члени|команда|командо|пользователь|пользователи|потребител|потребители|користувач|користувачі|користувачу|\
    подписчик|подписчики|абонент|абоненты|друг|друзья|друзі|друже|приятели|приятелю|гость|гости|гості|студенты|\
    студенти|ученики|учні|пациенты|пациенти|пацієнти|партнер|партнёр|партнеры|партнёры|партньори|партнери|\
    соседи|сусіди|съседи|жители|мешканці|участник|участники|учасники|все|всі|всички|господа|дамы|покупатель|\
    покупатели|покупці|сотрудники|працівники|служители|пассажиры|граждане|громадяни",
);

/// ... and Turkish, Hungarian, Finnish, Estonian, Latvian, Lithuanian and Greek.
const OTHERS: &WordList = &WordList::new(
    "\
    müşterimiz|müşterilerimiz|müşteri|üyemiz|üyelerimiz|üye|kullanıcımız|kullanıcılarımız|kullanıcı|velimiz|\
    velilerimiz|veliler|okurumuz|okurlarımız|okuyucumuz|okuyucularımız|öğrencimiz|öğrencilerimiz|öğrenciler|\
    misafirimiz|misafirlerimiz|meslektaşım|meslektaşlarım|meslektaşımız|arkadaşlar|arkadaşım|dostlar|dostum|\
    hastamız|yolcumuz|yolcularımız|ortağımız|abonemiz|aboneler|çalışanlarımız|ekip|takım|aday|ziyaretçimiz|\
    ziyaretçiler|katılımcı|katılımcılar|yetkili|herkes|ügyfelünk|ügyfeleink|ügyfél|vásárlónk|vásárlóink|vásárló|\
    olvasó|olvasónk|olvasóink|szülők|szülő|kolléga|kollégák|kollégáim|tag|tagunk|tagjaink|csapat|felhasználó|\
    felhasználónk|felhasználóink|partnerünk|partnereink|vendégünk|vendégeink|hallgató|hallgatók|diákok|barátom|\
    barátaim|barátok|hölgyem|uram|hölgyeim|uraim|mindenki|címzett|előfizetőnk|utasunk|utasaink|páciensünk|\
    betegünk|lakók|lakótárs|tulajdonos|tagtárs|résztvevő|résztvevők|jelentkező|asiakas|asiakkaat|asiakkaamme|\
    vanhemmat|huoltaja|huoltajat|lukija|lukijat|kollegat|jäsen|jäsenet|tiimi|käyttäjä|käyttäjät|tilaaja|ystävä|\
    ystävät|vieras|vieraat|opiskelija|opiskelijat|oppilas|potilas|kumppani|naapuri|naapurit|osallistuja|\
    osallistujat|vastaanottaja|hakija|matkustaja|vuokranantaja|üürileandja|bérbeadó|főbérlő|kaikki|työntekijät|kliendid|lapsevanemad|lugeja|lugejad|\
    kolleeg|kolleegid|liige|liikmed|kasutaja|kasutajad|sõbrad|klients|klientē|vecāki|lasītāj|lasītāji|kolēģi|\
    biedri|lietotāj|lietotāji|draugi|klientas|klientai|tėvai|skaitytojau|skaitytojai|kolegos|nariai|vartotojau|\
    vartotojai|draugai|πελάτη|πελάτες|πελάτισσα|γονείς|αναγνώστη|αναγνώστες|συνάδελφε|συνάδελφοι|μέλος|μέλη|\
    ομάδα|χρήστη|χρήστες|φίλε|φίλοι|φίλη|φοιτητές|μαθητές|ασθενείς|συνεργάτη|συνεργάτες|όλοι|κύριοι|κυρίες|\
    συνδρομητή|επισκέπτη",
);

/// Reports whether `word` is what somebody is to the writer, in any case: a customer, a parent, a colleague.
pub(crate) fn is_role(word: &str) -> bool {
    [ENGLISH, GERMANIC, ROMANCE, SLAVIC, OTHERS].iter().any(|list| is_listed(word, list))
}

/// Reports whether `found` is nothing but roles: `Leserinnen und Leser`.
pub(crate) fn are_roles(found: &str) -> bool {
    let words = || found.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let is_addressed = |word: &str| is_role(word) || is_listed(word, DEPARTMENTS);
    words().any(is_addressed) && words().all(|word| is_addressed(word) || is_listed(word, LINKS))
}

/// Words in the names of departments, which sign mails as people do: `Dział Obsługi Klienta`. Nobody bears them.
const DEPARTMENTS: &WordList = &WordList::new(
    "service|services|support|department|dept|office|team|desk|helpdesk|resources|management|marketing|billing|accounts|\
     accounting|payroll|facilities|administration|reception|secretariat|logistics|procurement|finance|reservations|\
     abteilung|buchhaltung|kundenservice|kundendienst|vertrieb|einkauf|hausverwaltung|sekretariat|verwaltung|redaktion|\
     personalabteilung|comptabilité|direction|équipe|secrétariat|rédaction|departamento|atención|recursos|equipo|\
     administración|contabilidad|recepción|secretaría|ufficio|direzione|servizio|segreteria|amministrazione|contabilità|\
     setor|atendimento|administração|contabilidade|suporte|equipe|afdeling|klantenservice|administratie|inkoop|boekhouding|\
     receptie|dział|biuro|księgowość|obsługi|obsługa|zespół|kundtjänst|kundeservice|kundservice|avdelning|avdelningen|\
     afdelingen|ekonomi|økonomi|oddělení|servis|podpora|asiakaspalvelu|taloushallinto|toimisto|ügyfélszolgálat|osztály|\
     odjel|podrška|serviciul|departamentul|obsługo|klienta|dziale|obsluha|servise|service-team|clientèle|kundenbetreuung|müşteri|hizmetleri|destek|\
     szolgálat|klienditeenindus|asiakastuki|kundesupport|helpdesken|kundservicen",
);

/// Words that end mails, before the signature.
const CLOSINGS: &WordList = &WordList::new(
    "regards|sincerely|cheers|wishes|yours|truly|faithfully|thanks|grüßen|grüße|gruß|cordialement|salutations|amitiés|\
     saludos|saludo|atentamente|cordialmente|saluti|distinti|groeten|groet|vriendelijke|hälsningar|vänliga|hilsen|vennlig|\
     venlig|terveisin|ystävällisin|pozdrawiam|pozdrowienia|poważaniem|cumprimentos|atenciosamente|obrigado|obrigada|\
     üdvözlettel|tisztelettel|pozdrav|pozdravem|pozdravom|stimă|saygılarımla|lugupidamisega|cieņu|\
     mfg|tschüss|cdlt|amicalement|beso|besos|atte|beijinhos|bjs|mvg|mvh|liefs|pozdro|buziaki|zdravím|pozdravujem|zatiaľ|pozdravček|čujemo|pupici|\
     puszi|üdv|terkuin|halauksin|tervitades|kallistades|parimat|bučas|pagarbiai|bučkis|linkėjimai|vänligen|kveðja|knús|sevgiler|pozz",
);

/// Reports whether a line is the name of a department rather than of a person.
pub(crate) fn names_department(found: &str) -> bool {
    found.split(|c: char| !c.is_alphabetic()).any(|word| is_listed(word, DEPARTMENTS))
}

/// Reports whether `word` ends mails, before the signature: `Grüße`.
pub(crate) fn is_closing_word(word: &str) -> bool {
    is_listed(word, CLOSINGS)
}

/// Words of greetings, wishes and thanks, which are said to anybody: `Guten Tag`, `Merci bien`, `Bom dia, pessoal`.
const PLEASANTRIES: &WordList = &WordList::new(
    "guten|gute|guter|schönen|schöne|schönes|tag|morgen|abend|nachmittag|woche|wochenende|danke|dank|vielen|bitte|servus|moin|grüß|grüezi|\
     merci|bien|beaucoup|bonjour|bonsoir|bonne|journée|soirée|salut|coucou|bisous|bises|maman|papa|hola|buenas|buenos|tardes|noches|dias|\
     días|muy|perfecto|perfecta|vale|gracias|muchas|mil|saludos|amigo|amiga|amigos|grazie|mille|ciao|bella|bello|cara|caro|amore|\
     tesoro|buongiorno|buonasera|buona|buon|giornata|serata|tutti|olá|oi|bom|boa|dia|tarde|noite|pessoal|galera|gente|valeu|\
     obrigado|obrigada|beleza|goedemorgen|goedemiddag|goedenavond|goeden|goede|dag|bedankt|allemaal|groetjes|dzień|dobry|dobre|\
     dobrý|dobrou|den|państwu|bardzo|dzięki|dziękuję|cześć|wszystkim|ahoj|všem|moc|děkuji|prosím|hej|hejsan|tack|tak|takk|snälla|\
     igen|sidst|alla|alle|moi|kaikki|kiitos|paljon|hyvää|huomenta|päivää|szia|sziasztok|mindenki|jó|napot|reggelt|estét|köszönöm|\
     köszi|szépen|puszi|bună|ziua|seara|dimineața|mulțumesc|frumos|merhaba|selam|günaydın|arkadaşlar|teşekkürler|efendim|hocam|\
     abi|abla|canım|hello|hi|hey|hallo|thanks|thank|you|good|morning|evening|afternoon|night|cheers|dear|love|mate|buddy|bro|dude|\
     man|team|all|everyone|ma'am|sir|madam|boss|fine|great|nice|cool|perfect|noted|done|welcome|well|lots|much|again|sure|honey|\
     darling|babe|sweetie|sunshine|stranger|siri|google|\
     moien|moie|živjo|živijo|ahojte|nazdar|labdien|sveiki|sveikas|sveika|tere|moikka|terve|heippa|hæ|halló|sæl|sæll|kia|ora|mabuhay|kamusta|kumusta|\
     hujambo|habari|jambo|sawubona|molo|dumela|përshëndetje|kaixo|bonghjornu|bongu|shwmae|helo|talofa|aloha|salom|assalom|barev",
);

/// Reports whether `found` is nothing but words of greetings, wishes and thanks.
pub(crate) fn is_pleasantry(found: &str) -> bool {
    let mut words = found.split(' ').map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
    words.all(|word| is_listed(word, PLEASANTRIES))
}

/// Reports whether the mention at `range` addresses nobody by name: it is made of roles, behind a word that begins a
/// salutation or with one.
pub(crate) fn addresses_roles(text: &str, range: &Range<usize>) -> bool {
    /// Most bytes before it that are looked at, and most words: `Liebe Leserinnen und `.
    const NEAR: usize = 64;
    const MOST: usize = 4;
    let is_greeting = |word: &str| is_listed(word, GREETINGS);
    let found = text.get(range.clone()).unwrap_or_default();
    let (first, rest) = found.split_once(' ').unwrap_or((found, ""));
    if is_greeting(first) && are_roles(rest) {
        return true;
    }
    if !are_roles(found) {
        return false;
    }
    let line = line::before(text, range.start, NEAR);
    let mut words = line.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).rev().take(MOST);
    let is_link = |word: &&str| is_listed(word, LINKS) || is_role(word) || is_listed(word, DEPARTMENTS);
    words.find(|word| !is_link(word)).is_some_and(is_greeting)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_told_from_names_in_salutations() {
        for (text, expected) in [
            ("«Liebe Eltern»,", true),
            ("Liebe «Kundin», lieber Kunde,", true),
            ("Liebe Kundin, lieber «Kunde»,", true),
            ("Liebe Leserinnen und «Leser»,", true),
            ("«Szanowni Państwo»,", true),
            ("Sayın «Müşterimiz»,", true),
            ("Estimado «Cliente»,", true),
            ("«Vážený zákazníku»,", true),
            ("Hi «Folks»,", true),
            ("Уважаемые «коллеги»!", true),
            ("Dear «Jane Reader»,", false),
            ("Liebe «Anna Kunde»,", false),
            ("asked «Reader» twice", false),
            ("Dear «Tim»,", false),
            ("Dear «Ou»,", false),
            ("«Liebe»", false),
            ("«Liebe Jana»", false),
        ] {
            let (start, end) = (text.find('«').unwrap(), text.find('»').unwrap() - '«'.len_utf8());
            let plain = text.replace(['«', '»'], "");
            assert_eq!(addresses_roles(&plain, &(start..end)), expected, "{text}");
        }
    }
}
