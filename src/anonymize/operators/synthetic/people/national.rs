//! Common names of the languages for which `fake` has no list.

use super::declension::{self, Declension};

/// The names of one language.
pub(super) struct National {
    /// Given names of women.
    pub(super) women: &'static str,
    /// Given names of men.
    pub(super) men: &'static str,
    /// Family names, of men where women have a form of their own.
    pub(super) families: &'static str,
    /// Endings of family names that hardly any other language has.
    pub(super) endings: &'static str,
    /// Letters beyond the English alphabet.
    pub(super) letters: &'static str,
    pub(super) declensions: &'static [Declension],
}

/// Letters that too many languages have for one of them to be told.
const COMMON: &str = "áéíóúäöüâî";

impl National {
    /// The points for a word, in small letters, that is like names of this language: two for an ending, one for letters.
    pub(super) fn likeness(&self, word: &str) -> u32 {
        let has_ending = self.endings.split(' ').any(|ending| word.ends_with(ending));
        let has_letters = word.contains(|c: char| !c.is_ascii() && !COMMON.contains(c))
            && word.chars().all(|c| c.is_ascii() || self.letters.contains(c));
        2 * u32::from(has_ending) + u32::from(has_letters)
    }
}

/// The languages, in the order of their places behind those of `fake`.
pub(super) static NATIONAL: [National; 14] = [
    SPANISH,
    POLISH,
    SWEDISH,
    DANISH,
    NORWEGIAN,
    FINNISH,
    HUNGARIAN,
    ROMANIAN,
    SOUTH_SLAVIC,
    SLOVAK,
    CZECH,
    SLOVENE,
    LATVIAN,
    ESTONIAN,
];

/// The place of Hungarian in [`NATIONAL`]: its family names stand before given names.
pub(super) const HUNGARIAN_PLACE: usize = 6;

const SPANISH: National = National {
    women: "Adriana Alejandra Almudena Beatriz Blanca Carolina Catalina Cristina Encarnación Esperanza Estefanía \
        Eugenia Fernanda Gabriela Gloria Inmaculada Isabel Josefa Julieta Lorena Lucía Manuela María Marisol \
        Mercedes Montserrat Natalia Nuria Paloma Patricia Paula Pilar Raquel Remedios Rocío Sofía Silvia Susana \
        Teresa Valentina Verónica Ximena Yolanda",
    men: "Alejandro Alfonso Alfredo Álvaro Andrés Antonio Arturo Benito Carlos Cristóbal Diego Domingo Eduardo \
        Emilio Enrique Esteban Federico Felipe Fernando Francisco Gonzalo Guillermo Gustavo Ignacio Ismael Jaime \
        Javier Joaquín Jorge José Julián Leonardo Lorenzo Manolo Marcelo Mariano Mateo Miguel Nicolás Pablo Pedro \
        Rafael Ramón Ricardo Rodrigo Santiago Sergio Vicente Xavier",
    families: "Aguilar Álvarez Benítez Blanco Bustamante Caballero Cabrera Calderón Castillo Castro Contreras Delgado \
        Domínguez Echeverría Escobar Espinosa Estévez Fernández Flores Fuentes Gallego García Giménez Gómez \
        González Guerrero Gutiérrez Hernández Herrera Ibáñez Jiménez Lozano López Márquez Martínez Medina Molina \
        Montero Moreno Muñoz Navarro Núñez Ortega Pacheco Peralta Pérez Quintero Ramírez Rodríguez Romero Ruiz \
        Salazar Sánchez Santana Sepúlveda Soriano Suárez Torres Valverde Vázquez Velasco Zamora",
    endings: "ández éndez ínguez ínez únez ález árez érez ígez énez ómez óñez",
    letters: "áéíóúüñ",
    declensions: &[],
};

