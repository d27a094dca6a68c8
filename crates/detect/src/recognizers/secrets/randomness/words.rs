//! Words of code and of prose: the training data of the [model](super) of letter pairs. A text of such words is no
//! secret.

/// All words, in lower case.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    [CODE, ABBREVIATIONS, PROSE, OTHER_LANGUAGES].into_iter().flat_map(str::split_ascii_whitespace)
}

/// Names in programs and settings.
const CODE: &str = "\
    abort abs absolute abstract accept access accessor account action active actor adapter add address admin \
    after agent aggregate alert algorithm alias align all alloc allow alpha always amount analysis anchor \
    android angle animate annotation answer any api app append apple application apply archive area arg args \
    argument array article assert asset assign async atom attach attempt attr attribute audio audit auth \
    authenticate author authorization auto available avatar average await axis back backend background backup \
    badge balance band bank bar base basic batch beacon bean before begin behavior beta between billing bin \
    binary bind bit bitmap black blank blob block blog blue board body book bookmark bool boolean boot border \
    bot both bottom bound boundary box branch brand break bridge broadcast broker browser bucket buffer bug \
    build builder bulk bundle button byte bytes cache calendar call callback camera cancel canvas capacity \
    caption capture car card cargo cart case cast catalog category cause cell center certificate chain change \
    channel chapter char character charge chart chat check checkbox checksum child children choice chunk \
    circle city claim class clean clear click client clip clock clone close cloud cluster code codec \
    collection color column combo command comment commit common community company compare compile complete \
    component compose compress compute concat condition config configure confirm conflict connect connection \
    console const constant constraint construct consumer contact contain container content context continue \
    contract control controller convert cookie coordinate copy core corner correct cost count counter country \
    course cover create creation credential credit criteria crop cross crypto cube currency current cursor \
    curve custom customer cycle daemon daily dark dash dashboard data database dataset date datetime day \
    deadline debug decimal decode decrypt deep default define degree delay delegate delete delivery delta demo \
    density deny dependency deploy deprecated depth derive desc describe description design desktop dest \
    destination destroy detail detect dev develop device diagram dialog dict dictionary diff digest dimension \
    direct direction directory dirty disable disconnect discount discover disk dispatch display dispose \
    distance distinct distribute div divide doc dock docker document does domain done dot double down download \
    draft drag draw driver drop dump duplicate duration dynamic each early east easy echo edge edit editor \
    effect element else email embed emit emoji employee empty enable encode encoding encrypt end endpoint \
    engine enter entity entry enum env environment equal equals error escape estimate eval even event every \
    exact example exception exchange exclude exec execute exist exists exit expand expect expire expired \
    explain export expose expr expression extend extension external extra extract face facet factor factory \
    fail failed failure fake fallback false family fast fatal favorite feature feed feedback fetch field file \
    filename fill filter final find finish first fix fixed flag flash flat flex flight flip float floor flow \
    flush focus folder follow font food foot footer force foreground foreign form format formatter forward \
    found foundation frame framework free frequency fresh friend from front full func function future gallery \
    game gap garbage gateway gather general generate generator generic gesture get gift git glass global glyph \
    goal gold good grade gradient grand grant graph graphic gray green grid ground group grow guard guess \
    guest guide half hand handle handler happy hard hardware hash have head header headline health heap heart \
    heat height hello help helper hero hidden hide hierarchy high highlight hint history hold holder home hook \
    horizontal host hostname hour house hover html http human hybrid icon ident identifier identity idle \
    ignore image img immutable implement import in inactive inbox include income increment indent index \
    indicator info inherit init initial inject inline inner input insert inside inspect install instance \
    instant instruction int integer integrate intent interface internal interval into invalid inventory invert \
    invite invoice invoke issue item iterate iterator java javascript job join journal json jump just keep \
    kernel key keyboard keyword kill kind know label lambda land language large last latency latest launch \
    layer layout lazy lead leader leaf league learn least leave left legacy legend length less lesson letter \
    level library license life light like limit line linear link linux list listen listener literal live load \
    loader loading local locale location lock log logger logic login logout long lookup loop lost love low \
    lower machine macro magic mail main major make manage manager manifest manual map mapper margin mark \
    marker market mask master match material math matrix max maximum may mean measure media medium member \
    memory menu merge message meta metadata meter method metric micro middle middleware migrate migration mime \
    min mini minimum minor minute mirror missing mix mobile mock modal mode model modern modify module moment \
    money monitor month more most mount mouse move movie multi multiple music must mutable mute mutex name \
    namespace native navigate navigation near need negative neighbor nested network neural never new news next \
    night node noise none normal normalize north not note notebook notice notification null number numeric \
    object observer occur offer office offline offset old once one online only opacity open operation operator \
    option optional order organization orientation origin original other out outer output outside over \
    overflow overlay override owner pack package padding page paint pair palette panel paper paragraph \
    parallel param parameter parent parse parser part partial participant partition party pass password past \
    paste patch path pattern pause payload payment peer pending people percent perform performance period \
    permission permit person personal phase phone photo physical pick picture piece pipe pipeline pivot pixel \
    place placeholder plain plan plane plant platform play player please plot plugin plus point pointer policy \
    poll pool pop popup port portal position positive possible post power prefer prefix prepare present preset \
    press preview previous price primary primitive print prior priority privacy private probe problem process \
    processor produce producer product profile program progress project promise promo prompt proof property \
    proposal protect protocol prototype provide provider provision proxy public publish publisher pull pulse \
    purchase purpose push put python quality quantity query question queue quick quiet quit quota quote race \
    radio radius raise random range rank rate rating ratio raw reach react read reader ready real really \
    reason rebuild receipt receive recent recipe record recover red redirect reduce ref refer reference \
    reflect refresh refund region register registry regular reject related relation relative release reload \
    remain remote remove rename render renderer repeat replace replica reply report repository request require \
    required reserve reset resize resolve resource respond response rest restart restore result resume retain \
    retry return reverse review revision reward rich right ring risk road robot role roll rollback room root \
    rotate round route router routine row rule run runner runtime safe sale salt same sample sandbox save \
    scale scan schedule schema scheme school scope score screen script scroll search season second secondary \
    secret section sector secure security seed seek segment select selection selector self sell semantic send \
    sender sensor sequence serial serialize server service session set setting setup severity shade shadow \
    shape share shared sheet shell shift ship shipping shop short should show shuffle shutdown side sign \
    signal signature silent similar simple since single site size skill skin skip sleep slice slide slider \
    slot slow small smart smooth snapshot social socket soft software solid solution some sort sound source \
    south space span spawn special specific speed spell spin split spot spread spring stack staff stage \
    standard star start state statement static statistic status stay step stick stock stop storage store story \
    strategy stream street strength strict string strip stroke strong struct structure student studio style \
    subject submit subnet subscribe subscription subset success suffix suggest suite sum summary super supply \
    support surface suspend swap switch symbol sync syntax system tab table tag take target task tax team \
    template temporary tenant term terminal test text texture than theme then theory there these thread \
    threshold through throw thumbnail ticket tile time timeline timeout timer timestamp title today toggle \
    token tolerance tool toolbar tooltip top topic total touch tour trace track traffic trail train \
    transaction transfer transform transient transition translate transport trash travel tree trend trial \
    trigger trim true trust tube tunnel turn tutorial two type typed undefined under undo union unique unit \
    universal unknown unlock unread unsafe until update upgrade upload upper usage use user username using \
    usual utility valid validate validator value variable variant vector vendor verbose verify version vertex \
    vertical video view viewer viewport virtual visible vision visit visual voice volume vote wait walk wall \
    want warning watch water wave weak weather web webhook website week weight welcome west what wheel when \
    where which while white wide widget width wiki window wire wireless with within without wizard word work \
    worker workflow workspace world worth wrap wrapper write writer wrong year yellow yes yesterday yield you \
    young zero zone zoom";