const POLISH: National = National {
    women: "Agata Agnieszka Aleksandra Alicja Aneta Anna Barbara Beata Bogumiła Bożena Danuta Dominika Dorota Edyta \
        Elżbieta Eliza Ewelina Felicja Franciszka Grażyna Halina Hanna Helena Ilona Irena Iwona Izabela Jadwiga \
        Janina Joanna Jolanta Justyna Kamila Karolina Katarzyna Krystyna Lidia Magdalena Małgorzata Marta Maria \
        Monika Natalia Patrycja Paulina Renata Sylwia Teresa Urszula Weronika Wiktoria Zofia Zuzanna",
    men: "Adam Adrian Andrzej Arkadiusz Artur Bartosz Bogdan Bogusław Cezary Czesław Damian Daniel Dariusz Dominik \
        Edward Eugeniusz Filip Franciszek Grzegorz Henryk Hubert Ireneusz Jacek Jakub Jan Janusz Jarosław Kamil \
        Karol Kazimierz Krzysztof Leszek Ludwik Łukasz Maciej Marcin Marek Mariusz Mateusz Michał Mirosław Patryk \
        Paweł Piotr Przemysław Radosław Rafał Robert Roman Ryszard Sławomir Stanisław Szymon Tadeusz Tomasz \
        Waldemar Wiesław Witold Wojciech Zbigniew Zdzisław",
    families: "Adamczyk Adamski Baranowski Bielecki Borkowski Chmielewski Czarnecki Czerwiński Dąbrowski Domański \
        Filipowicz Głowacki Górecki Grabowski Jabłoński Jankowski Jaworski Kaczmarczyk Kaczmarek Kamiński \
        Kowalczyk Kowalski Kozłowski Krajewski Krawczyk Krupiński Kubiak Kucharski Lewandowski Lisowski \
        Maciejewski Majewski Malinowski Michalak Michalski Nowak Nowakowski Nowicki Olszewski Ostrowski Pawlak \
        Pawłowski Piotrowski Przybylski Rutkowski Sadowski Sikora Kaleta Pluta Skiba Zaremba Sikorski Sobczak Sokołowski Stachowicz \
        Szczepański Szymański Szymczak Tomaszewski Urbański Walczak Wieczorek Wiśniewski Witkowski Wójcik \
        Wojciechowski Woźniak Wróblewski Wysocki Zakrzewski Zalewski Zaręba Zawadzki Zieliński Ziółkowski",
    endings: "owski ewski iński yński ański cki dzki lski rski szski owska ewska ińska yńska ańska cka dzka lska rska \
        owskiego ewskiego ińskiego ańskiego ckiego skiego skiemu ckiemu skiej ckiej czyk wicz",
    letters: "ąćęłńóśźż",
    declensions: declension::POLISH,
};

const SWEDISH: National = National {
    women: "Agneta Annika Birgitta Britta Cecilia Charlotta Ebba Elin Elsa Frida Fredrika Gunilla Gunvor Hanna Hedvig \
        Helena Ingegerd Ingrid Jonna Josefin Karin Katarina Kerstin Kristina Linnea Lisbet Lovisa Malin Margareta \
        Märta Matilda Monika Ottilia Petronella Ragnhild Saga Siv Solveig Sofia Susanne Tilda Tuva Ulrika Viktoria \
        Vendela Ylva Åsa",
    men: "Albin Anders Arvid Axel Bengt Bertil Birger Björn Börje Christer Emil Erik Evert Folke Fredrik Gösta Göran \
        Gunnar Gustaf Håkan Hampus Henrik Ingemar Ingvar Isak Jesper Jörgen Kjell Krister Lars Lennart Linus \
        Ludvig Magnus Mattias Mikael Niklas Olof Oskar Pontus Ragnar Rikard Rune Sigvard Sören Staffan Stig Sture \
        Sven Tage Torbjörn Tord Torsten Ulf Urban Viktor Yngve Åke",
    families: "Abrahamsson Andersson Axelsson Bengtsson Bergström Björklund Blomqvist Carlsson Danielsson Edlund Ekström \
        Eliasson Engström Eriksson Forsberg Fransson Fredriksson Gunnarsson Gustafsson Hägglund Håkansson Hallberg \
        Hansson Hedlund Hellström Henriksson Hermansson Holmström Isaksson Jakobsson Johansson Jönsson Karlsson \
        Lindberg Lindgren Lindqvist Lindström Lundberg Lundgren Lundqvist Magnusson Mårtensson Mattsson Nilsson \
        Norberg Nordström Nyström Öberg Olofsson Olsson Persson Pettersson Rosenqvist Samuelsson Sandström Sjöberg \
        Söderberg Strömberg Sundström Svensson Törnqvist Ulfsson Wallin Wikström",
    endings: "sson qvist ström",
    letters: "åäö",
    declensions: declension::SCANDINAVIAN,
};