/// Abbreviations of names in programs and settings.
const ABBREVIATIONS: &str = "\
    acc addr alg arch arr asc asn aux avg bg btn buf calc cat cb cfg chk clk cmd cnt col coll com comp cond \
    conf conn ctl ctrl ctx cur curr db dbg decl def del dir disp dist dst elem enc err evt exp ext feat fmt fn \
    fp frac freq fs gen grp gui hdr hex hist hl hw idx impl inc ind inf ins iso iter js jsx kb kwargs lang lbl \
    len lib lim ln loc lst lvl mac mb mem mgr mid misc mod msg mut nav nbr neg num obj ocl op opt orig os pkg \
    pos pre prev prg prof proj prop ptr pub px py qty rand rc recv reg rel repo req res resp ret rgb rng rtl \
    rust sec sel sess sha sql src srv ssl stat std stderr stdin stdout stmt str sub svc svg sym sys tbl tcp \
    temp tls tmp tok tpl tx txt typ udp ui uint unix upd uri url usr util utils uuid val vals var vec ver vert \
    vm vol win xhr xml yaml yml";

/// Common English words.
const PROSE: &str = "\
    about above across again against almost alone along already although among animal another appear around \
    arrive ask autumn away baby beautiful because become bed behind believe below beside better big bird boat \
    boy bread bright bring brother brown burn busy buy carry catch certain chair cheap church climb clothes \
    cold come cook corn could cousin cry cut dance daughter dead dear decide dinner doctor dog door doubt \
    dream dress drink drive dry during earth eat eight enemy enjoy enough evening eye fair fall farm father \
    fear feel fight fire fish five flower fly forest forget four fruit garden gentle girl give glad goodbye \
    grass great grey hair happen hat hear heavy here herself hill himself hope horse hospital hot hundred \
    hungry husband ice idea ill important inch island itself joke journey judge kitchen knee knife lake laugh \
    law lemon lie little lonely lunch man many marry maybe meal meat meet milk million mind mistake monday \
    moon morning mother mountain mouth much murder narrow neck neither nice nobody nothing november ocean \
    october often orange ought paid pain parliament peace perhaps piano pig pleasure pocket poem police poor \
    potato pretty prison proud queen quickly quite rabbit rain rather remember rice river rose rough sad sail \
    sand sandwich saturday say scissors sea seem serious seven several she shirt shoe shoulder sick silver \
    sing sister sit six sky smell smile snow soap soldier someone song soon soup speak spend spoon stand steal \
    still stomach stone storm strange sugar summer sun sunday supper sure sweet swim talk tall taste tea teach \
    tear tell ten thank their them think third thirsty thirty thousand three thursday tired together tomorrow \
    tongue tooth tower town trouble trousers try tuesday twelve twenty ugly uncle understand unless useful \
    very village wake war warm wash wednesday well wet whale whether whisper whole why wife wild wind wine \
    winter wisdom wish woman wonder wood wool worry would wound wrist";

/// Words of forms and programs in German, French, Spanish, Italian, Portuguese, Dutch and Polish, without accents.
const OTHER_LANGUAGES: &str = "\
    aantal abend abrir abteilung accesso accueil acesso actualizar adicionar adres adresse aendern afbeelding \
    aggiungi ajouter anfang anfrage angebot anmeldung annee anno anterior anzahl apellido arbeit archivo \
    arquivo attivita aufgabe ausgabe auswahl aviso bearbeiten bedrag bericht beschreibung bestand bestelling \
    bestellung betrag bild bonjour buchung buscar calle cambio cantidad cartella cena cerca chave chemin \
    chiave cidade ciudad clave clef cliente codice codigo cognome commande compte conferma connexion contenido \
    contenu contenuto conteudo contrasena correo couleur crear cuenta dados datei daten datos datum demande \
    depart descricao descripcion dia direccion dodaj donnee drucken eingabe einstellung elenco empresa \
    endereco enviar envoyer ergebnis erreur erro errore erstellen esempio estado etat exemple exemplo facture \
    fattura fecha fehler feld fenster fichier firma fournisseur frage fuente gebruiker geburtstag gegevens \
    geheim geheimnis gesamt gesellschaft giorno groep gruppe gruppo guardar haslo haus heure hinweis hora \
    idioma imagem imagen imie immagine indirizzo inhalt inicio instelling invia jaar jahr jeton jour kennwort \
    klant klient klucz kunde kundennummer lager langue lavoro lecture leer lieferung ligne lijst lingua lista \
    liste livraison llave loeschen melding meldung menge mensagem mensaje mes messaggio miasto mitarbeiter \
    modifica modifier mois monat montant mot naam nachricht nazwa nazwisko nieuw nom nombre nome nouveau novo \
    nuevo numer numero nummer omschrijving opslaan ordine ordnung ouvrir pagamento pagina pago paiement pais \
    palabra parola passwort pays pedido persona personne pesquisa plaats plik precio preco preis prenom prezzo \
    prijs prix prodotto producto produit produto prossimo prueba quantite recherche rechnung reihe reponse \
    resposta respuesta richiesta risposta salva scheda schluessel schreiben segredo segreto seite semaine \
    semana senha servizio settimana sicherheit siguiente sistema sleutel societe sprache stadt stato straat \
    strasse strona stunde suche suivant supprimer taal taille tekst telefone telefono testo texto tiempo tipo \
    titel titolo titre toevoegen uebersicht unternehmen usuario utente utilisateur uzytkownik valeur valor \
    valore ventana verbindung verkauf verwaltung verwijderen ville voiture volgende vorlage vorname waarde \
    wachtwoord wartosc wert wiadomosc woche woord zahlung zamowienie zeichen zeile zeit ziel zoeken zugang \
    zustand";