const DANISH: National = National {
    women: "Agnete Annelise Asta Birgitte Birthe Bodil Camilla Caroline Clara Dagmar Dorthe Ellen Else Emilie Freja \
        Gitte Hanne Helle Henriette Inge Inger Ingelise Jette Johanne Josefine Jytte Karen Karoline Kirsten Lærke \
        Lisbeth Lone Louise Maiken Malene Marianne Mathilde Merete Mette Nanna Pernille Ragnhild Rikke Sidsel \
        Signe Sofie Solvej Susanne Tove Trine Ulla Vibeke Winnie",
    men: "Aksel Anders Asger Bent Bjarne Carsten Christian Claus Ejnar Erik Esben Finn Flemming Frederik Frode Gorm \
        Hans Henning Henrik Holger Ivan Jakob Jens Jesper Jeppe Jørgen Jørn Kasper Keld Kjeld Kristian Lars Lasse \
        Leif Mads Magnus Mikkel Mogens Morten Niels Nikolaj Ole Palle Peder Poul Preben Rasmus Simon Svend Søren \
        Thorkild Torben Troels Ulrik Valdemar Viggo Villy",
    families: "Andersen Andreasen Bertelsen Bjerregaard Bundgaard Carlsen Christensen Christiansen Clausen Dahlgaard \
        Danielsen Davidsen Enevoldsen Eriksen Frandsen Frederiksen Gregersen Hansen Henriksen Iversen Jakobsen \
        Jensen Jeppesen Jespersen Johansen Jørgensen Justesen Kjærgaard Kjeldsen Knudsen Kristensen Kristiansen \
        Laursen Lauridsen Madsen Mathiesen Mikkelsen Mogensen Mortensen Møller Nielsen Nikolajsen Nissen Nygaard \
        Nørgaard Olesen Østergaard Overgaard Paulsen Pedersen Petersen Poulsen Rasmussen Simonsen Søndergaard \
        Sørensen Steffensen Svendsen Therkildsen Thomsen Thygesen Toft Vestergaard Villadsen",
    endings: "gaard gård lsen nsen rsen tsen dsen ssen",
    letters: "æøå",
    declensions: declension::SCANDINAVIAN,
};

const NORWEGIAN: National = National {
    women: "Amalie Anette Astrid Aud Bente Berit Bjørg Camilla Cathrine Dagny Eldbjørg Elin Eline Frøydis Gerd Grete \
        Gro Gudrun Gunhild Guro Hanne Hege Heidi Hilde Ingeborg Ingunn Ingvild Jorunn Kaia Kari Kristin Laila \
        Lillian Linn Liv Magnhild Malin Maren Marit Marte Mona Nina Oddny Oddrun Randi Ragnhild Reidun Sigrid \
        Silje Siri Siv Solfrid Solveig Sunniva Synnøve Torill Torunn Tonje Turid Unni Vigdis Wenche Åshild",
    men: "Amund Anders Arild Arne Arve Asbjørn Atle Birger Bjarne Bjørn Dagfinn Egil Einar Eirik Eivind Erlend Espen \
        Frode Geir Gunnar Halvard Halvor Håkon Håvard Henrik Inge Ivar Jostein Jørn Kåre Ketil Kjell Kjetil \
        Kristoffer Lars Leif Magne Morten Oddvar Øystein Øyvind Pål Petter Ragnar Reidar Roald Rolf Rune Sigurd \
        Sindre Sivert Snorre Stein Steinar Svein Sverre Terje Tore Torgeir Torstein Trond Trygve Ulf Vegard Vidar \
        Yngve Åsmund",
    families: "Aasen Amundsen Andreassen Antonsen Arnesen Aune Bakken Bakke Berntsen Birkeland Bjerke Brekke Bråten \
        Christensen Dahle Danielsen Edvardsen Eide Eliassen Ellingsen Evensen Fjeld Fredriksen Gulbrandsen \
        Gundersen Haugen Haugland Halvorsen Hagen Helgesen Henriksen Holmen Isaksen Iversen Jacobsen Johannessen \
        Johansen Johnsen Karlsen Knutsen Kristiansen Kristoffersen Larsen Lunde Lien Løken Martinsen Mathisen Moen \
        Myhre Myklebust Nilsen Nygård Olsen Ødegård Pettersen Rønning Sandvik Sivertsen Solberg Solheim Strøm \
        Sæther Tangen Thorsen Tveit Ulriksen",
    endings: "nssen rssen iassen eland heim ødegård",
    letters: "æøå",
    declensions: declension::SCANDINAVIAN,
};

const FINNISH: National = National {
    women: "Aino Anneli Anni Annika Eeva Eija Eila Elina Emilia Emmi Enni Eveliina Hannele Heidi Heli Helena Helmi \
        Henna Hilkka Iida Inkeri Irmeli Jaana Johanna Kaarina Kaisa Kirsi Kristiina Laura Leena Liisa Maarit Maija \
        Maria Marika Marja Marjatta Marjo Mervi Milla Minna Mirja Noora Orvokki Outi Päivi Pirjo Pirkko Raija \
        Riikka Riitta Ritva Saara Sanna Sari Satu Seija Sinikka Sirpa Sofia Suvi Taina Tarja Tellervo Tiina Tuija \
        Tuula Tuulikki Tytti Ulla Venla Vilma",
    men: "Aarne Aatos Aleksi Antero Antti Ari Arto Eero Eino Elias Erkki Esa Hannu Harri Heikki Henri Ilkka Ilmari \
        Jaakko Janne Jarmo Jari Jorma Joona Juha Juhani Juho Jukka Jussi Jyrki Kalevi Kalle Kari Kimmo Kyösti \
        Lauri Markku Markus Martti Matti Mauri Mika Mikael Mikko Niilo Olavi Olli Onni Oskari Otso Pasi Pauli \
        Pekka Pentti Pertti Petri Raimo Rauno Reijo Reino Risto Sakari Sami Samuli Seppo Tapani Tapio Tauno Teemu \
        Teppo Tero Timo Toivo Tomi Tuomas Tuomo Urho Vesa Viljami Ville Väinö",
    families: "Aaltonen Ahonen Eskelinen Eronen Hakkarainen Halonen Hämäläinen Hänninen Häkkinen Hartikainen Heikkinen \
        Heinonen Hiltunen Hirvonen Hyvönen Hyttinen Ikonen Jääskeläinen Jokinen Kähkönen Karjalainen Karppinen \
        Kauppinen Keränen Kettunen Kinnunen Koivisto Kokkonen Koponen Korhonen Koskinen Kärkkäinen Laaksonen Laine \
        Laitinen Lappalainen Lehtinen Lehtonen Leinonen Lindroos Makkonen Mäkelä Mäkinen Manninen Martikainen \
        Miettinen Mustonen Mykkänen Nieminen Niskanen Nurminen Oksanen Pasanen Peltonen Pesonen Pitkänen Pulkkinen \
        Räsänen Rantanen Räisänen Rautiainen Rissanen Ruotsalainen Rytkönen Saarinen Salminen Savolainen Sillanpää \
        Suominen Tanskanen Tervonen Tiainen Toivonen Tolvanen Tuominen Turunen Väisänen Vainio Vänttinen Virtanen \
        Voutilainen Ylönen",
    endings: "nen lä",
    letters: "äö",
    declensions: declension::FINNISH,
};

const HUNGARIAN: National = National {
    women: "Ágnes Anikó Andrea Anett Anna Aranka Beáta Boglárka Borbála Csilla Dóra Dorottya Edina Edit Emese Emőke \
        Enikő Erika Erzsébet Eszter Éva Fanni Flóra Gabriella Gizella Györgyi Gyöngyi Hajnalka Ibolya Ildikó Ilona \
        Irén Jolán Judit Júlia Katalin Kinga Kitti Klára Krisztina Laura Luca Magdolna Márta Mária Melinda Mónika \
        Nikolett Noémi Nóra Orsolya Petra Piroska Réka Rozália Sára Szilvia Terézia Tímea Tünde Viktória Virág \
        Vivien Zita Zsófia Zsuzsanna",
    men: "Ádám Ákos András Antal Árpád Attila Balázs Bálint Barnabás Béla Bence Botond Csaba Dániel Dávid Dénes \
        Dezső Endre Ernő Ferenc Gábor Gáspár Gellért Gergely Gergő Géza György Gyula Győző Imre István Iván János \
        Jenő József Kálmán Károly Kornél Kristóf Lajos László Lóránt Márk Márton Máté Mátyás Mihály Miklós Nándor \
        Norbert Oszkár Pál Péter Rezső Richárd Róbert Sándor Szabolcs Szilárd Tamás Tibor Tivadar Vilmos Viktor \
        Vince Zoltán Zsigmond Zsolt",
    families: "Antal Bakos Balázs Balogh Balla Barta Bartók Bíró Bodnár Bognár Boros Borbély Budai Csizmadia Dobos Dudás \
        Erdélyi Erdős Farkas Fazekas Fehér Fekete Fodor Fülöp Gáspár Gulyás Hajdú Halász Hegedűs Hegedüs Horváth \
        Illés Jakab Jónás Juhász Kelemen Kerekes Király Kocsis Kovács Lakatos László Lengyel Lukács Magyar Márton \
        Mészáros Mezei Molnár Nagy Nemes Németh Novák Orosz Orbán Oláh Pásztor Pataki Pintér Rácz Sárközi Sipos \
        Somogyi Soós Szabó Szalai Székely Szekeres Szilágyi Szőke Szűcs Takács Tamás Tóth Török Vámos Váradi Varga \
        Vass Végh Veres Vincze Virág Vörös",
    endings: "vics őczy ffy ányi ődi ásy ébely gyi házi",
    letters: "áéíóöőúüű",
    declensions: declension::HUNGARIAN,
};

const ROMANIAN: National = National {
    women: "Adelina Adriana Alexandra Alina Ana Anamaria Anca Andreea Angela Bianca Camelia Carmen Cătălina Claudia \
        Corina Cosmina Crina Cristina Daniela Daria Denisa Diana Doina Dorina Ecaterina Elena Eliza Emilia Eugenia \
        Felicia Florentina Gabriela Georgiana Ileana Ioana Iuliana Izabela Larisa Laura Lavinia Liliana Loredana \
        Luminița Mădălina Magdalena Maria Mariana Marinela Mihaela Mirela Monica Natalia Nicoleta Oana Otilia \
        Paula Petronela Raluca Ramona Roxana Ruxandra Sanda Simona Silvia Sorina Ștefania Tatiana Teodora \
        Valentina Veronica Viorica",
    men: "Adrian Alexandru Andrei Anton Aurel Bogdan Călin Cătălin Cezar Ciprian Claudiu Constantin Corneliu Cosmin \
        Costel Cristian Dănuț Doru Dragoș Dumitru Emanuel Eugen Felix Florin Gabriel George Gheorghe Grigore Horia \
        Iacob Ilie Ioan Ionel Ionuț Iulian Laurențiu Liviu Lucian Marius Mihai Mircea Mugur Nicolae Octavian \
        Ovidiu Paul Petru Petre Radu Răzvan Remus Romeo Sergiu Silviu Sorin Ștefan Teodor Tiberiu Traian Tudor \
        Valentin Valeriu Vasile Viorel Virgil Vlad Vladimir",
    families: "Albu Anghel Antonescu Apostol Ardeleanu Avram Barbu Bogdănescu Bratu Bucur Călinescu Ciobanu Cojocaru \
        Constantinescu Cristea Croitoru Diaconu Dinescu Dobre Dragomir Drăgulescu Dumitrescu Dumitru Enescu \
        Filipescu Florea Gavrilă Georgescu Gheorghe Grigorescu Iacob Ilie Ioniță Ionescu Iordache Lazăr Lungu \
        Lupescu Manole Marinescu Matei Mihăilescu Mihalache Moldoveanu Munteanu Neagu Negoiță Nicolescu Nistor \
        Oprea Oltean Pătrașcu Păun Petrescu Pop Popa Popescu Preda Radulescu Rădulescu Rusu Sandu Șerban \
        Simionescu Stanciu Stănescu Stoica Tănase Teodorescu Toma Tudose Ungureanu Ursu Văcărescu Vasilescu \
        Vlădescu Voicu Voinea Zamfirescu",
    endings: "escu eanu oiu",
    letters: "ăâîșț",
    declensions: declension::ROMANIAN,
};

/// Croatian, Bosnian and Serbian.
const SOUTH_SLAVIC: National = National {
    women: "Aleksandra Ana Andrijana Biljana Blaženka Bojana Božena Branka Danica Danijela Dijana Dragana Dubravka \
        Dušica Đurđica Emina Gordana Iva Ivana Ivanka Jadranka Jagoda Jasmina Jasna Jelena Jelica Jovana Katarina \
        Kristina Ljiljana Ljubica Maja Marija Marijana Marina Martina Milena Milica Mirjana Nada Nataša Nevena \
        Nikolina Olivera Petra Radmila Ružica Sanja Slavica Slađana Snežana Snježana Sonja Stojanka Suzana \
        Svetlana Tatjana Tamara Tijana Vesna Višnja Vjera Zdenka Zlata Zorica Željka",
    men: "Aleksandar Ante Bojan Boris Božidar Branimir Branko Dalibor Damir Danijel Darko Davor Dejan Domagoj Dragan \
        Dražen Dušan Emir Filip Franjo Goran Hrvoje Igor Ivan Ivica Jakov Josip Jovan Krešimir Lazar Luka Marijan \
        Marko Mario Mate Matija Milan Miloš Milorad Miodrag Mirko Mladen Nebojša Nemanja Nenad Nikola Petar \
        Predrag Radovan Ratko Robert Saša Siniša Slobodan Srđan Stanko Stefan Stevan Stjepan Strahinja Tomislav \
        Vedran Velimir Vladimir Vlado Vojislav Zdravko Zlatko Zoran Zvonimir Željko",
    families: "Anđelković Antić Babić Bašić Blagojević Blažević Bogdanović Bošnjak Božić Brkić Bulatović Cvetković Ćosić \
        Đorđević Đurić Filipović Gajić Golubović Grgić Hodžić Horvat Ilić Ivanković Ivanović Janković Jovanović \
        Jukić Jurić Knežević Kolarić Kostić Kovačević Kovačić Lazarević Lončar Lovrić Lukić Marić Marinković \
        Marjanović Marković Martinović Matić Mihajlović Mijatović Milić Milošević Mitrović Mladenović Nikolić \
        Novaković Obradović Pavić Pavlović Perić Perković Petković Petrović Popović Radić Radovanović Rakić Ristić \
        Savić Simić Stanković Stevanović Stojanović Šarić Šimić Tadić Tomić Todorović Topalović Urošević Vasić \
        Vidović Vučković Vuković Zorić Živković Župan",
    endings: "ić ića iću ićem",
    letters: "čćđšž",
    declensions: declension::SOUTH_SLAVIC,
};

const SLOVAK: National = National {
    women: "Adriana Alena Alžbeta Andrea Anna Barbora Beáta Božena Dagmar Dana Daniela Darina Denisa Dominika Emília \
        Erika Eva Gabriela Hana Helena Henrieta Ivana Iveta Jana Jarmila Jozefína Júlia Katarína Klaudia Kristína \
        Lenka Ľubica Lucia Ľudmila Magdaléna Marcela Margita Mária Marta Martina Michaela Milada Miroslava Monika \
        Natália Nikola Oľga Patrícia Paulína Petra Renáta Silvia Simona Slavomíra Soňa Stanislava Tatiana Terézia \
        Valéria Veronika Viera Viktória Vlasta Zdenka Zuzana Želmíra",
    men: "Adam Adrián Alexander Andrej Anton Blažej Boris Branislav Dalibor Daniel Dávid Dominik Dušan Eduard Emil \
        Erik Filip František Gabriel Igor Imrich Ivan Jakub Ján Jaroslav Jozef Juraj Kamil Karol Kristián Ladislav \
        Ľubomír Ľuboš Ľudovít Lukáš Marián Martin Matej Matúš Michal Milan Miloš Miroslav Norbert Oliver Ondrej \
        Oskár Patrik Pavol Peter Radoslav Radovan Rastislav Richard Róbert Roman Rudolf Samuel Stanislav Šimon \
        Štefan Tibor Tomáš Viktor Viliam Vladimír Vojtech Zoltán Zdenko",
    families: "Adamčík Babiak Baláž Balog Baran Bartoš Bednár Beňo Blaško Čierny Cibulka Danko Demko Ďurica Fedor Ferenc \
        Fiala Gajdoš Gašpar Greguš Hlaváč Horák Horváth Hruška Hudák Ivančík Jankovič Jurčo Kaňa Kmeť Kollár Kováč \
        Kovačič Kováčik Krajčí Kučera Lacko Lukáč Majer Marko Martinka Matejka Mikuš Mihálik Mráz Molnár Nagy \
        Novák Novotný Ondruš Oravec Pavlík Petrík Polák Poliak Rusnák Slezák Sokol Straka Šimko Šimon Švec Tkáč \
        Toma Tóth Tomko Urban Varga Vaško Veselý Vlček Vrábel Zeman Žiak",
    endings: "čiak ovej",
    letters: "áäčďéíĺľňóôŕšťúýž",
    declensions: declension::SLOVAK,
};

const CZECH: National = National {
    women: "Adéla Alena Alžběta Andrea Aneta Anežka Anna Barbora Blanka Bohumila Božena Dana Daniela Denisa Dominika \
        Drahomíra Eliška Eva Gabriela Hana Helena Irena Iva Ivana Iveta Jana Jarmila Jaroslava Jiřina Jitka Kamila \
        Karolína Kateřina Klára Kristýna Květa Lenka Libuše Lucie Ludmila Magdaléna Marcela Markéta Martina \
        Michaela Milada Milena Miloslava Miroslava Monika Natálie Nikola Olga Pavla Pavlína Petra Radka Renata \
        Romana Simona Soňa Stanislava Šárka Štěpánka Tereza Vendula Veronika Věra Vlasta Zdeňka Zuzana Žaneta",
    men: "Adam Aleš Alois Antonín Bedřich Bohumil Bohuslav Dalibor Daniel David Dominik Dušan Eduard Emil Evžen \
        Filip František Ivan Ivo Jakub Jan Jaromír Jaroslav Jindřich Jiří Josef Kamil Karel Kryštof Ladislav Leoš \
        Libor Luboš Lubomír Lukáš Marek Martin Matěj Matyáš Michal Milan Miloslav Miloš Miroslav Oldřich Ondřej \
        Otakar Patrik Pavel Petr Přemysl Radek Radim Radomír Robert Roman Rudolf Rostislav Stanislav Svatopluk \
        Šimon Štěpán Tomáš Václav Viktor Vilém Vladimír Vlastimil Vojtěch Vratislav",
    families: "Bárta Bartoš Bednář Beneš Beran Bláha Blažek Bureš Čech Čermák Černý Doležal Dostál Dušek Dvořák Fiala \
        Hájek Havlíček Hlaváček Holub Horák Horáček Hrubý Hruška Janda Jaroš Jelínek Ježek Jirásek Kašpar Kolář \
        Kopecký Kovář Kozák Kratochvíl Krejčí Kubát Kučera Kříž Lavička Macháček Malý Mareš Marek Mašek Matějka \
        Matoušek Moravec Musil Navrátil Němec Němeček Nováček Novák Novotný Pavlík Pokorný Polák Pospíšil \
        Procházka Růžička Řezníček Sedláček Sedlák Slavík Soukup Strnad Svoboda Sýkora Šimek Šťastný Ševčík Toman \
        Tichý Urban Válek Vávra Veselý Vítek Vlček Zeman Zelený Žák",
    endings: "ová ové ovou ský ského ská ček áček",
    letters: "áčďéěíňóřšťúůýž",
    declensions: declension::CZECH,
};

const SLOVENE: National = National {
    women: "Albina Aleksandra Alenka Alojzija Ana Andreja Angela Anica Barbara Bernarda Bojana Breda Brigita Cvetka \
        Danica Darinka Darja Eva Frančiška Helena Irena Ivanka Jana Janja Jasmina Jelka Jerneja Jožefa Jožica \
        Julija Karmen Katarina Katja Klavdija Kristina Ksenija Lidija Ljudmila Magdalena Majda Marija Marjana \
        Marjeta Marta Martina Mateja Matilda Melita Metka Milena Mojca Monika Nataša Neža Nevenka Olga Pavla Petra \
        Polona Renata Romana Sabina Silva Simona Sonja Stanislava Suzana Štefanija Tadeja Tanja Tatjana Terezija \
        Tjaša Urška Valentina Vesna Vida Zala Zdenka Zvonka Špela",
    men: "Aleksander Aleš Alojz Andraž Andrej Anton Blaž Bojan Borut Boštjan Branko Ciril Damjan Danijel Darko \
        Davorin David Dejan Denis Drago Dušan Edvard Ernest Ferdinand Filip Franc Friderik Gašper Goran Gregor \
        Igor Ivan Izidor Jakob Jan Janez Jernej Josip Jože Jožef Jurij Klemen Kristjan Ladislav Leopold Ljubo \
        Lovro Luka Maks Marjan Marko Martin Matej Matevž Matija Matjaž Mihael Milan Miran Mirko Miroslav Mitja \
        Nejc Niko Peter Primož Rado Robert Roman Rok Rudolf Samo Sandi Silvo Simon Slavko Srečko Stanislav Stanko \
        Štefan Tadej Tilen Tomaž Uroš Urban Vid Viktor Vinko Vladimir Vlado Zdravko Žiga Žan",
    families: "Bajc Bevk Bizjak Blatnik Bogataj Božič Breznik Bregar Cerar Černe Čeh Dolenc Dolinar Eržen Ferlež Fras \
        Furlan Gajšek Golob Gorenc Gorjup Gregorčič Grm Hočevar Horvat Hribar Hrovat Jamnik Jenko Jerič Jerman \
        Kastelic Kavčič Kern Klemenčič Kobal Kocjančič Kokalj Kolar Kolarič Kolenc Koren Korošec Košir Kotnik \
        Kovač Kovačič Kralj Kramar Krajnc Kuhar Lah Lebar Leskovar Likar Logar Majcen Marolt Medved Mlakar Mlinar \
        Močnik Mrak Nemec Novak Oblak Pavlič Pečnik Petrič Pintar Pirc Podgoršek Potočnik Primožič Rozman Rupnik \
        Rutar Skok Sušnik Tomažič Tratnik Turk Uršič Vidic Vidmar Vodopivec Zadravec Zajc Zakrajšek Zupan Zupančič \
        Žagar Železnik Žnidaršič",
    endings: "čič šič žič",
    letters: "čšž",
    declensions: declension::SLOVENE,
};

const LATVIAN: National = National {
    women: "Agita Agnese Aija Aina Alīna Anastasija Anda Anete Anita Anna Antra Astra Baiba Biruta Dace Daiga Daina \
        Diāna Dzintra Elīna Elza Emīlija Evija Gunita Gunta Guna Iena Ieva Ilga Ilona Ilze Indra Ināra Inese \
        Ingrīda Ingūna Inga Inta Irēna Kitija Krista Kristīne Laila Laima Laura Lelde Lidija Liene Līga Linda \
        Maija Māra Marita Marta Mārīte Monta Natālija Olga Paula Rasma Rita Ruta Rūta Sabīne Sandra Sanita Sarmīte \
        Santa Signe Silvija Skaidrīte Solvita Tatjana Una Vaira Valija Velta Vija Vineta Viktorija Vita Zaiga Zane \
        Zigrīda Zinaīda Žanna",
    men: "Agris Aigars Aivars Ainārs Aldis Andrejs Andris Arnis Artis Artūrs Arvīds Atis Austris Bruno Dainis Dairis \
        Dāvis Dzintars Edgars Edvīns Egils Einārs Eduards Elmārs Ernests Filips Gatis Gints Guntars Guntis Gundars \
        Gustavs Haralds Henriks Igors Ilmārs Imants Indulis Ivars Ints Jānis Jāzeps Juris Jēkabs Kārlis Kaspars \
        Krišjānis Krists Laimonis Leonīds Mareks Mārcis Māris Mārtiņš Miķelis Modris Nauris Normunds Ojārs Olafs \
        Oskars Pēteris Raimonds Raivis Reinis Rihards Roberts Rolands Rūdolfs Sandis Sandris Staņislavs Toms Uldis \
        Valdis Valters Vilnis Viesturs Viktors Visvaldis Voldemārs Zigmārs Ziedonis",
    families: "Āboliņš Alksnis Andersons Apinis Auziņš Avotiņš Balodis Baltiņš Bērziņš Birznieks Briedis Caune Celmiņš \
        Cīrulis Daukšs Dzenis Egle Eglītis Freimanis Gailis Graudiņš Grīnbergs Gulbis Irbe Jansons Jaunzems Kalējs \
        Kalniņš Kalnietis Kaminskis Kārkliņš Kļaviņš Krastiņš Kronbergs Krūmiņš Krauklis Kundziņš Lapiņš Lācis \
        Leitis Liepa Liepiņš Lūsis Melderis Mežs Miezis Mūrnieks Niedra Ozoliņš Ozols Paegle Paulsons Pētersons \
        Podnieks Priede Puriņš Priedītis Putniņš Rozenbergs Rozītis Rubenis Saulītis Siliņš Skujiņš Sproģis \
        Strazdiņš Strautmanis Šmits Tauriņš Treimanis Upenieks Upītis Vanags Vilciņš Vilks Vītoliņš Vītols Zālītis \
        Zariņš Zemītis Zīle Zvirbulis Žagars",
    endings: "iņš iņa ītis ītes īte nieks ņam",
    letters: "āčēģīķļņšūž",
    declensions: declension::LATVIAN,
};

const ESTONIAN: National = National {
    women: "Aime Aino Ainika Anneli Anu Aita Eevi Eha Eliise Ene Eve Evelin Grete Heili Heiki Helgi Heljo Helve Hilja \
        Hille Ilme Imbi Ingrid Jaanika Kadri Kaia Kaidi Kairi Kaja Karmen Katre Katrin Kersti Kertu Kristel Kristi \
        Kristiina Külli Laine Laura Lea Leida Leelo Liina Liis Liisi Liivi Linda Luule Maie Maarika Maire Malle \
        Mare Mari Maret Marika Marju Merike Merle Meeli Milvi Mirjam Moonika Õie Olga Pille Piret Reelika Reet \
        Riina Ruth Salme Signe Siiri Silvi Sirje Tiia Tiina Tiiu Triin Triinu Ülle Urve Valve Veera Viivi Virve",
    men: "Aare Aadu Ago Ain Aivar Aleksei Allan Alo Andres Andrus Ants Anti Ardo Argo Arne Arvo Asko Eerik Eino \
        Elmar Endel Enn Erki Erko Gunnar Guido Hannes Harri Heino Henn Hillar Ilmar Indrek Ivar Jaak Jaan Jaanus \
        Joosep Jüri Kaarel Kaido Kalev Kalju Kalle Kalmer Karl Kaupo Kristjan Kristo Kuno Kustas Lauri Lembit Leo \
        Mait Margus Mart Marko Mati Meelis Mihkel Neeme Olev Ott Paavo Peep Peeter Priidu Priit Raivo Rait Raul \
        Rein Riho Sander Siim Sulev Taavi Taavet Tanel Tarmo Tarvo Tõnis Tõnu Toivo Toomas Urmas Uku Ülo Vaino \
        Vallo Veiko Vello Viljar Villem Villu",
    families: "Aasmäe Aavik Allik Anton Eller Erm Hein Ilves Jaakson Jõgi Jõesaar Jürgenson Kaasik Kalda Kallas Karu Kask \
        Kirs Kivi Kivistik Kivimäe Koppel Koort Kuusk Kuuse Kukk Kütt Laas Laanemäe Laur Leppik Lepik Liiv Lõhmus \
        Luik Luts Mägi Maasik Metsaots Mets Mölder Mitt Nõmmik Nurk Oja Ojala Orav Paju Pärn Parts Pärtel Peterson \
        Põder Põld Põldsaar Puusepp Raud Rebane Reinsalu Roos Roosaar Saar Saarepuu Salumäe Sepp Sild Soosaar Susi \
        Suvi Talvik Tamme Tamm Tammsaare Teder Toom Toome Tuisk Tomson Uibo Uustalu Vaher Väli Vasar Veski Viik",
    endings: "mäe saar salu stalu",
    letters: "äöõüšž",
    declensions: declension::ESTONIAN,
};
